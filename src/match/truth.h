// SPDX-License-Identifier: GPL-3.0-or-later
// The truth of a match, with all that is hidden in it. tests/layers names the few who
// may include this; everybody else asks match/match.h as a viewer.
#ifndef MATCH_TRUTH_H
#define MATCH_TRUTH_H

#include "core/game.h"

struct match {
    struct variant variant;
    struct state state;
    unsigned first;
    unsigned count; // moves so far
    struct event log[MOVES_MAX];
};

struct match_step;

// A legal move of the seat on turn.
void match_make_step(struct match *match, struct move move, struct match_step *step);

// The board with everything hidden on it: for a round that is over.
void match_reveal(const struct match *match, struct board *board);

#endif
