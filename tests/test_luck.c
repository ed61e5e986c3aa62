// SPDX-License-Identifier: GPL-3.0-or-later
// Luck taken out of scores: the mean stays, the error shrinks. test_luck [GAMES [SEED]]
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/luck.h"
#include "bots/bots.h"
#include "solve/solve.h"
#include "support.h"

static unsigned games_played = 200;
static uint64_t seed = 1;

// Perfect players have no opinions, and remember what they found out.
static struct bot *player(const char *who, unsigned seat)
{
    static struct bot *perfect[2];
    struct text why = support_text();
    bool is_perfect = strcmp(who, "perfect") == 0;
    struct bot *bot = is_perfect && perfect[seat] ? perfect[seat] : bot_new(who, &bot_usual, &why);
    assert_non_null(bot);
    if (is_perfect)
        perfect[seat] = bot;
    return bot;
}

static void leave(struct bot *bot, const char *who)
{
    if (strcmp(who, "perfect") != 0)
        bot_free(bot);
}

static void play(struct match *match, const struct variant *variant, const char *const who[2],
                 struct random *random)
{
    struct text why = support_text();
    struct bot *const bot[2] = { player(who[0], 0), player(who[1], 1) };
    match_start(match, variant, SEAT_1);
    match_deal(match, random);
    while (!match_over(match)) {
        struct view view = match_view(match, match_turn(match)->mover);
        struct move move;
        struct event event;
        struct history history;
        match_history(match, view.seat, &history);
        assert_true(
            bot_choose(bot[view.seat - SEAT_1], variant, &view, &history, random, &move, &why));
        assert_true(match_play(match, view.seat, move, &event));
    }
    leave(bot[0], who[0]);
    leave(bot[1], who[1]);
}

// Means and variances, as they come.
struct sample {
    double count, sum, squares;
};

static void take(struct sample *sample, double value)
{
    sample->count++;
    sample->sum += value;
    sample->squares += value * value;
}

static double mean(const struct sample *sample)
{
    return sample->sum / sample->count;
}

static double variance(const struct sample *sample)
{
    return sample->squares / sample->count - mean(sample) * mean(sample);
}

static void compare(const char *one, const char *two)
{
    struct random random = random_seeded(seed);
    struct variant variant = support_variant(&game_minefield, "book");
    struct text why = support_text();
    struct rater *rater = rater_new(&variant, &why);
    struct sample raw = { 0 }, quiet = { 0 }, apart = { 0 };
    for (unsigned i = 0; i < games_played; i++) {
        struct match match;
        struct luck luck;
        play(&match, &variant, (const char *const[]){ one, two }, &random);
        luck_measure(&luck, &match, rater, 0, &(struct limits){ 0 });
        assert_true(luck.adjusted);
        double result = match_turn(&match)->winner == SEAT_1;
        take(&raw, result);
        take(&quiet, luck.score);
        take(&apart, luck.score - result);
    }
    rater_free(rater);
    printf("# seed %ju, %s against %s: %.3f and %.3f, variance %.2f times as large\n",
           (uintmax_t)seed, one, two, mean(&raw), mean(&quiet), variance(&quiet) / variance(&raw));
    assert_true(fabs(mean(&apart)) < 3.5 * sqrt(variance(&apart) / apart.count));
    assert_true(variance(&quiet) < variance(&raw) / 3);
}

static void error_shrinks_and_mean_stays(void **state)
{
    (void)state;
    compare("perfect", "perfect");
    compare("perfect", "hard");
    compare("medium", "hard");
    compare("easy", "perfect");
    compare("random", "easy");
}

// Two perfect players lose nothing, and every game is worth what the start is.
static void perfect_games_have_the_value_of_the_start(void **state)
{
    (void)state;
    struct random random = random_seeded(seed);
    struct variant variant = support_variant(&game_minefield, "book");
    struct text why = support_text();
    struct rater *rater = rater_new(&variant, &why);
    struct solve_answer answer;
    assert_true(solve(&variant, SEAT_1, &(struct limits){ 0 }, &answer, &why));
    for (unsigned i = 0; i < 20; i++) {
        struct match match;
        struct luck luck;
        play(&match, &variant, (const char *const[]){ "perfect", "perfect" }, &random);
        luck_measure(&luck, &match, rater, 0, &(struct limits){ 0 });
        assert_true(fabs(luck.score - mpq_get_d(answer.lo)) < 1e-9);
        assert_true(luck.loss[SEAT_1] == 0 && luck.loss[SEAT_2] == 0);
        assert_int_equal(luck.decisions[SEAT_1] + luck.decisions[SEAT_2], match.count - 1);
    }
    solve_answer_clear(&answer);
    rater_free(rater);
}

// The flag of whoever has less than a third falls there, in the midst of the game: it counts by
// what it was worth then, less what luck had brought. That is unbiased; its result would not be.
static void fallen_flags_count_by_what_was_left(void **state)
{
    (void)state;
    struct random random = random_seeded(seed);
    struct variant variant = support_variant(&game_minefield, "book");
    struct text why = support_text();
    struct rater *rater = rater_new(&variant, &why);
    struct sample left = { 0 }, apart = { 0 };
    unsigned fallen = 0;
    for (unsigned i = 0; i < games_played; i++) {
        struct match whole, match;
        struct luck luck;
        struct event event;
        play(&whole, &variant, (const char *const[]){ "random", "easy" }, &random);
        match_start(&match, &variant, SEAT_1);
        for (unsigned k = 0; k < match_count(&whole); k++) {
            struct event made = match_made(&whole, k);
            luck_measure(&luck, &match, rater, 0, &(struct limits){ 0 });
            double own = made.seat == SEAT_1 ? luck.left : 1 - luck.left;
            if (k > 1 && made.seat != SEAT_CHANCE && own < 1. / 3)
                break;
            assert_true(match_play(&match, made.seat, made.move, &event));
        }
        luck_measure(&luck, &match, rater, 0, &(struct limits){ 0 });
        assert_true(luck.adjusted);
        fallen += !match_over(&match) && match_count(&match) > 2;
        take(&left, luck.left);
        take(&apart, luck.score - luck.left);
    }
    rater_free(rater);
    printf("# %u of %u flags fell: %.3f, %.3f apart\n", fallen, games_played, mean(&left),
           mean(&apart));
    assert_true(fallen > games_played / 4);
    assert_true(fabs(mean(&apart)) < 3.5 * sqrt(variance(&apart) / apart.count));
}

// Without chance the score is the result, by the sum and not by decree.
static void open_games_are_their_results(void **state)
{
    (void)state;
    struct random random = random_seeded(seed);
    struct variant variant = support_variant(&game_blockade, "fair");
    struct text why = support_text();
    struct rater *rater = rater_new(&variant, &why);
    for (unsigned i = 0; i < 20; i++) {
        struct match match;
        struct luck luck;
        play(&match, &variant, (const char *const[]){ "easy", "random" }, &random);
        luck_measure(&luck, &match, rater, 0, &(struct limits){ 0 });
        assert_true(luck.adjusted);
        assert_true(luck.score == (match_turn(&match)->winner == SEAT_1));
        // Somebody who lost what was won gave it away, as often as it changed hands.
        assert_true(fabs(luck.loss[SEAT_1] - luck.loss[SEAT_2]) <= 1);
    }
    rater_free(rater);
}

static void secrets_keep_their_results(void **state)
{
    (void)state;
    struct random random = random_seeded(seed);
    struct variant variant = support_variant(&game_trap_runner, "fair");
    struct text why = support_text();
    struct rater *rater = rater_new(&variant, &why);
    for (unsigned i = 0; i < 20; i++) {
        struct match match;
        struct luck luck;
        play(&match, &variant, (const char *const[]){ "random", "random" }, &random);
        luck_measure(&luck, &match, rater, 0, &(struct limits){ 0 });
        assert_false(luck.adjusted);
        assert_true(luck.score == (match_turn(&match)->winner == SEAT_1));
        assert_true(luck.decisions[SEAT_1] > 0);
    }
    rater_free(rater);
}

// What a player was told is part of the question: without it the judge would have another
// plan in mind than the player, who then seems to give something away.
static void perfect_gives_nothing_away_with_secrets(void **state)
{
    (void)state;
    struct random random = random_seeded(seed);
    struct variant variant = support_variant(&game_trap_runner, "fair");
    struct text why = support_text();
    struct rater *rater = rater_new(&variant, &why);
    double given = 0;
    for (unsigned i = 0; i < 200; i++) {
        struct match match;
        struct luck luck;
        const char *who[2][2] = { { "perfect", "medium" }, { "medium", "perfect" } };
        unsigned seat = i % 2 ? SEAT_2 : SEAT_1;
        play(&match, &variant, (const char *const *)who[i % 2], &random);
        luck_measure(&luck, &match, rater, 0, &(struct limits){ 0 });
        assert_true(luck.decisions[seat] > 0 && luck.loss[seat] == 0);
        given += luck.loss[opponent(seat)];
    }
    assert_true(given > 0);
    rater_free(rater);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        games_played = (unsigned)strtoul(argv[1], NULL, 10);
    if (argc > 2)
        seed = strtoull(argv[2], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(error_shrinks_and_mean_stays),
        cmocka_unit_test(perfect_games_have_the_value_of_the_start),
        cmocka_unit_test(fallen_flags_count_by_what_was_left),
        cmocka_unit_test(open_games_are_their_results),
        cmocka_unit_test(secrets_keep_their_results),
        cmocka_unit_test(perfect_gives_nothing_away_with_secrets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
