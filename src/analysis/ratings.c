// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/ratings.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "core/memory.h"

enum { SIZE = RATINGS_PLAYERS + RATINGS_FIELDS };

typedef double matrix[SIZE][SIZE];

// All in natural units of log odds. Unknowns are the strengths of all players, then the
// advantages of all fields; those of fixed players do not move.
struct fit {
    const struct ratings *ratings;
    const struct ratings_game *games;
    unsigned count, unknowns, groups;
    double at[SIZE];
    double precision; // of the prior
    double slope[SIZE];
    matrix curvature, scatter, inverse, spread;
};

static const double natural = 0.00575646273248511421; // ln 10 / 400

double ratings_score(double elo)
{
    return 1 / (1 + exp(-elo * natural));
}

// The i-th unknown.
static struct ratings_value *value_of(struct ratings *ratings, unsigned i)
{
    return i < ratings->players ? &ratings->player[i] : &ratings->advantage[i - ratings->players];
}

// Is this unknown to be found? The fixed ones are not.
static bool is_free(const struct fit *fit, unsigned i)
{
    unsigned players = fit->ratings->players;
    return i < players ? !fit->ratings->fixed[i] : !fit->ratings->fixed_fields[i - players];
}

// What a game depends on, and in which direction.
struct part {
    unsigned index;
    double sign;
};
enum { PARTS = 3 };

static unsigned parts_of(const struct fit *fit, const struct ratings_game *game,
                         struct part part[PARTS])
{
    const struct part all[PARTS] = { { game->first, 1 },
                                     { game->second, -1 },
                                     { fit->ratings->players + game->field, 1 } };
    unsigned count = 0;
    for (unsigned i = 0; i < PARTS; i++)
        if (is_free(fit, all[i].index))
            part[count++] = all[i];
    return count;
}

// How much the first is ahead.
static double edge_of(const struct fit *fit, const double *at, const struct ratings_game *game)
{
    return at[game->first] - at[game->second] + at[fit->ratings->players + game->field];
}

static double chance(const struct fit *fit, const double *at, const struct ratings_game *game)
{
    return 1 / (1 + exp(-edge_of(fit, at, game)));
}

// log(1 + e^x) without overflow.
static double softplus(double x)
{
    return x > 0 ? x + log1p(exp(-x)) : log1p(exp(x));
}

// The logarithm of likelihood times prior.
static double worth(const struct fit *fit, const double *at)
{
    double sum = 0;
    for (unsigned i = 0; i < fit->count; i++) {
        const struct ratings_game *game = &fit->games[i];
        double edge = edge_of(fit, at, game);
        sum += game->score * edge - softplus(edge);
    }
    for (unsigned i = 0; i < fit->unknowns; i++)
        if (is_free(fit, i))
            sum -= fit->precision * at[i] * at[i] / 2;
    return sum;
}

static void add_game(struct fit *fit, const struct ratings_game *game)
{
    struct part part[PARTS];
    unsigned parts = parts_of(fit, game, part);
    double p = chance(fit, fit->at, game);
    for (unsigned i = 0; i < parts; i++) {
        fit->slope[part[i].index] += (game->score - p) * part[i].sign;
        for (unsigned j = 0; j < parts; j++)
            fit->curvature[part[i].index][part[j].index] +=
                p * (1 - p) * part[i].sign * part[j].sign;
    }
}

// Slope and curvature where the fit is now, the prior's included.
static void differentiate(struct fit *fit)
{
    memset(fit->slope, 0, sizeof fit->slope);
    memset(fit->curvature, 0, sizeof fit->curvature);
    for (unsigned i = 0; i < fit->count; i++)
        add_game(fit, &fit->games[i]);
    for (unsigned i = 0; i < fit->unknowns; i++) {
        fit->curvature[i][i] += is_free(fit, i) ? fit->precision : 1;
        if (is_free(fit, i))
            fit->slope[i] -= fit->precision * fit->at[i];
    }
}

// By Gauss and Jordan; the curvature is positive definite thanks to the prior.
static void invert(struct fit *fit)
{
    unsigned n = fit->unknowns;
    memcpy(fit->spread, fit->curvature, sizeof fit->spread);
    memset(fit->inverse, 0, sizeof fit->inverse);
    for (unsigned i = 0; i < n; i++)
        fit->inverse[i][i] = 1;
    for (unsigned k = 0; k < n; k++) {
        double pivot = fit->spread[k][k];
        for (unsigned j = 0; j < n; j++) {
            fit->spread[k][j] /= pivot;
            fit->inverse[k][j] /= pivot;
        }
        for (unsigned i = 0; i < n; i++) {
            double factor = i == k ? 0 : fit->spread[i][k];
            for (unsigned j = 0; j < n && factor != 0; j++) {
                fit->spread[i][j] -= factor * fit->spread[k][j];
                fit->inverse[i][j] -= factor * fit->inverse[k][j];
            }
        }
    }
}

// One step of Newton's method, halved until it climbs. False when it leads nowhere.
static bool climb(struct fit *fit)
{
    double step[SIZE] = { 0 }, next[SIZE], largest = 0, before = worth(fit, fit->at);
    for (unsigned i = 0; i < fit->unknowns; i++) {
        for (unsigned j = 0; j < fit->unknowns; j++)
            step[i] += fit->inverse[i][j] * fit->slope[j];
        largest = fmax(largest, fabs(step[i]));
    }
    for (double part = 1; largest * part > 1e-10; part /= 2) {
        for (unsigned i = 0; i < fit->unknowns; i++)
            next[i] = fit->at[i] + part * step[i];
        if (worth(fit, next) < before)
            continue;
        memcpy(fit->at, next, sizeof fit->at);
        return true;
    }
    return false;
}

static void find_top(struct fit *fit)
{
    enum { STEPS = 100 };
    for (unsigned i = 0; i < STEPS; i++) {
        differentiate(fit);
        invert(fit);
        if (!climb(fit))
            return;
    }
}

// How the slopes of whole groups scatter around nothing.
static void find_scatter(struct fit *fit)
{
    memset(fit->scatter, 0, sizeof fit->scatter);
    for (unsigned i = 0, next; i < fit->count; i = next) {
        double slope[SIZE] = { 0 };
        bool touched[SIZE] = { false };
        unsigned list[SIZE], listed = 0;
        for (next = i; next < fit->count && fit->games[next].group == fit->games[i].group; next++) {
            struct part part[PARTS];
            unsigned parts = parts_of(fit, &fit->games[next], part);
            double error = fit->games[next].score - chance(fit, fit->at, &fit->games[next]);
            for (unsigned k = 0; k < parts; k++) {
                slope[part[k].index] += error * part[k].sign;
                if (!touched[part[k].index])
                    list[listed++] = part[k].index;
                touched[part[k].index] = true;
            }
        }
        for (unsigned a = 0; a < listed; a++)
            for (unsigned b = 0; b < listed; b++)
                fit->scatter[list[a]][list[b]] += slope[list[a]] * slope[list[b]];
        fit->groups++;
    }
}

// What the slopes vary by: as the groups do, and as the model says as long as there are
// few of them. The prior counts as if it had been observed.
static double variance(const struct fit *fit, unsigned i, unsigned j)
{
    const double few = 4.0 * fit->unknowns;
    double groups = fit->groups, trust = groups / (groups + few);
    double correction = groups > fit->unknowns + 1 ? groups / (groups - fit->unknowns) : 1;
    double prior = i == j && is_free(fit, i) ? fit->precision : 0;
    return trust * (correction * fit->scatter[i][j] + prior) + (1 - trust) * fit->curvature[i][j];
}

// spread = inverse * variance * inverse.
static void find_spread(struct fit *fit)
{
    unsigned n = fit->unknowns;
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < n; j++) {
            fit->curvature[i][j] = variance(fit, i, j);
            fit->scatter[i][j] = 0;
            fit->spread[i][j] = 0;
        }
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < n; k++)
            for (unsigned j = 0; j < n; j++)
                fit->scatter[i][j] += fit->inverse[i][k] * fit->curvature[k][j];
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < n; k++)
            for (unsigned j = 0; j < n; j++)
                fit->spread[i][j] += fit->scatter[i][k] * fit->inverse[k][j];
}

static bool any_fixed(const struct ratings *ratings)
{
    for (unsigned i = 0; i < ratings->players; i++)
        if (ratings->fixed[i])
            return true;
    return false;
}

// The variance of a strength or, where nobody is fixed, of its distance from the average.
static double variance_of(const struct fit *fit, unsigned i)
{
    unsigned n = fit->ratings->players;
    double row = 0, all = 0;
    if (i >= n || any_fixed(fit->ratings))
        return fit->spread[i][i];
    for (unsigned j = 0; j < n; j++) {
        row += fit->spread[i][j];
        for (unsigned k = 0; k < n; k++)
            all += fit->spread[j][k];
    }
    return fit->spread[i][i] - 2 * row / n + all / (n * n);
}

static void set_value(const struct fit *fit, unsigned i, struct ratings_value *value)
{
    const double normal = 1.959963984540054; // 95 % lie within this many deviations
    double reach = normal * sqrt(fmax(variance_of(fit, i), 0)) / natural;
    value->elo = fit->at[i] / natural;
    value->lo = value->elo - reach;
    value->hi = value->elo + reach;
}

static void take_values(const struct fit *fit, struct ratings *ratings)
{
    for (unsigned i = 0; i < fit->unknowns; i++) {
        struct ratings_value *value = value_of(ratings, i);
        if (is_free(fit, i))
            set_value(fit, i, value);
        else
            value->lo = value->hi = value->elo;
    }
}

bool ratings_fit(struct ratings *ratings, const struct ratings_game *games, unsigned count,
                 struct text *why)
{
    assert(ratings->players <= RATINGS_PLAYERS && ratings->fields <= RATINGS_FIELDS);
    struct fit *fit = mem_new(sizeof *fit);
    if (!fit) {
        text_add(why, "There is not enough memory for the ratings.");
        return false;
    }
    double spread = (ratings->spread > 0 ? ratings->spread : RATINGS_SPREAD) * natural;
    *fit = (struct fit){
        .ratings = ratings,
        .games = games,
        .count = count,
        .unknowns = ratings->players + ratings->fields,
        .precision = 1 / (spread * spread),
    };
    for (unsigned i = 0; i < fit->unknowns; i++)
        if (!is_free(fit, i))
            fit->at[i] = value_of(ratings, i)->elo * natural;
    find_top(fit);
    find_scatter(fit);
    find_spread(fit);
    take_values(fit, ratings);
    mem_free(fit);
    return true;
}
