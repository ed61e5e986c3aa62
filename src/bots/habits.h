// SPDX-License-Identifier: GPL-3.0-or-later
// How a player chooses where the rules are too large to be solved: it looks a few turns
// ahead, where things are hidden in pictures of the truth that it draws at random, and judges
// what lies beyond by who is nearer to the goal. To hide something it plays games at random
// after some ways to do so.
//
// Why: it needs nothing but a board, and is there for rules of any size.
// Cost: at most half a million positions for a move.
#ifndef BOTS_HABITS_H
#define BOTS_HABITS_H

#include "core/game.h"

struct habits {
    unsigned turns;    // how far it looks ahead, its own turn included
    double opinion;    // by how much it misjudges a position, each always in the same way
    unsigned pictures; // how many times it imagines what is hidden from it
};

// Players with the same habits and different `taste` have different opinions.
struct move habits_choose(const struct habits *habits, const struct variant *variant,
                          const struct view *view, uint64_t taste, struct random *random);

#endif
