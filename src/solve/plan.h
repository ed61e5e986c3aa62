// SPDX-License-Identifier: GPL-3.0-or-later
// A seat's plan over a public tree in whole numbers: weights over one unit, so
// that what it guarantees can be computed without rounding.
#ifndef SOLVE_PLAN_H
#define SOLVE_PLAN_H

#include "solve/tree.h"

struct plan {
    const struct tree *tree;
    unsigned seat;
    uint64_t unit;  // what the weights at the root sum to; below 2^63
    uint64_t *root; // by class at the root
    uint64_t *move; // as the tree's weights
};

// All weights are undefined. False without memory.
bool plan_new(struct plan *plan, const struct tree *tree, unsigned seat, uint64_t unit);
void plan_clear(struct plan *plan);

// From rationals over a common denominator; false if that is too large.
bool plan_from_rationals(struct plan *plan, const mpq_t *root, const mpq_t *move);

// From shares in floating point: any that are not negative. Rounds so that the
// weights are a plan. False without memory.
bool plan_from_shares(struct plan *plan, const float *root, const float *move);

// Do the weights out of every node sum to those into it?
bool plan_holds(const struct plan *plan);

// How much of the unit the plan wins against the best answer, exactly. False
// without memory.
bool plan_guarantee(const struct plan *plan, uint64_t *least);

// The same by what the answerer has hidden: one number for each of its types.
bool plan_answers(const struct plan *plan, uint64_t *least);

// The node that these events lead to; TREE_END if they leave the tree.
unsigned plan_find(const struct plan *plan, const struct event *events, unsigned count);

// After these events, with the answerer to move: of the part `*all` of the unit
// that comes here, what the plan still wins after each move, in the order of the
// shape's edges, when the answerer has this type. False when they leave the
// plan or there is no memory.
bool plan_after(const struct plan *plan, const struct event *events, unsigned count, unsigned type,
                uint64_t *won, uint64_t *all);

#endif
