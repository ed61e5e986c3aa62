// SPDX-License-Identifier: GPL-3.0-or-later
// Advice in games with secrets, compared with brute force that shares nothing with the
// solver: all truths of a small variant, listed; what holds in those that look alike; and
// the best answer of all to how `perfect` mixes, found by going through everything.
#include <math.h>
#include <stdlib.h>

#include "analysis/advice.h"
#include "analysis/review.h"
#include "bots/bots.h"
#include "core/memory.h"
#include "support.h"

static const struct limits no_limits;

// --- All truths of a variant

struct truth {
    struct state state;
    struct move move[40]; // how it came about
    uint8_t outcome[40];
    uint8_t mover[40];
    unsigned count;
};

struct world {
    struct variant variant;
    unsigned first;
    struct truth *truth;
    size_t count, room;
};

static void list_truths(struct world *world, const struct truth *from)
{
    if (world->count == world->room) {
        world->room = world->room ? 2 * world->room : 1024;
        world->truth = realloc(world->truth, world->room * sizeof *world->truth);
        assert_non_null(world->truth);
    }
    world->truth[world->count++] = *from;
    unsigned mover = state_turn(&from->state)->mover;
    if (state_turn(&from->state)->winner)
        return;
    struct view view = game_view(&from->state, mover);
    struct walk walk = { 0 };
    while (view_walk(&world->variant, &view, &walk)) {
        struct truth next = *from;
        assert_true(next.count < 40);
        next.move[next.count] = walk.move;
        next.mover[next.count] = (uint8_t)mover;
        next.outcome[next.count++] = (uint8_t)game_apply(&world->variant, &next.state, walk.move);
        list_truths(world, &next);
    }
}

static struct world world_of(const struct game *game, const char *rules, unsigned first)
{
    struct world world = { .variant = support_variant(game, rules), .first = first };
    struct truth start = { .state = game_start(&world.variant, first) };
    list_truths(&world, &start);
    return world;
}

static struct history told(const struct world *world, const struct truth *truth, unsigned seat)
{
    struct history history = { .count = truth->count };
    for (unsigned i = 0; i < truth->count; i++) {
        struct event event = { truth->move[i], truth->mover[i], truth->outcome[i] };
        history.event[i] = event_told(world->variant.game, &event, seat);
    }
    return history;
}

// --- What is certain, by brute force

struct group {
    struct state *state;
    size_t count;
};

static bool alike(const struct state *a, const struct state *b, unsigned seat)
{
    struct view one = game_view(a, seat), two = game_view(b, seat);
    return !memcmp(&one, &two, sizeof one);
}

static bool wins(const struct variant *variant, const struct group *group, unsigned seat);

// All that follows from a group by some moves, told apart as the seat can, must be won.
static bool wins_all(const struct variant *variant, struct group *next, unsigned seat)
{
    bool won = true;
    bool *done = calloc(next->count + 1, sizeof *done);
    for (size_t i = 0; won && i < next->count; i++) {
        struct group same = { malloc(next->count * sizeof *same.state), 0 };
        for (size_t k = i; !done[i] && k < next->count; k++)
            if (!done[k] && alike(&next->state[i], &next->state[k], seat)) {
                same.state[same.count++] = next->state[k];
                if (k > i)
                    done[k] = true;
            }
        won = done[i] || wins(variant, &same, seat);
        free(same.state);
    }
    free(done);
    return won;
}

static bool wins_by(const struct variant *variant, const struct group *group, struct move move,
                    unsigned seat)
{
    struct group next = { malloc((group->count + 1) * sizeof *next.state), group->count };
    for (size_t i = 0; i < group->count; i++) {
        next.state[i] = group->state[i];
        game_apply(variant, &next.state[i], move);
    }
    bool won = wins_all(variant, &next, seat);
    free(next.state);
    return won;
}

// Whatever the other does, in any of them; what it hides is not seen.
static bool wins_after_all(const struct variant *variant, const struct group *group, unsigned seat)
{
    struct group next = { NULL, 0 };
    for (size_t i = 0; i < group->count; i++) {
        struct view view = game_view(&group->state[i], state_turn(&group->state[i])->mover);
        struct walk walk = { 0 };
        while (view_walk(variant, &view, &walk)) {
            next.state = realloc(next.state, (next.count + 1) * sizeof *next.state);
            next.state[next.count] = group->state[i];
            game_apply(variant, &next.state[next.count++], walk.move);
        }
    }
    bool won = wins_all(variant, &next, seat);
    free(next.state);
    return won;
}

// Does the seat win, whatever the other does, in all of these, which look alike to it?
static bool wins(const struct variant *variant, const struct group *group, unsigned seat)
{
    const struct turn *turn = state_turn(&group->state[0]);
    if (turn->winner)
        return turn->winner == seat;
    if (turn->mover != seat)
        return wins_after_all(variant, group, seat);
    struct view view = game_view(&group->state[0], seat);
    struct walk walk = { 0 };
    while (view_walk(variant, &view, &walk))
        if (wins_by(variant, group, walk.move, seat))
            return true;
    return false;
}

// All truths that a seat (or, with SEAT_NOBODY, who knows no secret) cannot tell from one.
static struct group cases_of(const struct world *world, const struct truth *truth, unsigned seat)
{
    struct group group = { malloc(world->count * sizeof *group.state), 0 };
    for (size_t i = 0; i < world->count; i++)
        if (alike(&world->truth[i].state, &truth->state, seat))
            group.state[group.count++] = world->truth[i].state;
    return group;
}

static bool same_secret(const struct state *a, const struct state *b, unsigned seat)
{
    return !memcmp(a->secret[seat], b->secret[seat], SECRET_SIZE);
}

static bool loses_by(const struct world *world, const struct truth *truth,
                     const struct group *cases, struct move move, unsigned seat)
{
    struct group all = cases_of(world, truth, SEAT_NOBODY);
    bool lost = true;
    for (size_t i = 0; lost && i < cases->count; i++) {
        struct group theirs = { malloc(all.count * sizeof *theirs.state), 0 };
        for (size_t k = 0; k < all.count; k++)
            if (same_secret(&all.state[k], &cases->state[i], opponent(seat)))
                theirs.state[theirs.count++] = all.state[k];
        lost = world->variant.game->verbs[move.verb].hidden
                   ? wins_after_all(&world->variant, &theirs, opponent(seat))
                   : wins_by(&world->variant, &theirs, move, opponent(seat));
        free(theirs.state);
    }
    free(all.state);
    return lost;
}

static bool is_safe(const struct world *world, const struct group *cases, struct move move,
                    unsigned seat)
{
    for (size_t i = 0; i < cases->count; i++) {
        struct state next = cases->state[i];
        unsigned outcome = game_apply(&world->variant, &next, move);
        if (world->variant.game->outcomes[outcome].harms ||
            state_turn(&next)->winner == opponent(seat))
            return false;
    }
    return true;
}

static void compare_move(const struct world *world, const struct truth *truth,
                         const struct group *cases, const struct advice_move *move)
{
    unsigned seat = state_turn(&truth->state)->mover;
    bool hidden = world->variant.game->verbs[move->move.verb].hidden;
    bool won = wins_by(&world->variant, cases, move->move, seat);
    assert_true(move->known);
    assert_int_equal(move->certain == ADVICE_WIN, won);
    bool lost = loses_by(world, truth, cases, move->move, seat);
    assert_int_equal(move->certain == ADVICE_LOSS, lost);
    if (!won && !lost && !hidden)
        assert_int_equal(move->certain == ADVICE_SAFE, is_safe(world, cases, move->move, seat));
}

// What follows from what is certain for the chances, the best move and the coach.
static void check_sense(const struct advice *advice)
{
    bool any_win = false, any_not_lost = false;
    for (unsigned i = 0; i < advice->count; i++) {
        any_win |= advice->moves[i].certain == ADVICE_WIN;
        any_not_lost |= advice->moves[i].certain != ADVICE_LOSS;
    }
    assert_non_null(advice->best);
    assert_true(advice->best->best);
    for (unsigned i = 0; i < advice->count; i++) {
        const struct advice_move *move = &advice->moves[i];
        double chance = mpq_get_d(move->chance), best = mpq_get_d(advice->best->chance);
        assert_true(chance >= 0 && chance <= best && best <= 1);
        if (move->best)
            assert_true(mpq_equal(move->chance, advice->best->chance));
        if (any_win)
            assert_int_equal(move->best, move->certain == ADVICE_WIN);
        if (any_not_lost)
            assert_false(move->best && move->certain == ADVICE_LOSS);
        if (move->certain == ADVICE_WIN)
            assert_true(chance == 1);
        if (move->certain == ADVICE_LOSS)
            assert_true(chance == 0);
        enum advice_loss loss = advice_loss(advice, move);
        if (any_win && move->certain != ADVICE_WIN)
            assert_int_equal(loss, ADVICE_LOSES_WIN);
        else if (any_not_lost && move->certain == ADVICE_LOSS)
            assert_int_equal(loss, ADVICE_LOSES_ALL);
        else
            assert_int_equal(loss == ADVICE_LOSES_CHANCE, best - chance >= 0.2 - 1e-12);
    }
}

// At every `step`-th of all positions. The chances pass the check but where the opponent has
// done what its plan never does: so many times.
static unsigned compare_everywhere(const struct game *game, const char *rules, unsigned first,
                                   size_t step, unsigned *unchecked)
{
    struct world world = world_of(game, rules, first);
    struct text why = support_text();
    struct rater *rater = rater_new(&world.variant, &why);
    unsigned compared = 0;
    for (size_t i = 0; i < world.count; i += step) {
        const struct truth *truth = &world.truth[i];
        unsigned seat = state_turn(&truth->state)->mover;
        if (state_turn(&truth->state)->winner)
            continue;
        struct view view = game_view(&truth->state, seat);
        struct history history = told(&world, truth, seat);
        struct advice advice;
        if (!advice_make(&advice, rater, &no_limits, &world.variant, &view, &history, &why))
            fail_msg("%s, %s: %s", game->slug, rules, why.at);
        assert_int_equal(advice.kind, ADVICE_AGAINST);
        *unchecked += !advice.checked;
        struct group cases = cases_of(&world, truth, seat);
        for (unsigned k = 0; k < advice.count; k++)
            compare_move(&world, truth, &cases, &advice.moves[k]);
        check_sense(&advice);
        free(cases.state);
        advice_clear(&advice);
        compared++;
    }
    rater_free(rater);
    free(world.truth);
    return compared;
}

// Small rules, each gone through with one of the seats beginning in turn, in a soak with both.
struct small {
    const struct game *game;
    const char *rules;
    size_t step;
};

static bool begins(unsigned first, size_t rules)
{
    return getenv("CAUSEWAY_SOAK") || first == SEAT_1 + rules % 2;
}

static void says_what_brute_force_says(void **state)
{
    (void)state;
    static const struct small small[] = {
        { &game_trap_runner, "length=5,traps=2", 1 },
        { &game_trap_runner, "length=8,traps=2,passable=yes", 1 },
        { &game_trap_runner, "length=6,traps=2,lives=2", 1 },
        { &game_number_mines, "length=5,mines=1", 1 },
        { &game_number_mines, "length=6,mines=1,passable=yes", 1 },
        { &game_number_mines, "length=5,mines=2,stride=2", 1 },
        { &game_number_mines, "length=5,mines=1,lives=2", 3 },
    };
    unsigned compared = 0, unchecked = 0;
    for (size_t i = 0; i < sizeof small / sizeof *small; i++)
        for (unsigned first = SEAT_1; first <= SEAT_2; first++)
            if (begins(first, i))
                compared += compare_everywhere(small[i].game, small[i].rules, first, small[i].step,
                                               &unchecked);
    assert_true(compared > 1000);
    assert_true(unchecked > 0 && unchecked < compared / 20);
}

// --- The best answer to `perfect`

struct answerer {
    struct world *world;
    struct rater *rater;
    unsigned seat;  // who answers
    unsigned types; // of the planner
};

static double share_of(const struct solve_answer *answer, struct move move)
{
    for (unsigned i = 0; i < answer->count; i++)
        if (move_equal(answer->moves[i].move, move))
            return mpq_get_d(answer->moves[i].share);
    return 0;
}

static void play_on(const struct world *world, struct truth *truth, struct move move)
{
    truth->mover[truth->count] = (uint8_t)state_turn(&truth->state)->mover;
    truth->move[truth->count] = move;
    truth->outcome[truth->count++] = (uint8_t)game_apply(&world->variant, &truth->state, move);
}

// What the planner does as each of its types that can come here.
static struct solve_answer *ask_all(const struct answerer *answerer, const struct truth *truths,
                                    const double *weight)
{
    unsigned planner = opponent(answerer->seat);
    struct solve_answer *answers = calloc(answerer->types, sizeof *answers);
    for (unsigned t = 0; t < answerer->types; t++) {
        if (!(weight[t] > 0))
            continue;
        struct text why = support_text();
        struct view own = game_view(&truths[t].state, planner);
        struct history history = told(answerer->world, &truths[t], planner);
        assert_true(rater_rate(answerer->rater, &no_limits, &own, &history, &answers[t], &why));
    }
    return answers;
}

static void forget_all(const struct answerer *answerer, struct solve_answer *answers,
                       const double *weight)
{
    for (unsigned t = 0; answers && t < answerer->types; t++)
        if (weight[t] > 0)
            solve_answer_clear(&answers[t]);
    free(answers);
}

static double best_answer(const struct answerer *answerer, const struct truth *truths,
                          const double *weight);

// What the answerer wins of the weight that goes this way. By what everybody sees of the
// outcome there are at most two ways on, or an end. No `answers`: the answerer moves.
static double won_after(const struct answerer *answerer, const struct truth *truths,
                        const double *weight, const struct solve_answer *answers, struct move move)
{
    unsigned types = answerer->types;
    struct truth *next = malloc(2 * types * sizeof *next);
    double *part = calloc(2 * types, sizeof *part), won = 0;
    const struct truth *seen[2] = { NULL, NULL };
    for (unsigned t = 0; t < types; t++) {
        double goes =
            weight[t] > 0 && answers ? weight[t] * share_of(&answers[t], move) : weight[t];
        struct truth then = truths[t];
        if (!(goes > 0))
            continue;
        play_on(answerer->world, &then, move);
        unsigned winner = state_turn(&then.state)->winner;
        unsigned k = seen[0] && memcmp(seen[0]->state.open, then.state.open, OPEN_SIZE);
        if (winner) {
            won += winner == answerer->seat ? goes : 0;
            continue;
        }
        next[k * types + t] = then;
        part[k * types + t] = goes;
        seen[k] = seen[k] ? seen[k] : &next[k * types + t];
    }
    for (unsigned k = 0; k < 2; k++)
        won += seen[k] ? best_answer(answerer, next + k * types, part + k * types) : 0;
    free(next);
    free(part);
    return won;
}

// What the answerer wins at most from here, of the weight with which the planner's types
// come here. `truth` holds one of each, in the order of the types.
static double best_answer(const struct answerer *answerer, const struct truth *truths,
                          const double *weight)
{
    unsigned alive = 0;
    while (alive < answerer->types && !(weight[alive] > 0))
        alive++;
    if (alive == answerer->types)
        return 0;
    unsigned mover = state_turn(&truths[alive].state)->mover;
    struct view view = game_view(&truths[alive].state, mover);
    struct walk walk = { 0 };
    double best = -1, sum = 0;
    struct solve_answer *answers =
        mover == answerer->seat ? NULL : ask_all(answerer, truths, weight);
    while (view_walk(&answerer->world->variant, &view, &walk)) {
        double won = won_after(answerer, truths, weight, answers, walk.move);
        best = won > best ? won : best;
        sum += won;
    }
    forget_all(answerer, answers, weight);
    return mover == answerer->seat ? best : sum;
}

// Is everything hidden that there is to hide, and nothing else done?
static bool all_is_hidden(const struct world *world, const struct truth *truth)
{
    const struct verb *verbs = world->variant.game->verbs;
    struct offer offers[OFFERS_MAX];
    for (unsigned i = 0; i < truth->count; i++)
        if (!verbs[truth->move[i].verb].hidden)
            return false;
    return !state_turn(&truth->state)->winner &&
           !(game_offers(&world->variant, &truth->state, offers) && verbs[offers[0].verb].hidden);
}

static bool looks_the_same(const struct truth *a, const struct truth *b, unsigned seat)
{
    return memcmp(a->state.open, b->state.open, OPEN_SIZE) == 0 &&
           same_secret(&a->state, &b->state, seat);
}

// With what chance the planner hides what it has hidden here.
static double chance_of(const struct answerer *answerer, const struct truth *truth)
{
    const struct world *world = answerer->world;
    struct truth at = { .state = game_start(&world->variant, world->first) };
    double chance = 1;
    for (unsigned k = 0; k < truth->count; k++) {
        struct view view = game_view(&at.state, truth->mover[k]);
        struct history history = told(world, &at, truth->mover[k]);
        struct text why = support_text();
        struct solve_answer answer;
        if (truth->mover[k] != answerer->seat) {
            assert_true(rater_rate(answerer->rater, &no_limits, &view, &history, &answer, &why));
            chance = share_of(&answer, truth->move[k]);
            solve_answer_clear(&answer);
        }
        play_on(world, &at, truth->move[k]);
    }
    return chance;
}

// What the seat that answers wins at most after it has hidden what `one` says.
static double won_hiding(struct answerer *answerer, const struct truth *one)
{
    enum { MOST = 200 };
    const struct world *world = answerer->world;
    struct truth *truths = calloc(MOST, sizeof *truths);
    double weight[MOST] = { 0 };
    answerer->types = 0;
    for (size_t i = 0; i < world->count; i++) {
        if (!looks_the_same(&world->truth[i], one, answerer->seat))
            continue;
        assert_true(answerer->types < MOST);
        truths[answerer->types] = world->truth[i];
        weight[answerer->types++] = chance_of(answerer, &world->truth[i]);
    }
    double won = best_answer(answerer, truths, weight);
    free(truths);
    return won;
}

// What the seat that answers wins against `perfect`, hiding what is best to hide: one truth
// for each thing that it can hide.
static double against_perfect(struct world *world, struct rater *rater, unsigned seat)
{
    struct answerer answerer = { .world = world, .rater = rater, .seat = seat };
    double best = 0;
    for (size_t first = 0; first < world->count; first++) {
        const struct truth *one = &world->truth[first];
        bool same = !all_is_hidden(world, one);
        for (size_t before = 0; before < first && !same; before++)
            same = looks_the_same(&world->truth[before], one, seat);
        double won = same ? 0 : won_hiding(&answerer, one);
        best = won > best ? won : best;
    }
    return best;
}

// What two plans guarantee sums to one only if both are optimal.
static void check_perfect(const struct game *game, const char *rules, unsigned first)
{
    struct world world = world_of(game, rules, first);
    struct text why = support_text();
    struct rater *rater = rater_new(&world.variant, &why);
    double won = against_perfect(&world, rater, SEAT_1) + against_perfect(&world, rater, SEAT_2);
    if (fabs(won - 1) > 1e-9)
        fail_msg("%s, %s, %u: best answers to perfect win %.12f", game->slug, rules, first, won);
    rater_free(rater);
    free(world.truth);
}

// After every deviation the plans are made anew; that must not open a gap anywhere.
static void nothing_beats_perfect(void **state)
{
    (void)state;
    static const struct small small[] = {
        { &game_trap_runner, "length=6,traps=2,passable=yes", 1 },
        { &game_trap_runner, "length=6,traps=3", 1 },
        { &game_trap_runner, "length=7,traps=3,passable=yes", 1 },
        { &game_trap_runner, "length=6,traps=3,passable=yes,lives=2", 1 },
        { &game_number_mines, "length=6,mines=1,passable=yes", 1 },
        { &game_number_mines, "length=6,mines=2,stride=2", 1 },
        { &game_number_mines, "length=5,mines=1,stride=2,passable=yes,lives=2", 1 },
    };
    for (size_t i = 0; i < sizeof small / sizeof *small; i++)
        for (unsigned first = SEAT_1; first <= SEAT_2; first++)
            if (begins(first, i))
                check_perfect(small[i].game, small[i].rules, first);
}

// Under the preset of before a Trapper hid in two ways; 30 of 36 are as good.
static void hides_in_every_way_that_is_optimal(void **state)
{
    (void)state;
    struct variant variant =
        support_variant(&game_trap_runner, "length=10,traps=2,stride=4,passable=yes");
    struct text why = support_text();
    struct rater *rater = rater_new(&variant, &why);
    struct state start = game_start(&variant, SEAT_1);
    struct view view = game_view(&start, SEAT_1);
    struct history history = { 0 };
    struct solve_answer answer;
    unsigned hidden = 0, best = 0;
    assert_true(rater_rate(rater, &no_limits, &view, &history, &answer, &why));
    for (unsigned i = 0; i < answer.count; i++) {
        hidden += mpq_sgn(answer.moves[i].share) > 0;
        best += answer.moves[i].best;
        assert_int_equal(mpq_sgn(answer.moves[i].share) > 0, answer.moves[i].best);
    }
    assert_int_equal(answer.count, 36);
    assert_int_equal(hidden, 30);
    assert_int_equal(best, 30);
    solve_answer_clear(&answer);
    rater_free(rater);
}

// In the torture build, each allocation in turn fails; elsewhere nothing does.
static void survives_failing_allocations(void **state)
{
    (void)state;
    struct world world = world_of(&game_number_mines, "length=4,mines=1,stride=2", SEAT_1);
    const struct truth *truth = &world.truth[world.count / 2];
    while (state_turn(&truth->state)->winner || truth->count < 3)
        truth++;
    struct view view = game_view(&truth->state, state_turn(&truth->state)->mover);
    struct history history = told(&world, truth, view.seat);
    bool done = false;
    for (long allocations = 0; !done && allocations < 5000; allocations++) {
        struct text why = support_text();
        struct advice advice;
        mem_fail_after(allocations);
        struct rater *rater = rater_new(&world.variant, &why);
        bool made =
            rater && advice_make(&advice, rater, &no_limits, &world.variant, &view, &history, &why);
        done = made && advice.kind == ADVICE_AGAINST;
        mem_fail_after(-1);
        assert_true(made || why.length > 0);
        if (made)
            advice_clear(&advice);
        rater_free(rater);
    }
    assert_true(done);
    free(world.truth);
}

// --- A review that is stopped

static bool never(void *context, uint64_t nodes)
{
    (void)context, (void)nodes;
    return false;
}

// What was rated before counts; the rest is not known, and that is said. Without limits all
// of it is.
static void a_review_stops_with_what_it_has(void **state)
{
    (void)state;
    struct variant variant = support_variant(&game_minefield, "length=5,mines=1");
    for (unsigned stopped = 0; stopped < 2; stopped++) {
        struct limits limits = { .go_on = stopped ? never : NULL };
        struct random random = random_seeded(3);
        struct text why = support_text();
        struct match match;
        struct event event;
        struct review review;
        match_start(&match, &variant, SEAT_1);
        match_deal(&match, &random);
        while (!match_over(&match)) {
            struct view view = match_view(&match, match_turn(&match)->mover);
            assert_true(match_play(&match, view.seat, view_draw(&variant, &view, &random), &event));
        }
        assert_true(review_make(&review, &match, SEAT_NOBODY, &limits, &why));
        assert_true(review.count > 2);
        assert_int_equal(review.stopped, stopped);
        for (unsigned i = 0; i < review.count; i++)
            assert_int_equal(review.points[i].rated, !stopped || i == 0);
        text_clear(&why);
        review_print_turning(&review, (const char *[SEATS]){ "", "Ann", "Ben", "" }, &why);
        assert_int_equal(strstr(why.at, "cannot be told") != NULL, stopped);
        review_clear(&review);
    }
}

// What is not known goes before a sure loss, also where no chance is known at all.
static void a_sure_loss_is_never_best_beside_another_move(void **state)
{
    (void)state;
    static const char *const moves[] = { "trap 1 9 10", "run 2", "run 1", "run 1",
                                         "run 1",       "run 2", "run 1" };
    struct variant variant = support_variant(&game_trap_runner, "book");
    struct text why = support_text();
    struct match match;
    struct history history;
    struct advice advice;
    match_start(&match, &variant, SEAT_1);
    for (unsigned i = 0; i < sizeof moves / sizeof *moves; i++)
        support_play(&match, moves[i]);
    struct view view = match_view(&match, match_turn(&match)->mover);
    match_history(&match, view.seat, &history);
    assert_true(advice_make(&advice, NULL, &no_limits, &variant, &view, &history, &why));
    assert_int_equal(advice.moves[0].certain, ADVICE_LOSS);
    assert_false(advice.moves[0].best);
    for (unsigned i = 1; i < advice.count; i++)
        assert_true(!advice.moves[i].known && advice.moves[i].best);
    assert_int_equal(advice_loss(&advice, &advice.moves[0]), ADVICE_LOSES_ALL);
    advice_clear(&advice);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(says_what_brute_force_says),
        cmocka_unit_test(nothing_beats_perfect),
        cmocka_unit_test(hides_in_every_way_that_is_optimal),
        cmocka_unit_test(a_sure_loss_is_never_best_beside_another_move),
        cmocka_unit_test(a_review_stops_with_what_it_has),
        cmocka_unit_test(survives_failing_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
