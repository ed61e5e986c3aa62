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

// Asks until a legal move has been played; LINE_PLAYED then.
enum line_end line_ask_move(struct table *table);

// Prints the questions that lead to a move, with their answers.
void line_say_answers(struct table *table, struct move move);

// Of line.c: the board as everybody at the keyboard may see it; the board and
// the heading of a turn.
void line_say_board(struct table *table);
void line_begin_turn(struct table *table);

#endif
