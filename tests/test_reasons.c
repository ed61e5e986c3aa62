// SPDX-License-Identifier: GPL-3.0-or-later
// Why something was not solved: what is said must be the reason. With two games that none of
// the methods fits: the template of docs/adding-a-game.md, and one whose answers can be kept
// from the outcomes.
#include <stdio.h>

#include "analysis/puzzle.h"
#include "bots/bots.h"
#include "core/memory.h"
#include "solve/solve.h"
#include "support.h"

extern const struct game game_thin_ice;

// --- Hide and seek: a cell is hidden, and calls are answered by where it is from there

enum { CELLS, CALLS, MUTE };
enum { HIDE, CALL };
enum { BELOW = OUTCOME_PLAIN + 1, ABOVE, HERE };

struct open {
    struct turn turn;
    uint8_t calls, last;
    uint8_t lo, hi; // the cells that are left
};

struct secret {
    cells cell;
};

GAME_BLOCKS_FIT;

static const struct rules_option options[] = {
    { "cells", "to hide in", NULL, 2, 40, 11 },
    { "calls", "that the seeker has", NULL, 1, 20, 3 },
    { "mute", "answers are seen on the board alone, which no game may do", NULL, 0, 1, 0 },
    { 0 },
};

static const struct verb verbs[] = {
    [HIDE] = { .name = "hide", .help = "hide here", .hidden = true },
    [CALL] = { .name = "call", .help = "call this cell" },
    { 0 },
};

static const struct outcome outcomes[] = { { .name = "plain" },
                                           [BELOW] = { .name = "below" },
                                           [ABOVE] = { .name = "above" },
                                           [HERE] = { .name = "here" },
                                           { 0 } };

static void setup(const struct rules *rules, struct open *open)
{
    open->turn.mover = open->turn.first;
    open->lo = 1;
    open->hi = (uint8_t)rules->value[CELLS];
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

static unsigned call(const struct rules *rules, struct state *state, unsigned n)
{
    struct open *open = state_open(state);
    unsigned hidden = cells_first(state_secret(state, open->turn.first)->cell);
    open->calls++;
    open->last = (uint8_t)n;
    if (hidden < n && n <= open->hi)
        open->hi = (uint8_t)(n - 1);
    if (hidden > n && n >= open->lo)
        open->lo = (uint8_t)(n + 1);
    if (hidden == n)
        open->turn.winner = opponent(open->turn.first);
    else if (open->calls == rules->value[CALLS])
        open->turn.winner = open->turn.first;
    if (open->turn.winner)
        open->turn.mover = SEAT_NOBODY;
    if (hidden == n)
        return HERE;
    return hidden < n && !rules->value[MUTE] ? BELOW : ABOVE;
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

static unsigned bound(const struct rules *rules)
{
    return 1 + rules->value[CALLS];
}

static void board(const struct rules *rules, const struct open *open,
                  const struct secret *const secret[SEATS], struct board *board)
{
    (void)secret;
    board->first = 1;
    board->last = rules->value[CELLS];
    if (open->last)
        board->square[open->last].tokens = seat_bit(opponent(open->turn.first));
}

static const struct game game_seek = {
    .slug = "seek",
    .title = "Seek",
    .options = options,
    .verbs = verbs,
    .outcomes = outcomes,
    .name = { [SEAT_1] = "Player 1", [SEAT_2] = "Player 2" },
    .token = { [SEAT_1] = "S", [SEAT_2] = "S" },
    .setup = setup,
    .offers = offers,
    .target = target,
    .apply = apply,
    .bound = bound,
    .board = board,
};

// --- What is said

static const struct limits roomy = { .memory = (size_t)4 << 30 };

// What solving says of these rules; nothing where it succeeds.
static struct text said_of(const char *rules)
{
    struct variant variant = support_variant(&game_seek, rules);
    struct text why = support_text();
    struct solve_answer answer;
    struct claim claim;
    struct rater *rater;
    if (solve_claim(&variant, SEAT_1, &roomy, &answer, &claim, &rater, &why))
        solve_answer_clear(&answer);
    claim_clear(&claim);
    rater_free(rater);
    return why;
}

static void memory_is_not_the_reason_where_there_is_enough(void **state)
{
    (void)state;
    static const char no_method[] = "This game hides things in a way that cannot be solved.";
#ifndef LP_NONE // which solves no mixtures, and says so below
    assert_string_equal(said_of("calls=3").at, "");
#endif
    assert_string_equal(said_of("calls=4").at, ""); // 2^4 > 11 cells: the seeker finds them all
    assert_string_equal(said_of("calls=3,mute=1").at, no_method);
    assert_string_equal(said_of("calls=4,mute=1").at, no_method);
}

static void a_player_does_not_call_what_no_method_fits_too_large(void **state)
{
    (void)state;
    struct text why = support_text(), words = support_text();
    struct bot *bot = bot_new("perfect", &bot_usual, &why);
    struct variant variant = support_variant(&game_seek, "cells=5,calls=2,mute=1");
    assert_non_null(bot);
    assert_true(bot_promise(bot, &variant, SEAT_1, SEAT_2, &words));
    assert_string_equal(words.at, "not perfect here: this game cannot be solved");
    bot_free(bot);
}

#ifdef LP_NONE
static void what_needs_linear_programs_is_not_solved_here(void **state)
{
    (void)state;
    struct text why = support_text(), words = support_text();
    struct variant variant = support_variant(&game_trap_runner, "fair");
    struct solve_answer answer;
    assert_false(solve(&variant, SEAT_1, &roomy, &answer, &why));
    assert_string_equal(why.at, "Games in which players hide things are not solved here.");
    struct bot *bot = bot_new("perfect", &bot_usual, &why);
    assert_true(bot_promise(bot, &variant, SEAT_1, SEAT_2, &words));
    assert_string_equal(words.at, "not perfect here: these rules are not solved here");
    bot_free(bot);
}
#endif

static void a_reason_is_given_once(void **state)
{
    (void)state;
    static struct puzzle puzzle;
    struct text why = support_text();
    assert_false(puzzle_make(&puzzle, &game_thin_ice, 0, 1, NULL, &roomy, &why));
    assert_string_equal(why.at, "No such puzzle was found that was not posed before.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_not_the_reason_where_there_is_enough),
        cmocka_unit_test(a_player_does_not_call_what_no_method_fits_too_large),
        cmocka_unit_test(a_reason_is_given_once),
#ifdef LP_NONE
        cmocka_unit_test(what_needs_linear_programs_is_not_solved_here),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
