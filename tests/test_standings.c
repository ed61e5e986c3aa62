// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules and standings: who meets whom, and what it adds up to.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "contest/schedule.h"
#include "contest/standings.h"
#include "report/standings.h"
#include "support.h"

static struct schedule schedule_of(const char *players, bool gauntlet, unsigned pairs)
{
    struct schedule schedule = { .gauntlet = gauntlet, .pairs = pairs, .seed = 7 };
    struct text why = support_text();
    if (!schedule_add_players(&schedule, players, &why))
        fail_msg("%s", why.at);
    schedule.field[schedule.fields++] = variant_book(&game_minefield);
    schedule.field[schedule.fields++] = variant_book(&game_blockade);
    return schedule;
}

static void players_are_read(void **state)
{
    (void)state;
    struct schedule schedule = schedule_of("easy,program:./a b\\,c,easy", false, 1);
    char label[SCHEDULE_LABEL];
    assert_int_equal(schedule.players, 3);
    assert_string_equal(schedule.player[1], "program:./a b,c");
    schedule_label(&schedule, 1, label);
    assert_string_equal(label, "./a b,c");
    schedule_label(&schedule, 2, label);
    assert_string_equal(label, "easy (2)");
    const char *const bad[] = { "", "easy,", ",easy", "a,,b" };
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct text why = support_text();
        assert_false(schedule_add_players(&(struct schedule){ 0 }, bad[i], &why));
        assert_non_null(strstr(why.at, bad[i]));
    }
    char much[400];
    memset(much, 'x', sizeof much);
    much[sizeof much - 1] = '\0';
    struct text why = support_text();
    assert_false(schedule_add_players(&(struct schedule){ 0 }, much, &why));
    assert_non_null(strstr(why.at, "too long"));
}

// Everybody meets everybody as often in every field, nobody meets themselves, and every
// pair has a deal and keys of its own.
static void check_round_robin(const struct schedule *schedule, unsigned meetings)
{
    unsigned count[RATINGS_PLAYERS][RATINGS_PLAYERS][2] = { 0 };
    uint64_t deals[512];
    unsigned all = schedule_count(schedule);
    assert_int_equal(all, meetings * 2 * schedule->pairs);
    for (unsigned i = 0; i < all; i++) {
        struct schedule_pair pair = schedule_pair(schedule, i);
        assert_true(pair.player[0] < pair.player[1] && pair.player[1] < schedule->players);
        count[pair.player[0]][pair.player[1]][pair.field]++;
        assert_true(pair.deal != pair.key[0] && pair.key[0] != pair.key[1]);
        deals[i] = pair.deal;
        for (unsigned k = 0; k < i; k++)
            assert_true(deals[k] != deals[i]);
        // Half of a tournament is an even one.
        assert_int_equal(count[pair.player[0]][pair.player[1]][pair.field], i / (2 * meetings) + 1);
    }
}

static void everybody_meets_everybody(void **state)
{
    (void)state;
    struct schedule robin = schedule_of("a,b,c,d,e", false, 20);
    check_round_robin(&robin, 10);
    struct schedule gauntlet = schedule_of("a,b,c,d,e", true, 20);
    check_round_robin(&gauntlet, 4);
    for (unsigned i = 0; i < schedule_count(&gauntlet); i++)
        assert_int_equal(schedule_pair(&gauntlet, i).player[0], 0);
}

// A longer tournament only goes on with a shorter one; another seed is another one.
static void more_pairs_come_at_the_end(void **state)
{
    (void)state;
    struct schedule few = schedule_of("a,b,c", false, 3), many = few, other = few;
    many.pairs = 50;
    other.seed = 8;
    for (unsigned i = 0; i < schedule_count(&few); i++) {
        struct schedule_pair one = schedule_pair(&few, i), two = schedule_pair(&many, i);
        assert_memory_equal(&one, &two, sizeof one);
        assert_true(schedule_pair(&other, i).deal != one.deal);
    }
}

static struct standings_pair pair_of(bool first, bool second)
{
    struct standings_pair pair = { .played = true };
    pair.game[0] = (struct standings_game){ .won = first, .score = first, .adjusted = true };
    pair.game[1] = (struct standings_game){ .won = second, .score = second, .adjusted = true };
    return pair;
}

static void sums_are_right(void **state)
{
    (void)state;
    static struct standings standings;
    static struct standings_pair pairs[12];
    struct schedule schedule = schedule_of("a,b,c", false, 2);
    struct text why = support_text();
    unsigned order[RATINGS_PLAYERS];
    assert_int_equal(schedule_count(&schedule), 12);
    for (unsigned i = 0; i < 12; i++) { // b beats all, a beats c except for half of a pair
        struct schedule_pair pair = schedule_pair(&schedule, i);
        bool b_second = pair.player[1] == 1;
        pairs[i] = b_second ? pair_of(false, false) : pair_of(true, i != 1);
        pairs[i].game[0].loss[0] = 0.5;
        pairs[i].game[0].decisions[0] = 2;
    }
    pairs[0].game[1].end = LOG_END_FORFEITED;
    pairs[0].game[1].cause = 3;
    pairs[11] = (struct standings_pair){ 0 };
    assert_true(standings_make(&standings, &schedule, pairs, &why));
    assert_int_equal(standings.pairs, 11);
    assert_int_equal(standings.player[1].won, standings.player[1].games);
    assert_int_equal(standings.cross[0][1].won, 0);
    assert_int_equal(standings.cross[1][0].won, standings.cross[1][0].games);
    assert_int_equal(standings.cross[0][2].won + standings.cross[2][0].won,
                     standings.cross[0][2].games);
    assert_int_equal(standings.cross[2][0].won, 1);
    assert_int_equal(standings.player[0].forfeits[3], 1);
    assert_true(fabs(standings.player[0].loss - 0.25) < 1e-12);
    assert_true(fabs(standings.player[1].raw.mean - 1) < 1e-12);
    assert_true(standings.player[1].raw.error == 0 && standings.player[0].raw.error > 0);
    standings_order(&standings, order);
    assert_int_equal(order[0], 1);
    assert_int_equal(order[1], 0);
    assert_int_equal(order[2], 2);
}

static void nothing_played_is_nothing_known(void **state)
{
    (void)state;
    static struct standings standings;
    static struct standings_pair pairs[12];
    struct schedule schedule = schedule_of("a,b,c", false, 2);
    struct text why = support_text();
    memset(pairs, 0, sizeof pairs);
    assert_true(standings_make(&standings, &schedule, pairs, &why));
    assert_int_equal(standings.player[0].games, 0);
    assert_true(standings.ratings.player[0].elo == 0);
    assert_true(isnan(standings.ratings.player[0].lo));
}

// Pairs that are alike count once, whoever else has played the same: ratings, scores and
// errors are as if they had been played once; what they give is an interval with eight.
static void pairs_that_are_alike_count_once(void **state)
{
    (void)state;
    static struct standings once, often;
    static struct standings_pair few[16], many[160];
    struct schedule schedule = schedule_of("a,b", false, 8);
    struct text why = support_text();
    for (unsigned i = 0; i < 16; i++) {
        few[i] = pair_of(i % 3 == 0, i % 5 == 0);
        few[i].game[0].hash = 100 + i / 2; // the two fields have the same moves
        few[i].game[1].hash = 200 + i / 2;
    }
    for (unsigned i = 0; i < 160; i++)
        many[i] = few[i % 16];
    assert_true(standings_make(&once, &schedule, few, &why));
    schedule.pairs = 80;
    assert_true(standings_make(&often, &schedule, many, &why));
    assert_int_equal(often.different, 32);
    assert_int_equal(often.cross[0][1].pairs, 16);
    assert_int_equal(often.player[0].games, 320);
    assert_true(once.ratings.player[0].lo < once.ratings.player[0].hi);
    assert_true(once.ratings.player[0].lo == often.ratings.player[0].lo);
    assert_true(once.ratings.player[1].elo == often.ratings.player[1].elo);
    assert_true(once.player[0].raw.error == often.player[0].raw.error);
    for (unsigned i = 0; i < 160; i++) { // seven are too few
        many[i] = few[i % 14];
        many[i].game[0].hash = 1 + i / 2 % 7;
        many[i].played = i % 2 == 0;
        many[i].game[1].hash = 9;
    }
    assert_true(standings_make(&often, &schedule, many, &why));
    assert_int_equal(often.cross[0][1].pairs, 7);
    assert_true(isnan(often.ratings.player[0].lo) && isnan(often.ratings.advantage[0].hi));
}

static void a_rating_of_nothing_has_no_minus(void **state)
{
    (void)state;
    static struct standings standings;
    static struct standings_pair pairs[12];
    struct schedule schedule = schedule_of("a,b,c", false, 2);
    struct text why = support_text();
    struct standings_report report = { .schedule = &schedule,
                                       .standings = &standings,
                                       .directory = "here" };
    char *told;
    size_t length;
    memset(pairs, 0, sizeof pairs);
    assert_true(standings_make(&standings, &schedule, pairs, &why));
    standings.ratings.player[0].elo = standings.ratings.advantage[0].elo = -0.3;
    FILE *out = open_memstream(&told, &length);
    standings_text(&report, out);
    fclose(out);
    assert_non_null(strstr(told, " +0 "));
    assert_null(strstr(told, " -0 "));
    free(told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_are_read),
        cmocka_unit_test(everybody_meets_everybody),
        cmocka_unit_test(more_pairs_come_at_the_end),
        cmocka_unit_test(sums_are_right),
        cmocka_unit_test(nothing_played_is_nothing_known),
        cmocka_unit_test(pairs_that_are_alike_count_once),
        cmocka_unit_test(a_rating_of_nothing_has_no_minus),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
