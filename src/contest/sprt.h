// SPDX-License-Identifier: GPL-3.0-or-later
// Wald's sequential probability ratio test over pairs of games: is a player better by
// elo1 rather than by elo0? A pair is one observation, since its games have the deal and the
// opponents in common; the ratio is the generalised one, in which everything but the mean is
// estimated: docs/ratings.md has the formulas.
#ifndef CONTEST_SPRT_H
#define CONTEST_SPRT_H

#include <stdbool.h>

enum {
    SPRT_LOST,
    SPRT_SHARED,
    SPRT_WON,
    SPRT_SCORES,
    SPRT_LEAST = 8, // pairs before which nothing is decided
};

struct sprt {
    double elo0, elo1;  // elo0 < elo1
    double alpha, beta; // errors: accepting elo1, or elo0, though the other holds; 0: 0.05
    unsigned pairs[SPRT_SCORES];
    bool lucky;          // scores without luck differ from the results: these count then
    double sum, squares; // of them, pair by pair
};

enum sprt_verdict { SPRT_OPEN, SPRT_ELO0, SPRT_ELO1 };

// A pair: how many of its games were won, and the mean of its two scores without luck.
void sprt_add(struct sprt *sprt, unsigned won, double score);

// The logarithm of the likelihood ratio of elo1 to elo0.
double sprt_ratio(const struct sprt *sprt);

// At or below the lower one elo0 is accepted, at or above the upper one elo1.
double sprt_lower(const struct sprt *sprt);
double sprt_upper(const struct sprt *sprt);

enum sprt_verdict sprt_verdict(const struct sprt *sprt);

#endif
