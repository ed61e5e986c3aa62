// SPDX-License-Identifier: GPL-3.0-or-later
#include "contest/sprt.h"

#include <math.h>

#include "analysis/ratings.h"

static const double error = 0.05;
static const double score[SPRT_SCORES] = { 0, 0.5, 1 };

// Of all distributions with this mean the one that fits the observed shares best: each
// share divided by 1 + t (score - mean), with the t that makes them add up. The sum of
// the shares times (score - mean) falls in t, so t is found by bisection.
static void fit(const double share[SPRT_SCORES], double mean, double fitted[SPRT_SCORES])
{
    double lo = -1 / (1 - mean), hi = 1 / mean;
    for (unsigned step = 0; step < 100; step++) {
        double t = (lo + hi) / 2, sum = 0;
        for (unsigned i = 0; i < SPRT_SCORES; i++) {
            fitted[i] = share[i] / (1 + t * (score[i] - mean));
            sum += fitted[i] * (score[i] - mean);
        }
        if (sum > 0)
            lo = t;
        else
            hi = t;
    }
}

double sprt_ratio(const struct sprt *sprt)
{
    // Nothing is impossible because it has not been seen yet.
    const double unseen = 1e-3;
    double share[SPRT_SCORES], zero[SPRT_SCORES], one[SPRT_SCORES], all = 0, sum = 0;
    for (unsigned i = 0; i < SPRT_SCORES; i++)
        all += sprt->pairs[i] + unseen;
    for (unsigned i = 0; i < SPRT_SCORES; i++)
        share[i] = (sprt->pairs[i] + unseen) / all;
    fit(share, ratings_score(sprt->elo0), zero);
    fit(share, ratings_score(sprt->elo1), one);
    for (unsigned i = 0; i < SPRT_SCORES; i++)
        sum += share[i] * log(one[i] / zero[i]);
    return all * sum;
}

double sprt_bound(void)
{
    return log((1 - error) / error);
}

enum sprt_verdict sprt_verdict(const struct sprt *sprt)
{
    double ratio = sprt_ratio(sprt);
    return ratio >= sprt_bound() ? SPRT_ELO1 : ratio <= -sprt_bound() ? SPRT_ELO0 : SPRT_OPEN;
}
