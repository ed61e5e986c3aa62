// SPDX-License-Identifier: GPL-3.0-or-later
// Games whose moves have more than two outcomes, for all that solves and checks: the second
// template of docs/adding-a-game.md, and one with as many answers as there can be.
#include <stdio.h>
#include <stdlib.h>

#include "analysis/proof.h"
#include "check/check.h"
#include "claim/certificate.h"
#include "gambit.h"
#include "solve/efg.h"
#include "solve/rater.h"
#include "solve/solve.h"
#include "support.h"

extern const struct game game_lost_ball;

static const struct limits no_limits;

// --- Sounding: a cell is hidden, and calls are answered by how far away it is

enum { CELLS, CALLS };
enum { HIDE, CALL };
enum { HERE = OUTCOMES_MAX - 1 }; // below that: the distance, or nothing if it is not less

struct open {
    struct turn turn;
    uint8_t calls, last, answer;
    cells left; // as everybody was told
};

struct secret {
    cells cell;
};

GAME_BLOCKS_FIT;

static const struct rules_option options[] = {
    { "cells", "to hide in", NULL, 2, 40, 16 },
    { "calls", "that the seeker has", NULL, 1, 5, 2 },
    { 0 },
};

static const struct verb verbs[] = {
    [HIDE] = { .name = "hide", .hidden = true },
    [CALL] = { .name = "call" },
    { 0 },
};

static const struct outcome outcomes[OUTCOMES_MAX + 1] = {
    { .name = "plain" }, { .name = "one" },  { .name = "two" }, { .name = "three" },
    { .name = "four" },  { .name = "five" }, { .name = "six" }, { .name = "here" },
};

static void setup(const struct rules *rules, struct open *open)
{
    open->turn.mover = open->turn.first;
    open->left = cells_span(1, rules->value[CELLS]);
}

static unsigned offers(const struct rules *rules, const struct open *open, const struct secret *own,
                       struct offer *offers)
{
    (void)own;
    offers[0] = (struct offer){ cells_span(1, rules->value[CELLS]),
                                open->turn.mover == open->turn.first ? HIDE : CALL, .pick = 1 };
    return 1;
}

static unsigned target(const struct rules *rules, const struct open *open, unsigned verb,
                       unsigned n)
{
    (void)rules, (void)open, (void)verb;
    return n;
}

static unsigned answer_to(unsigned n, unsigned hidden)
{
    unsigned distance = n < hidden ? hidden - n : n - hidden;
    return !distance ? HERE : distance < HERE ? distance : OUTCOME_PLAIN;
}

static unsigned call(const struct rules *rules, struct state *state, unsigned n)
{
    struct open *open = state_open(state);
    unsigned hidden = cells_first(state_secret(state, open->turn.first)->cell);
    open->answer = (uint8_t)answer_to(n, hidden);
    open->last = (uint8_t)n;
    open->calls++;
    for (unsigned i = 1; i <= rules->value[CELLS]; i++)
        if (answer_to(n, i) != open->answer)
            open->left &= ~cell(i);
    if (open->answer == HERE)
        open->turn.winner = opponent(open->turn.first);
    else if (open->calls == rules->value[CALLS])
        open->turn.winner = open->turn.first;
    if (open->turn.winner)
        open->turn.mover = SEAT_NOBODY;
    return open->answer;
}

static unsigned apply(const struct rules *rules, struct state *state, struct move move)
{
    struct open *open = state_open(state);
    if (move.verb == CALL)
        return call(rules, state, cells_first(move.set));
    state_secret(state, open->turn.first)->cell = move.set;
    open->turn.mover = opponent(open->turn.first);
    return OUTCOME_PLAIN;
}

static void gist(const struct rules *rules, struct open *open)
{
    (void)rules;
    open->last = open->answer = 0;
}

static unsigned bound(const struct rules *rules)
{
    return 1 + rules->value[CALLS];
}

static const struct game game_sounding = {
    .slug = "sounding",
    .title = "Sounding",
    .options = options,
    .verbs = verbs,
    .outcomes = outcomes,
    .name = { [SEAT_1] = "Player 1", [SEAT_2] = "Player 2" },
    .setup = setup,
    .offers = offers,
    .target = target,
    .apply = apply,
    .gist = gist,
    .bound = bound,
};

static const struct game *find(const char *slug, struct text *why)
{
    (void)why;
    return strcmp(slug, game_sounding.slug) == 0 ? &game_sounding : &game_lost_ball;
}

// --- Values

// What the one who hides has; and that its certificate is proved, also when it was written and
// read.
static void assert_value(const struct game *game, const char *rules, const char *value)
{
    size_t size;
    char *lines = support_certificate(game, rules, SEAT_1, &size);
    FILE *in = fmemopen(lines, size, "r");
    struct text words = support_text();
    struct claim claim;
    mpq_t expected;
    mpq_init(expected);
    mpq_set_str(expected, value, 10);
    if (!certificate_read(in, find, &no_limits, &claim, &words))
        fail_msg("%s %s: %s", game->slug, rules, words.at);
    assert_int_equal(check_claim(&claim, &no_limits, &words), CHECK_PROVED);
    assert_true(mpq_equal(claim.lo, expected));
    assert_true(mpq_equal(claim.hi, expected));
    mpq_clear(expected);
    claim_clear(&claim);
    fclose(in);
    free(lines);
}

// With c calls, whatever is answered, 2^c - 1 yards can be found; all alike by shifting the plan.
static void a_ball_is_found_by_halves(void **state)
{
    (void)state;
    assert_value(&game_lost_ball, "length=3,calls=1", "2/3");
    assert_value(&game_lost_ball, "length=3,calls=2", "0");
    assert_value(&game_lost_ball, "length=5,calls=2", "2/5");
    assert_value(&game_lost_ball, "length=7,calls=3", "0");
    assert_value(&game_lost_ball, "length=9,calls=3", "2/9");
    assert_value(&game_lost_ball, "length=16,calls=3", "9/16");
}

// The first call has eight answers, and one cell is called after each but "here": 8 of 16 cells.
// Those near an end are found from there, the two in the middle from either side.
static void eight_answers(void **state)
{
    (void)state;
    assert_value(&game_sounding, "cells=16,calls=1", "15/16");
    assert_value(&game_sounding, "cells=16,calls=2", "1/2");
    assert_value(&game_sounding, "cells=8,calls=2", "0");
}

// --- Against the whole tree, as other programs would read it

static void compare(const struct game *game, const char *rules)
{
    struct variant variant = support_variant(game, rules);
    struct text why = support_text();
    struct solve_answer answer;
    double lo, hi;
    FILE *file = tmpfile();
    assert_true(efg_write(file, &variant, SEAT_1, &why));
    rewind(file);
    struct gambit *gambit = gambit_read(file);
    fclose(file);
    gambit_solve(gambit, 300, &lo, &hi);
    gambit_free(gambit);
    assert_true(solve(&variant, SEAT_1, &no_limits, &answer, &why));
    double value = mpq_get_d(answer.lo);
    if (value < lo - 1e-9 || value > hi + 1e-9 || hi - lo > 0.02)
        fail_msg("%s %s: %f, but %f to %f", game->slug, rules, value, lo, hi);
    solve_answer_clear(&answer);
}

static void the_tree_says_the_same(void **state)
{
    (void)state;
    compare(&game_lost_ball, "length=5,calls=2");
    compare(&game_lost_ball, "length=4,calls=2");
    compare(&game_sounding, "cells=9,calls=1");
    compare(&game_sounding, "cells=10,calls=2");
}

// --- In play

// After each answer the moves are rated by what it told: with one call left the chance is one
// in as many yards as are left, against one who hides by the plan; and what is left is found.
static void answers_count_in_play(void **state)
{
    (void)state;
    struct variant variant = support_variant(&game_lost_ball, "length=5,calls=2");
    struct text why = support_text();
    struct rater *rater = rater_new(&variant, &why);
    assert_non_null(rater);
    for (unsigned ball = 1; ball <= 5; ball++) {
        struct match match;
        struct history history;
        struct solve_answer answer;
        char text[16];
        match_start(&match, &variant, SEAT_1);
        snprintf(text, sizeof text, "throw %u", ball);
        assert_true(support_try(&match, text));
        assert_true(support_try(&match, "call 2"));
        if (match_over(&match))
            continue;
        struct view view = match_view(&match, SEAT_2);
        match_history(&match, SEAT_2, &history);
        assert_true(rater_rate(rater, &no_limits, &view, &history, &answer, &why));
        for (unsigned i = 0; i < answer.count; i++) {
            unsigned yard = cells_first(answer.moves[i].move.set);
            bool may = ball == 1 ? yard == 1 : yard > 2;
            assert_int_equal(mpq_cmp_ui(answer.moves[i].lo, 1, 1) < 0, may);
        }
        solve_answer_clear(&answer);
    }
    rater_free(rater);
}

// --- What is wrong is not proved

static enum check_verdict verdict_with(const char *lines, const char *from, const char *to)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    const char *at = strstr(lines, from);
    assert_non_null(at);
    fprintf(out, "%.*s%s%s", (int)(at - lines), lines, to, at + strlen(from));
    fclose(out);
    FILE *in = fmemopen(text, size, "r");
    struct text words = support_text();
    struct claim claim;
    enum check_verdict verdict = CHECK_REFUTED;
    if (certificate_read(in, find, &no_limits, &claim, &words)) {
        verdict = check_claim(&claim, &no_limits, &words);
        claim_clear(&claim);
    }
    fclose(in);
    free(text);
    return verdict;
}

static void a_strategy_by_other_answers_is_refuted(void **state)
{
    (void)state;
    size_t size;
    char *lines = support_certificate(&game_lost_ball, "length=7,calls=3", SEAT_1, &size);
    assert_int_equal(verdict_with(lines, "\"above\"", "\"above\""), CHECK_PROVED);
    assert_int_equal(verdict_with(lines, "\"above\"", "\"found\""), CHECK_REFUTED);
    assert_int_equal(verdict_with(lines, "\"above\"", "\"plain\""), CHECK_REFUTED);
    assert_int_equal(verdict_with(lines, "\"above\"", "\"safe\""), CHECK_REFUTED);
    free(lines);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_is_found_by_halves),
        cmocka_unit_test(eight_answers),
        cmocka_unit_test(the_tree_says_the_same),
        cmocka_unit_test(answers_count_in_play),
        cmocka_unit_test(a_strategy_by_other_answers_is_refuted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
