// SPDX-License-Identifier: GPL-3.0-or-later
// A board is a row of cells with marks on them: what a game describes once and
// every front draws in its own way.
#ifndef CORE_BOARD_H
#define CORE_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "core/cells.h"

// Marks by seat use the bits 1 << seat.
struct board_square {
    uint8_t tokens;    // who stands here
    uint8_t obstacles; // who placed an obstacle here
    uint8_t mines;     // whose hidden mine or trap is here, as far as the viewer may know
    bool safe;         // known to be safe
    bool blown;        // a mine went off here
    bool disarmed;     // a mine was found here and made safe
    uint8_t start;     // who began here
    uint8_t goal;      // who wants to get here
};

struct board {
    unsigned first, last; // numbers of the first and the last cell
    struct board_square square[CELLS_MAX];
};

enum board_form {
    BOARD_COLUMNS,  // numbers above, marks below, in columns
    BOARD_BRACKETS, // [0][1] above, [P1][ ] below
};

#endif
