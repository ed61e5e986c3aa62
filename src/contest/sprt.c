// SPDX-License-Identifier: GPL-3.0-or-later
#include "contest/sprt.h"

#include <math.h>

#include "analysis/ratings.h"

static const double usual_error = 0.05;
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

// Nothing is impossible because it has not been seen yet.
static const double unseen = 1e-3;

void sprt_add(struct sprt *sprt, unsigned won, double without_luck)
{
    sprt->pairs[won]++;
    sprt->lucky |= fabs(without_luck - score[won]) > 1e-9;
    sprt->sum += without_luck;
    sprt->squares += without_luck * without_luck;
}

// Scores that take any value: the mean of many is normal, with the variance that they have.
static double normal_ratio(const struct sprt *sprt)
{
    double count = 0, sum = sprt->sum, squares = sprt->squares;
    double zero = ratings_score(sprt->elo0), one = ratings_score(sprt->elo1);
    for (unsigned i = 0; i < SPRT_SCORES; i++) {
        count += sprt->pairs[i] + unseen;
        sum += unseen * score[i];
        squares += unseen * score[i] * score[i];
    }
    double mean = sum / count, variance = squares / count - mean * mean;
    return count * (one - zero) * (2 * mean - zero - one) / (2 * variance);
}

double sprt_ratio(const struct sprt *sprt)
{
    if (sprt->lucky)
        return normal_ratio(sprt);
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

static double error_of(double wanted)
{
    return wanted > 0 ? wanted : usual_error;
}

double sprt_lower(const struct sprt *sprt)
{
    return log(error_of(sprt->beta) / (1 - error_of(sprt->alpha)));
}

double sprt_upper(const struct sprt *sprt)
{
    return log((1 - error_of(sprt->beta)) / error_of(sprt->alpha));
}

enum sprt_verdict sprt_verdict(const struct sprt *sprt)
{
    double ratio = sprt_ratio(sprt);
    if (sprt->pairs[SPRT_LOST] + sprt->pairs[SPRT_SHARED] + sprt->pairs[SPRT_WON] < SPRT_LEAST)
        return SPRT_OPEN;
    return ratio >= sprt_upper(sprt)   ? SPRT_ELO1
           : ratio <= sprt_lower(sprt) ? SPRT_ELO0
                                       : SPRT_OPEN;
}
