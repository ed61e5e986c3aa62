// SPDX-License-Identifier: GPL-3.0-or-later
// Exact linear programs of the sequence form over a public tree.
//
// A planner with given weights of its types, or free to choose them, plans so that what
// it wins against each type of the answerer exceeds what it needs by a *margin* as large
// as can be. With nothing needed and free weights the margin is the value of the game;
// at a node that the answerer should not have come to, it is what the mistake can be
// made to cost without giving anything away elsewhere (maxmargin subgame refinement,
// Moravcik and others 2016: one step of Dresher's procedure, where it is called for).
// Cost: a column a weight of the planner's, a row an answer: a second for some
// thousands.
#ifndef SOLVE_MAXMARGIN_H
#define SOLVE_MAXMARGIN_H

#include "solve/public_tree.h"

// Realisation weights of a seat: by class at the root, and by move as in the tree.
struct maxmargin_plan {
    mpq_t *root, *move;
    size_t roots, moves;
};

// All zero. False without memory; clear it in any case.
bool maxmargin_plan_new(struct maxmargin_plan *plan, const struct public_tree *tree, unsigned seat);
void maxmargin_plan_clear(struct maxmargin_plan *plan);

// `types` is by class of the planner at the root and sums to one, NULL if it is free;
// `need` by class of the answerer, NULL if nothing is needed. Both plans, made by the
// caller, are filled in: the answerer's is the one that holds the margin down. False
// when the library fails or there is no memory.
bool maxmargin_solve(const struct public_tree *tree, unsigned planner, const mpq_t *types,
                     const mpq_t *need, mpq_t margin, struct maxmargin_plan *plan,
                     struct maxmargin_plan *answer);

// Among the plans that guarantee the value, one in the midst of them: it uses every type
// and every move that any of them uses, and makes every mistake of the answerer cost
// something that any of them does (a strictly complementary solution).
bool maxmargin_spread(const struct public_tree *tree, unsigned planner, const mpq_t value,
                      struct maxmargin_plan *plan);

// Among the plans that guarantee the value, the one that wins most against an answerer
// who hides and moves at random: each mistake is as likely as any other.
bool maxmargin_punish(const struct public_tree *tree, unsigned planner, const mpq_t value,
                      struct maxmargin_plan *plan);

#endif
