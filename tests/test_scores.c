// SPDX-License-Identifier: GPL-3.0-or-later
// Scores: what is counted of stored games is what was played.
#include <stdio.h>
#include <stdlib.h>

#include "core/memory.h"
#include "drive/stored.h"
#include "record/round.h"
#include "record_help.h"
#include "report/scores.h"
#include "support.h"

enum { GAMES = 45 };

static char directory[HELP_DIRECTORY], path[HELP_DIRECTORY + 16];
static struct store *store;

// One of Ann's games against the computer.
struct one {
    unsigned game, level, seat;
    bool won, helped, rated;
};

static struct one all[GAMES];

static void keep(const struct log *log, unsigned aided)
{
    struct text why = support_text();
    struct log_standing *rounds;
    struct log before = *log;
    unsigned count;
    bool stand = rounds_stand(log, NULL, &rounds, &count, &why);
    before.count--;
    if (stand)
        rounds->aided = (uint8_t)aided; // the random player's undos are no help here
    if (!stand || !stored_keep(store, &before, 0, &log->events[before.count], rounds, count, &why))
        fail_msg("%s", why.at);
    mem_free(rounds);
}

// Every game comes with every level, in both seats; some had help, some have other rules.
static void play_one(unsigned i, unsigned kinds)
{
    struct log record;
    struct match match;
    struct one *one = &all[i];
    *one = (struct one){ .game = i % kinds, .level = i % LEVELS, .helped = i / kinds % 7 == 3 };
    one->seat = i % 3 ? SEAT_1 : SEAT_2;
    bool usual = i % 4 != 1;
    const char *rules = !usual ? "book" : one->game == 0 ? "book" : "fair";
    help_play(&record, &match, games[one->game], rules, MOVES_MAX, 1000 + i);
    struct log_header *header = &record.header;
    header->created += i; // they are counted in this order
    snprintf(header->name[one->seat], LOG_NAME, i % 2 ? "Ann" : "ANN");
    snprintf(header->name[opponent(one->seat)], LOG_NAME, "Bot");
    snprintf(header->player[opponent(one->seat)], LOG_PLAYER, "%s", levels_name(one->level));
    one->won = record.events[0].winner == one->seat;
    keep(&record, one->helped ? seat_bit(one->seat) : 0);
    log_clear(&record);
}

static int play_all(void **state)
{
    struct text why = support_text();
    unsigned kinds = 0;
    (void)state;
    help_make_directory(directory);
    snprintf(path, sizeof path, "%s/games.db", directory);
    store = store_open(path, STORE_WRITE, &why);
    while (games[kinds])
        kinds++;
    for (unsigned i = 0; i < GAMES; i++)
        play_one(i, kinds);
    return store ? 0 : -1;
}

static int clear_away(void **state)
{
    (void)state;
    store_close(store);
    help_remove_directory(directory);
    return 0;
}

static struct own own;

static void one_s_own_score_is_what_was_played(void **state)
{
    (void)state;
    struct text why = support_text();
    struct own_level expected[LEVELS] = { 0 };
    assert_true(own_collect(store, games, "ann", &own, &why));
    for (unsigned i = 0; i < GAMES; i++) {
        struct own_level *level = &expected[all[i].level];
        struct stats_score *score = all[i].helped ? &level->helped : &level->alone;
        score->played++;
        score->won += all[i].won;
        if (all[i].helped)
            continue;
        struct store_streak *streak = &level->streak;
        streak->won = all[i].won ? streak->won + 1 : 0;
        streak->lost = all[i].won ? 0 : streak->lost + 1;
        if (streak->won > streak->longest)
            streak->longest = streak->won;
    }
    for (unsigned i = 0; i < LEVELS; i++)
        assert_memory_equal(&own.level[i], &expected[i], sizeof expected[i]);
    assert_false(own_is_empty(&own));
    assert_true(own_collect(store, games, "Bob", &own, &why));
    assert_true(own_is_empty(&own));
    assert_true(own_collect(store, games, "computer:easy", &own, &why));
    assert_true(own_is_empty(&own)); // a computer is no person
}

// Only games alone, under the rules that the levels are known for, count for a rating.
static void a_rating_comes_from_games_alone_under_known_rules(void **state)
{
    (void)state;
    struct text why = support_text();
    assert_true(own_collect(store, games, "Ann", &own, &why));
    for (unsigned place = 0; games[place]; place++) {
        unsigned count = 0;
        if (!own.rating[place].levels.variant.game)
            continue; // its levels are not known
        for (unsigned i = 0; i < GAMES; i++) {
            bool usual = i % 4 != 1 || place == 0;
            count += all[i].game == place && !all[i].helped && usual;
        }
        assert_int_equal(own.rating[place].games, count);
        const struct ratings_value *value = &own.rating[place].value;
        assert_true(value->lo < value->elo && value->elo < value->hi);
        struct text out = support_text();
        scores_print_rating(&(struct ratings_value){ 45.4, -120.2, 209.6 }, &out);
        assert_string_equal(out.at, "+45 (-120 to +210)");
    }
}

// Only the last so many games count.
static void old_games_are_forgotten(void **state)
{
    (void)state;
    static struct own many;
    struct text why = support_text();
    for (unsigned i = 0; i < LEVELS_RATED; i++) {
        struct log record;
        struct match match;
        help_play(&record, &match, &game_blockade, "fair", MOVES_MAX, i);
        record.header.created += i;
        snprintf(record.header.name[SEAT_1], LOG_NAME, "Zoe");
        snprintf(record.header.player[SEAT_2], LOG_PLAYER, "easy");
        keep(&record, 0);
        log_clear(&record);
    }
    unsigned place = 0;
    while (games[place] != &game_blockade)
        place++;
    assert_true(own_collect(store, games, "Zoe", &many, &why));
    assert_int_equal(many.rating[place].games, LEVELS_RATED);
    struct levels_game second = many.rating[place].last[1];
    struct log record;
    struct match match;
    help_play(&record, &match, &game_blockade, "fair", MOVES_MAX, 99);
    record.header.created += LEVELS_RATED;
    snprintf(record.header.name[SEAT_1], LOG_NAME, "Zoe");
    snprintf(record.header.player[SEAT_2], LOG_PLAYER, "easy");
    keep(&record, 0);
    assert_true(own_collect(store, games, "Zoe", &many, &why));
    assert_int_equal(many.rating[place].games, LEVELS_RATED);
    assert_memory_equal(&many.rating[place].last[0], &second, sizeof second);
    assert_int_equal(many.rating[place].last[LEVELS_RATED - 1].won,
                     record.events[0].winner == SEAT_1);
    log_clear(&record);
}

// To be freed.
static char *printed(unsigned width, const char *player)
{
    char *bytes = NULL;
    size_t length;
    struct text why = support_text();
    static struct stats stats;
    FILE *out = open_memstream(&bytes, &length);
    assert_true(stats_collect(store, games, player, &stats, &why));
    if (player) {
        assert_true(own_collect(store, games, player, &own, &why));
        scores_print_player(out, width, player, &stats, &own);
    } else {
        struct stats_ranking ranking;
        assert_true(stats_rank(store, SCORES_SHOWN, &ranking, &why));
        scores_print_everybody(out, width, &stats, &ranking);
        mem_free(ranking.all);
    }
    fclose(out);
    return bytes;
}

static void a_player_s_page_says_how_it_went(void **state)
{
    (void)state;
    unsigned won = 0;
    char first[80];
    for (unsigned i = 0; i < GAMES; i++)
        won += all[i].won;
    snprintf(first, sizeof first, "Ann: %d finished games, %u won, %u lost.\n", GAMES, won,
             GAMES - won);
    static const unsigned widths[] = { 30, 59, 80, 132 };
    for (unsigned i = 0; i < sizeof widths / sizeof *widths; i++) {
        char *page = printed(widths[i], "Ann");
        assert_true(text_begins(page, first));
        assert_non_null(strstr(page, "AGAINST THE COMPUTER"));
        assert_non_null(strstr(page, ", with help"));
        assert_non_null(strstr(page, "RATING, with its 95 % interval"));
        assert_non_null(strstr(page, "BY GAME"));
        assert_non_null(strstr(page, "BY SEAT"));
        assert_int_equal(strchr(page, '#') != NULL, widths[i] > 59);
        free(page);
    }
    char *page = printed(80, "Bob");
    assert_true(text_begins(page, "Bob: 0 finished games, 0 won, 0 lost.\n"));
    assert_null(strstr(page, "AGAINST THE COMPUTER"));
    free(page);
}

// The first twenty by name, the others by number; names alike but for case are one.
static void everybody_is_listed_or_counted(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 30; i++) {
        struct log record;
        struct match match;
        help_play(&record, &match, &game_blockade, "", MOVES_MAX, i);
        snprintf(record.header.name[SEAT_1], LOG_NAME, "Somebody with a long name %u", i);
        snprintf(record.header.player[SEAT_2], LOG_PLAYER,
                 "program:./a-program-with-a-name-that-is-longer-than-any-person-s-%u", i % 2);
        keep(&record, 0);
        log_clear(&record);
    }
    struct stats_ranking ranking;
    struct text why = support_text(), more = support_text();
    assert_true(stats_rank(store, UINT32_MAX, &ranking, &why));
    unsigned ann = 0;
    for (unsigned i = 0; i < ranking.count; i++) {
        ann += text_same(ranking.all[i].name, "Ann");
        assert_true(i == 0 || ranking.all[i].score.played <= ranking.all[i - 1].score.played);
    }
    assert_int_equal(ann, 1);
    mem_free(ranking.all);
    assert_int_equal(ranking.count, ranking.players);
    text_add(&more, "  and %u more\n", ranking.players - 20);
    for (unsigned width = 30; width < 120; width += 30) {
        char *page = printed(width, NULL);
        assert_non_null(strstr(page, more.at));
        free(page);
    }
}

// In the torture build each allocation fails in turn; elsewhere none does.
static void short_of_memory_it_is_said(void **state)
{
    (void)state;
    bool good = false;
    for (long allocations = 0; !good; allocations++) {
        struct stats_ranking ranking;
        struct text why = support_text();
        mem_fail_after(allocations);
        good = stats_rank(store, UINT32_MAX, &ranking, &why);
        mem_fail_after(-1);
        assert_int_equal(good, why.length == 0);
        mem_free(ranking.all);
    }
    struct text why = support_text();
    mem_fail_after(0);
    bool rated = own_collect(store, games, "Ann", &own, &why);
    mem_fail_after(-1);
    assert_int_equal(rated, why.length == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_s_own_score_is_what_was_played),
        cmocka_unit_test(a_rating_comes_from_games_alone_under_known_rules),
        cmocka_unit_test(a_player_s_page_says_how_it_went),
        cmocka_unit_test(old_games_are_forgotten),
        cmocka_unit_test(everybody_is_listed_or_counted),
        cmocka_unit_test(short_of_memory_it_is_said),
    };
    return cmocka_run_group_tests(tests, play_all, clear_away);
}
