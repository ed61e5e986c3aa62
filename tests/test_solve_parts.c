// SPDX-License-Identifier: GPL-3.0-or-later
// The solver's modules, each by itself: against known values, against brute force on small
// variants, and against each other where two of them do the same by different ways.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/confirm.h"
#include "core/memory.h"
#include "solve/belief.h"
#include "solve/best_path.h"
#include "solve/solve.h"
#include "solve/double_oracle.h"
#include "solve/efg.h"
#include "solve/exact_lp.h"
#include "solve/hit_sets.h"
#include "solve/matrix_oracle.h"
#include "solve/maxmargin.h"
#include "solve/rater.h"
#include "solve/refinement.h"
#include "solve/secrets.h"
#include "solve/sequence_form.h"
#include "solve/sure.h"
#include "support.h"

static const struct limits no_limits;

static bool refuse(void *context, uint64_t nodes)
{
    (void)nodes;
    ++*(unsigned *)context;
    return false;
}

static unsigned asked;
static const struct limits impatient = { .go_on = refuse, .context = &asked };

static void assert_fraction(const mpq_t value, long over, unsigned long under)
{
    assert_int_equal(mpq_cmp_si(value, over, under), 0);
}

// ---- weights ----

static void whole_numbers_over_a_common_denominator(void **state)
{
    (void)state;
    mpq_t share;
    mpz_t denominator;
    weight unit;
    mpq_init(share);
    mpz_init_set_ui(denominator, 12);
    assert_true(weights_unit(denominator, &unit) && unit == 12);
    mpq_set_ui(share, 1, 3);
    assert_true(weights_share(share, denominator) == 4);
    mpq_set_ui(share, 1, 4);
    assert_true(weights_share(share, denominator) == 3);
    mpq_set_ui(share, 5, 12);
    assert_true(weights_share(share, denominator) == 5);
    weights_ratio(share, 5, 12);
    assert_fraction(share, 5, 12);
    mpz_ui_pow_ui(denominator, 2, WEIGHT_BITS - 1); // in two words
    assert_true(weights_unit(denominator, &unit) && unit == (weight)1 << (WEIGHT_BITS - 1));
    mpq_set_ui(share, 3, 4);
    assert_true(weights_share(share, denominator) == (weight)3 << (WEIGHT_BITS - 3));
    mpz_ui_pow_ui(denominator, 2, WEIGHT_BITS); // just too much
    assert_false(weights_unit(denominator, &unit));
    mpq_clear(share);
    mpz_clear(denominator);
}

static void ratios_use_both_words(void **state)
{
    (void)state;
    mpq_t ratio;
    mpq_init(ratio);
    weights_ratio(ratio, (weight)1 << 100, (weight)3 << 100);
    assert_fraction(ratio, 1, 3);
    mpq_clear(ratio);
}

// ---- exact_lp ----

// Maximise x + y with x + 2 y <= 4 and 3 x + y <= 6: 14/5 at (8/5, 6/5), prices 2/5, 1/5.
static struct exact_lp *small_program(void)
{
    static const struct exact_lp_entry entries[] = {
        { 1, 1, 1 }, { 0, 0, 1 }, { 1, 0, 1 }, { 0, 1, 2 }, { 1, 0, 2 }, // 3 x in two parts
    };
    struct exact_lp *lp = exact_lp_new(NULL);
    assert_non_null(lp);
    assert_true(exact_lp_add_row(lp, EXACT_LP_AT_MOST, 4, NULL, 0));
    assert_true(exact_lp_add_row(lp, EXACT_LP_AT_MOST, 6, NULL, 0));
    assert_true(
        exact_lp_add_columns(lp, 2, (const int[]){ 1, 1 }, (const uint8_t[]){ 0, 0 }, entries, 5));
    return lp;
}

static void programs_have_their_optimum(void **state)
{
    (void)state;
    struct exact_lp *lp = small_program();
    mpq_t value, *x = weights_new(2), *y = weights_new(2);
    mpq_init(value);
    assert_true(exact_lp_solve(lp, value, x, y));
    assert_fraction(value, 14, 5);
    assert_fraction(x[0], 8, 5);
    assert_fraction(x[1], 6, 5);
    assert_fraction(y[0], 2, 5);
    assert_fraction(y[1], 1, 5);
    assert_true(exact_lp_cap_column(lp, 0)); // x <= 1: y = 3/2
    assert_true(exact_lp_solve(lp, value, x, y));
    assert_fraction(value, 5, 2);
    mpq_set_ui(value, 7, 3); // x + 2 y <= 7/3: y = 2/3
    assert_true(exact_lp_set_right(lp, 0, value));
    assert_true(exact_lp_solve(lp, value, x, y));
    assert_fraction(value, 5, 3);
    exact_lp_free(lp);
    weights_free(x, 2);
    weights_free(y, 2);
    mpq_clear(value);
}

static void a_guess_is_near_the_optimum(void **state)
{
    (void)state;
    struct exact_lp *lp = small_program();
    double value, x[2], y[2];
    assert_true(exact_lp_guess(lp, &value, x, y));
    assert_true(fabs(value - 2.8) < 1e-9 && fabs(x[0] - 1.6) < 1e-9 && fabs(y[1] - 0.2) < 1e-9);
    const struct exact_lp_term both[] = { { 0, 1 }, { 1, 1 } };
    assert_true(exact_lp_add_row(lp, EXACT_LP_EQUAL, 1, both, 2));
    double prices[3];
    assert_true(exact_lp_guess(lp, &value, x, prices));
    assert_true(fabs(value - 1) < 1e-9);
    exact_lp_free(lp);
}

static void programs_without_an_optimum_fail(void **state)
{
    (void)state;
    mpq_t value, *x = weights_new(2), *y = weights_new(3);
    mpq_init(value);
    struct exact_lp *lp = small_program();
    const struct exact_lp_term both[] = { { 0, 1 }, { 1, 1 } };
    assert_true(exact_lp_add_row(lp, EXACT_LP_EQUAL, 5, both, 2)); // more than there is
    assert_false(exact_lp_solve(lp, value, x, y));
    exact_lp_free(lp);
    lp = exact_lp_new(NULL); // free, and bounded by nothing
    assert_true(exact_lp_add_row(lp, EXACT_LP_AT_MOST, 1, NULL, 0));
    assert_true(exact_lp_add_column(lp, 1, true, NULL, 0));
    assert_false(exact_lp_solve(lp, value, x, y));
    exact_lp_free(lp);
    weights_free(x, 2);
    weights_free(y, 3);
    mpq_clear(value);
}

// ---- sure ----

static void sure_wins_and_their_limits(void **state)
{
    (void)state;
    struct variant book = support_variant(&game_trap_runner, "book");
    struct variant open = support_variant(&game_trap_runner, "passable=yes");
    struct state start = game_start(&book, SEAT_1);
    struct move move;
    uint64_t nodes = 0;
    assert_int_equal(
        sure_search(&book, SEAT_1, &start, 1, &(struct limits){ .work = 20000 }, &move, &nodes),
        SURE_YES);
    assert_in_range(nodes, 1, 20000);
    // The Runner wins for none of the traps that the move stands for.
    game_apply(&book, &start, move);
    assert_int_equal(
        sure_search(&book, SEAT_2, &start, 1, &(struct limits){ .work = 20000 }, &move, &nodes),
        SURE_NO);
    start = game_start(&open, SEAT_1);
    nodes = 0;
    assert_int_equal(
        sure_search(&open, SEAT_1, &start, 1, &(struct limits){ .work = 100 }, &move, &nodes),
        SURE_UNKNOWN);
    assert_int_equal(nodes, 100);
    assert_int_equal(
        sure_search(&open, SEAT_1, &start, 1, &(struct limits){ .work = 10000000 }, &move, &nodes),
        SURE_NO);
}

// What a pure strategy does: what it says, or the last legal move.
static struct move own_move(const struct variant *variant, const struct strategy *strategy,
                            const struct view *view, unsigned node)
{
    struct walk walk = { 0 };
    struct move last = { 0 };
    while (view_walk(variant, view, &walk)) {
        struct strategy_step step = { .move = walk.move, .kind = STRATEGY_OWN };
        last = walk.move;
        if (node != STRATEGY_SILENT && strategy_find(strategy, node, step))
            break;
    }
    return last;
}

static unsigned plays; // that were tried

// Does the strategy win against all that the other seat can do and hide?
static bool always_wins(const struct variant *variant, const struct strategy *strategy,
                        unsigned seat, const struct state *at, unsigned node)
{
    const struct turn *turn = state_turn(at);
    if (turn->winner) {
        plays++;
        return turn->winner == seat;
    }
    struct view view = game_view(at, turn->mover);
    bool own = turn->mover == seat, wins = true;
    struct walk walk = { 0 };
    while (wins && view_walk(variant, &view, &walk)) {
        struct state next = *at;
        if (own)
            walk.move = own_move(variant, strategy, &view, node);
        struct event event = { .move = walk.move, .seat = turn->mover };
        event.outcome = (uint8_t)game_apply(variant, &next, walk.move);
        struct event told = event_told(variant->game, &event, seat);
        wins = always_wins(variant, strategy, seat, &next,
                           strategy_after(strategy, node, seat, variant->game, &told));
        if (own)
            break;
    }
    return wins;
}

// If the seat has a sure win, its strategy is one. True if it has.
static bool check_sure(const struct variant *variant, unsigned seat)
{
    struct state start = game_start(variant, SEAT_1);
    struct strategy strategy;
    struct move move;
    uint64_t nodes = 0;
    mpz_t unit;
    if (sure_search(variant, seat, &start, 1, &(struct limits){ .work = 200000 }, &move, &nodes) !=
        SURE_YES)
        return false;
    mpz_init_set_ui(unit, 1);
    assert_true(strategy_begin(&strategy, unit));
    assert_int_equal(sure_strategy(variant, SEAT_1, seat, 1000000, &strategy), SOLVE_STOP_NOT);
    plays = 0;
    assert_true(always_wins(variant, &strategy, seat, &start, 0));
    assert_true(plays > 0);
    strategy_clear(&strategy);
    assert_true(strategy_begin(&strategy, unit));
    assert_int_equal(sure_strategy(variant, SEAT_1, seat, 0, &strategy), SOLVE_STOP_LARGE);
    strategy_clear(&strategy);
    mpz_clear(unit);
    return true;
}

// Draws small variants of both games with secrets.
static void sure_strategies_beat_everything(void **state)
{
    (void)state;
    struct random random = random_seeded(support_seed(8));
    struct variant book = support_variant(&game_trap_runner, "book");
    unsigned sure[SEATS] = { 0 };
    assert_true(check_sure(&book, SEAT_1) && !check_sure(&book, SEAT_2));
    for (unsigned i = 0; i < 200; i++) {
        const struct game *game = i % 2 ? &game_trap_runner : &game_number_mines;
        struct variant variant;
        struct text rules = support_text(), why = support_text();
        text_add(&rules, "length=%u,%s=%u,stride=%u,lives=%u,passable=%s",
                 3 + (unsigned)random_below(&random, 4), i % 2 ? "traps" : "mines",
                 (unsigned)random_below(&random, 3), 1 + (unsigned)random_below(&random, 3),
                 1 + (unsigned)random_below(&random, 2), i % 3 ? "no" : "yes");
        if (!variant_parse(game, rules.at, &variant, &why))
            continue;
        for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
            sure[seat] += check_sure(&variant, seat);
    }
    assert_true(sure[SEAT_1] > 5 && sure[SEAT_2] > 5);
}

// The winner of a sure win goes on with a sure move, and of what else it can do it is not said
// that it loses; whatever the loser does loses.
static void sure_wins_are_rated_in_play(void **state)
{
    (void)state;
    struct variant variant = support_variant(&game_number_mines, "book");
    struct text why = support_text();
    enum solve_stop stop;
    struct secrets *secrets =
        secrets_new(&variant, SEAT_1, SECRETS_QUICKLY, &no_limits, &stop, &why);
    struct state truth = game_start(&variant, SEAT_1);
    struct history history[SEATS] = { 0 };
    assert_non_null(secrets);
    assert_int_equal(secrets->winner, SEAT_2);
    for (unsigned turns = 0; !state_turn(&truth)->winner && turns < 6; turns++) {
        struct view view = game_view(&truth, state_turn(&truth)->mover);
        struct solve_answer answer;
        unsigned chosen = 0, sure = 0;
        assert_true(secrets_rate(secrets, &view, &history[view.seat], &answer, &why));
        assert_int_equal(answer.proof, SOLVE_SURE);
        for (unsigned i = 0; i < answer.count; i++) {
            const struct solve_move *rated = &answer.moves[i];
            assert_int_equal(mpq_sgn(rated->lo), 0); // for seat 1
            assert_true(!rated->sure || (rated->best && mpq_sgn(rated->hi) == 0));
            chosen = rated->sure ? i : chosen;
            sure += rated->sure;
        }
        assert_true(view.seat == SEAT_2 ? sure > 0 : sure == 0);
        struct event event = { .move = answer.moves[chosen].move, .seat = view.seat };
        event.outcome = (uint8_t)game_apply(&variant, &truth, event.move);
        for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
            history[seat].event[history[seat].count++] = event_told(variant.game, &event, seat);
        solve_answer_clear(&answer);
    }
    assert_int_not_equal(state_turn(&truth)->winner, SEAT_1);
    secrets_free(secrets);
}

// ---- certain ----

// How many ways to hide something leave this cell free.
static size_t ways_without(const struct variant *variant, unsigned n)
{
    struct state start = game_start(variant, SEAT_1);
    struct view view = game_view(&start, SEAT_1);
    struct walk walk = { 0 };
    size_t ways = 0;
    while (view_walk(variant, &view, &walk))
        ways += !cells_has(walk.move.set, n);
    return ways;
}

// Plays a move and lets the Runner hear of it; it must be legal.
static void play(const struct variant *variant, struct state *truth, struct history *history,
                 struct move move)
{
    struct view view = game_view(truth, state_turn(truth)->mover);
    assert_true(view_allows(variant, &view, move));
    struct event event = { .move = move, .seat = view.seat };
    event.outcome = (uint8_t)game_apply(variant, truth, move);
    history->event[history->count++] = event_told(variant->game, &event, SEAT_2);
}

enum { TRAP, RUN };

static struct move hide(cells set)
{
    return (struct move){ .verb = TRAP, .set = set };
}

static struct move run(unsigned distance)
{
    return (struct move){ .verb = RUN, .set = cell(distance) };
}

// After a safe step the Runner holds all traps possible but those on its cell.
static void cases_are_what_cannot_be_excluded(void **state)
{
    (void)state;
    struct variant variant = support_variant(&game_trap_runner, "length=8,traps=2,passable=yes");
    struct state truth = game_start(&variant, SEAT_1);
    struct history history = { 0 };
    struct belief cases;
    play(&variant, &truth, &history, hide(cell(5) | cell(6)));
    struct view view = game_view(&truth, SEAT_2);
    assert_true(belief_find(&variant, &view, &history, &cases));
    assert_int_equal(cases.count, ways_without(&variant, 0));
    assert_false(belief_is_safe(&variant, &cases, run(2)));
    belief_clear(&cases);
    play(&variant, &truth, &history, run(2));
    view = game_view(&truth, SEAT_2);
    assert_true(belief_find(&variant, &view, &history, &cases));
    assert_int_equal(cases.count, ways_without(&variant, 2));
    belief_clear(&cases);
    history.event[1].outcome = OUTCOME_PLAIN; // which never happens
    assert_false(belief_find(&variant, &view, &history, &cases));
    belief_clear(&cases);
}

// The Runner's cases after these traps and a run, if it is not 0.
static struct belief cases_after(const struct variant *variant, cells traps, unsigned distance,
                                 struct view *view, struct history *history)
{
    struct state truth = game_start(variant, SEAT_1);
    struct belief cases;
    *history = (struct history){ 0 };
    play(variant, &truth, history, hide(traps));
    if (distance)
        play(variant, &truth, history, run(distance));
    *view = game_view(&truth, SEAT_2);
    assert_true(belief_find(variant, view, history, &cases));
    return cases;
}

static void only_what_holds_in_all_cases_is_certain(void **state)
{
    (void)state;
    struct view view;
    struct history history;
    struct variant variant;
    struct confirm confirm = {
        .limits = &no_limits, .variant = &variant, .view = &view, .history = &history
    };
    // The finish may be trapped, and so may all before it.
    variant = support_variant(&game_trap_runner, "length=5,traps=1");
    struct belief cases = cases_after(&variant, cell(5), 2, &view, &history);
    for (unsigned distance = 1; distance <= 3; distance++) {
        assert_false(belief_is_safe(&variant, &cases, run(distance)));
        assert_false(confirm_win(&confirm, &cases, run(distance)));
        assert_false(confirm_loss(&confirm, run(distance)));
    }
    belief_clear(&cases);
    // It may not be.
    variant = support_variant(&game_trap_runner, "length=5,traps=1,passable=yes");
    cases = cases_after(&variant, cell(4), 2, &view, &history);
    assert_true(belief_is_safe(&variant, &cases, run(3)));
    assert_true(confirm_win(&confirm, &cases, run(3)));
    assert_false(confirm_win(&confirm, &cases, run(1)));
    belief_clear(&cases);
    // Step by step a trap is not passed, wherever it is.
    variant = support_variant(&game_trap_runner, "length=5,traps=1,stride=1");
    cases = cases_after(&variant, cell(4), 0, &view, &history);
    assert_false(belief_is_safe(&variant, &cases, run(1)));
    assert_true(confirm_loss(&confirm, run(1)));
    belief_clear(&cases);
}

// Three steps at once give the game away, without a trap.
static unsigned losing_apply(const struct rules *rules, struct state *state, struct move move)
{
    unsigned outcome = game_trap_runner.apply(rules, state, move);
    struct turn turn = *state_turn(state);
    if (turn.winner || move.verb != run(3).verb || move.set != run(3).set)
        return outcome;
    turn.winner = SEAT_1;
    turn.mover = SEAT_NOBODY;
    memcpy(state->open, &turn, sizeof turn);
    return outcome;
}

// What goes off costs a life, or the game; and a game may be lost without that.
static void safe_is_neither_hit_nor_lost(void **state)
{
    (void)state;
    struct view view;
    struct history history;
    struct game losing = game_trap_runner;
    losing.apply = losing_apply;
    struct variant variant =
        support_variant(&game_trap_runner, "length=8,traps=2,stride=4,passable=yes,lives=3");
    struct belief cases = cases_after(&variant, cell(2) | cell(3), 0, &view, &history);
    assert_false(belief_is_safe(&variant, &cases, run(1))); // a life is left, and one may go
    belief_clear(&cases);
    variant = support_variant(&game_trap_runner, "length=8,traps=0,stride=4");
    cases = cases_after(&variant, 0, 1, &view, &history);
    assert_true(belief_is_safe(&variant, &cases, run(3)));
    variant.game = &losing;
    assert_false(belief_is_safe(&variant, &cases, run(3)));
    assert_true(belief_is_safe(&variant, &cases, run(2)));
    belief_clear(&cases);
}

// ---- public_graph ----

static void build(struct public_graph *graph, const struct variant *variant)
{
    assert_int_equal(public_graph_build(graph, variant, SEAT_1, &no_limits), PUBLIC_GRAPH_FITS);
}

static struct state truth_of(const struct public_graph *graph, const unsigned type[SEATS])
{
    struct state state = graph->start;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        if (graph->hides[seat])
            memcpy(state.secret[seat], graph->secret[seat][type[seat]], SECRET_SIZE);
    return state;
}

// The way that play goes on after a move with an outcome.
static const struct public_graph_way *way_of(const struct public_graph *graph, unsigned at,
                                             struct move move, unsigned outcome)
{
    const struct public_graph_edge *edge = &graph->edges[graph->positions[at].first];
    while (!move_equal(edge->move, move))
        edge++;
    unsigned way = 0;
    while (edge->way[way].outcome != outcome)
        assert_true(++way < edge->ways);
    return &edge->way[way];
}

// Plays at random from where the hiding is over, with two types of a seat that are in one
// class there: whatever is done, the same comes of it, until the winner is certain.
static void play_alike(const struct public_graph *graph, unsigned seat, struct random *random)
{
    unsigned type[SEATS] = { 0 }, at = 0;
    for (unsigned of = SEAT_1; of <= SEAT_2; of++)
        type[of] = (unsigned)random_below(random, graph->type_count[of]);
    struct state one = truth_of(graph, type);
    unsigned class = graph->positions[0].class_of[seat][type[seat]], before = type[seat];
    do
        type[seat] = (type[seat] + 1) % graph->type_count[seat];
    while (graph->positions[0].class_of[seat][type[seat]] != class);
    struct state other = truth_of(graph, type);
    for (const struct public_graph_way *way = NULL; !way || !way->winner; at = way->child) {
        struct move move = game_draw(graph->variant, &one, random);
        unsigned outcome = game_apply(graph->variant, &one, move);
        assert_int_equal(game_apply(graph->variant, &other, move), outcome);
        assert_memory_equal(one.open, other.open, OPEN_SIZE);
        way = way_of(graph, at, move, outcome);
        if (!way->winner) {
            const uint16_t *class_of = graph->positions[way->child].class_of[seat];
            assert_int_equal(class_of[type[seat]], class_of[before]);
        }
    }
}

static const struct {
    const struct game *game;
    const char *rules, *value; // the chance of seat 1
} small[] = { { &game_trap_runner, "length=5,passable=yes", "1/2" },
              { &game_trap_runner, "length=6,passable=yes", "3/4" },
              { &game_trap_runner, "length=8,passable=yes", "5/6" },
              { &game_trap_runner, "length=4,lives=2", "2/3" },
              { &game_number_mines, "length=5,mines=1,passable=yes", "2/3" },
              { &game_number_mines, "length=6,mines=2,passable=yes", "1/3" },
              { &game_number_mines, "length=6,mines=3,passable=yes", "1/2" } };
enum { SMALL = sizeof small / sizeof *small };

static void types_of_a_class_are_alike(void **state)
{
    (void)state;
    struct random random = random_seeded(support_seed(20));
    for (unsigned i = 0; i < SMALL; i++) {
        struct variant variant = support_variant(small[i].game, small[i].rules);
        struct public_graph graph;
        build(&graph, &variant);
        for (unsigned n = 0; n < 400; n++)
            play_alike(&graph, n % 2 ? SEAT_1 : SEAT_2, &random);
        public_graph_clear(&graph);
    }
}

static void graphs_that_cannot_be(void **state)
{
    (void)state;
    struct public_graph graph;
    struct variant variant = support_variant(&game_trap_runner, "length=63,traps=9,stride=10");
    assert_int_equal(public_graph_build(&graph, &variant, SEAT_1, NULL), PUBLIC_GRAPH_MANY);
    public_graph_clear(&graph);
    assert_true(public_graph_estimate(&variant, SEAT_1) > 1e10);
    variant = support_variant(&game_minefield, "book"); // chance hides something
    assert_int_equal(public_graph_build(&graph, &variant, SEAT_1, NULL), PUBLIC_GRAPH_OTHER);
    public_graph_clear(&graph);
    variant = support_variant(&game_number_mines, "book");
    asked = 0;
    assert_int_equal(public_graph_build(&graph, &variant, SEAT_1, &impatient),
                     PUBLIC_GRAPH_STOPPED);
    assert_int_equal(asked, 1);
    public_graph_clear(&graph);
}

// ---- restricted_tree, sequence_form, realisation, best_reply ----

// Lets a tree allow everything.
static void allow_all(struct public_tree *tree)
{
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        memset(tree->types[seat], 1, tree->graph->positions[0].classes[seat]);
    for (unsigned n = 0; n < tree->count; n++) {
        const struct public_graph_position *here = public_tree_position(tree, n);
        for (unsigned k = 0; k < here->classes[here->mover]; k++)
            *public_tree_moves(tree, n, k) = UINT64_MAX >> (64 - here->count);
        for (unsigned e = 0; e < here->count; e++) {
            const struct public_graph_edge *edge = &tree->graph->edges[here->first + e];
            for (unsigned way = 0; way < edge->ways; way++)
                if (public_graph_goes_on(edge, way))
                    assert_int_not_equal(public_tree_grow(tree, n, e, way), PUBLIC_TREE_NONE);
        }
    }
    assert_false(tree->failed);
}

// What a plan keeps against the best reply, over its unit.
static void kept(const struct realisation *plan, mpq_t least)
{
    unsigned classes = plan->tree->graph->positions[0].classes[opponent(plan->seat)];
    weight *won = malloc(classes * sizeof *won), lowest;
    struct best_reply reply;
    best_reply_begin(&reply, plan, &no_limits);
    assert_true(best_reply_root(&reply, won));
    lowest = won[0];
    for (unsigned j = 1; j < classes; j++)
        lowest = won[j] < lowest ? won[j] : lowest;
    weights_ratio(least, lowest, plan->unit);
    best_reply_clear(&reply);
    free(won);
}

// Both plans keep the value, so that no best reply of the whole game is better.
static void assert_plans_meet(const struct realisation plan[SEATS], const mpq_t value)
{
    mpq_t got;
    mpq_init(got);
    kept(&plan[SEAT_1], got);
    assert_true(mpq_equal(got, value));
    kept(&plan[SEAT_2], got);
    mpq_add(got, got, value);
    assert_fraction(got, 1, 1);
    mpq_clear(got);
}

// The whole game as one program: both plans keep the value, which is the known one.
static void the_sequence_form_of_the_whole_game(void **state)
{
    (void)state;
    mpq_t expected;
    mpq_init(expected);
    for (unsigned i = 0; i < SMALL; i++) {
        struct variant variant = support_variant(small[i].game, small[i].rules);
        struct public_graph graph;
        struct public_tree tree;
        struct realisation plan[SEATS] = { 0 };
        double value;
        uint64_t size;
        build(&graph, &variant);
        public_tree_begin(&tree, &graph);
        allow_all(&tree);
        bool solved;
        assert_int_equal(sequence_form_solve(&tree, true, NULL, plan, &value, &size, &solved),
                         SOLVE_STOP_NOT);
        assert_true(solved);
        mpq_set_str(expected, small[i].value, 10);
        assert_true(fabs(value - mpq_get_d(expected)) < 1e-12 && size > 0);
        assert_plans_meet(plan, expected);
        realisation_clear(&plan[SEAT_1]);
        realisation_clear(&plan[SEAT_2]);
        public_tree_clear(&tree);
        public_graph_clear(&graph);
    }
    mpq_clear(expected);
}

// The truths that the hider may have made, one for each way; how many are won by the best
// that a Runner can do who does not know which: by trying everything, without memory.
static size_t brute_runs(const struct variant *variant, struct state *truths, size_t count)
{
    struct state *next = malloc(count * sizeof *next);
    struct view view = game_view(&truths[0], SEAT_2);
    struct walk walk = { 0 };
    size_t best = 0;
    while (view_walk(variant, &view, &walk)) {
        size_t won = 0, open = 0;
        for (size_t i = 0; i < count; i++) {
            struct state after = truths[i];
            game_apply(variant, &after, walk.move);
            won += state_turn(&after)->winner == SEAT_2;
            if (!state_turn(&after)->winner)
                next[open++] = after;
        }
        for (size_t at = 0, alike; at < open; at += alike) {
            alike = game_gather(next + at, open - at, SEAT_2);
            won += brute_runs(variant, next + at, alike);
        }
        best = won > best ? won : best;
    }
    free(next);
    return best;
}

// A Trapper who hides every way as often, and then only watches.
static void the_best_reply_to_random_traps(void **state)
{
    (void)state;
    static const char *const rules[] = { "length=6,traps=2,passable=yes",
                                         "length=8,traps=3,passable=yes,stride=4",
                                         "length=6,traps=2,passable=yes,lives=2" };
    for (unsigned i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct variant variant = support_variant(&game_trap_runner, rules[i]);
        struct public_graph graph;
        struct public_tree tree;
        struct realisation plan;
        mpq_t least;
        mpq_init(least);
        build(&graph, &variant);
        public_tree_begin(&tree, &graph);
        assert_true(realisation_new(&plan, &tree, SEAT_1));
        unsigned types = graph.type_count[SEAT_1];
        struct state *truths = malloc(types * sizeof *truths);
        for (unsigned k = 0; k < types; k++) {
            plan.root[graph.positions[0].class_of[SEAT_1][k]]++;
            truths[k] = truth_of(&graph, (const unsigned[SEATS]){ [SEAT_1] = k });
        }
        plan.unit = types;
        assert_true(realisation_settle(&plan, true));
        kept(&plan, least);
        assert_fraction(least, (long)(types - brute_runs(&variant, truths, types)), types);
        free(truths);
        realisation_clear(&plan);
        public_tree_clear(&tree);
        public_graph_clear(&graph);
        mpq_clear(least);
    }
}

// How much of a mixture of traps the best path runs into.
static uint64_t least_met(const struct public_graph *graph, const unsigned *types,
                          const weight *weights, unsigned count)
{
    struct best_path search;
    uint64_t all[BEST_PATH_WORDS], least = UINT64_MAX;
    memset(all, 0xff, sizeof all);
    assert_true(best_path_begin(&search, graph, SEAT_1, types, weights, count, NULL));
    for (unsigned e = 0; e < graph->positions[0].count; e++) {
        uint64_t met = best_path_least(&search, e, all);
        least = met < least ? met : least;
    }
    best_path_clear(&search);
    return least;
}

// The search over sets of types and the one over amounts by class agree.
static void the_best_path_is_the_best_reply(void **state)
{
    (void)state;
    enum { TYPES = 200 };
    struct random random = random_seeded(support_seed(23));
    struct variant variant = support_variant(&game_trap_runner, "length=10,traps=3,passable=yes");
    struct public_graph graph;
    struct public_tree tree;
    build(&graph, &variant);
    public_tree_begin(&tree, &graph);
    assert_true(graph.type_count[SEAT_1] <= TYPES);
    for (unsigned round = 0; round < 20; round++) {
        unsigned types[TYPES];
        weight weights[TYPES], least;
        struct realisation plan;
        struct best_reply reply;
        assert_true(realisation_new(&plan, &tree, SEAT_1));
        for (unsigned k = 0; k < graph.type_count[SEAT_1]; k++) {
            types[k] = k;
            weights[k] = random_below(&random, 4) ? 0 : random_below(&random, 100);
            plan.root[graph.positions[0].class_of[SEAT_1][k]] += weights[k];
            plan.unit += weights[k];
        }
        assert_true(realisation_settle(&plan, true));
        best_reply_begin(&reply, &plan, &no_limits);
        assert_true(best_reply_root(&reply, &least));
        assert_true(least_met(&graph, types, weights, graph.type_count[SEAT_1]) == (uint64_t)least);
        best_reply_clear(&reply);
        realisation_clear(&plan);
    }
    public_tree_clear(&tree);
    public_graph_clear(&graph);
}

static void a_mixture_that_no_set_holds_is_refused(void **state)
{
    (void)state;
    enum { TYPES = 64 * BEST_PATH_WORDS + 1 };
    struct variant variant = support_variant(&game_trap_runner, "length=22,traps=3,passable=yes");
    struct public_graph graph;
    struct best_path search;
    unsigned types[TYPES];
    weight weights[TYPES];
    build(&graph, &variant);
    assert_true(graph.type_count[SEAT_1] >= TYPES);
    for (unsigned k = 0; k < TYPES; k++) {
        types[k] = k;
        weights[k] = 1;
    }
    assert_false(best_path_begin(&search, &graph, SEAT_1, types, weights, TYPES, NULL));
    best_path_clear(&search);
    assert_true(best_path_begin(&search, &graph, SEAT_1, types, weights, TYPES - 1, NULL));
    best_path_clear(&search);
    public_graph_clear(&graph);
}

// Weights become a plan: shares of what comes, or nothing where that is not exact.
static void plans_are_settled(void **state)
{
    (void)state;
    struct variant variant = support_variant(&game_trap_runner, "length=6,traps=2,passable=yes");
    struct public_graph graph;
    struct public_tree tree;
    struct realisation plan;
    build(&graph, &variant);
    public_tree_begin(&tree, &graph);
    assert_int_equal(public_tree_child(&tree, PUBLIC_TREE_NONE, 0, 0), PUBLIC_TREE_NONE);
    assert_int_equal(public_tree_grow(&tree, PUBLIC_TREE_NONE, 0, 0), PUBLIC_TREE_NONE);
    *public_tree_moves(&tree, 0, 0) = 3;
    assert_true(realisation_new(&plan, &tree, SEAT_2));
    plan.unit = plan.root[0] = 90;
    *realisation_move(&plan, 0, 0, 0) = 1;
    *realisation_move(&plan, 0, 1, 0) = 2;
    assert_false(realisation_settle(&plan, true)); // 1 and 2 are not 90
    assert_true(realisation_settle(&plan, false));
    assert_true(*realisation_move(&plan, 0, 0, 0) == 30);
    assert_true(*realisation_move(&plan, 0, 1, 0) == 60);
    assert_true(plan.speaks[0]);
    realisation_clear(&plan);
    public_tree_clear(&tree);
    public_graph_clear(&graph);
}

static void a_reply_can_be_stopped(void **state)
{
    (void)state;
    struct variant variant =
        support_variant(&game_number_mines, "length=10,mines=2,passable=yes,lives=2");
    struct public_graph graph;
    struct public_tree tree;
    struct realisation plan;
    struct best_reply reply;
    build(&graph, &variant);
    public_tree_begin(&tree, &graph);
    assert_true(realisation_new(&plan, &tree, SEAT_1));
    for (unsigned k = 0; k < graph.positions[0].classes[SEAT_1]; k++)
        plan.unit += plan.root[k] = k + 1;
    assert_true(realisation_settle(&plan, true));
    weight *least = malloc(graph.positions[0].classes[SEAT_2] * sizeof *least);
    best_reply_begin(&reply, &plan, &impatient);
    reply.nodes = 8191; // the next one asks
    assert_false(best_reply_root(&reply, least));
    assert_int_equal(reply.stop, SOLVE_STOP_ASKED);
    best_reply_clear(&reply);
    free(least);
    realisation_clear(&plan);
    public_tree_clear(&tree);
    public_graph_clear(&graph);
}

// ---- double_oracle ----

// However little work there is, what is proved is true; with enough of it, it is all.
static void bounds_hold_and_meet(void **state)
{
    (void)state;
    mpq_t expected;
    mpq_init(expected);
    for (unsigned i = 0; i < SMALL; i++) {
        struct variant variant = support_variant(small[i].game, small[i].rules);
        struct public_graph graph;
        struct double_oracle oracle;
        build(&graph, &variant);
        double_oracle_begin(&oracle, &graph);
        mpq_set_str(expected, small[i].value, 10);
        for (uint64_t work = 1; work < 1 << 24; work *= 4) {
            assert_int_equal(double_oracle_solve(&oracle, work, &no_limits), SOLVE_STOP_NOT);
            assert_true(mpq_cmp(oracle.lo, expected) <= 0 && mpq_cmp(oracle.hi, expected) >= 0);
        }
        assert_true(mpq_equal(oracle.lo, oracle.hi));
        double_oracle_clear(&oracle);
        double_oracle_begin(&oracle, &graph);
        assert_int_equal(double_oracle_solve(&oracle, 1 << 24, &impatient), SOLVE_STOP_ASKED);
        double_oracle_clear(&oracle);
        public_graph_clear(&graph);
    }
    mpq_clear(expected);
}

// ---- matrix_oracle ----

// Its plans are exact and leave each other nothing: no best reply of the whole game is better.
// Without the time or the work that it takes there are none.
static void the_matrix_has_the_value(void **state)
{
    (void)state;
    static const struct {
        const struct game *game;
        const char *rules, *value;
        bool sure; // found without work
    } known[] = {
        { &game_trap_runner, "length=12,traps=3,passable=yes", "37/43", false },
        { &game_trap_runner, "length=14,traps=3,passable=yes", "44/51", false },
        { &game_trap_runner, "length=14,traps=4,passable=yes", "47/50", false },
        { &game_trap_runner, "length=12,traps=3", "1", true }, // without mirror images: the finish
    };
    mpq_t expected;
    mpq_init(expected);
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
        struct variant variant = support_variant(known[i].game, known[i].rules);
        struct public_graph graph;
        struct public_tree tree;
        struct realisation plan[SEATS] = { 0 };
        double value;
        uint64_t nodes = 0;
        build(&graph, &variant);
        assert_true(matrix_oracle_fit(&graph));
        public_tree_begin(&tree, &graph);
        assert_false(matrix_oracle_solve(&tree, 1 << 20, &impatient, plan, &value, &nodes));
        if (!known[i].sure)
            assert_false(matrix_oracle_solve(&tree, 1, NULL, plan, &value, &nodes));
        assert_true(matrix_oracle_solve(&tree, 1 << 20, NULL, plan, &value, &nodes));
        mpq_set_str(expected, known[i].value, 10);
        assert_true(fabs(value - mpq_get_d(expected)) < 1e-8 && nodes > 0);
        assert_plans_meet(plan, expected);
        realisation_clear(&plan[SEAT_1]);
        realisation_clear(&plan[SEAT_2]);
        public_tree_clear(&tree);
        public_graph_clear(&graph);
    }
    mpq_clear(expected);
}

// Mirror images are solved for once: otherwise it takes 127,618 positions and entries.
static void mirror_images_share_a_row_and_a_column(void **state)
{
    (void)state;
    struct variant variant = support_variant(&game_trap_runner, "length=16,traps=3,passable=yes");
    struct solve_answer answer;
    struct text why = TEXT_OF(TEXT_MAX);
    assert_true(solve(&variant, SEAT_1, &no_limits, &answer, &why));
    assert_true(answer.nodes < 70000);
    solve_answer_clear(&answer);
}

// ---- hit_sets ----

// What stands on some cells may be hit. Where no three others follow each other there is a path
// over these alone, and what is found runs into nothing else.
static void a_path_within_what_may_be_hit(void **state)
{
    (void)state;
    struct random random = random_seeded(support_seed(24));
    struct variant variant = support_variant(&game_trap_runner, "length=12,traps=2,passable=yes");
    struct public_graph graph;
    struct hit_sets sets;
    unsigned types[64], edges[MOVES_MAX], count;
    build(&graph, &variant);
    assert_true(graph.type_count[SEAT_1] <= 64);
    for (unsigned i = 0; i < graph.type_count[SEAT_1]; i++)
        types[i] = i;
    assert_true(hit_sets_begin(&sets, &graph, SEAT_1, types, graph.type_count[SEAT_1]));
    assert_false(hit_sets_find_path(&sets, &(uint64_t){ 0 }, edges, &count));
    for (unsigned round = 0; round < 200; round++) {
        cells stood = random_below(&random, cell(11)) << 1;
        uint64_t allowed = 0, hit = 0;
        for (unsigned i = 0; i < graph.type_count[SEAT_1]; i++)
            allowed |= (uint64_t)((graph.types[SEAT_1][i].set & stood) != 0) << i;
        bool found = hit_sets_find_path(&sets, &allowed, edges, &count);
        assert_true(found || cells_has_run(cells_span(1, 11) & ~stood, 3));
        for (unsigned i = 0; found && i < count; i++)
            hit |= *hit_sets_of(&sets, edges[i]);
        assert_true(!found || !(hit & ~allowed));
    }
    hit_sets_clear(&sets);
    public_graph_clear(&graph);
}

// ---- public_tree, maxmargin, refinement ----

// The game's graph and its whole tree, with a plan for each seat.
struct unfolded {
    struct public_graph graph;
    struct public_tree tree;
    struct maxmargin_plan plan[SEATS];
};

static void unfold(struct unfolded *whole, const struct variant *variant)
{
    build(&whole->graph, variant);
    assert_true(public_tree_build(&whole->tree, &whole->graph, NULL, 0, 100000));
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        assert_true(maxmargin_plan_new(&whole->plan[seat], &whole->tree, seat));
}

static void unfolded_clear(struct unfolded *whole)
{
    maxmargin_plan_clear(&whole->plan[SEAT_1]);
    maxmargin_plan_clear(&whole->plan[SEAT_2]);
    public_tree_clear(&whole->tree);
    public_graph_clear(&whole->graph);
}

// The least that a settled plan wins against any class.
static void least_won(const struct maxmargin_plan *plan, mpq_t least)
{
    mpq_set(least, plan->won[0]);
    for (unsigned k = 1; k < public_tree_position(plan->tree, 0)->classes[opponent(plan->seat)];
         k++)
        if (mpq_cmp(plan->won[k], least) < 0)
            mpq_set(least, plan->won[k]);
}

// Another program, over another tree: the margin over nothing is the value, and both plans
// keep it.
static void the_margin_over_nothing_is_the_value(void **state)
{
    (void)state;
    mpq_t expected, margin, least;
    mpq_inits(expected, margin, least, NULL);
    for (unsigned i = 0; i < 2 * SMALL; i++) {
        unsigned planner = i % 2 ? SEAT_2 : SEAT_1;
        struct variant variant = support_variant(small[i / 2].game, small[i / 2].rules);
        struct unfolded whole;
        unfold(&whole, &variant);
        struct maxmargin_plan *plan = &whole.plan[planner],
                              *answer = &whole.plan[opponent(planner)];
        assert_true(maxmargin_solve(plan, answer, false, NULL, NULL, margin));
        mpq_set_str(expected, small[i / 2].value, 10);
        if (planner == SEAT_2)
            mpz_sub(mpq_numref(expected), mpq_denref(expected), mpq_numref(expected));
        assert_true(mpq_equal(margin, expected));
        assert_true(maxmargin_settle(plan) && maxmargin_settle(answer));
        least_won(plan, least);
        assert_true(mpq_equal(least, margin));
        least_won(answer, least);
        mpq_add(least, least, margin);
        assert_fraction(least, 1, 1);
        unfolded_clear(&whole);
    }
    mpq_clears(expected, margin, least, NULL);
}

// What a plan wins from a node on against one who comes with a class so likely, and moves at
// random.
static double wins_at_random(const struct maxmargin_plan *plan, unsigned n, unsigned class,
                             double likely)
{
    const struct public_graph_position *here = public_tree_position(plan->tree, n);
    bool own = here->mover == plan->seat;
    double won = 0;
    const unsigned most = plan->tree->graph->ways;
    for (unsigned i = 0; i < most * plan->tree->nodes[n].count; i++) {
        unsigned e = i / most, way = i % most;
        const struct public_graph_edge *edge = public_tree_edge(plan->tree, n, e);
        if (way >= edge->ways)
            continue;
        const struct public_graph_way *to = &edge->way[way];
        unsigned child = public_tree_child(plan->tree, n, e, way);
        double part = own ? likely : likely / here->count;
        if (!public_graph_takes(edge, way, opponent(plan->seat), class))
            continue;
        if (!to->winner && child != PUBLIC_TREE_NONE)
            won += wins_at_random(plan, child, to->next[opponent(plan->seat)][class], part);
        for (unsigned k = 0; to->winner == plan->seat && k < here->classes[plan->seat]; k++)
            if (public_graph_takes(edge, way, plan->seat, k))
                won += part * mpq_get_d(own ? *maxmargin_move(plan, n, e, k)
                                            : *maxmargin_reach(plan, n, k));
    }
    return won;
}

static double wins_against_random(struct maxmargin_plan *plan)
{
    unsigned other = opponent(plan->seat), types = plan->tree->graph->type_count[other];
    double won = 0;
    assert_true(maxmargin_settle(plan));
    for (unsigned i = 0; i < types; i++)
        won += wins_at_random(plan, 0, public_tree_position(plan->tree, 0)->class_of[other][i],
                              1.0 / types);
    return won;
}

// Games in which optimal plans differ by what they win against random play; the most that one
// wins.
static const struct {
    const struct game *game;
    const char *rules;
    unsigned planner;
    double most;
} unequal[] = { { &game_trap_runner, "length=8,passable=yes", SEAT_2, 7.0 / 30 },
                { &game_trap_runner, "length=13,passable=yes", SEAT_1, 119879.0 / 131220 },
                { &game_trap_runner, "length=8,traps=2,stride=4,passable=yes", SEAT_1,
                  173.0 / 256 },
                { &game_trap_runner, "length=7,traps=2,lives=2", SEAT_1, 121.0 / 243 },
                { &game_trap_runner, "length=7,traps=2,lives=2", SEAT_2, 6.0 / 7 },
                { &game_number_mines, "length=8,passable=yes", SEAT_1, 445.0 / 1064 },
                { &game_number_mines, "length=8,passable=yes", SEAT_2, 29.0 / 38 },
                { &game_number_mines, "length=8,mines=2,passable=yes", SEAT_1, 26.0 / 45 } };

// The plan is optimal; returns what it wins against random play.
static double wins_and_keeps(struct maxmargin_plan *plan, const mpq_t value)
{
    double wins = wins_against_random(plan);
    mpq_t least;
    mpq_init(least);
    least_won(plan, least);
    assert_true(mpq_equal(least, value));
    mpq_clear(least);
    return wins;
}

static void no_optimal_plan_is_harder_on_mistakes(void **state)
{
    (void)state;
    mpq_t value;
    mpq_init(value);
    for (unsigned i = 0; i < sizeof unequal / sizeof *unequal; i++) {
        struct variant variant = support_variant(unequal[i].game, unequal[i].rules);
        struct unfolded whole;
        unfold(&whole, &variant);
        struct maxmargin_plan *plan = &whole.plan[unequal[i].planner];
        assert_true(
            maxmargin_solve(plan, &whole.plan[opponent(plan->seat)], false, NULL, NULL, value));
        assert_true(wins_and_keeps(plan, value) < unequal[i].most + 1e-9);
        assert_true(maxmargin_spread(plan, NULL, value));
        assert_true(wins_and_keeps(plan, value) < unequal[i].most - 1e-3);
        assert_true(maxmargin_punish(plan, NULL, value));
        assert_true(fabs(wins_and_keeps(plan, value) - unequal[i].most) < 1e-9);
        mpq_set_ui(value, 1, 1); // nobody can guarantee that
        assert_false(maxmargin_spread(plan, NULL, value));
        assert_false(maxmargin_punish(plan, NULL, value));
        unfolded_clear(&whole);
    }
    mpq_clear(value);
}

static void trees_that_cannot_be(void **state)
{
    (void)state;
    struct public_graph graph;
    struct public_tree tree;
    struct variant variant = support_variant(&game_trap_runner, "passable=yes");
    build(&graph, &variant);
    assert_false(public_tree_build(&tree, &graph, NULL, 0, 10)); // too large
    public_tree_clear(&tree);
    assert_true(public_tree_build(&tree, &graph, NULL, 0, 1000));
    public_tree_clear(&tree);
    public_graph_clear(&graph);
}

static void refinements_have_the_value(void **state)
{
    (void)state;
    mpq_t expected;
    mpq_init(expected);
    for (unsigned i = 0; i < SMALL; i++) {
        struct variant variant = support_variant(small[i].game, small[i].rules);
        enum refinement_verdict verdict;
        struct refinement *refinement = refinement_new(&variant, SEAT_1, &no_limits, &verdict);
        assert_non_null(refinement);
        mpq_set_str(expected, small[i].value, 10);
        assert_true(mpq_equal(*refinement_value(refinement), expected));
        refinement_free(refinement);
    }
    enum refinement_verdict verdict;
    struct variant large = support_variant(&game_number_mines, "length=20,passable=yes");
    assert_null(refinement_new(&large, SEAT_1, &no_limits, &verdict));
    assert_int_equal(verdict, REFINEMENT_LARGE);
    struct variant other = support_variant(&game_minefield, "book");
    assert_null(refinement_new(&other, SEAT_1, &no_limits, &verdict));
    assert_int_equal(verdict, REFINEMENT_OTHER);
    mpq_clear(expected);
}

// ---- extract ----

// The own moves at a place sum to the last own move before it.
static void check_sums(const struct strategy *strategy, unsigned at, const mpz_t before)
{
    mpz_t sum;
    mpz_init(sum);
    bool chooses = false;
    for (unsigned n = strategy->nodes[at].child; n; n = strategy->nodes[n].next) {
        bool own = strategy->nodes[n].step.kind == STRATEGY_OWN;
        chooses |= own;
        if (own)
            mpz_add(sum, sum, strategy->nodes[n].weight);
        check_sums(strategy, n, own ? strategy->nodes[n].weight : before);
    }
    assert_true(!chooses || mpz_cmp(sum, before) == 0);
    mpz_clear(sum);
}

static void extracted_strategies_add_up(void **state)
{
    (void)state;
    for (unsigned i = 0; i < SMALL; i++) {
        struct variant variant = support_variant(small[i].game, small[i].rules);
        struct text why = support_text();
        enum solve_stop stop;
        struct secrets *secrets =
            secrets_new(&variant, SEAT_1, SECRETS_CLOSELY, &no_limits, &stop, &why);
        assert_non_null(secrets);
        struct claim claim;
        claim_begin(&claim, &variant, SEAT_1);
        assert_int_equal(secrets_claim(secrets, &claim), SOLVE_STOP_NOT);
        for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
            const struct strategy *strategy = &claim.strategy[seat];
            assert_true(strategy_has_moves(strategy, 0) || strategy->nodes[0].child);
            check_sums(strategy, 0, strategy->nodes[0].weight);
        }
        claim_clear(&claim);
        secrets_free(secrets);
    }
}

// Whatever allocation fails, solving ends with a sentence or without that memory.
static void secrets_survive_failing_allocations(void **state)
{
    (void)state;
    support_solve_without_memory(&game_trap_runner, "length=4,traps=1,passable=yes");
    support_solve_without_memory(&game_number_mines, "length=4,mines=1,passable=yes");
}

// ---- efg ----

static void the_tree_has_as_many_lines_as_nodes(void **state)
{
    (void)state;
    static const struct {
        const struct game *game;
        const char *rules;
    } games_here[] = { { &game_blockade, "length=6" },
                       { &game_minefield, "length=4,mines=2" },
                       { &game_number_mines, "length=5,mines=1,passable=yes" } };
    for (unsigned i = 0; i < 3; i++) {
        struct variant variant = support_variant(games_here[i].game, games_here[i].rules);
        struct text why = support_text();
        FILE *out = tmpfile();
        uint64_t nodes, lines = 0;
        assert_non_null(out);
        assert_true(efg_count(&variant, SEAT_1, &nodes));
        assert_true(efg_write(out, &variant, SEAT_1, &why));
        rewind(out);
        for (int c = getc(out); c != EOF; c = getc(out))
            lines += c == '\n';
        fclose(out);
        assert_int_equal(lines, nodes + 1);
    }
    struct variant large = support_variant(&game_number_mines, "length=30");
    uint64_t nodes;
    assert_false(efg_count(&large, SEAT_1, &nodes));
    assert_true(nodes > 1000000);
}

// ---- rater ----

static void raters_say_what_they_cannot(void **state)
{
    (void)state;
    struct variant large = support_variant(&game_number_mines, "length=20,passable=yes");
    struct text why = support_text();
    struct rater *rater = rater_new(&large, &why);
    struct state start = game_start(&large, SEAT_1);
    struct view view = game_view(&start, state_turn(&start)->mover);
    struct random random = random_seeded(1);
    struct history history = { 0 };
    struct move move;
    struct solve_answer answer;
    assert_non_null(rater);
    assert_false(rater_refines(rater, &no_limits, SEAT_1));
    assert_false(rater_draw(rater, &no_limits, &view, &history, &random, &move));
    assert_false(rater_rate(rater, &impatient, &view, &history, &answer, &why));
    assert_string_equal(why.at, "Solving was interrupted.");
    rater_free(rater);
}

// Drawn often enough, what the plan mixes comes up, and nothing else does.
static void draws_follow_the_shares(void **state)
{
    (void)state;
    struct variant variant = support_variant(&game_trap_runner, "length=6,passable=yes");
    struct text why = support_text();
    struct rater *rater = rater_new(&variant, &why);
    struct state start = game_start(&variant, SEAT_1);
    struct view view = game_view(&start, SEAT_1);
    struct random random = random_seeded(support_seed(7));
    struct history history = { 0 };
    struct solve_answer answer;
    enum { DRAWS = 4000 };
    assert_true(rater_rate(rater, &no_limits, &view, &history, &answer, &why));
    unsigned *drawn = calloc(answer.count, sizeof *drawn);
    for (unsigned i = 0; i < DRAWS; i++) {
        struct move move;
        assert_true(rater_draw(rater, &no_limits, &view, &history, &random, &move));
        for (unsigned k = 0; k < answer.count; k++)
            drawn[k] += move_equal(answer.moves[k].move, move);
    }
    for (unsigned k = 0; k < answer.count; k++) { // six standard deviations
        double share = mpq_get_d(answer.moves[k].share);
        assert_true(fabs(drawn[k] - DRAWS * share) <= 6 * sqrt(DRAWS * share * (1 - share)));
    }
    free(drawn);
    solve_answer_clear(&answer);
    rater_free(rater);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_numbers_over_a_common_denominator),
        cmocka_unit_test(ratios_use_both_words),
        cmocka_unit_test(programs_have_their_optimum),
        cmocka_unit_test(a_guess_is_near_the_optimum),
        cmocka_unit_test(programs_without_an_optimum_fail),
        cmocka_unit_test(sure_wins_and_their_limits),
        cmocka_unit_test(sure_strategies_beat_everything),
        cmocka_unit_test(sure_wins_are_rated_in_play),
        cmocka_unit_test(cases_are_what_cannot_be_excluded),
        cmocka_unit_test(only_what_holds_in_all_cases_is_certain),
        cmocka_unit_test(safe_is_neither_hit_nor_lost),
        cmocka_unit_test(types_of_a_class_are_alike),
        cmocka_unit_test(graphs_that_cannot_be),
        cmocka_unit_test(the_sequence_form_of_the_whole_game),
        cmocka_unit_test(the_best_reply_to_random_traps),
        cmocka_unit_test(the_best_path_is_the_best_reply),
        cmocka_unit_test(a_mixture_that_no_set_holds_is_refused),
        cmocka_unit_test(plans_are_settled),
        cmocka_unit_test(a_reply_can_be_stopped),
        cmocka_unit_test(bounds_hold_and_meet),
        cmocka_unit_test(the_matrix_has_the_value),
        cmocka_unit_test(mirror_images_share_a_row_and_a_column),
        cmocka_unit_test(a_path_within_what_may_be_hit),
        cmocka_unit_test(the_margin_over_nothing_is_the_value),
        cmocka_unit_test(trees_that_cannot_be),
        cmocka_unit_test(no_optimal_plan_is_harder_on_mistakes),
        cmocka_unit_test(refinements_have_the_value),
        cmocka_unit_test(extracted_strategies_add_up),
        cmocka_unit_test(secrets_survive_failing_allocations),
        cmocka_unit_test(the_tree_has_as_many_lines_as_nodes),
        cmocka_unit_test(raters_say_what_they_cannot),
        cmocka_unit_test(draws_follow_the_shares),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
