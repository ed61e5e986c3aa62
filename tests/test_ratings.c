// SPDX-License-Identifier: GPL-3.0-or-later
// Ratings against tournaments in which the truth is known: test_ratings [TOURNAMENTS [SEED]]
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/levels.h"
#include "analysis/ratings.h"
#include "contest/sprt.h"
#include "support.h"

enum { PLAYERS = 5, FIELDS = 2, PAIRS_MAX = 50 };
enum { GAMES_MAX = PLAYERS * (PLAYERS - 1) * FIELDS * PAIRS_MAX };

static unsigned tournaments = 300;
static uint64_t seed = 1;

static double uniform(struct random *random)
{
    return (double)(random->draw(random) >> 11) * 0x1p-53;
}

// Near enough to normal: the sum of twelve.
static double bell(struct random *random)
{
    double sum = -6;
    for (unsigned i = 0; i < 12; i++)
        sum += uniform(random);
    return sum;
}

// How the two games of a pair depend on each other.
enum bond {
    NONE,
    DEAL,    // the same deal favours the same seat
    OPINION, // the same player has a good day
    BONDS
};

struct world {
    double strength[PLAYERS], advantage[FIELDS];
    unsigned pairs; // for each two players and field
    enum bond bond;
};

static struct world draw_world(struct random *random, enum bond bond)
{
    unsigned pairs = 10 + (unsigned)random_below(random, PAIRS_MAX - 9);
    struct world world = { .pairs = pairs, .bond = bond };
    double sum = 0;
    for (unsigned i = 0; i < PLAYERS; i++)
        sum += world.strength[i] = 200 * bell(random);
    for (unsigned i = 0; i < PLAYERS; i++)
        world.strength[i] -= sum / PLAYERS;
    for (unsigned i = 0; i < FIELDS; i++)
        world.advantage[i] = 150 * bell(random);
    return world;
}

static bool wins(const struct world *world, unsigned first, unsigned second, unsigned field,
                 double luck)
{
    double edge = world->strength[first] - world->strength[second] + world->advantage[field];
    return luck < ratings_score(edge);
}

// Whatever the bond, each game by itself follows the model.
static void play_pair(const struct world *world, unsigned a, unsigned b, unsigned field,
                      struct random *random, struct ratings_game *game)
{
    double luck = uniform(random), other = uniform(random);
    bool bound = world->bond != NONE && uniform(random) < 0.7;
    if (bound)
        other = world->bond == DEAL ? luck : 1 - luck;
    game[0] = (struct ratings_game){ .first = a, .second = b, .field = field };
    game[1] = (struct ratings_game){ .first = b, .second = a, .field = field };
    game[0].score = wins(world, a, b, field, luck);
    game[1].score = wins(world, b, a, field, other);
}

static unsigned play_all(const struct world *world, struct random *random,
                         struct ratings_game *played)
{
    unsigned count = 0;
    for (unsigned a = 0; a < PLAYERS; a++)
        for (unsigned b = 0; b < a; b++)
            for (unsigned i = 0; i < world->pairs * FIELDS; i++) {
                play_pair(world, a, b, i % FIELDS, random, &played[count]);
                played[count].group = played[count + 1].group = count;
                count += 2;
            }
    return count;
}

static struct ratings fit(struct ratings ratings, const struct ratings_game *played, unsigned count)
{
    struct text why = support_text();
    if (!ratings_fit(&ratings, played, count, &why))
        fail_msg("%s", why.at);
    return ratings;
}

struct coverage {
    unsigned inside, all;
};

static void look(struct coverage *coverage, const struct ratings_value *value, double truth)
{
    coverage->inside += value->lo <= truth && truth <= value->hi;
    coverage->all++;
}

static double share(const struct coverage *coverage)
{
    return (double)coverage->inside / coverage->all;
}

// Of `tournaments` seeded ones with any bond, how often the truth lies within.
static void check_coverage(enum bond bond)
{
    static struct ratings_game played[GAMES_MAX];
    struct random random = random_seeded(seed);
    struct coverage strength = { 0 }, advantage = { 0 };
    for (unsigned i = 0; i < tournaments; i++) {
        struct world world = draw_world(&random, bond);
        unsigned count = play_all(&world, &random, played);
        struct ratings found =
            fit((struct ratings){ .players = PLAYERS, .fields = FIELDS }, played, count);
        for (unsigned k = 0; k < PLAYERS; k++)
            look(&strength, &found.player[k], world.strength[k]);
        for (unsigned k = 0; k < FIELDS; k++)
            look(&advantage, &found.advantage[k], world.advantage[k]);
    }
    printf("# seed %ju, bond %u: strengths %.4f of %u, advantages %.4f of %u\n", (uintmax_t)seed,
           bond, share(&strength), strength.all, share(&advantage), advantage.all);
    assert_in_range((uintmax_t)(10000 * share(&strength)), 9300, 9700);
    assert_in_range((uintmax_t)(10000 * share(&advantage)), 9300, 9700);
}

static void intervals_contain_the_truth(void **state)
{
    (void)state;
    for (enum bond bond = NONE; bond < BONDS; bond++)
        check_coverage(bond);
}

// Few pairs: a meeting of two, equal or not, and somebody new who has met one of them.
static void look_at_few(unsigned pairs, double ahead, enum bond bond)
{
    enum { MOST = 50, NEW = 10 };
    static struct ratings_game played[2 * (MOST + NEW)];
    struct random random = random_seeded(seed);
    struct coverage two = { 0 }, three = { 0 };
    for (unsigned i = 0; i < tournaments; i++) {
        struct world world = { .strength = { ahead, -ahead, 0 }, .bond = bond };
        for (unsigned k = 0; k < pairs + NEW; k++) {
            play_pair(&world, k < pairs ? 0 : 2, 1, 0, &random, &played[2 * k]);
            played[2 * k].group = played[2 * k + 1].group = k;
        }
        struct ratings found =
            fit((struct ratings){ .players = 2, .fields = 1 }, played, 2 * pairs);
        look(&two, &found.player[0], ahead);
        found = fit((struct ratings){ .players = 3, .fields = 1 }, played, 2 * (pairs + NEW));
        look(&three, &found.player[2], 0);
    }
    printf("# %u pairs, bond %u, %.0f apart: %.4f; somebody new: %.4f\n", pairs, bond, 2 * ahead,
           share(&two), share(&three));
    assert_true(share(&two) > 0.93 && share(&three) > 0.92);
}

static void few_pairs_give_wide_intervals(void **state)
{
    (void)state;
    static const unsigned pairs[] = { 8, 20, 50 };
    for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++)
        for (enum bond bond = NONE; bond < BONDS; bond++) {
            look_at_few(pairs[i], 0, bond);
            look_at_few(pairs[i], 75, bond);
        }
}

// A player among fixed ones, as a person among the levels.
static void fixed_players_stay(void **state)
{
    (void)state;
    struct random random = random_seeded(seed);
    struct coverage coverage = { 0 };
    for (unsigned i = 0; i < tournaments; i++) {
        struct world world = draw_world(&random, NONE);
        struct ratings ratings = { .players = PLAYERS, .fields = 1 };
        struct ratings_game played[40];
        for (unsigned k = 1; k < PLAYERS; k++) {
            ratings.fixed[k] = true;
            ratings.player[k].elo = world.strength[k];
        }
        for (unsigned k = 0; k < 20; k++) {
            play_pair(&world, 0, 1 + k % (PLAYERS - 1), 0, &random, &played[2 * k]);
            played[2 * k].group = played[2 * k + 1].group = k;
        }
        struct ratings found = fit(ratings, played, 40);
        for (unsigned k = 1; k < PLAYERS; k++) {
            assert_true(found.player[k].elo == world.strength[k]);
            assert_true(found.player[k].lo == found.player[k].hi);
        }
        look(&coverage, &found.player[0], world.strength[0]);
    }
    printf("# one player among fixed ones: %.4f of %u\n", share(&coverage), coverage.all);
    assert_in_range((uintmax_t)(1000 * share(&coverage)), 930, 990);
}

// Without a game nothing is known; one win says little, and says it.
static void tiny_samples_are_humble(void **state)
{
    (void)state;
    const struct ratings_game one = { .first = 0, .second = 1, .score = 1 };
    struct ratings none = fit((struct ratings){ .players = 2, .fields = 1 }, &one, 0);
    struct ratings found = fit((struct ratings){ .players = 2, .fields = 1 }, &one, 1);
    assert_true(none.player[0].elo == 0 && none.player[0].lo < -1000);
    assert_true(found.player[0].elo > 0 && found.player[0].lo < -200);
    assert_true(found.player[0].hi > found.player[0].elo + 200);
    assert_true(fabs(found.player[0].elo + found.player[1].elo) < 1e-6);
    assert_true(found.advantage[0].elo > 0);
}

// A sweep has no finite likeliest strength; the prior gives it one.
static void sweeps_are_finite(void **state)
{
    (void)state;
    struct ratings_game played[200];
    double before = 0;
    for (unsigned i = 0; i < 200; i++)
        played[i] = (struct ratings_game){
            .first = i % 2, .second = 1 - i % 2, .group = i / 2, .score = i % 2 == 0
        };
    for (unsigned count = 2; count <= 200; count *= 10) {
        struct ratings found = fit((struct ratings){ .players = 2, .fields = 1 }, played, count);
        double apart = found.player[0].elo - found.player[1].elo;
        assert_true(apart > before && apart < 2400);
        assert_true(found.player[0].hi - found.player[0].lo > 150);
        assert_true(fabs(found.advantage[0].elo) < 1e-6);
        before = apart;
    }
}

static void order_does_not_matter(void **state)
{
    (void)state;
    static struct ratings_game played[GAMES_MAX], turned[GAMES_MAX];
    struct random random = random_seeded(seed);
    struct world world = draw_world(&random, DEAL);
    unsigned count = play_all(&world, &random, played);
    for (unsigned i = 0; i < count; i++)
        turned[i] = played[count - 1 - i];
    struct ratings empty = { .players = PLAYERS, .fields = FIELDS };
    struct ratings one = fit(empty, played, count), two = fit(empty, turned, count);
    for (unsigned i = 0; i < PLAYERS; i++) {
        assert_true(fabs(one.player[i].elo - two.player[i].elo) < 1e-6);
        assert_true(fabs(one.player[i].hi - two.player[i].hi) < 1e-6);
    }
}

// Scores with luck taken out are any numbers with the right mean: less noise, and the
// intervals know it.
static void less_noise_gives_less_error(void **state)
{
    (void)state;
    static struct ratings_game played[GAMES_MAX], quiet[GAMES_MAX];
    struct random random = random_seeded(seed);
    struct coverage coverage = { 0 };
    double wide = 0, narrow = 0;
    for (unsigned i = 0; i < tournaments / 3; i++) {
        struct world world = draw_world(&random, NONE);
        unsigned count = play_all(&world, &random, played);
        for (unsigned k = 0; k < count; k++) {
            quiet[k] = played[k];
            quiet[k].score =
                ratings_score(world.strength[played[k].first] - world.strength[played[k].second] +
                              world.advantage[played[k].field]) +
                0.1 * bell(&random);
        }
        struct ratings empty = { .players = PLAYERS, .fields = FIELDS };
        struct ratings loud = fit(empty, played, count), low = fit(empty, quiet, count);
        for (unsigned k = 0; k < PLAYERS; k++)
            look(&coverage, &low.player[k], world.strength[k]);
        wide += loud.player[0].hi - loud.player[0].lo;
        narrow += low.player[0].hi - low.player[0].lo;
    }
    printf("# without luck: %.4f of %u, intervals %.2f times as wide\n", share(&coverage),
           coverage.all, narrow / wide);
    assert_true(narrow < wide / 2);
    assert_true(share(&coverage) > 0.93);
}

// Plays pairs until the test ends.
static enum sprt_verdict run_sprt(double elo, enum bond bond, struct random *random,
                                  unsigned *pairs)
{
    struct sprt sprt = { .elo0 = 0, .elo1 = 50 };
    struct world world = { .strength = { elo }, .bond = bond };
    while (sprt_verdict(&sprt) == SPRT_OPEN) {
        struct ratings_game game[2];
        play_pair(&world, 0, 1, 0, random, game);
        sprt.pairs[(unsigned)(game[0].score + 1 - game[1].score)]++;
        ++*pairs;
    }
    return sprt_verdict(&sprt);
}

static void sequential_tests_err_seldom(void **state)
{
    (void)state;
    struct random random = random_seeded(seed);
    for (enum bond bond = NONE; bond < BONDS; bond++) {
        unsigned wrong[2] = { 0 }, pairs = 0;
        for (unsigned i = 0; i < tournaments; i++) {
            wrong[0] += run_sprt(0, bond, &random, &pairs) == SPRT_ELO1;
            wrong[1] += run_sprt(50, bond, &random, &pairs) == SPRT_ELO0;
        }
        printf("# SPRT, bond %u: wrong %u and %u of %u, %u pairs on average\n", bond, wrong[0],
               wrong[1], tournaments, pairs / 2 / tournaments);
        assert_true(wrong[0] < 0.08 * tournaments + 4 && wrong[1] < 0.08 * tournaments + 4);
    }
}

static void sequential_tests_go_by_pairs(void **state)
{
    (void)state;
    assert_int_equal(sprt_verdict(&(struct sprt){ .elo0 = 0, .elo1 = 10 }), SPRT_OPEN);
    assert_int_equal(sprt_verdict(&(struct sprt){ .elo0 = 0, .elo1 = 10, .pairs = { 0, 0, 400 } }),
                     SPRT_ELO1);
    assert_int_equal(sprt_verdict(&(struct sprt){ .elo0 = 0, .elo1 = 10, .pairs = { 400, 0, 0 } }),
                     SPRT_ELO0);
    double even = sprt_ratio(&(struct sprt){ .elo0 = -10, .elo1 = 10, .pairs = { 50, 80, 50 } });
    assert_true(fabs(even) < 1e-9);
    // The fewer pairs are not shared, the more a lead among them says.
    const unsigned loud[] = { 100, 100, 120 }, quiet[] = { 0, 300, 20 };
    // Seven pairs decide nothing, however clear they are; smaller errors want more.
    assert_int_equal(sprt_verdict(&(struct sprt){ .elo0 = 0, .elo1 = 300, .pairs = { 0, 0, 7 } }),
                     SPRT_OPEN);
    struct sprt strict = { .elo1 = 10, .alpha = 0.001, .beta = 0.2 };
    assert_true(fabs(sprt_upper(&strict) - log(800)) < 1e-9);
    assert_true(fabs(sprt_lower(&strict) - log(0.2 / 0.999)) < 1e-9);
    // Without luck the same mean is clear much sooner.
    struct sprt played = { .elo0 = 0, .elo1 = 50 }, without = played;
    for (unsigned i = 0; i < 40; i++) {
        sprt_add(&played, i % 2 * 2, i % 2);
        sprt_add(&without, i % 2 * 2, i % 2 ? 0.49 : 0.51);
    }
    assert_int_equal(sprt_verdict(&played), SPRT_OPEN);
    assert_int_equal(sprt_verdict(&without), SPRT_ELO0);
    struct sprt one = { .elo0 = 0, .elo1 = 10 }, two = one;
    memcpy(one.pairs, loud, sizeof loud);
    memcpy(two.pairs, quiet, sizeof quiet);
    assert_true(sprt_ratio(&two) > sprt_ratio(&one));
}

// --- A person, measured against the levels

static struct levels_game draw_game(const struct levels *levels, double strength,
                                    struct random *random)
{
    struct levels_game game = { .level = (unsigned)random_below(random, LEVELS),
                                .first = random_below(random, 2) };
    double edge =
        strength - levels->elo[game.level] + (game.first ? levels->advantage : -levels->advantage);
    game.won = uniform(random) < ratings_score(edge);
    return game;
}

static void people_are_measured_against_the_levels(void **state)
{
    (void)state;
    struct random random = random_seeded(seed);
    struct levels levels = { .advantage = 100, .elo = { -300, -150, 0, 150, 300 } };
    unsigned within = 0, people = tournaments;
    for (unsigned i = 0; i < people; i++) {
        struct levels_game played[LEVELS_RATED];
        unsigned count = 20 + (unsigned)random_below(&random, LEVELS_RATED - 19);
        struct ratings_value value;
        struct text why = support_text();
        double strength = 250 * bell(&random);
        for (unsigned k = 0; k < count; k++)
            played[k] = draw_game(&levels, strength, &random);
        assert_true(levels_rate(&levels, played, count, &value, &why));
        within += value.lo <= strength && strength <= value.hi;
    }
    assert_true(within * 100 >= people * 91);
}

static void only_the_last_games_count(void **state)
{
    (void)state;
    struct levels levels = { .elo = { -300, -150, 0, 150, 300 } };
    static struct levels_game played[LEVELS_RATED + 50];
    struct ratings_value all, last, none;
    struct text why = support_text();
    for (unsigned i = 0; i < LEVELS_RATED + 50; i++)
        played[i] = (struct levels_game){ .level = 2, .first = i % 2, .won = i < 50 || i % 3 == 0 };
    assert_true(levels_rate(&levels, played, LEVELS_RATED + 50, &all, &why));
    assert_true(levels_rate(&levels, played + 50, LEVELS_RATED, &last, &why));
    assert_true(all.elo == last.elo && all.lo == last.lo && all.hi == last.hi);
    assert_true(levels_rate(&levels, played, 0, &none, &why));
    assert_true(fabs(none.elo) < 1e-9 && none.hi > 1.9 * LEVELS_SPREAD);
}

static void whoever_is_first_is_expected_to_gain(void **state)
{
    (void)state;
    struct levels levels = { .advantage = 200 };
    struct levels_game first = { .level = 2, .first = true, .won = true }, second = first;
    struct ratings_value easy, hard;
    struct text why = support_text();
    second.first = false;
    assert_true(levels_rate(&levels, &first, 1, &easy, &why));
    assert_true(levels_rate(&levels, &second, 1, &hard, &why));
    assert_true(hard.elo > easy.elo + 10);
}

// What is documented is about the rules that are called fair today; and every level is a
// sixth of the whole distance above the one before, or more.
static void the_levels_are_documented_for_every_game(void **state)
{
    (void)state;
    for (const struct game *const *game = games; *game; game++) {
        struct levels levels;
        bool known;
        struct text why = support_text();
        struct variant fair = support_variant(*game, (*game)->fair ? "fair" : "book");
        assert_true(levels_read(*game, level_lines, &levels, &known, &why));
        if (!known && !(*game)->puzzles)
            continue; // no levels were measured
        if (!known || !variant_equal(&levels.variant, &fair))
            fail_msg("docs/levels.txt is not about %s as it is: run tools/levels", (*game)->slug);
        double whole = levels.elo[LEVELS - 1] - levels.elo[0];
        for (unsigned i = 0; i + 1 < LEVELS; i++)
            if (levels.elo[i + 1] - levels.elo[i] < whole / 6)
                fail_msg("%s: from level %u it is less than a sixth", (*game)->slug, i);
    }
}

static void wrong_lines_about_levels_are_named(void **state)
{
    (void)state;
    static const char *const wrong[] = { "blockade", "blockade book 1 2 3 4 5",
                                         "blockade book 1 2 3 4 5 6 7", "blockade book 1 2 3 4 5 x",
                                         "blockade size=1 1 2 3 4 5 6" };
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct levels levels;
        bool known;
        struct text why = support_text();
        const char *const lines[] = { "# comment", "minefield book 1 2 3 4 5 6", wrong[i], NULL };
        bool good = levels_read(&game_blockade, lines, &levels, &known, &why);
        assert_true(i == 0 ? good && !known : !good);
        if (i > 0)
            assert_non_null(strstr(why.at, wrong[i]));
    }
}

int main(int argc, char **argv)
{
    if (argc > 1)
        tournaments = (unsigned)strtoul(argv[1], NULL, 10);
    if (argc > 2)
        seed = strtoull(argv[2], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_contain_the_truth),
        cmocka_unit_test(few_pairs_give_wide_intervals),
        cmocka_unit_test(fixed_players_stay),
        cmocka_unit_test(tiny_samples_are_humble),
        cmocka_unit_test(sweeps_are_finite),
        cmocka_unit_test(order_does_not_matter),
        cmocka_unit_test(less_noise_gives_less_error),
        cmocka_unit_test(sequential_tests_err_seldom),
        cmocka_unit_test(sequential_tests_go_by_pairs),
        cmocka_unit_test(people_are_measured_against_the_levels),
        cmocka_unit_test(only_the_last_games_count),
        cmocka_unit_test(whoever_is_first_is_expected_to_gain),
        cmocka_unit_test(the_levels_are_documented_for_every_game),
        cmocka_unit_test(wrong_lines_about_levels_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
