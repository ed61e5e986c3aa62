// SPDX-License-Identifier: GPL-3.0-or-later
// Certified bounds for games too large to solve. Regret matching in floating
// point finds good plans; what a plan is worth is then computed in whole
// numbers, by the exact best answer to it. Only that is claimed.
#ifndef SOLVE_BOUNDS_H
#define SOLVE_BOUNDS_H

#include "solve/plan.h"

struct bounds;

// NULL without memory. The tree must outlive it.
struct bounds *bounds_new(const struct tree *tree);
void bounds_free(struct bounds *bounds);

// How many bytes bounds_new() would take for so many nodes and weights.
double bounds_memory(double nodes, double weights);

// Plays on for this many rounds; false when `limits` says to stop.
bool bounds_play(struct bounds *bounds, unsigned rounds, const struct solve_limits *limits);

// The average play of a seat so far as a plan. False without memory.
bool bounds_plan(const struct bounds *bounds, unsigned seat, struct plan *plan);

#endif
