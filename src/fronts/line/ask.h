// SPDX-License-Identifier: GPL-3.0-or-later
// Asking a person for a move.
#ifndef FRONTS_LINE_ASK_H
#define FRONTS_LINE_ASK_H

#include "fronts/line/line.h"

// A series being played on a console.
struct table {
    struct session *session;
    struct console *console;
};

// Asks until a legal move has been played (LINE_PLAYED), or until the turn must be
// shown anew: moves were taken back, or the screen was wiped (LINE_ANEW).
enum line_end line_ask_move(struct table *table);

// The questions that lead to a move, with their answers.
void line_print_answers(struct table *table, struct move move, struct text *out);

// Of line.c: do both people sit at this keyboard, so that one must look away?
// Then only the mover looks at the screen once this returns true.
bool line_is_shared(const struct table *table);
bool line_hand_over(struct table *table);

// The board as everybody at the keyboard may see it.
void line_say_board(struct table *table);

#endif
