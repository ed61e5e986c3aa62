// SPDX-License-Identifier: GPL-3.0-or-later
// Where one seat hides something and then only watches, and the other learns nothing
// before the end: the one's pure strategies are types, the other's are paths, and a type
// either hits a path or does not. A double oracle (McMahan, Gordon and Blum 2003) over that
// matrix, in floating point, finds the few that matter; what it finds is where the one
// over the sequence form begins.
//
// Why: a row a type and a column a path make a smaller linear program than sequences do.
// From 17 cells on that pays. Cost: a linear program and a search for the best path a round.
#ifndef SOLVE_PATHS_H
#define SOLVE_PATHS_H

#include "solve/realisation.h"
#include "solve/solve.h"

// Is the game of this kind?
bool paths_fit(const struct veil *veil);

// Lets the tree allow what the mixtures that it finds use. False when interrupted; without
// memory the tree stays as it is; after so much work, it is seeded with what was found.
bool paths_seed(struct sparse_tree *tree, uint64_t work, const struct solve_limits *limits,
                uint64_t *nodes);

#endif
