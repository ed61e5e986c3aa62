// SPDX-License-Identifier: GPL-3.0-or-later
// Linear programs by QSopt_ex (Applegate, Cook, Dash and Espinoza 2007), the only module that
// knows it: a simplex in floating point finds a basis, and rationals prove it optimal or mend it.
//
// The library replaces GMP's allocator when it is started. All of GMP's numbers of the process
// must be made after that; lp_here.c has a way around it.
#ifndef SOLVE_LP_QSOPT_H
#define SOLVE_LP_QSOPT_H

#include "solve/lp_words.h"

void lp_qsopt_start(void);

struct lp_qsopt;

// A program, solved exactly or not. NULL without memory.
struct lp_qsopt *lp_qsopt_new(bool exact);
void lp_qsopt_free(struct lp_qsopt *lp);

// Adds steps. False where they are nonsense, or without memory.
bool lp_qsopt_add(struct lp_qsopt *lp, const uint32_t *words, size_t count);

// Adds the optimum to the reply.
void lp_qsopt_solve(struct lp_qsopt *lp, struct lp_words *reply);

#endif
