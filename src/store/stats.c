// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/stats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/map.h"
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

static void count_in(struct stats_tally *tally, const struct store_round *game, unsigned seat)
{
    bool won = game->standing.winner == seat;
    count(&tally->all, won);
    count(&tally->seat[seat], won);
    count(&tally->role[game->standing.first != seat], won);
    tally->moves += game->standing.moves;
}

static void count_streak(struct stats *stats, bool won)
{
    stats->won_in_a_row = won ? stats->won_in_a_row + 1 : 0;
    stats->lost_in_a_row = won ? 0 : stats->lost_in_a_row + 1;
    if (stats->won_in_a_row > stats->longest)
        stats->longest = stats->won_in_a_row;
}

static bool collect(void *context, const struct store_round *game)
{
    struct collecting *collecting = context;
    struct stats *stats = collecting->stats;
    unsigned index = 0;
    while (collecting->games[index] && strcmp(collecting->games[index]->slug, game->game) != 0)
        index++;
    if (!collecting->games[index])
        return true;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        if (collecting->player && !text_same(collecting->player, game->who[seat]))
            continue;
        count_in(&stats->total, game, seat);
        count_in(&stats->game[index], game, seat);
        count_streak(stats, game->standing.winner == seat);
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

enum { NAME_WORDS = MAP_WORDS(char[1 + STATS_WHO]) };

// Everybody by name, case aside.
struct ranking {
    struct map standings;
    bool full; // no memory is left
};

// A name's key: a mark, for a damaged database may have empty names; then the name in
// small letters.
static void fold(const char *name, char *key)
{
    memset(key, 0, NAME_WORDS * sizeof(uint64_t));
    *key++ = '=';
    for (unsigned i = 0; name[i] && i < STATS_WHO - 1; i++)
        key[i] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] - 'A' + 'a' : name[i]);
}

// Cut between characters.
static void copy_who(const char *from, char who[STATS_WHO])
{
    size_t length = strlen(from);
    if (length >= STATS_WHO)
        for (length = STATS_WHO - 1; length > 0 && (from[length] & 0xc0) == 0x80;)
            length--;
    memcpy(who, from, length);
    who[length] = '\0';
}

static bool rank(void *context, const struct store_round *game)
{
    struct ranking *ranking = context;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        char key[NAME_WORDS * sizeof(uint64_t)];
        char who[STATS_WHO];
        copy_who(game->who[seat], who);
        fold(who, key);
        struct stats_standing *standing = map_add(&ranking->standings, key, 0);
        if (!standing) {
            ranking->full = true;
            return false;
        }
        if (!standing->score.played)
            snprintf(standing->name, sizeof standing->name, "%s", who);
        count(&standing->score, game->standing.winner == seat);
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

static struct stats_standing *list(const struct map *standings)
{
    struct stats_standing *all = mem_new(standings->used * sizeof *all);
    size_t next = 0;
    for (unsigned i = 0; all && i < standings->used; i++)
        all[i] = *(struct stats_standing *)map_find(standings, map_next(standings, &next));
    if (all)
        qsort(all, standings->used, sizeof *all, compare);
    return all;
}

bool stats_standings(struct store *store, struct stats_standing **standings, unsigned *players,
                     struct text *why)
{
    struct ranking ranking = { .standings = map_of(NAME_WORDS, MAP_WORDS(struct stats_standing)) };
    struct store_filter filter = { .finished = true };
    bool good = store_list(store, &filter, rank, &ranking, why);
    *standings = list(&ranking.standings);
    *players = *standings ? (unsigned)ranking.standings.used : 0;
    map_free(&ranking.standings);
    if (!ranking.full && *standings)
        return good;
    text_add(why, "There is no memory left to count all players.");
    return false;
}
