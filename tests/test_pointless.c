// SPDX-License-Identifier: GPL-3.0-or-later
// The perfect player of a game with secrets makes no move that loses in every case beside one
// that does not, wherever play has come to; and what its plan guarantees at the start stays.
// Which moves lose is found by the search for sure wins and confirmed by the check.
#include <stdio.h>
#include <stdlib.h>

#include "analysis/confirm.h"
#include "bots/bots.h"
#include "support.h"

static const struct limits no_limits = { 0 };

static unsigned looked_at, pointless;

static bool loses(struct rater *rater, const struct variant *variant, const struct view *view,
                  const struct history *history, struct move move)
{
    struct confirm confirm = {
        .rater = rater, .limits = &no_limits, .variant = variant, .view = view, .history = history
    };
    return confirm_loss(&confirm, move);
}

static void look_at(struct rater *rater, const struct variant *variant, const struct view *view,
                    const struct history *history)
{
    struct text why = support_text();
    struct solve_answer answer;
    unsigned played = 0, hopes = 0;
    if (!rater_rate(rater, &no_limits, view, history, &answer, &why))
        fail_msg("%s", why.at);
    for (unsigned i = 0; i < answer.count; i++) {
        bool lost = loses(rater, variant, view, history, answer.moves[i].move);
        hopes += !lost;
        played += lost && mpq_sgn(answer.moves[i].share) > 0;
    }
    looked_at += hopes > 0 && hopes < answer.count;
    pointless += hopes > 0 && played > 0;
    solve_answer_clear(&answer);
}

// Both move at random, so that play leaves all plans.
static void play(struct rater *rater, const struct variant *variant, unsigned first,
                 struct random *random)
{
    struct match_room room;
    struct match *match = match_in(&room);
    match_start(match, variant, first);
    while (!match_over(match)) {
        struct view view = match_view(match, match_turn(match)->mover);
        struct history history;
        struct event event;
        match_history(match, view.seat, &history);
        if (!view_hides(variant, &view))
            look_at(rater, variant, &view, &history);
        match_play(match, view.seat, view_draw(variant, &view, random), &event);
    }
}

static void look_at_games(const struct variant *variant, unsigned rounds, unsigned seed)
{
    struct text why = support_text();
    struct rater *rater = rater_new(variant, &why);
    struct random random = random_seeded(seed);
    unsigned before = pointless;
    assert_non_null(rater);
    for (unsigned round = 0; round < rounds; round++)
        play(rater, variant, round % 2 ? SEAT_2 : SEAT_1, &random);
    variant_print(variant, &why);
    if (pointless > before)
        printf("# %s, %s: %u\n", variant->game->slug, why.at, pointless - before);
    rater_free(rater);
}

// All small variants, a part of them unless there is time.
static void no_move_is_pointless(void **state)
{
    (void)state;
    static const char *const lists[] = { "traps", "mines" };
    static const struct game *const both[] = { &game_trap_runner, &game_number_mines };
    unsigned step = getenv("CAUSEWAY_SOAK") ? 1 : 5, rounds = getenv("CAUSEWAY_SOAK") ? 40 : 10;
    for (unsigned i = 0; i < 2 * 4 * 3 * 4 * 2 * 2; i += step) {
        unsigned length = 4 + i / 2 % 4, hidden = 1 + i / 8 % 3, stride = 1 + i / 24 % 4;
        char rules[80];
        struct text why = support_text();
        struct variant variant;
        snprintf(rules, sizeof rules, "length=%u,%s=%u,stride=%u,lives=%u,passable=%s", length,
                 lists[i % 2], hidden, stride, 1 + i / 96 % 2, i / 192 ? "yes" : "no");
        if (variant_parse(both[i % 2], rules, &variant, &why))
            look_at_games(&variant, rounds, i);
    }
    struct variant shortest = support_variant(&game_trap_runner, "length=4,traps=3,stride=4");
    look_at_games(&shortest, rounds, 1);
    printf("# %u positions in which some moves lose and some do not\n", looked_at);
    assert_true(looked_at > 100);
    assert_int_equal(pointless, 0);
}

// A position of a game whose plan is one for the whole game, and what `perfect` does there.
static void ask_perfect(struct bot *perfect, const struct variant *variant, const struct view *view,
                        const struct history *history, struct random *random)
{
    struct text why = support_text();
    struct walk walk = { 0 };
    struct move move;
    unsigned hopes = 0, moves = 0;
    assert_true(bot_choose(perfect, variant, view, history, random, &move, &why));
    for (; view_walk(variant, view, &walk); moves++)
        hopes += !loses(NULL, variant, view, history, walk.move);
    looked_at += hopes > 0 && hopes < moves;
    pointless += hopes > 0 && loses(NULL, variant, view, history, move);
}

static void perfect_keeps_hope_in_large_games(void **state)
{
    (void)state;
    struct variant variant =
        support_variant(&game_trap_runner, "length=14,traps=9,stride=4,passable=yes,lives=3");
    struct random random = random_seeded(1);
    struct text why = support_text();
    struct rater *rater = rater_new(&variant, &why);
    struct bot *perfect = bot_new("perfect", &bot_usual, &why);
    looked_at = pointless = 0;
    assert_true(perfect && rater && !rater_refines(rater, &no_limits, SEAT_1));
    for (unsigned round = 0; round < 60; round++) {
        struct match_room room;
        struct match *match = match_in(&room);
        match_start(match, &variant, SEAT_1);
        while (!match_over(match)) {
            struct view view = match_view(match, match_turn(match)->mover);
            struct history history;
            struct event event;
            match_history(match, view.seat, &history);
            if (!view_hides(&variant, &view))
                ask_perfect(perfect, &variant, &view, &history, &random);
            match_play(match, view.seat, view_draw(&variant, &view, &random), &event);
        }
    }
    bot_free(perfect);
    rater_free(rater);
    printf("# %u positions of large games in which some moves lose and some do not\n", looked_at);
    assert_true(looked_at > 5);
    assert_int_equal(pointless, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(no_move_is_pointless),
                                        cmocka_unit_test(perfect_keeps_hope_in_large_games) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
