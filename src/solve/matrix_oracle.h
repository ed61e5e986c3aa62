// SPDX-License-Identifier: GPL-3.0-or-later
// Where one seat hides something and then only watches, and the other learns nothing
// before the end: the one's pure strategies are types, the other's are paths, and a type
// either hits a path or does not. A double oracle (McMahan, Gordon and Blum 2003) over
// that matrix, in floating point, finds the few that matter, and at the end one program is solved
// exactly. What its plans keep against every type and path is not proved here, but by the best
// replies of double_oracle.h, which goes on where they are no optimum.
//
// Where the game looks the same from its other end, what is hidden and the paths can be mirrored
// without changing which hits which. Then there are best mixtures in which mirror images weigh the
// same, and the matrix has one row and one column for both.
//
// Why: a row a type and a column a path make a smaller linear program than sequences do,
// which goes on from its last basis.
// Cost: a linear program and a best reply (best_path.h) a round.
#ifndef SOLVE_MATRIX_ORACLE_H
#define SOLVE_MATRIX_ORACLE_H

#include "solve/realisation.h"
#include "solve/answer.h"

// Is the game of this kind, and large enough? With fewer than a hundred ways to hide something the
// sequence form alone is as fast. Trap Runner with three traps takes 0.7 of its time at 12 cells
// (165 ways), and half at 14 and 16.
bool matrix_oracle_fit(const struct public_graph *graph);

// Lets the tree allow what the mixtures that it finds use, and makes them plans of both seats,
// exact optima of the matrix, with the value for seat 1. False where there are no such plans: when
// interrupted, without memory, with too large numbers, and after so much work. Clear the plans in
// any case.
bool matrix_oracle_solve(struct public_tree *tree, uint64_t work, const struct limits *limits,
                         struct realisation plan[SEATS], double *value, uint64_t *nodes);

#endif
