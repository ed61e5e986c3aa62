// SPDX-License-Identifier: GPL-3.0-or-later
// Strategy extraction: a plan as a strategy of a claim, which players draw from and a checker
// reads.
//
// A plan says how much of a *class* makes each move; a strategy says it of what was
// hidden. So each class is carried down the tree by one of its types, and where classes
// have met, their types share out the moves: which does which makes no difference
// (public_graph.h).
// Cost: the size of the strategy.
#ifndef SOLVE_EXTRACT_H
#define SOLVE_EXTRACT_H

#include "claim/strategy.h"
#include "solve/public_tree.h"

// A plan, in whatever numbers, as weights of one scale at each place.
struct extract_plan {
    const struct public_tree *tree;
    unsigned seat;
    const void *context; // whatever has the numbers
    // How often a class is hidden, and makes each of its moves.
    void (*type)(const struct extract_plan *plan, unsigned class, mpq_t share);
    void (*move)(const struct extract_plan *plan, unsigned node, unsigned e, unsigned class,
                 mpq_t share);
    // Does the seat do anything but the silent move from a node on?
    bool (*speaks)(const struct extract_plan *plan, unsigned node);
    // Another plan that takes over at a node, from its own tree's root on; NULL: there is none.
    bool (*renewed)(const struct extract_plan *plan, unsigned node, struct extract_plan *then);
};

// The plan's strategy. False without memory; clear it in any case.
bool extract_strategy(const struct extract_plan *plan, struct strategy *strategy);

#endif
