// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/own.h"

#include <math.h>
#include <string.h>

struct collecting {
    const struct game *const *games;
    const char *player;
    struct own *own;
};

// "computer:medium"
static bool find_level(const char *who, unsigned *level)
{
    static const char prefix[] = "computer:";
    for (*level = 0; *level < LEVELS; ++*level)
        if (text_begins(who, prefix) && text_same(who + strlen(prefix), levels_name(*level)))
            return true;
    return false;
}

static void count_level(struct own_level *level, bool won, bool helped)
{
    struct stats_score *score = helped ? &level->helped : &level->alone;
    score->played++;
    score->won += won;
    if (helped)
        return;
    level->won_in_a_row = won ? level->won_in_a_row + 1 : 0;
    level->lost_in_a_row = won ? 0 : level->lost_in_a_row + 1;
    if (level->won_in_a_row > level->longest)
        level->longest = level->won_in_a_row;
}

static void count_rated(struct own_rating *rating, const struct levels_game *game)
{
    if (rating->games == LEVELS_RATED)
        memmove(rating->last, rating->last + 1, (LEVELS_RATED - 1) * sizeof *rating->last);
    else
        rating->games++;
    rating->last[rating->games - 1] = *game;
}

static bool under_rules(const struct own_rating *rating, const char *rules)
{
    struct variant variant;
    struct text why = TEXT_OF(TEXT_MAX);
    return rating->levels.variant.game &&
           variant_parse(rating->levels.variant.game, rules, &variant, &why) &&
           variant_equal(&variant, &rating->levels.variant);
}

static bool collect(void *context, const struct store_round *game)
{
    struct collecting *collecting = context;
    unsigned index = 0, level;
    while (collecting->games[index] && strcmp(collecting->games[index]->slug, game->game) != 0)
        index++;
    for (unsigned seat = SEAT_1; seat <= SEAT_2 && collecting->games[index]; seat++) {
        bool won = game->standing.winner == seat, helped = game->standing.aided & seat_bit(seat);
        if (!text_same(collecting->player, game->who[seat]) ||
            strcmp(game->player[seat], "human") != 0 ||
            !find_level(game->who[opponent(seat)], &level))
            continue;
        struct own_rating *rating = &collecting->own->rating[index];
        count_level(&collecting->own->level[level], won, helped);
        if (!helped && under_rules(rating, game->rules))
            count_rated(rating, &(struct levels_game){ level, game->standing.first == seat, won });
    }
    return true;
}

static bool rate(struct own *own, struct text *why)
{
    for (unsigned i = 0; i < STATS_GAMES; i++) {
        struct own_rating *rating = &own->rating[i];
        if (rating->games &&
            !levels_rate(&rating->levels, rating->last, rating->games, &rating->value, why))
            return false;
    }
    return true;
}

bool own_collect(struct store *store, const struct game *const *games, const char *player,
                 struct own *own, struct text *why)
{
    struct store_filter filter = { .player = player, .finished = true, .oldest_first = true };
    struct collecting collecting = { .games = games, .player = player, .own = own };
    *own = (struct own){ 0 };
    for (unsigned i = 0; games[i]; i++) {
        bool known;
        assert(i < STATS_GAMES);
        if (!levels_read(games[i], level_lines, &own->rating[i].levels, &known, why))
            return false;
        if (!known)
            own->rating[i].levels.variant.game = NULL;
    }
    return store_list(store, &filter, collect, &collecting, why) && rate(own, why);
}

bool own_is_empty(const struct own *own)
{
    for (unsigned i = 0; i < LEVELS; i++)
        if (own->level[i].alone.played || own->level[i].helped.played)
            return false;
    return true;
}

void own_print_rating(const struct ratings_value *value, struct text *out)
{
    text_add(out, "%+ld (%+ld to %+ld)", lround(value->elo), lround(value->lo), lround(value->hi));
}
