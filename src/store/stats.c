// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/stats.h"

#include <stdio.h>
#include <string.h>

#include "core/vector.h"

struct collecting {
    const struct game *const *games;
    struct stats *stats;
};

static void count(struct stats_score *score, const struct store_sum *sum)
{
    score->played += sum->played;
    score->won += sum->won;
}

static void count_in(struct stats_tally *tally, const struct store_sum *sum)
{
    count(&tally->all, sum);
    count(&tally->seat[sum->seat], sum);
    count(&tally->role[!sum->first], sum);
    tally->moves += sum->moves;
}

static void collect(void *context, const struct store_sum *sum)
{
    struct collecting *collecting = context;
    unsigned index = 0;
    while (collecting->games[index] && strcmp(collecting->games[index]->slug, sum->game) != 0)
        index++;
    if (!collecting->games[index])
        return;
    count_in(&collecting->stats->total, sum);
    count_in(&collecting->stats->game[index], sum);
}

bool stats_collect(struct store *store, const struct game *const *games, const char *player,
                   struct stats *stats, struct text *why)
{
    struct collecting collecting = { .games = games, .stats = stats };
    *stats = (struct stats){ 0 };
    for (unsigned i = 0; games[i]; i++)
        assert(i < STATS_GAMES);
    return store_sums(store, player, collect, &collecting, why) &&
           (!player || store_streak(store, player, "", &stats->streak, why));
}

struct ranking {
    struct stats_ranking *of;
    size_t room;
    bool full; // no memory is left
};

static bool rank(void *context, const struct store_player *player)
{
    struct ranking *ranking = context;
    struct stats_ranking *of = ranking->of;
    if (!vector_grow(&of->all, &ranking->room, of->count, sizeof *of->all)) {
        ranking->full = true;
        return false;
    }
    struct stats_standing *standing = &of->all[of->count++];
    *standing = (struct stats_standing){ .score = { player->played, player->won } };
    snprintf(standing->name, sizeof standing->name, "%s", player->who);
    return true;
}

static bool take_name(void *context, const struct store_round *round)
{
    struct stats_standing *standing = context;
    unsigned seat = text_same(round->who[SEAT_1], standing->name) ? SEAT_1 : SEAT_2;
    snprintf(standing->name, sizeof standing->name, "%s", round->who[seat]);
    standing->named = true;
    return false;
}

// Gives each player the spelling of the name that was used last. Players without a readable round
// (it may be damaged) are left out.
static bool find_names(struct store *store, struct stats_ranking *ranking, struct text *why)
{
    unsigned kept = 0;
    bool good = true;
    for (unsigned i = 0; i < ranking->count && good; i++) {
        struct stats_standing *standing = &ranking->all[i];
        struct store_filter filter = { .player = standing->name };
        struct text twice = TEXT_OF(TEXT_MAX); // what is damaged is named once
        good = store_list(store, &filter, take_name, standing, why->length ? &twice : why);
        if (standing->named)
            ranking->all[kept++] = *standing;
    }
    ranking->count = kept;
    return good;
}

bool stats_rank(struct store *store, unsigned most, struct stats_ranking *ranking, struct text *why)
{
    struct ranking ranks = { .of = ranking };
    *ranking = (struct stats_ranking){ 0 };
    bool good = store_players(store, most, rank, &ranks, &ranking->players, why);
    if (ranks.full)
        text_add(why, "There is no memory left to count all players.");
    return good && !ranks.full && find_names(store, ranking, why);
}
