// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/stats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

struct collecting {
    const struct game *const *games;
    const char *player;
    struct stats *stats;
};

static void count(struct stats_score *score, bool won)
{
    score->played++;
    score->won += won;
}

static void count_in(struct stats_tally *tally, const struct store_summary *game, unsigned seat)
{
    bool won = game->winner == seat;
    count(&tally->all, won);
    count(&tally->seat[seat], won);
    count(&tally->role[game->first != seat], won);
    tally->moves += game->moves;
}

static void count_streak(struct stats *stats, bool won)
{
    stats->won_in_a_row = won ? stats->won_in_a_row + 1 : 0;
    stats->lost_in_a_row = won ? 0 : stats->lost_in_a_row + 1;
    if (stats->won_in_a_row > stats->longest)
        stats->longest = stats->won_in_a_row;
}

static bool collect(void *whom, const struct store_summary *game)
{
    struct collecting *collecting = whom;
    struct stats *stats = collecting->stats;
    unsigned place = 0;
    while (collecting->games[place] && strcmp(collecting->games[place]->slug, game->game) != 0)
        place++;
    if (!collecting->games[place])
        return true;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        if (collecting->player && !text_same(collecting->player, game->name[seat]))
            continue;
        count_in(&stats->total, game, seat);
        count_in(&stats->game[place], game, seat);
        count_streak(stats, game->winner == seat);
    }
    return true;
}

bool stats_collect(struct store *store, const struct game *const *games, const char *player,
                   struct stats *stats, struct text *why)
{
    struct store_filter filter = { .player = player, .finished = true, .oldest_first = true };
    struct collecting collecting = { .games = games, .player = player, .stats = stats };
    *stats = (struct stats){ 0 };
    for (unsigned i = 0; games[i]; i++)
        assert(i < STATS_GAMES);
    return store_list(store, &filter, collect, &collecting, why);
}

// A table by name, case aside, with open addressing, so that many names cost no
// more each.
struct ranking {
    struct stats_standing *standings;
    unsigned count, room;
    bool full; // no memory is left
};

static unsigned place_of(const struct stats_standing *standings, unsigned room, const char *name)
{
    uint32_t hash = 2166136261u;
    for (const char *at = name; *at; at++)
        hash = (hash ^ (*at & 0x5f)) * 16777619u; // the same for both cases of a letter
    unsigned place = hash & (room - 1);
    while (standings[place].score.played && !text_same(standings[place].name, name))
        place = (place + 1) & (room - 1);
    return place;
}

static bool enlarge(struct ranking *ranking)
{
    unsigned room = ranking->room ? 2 * ranking->room : 64;
    struct stats_standing *larger = mem_new(room * sizeof *larger);
    if (!larger)
        return false;
    memset(larger, 0, room * sizeof *larger);
    for (unsigned i = 0; i < ranking->room; i++)
        if (ranking->standings[i].score.played)
            larger[place_of(larger, room, ranking->standings[i].name)] = ranking->standings[i];
    mem_free(ranking->standings);
    ranking->standings = larger;
    ranking->room = room;
    return true;
}

static bool rank(void *whom, const struct store_summary *game)
{
    struct ranking *ranking = whom;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        char name[RECORD_TEXT];
        snprintf(name, sizeof name, "%s", game->name[seat]);
        if (2 * ranking->count >= ranking->room && !enlarge(ranking)) {
            ranking->full = true;
            return false;
        }
        struct stats_standing *standing =
            &ranking->standings[place_of(ranking->standings, ranking->room, name)];
        if (!standing->score.played) {
            strcpy(standing->name, name);
            ranking->count++;
        }
        count(&standing->score, game->winner == seat);
    }
    return true;
}

static int compare(const void *a, const void *b)
{
    const struct stats_standing *one = a, *two = b;
    if (one->score.played != two->score.played)
        return one->score.played < two->score.played ? 1 : -1;
    if (one->score.won != two->score.won)
        return one->score.won < two->score.won ? 1 : -1;
    return strcmp(one->name, two->name);
}

// Those who have not played come last.
bool stats_standings(struct store *store, struct stats_standing **standings, unsigned *players,
                     struct text *why)
{
    struct ranking ranking = { 0 };
    struct store_filter filter = { .finished = true };
    bool good = store_list(store, &filter, rank, &ranking, why);
    if (ranking.full)
        text_add(why, "There is no memory left to count all players.");
    if (ranking.count)
        qsort(ranking.standings, ranking.room, sizeof *ranking.standings, compare);
    *standings = ranking.standings;
    *players = ranking.count;
    return good && !ranking.full;
}
