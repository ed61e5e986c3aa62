// SPDX-License-Identifier: GPL-3.0-or-later
// Linear programs by QSopt_ex (Applegate, Cook, Dash and Espinoza 2007), the only module that
// knows it: a simplex in floating point finds a basis, and lp_lift.c its exact numbers. Where they
// are no optimum, the library looks for one in more and more digits.
//
// The library replaces GMP's allocator when it is started. All of GMP's numbers of the process
// must be made after that; lp_here.c has a way around it.
#ifndef SOLVE_LP_QSOPT_H
#define SOLVE_LP_QSOPT_H

#include "solve/lp_words.h"

void lp_qsopt_start(void);

struct lp_qsopt;

// A program. NULL without memory.
struct lp_qsopt *lp_qsopt_new(void);
void lp_qsopt_free(struct lp_qsopt *lp);

// Adds steps. False where they are nonsense, or without memory.
bool lp_qsopt_add(struct lp_qsopt *lp, const uint32_t *words, size_t count);

// Adds the optimum to the reply, exact or a guess. Goes on from the basis of the last one.
void lp_qsopt_solve(struct lp_qsopt *lp, bool exact, struct lp_words *reply);

#endif
