// SPDX-License-Identifier: GPL-3.0-or-later
// The linear program of the sequence form over a public tree, in exact rational
// arithmetic, and our own check of what it gives.
#ifndef SOLVE_SEQUENCE_H
#define SOLVE_SEQUENCE_H

#include "solve/tree.h"

// A seat's optimal plan.
struct sequence_plan {
    mpq_t *root; // by class at the root: how often this is hidden
    mpq_t *move; // as the tree's weights
};

struct sequence {
    const struct tree *tree;
    struct sequence_plan plan[SEATS];
    mpq_t value; // chance that seat 1 wins
};

// False when the library fails or there is no memory. Clear it in any case.
bool sequence_solve(struct sequence *sequence, const struct tree *tree);
void sequence_clear(struct sequence *sequence);

#endif
