// SPDX-License-Identifier: GPL-3.0-or-later
// Boards as text, in the words of their game.
#ifndef CORE_BOARD_TEXT_H
#define CORE_BOARD_TEXT_H

#include "core/board.h"
#include "core/text.h"

struct game;

// The board as text, with a line on what its marks mean where they are not plain.
// Rows longer than `width` are folded; 0 means never.
void board_print(const struct game *game, const struct board *board, unsigned width,
                 const char *const *name, struct text *out);

// The same in sentences, for the ear: where everybody stands and what is on which cells. The
// viewer is "you"; SEAT_NOBODY is called nothing.
void board_describe(const struct game *game, const struct board *board, unsigned viewer,
                    const char *const *name, struct text *out);

// The cell of a seat's token; CELLS_MAX if it has none.
unsigned board_find(const struct board *board, unsigned seat);

// What stands on a cell, in at most three characters: "P1", "X", "*", "+", or "".
const char *board_mark(const struct game *game, const struct board_square *square);

#endif
