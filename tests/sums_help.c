// SPDX-License-Identifier: GPL-3.0-or-later
#include "sums_help.h"

#include <stdio.h>
#include <string.h>

#include "core/memory.h"
#include "core/vector.h"
#include "support.h"

struct scanned {
    char who[STORE_WHO], game[LOG_NAME], against[STORE_WHO];
    unsigned seat;
    bool first, helped, won;
    unsigned moves;
};

struct scan {
    struct scanned *all;
    size_t count, room;
    const char *who; // NULL: everybody
    unsigned found;
};

static void fold(const char *from, char to[STORE_WHO])
{
    size_t i = 0;
    for (; from[i] && i < STORE_WHO - 1; i++)
        to[i] = (char)(from[i] >= 'A' && from[i] <= 'Z' ? from[i] - 'A' + 'a' : from[i]);
    to[i] = '\0';
}

static bool scan_round(void *context, const struct store_round *round)
{
    struct scan *scan = context;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        assert_true(vector_grow(&scan->all, &scan->room, scan->count, sizeof *scan->all));
        struct scanned *one = &scan->all[scan->count++];
        bool against = strcmp(round->player[seat], "human") == 0 &&
                       text_begins(round->who[opponent(seat)], "computer:");
        *one = (struct scanned){ .seat = seat,
                                 .first = round->standing.first == seat,
                                 .helped = against && round->standing.aided & seat_bit(seat),
                                 .won = round->standing.winner == seat,
                                 .moves = round->standing.moves };
        fold(round->who[seat], one->who);
        fold(against ? round->who[opponent(seat)] : "", one->against);
        snprintf(one->game, sizeof one->game, "%s", round->game);
    }
    return true;
}

static void compare_sum(void *context, const struct store_sum *sum)
{
    struct scan *scan = context;
    unsigned played = 0, won = 0;
    uint64_t moves = 0;
    for (size_t i = 0; i < scan->count; i++) {
        const struct scanned *one = &scan->all[i];
        if ((scan->who && (strcmp(scan->who, one->who) != 0 || one->helped != sum->helped ||
                           strcmp(one->against, sum->against) != 0)) ||
            strcmp(one->game, sum->game) != 0 || one->seat != sum->seat || one->first != sum->first)
            continue;
        played++;
        won += one->won;
        moves += one->moves;
    }
    assert_true(played > 0);
    assert_int_equal(sum->played, played);
    assert_int_equal(sum->won, won);
    assert_int_equal(sum->moves, moves);
    scan->found += played;
}

static void check_streak(struct store *store, const struct scan *scan, const char *who,
                         const char *against)
{
    struct store_streak expected = { 0 }, found;
    struct text why = TEXT_OF(TEXT_MAX);
    for (size_t i = 0; i < scan->count; i++) {
        const struct scanned *one = &scan->all[i];
        if (strcmp(who, one->who) != 0 ||
            (*against && (one->helped || strcmp(one->against, against) != 0)))
            continue;
        expected.won = one->won ? expected.won + 1 : 0;
        expected.lost = one->won ? 0 : expected.lost + 1;
        if (expected.won > expected.longest)
            expected.longest = expected.won;
    }
    assert_true(store_streak(store, who, against, &found, &why));
    assert_int_equal(found.won, expected.won);
    assert_int_equal(found.lost, expected.lost);
    assert_int_equal(found.longest, expected.longest);
}

static void check_sums_of(struct store *store, struct scan *scan, const char *who)
{
    struct text why = TEXT_OF(TEXT_MAX);
    unsigned expected = 0;
    for (size_t i = 0; i < scan->count; i++)
        expected += !who || strcmp(scan->all[i].who, who) == 0;
    scan->who = who;
    scan->found = 0;
    assert_true(store_sums(store, who, compare_sum, scan, &why));
    assert_int_equal(scan->found, expected);
}

struct ranks {
    const struct scan *scan;
    unsigned count, last, all;
};

static bool compare_player(void *context, const struct store_player *player)
{
    struct ranks *ranks = context;
    unsigned played = 0, won = 0;
    for (size_t i = 0; i < ranks->scan->count; i++) {
        bool same = strcmp(ranks->scan->all[i].who, player->who) == 0;
        played += same;
        won += same && ranks->scan->all[i].won;
    }
    assert_int_equal(player->played, played);
    assert_int_equal(player->won, won);
    assert_true(ranks->count == 0 || played <= ranks->last);
    ranks->last = played;
    ranks->all += played;
    ranks->count++;
    return true;
}

void sums_check(struct store *store)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct store_filter filter = { .finished = true, .oldest_first = true };
    struct scan scan = { 0 };
    struct ranks ranks = { .scan = &scan };
    unsigned players;
    assert_true(store_list(store, &filter, scan_round, &scan, &why));
    check_sums_of(store, &scan, NULL);
    for (size_t i = 0; i < scan.count; i++) {
        check_sums_of(store, &scan, scan.all[i].who);
        check_streak(store, &scan, scan.all[i].who, "");
        check_streak(store, &scan, scan.all[i].who, scan.all[i].against);
    }
    assert_true(store_players(store, UINT32_MAX, compare_player, &ranks, &players, &why));
    assert_int_equal(ranks.all, scan.count);
    assert_int_equal(players, ranks.count);
    mem_free(scan.all);
}
