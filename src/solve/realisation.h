// SPDX-License-Identifier: GPL-3.0-or-later
// A mixed strategy of one seat as a realisation plan (von Stengel 1996) over a public
// tree, in whole numbers over one unit, so that nothing is rounded any more: how much of
// the unit the seat's own choices bring to each move of each class of its types.
//
// Why: plans are linear in these numbers, so that programs and best replies add them up;
// and sums of whole numbers are exact.
// Cost: 16 bytes a move and class where the seat moves.
#ifndef SOLVE_REALISATION_H
#define SOLVE_REALISATION_H

#include "solve/public_tree.h"
#include "solve/weights.h"

struct realisation {
    const struct public_tree *tree;
    unsigned seat;
    unsigned nodes; // of the tree, when this was made; behind them it is silent
    weight unit;
    weight *root;    // by class at the root
    weight *move;    // where the seat moves: by edge and class, as the tree has it
    uint8_t *speaks; // by node: does the seat do anything but the silent move from here on?
};

// All weights zero. False without memory. Clear it in any case.
bool realisation_new(struct realisation *plan, const struct public_tree *tree, unsigned seat);
void realisation_clear(struct realisation *plan);

static inline weight *realisation_move(const struct realisation *plan, unsigned node, unsigned e,
                                       unsigned class)
{
    const struct public_graph_position *position = public_tree_position(plan->tree, node);
    return &plan->move[plan->tree->nodes[node].at + (size_t)e * position->classes[plan->seat] +
                       class];
}

// The weights of the roots and of the moves become a plan: from the root on, what comes
// to a class is divided in proportion to the weights of its moves, or goes to the one
// move that the tree allows. False without memory, or where `exact` and something would
// have to be rounded.
bool realisation_settle(struct realisation *plan, bool exact);

#endif
