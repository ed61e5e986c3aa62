// SPDX-License-Identifier: GPL-3.0-or-later
// Chance is fair, and a seed gives the same game every time.
#include "support.h"

enum { SETS = 200, DRAWS = 1200 }; // draws for each possible set

struct stats_tally {
    struct move move[SETS];
    unsigned count[SETS], sets;
};

static void count_move(struct stats_tally *tally, struct move move)
{
    unsigned i = 0;
    while (i < tally->sets && !move_equal(tally->move[i], move))
        i++;
    assert_true(i < tally->sets);
    tally->count[i]++;
}

static void list_moves(struct stats_tally *tally, const struct match *match)
{
    struct view view = match_view(match, match_turn(match)->mover);
    struct walk walk = { 0 };
    memset(tally, 0, sizeof *tally);
    while (view_walk(&match->variant, &view, &walk)) {
        assert_true(tally->sets < SETS);
        tally->move[tally->sets++] = walk.move;
    }
}

static double chi_squared(const struct stats_tally *tally)
{
    double sum = 0;
    for (unsigned i = 0; i < tally->sets; i++)
        sum += (tally->count[i] - (double)DRAWS) * (tally->count[i] - (double)DRAWS) / DRAWS;
    return sum;
}

// With k sets the statistic has mean k - 1 and variance 2 (k - 1): beyond four
// deviations above, or too good to be true, something is wrong.
static void is_uniform(const struct match *match, unsigned sets)
{
    static struct stats_tally tally;
    struct random random = random_seeded(4);
    list_moves(&tally, match);
    assert_int_equal(tally.sets, sets);
    for (unsigned i = 0; i < sets * DRAWS; i++)
        count_move(&tally, game_draw(&match->variant, &match->state, &random));
    double chi = chi_squared(&tally), freedom = sets - 1;
    assert_true((chi - freedom) * (chi - freedom) < 16 * 2 * freedom);
}

static void all_120_deals_are_equally_likely(void **state)
{
    (void)state;
    struct match match;
    struct variant variant = variant_book(&game_minefield);
    match_start(&match, &variant, SEAT_1);
    is_uniform(&match, 120); // 144,000 deals
}

static void moves_of_two_kinds_are_equally_likely(void **state)
{
    (void)state;
    struct match match;
    struct variant variant = variant_book(&game_minefield);
    match_start(&match, &variant, SEAT_1);
    support_play(&match, "deal 3 6 9");
    is_uniform(&match, 11); // one move, ten scans
}

static void allowed_placements_are_equally_likely(void **state)
{
    (void)state;
    struct match match;
    struct variant variant = support_variant(&game_trap_runner, "passable=yes");
    match_start(&match, &variant, SEAT_1);
    is_uniform(&match, 84 - 7); // without the finish, and never three in a row
}

// The rarest allowed placements that the options' ranges admit: 11 of 352,716.
static void the_rarest_placement_is_found(void **state)
{
    (void)state;
    struct match match;
    struct random random = random_seeded(8);
    struct variant variant =
        support_variant(&game_trap_runner, "length=21,traps=10,stride=2,passable=yes");
    match_start(&match, &variant, SEAT_1);
    support_finish(&match, &random);
    assert_false(cells_has_run(match.log[0].move.set, 2));
}

static void every_number_below_n_comes_up(void **state)
{
    (void)state;
    struct random random = random_seeded(5);
    for (uint64_t n = 1; n < 40; n++) {
        cells seen = 0;
        for (unsigned i = 0; i < 40 * n; i++) {
            uint64_t drawn = random_below(&random, n);
            assert_true(drawn < n);
            seen |= cell((unsigned)drawn);
        }
        assert_int_equal(seen, cells_span(0, (unsigned)n - 1));
    }
}

static uint64_t scripted(struct random *random)
{
    return random->state[random->state[3]++];
}

// Of 2^64 values the lowest would favour some thirds: they are drawn again.
static void unfair_draws_are_repeated(void **state)
{
    (void)state;
    struct random random = { .draw = scripted, .state = { 0, UINT64_MAX, 0, 0 } };
    assert_int_equal(random_below(&random, 3), 2);
    assert_int_equal(random.state[3], 2);
}

static void play(const struct variant *variant, uint64_t seed, struct match *match)
{
    struct random random = random_seeded(seed);
    match_start(match, variant, SEAT_1);
    match_deal(match, &random);
    support_finish(match, &random);
}

static void seed_gives_the_game(const struct variant *variant, struct random *random)
{
    static struct match one, two;
    for (uint64_t seed = random_below(random, 1000), end = seed + 20; seed < end; seed++) {
        play(variant, seed, &one);
        play(variant, seed, &two);
        assert_int_equal(one.count, two.count);
        assert_memory_equal(&one.state, &two.state, sizeof one.state);
        for (unsigned i = 0; i < one.count; i++)
            assert_true(move_equal(one.log[i].move, two.log[i].move));
    }
}

static void a_seed_always_gives_the_same_game(void **state)
{
    (void)state;
    support_each(10, seed_gives_the_game);
}

// So that a seed from a bug report or a book means the same in every version.
static void seeds_mean_the_same_for_ever(void **state)
{
    (void)state;
    struct match match;
    struct text out = support_text();
    struct variant variant = variant_book(&game_minefield);
    play(&variant, 1, &match);
    for (unsigned i = 0; i < match.count; i++) {
        move_print(match.variant.game, match.log[i].move, &out);
        text_add(&out, ";");
    }
    assert_string_equal(out.at,
                        "deal 4 6 8;scan 7;scan 1;move;scan 4;scan 9;move;move;move;move;move;");
}

static void different_seeds_give_different_deals(void **state)
{
    (void)state;
    struct match match;
    struct variant variant = variant_book(&game_minefield);
    cells deals = 0, first = 0;
    for (uint64_t seed = 0; seed < 50; seed++) {
        play(&variant, seed, &match);
        first = seed ? first : match.log[0].move.set;
        deals |= match.log[0].move.set ^ first;
    }
    assert_true(cells_count(deals) > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_120_deals_are_equally_likely),
        cmocka_unit_test(moves_of_two_kinds_are_equally_likely),
        cmocka_unit_test(allowed_placements_are_equally_likely),
        cmocka_unit_test(the_rarest_placement_is_found),
        cmocka_unit_test(every_number_below_n_comes_up),
        cmocka_unit_test(unfair_draws_are_repeated),
        cmocka_unit_test(a_seed_always_gives_the_same_game),
        cmocka_unit_test(seeds_mean_the_same_for_ever),
        cmocka_unit_test(different_seeds_give_different_deals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
