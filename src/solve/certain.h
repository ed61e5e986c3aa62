// SPDX-License-Identifier: GPL-3.0-or-later
// What is certain about a move, whatever the plans: what holds in every case that the
// mover cannot exclude (its information set).
//
// The cases are found by playing the history from the start with everything that may
// have been hidden, and each is then searched for a sure win (sure.c) of either seat.
// Why: only of this "sure" and "whatever your opponent does" may be said.
// Cost: bounded, in cases and in work for each move; beyond that nothing is certain.
#ifndef SOLVE_CERTAIN_H
#define SOLVE_CERTAIN_H

#include "solve/solve.h"

// The truths that look alike to a seat.
struct certain_cases {
    struct state *state;
    size_t count, room;
};

// All that the viewer, who was told `history`, holds possible. False without memory, or
// where there are too many to go through. Clear them in any case.
bool certain_find_cases(const struct variant *variant, const struct view *view,
                        const struct history *history, struct certain_cases *cases);
void certain_clear_cases(struct certain_cases *cases);

// Can the move not go wrong at once, in any of the cases?
bool certain_is_safe(const struct variant *variant, const struct certain_cases *cases,
                     struct move move);

// Does the mover win after this move in every case, whatever the other does? Does the other
// win in every case, whatever the mover then does? False also where that would take too
// long to find out.
bool certain_wins(const struct variant *variant, const struct view *view,
                  const struct certain_cases *cases, struct move move);
bool certain_loses(const struct variant *variant, const struct view *view,
                   const struct history *history, const struct certain_cases *cases,
                   struct move move);

#endif
