// SPDX-License-Identifier: GPL-3.0-or-later
// One seat hides something and then only watches; the other learns nothing
// before the end. The one's pure strategies are types, the other's are paths,
// and a type either hits a path or does not: a small matrix game, solved by
// double oracle. Each round solves the matrix of the types and paths at hand in
// exact arithmetic and asks for a better answer to either mixture; when there is
// none, the value is exact.
//
// On the way every guess, in whole numbers, proves bounds by its best answers.
#ifndef SOLVE_PATHS_H
#define SOLVE_PATHS_H

#include "solve/realisation.h"
#include "solve/solve.h"

// Is the game of this kind?
bool paths_fit(const struct veil *veil);

// Lets the tree allow what the mixtures that it finds use. False when interrupted; without
// memory, or where it would take too long, the tree stays as it is.
bool paths_seed(struct sparse_tree *tree, const struct solve_limits *limits, uint64_t *nodes);

#endif
