// SPDX-License-Identifier: GPL-3.0-or-later
// Where one seat hides something and then only watches, and the other learns nothing
// before the end: the one's pure strategies are types, the other's are paths, and a type
// either hits a path or does not. A double oracle (McMahan, Gordon and Blum 2003) over
// that matrix, in floating point, finds the few that matter; what it finds is where the
// one over the sequence form begins.
//
// Why: a row a type and a column a path make a smaller linear program than sequences do,
// which goes on from its last basis, and the tree that it leaves is smaller.
// Cost: a linear program and a best reply (best_path.h) a round.
#ifndef SOLVE_MATRIX_ORACLE_H
#define SOLVE_MATRIX_ORACLE_H

#include "solve/realisation.h"
#include "solve/answer.h"

// Is the game of this kind, and large enough? With fewer ways to hide something the sequence
// form alone is faster: Trap Runner with three traps takes 0.3 s instead of 0.5 at 16 cells (455
// ways), as long at 18 (680), and without this 1.6 times as long at 20 and 1.8 at 22.
bool matrix_oracle_fit(const struct public_graph *graph);

// Lets the tree allow what the mixtures that it finds use. False when interrupted; without
// memory the tree stays as it is; after so much work, it is seeded with what was found.
bool matrix_oracle_seed(struct public_tree *tree, uint64_t work, const struct limits *limits,
                        uint64_t *nodes);

#endif
