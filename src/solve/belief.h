// SPDX-License-Identifier: GPL-3.0-or-later
// A belief: all truths that look alike to a seat (its information set).
//
// It is found by playing what the seat was told from the start, with everything that may have
// been hidden from it.
// Why: only of what holds in all of them "sure" and "whatever your opponent does" may be said.
// Cost: bounded by the number of truths; where there are more, nothing is found.
#ifndef SOLVE_BELIEF_H
#define SOLVE_BELIEF_H

#include "core/game.h"

struct belief {
    struct state *state;
    size_t count, room;
};

// False without memory.
bool belief_add(struct belief *belief, const struct state *state);
void belief_clear(struct belief *belief);

// All that the viewer, who was told `history`, holds possible. False without memory, or
// where there are too many to go through. Clear it in any case.
bool belief_find(const struct variant *variant, const struct view *view,
                 const struct history *history, struct belief *belief);

// Can the mover's move not go wrong at once, whatever the truth is?
bool belief_is_safe(const struct variant *variant, const struct belief *belief, struct move move);

#endif
