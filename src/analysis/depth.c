// SPDX-License-Identifier: GPL-3.0-or-later
// An expectation by recursion over the positions that best play reaches, each computed
// once. Whether a decision matters is told exactly, from the solver's rationals; only
// the weights of the sum are rounded.
#include "analysis/depth.h"

#include <string.h>

#include "core/map.h"
#include "core/memory.h"
#include "core/vector.h"
#include "solve/expectimax.h"
#include "solve/rater.h"

// One of the moves that a best player draws from.
struct depth_draw {
    struct move move;
    double share;
};

// A decision: how many of its draws, from the first on.
struct depth_view {
    unsigned first, count;
    bool matters;
};

struct depth_walk {
    const struct variant *variant;
    const struct limits *limits;
    enum claim_class class;
    struct rater *rater;
    struct map views;     // struct depth_view, by what a seat knows
    struct map positions; // how many decisions that matter are to come
    struct depth_draw *draws;
    size_t draw_count, draw_room;
    struct history log; // where players hide things: how it came to the position
    bool about;
    struct text *why;
};

static bool no_memory(const struct depth_walk *walk)
{
    solve_explain(SOLVE_STOP_MEMORY, walk->limits, walk->why);
    return false;
}

static bool add_draw(struct depth_walk *walk, struct move move, double share)
{
    if (!vector_grow(&walk->draws, &walk->draw_room, walk->draw_count, sizeof *walk->draws))
        return no_memory(walk);
    walk->draws[walk->draw_count++] = (struct depth_draw){ move, share };
    return true;
}

// Estimates differ when they are a hundredth apart.
static bool differ(const struct solve_answer *answer, const struct solve_move *a,
                   const struct solve_move *b)
{
    if (answer->proof != SOLVE_BOUNDS)
        return !mpq_equal(a->lo, b->lo) || !mpq_equal(a->hi, b->hi);
    double apart = mpq_get_d(a->lo) - mpq_get_d(b->lo);
    return apart > 0.01 || apart < -0.01;
}

// Is it still open who wins? Without chance and secrets it never is.
static bool is_open(const struct depth_walk *walk, const struct solve_answer *answer)
{
    return walk->class == CLAIM_OPEN ||
           (mpq_sgn(answer->hi) > 0 && mpq_cmp_ui(answer->lo, 1, 1) < 0);
}

static bool has_choice(const struct solve_answer *answer)
{
    for (unsigned i = 1; i < answer->count; i++)
        if (differ(answer, &answer->moves[i], &answer->moves[0]))
            return true;
    return false;
}

// How many moves the plan draws from.
static unsigned count_drawn(const struct solve_answer *answer)
{
    unsigned drawn = 0;
    for (unsigned i = 0; i < answer->count; i++)
        drawn += mpq_sgn(answer->moves[i].share) > 0;
    return drawn;
}

// Of winning moves the quickest are drawn. Of losing ones only the slowest are best anyway.
static bool is_drawn(const struct solve_answer *answer, const struct solve_move *rated, bool wins)
{
    if (!rated->best)
        return false;
    for (unsigned i = 0; wins && i < answer->count; i++)
        if (answer->moves[i].best && answer->moves[i].turns < rated->turns)
            return false;
    return true;
}

static bool wins_open(const struct depth_walk *walk, const struct solve_answer *answer,
                      unsigned mover)
{
    return walk->class == CLAIM_OPEN && (mpq_sgn(answer->lo) > 0) == (mover == SEAT_1);
}

static bool add_equal_draws(struct depth_walk *walk, const struct solve_answer *answer,
                            unsigned mover)
{
    bool wins = wins_open(walk, answer, mover);
    unsigned count = 0;
    for (unsigned i = 0; i < answer->count; i++)
        count += is_drawn(answer, &answer->moves[i], wins);
    for (unsigned i = 0; i < answer->count; i++)
        if (is_drawn(answer, &answer->moves[i], wins) &&
            !add_draw(walk, answer->moves[i].move, 1.0 / count))
            return false;
    return true;
}

// The optimal plans form a polytope. All plans in its relative interior draw from the same moves,
// but not as often: so each of these moves counts as much.
static bool add_drawn(struct depth_walk *walk, const struct solve_answer *answer)
{
    unsigned count = count_drawn(answer);
    for (unsigned i = 0; i < answer->count; i++)
        if (mpq_sgn(answer->moves[i].share) > 0 &&
            !add_draw(walk, answer->moves[i].move, 1.0 / count))
            return false;
    return true;
}

static bool rate(struct depth_walk *walk, const struct view *view, struct solve_answer *answer)
{
    struct history told = { .count = walk->log.count };
    for (unsigned i = 0; i < told.count; i++)
        told.event[i] = event_told(walk->variant->game, &walk->log.event[i], view->seat);
    return rater_rate(walk->rater, walk->limits, view, &told, answer, walk->why);
}

// Only bounds are known, or one optimal plan of several that draw from other moves.
static bool is_about(const struct depth_walk *walk, const struct solve_answer *answer)
{
    return answer->proof == SOLVE_BOUNDS ||
           (walk->class == CLAIM_SECRETS && answer->proof == SOLVE_EXACT &&
            !rater_refines(walk->rater, walk->limits, SEAT_1));
}

// Rates a view's moves and keeps what a best player does with them.
static bool decide(struct depth_walk *walk, const struct view *view, const struct state *key)
{
    struct solve_answer answer;
    struct depth_view decision = { .first = (unsigned)walk->draw_count };
    if (!rate(walk, view, &answer))
        return false;
    walk->about |= is_about(walk, &answer);
    decision.matters = is_open(walk, &answer) && (has_choice(&answer) || count_drawn(&answer) > 1);
    bool kept = add_drawn(walk, &answer);
    if (kept && walk->draw_count == decision.first)
        kept = add_equal_draws(walk, &answer, view_turn(view)->mover);
    decision.count = (unsigned)walk->draw_count - decision.first;
    solve_answer_clear(&answer);
    if (!kept)
        return false;
    struct depth_view *slot = map_add(&walk->views, key, walk->limits->memory / 2);
    if (slot)
        *slot = decision;
    return slot || no_memory(walk);
}

static bool expect(struct depth_walk *walk, const struct state *at, double *decisions);

static bool expect_branches(struct depth_walk *walk, const struct state *at, struct move move,
                            double *decisions)
{
    struct expectimax_branches branches;
    expectimax_branch(walk->variant, at, move, &branches);
    *decisions = 0;
    for (unsigned i = 0; i < branches.count; i++) {
        double part;
        if (!expect(walk, &branches.state[i], &part))
            return false;
        *decisions += part * (double)branches.deals[i] / (double)branches.covered;
    }
    return true;
}

static bool expect_after(struct depth_walk *walk, const struct state *at, struct move move,
                         double *decisions)
{
    struct state after = *at;
    if (walk->class == CLAIM_CHANCE)
        return expect_branches(walk, at, move, decisions);
    struct event *event = &walk->log.event[walk->log.count++];
    *event = (struct event){ .move = move, .seat = state_turn(at)->mover };
    event->outcome = (uint8_t)game_apply(walk->variant, &after, move);
    bool told = expect(walk, &after, decisions);
    walk->log.count--;
    return told;
}

static bool add_up(struct depth_walk *walk, const struct state *at, struct depth_view view,
                   double *decisions)
{
    *decisions = view.matters;
    for (unsigned i = 0; i < view.count; i++) {
        struct depth_draw draw = walk->draws[view.first + i];
        double part;
        if (!expect_after(walk, at, draw.move, &part))
            return false;
        *decisions += draw.share * part;
    }
    return true;
}

// What a view knows, as a key.
static struct state key_of(const struct view *view)
{
    struct state key = { 0 };
    memcpy(key.open, view->open, sizeof key.open);
    memcpy(key.secret[view->seat], view->secret, sizeof view->secret);
    return key;
}

static bool find_decision(struct depth_walk *walk, const struct view *view,
                          struct depth_view *decision)
{
    struct state key = key_of(view);
    const struct depth_view *known = map_find(&walk->views, &key);
    if (!known && !decide(walk, view, &key))
        return false;
    *decision = *(const struct depth_view *)map_find(&walk->views, &key);
    return true;
}

static bool expect(struct depth_walk *walk, const struct state *at, double *decisions)
{
    struct state key = *at;
    struct depth_view decision;
    if (walk->class == CLAIM_CHANCE) // the deal is not known to anybody
        memset(key.secret, 0, sizeof key.secret);
    const double *known = map_find(&walk->positions, &key);
    *decisions = known ? *known : 0;
    if (known || state_turn(at)->winner)
        return true;
    struct view view = game_view(at, state_turn(at)->mover);
    if (!find_decision(walk, &view, &decision) || !add_up(walk, at, decision, decisions))
        return false;
    double *slot = map_add(&walk->positions, &key, walk->limits->memory / 2);
    if (slot)
        *slot = *decisions;
    return slot || no_memory(walk);
}

bool depth_measure(const struct variant *variant, const struct limits *limits, struct depth *depth,
                   struct text *why)
{
    struct depth_walk walk = {
        .variant = variant,
        .limits = limits,
        .class = claim_class(variant->game),
        .rater = rater_new(variant, why),
        .views = map_of(MAP_WORDS(struct state), MAP_WORDS(struct depth_view)),
        .positions = map_of(MAP_WORDS(struct state), MAP_WORDS(double)),
        .why = why,
    };
    struct state start = solve_first_position(variant, SEAT_1);
    bool told = walk.rater && expect(&walk, &start, &depth->decisions);
    depth->about = walk.about;
    rater_free(walk.rater);
    map_free(&walk.views);
    map_free(&walk.positions);
    mem_free(walk.draws);
    return told;
}
