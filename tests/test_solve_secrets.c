// SPDX-License-Identifier: GPL-3.0-or-later
// Games with secrets: known answers; the solver against a reader of .efg files and
// regrets; certificates, whole and tampered with; play by the plans.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "gambit.h"
#include "solve/efg.h"
#include "solve/solve.h"
#include "solve/secrets.h"
#include "solve/sure.h"
#include "support.h"

static const struct limits no_limits;

static void assert_value(const struct game *game, const char *rules, const char *value,
                         enum solve_proof proof)
{
    struct text why = support_text();
    struct variant read = support_variant(game, rules);
    struct solve_answer answer;
    mpq_t expected;
    mpq_init(expected);
    mpq_set_str(expected, value, 10);
    assert_true(solve(&read, SEAT_1, &no_limits, &answer, &why));
    assert_int_equal(answer.class, CLAIM_SECRETS);
    assert_int_equal(answer.proof, proof);
    assert_true(mpq_equal(answer.lo, expected));
    assert_true(mpq_equal(answer.hi, expected));
    solve_answer_clear(&answer);
    mpq_clear(expected);
}

static void test_known_answers(void **unused)
{
    (void)unused;
    assert_value(&game_trap_runner, "book", "1", SOLVE_SURE);
    assert_value(&game_trap_runner, "length=63,traps=1", "1", SOLVE_SURE);
    assert_value(&game_trap_runner, "length=63,traps=9,stride=10", "1", SOLVE_SURE);
    assert_value(&game_trap_runner, "traps=0,length=63", "0", SOLVE_SURE);
    assert_value(&game_trap_runner, "passable=yes", "6/7", SOLVE_EXACT);
    assert_value(&game_trap_runner, "passable=yes,length=12", "37/43", SOLVE_EXACT);
    assert_value(&game_trap_runner, "passable=yes,length=14,traps=2", "2/3", SOLVE_EXACT);
    assert_value(&game_trap_runner, "passable=yes,lives=2", "29/92", SOLVE_EXACT);
    assert_value(&game_trap_runner, "passable=yes,lives=2,traps=4", "23/45", SOLVE_EXACT);
    // A trapped finish is reached with a life left.
    assert_value(&game_trap_runner, "length=4,lives=2", "2/3", SOLVE_EXACT);
    assert_value(&game_trap_runner, "lives=2,traps=1", "0", SOLVE_SURE);
    assert_value(&game_number_mines, "passable=yes,length=8,lives=2", "17/25", SOLVE_EXACT);
    assert_value(&game_number_mines, "book", "0", SOLVE_SURE);
    assert_value(&game_number_mines, "mines=0", "1", SOLVE_SURE);
    assert_value(&game_number_mines, "passable=yes,length=10,mines=1", "2/3", SOLVE_EXACT);
    assert_value(&game_number_mines, "passable=yes,length=9", "504/1759", SOLVE_EXACT);
    assert_value(&game_number_mines, "passable=yes", "320/1109", SOLVE_EXACT);
    assert_value(&game_number_mines, "mines=2,stride=4,passable=yes", "1/2", SOLVE_EXACT);
    assert_value(&game_number_mines, "length=40,mines=2,stride=5,passable=yes", "3/5", SOLVE_EXACT);
    // Of seven parts, 5/7 in floating point are less than five.
    assert_value(&game_number_mines, "length=14,mines=2,stride=7,passable=yes", "5/7", SOLVE_EXACT);
    assert_value(&game_trap_runner, "length=40,traps=2,passable=yes", "2/3", SOLVE_EXACT);
}

// ---- Every small variant against the tree as others would read it. ----

enum { SMALL = 500, SMALL_IN_SOAK = 1200, ROUNDS = 300 };

static unsigned compared;

static void compare(const struct variant *variant, unsigned first)
{
    struct text why = support_text();
    uint64_t nodes, most = getenv("CAUSEWAY_SOAK") ? SMALL_IN_SOAK : SMALL;
    if (!variant_check(variant, &why) || !efg_count(variant, first, &nodes) || nodes > most)
        return;
    FILE *file = tmpfile();
    assert_true(efg_write(file, variant, first, &why));
    rewind(file);
    struct gambit *gambit = gambit_read(file);
    fclose(file);
    assert_int_equal(gambit_nodes(gambit), nodes);
    double lo, hi;
    struct solve_answer answer;
    gambit_solve(gambit, ROUNDS, &lo, &hi);
    gambit_free(gambit);
    assert_true(secrets_solve(variant, first, &no_limits, &answer, NULL, &why));
    double value = mpq_get_d(answer.lo);
    if (answer.proof == SOLVE_BOUNDS || value < lo - 1e-9 || value > hi + 1e-9 || hi - lo > 0.02)
        fail_msg("%s length=%u hidden=%u stride=%u passable=%u lives=%u first=%u: %f, but %f to %f",
                 variant->game->slug, variant->rules.value[0], variant->rules.value[1],
                 variant->rules.value[2], variant->rules.value[3], variant->rules.value[4], first,
                 value, lo, hi);
    solve_answer_clear(&answer);
    compared++;
}

static void compare_all(const struct game *game, unsigned shortest, unsigned longest)
{
    struct variant variant = variant_book(game);
    compared = 0;
    for (unsigned length = shortest; length <= longest; length++)
        for (unsigned hidden = 0; hidden <= 3; hidden++)
            for (unsigned stride = 1; stride <= 3; stride++)
                for (unsigned more = 0; more < 12; more++) {
                    variant.rules.value[0] = length;
                    variant.rules.value[1] = hidden;
                    variant.rules.value[2] = stride;
                    variant.rules.value[3] = (more % 2);     // passable
                    variant.rules.value[4] = (1 + more / 4); // lives
                    compare(&variant, more / 2 % 2 ? SEAT_2 : SEAT_1);
                }
    assert_true(compared > 100);
}

static void test_trap_runner_variants(void **unused)
{
    (void)unused;
    compare_all(&game_trap_runner, 2, 9);
}

static void test_number_mines_variants(void **unused)
{
    (void)unused;
    compare_all(&game_number_mines, 3, 7);
}

// The other classes, too: the tree says the same as the solver. Players of these
// games remember how a position came about, which their views do not show.
static void test_other_classes(void **unused)
{
    (void)unused;
    static const struct {
        const struct game *game;
        const char *rules;
    } each[] = {
        { &game_minefield, "length=3,mines=1,detectors=1" },
        { &game_minefield, "length=4,mines=1,detectors=0" },
        { &game_minefield, "length=3,mines=2,detectors=1,meet=share" },
        { &game_blockade, "length=5" },
        { &game_blockade, "length=6,hop=yes" },
        { &game_pathfinder, "length=4" },
        { &game_pathfinder, "length=5,obstacles=1" },
    };
    for (unsigned i = 0; i < sizeof each / sizeof *each; i++) {
        struct text why = support_text();
        struct variant variant = support_variant(each[i].game, each[i].rules);
        struct solve_answer answer;
        double lo, hi;
        FILE *file = tmpfile();
        assert_true(efg_write(file, &variant, SEAT_1, &why));
        rewind(file);
        struct gambit *gambit = gambit_read(file);
        fclose(file);
        gambit_solve(gambit, ROUNDS, &lo, &hi);
        gambit_free(gambit);
        assert_true(solve(&variant, SEAT_1, &no_limits, &answer, &why));
        double value = mpq_get_d(answer.lo);
        if (value < lo - 1e-9 || value > hi + 1e-9 || hi - lo > 0.02)
            fail_msg("%s %s: %f, but %f to %f", each[i].game->slug, each[i].rules, value, lo, hi);
        solve_answer_clear(&answer);
    }
}

// ---- Certificates: best responses to the published plans gain nothing. ----

static char *certificate(const struct game *game, const char *rules, size_t *size)
{
    return support_certificate(game, rules, SEAT_1, size);
}

static bool check(const char *from, size_t size)
{
    struct text words = support_text();
    return support_verdict(from, size, &words) == CHECK_PROVED;
}

static void test_certificates(void **unused)
{
    (void)unused;
    static const struct {
        const struct game *game;
        const char *rules;
    } each[] = {
        { &game_trap_runner, "book" },
        { &game_trap_runner, "passable=yes" },
        { &game_trap_runner, "passable=yes,length=14" },
        { &game_trap_runner, "traps=0" },
        { &game_number_mines, "book" },
        { &game_number_mines, "mines=0,length=12" },
        { &game_number_mines, "passable=yes,length=10,mines=1" },
        { &game_number_mines, "passable=yes,length=9" },
        { &game_number_mines, "passable=yes,length=8,mines=2,stride=2" },
    };
    for (unsigned i = 0; i < sizeof each / sizeof *each; i++) {
        size_t size;
        char *text = certificate(each[i].game, each[i].rules, &size);
        if (!check(text, size))
            fail_msg("%s %s", each[i].game->slug, each[i].rules);
        free(text);
    }
}

// Two rationals, as a claim's bounds are written, that have 40/133 between them.
static bool still_true(const char *bounds)
{
    mpq_t lo, hi, value;
    char first[64], second[64];
    mpq_inits(lo, hi, value, NULL);
    mpq_set_ui(value, 40, 133);
    bool holds = sscanf(bounds, "bounds\":[\"%63[0-9/]\",\"%63[0-9/]\"]", first, second) == 2 &&
                 !mpq_set_str(lo, first, 10) && !mpq_set_str(hi, second, 10) &&
                 mpq_cmp(lo, value) <= 0 && mpq_cmp(value, hi) <= 0;
    mpq_clears(lo, hi, value, NULL);
    return holds;
}

// A digit changed anywhere: a weight, a cell, the claim. Either the file is refused
// or what it claims is true.
static void test_tampered_certificates(void **unused)
{
    (void)unused;
    size_t size;
    char *text = certificate(&game_number_mines, "passable=yes,length=8", &size);
    char *bounds = strstr(text, "bounds");
    unsigned refused = 0, tried = 0;
    for (size_t i = (size_t)(bounds - text); i < size; i++) {
        if (text[i] < '0' || text[i] > '8' || text[i - 1] == '[')
            continue;
        text[i]++;
        bool right = check(text, size);
        tried++;
        refused += !right;
        if (right && !still_true(bounds))
            fail_msg("Accepted: %.*s", (int)strcspn(bounds, "\n"), bounds);
        text[i]--;
    }
    assert_true(check(text, size));
    assert_false(check(text, size - 14)); // the end is missing
    assert_true(tried > 50 && refused > tried * 3 / 4);
    free(text);
}

// Bounds that the strategies do not reach, for either seat alone.
static void test_wrong_bounds(void **unused)
{
    (void)unused;
    static const char *const bounds[] = { "[\"41/133\",\"41/133\"]", "[\"41/133\",\"1\"]",
                                          "[\"39/133\",\"39/133\"]", "[\"0\",\"39/133\"]" };
    size_t size;
    char *text = certificate(&game_number_mines, "passable=yes,length=8", &size);
    const char *at = strchr(strstr(text, "bounds"), '['), *rest = strchr(at, ']') + 1;
    for (unsigned i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        char *changed = NULL;
        int length = asprintf(&changed, "%.*s%s%s", (int)(at - text), text, bounds[i], rest);
        if (check(changed, (size_t)length))
            fail_msg("Accepted: %s", bounds[i]);
        free(changed);
    }
    free(text);
}

// A claim about Trap Runner with four cells and one trap, whose value is 1/3, with
// these lines for the Trapper.
static bool claims_a_sure_win(const char *lines)
{
    char text[2048];
    int size = snprintf(
        text, sizeof text,
        "{\"certificate\":3,\"game\":\"trap-runner\",\"rules\":\"length=4,traps=1,"
        "stride=3,passable=yes,lives=1\",\"first\":1,\"class\":\"secrets\",\"claim\":\"value\","
        "\"bounds\":[\"1\",\"1\"]}\n{\"strategy\":1,\"unit\":\"1\"}\n"
        "%s{\"strategy\":2,\"unit\":\"1\"}\n{\"end\":true}\n",
        lines);
    return check(text, (size_t)size);
}

// Sums that wrap around to the unit, and a move that is counted twice.
static void test_forged_certificates(void **unused)
{
    (void)unused;
    assert_false(claims_a_sure_win("[0,\"trap 1\",\"85070591730234615865843651857942052863\"]\n"
                                   "[0,\"trap 2\",\"85070591730234615865843651857942052863\"]\n"
                                   "[0,\"trap 3\",\"85070591730234615865843651857942052863\"]\n"
                                   "[0,\"trap 1\",\"85070591730234615865843651857942052863\"]\n"
                                   "[0,\"trap 1\",\"5\"]\n"));
    assert_false(claims_a_sure_win("[0,\"trap 1\",\"1\"]\n[0,\"trap 1\",\"0\"]\n"));
}

// A place where the plan's seat moves and something has come.
static weight *some_move(const struct realisation *plan)
{
    for (unsigned n = plan->nodes; n-- > 0;) {
        const struct public_graph_position *position = public_tree_position(plan->tree, n);
        for (unsigned k = 0; position->mover == plan->seat && k < position->classes[plan->seat];
             k++)
            for (unsigned e = 0; e < position->count; e++)
                if (*realisation_move(plan, n, e, k))
                    return realisation_move(plan, n, e, k);
    }
    fail();
    return NULL;
}

// What does not sum up is not taken for exact.
static void test_plans_that_do_not_hold(void **unused)
{
    (void)unused;
    struct text why = support_text();
    struct variant variant = support_variant(&game_number_mines, "passable=yes,length=9");
    enum solve_stop stop;
    struct secrets *secrets =
        secrets_new(&variant, SEAT_1, SECRETS_CLOSELY, &no_limits, &stop, &why);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        struct realisation *plan = &secrets->found.plan[seat];
        weight *move = some_move(plan), was = *move;
        assert_true(realisation_settle(plan, true));
        *move += 1;
        assert_false(realisation_settle(plan, true));
        *move = was;
        assert_true(realisation_settle(plan, true));
        plan->unit += 1;
        assert_false(realisation_settle(plan, true));
        plan->unit -= 1;
    }
    secrets_free(secrets);
}

// ---- Games that hide things in another way. ----

enum { STEP = 1 }; // of Number Mines

static cells mines_of(const void *secret)
{
    cells mines;
    memcpy(&mines, secret, sizeof mines);
    return mines;
}

// Whoever has mined position 2 goes slowly: what one may do shows what one has hidden.
static unsigned slow_offers(const struct rules *rules, const struct open *open,
                            const struct secret *own, struct offer *offers)
{
    unsigned count = game_number_mines.offers(rules, open, own, offers);
    if (offers[0].verb == STEP && cells_has(mines_of(own), 2))
        offers[0].from &= cell(1);
    return count;
}

// One's own mines go off, too: two secrets decide at once.
static unsigned rash_apply(const struct rules *rules, struct state *state, struct move move)
{
    unsigned mover = state_turn(state)->mover;
    unsigned to =
        game_number_mines.target(rules, state_open(state), move.verb, cells_first(move.set));
    bool own = move.verb == STEP && cells_has(mines_of(state->secret[mover]), to);
    unsigned outcome = game_number_mines.apply(rules, state, move);
    struct turn turn = *state_turn(state);
    if (!own || turn.winner)
        return outcome;
    turn.winner = opponent(mover);
    turn.mover = SEAT_NOBODY;
    memcpy(state->open, &turn, sizeof turn);
    return outcome_find(&game_number_mines, "boom");
}

static void test_other_secrets(void **unused)
{
    (void)unused;
    struct game slow = game_number_mines, rash = game_number_mines;
    slow.offers = slow_offers;
    rash.apply = rash_apply;
    const struct game *const games_here[] = { &slow, &rash };
    for (unsigned i = 0; i < 2; i++) {
        struct variant variant =
            support_variant(&game_number_mines, "length=7,mines=2,stride=2,passable=yes");
        struct text why = support_text();
        struct solve_answer answer;
        variant.game = games_here[i];
        assert_false(solve(&variant, SEAT_1, &no_limits, &answer, &why));
        assert_non_null(strstr(why.at, "in a way that cannot be solved"));
    }
}

// ---- Playing by the plans. ----

// Both seats' plans as strategies; clear them.
static void extract_both(const struct secrets *secrets, struct strategy strategy[SEATS])
{
    struct claim claim;
    claim_begin(&claim, &secrets->variant, secrets->first);
    assert_int_equal(secrets_claim(secrets, &claim), SOLVE_STOP_NOT);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        strategy[seat] = claim.strategy[seat];
        claim.strategy[seat] = (struct strategy){ 0 };
    }
    claim_clear(&claim);
}

static void clear_both(struct strategy strategy[SEATS])
{
    strategy_clear(&strategy[SEAT_1]);
    strategy_clear(&strategy[SEAT_2]);
}

// As the mover's strategy mixes its moves; where it is silent the last legal one; at random
// where the seat has no strategy, since it has lost.
static struct move draw(const struct strategy *strategy, const struct match *match,
                        struct random *random)
{
    unsigned seat = match_turn(match)->mover, at = 0;
    struct view view = match_view(match, seat);
    struct walk walk = { 0 };
    struct move move;
    if (strategy->count < 2)
        return view_draw(match_variant(match), &view, random);
    for (unsigned i = 0; i < match_count(match); i++) {
        struct event event = match_told(match, i, seat);
        at = strategy_after(strategy, at, seat, match_game(match), &event);
    }
    if (at != STRATEGY_SILENT && strategy_draw(strategy, at, random, &move))
        return move;
    while (view_walk(match_variant(match), &view, &walk))
        move = walk.move;
    return move;
}

static unsigned play_by_plans(const struct secrets *secrets, const struct strategy strategy[SEATS],
                              struct random *random)
{
    struct match match;
    struct event event;
    match_start(&match, &secrets->variant, secrets->first);
    while (!match_over(&match)) {
        unsigned seat = match_turn(&match)->mover;
        assert_true(match_play(&match, seat, draw(&strategy[seat], &match, random), &event));
    }
    return match_turn(&match)->winner == SEAT_1;
}

// Within four standard deviations.
static void simulate(const struct game *game, const char *rules, unsigned rounds)
{
    struct text why = support_text();
    struct variant read = support_variant(game, rules);
    struct random random = random_seeded(4);
    enum solve_stop stop;
    struct secrets *secrets = secrets_new(&read, SEAT_1, SECRETS_CLOSELY, &no_limits, &stop, &why);
    assert_non_null(secrets);
    struct strategy strategy[SEATS];
    extract_both(secrets, strategy);
    double value = mpq_get_d(secrets->lo), won = 0;
    for (unsigned i = 0; i < rounds; i++)
        won += play_by_plans(secrets, strategy, &random);
    clear_both(strategy);
    double spread = 4 * sqrt(value * (1 - value) / rounds);
    if (fabs(won / rounds - value) > spread)
        fail_msg("%s %s: %f is not %f", game->slug, rules, won / rounds, value);
    secrets_free(secrets);
}

static void test_simulation(void **unused)
{
    (void)unused;
    simulate(&game_trap_runner, "book", 50);
    simulate(&game_trap_runner, "passable=yes", 3000);
    simulate(&game_number_mines, "book", 50);
    simulate(&game_number_mines, "mines=0", 50);
    simulate(&game_number_mines, "passable=yes,length=9", 3000);
    simulate(&game_number_mines, "passable=yes,length=10,mines=1", 3000);
}

// ---- Ratings. ----

// The best chance at the start is the value, and nothing beats it.
static void test_ratings_at_the_start(void **unused)
{
    (void)unused;
    struct text why = support_text();
    struct variant variant = support_variant(&game_trap_runner, "passable=yes");
    struct solve_answer answer;
    assert_true(solve(&variant, SEAT_1, &no_limits, &answer, &why));
    unsigned best = 0;
    assert_int_equal(answer.count, 77);
    for (unsigned i = 0; i < answer.count; i++) {
        assert_true(mpq_cmp(answer.moves[i].hi, answer.hi) <= 0);
        if (answer.moves[i].best)
            assert_true(mpq_equal(answer.moves[i].lo, answer.lo));
        best += answer.moves[i].best;
    }
    assert_true(best > 1);
    solve_answer_clear(&answer);
}

// Which placements keep a sure win: those after which a search without any shortcut finds one.
// Returns how many there are.
static unsigned check_sure_placements(const char *rules, unsigned first)
{
    struct text why = support_text();
    struct variant variant = support_variant(&game_number_mines, rules);
    enum solve_stop stop;
    struct secrets *secrets =
        secrets_new(&variant, first, SECRETS_CLOSELY, &no_limits, &stop, &why);
    struct state start = game_start(&variant, first);
    struct view view = game_view(&start, state_turn(&start)->mover);
    struct walk walk = { 0 };
    unsigned count = 0;
    while (secrets->winner == view.seat && view_walk(&variant, &view, &walk)) {
        const struct limits limits = { .work = 100000 };
        struct state state = start;
        struct move ignored;
        uint64_t nodes = 0;
        game_apply(&variant, &state, walk.move);
        bool sure =
            sure_search(&variant, view.seat, &state, 1, &limits, &ignored, &nodes) == SURE_YES;
        assert_int_equal(secrets_stays_sure(secrets, walk.move), sure);
        count += sure;
    }
    secrets_free(secrets);
    return count;
}

static void test_sure_placements(void **unused)
{
    (void)unused;
    unsigned one = 0, several = 0;
    for (unsigned length = 5; length <= 9; length++)
        for (unsigned mines = 1; mines <= 3; mines++)
            for (unsigned stride = 1; stride <= 3; stride++)
                for (unsigned first = SEAT_1; first <= SEAT_2; first++) {
                    char rules[64];
                    snprintf(rules, sizeof rules, "length=%u,mines=%u,stride=%u", length, mines,
                             stride);
                    unsigned count = check_sure_placements(rules, first);
                    one += count == 1;
                    several += count > 1;
                }
    assert_true(one > 0);
    assert_true(several > 0);
}

// Rated moves keep to [0, 1], and the plan's own moves are among the best.
static void test_ratings_in_play(void **unused)
{
    (void)unused;
    struct text why = support_text();
    struct variant variant = support_variant(&game_number_mines, "passable=yes,length=9");
    struct random random = random_seeded(9);
    enum solve_stop stop;
    struct secrets *secrets =
        secrets_new(&variant, SEAT_1, SECRETS_CLOSELY, &no_limits, &stop, &why);
    struct strategy strategy[SEATS];
    extract_both(secrets, strategy);
    for (unsigned game = 0; game < 200; game++) {
        struct match match;
        struct event event;
        match_start(&match, &secrets->variant, secrets->first);
        while (!match_over(&match)) {
            unsigned seat = match_turn(&match)->mover;
            struct view view = match_view(&match, seat);
            struct solve_answer answer;
            struct move move = draw(&strategy[seat], &match, &random);
            struct history history;
            match_history(&match, seat, &history);
            assert_true(secrets_rate(secrets, &view, &history, &answer, &why));
            for (unsigned i = 0; i < answer.count; i++) {
                struct solve_move *rated = &answer.moves[i];
                assert_true(mpq_sgn(rated->lo) >= 0 && mpq_cmp_ui(rated->hi, 1, 1) <= 0);
                if (rated->best) // what an optimal plan mixes is as good as can be
                    assert_true(mpq_equal(rated->lo, answer.lo));
                if (move_equal(rated->move, move))
                    assert_true(rated->best);
            }
            solve_answer_clear(&answer);
            assert_true(match_play(&match, seat, move, &event));
        }
    }
    clear_both(strategy);
    secrets_free(secrets);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static bool until(void *context, uint64_t nodes)
{
    (void)nodes;
    return now() < *(const double *)context;
}

// ---- Bounds. ----

// Whoever is in a hurry gets what is proved when the time is over.
static void test_bounds(void **unused)
{
    (void)unused;
    struct text why = support_text();
    double end = now() + 3;
    const struct limits limits = { .go_on = until, .context = &end };
    struct variant variant = support_variant(&game_trap_runner, "passable=yes,length=18,lives=2");
    enum solve_stop stop;
    struct secrets *secrets = secrets_new(&variant, SEAT_1, SECRETS_QUICKLY, &limits, &stop, &why);
    assert_non_null(secrets);
    double lo = mpq_get_d(secrets->lo), hi = mpq_get_d(secrets->hi);
    printf("# between %.4f and %.4f after three seconds\n", lo, hi);
    assert_true(lo < hi && hi - lo < 0.25);
    secrets_free(secrets);
}

static bool never(void *context, uint64_t nodes)
{
    (void)context, (void)nodes;
    return false;
}

static void test_interruption(void **unused)
{
    (void)unused;
    struct limits limits = { .go_on = never };
    struct solve_answer answer;
    struct text why = support_text();
    struct variant variant = support_variant(&game_number_mines, "passable=yes");
    assert_false(solve(&variant, SEAT_1, &limits, &answer, &why));
    assert_true(why.length > 0);
    variant = support_variant(&game_trap_runner, "passable=yes");
    assert_false(solve(&variant, SEAT_1, &limits, &answer, &why));
}

static void test_too_many_ways(void **unused)
{
    (void)unused;
    struct solve_answer answer;
    struct text why = support_text();
    struct variant variant = support_variant(&game_trap_runner, "length=63,traps=9,passable=yes");
    assert_false(solve(&variant, SEAT_1, &no_limits, &answer, &why));
    assert_non_null(strstr(why.at, "ways to hide"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_answers),
        cmocka_unit_test(test_trap_runner_variants),
        cmocka_unit_test(test_number_mines_variants),
        cmocka_unit_test(test_other_classes),
        cmocka_unit_test(test_certificates),
        cmocka_unit_test(test_tampered_certificates),
        cmocka_unit_test(test_wrong_bounds),
        cmocka_unit_test(test_forged_certificates),
        cmocka_unit_test(test_plans_that_do_not_hold),
        cmocka_unit_test(test_other_secrets),
        cmocka_unit_test(test_simulation),
        cmocka_unit_test(test_ratings_at_the_start),
        cmocka_unit_test(test_sure_placements),
        cmocka_unit_test(test_ratings_in_play),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_interruption),
        cmocka_unit_test(test_too_many_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
