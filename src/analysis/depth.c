// SPDX-License-Identifier: GPL-3.0-or-later
// An expectation by recursion over the positions that best play reaches, each computed
// once. Whether a decision matters is told exactly, from the solver's rationals; only
// the weights of the sum are rounded.
#include "analysis/depth.h"

#include <string.h>

#include "core/memory.h"
#include "solve/chance.h"
#include "solve/rate.h"

// One of the moves that a best player draws from.
struct depth_draw {
    struct move move;
    double share;
};

// What is known of a view (its decision) or of a position (how many decisions that
// matter are still to come).
struct depth_slot {
    struct state key;
    bool used, matters;
    unsigned first, count; // of the draws
    double decisions;
};

// Open addressing with linear probing; the room is a power of two.
struct depth_table {
    struct depth_slot *slots;
    size_t room, used;
};

struct depth_walk {
    const struct variant *variant;
    const struct solve_limits *limits;
    enum solve_class class;
    struct rater *rater;
    struct depth_table views, positions;
    struct depth_draw *draws;
    unsigned draw_count, draw_room;
    bool about;
    struct text *why;
};

// FNV-1a.
static size_t hash(const struct state *key)
{
    const unsigned char *bytes = (const unsigned char *)key;
    uint64_t sum = 0xcbf29ce484222325;
    for (size_t i = 0; i < sizeof *key; i++)
        sum = (sum ^ bytes[i]) * 0x100000001b3;
    return (size_t)(sum ^ sum >> 32);
}

// The slot of a key, or the free one where it belongs.
static struct depth_slot *place(const struct depth_table *table, const struct state *key)
{
    size_t at = hash(key) & (table->room - 1);
    while (table->slots[at].used && memcmp(&table->slots[at].key, key, sizeof *key) != 0)
        at = (at + 1) & (table->room - 1);
    return &table->slots[at];
}

static bool grow_table(struct depth_table *table)
{
    struct depth_table larger = { .room = table->room ? 2 * table->room : 256 };
    larger.slots = mem_new(larger.room * sizeof *larger.slots);
    if (!larger.slots)
        return false;
    memset(larger.slots, 0, larger.room * sizeof *larger.slots);
    for (size_t i = 0; i < table->room; i++)
        if (table->slots[i].used)
            *place(&larger, &table->slots[i].key) = table->slots[i];
    larger.used = table->used;
    mem_free(table->slots);
    *table = larger;
    return true;
}

static bool keep(struct depth_walk *walk, struct depth_table *table, struct depth_slot slot)
{
    size_t bytes = (walk->views.room + walk->positions.room) * sizeof slot;
    bool full = 2 * (table->used + 1) > table->room;
    if (full && ((walk->limits->memory && 2 * bytes > walk->limits->memory) || !grow_table(table))) {
        solve_explain(STOP_MEMORY, walk->limits, walk->why);
        return false;
    }
    slot.used = true;
    *place(table, &slot.key) = slot;
    table->used++;
    return true;
}

static const struct depth_slot *find(const struct depth_table *table, const struct state *key)
{
    const struct depth_slot *slot = table->room ? place(table, key) : NULL;
    return slot && slot->used ? slot : NULL;
}

static bool add_draw(struct depth_walk *walk, struct move move, double share)
{
    if (walk->draw_count == walk->draw_room) {
        unsigned room = walk->draw_room ? 2 * walk->draw_room : 256;
        struct depth_draw *draws = mem_grow(walk->draws, room * sizeof *draws);
        if (!draws) {
            solve_explain(STOP_MEMORY, walk->limits, walk->why);
            return false;
        }
        walk->draws = draws;
        walk->draw_room = room;
    }
    walk->draws[walk->draw_count++] = (struct depth_draw){ move, share };
    return true;
}

// Estimates differ when they are a hundredth apart.
static bool differ(const struct answer *answer, const struct rated *a, const struct rated *b)
{
    if (answer->proof != PROOF_BOUNDS)
        return !mpq_equal(a->lo, b->lo) || !mpq_equal(a->hi, b->hi);
    double apart = mpq_get_d(a->lo) - mpq_get_d(b->lo);
    return apart > 0.01 || apart < -0.01;
}

// Is it still open who wins? Without chance and secrets it never is.
static bool is_open(const struct depth_walk *walk, const struct answer *answer)
{
    return walk->class == SOLVE_OPEN ||
           (mpq_sgn(answer->hi) > 0 && mpq_cmp_ui(answer->lo, 1, 1) < 0);
}

static bool has_choice(const struct answer *answer)
{
    for (unsigned i = 1; i < answer->count; i++)
        if (differ(answer, &answer->moves[i], &answer->moves[0]))
            return true;
    return false;
}

// The plan draws from several moves.
static bool is_guess(const struct answer *answer)
{
    unsigned drawn = 0;
    for (unsigned i = 0; i < answer->count; i++)
        drawn += mpq_sgn(answer->moves[i].share) > 0;
    return drawn > 1;
}

// Of the moves that win the quickest; that lose the slowest is part of being best.
static bool is_drawn(const struct answer *answer, const struct rated *rated, bool wins)
{
    if (!rated->best)
        return false;
    for (unsigned i = 0; wins && i < answer->count; i++)
        if (answer->moves[i].best && answer->moves[i].turns < rated->turns)
            return false;
    return true;
}

static bool wins_open(const struct depth_walk *walk, const struct answer *answer, unsigned mover)
{
    return walk->class == SOLVE_OPEN && (mpq_sgn(answer->lo) > 0) == (mover == SEAT_1);
}

static bool add_equal_draws(struct depth_walk *walk, const struct answer *answer, unsigned mover)
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

static bool add_shares(struct depth_walk *walk, const struct answer *answer)
{
    for (unsigned i = 0; i < answer->count; i++)
        if (mpq_sgn(answer->moves[i].share) > 0 &&
            !add_draw(walk, answer->moves[i].move, mpq_get_d(answer->moves[i].share)))
            return false;
    return true;
}

// Rates a view's moves and keeps what a best player does with them.
static bool decide(struct depth_walk *walk, const struct view *view, const struct state *key)
{
    struct answer answer;
    struct depth_slot slot = { .key = *key, .first = walk->draw_count };
    if (!rater_rate(walk->rater, walk->limits, view, &answer, walk->why))
        return false;
    walk->about |= answer.proof == PROOF_BOUNDS;
    slot.matters = is_open(walk, &answer) && (has_choice(&answer) || is_guess(&answer));
    bool kept = add_shares(walk, &answer);
    if (kept && walk->draw_count == slot.first)
        kept = add_equal_draws(walk, &answer, view_turn(view)->mover);
    slot.count = walk->draw_count - slot.first;
    answer_clear(&answer);
    return kept && keep(walk, &walk->views, slot);
}

static bool expect(struct depth_walk *walk, const struct state *at, double *decisions);

static bool expect_branches(struct depth_walk *walk, const struct state *at, struct move move,
                            double *decisions)
{
    struct chance_branches branches;
    chance_branch(walk->variant, at, move, &branches);
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
    if (walk->class == SOLVE_CHANCE)
        return expect_branches(walk, at, move, decisions);
    game_apply(walk->variant, &after, move);
    return expect(walk, &after, decisions);
}

static bool add_up(struct depth_walk *walk, const struct state *at, struct depth_slot view,
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

static bool expect(struct depth_walk *walk, const struct state *at, double *decisions)
{
    struct depth_slot slot = { .key = *at };
    if (walk->class == SOLVE_CHANCE) // the deal is not known to anybody
        memset(slot.key.secret, 0, sizeof slot.key.secret);
    const struct depth_slot *known = find(&walk->positions, &slot.key);
    *decisions = known ? known->decisions : 0;
    if (known || state_turn(at)->winner)
        return true;
    struct view view = game_view(at, state_turn(at)->mover);
    struct state key = key_of(&view);
    if (!find(&walk->views, &key) && !decide(walk, &view, &key))
        return false;
    if (!add_up(walk, at, *find(&walk->views, &key), decisions))
        return false;
    slot.decisions = *decisions;
    return keep(walk, &walk->positions, slot);
}

// After chance's first move, whichever: nothing of it is known.
static struct state start_of(const struct variant *variant)
{
    struct state state = game_start(variant, SEAT_1);
    while (state_turn(&state)->mover == SEAT_CHANCE) {
        struct walk walk = { 0 };
        struct view view = game_view(&state, SEAT_CHANCE);
        bool any = view_walk(variant, &view, &walk);
        assert(any);
        game_apply(variant, &state, walk.move);
    }
    return state;
}

bool depth_measure(const struct variant *variant, const struct solve_limits *limits,
                   struct depth *depth, struct text *why)
{
    struct depth_walk walk = {
        .variant = variant,
        .limits = limits,
        .class = solve_class(variant->game),
        .rater = rater_new(variant, why),
        .why = why,
    };
    struct state start = start_of(variant);
    bool told = walk.rater && expect(&walk, &start, &depth->decisions);
    depth->about = walk.about;
    rater_free(walk.rater);
    mem_free(walk.views.slots);
    mem_free(walk.positions.slots);
    mem_free(walk.draws);
    return told;
}
