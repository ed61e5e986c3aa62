// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/ratings.h"

#include <math.h>

#include "core/memory.h"
#include "lib/lib.h"

static cw_rating public_rating(const struct ratings_value *value)
{
    return (cw_rating){ .elo = value->elo, .lo = value->lo, .hi = value->hi };
}

static bool is_game(const cw_rating_game *game, size_t players, size_t fields)
{
    return game->first < players && game->second < players && game->first != game->second &&
           game->field < fields && isfinite(game->score);
}

// In the library's own order: the members of a public struct may be others one day.
static struct ratings_game *take_games(const cw_rating_game *games, size_t count, size_t players,
                                       size_t fields, char **error)
{
    struct ratings_game *own = lib_new((count + !count) * sizeof *own, error);
    for (size_t i = 0; own && i < count; i++) {
        if (!is_game(&games[i], players, fields)) {
            mem_free(own);
            return lib_fail(error,
                            "Game %zu is none: two different players below %zu, a field below %zu "
                            "and a score.",
                            i, players, fields);
        }
        own[i] = (struct ratings_game){ games[i].first, games[i].second, games[i].field,
                                        games[i].group, games[i].score };
    }
    return own;
}

bool cw_ratings_fit(const cw_rating_game *games, size_t count, size_t players, size_t fields,
                    cw_rating *ratings, cw_rating *advantages, char **error)
{
    struct text why = TEXT_OF(TEXT_MAX);
    if (players < 1 || players > RATINGS_PLAYERS || fields < 1 || fields > RATINGS_FIELDS) {
        lib_fail(error, "There can be 1 to %d players and 1 to %d fields.", RATINGS_PLAYERS,
                 RATINGS_FIELDS);
        return false;
    }
    struct ratings_game *own = take_games(games, count, players, fields, error);
    struct ratings *fitted = own ? lib_new(sizeof *fitted, error) : NULL;
    bool good = false;
    if (fitted) {
        fitted->players = (unsigned)players;
        fitted->fields = (unsigned)fields;
        good = ratings_fit(fitted, own, (unsigned)count, &why);
        if (!good)
            lib_fail(error, "%s", why.at);
    }
    for (size_t i = 0; good && i < players; i++)
        ratings[i] = public_rating(&fitted->player[i]);
    for (size_t i = 0; good && advantages && i < fields; i++)
        advantages[i] = public_rating(&fitted->advantage[i]);
    mem_free(fitted);
    mem_free(own);
    return good;
}

double cw_ratings_score(double difference)
{
    return ratings_score(difference);
}
