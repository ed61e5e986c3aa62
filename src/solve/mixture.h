// SPDX-License-Identifier: GPL-3.0-or-later
// What a mixed way of playing is worth against everything the other seat can do
// and hide. Like strategy.h this is the simple code that checks what the solvers
// say: it knows the game's rules and nothing of how the plans were found.
#ifndef SOLVE_MIXTURE_H
#define SOLVE_MIXTURE_H

#include <gmp.h>

#include "core/game.h"

// Weights are whole numbers up to 2^126.
__extension__ typedef unsigned __int128 mixture_weight;

// A tree of the moves that the seat sees: its own, with weights, and the other's,
// but for those that are hidden from it. Node 0 is the start of the game.
struct mixture_node {
    struct move move;
    mixture_weight weight; // of the seat's own choices up to here
    bool own;
    unsigned child, next; // 0: none
};

struct mixture {
    struct mixture_node *nodes;
    unsigned count, room;
};

// A mixture with node 0 alone, of this weight. False without memory.
bool mixture_begin(struct mixture *mixture, mixture_weight unit);
void mixture_clear(struct mixture *mixture);

// Adds a child after the others; its number, or 0 when the move is there already or
// there is no memory.
unsigned mixture_add(struct mixture *mixture, unsigned parent, struct move move, bool own,
                     mixture_weight weight);

// How much of the unit the seat wins at least. Where the mixture is silent, the
// seat plays the last of its legal moves. False, with a sentence, when it is not
// a way of playing (a move that is not legal, weights that do not add up), when
// chance has a say, or without memory.
bool mixture_worth(const struct variant *variant, unsigned first, unsigned seat,
                   const struct mixture *mixture, mixture_weight *least, struct text *why);

#endif
