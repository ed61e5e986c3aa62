// SPDX-License-Identifier: GPL-3.0-or-later
// Linear programs in exact rational arithmetic. Reentrant: what solves them is elsewhere
// (lp_backend.h).
//
// Maximise the sum of objective * x over x >= 0, or any x for columns that are free,
// subject to rows that are "= right" or "<= right"; all numbers that go in are integers.
// Why: a simplex in floating point finds the basis, and whole numbers prove it optimal
// (lp_lift.h), which no rounding may decide.
// Cost: up to a tenth of a second where rows times columns are 20,000; a message to another
// process and back, a twentieth of a millisecond, for the smallest.
#ifndef SOLVE_EXACT_LP_H
#define SOLVE_EXACT_LP_H

#include "solve/answer.h"

struct exact_lp;

enum exact_lp_sense { EXACT_LP_EQUAL = 'E', EXACT_LP_AT_MOST = 'L' };

// The limits, unless NULL, are asked while a program is being solved, which fails when they say
// stop; they have to outlive it. NULL without memory.
struct exact_lp *exact_lp_new(const struct limits *limits);
void exact_lp_free(struct exact_lp *lp);

// Rows and columns may be added in any order, also after solving, which then goes on from where
// it ended. A term says
// which column of the new row, or which row of the new column, has which factor.
struct exact_lp_term {
    unsigned at;
    int factor;
};
bool exact_lp_add_row(struct exact_lp *lp, enum exact_lp_sense sense, int right,
                      const struct exact_lp_term *terms, unsigned count);
bool exact_lp_add_column(struct exact_lp *lp, int objective, bool free,
                         const struct exact_lp_term *terms, unsigned count);

// Columns all at once, from entries in any order; one that is named twice counts twice. The
// objective is by column, or NULL: the first column alone. `free` is by column.
struct exact_lp_entry {
    unsigned row, column;
    int factor;
};
bool exact_lp_add_columns(struct exact_lp *lp, unsigned columns, const int *objective,
                          const uint8_t *free, const struct exact_lp_entry *entries, size_t count);

// A right side may be any fraction, and a column at most 1.
bool exact_lp_set_right(struct exact_lp *lp, unsigned row, const mpq_t right);
bool exact_lp_cap_column(struct exact_lp *lp, unsigned column);

// About the optimum, fast, in floating point: good enough to look for better rows
// and columns, never for an answer. x and y as below, or both NULL.
bool exact_lp_guess(struct exact_lp *lp, double *value, double *x, double *y);

// The optimum, with x by column and the prices y by row, all initialised by the
// caller. False unless the program has an optimum and it was found.
bool exact_lp_solve(struct exact_lp *lp, mpq_t value, mpq_t *x, mpq_t *y);

// Why the last one failed; SOLVE_STOP_NOT where no optimum was found. Of NULL: for want of memory.
enum solve_stop exact_lp_stop(const struct exact_lp *lp);

#endif
