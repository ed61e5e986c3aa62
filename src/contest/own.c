// SPDX-License-Identifier: GPL-3.0-or-later
#include "contest/own.h"

#include <string.h>

static const char computer[] = "computer:";

// "computer:medium"
static bool find_level(const char *who, unsigned *level)
{
    for (*level = 0; *level < LEVELS; ++*level)
        if (text_begins(who, computer) && text_same(who + strlen(computer), levels_name(*level)))
            return true;
    return false;
}

static void count_level(void *context, const struct store_sum *sum)
{
    struct own *own = context;
    unsigned level;
    if (!find_level(sum->against, &level))
        return;
    struct stats_score *score = sum->helped ? &own->level[level].helped : &own->level[level].alone;
    score->played += sum->played;
    score->won += sum->won;
}

static bool find_streaks(struct store *store, const char *player, struct own *own, struct text *why)
{
    bool good = true;
    for (unsigned i = 0; i < LEVELS && good; i++) {
        struct text who = TEXT_OF(STORE_WHO);
        text_add(&who, "%s%s", computer, levels_name(i));
        if (own->level[i].alone.played)
            good = store_streak(store, player, who.at, &own->level[i].streak, why);
    }
    return good;
}

struct rating {
    const char *player;
    struct own_rating *of;
};

static bool add_rated(void *context, const struct store_round *game)
{
    struct rating *rating = context;
    unsigned level, seat = text_same(rating->player, game->who[SEAT_1]) ? SEAT_1 : SEAT_2;
    if (find_level(game->who[opponent(seat)], &level))
        rating->of->last[rating->of->games++] =
            (struct levels_game){ level, game->standing.first == seat,
                                  game->standing.winner == seat };
    return rating->of->games < LEVELS_RATED;
}

// The last games under the rules that the levels are known for; the oldest comes first.
static bool find_rated(struct store *store, const char *player, struct own_rating *rating,
                       struct text *why)
{
    struct text rules = TEXT_OF(TEXT_MAX);
    const struct variant *variant = &rating->levels.variant;
    variant_print(variant, &rules);
    struct store_filter filter = { .player = player,
                                   .game = variant->game->slug,
                                   .rated = rules.at };
    if (!store_list(store, &filter, add_rated, &(struct rating){ player, rating }, why))
        return false;
    for (unsigned i = 0; i < rating->games / 2; i++) {
        struct levels_game *other = &rating->last[rating->games - 1 - i], game = *other;
        *other = rating->last[i];
        rating->last[i] = game;
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
    *own = (struct own){ 0 };
    for (unsigned i = 0; games[i]; i++) {
        bool known;
        assert(i < STATS_GAMES);
        if (!levels_read(games[i], level_lines, &own->rating[i].levels, &known, why))
            return false;
        if (!known)
            own->rating[i].levels.variant.game = NULL;
        else if (!find_rated(store, player, &own->rating[i], why))
            return false;
    }
    return store_sums(store, player, count_level, own, why) &&
           find_streaks(store, player, own, why) && rate(own, why);
}

bool own_is_empty(const struct own *own)
{
    for (unsigned i = 0; i < LEVELS; i++)
        if (own->level[i].alone.played || own->level[i].helped.played)
            return false;
    return true;
}
