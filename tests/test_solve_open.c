// SPDX-License-Identifier: GPL-3.0-or-later
// Games without secrets and chance: the solver against plain recursion.
#include "core/map.h"
#include "core/memory.h"
#include "solve/deepening.h"
#include "solve/solve.h"
#include "support.h"

static const struct limits no_limits;

// ---- Brute force: every line of play, without memory or cleverness. ----

static struct deepening_value worse_than_all(unsigned mover)
{
    return (struct deepening_value){ opponent(mover), 0 };
}

static bool better(struct deepening_value a, struct deepening_value b, unsigned mover)
{
    if (a.winner != b.winner)
        return a.winner == mover;
    return a.winner == mover ? a.turns < b.turns : a.turns > b.turns;
}

// Nobody wins in fewer turns than the game says are needed, or takes more than it says are enough.
static void check_need(const struct variant *variant, const struct state *at,
                       struct deepening_value value)
{
    struct view view = game_view(at, SEAT_NOBODY);
    for (unsigned seat = SEAT_1; variant->game->need && seat <= SEAT_2; seat++) {
        struct need need = variant->game->need(&variant->rules, view_open(&view), seat);
        unsigned own = (value.turns + (state_turn(at)->mover == seat)) / 2;
        if (value.winner == seat)
            assert_in_range(own, need.least, need.most);
        else
            assert_int_equal(need.most, MOVES_MAX);
    }
}

static struct deepening_value brute(const struct variant *variant, const struct state *at)
{
    const struct turn *turn = state_turn(at);
    if (turn->winner)
        return (struct deepening_value){ turn->winner, 0 };
    struct deepening_value best = worse_than_all(turn->mover);
    struct view view = game_view(at, turn->mover);
    struct walk walk = { 0 };
    while (view_walk(variant, &view, &walk)) {
        struct state next = *at;
        game_apply(variant, &next, walk.move);
        struct deepening_value value = brute(variant, &next);
        value.turns += state_turn(&next)->winner || state_turn(&next)->mover != turn->mover;
        if (better(value, best, turn->mover))
            best = value;
    }
    check_need(variant, at, best);
    return best;
}

static void check_move(const struct variant *variant, const struct state *at,
                       const struct solve_move *rated)
{
    struct state next = *at;
    game_apply(variant, &next, rated->move);
    struct deepening_value value = brute(variant, &next);
    unsigned mover = state_turn(at)->mover;
    value.turns += state_turn(&next)->winner || state_turn(&next)->mover != mover;
    assert_int_equal(mpq_cmp_ui(rated->lo, value.winner == SEAT_1, 1), 0);
    assert_true(mpq_equal(rated->lo, rated->hi));
    assert_int_equal(rated->turns, value.turns);
}

// The line must last as long as the answer says, and end as it says.
static void check_line(const struct variant *variant, struct state at,
                       const struct solve_answer *answer)
{
    unsigned turns = 0;
    for (unsigned i = 0; i < answer->line_count; i++) {
        unsigned mover = state_turn(&at)->mover;
        struct view view = game_view(&at, mover);
        assert_true(view_allows(variant, &view, answer->line[i]));
        game_apply(variant, &at, answer->line[i]);
        turns += state_turn(&at)->winner || state_turn(&at)->mover != mover;
    }
    assert_int_equal(turns, answer->turns);
    assert_int_equal(mpq_cmp_ui(answer->lo, state_turn(&at)->winner == SEAT_1, 1), 0);
}

static void check_variant(const struct game *game, const char *from)
{
    struct variant variant = support_variant(game, from);
    for (unsigned first = SEAT_1; first <= SEAT_2; first++) {
        struct state start = game_start(&variant, first);
        struct text why = support_text();
        struct solve_answer answer;
        assert_true(solve(&variant, first, &no_limits, &answer, &why));
        struct deepening_value value = brute(&variant, &start);
        assert_int_equal(mpq_cmp_ui(answer.lo, value.winner == SEAT_1, 1), 0);
        assert_int_equal(answer.turns, value.turns);
        for (unsigned i = 0; i < answer.count; i++) {
            check_move(&variant, &start, &answer.moves[i]);
            bool wins = mpq_cmp_ui(answer.moves[i].lo, first == SEAT_1, 1) == 0;
            bool lasts = value.winner != first && answer.moves[i].turns == value.turns;
            assert_int_equal(answer.moves[i].best, wins || lasts);
        }
        check_line(&variant, start, &answer);
        solve_answer_clear(&answer);
    }
}

static void brute_force_agrees_on_small_blockades(void **state)
{
    (void)state;
    for (unsigned length = 3; length <= 11; length++)
        for (unsigned stride = 1; stride <= 3; stride++)
            for (unsigned i = 0; i < 8; i++) {
                struct text rules = support_text();
                text_add(&rules, "length=%u,stride=%u,hop=%s,spare=%s,pass=%s", length, stride,
                         i & 1 ? "yes" : "no", i & 2 ? "yes" : "no", i & 4 ? "yes" : "no");
                check_variant(&game_blockade, rules.at);
            }
}

// ---- Essences ----

// All positions of a variant, and what their essences are worth.
struct essences {
    struct variant variant, plain; // with what the game says of positions, and without
    struct deepening *search;      // of the plain one
    struct map seen, value;
    unsigned shared; // by different positions
};

static void visit(struct essences *essences, const struct state *at)
{
    const struct turn *turn = state_turn(at);
    uint64_t *seen = map_add(&essences->seen, at->open, 0);
    struct text why = support_text();
    struct deepening_value value;
    if (turn->winner || *seen)
        return;
    *seen = 1;
    assert_true(deepening_value(essences->search, &no_limits, at, &value, &why));
    check_need(&essences->variant, at, value);
    struct state essence = game_essence(&essences->variant, at);
    uint64_t *known = map_add(&essences->value, essence.open, 0);
    uint64_t told = 1 + 2 * (uint64_t)value.turns + (value.winner == turn->mover ? 1 : 0);
    assert_true(!*known || *known == told);
    essences->shared += *known != 0;
    *known = told;
    struct view view = game_view(at, turn->mover);
    struct walk walk = { 0 };
    while (view_walk(&essences->variant, &view, &walk)) {
        struct state next = *at;
        game_apply(&essences->variant, &next, walk.move);
        visit(essences, &next);
    }
}

// How many positions share an essence with others.
static unsigned check_essences(const struct game *game, const char *rules)
{
    struct game plain = *game;
    struct essences essences = { .variant = support_variant(game, rules),
                                 .seen = map_of(OPEN_SIZE / 8, 1),
                                 .value = map_of(game_open_words(game), 1) };
    plain.essence = NULL;
    plain.need = NULL;
    essences.plain = essences.variant;
    essences.plain.game = &plain;
    essences.search = deepening_new(&essences.plain);
    struct state start = game_start(&essences.variant, SEAT_1);
    visit(&essences, &start);
    deepening_free(essences.search);
    map_free(&essences.seen);
    map_free(&essences.value);
    return essences.shared;
}

static void positions_of_one_essence_have_one_value(void **state)
{
    (void)state;
    unsigned shared = 0;
    for (unsigned i = 0; i < 48; i++) {
        struct text rules = support_text();
        text_add(&rules, "length=%u,stride=%u,hop=%s,spare=%s,pass=%s", 10 + i / 24, 1 + i / 8 % 3,
                 i & 1 ? "yes" : "no", i & 2 ? "yes" : "no", i & 4 ? "yes" : "no");
        shared += check_essences(&game_blockade, rules.at);
    }
    assert_true(shared > 1000);
    for (unsigned i = 0; i < 18; i++) {
        struct text rules = support_text();
        text_add(&rules, "length=%u,stride=%u,reach=%u,obstacles=%u", 8 + i / 9, 1 + i / 3 % 3,
                 1 + i % 3, 2 - i / 9);
        shared += check_essences(&game_pathfinder, rules.at);
    }
    assert_true(shared > 1000);
}

static void brute_force_agrees_on_small_pathfinders(void **state)
{
    (void)state;
    for (unsigned length = 3; length <= 9; length++)
        for (unsigned stride = 1; stride <= 3; stride++)
            for (unsigned reach = 1; reach <= 3; reach++)
                for (unsigned obstacles = 0; obstacles <= 2; obstacles++) {
                    struct text rules = support_text();
                    text_add(&rules, "length=%u,stride=%u,reach=%u,obstacles=%u", length, stride,
                             reach, obstacles);
                    check_variant(&game_pathfinder, rules.at);
                }
}

// ---- Known answers. ----

static struct solve_answer solved(const struct game *game, const char *from)
{
    struct variant variant = support_variant(game, from);
    struct text why = support_text();
    struct solve_answer answer;
    if (!solve(&variant, SEAT_1, &no_limits, &answer, &why))
        fail_msg("%s", why.at);
    return answer;
}

static void known_answers(void **state)
{
    (void)state;
    struct solve_answer answer = solved(&game_blockade, "book");
    assert_int_equal(answer.class, CLAIM_OPEN);
    assert_int_equal(answer.proof, SOLVE_EXACT);
    assert_int_equal(mpq_cmp_ui(answer.lo, 1, 1), 0);
    assert_int_equal(answer.turns, 1);
    assert_int_equal(answer.line_count, 2);
    solve_answer_clear(&answer);
    answer = solved(&game_pathfinder, "book");
    assert_int_equal(mpq_cmp_ui(answer.lo, 1, 1), 0);
    assert_int_equal(answer.turns, 17);
    for (unsigned i = 0; i < answer.count; i++)
        assert_int_equal(answer.moves[i].best, i == 2);
    solve_answer_clear(&answer);
}

// ---- Limits. ----

static bool refuse(void *context, uint64_t nodes)
{
    *(uint64_t *)context = nodes;
    return false;
}

static void can_be_interrupted(void **state)
{
    (void)state;
    uint64_t nodes = 0;
    struct variant variant = support_variant(&game_pathfinder, "length=63");
    struct limits limits = { .go_on = refuse, .context = &nodes };
    struct text why = support_text();
    struct solve_answer answer;
    assert_false(solve(&variant, SEAT_1, &limits, &answer, &why));
    assert_string_equal(why.at, "Solving was interrupted.");
    assert_in_range(nodes, 1, 100000);
}

static void keeps_within_its_memory(void **state)
{
    (void)state;
    struct variant variant = support_variant(&game_pathfinder, "book");
    struct limits limits = { .memory = 1 << 20 };
    struct text why = support_text();
    struct solve_answer answer;
    assert_false(solve(&variant, SEAT_1, &limits, &answer, &why));
    assert_non_null(strstr(why.at, "more than the 1 MB"));
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    support_solve_without_memory(&game_blockade, "fair");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(brute_force_agrees_on_small_blockades),
        cmocka_unit_test(positions_of_one_essence_have_one_value),
        cmocka_unit_test(brute_force_agrees_on_small_pathfinders),
        cmocka_unit_test(known_answers),
        cmocka_unit_test(can_be_interrupted),
        cmocka_unit_test(keeps_within_its_memory),
        cmocka_unit_test(survives_failing_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
