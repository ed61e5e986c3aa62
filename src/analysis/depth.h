// SPDX-License-Identifier: GPL-3.0-or-later
// How deep a variant is: how many decisions that matter a game has, on average, when both
// players play their best. docs/balance.md defines what matters, and why.
#ifndef ANALYSIS_DEPTH_H
#define ANALYSIS_DEPTH_H

#include "solve/solve.h"

struct depth {
    double decisions;
    bool about; // only bounds are known of the moves' values, or one plan of several
};

// False, with a sentence, when interrupted, out of memory, or when a value that is
// needed cannot be told.
bool depth_measure(const struct variant *variant, const struct limits *limits, struct depth *depth,
                   struct text *why);

#endif
