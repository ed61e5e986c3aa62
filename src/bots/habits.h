// SPDX-License-Identifier: GPL-3.0-or-later
// How a player chooses where the rules are too large to be solved: looks a few turns ahead,
// hopes that the unknown is kinder than it is, judges what lies beyond by who is
// nearer to the goal, and has opinions of its own about that.
#ifndef BOTS_HABITS_H
#define BOTS_HABITS_H

#include "core/game.h"

struct habits {
    unsigned turns;    // how far it looks ahead, its own turn included
    double opinion;    // by how much it misjudges a position, each always in the same way
    double caution;    // how much of a danger it believes in: 0 nothing, 1 all
    unsigned pictures; // how many times it imagines what is hidden from it
    unsigned ideas;    // how many ways to hide something it thinks of
};

// Players with the same habits and different `taste` have different opinions.
struct move habits_choose(const struct habits *habits, const struct variant *variant,
                          const struct view *view, uint64_t taste, struct random *random);

#endif
