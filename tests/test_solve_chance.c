// SPDX-License-Identifier: GPL-3.0-or-later
// Games of chance with public discoveries: the solver against all deals, one by one.
#include "core/map.h"
#include "core/memory.h"
#include "solve/rater.h"
#include "solve/solve.h"
#include "support.h"

static const struct limits no_limits;

// ---- Brute force: follows every deal by itself, without memory or cleverness. ----

enum { DEALS_MAX = 64 };

// Truths that look alike to everybody.
struct deals {
    struct state state[DEALS_MAX];
    cells hidden[DEALS_MAX];
    unsigned count;
};

static unsigned brute(const struct variant *variant, const struct deals *deals);

// Takes from `deals`, which come after a move, those that look like the first.
static struct deals take_alike(struct deals *deals)
{
    struct deals alike = { .count = 0 }, others = { .count = 0 };
    for (unsigned i = 0; i < deals->count; i++) {
        bool same =
            memcmp(deals->state[i].open, deals->state[0].open, sizeof deals->state[0].open) == 0;
        struct deals *to = same ? &alike : &others;
        to->state[to->count] = deals->state[i];
        to->hidden[to->count++] = deals->hidden[i];
    }
    *deals = others;
    return alike;
}

static unsigned brute_after(const struct variant *variant, const struct deals *deals,
                            struct move move)
{
    struct deals left = *deals;
    unsigned won = 0;
    for (unsigned i = 0; i < left.count; i++)
        game_apply(variant, &left.state[i], move);
    while (left.count) {
        struct deals alike = take_alike(&left);
        won += brute(variant, &alike);
    }
    return won;
}

// What the game says of the unknown must be exactly these deals.
static void check_unknown(const struct variant *variant, const struct deals *deals)
{
    struct view view = game_view(&deals->state[0], SEAT_NOBODY);
    struct unknown unknown = variant->game->unknown(&variant->rules, view_open(&view));
    assert_int_equal(cells_choose(cells_count(unknown.from), unknown.pick), deals->count);
    for (unsigned i = 0; i < deals->count; i++) {
        assert_int_equal(deals->hidden[i] & unknown.known, unknown.known);
        assert_int_equal(deals->hidden[i] & ~unknown.known & ~unknown.from, 0);
    }
}

// Positions with the same gist must have the same value, and those with the same essence to
// their movers.
static struct map gists, essences;

static void check_equal(struct map *values, const struct state *alike, uint64_t value)
{
    uint64_t *known = map_add(values, alike->open, 0);
    assert_true(*known == 0 || *known == value + 1);
    *known = value + 1;
}

static void check_gist(const struct variant *variant, const struct deals *deals, unsigned won)
{
    struct state gist = game_gist(variant, &deals->state[0]);
    struct state essence = game_essence(variant, &deals->state[0]);
    bool first = state_turn(&deals->state[0])->mover == SEAT_1;
    check_equal(&gists, &gist, won);
    check_equal(&essences, &essence, (first ? won : deals->count - won) + 100 * deals->count);
}

// Some positions on the way are rated from what a spectator sees of them.
static struct rater *rater;

static void check_rating(const struct state *at, unsigned won, unsigned deals)
{
    enum { EVERY = 61 };
    static unsigned seen;
    if (!rater || ++seen % EVERY)
        return;
    struct view view = game_view(at, SEAT_NOBODY);
    struct text why = support_text();
    struct solve_answer answer;
    mpq_t expected;
    mpq_init(expected);
    mpq_set_ui(expected, won, deals);
    mpq_canonicalize(expected);
    assert_true(rater_rate(rater, &no_limits, &view, NULL, &answer, &why));
    assert_true(mpq_equal(answer.lo, expected));
    mpq_clear(expected);
    solve_answer_clear(&answer);
}

// In how many of the deals does seat 1 win?
static unsigned brute(const struct variant *variant, const struct deals *deals)
{
    const struct turn *turn = state_turn(&deals->state[0]);
    check_unknown(variant, deals);
    if (turn->winner)
        return turn->winner == SEAT_1 ? deals->count : 0;
    unsigned best = turn->mover == SEAT_1 ? 0 : deals->count;
    struct view view = game_view(&deals->state[0], turn->mover);
    struct walk walk = { 0 };
    while (view_walk(variant, &view, &walk)) {
        unsigned won = brute_after(variant, deals, walk.move);
        if (turn->mover == SEAT_1 ? won > best : won < best)
            best = won;
    }
    check_gist(variant, deals, best);
    check_rating(&deals->state[0], best, deals->count);
    return best;
}

static struct deals all_deals(const struct variant *variant, unsigned first)
{
    struct deals deals = { .count = 0 };
    struct state start = game_start(variant, first);
    struct view view = game_view(&start, SEAT_CHANCE);
    struct walk walk = { 0 };
    while (view_walk(variant, &view, &walk)) {
        assert_true(deals.count < DEALS_MAX);
        deals.state[deals.count] = start;
        deals.hidden[deals.count] = walk.move.set;
        game_apply(variant, &deals.state[deals.count++], walk.move);
    }
    return deals;
}

static void check_variant(const struct game *game, const char *from)
{
    struct variant variant = support_variant(game, from);
    for (unsigned first = SEAT_1; first <= SEAT_2; first++) {
        struct deals deals = all_deals(&variant, first);
        struct text why = support_text();
        struct solve_answer answer;
        map_free(&gists);
        map_free(&essences);
        gists = essences = map_of(OPEN_SIZE / sizeof(uint64_t), 1);
        rater = rater_new(&variant, &why);
        assert_true(solve(&variant, first, &no_limits, &answer, &why));
        mpq_t expected;
        mpq_init(expected);
        for (unsigned i = 0; i < answer.count; i++) {
            mpq_set_ui(expected, brute_after(&variant, &deals, answer.moves[i].move), deals.count);
            mpq_canonicalize(expected);
            assert_true(mpq_equal(answer.moves[i].lo, expected));
            assert_true(mpq_equal(answer.moves[i].hi, expected));
            assert_int_equal(answer.moves[i].best, mpq_equal(expected, answer.lo));
        }
        mpq_set_ui(expected, brute(&variant, &deals), deals.count);
        mpq_canonicalize(expected);
        assert_true(mpq_equal(answer.lo, expected));
        assert_true(mpq_equal(answer.hi, expected));
        mpq_clear(expected);
        solve_answer_clear(&answer);
        rater_free(rater);
        rater = NULL;
    }
    map_free(&gists);
    map_free(&essences);
}

static void brute_force_agrees_on_small_minefields(void **state)
{
    (void)state;
    for (unsigned length = 2; length <= 5; length++)
        for (unsigned mines = 0; mines <= length && mines <= 3; mines++)
            for (unsigned detectors = 0; detectors <= 2 && detectors + length <= 6; detectors++)
                for (unsigned meet = 0; meet < 2; meet++) {
                    struct text rules = support_text();
                    text_add(&rules, "length=%u,mines=%u,detectors=%u,meet=%s", length, mines,
                             detectors, meet ? "share" : "leap");
                    check_variant(&game_minefield, rules.at);
                }
}

// Larger ones, where all deals are too many: with what the game wipes and without.
static void check_wiped(const char *rules)
{
    struct game plain = game_minefield;
    struct variant variant = support_variant(&game_minefield, rules), whole = variant;
    struct solve_answer answer, expected;
    struct text why = support_text();
    plain.gist = plain.essence = NULL;
    whole.game = &plain;
    assert_true(solve(&variant, SEAT_1, &no_limits, &answer, &why));
    assert_true(solve(&whole, SEAT_1, &no_limits, &expected, &why));
    assert_true(answer.nodes < expected.nodes);
    assert_int_equal(answer.count, expected.count);
    for (unsigned i = 0; i < answer.count; i++)
        assert_true(mpq_equal(answer.moves[i].lo, expected.moves[i].lo));
    solve_answer_clear(&answer);
    solve_answer_clear(&expected);
}

static void what_is_wiped_does_not_matter(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 36; i++) {
        struct text rules = support_text();
        text_add(&rules, "length=%u,mines=%u,detectors=%u,meet=%s", 7 + i / 12, 1 + i % 3,
                 1 + i / 3 % 2, i / 6 % 2 ? "share" : "leap");
        check_wiped(rules.at);
    }
}

// ---- Known answers and limits. ----

static void check_answer(const char *from, unsigned long top, unsigned long bottom)
{
    struct variant variant = support_variant(&game_minefield, from);
    struct text why = support_text();
    struct solve_answer answer;
    assert_true(solve(&variant, SEAT_1, &no_limits, &answer, &why));
    assert_int_equal(answer.class, CLAIM_CHANCE);
    assert_int_equal(answer.proof, SOLVE_EXACT);
    assert_int_equal(mpq_cmp_ui(answer.lo, top, bottom), 0);
    assert_true(mpq_equal(answer.lo, answer.hi));
    solve_answer_clear(&answer);
}

static void known_answers(void **state)
{
    (void)state;
    check_answer("book", 49, 120);
    check_answer("meet=share", 0, 1);
}

static bool refuse(void *context, uint64_t nodes)
{
    (void)context, (void)nodes;
    return false;
}

static void knows_its_limits(void **state)
{
    (void)state;
    struct variant variant = support_variant(&game_minefield, "length=63");
    struct limits limits[] = { { .go_on = refuse }, { .memory = 1 << 20 } };
    const char *const sentence[] = { "Solving was interrupted.", "more than the 1 MB" };
    for (unsigned i = 0; i < 2; i++) {
        struct text why = support_text();
        struct solve_answer answer;
        assert_false(solve(&variant, SEAT_1, &limits[i], &answer, &why));
        assert_non_null(strstr(why.at, sentence[i]));
    }
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    support_solve_without_memory(&game_minefield, "length=6");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(brute_force_agrees_on_small_minefields),
        cmocka_unit_test(what_is_wiped_does_not_matter),
        cmocka_unit_test(known_answers),
        cmocka_unit_test(knows_its_limits),
        cmocka_unit_test(survives_failing_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
