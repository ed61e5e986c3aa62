// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of a board: one renderer for what all games describe with the
// same words.
#ifndef FRONTS_FULL_PICTURE_H
#define FRONTS_FULL_PICTURE_H

#include "core/board.h"
#include "fronts/full/screen.h"
#include "table/stage.h"

enum { NO_CELL = 255 }; // a stage's STAGE_NO_CELL

struct picture {
    const char *token[SEATS]; // of the players; empty where one has none
    const char *obstacle;     // what one is called
    const struct board *board;
    cells targets;            // where the mover may act
    cells marked;             // chosen so far, of several,
    unsigned marker;          // by this seat
    unsigned focus;           // or NO_CELL
    uint8_t label[CELLS_MAX]; // a target's number, where it is not the cell's own
    cells rated, best;        // what a hint says of acting there, in thousandths
    uint16_t chance[CELLS_MAX];
};

// How many rows it takes in a window of this size; never more than `rows`.
unsigned picture_rows(const struct picture *picture, unsigned cols, unsigned rows);

// How many cells stand side by side in it.
unsigned picture_row_cells(const struct picture *picture, unsigned cols, unsigned rows);

// Large if there is room; folded into rows if it is narrow; if even that is too
// much, the rows around the focus. The cursor goes to the focus.
void picture_paint(const struct picture *picture, struct screen *screen, struct screen_area area);

// A line without frames, for lists.
void picture_paint_line(const struct picture *picture, struct screen *screen,
                        struct screen_area area);

// What the marks on the board mean, as "X1 placed by Ann", in a window of this size, and
// only of those that are on it; 0 by 0 for a line without frames.
void picture_legend(const struct picture *picture, unsigned cols, unsigned rows,
                    const char *const *name, struct text *out);

#endif
