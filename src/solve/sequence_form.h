// SPDX-License-Identifier: GPL-3.0-or-later
// The game that a restricted tree allows, as the linear program of the sequence form
// (Koller, Megiddo and von Stengel 1996): one column for each sequence of seat 1's and
// for each place at which seat 2 chooses, one row for each sequence of seat 2's; the
// prices of those rows are seat 2's plan.
//
// Why: it is as large as the tree, where a matrix of pure strategies is exponential in
// it. Where a class has one move there is nothing to choose, and nothing of it is in the
// program.
// Cost: that of the linear program; building it is linear in its entries.
#ifndef SOLVE_SEQUENCE_FORM_H
#define SOLVE_SEQUENCE_FORM_H

#include "solve/realisation.h"

// Both seats' plans, the value that they give seat 1, and the program's rows times its columns: in
// floating point, rounded to whole numbers; or exact. Not *solved, though nothing stopped it: no
// optimum was found, or the whole numbers are too large. Clear the plans in any case.
enum solve_stop sequence_form_solve(const struct restricted_tree *tree, bool exact,
                                    const struct limits *limits, struct realisation plan[SEATS],
                                    double *value, uint64_t *size, bool *solved);

#endif
