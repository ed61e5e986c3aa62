// SPDX-License-Identifier: GPL-3.0-or-later
// Wald's sequential probability ratio test over pairs of games: is a player better by
// elo1 rather than by elo0? Both errors are 5 %. A pair is one observation (both lost,
// shared, both won), since its games have the deal and the opponents in common; the
// ratio is the generalised one, in which everything but the mean is estimated.
#ifndef CONTEST_SPRT_H
#define CONTEST_SPRT_H

enum { SPRT_LOST, SPRT_SHARED, SPRT_WON, SPRT_SCORES };

struct sprt {
    double elo0, elo1; // elo0 < elo1
    unsigned pairs[SPRT_SCORES];
};

enum sprt_verdict { SPRT_OPEN, SPRT_ELO0, SPRT_ELO1 };

// The logarithm of the likelihood ratio of elo1 to elo0.
double sprt_ratio(const struct sprt *sprt);

// Beyond which size of the ratio the test ends.
double sprt_bound(void);

enum sprt_verdict sprt_verdict(const struct sprt *sprt);

#endif
