// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/sure.h"

#include <stdlib.h>
#include <string.h>

#include "core/map.h"
#include "solve/belief.h"

struct search {
    const struct variant *variant;
    unsigned seat;
    uint64_t left;               // work still allowed
    const struct limits *limits; // asked now and then; NULL: the work is the only one
    struct map known;            // verdicts on beliefs, by their gist
};

static enum sure_verdict explore(struct search *search, struct state *states, size_t count);

static int compare(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct state));
}

// Leaves of truths that look alike what differs in something that can still be met; returns
// how many there are. Where nothing hidden can decide the game any more, it is a plain race.
static size_t reduce(const struct search *search, struct state *states, size_t count)
{
    const struct variant *variant = search->variant;
    size_t kept = 1;
    for (unsigned seat = SEAT_1; variant->game->matters && seat <= SEAT_2; seat++) {
        bool matters = false;
        for (size_t i = 0; i < count; i++)
            matters |= variant->game->matters(&variant->rules, state_open(&states[i]), seat,
                                              state_secret(&states[i], seat));
        for (size_t i = 0; !matters && i < count; i++)
            memset(states[i].secret[seat], 0, SECRET_SIZE);
    }
    if (count > 1)
        qsort(states, count, sizeof *states, compare);
    for (size_t i = 1; i < count; i++)
        if (compare(&states[i], &states[kept - 1]) != 0)
            states[kept++] = states[i];
    return kept;
}

// The key of a belief that was reduced. Several truths have a hash in the block that nobody
// uses: should two beliefs share it, the strategy that is built, or the check of it, fails.
static struct state gist_of(const struct search *search, const struct state *states, size_t count)
{
    struct state gist = game_gist(search->variant, &states[0]);
    uint64_t sum = 0;
    for (size_t i = 0; count > 1 && i < count; i++) {
        uint64_t secret;
        memcpy(&secret, states[i].secret[opponent(search->seat)], sizeof secret);
        secret = (secret + 1) * UINT64_C(0x9e3779b97f4a7c15);
        secret = (secret ^ secret >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
        sum += secret ^ secret >> 32;
    }
    if (count > 1)
        memcpy(gist.secret[opponent(search->seat)], &count, sizeof count);
    memcpy(gist.secret[SEAT_NOBODY], &sum, sizeof sum);
    return gist;
}

// Verdicts that are remembered save time; without memory the search goes on without them.
static void remember(struct search *search, const struct state *state, enum sure_verdict verdict)
{
    uint64_t *known = verdict == SURE_UNKNOWN ? NULL : map_add(&search->known, state, 0);
    if (known)
        *known = verdict;
}

// Counts a node.
static bool may_go_on(struct search *search)
{
    enum { OFTEN = 256 };
    if (search->left && search->limits && search->left % OFTEN == 0 &&
        !limits_go_on(search->limits, search->limits->work - search->left))
        search->left = 0;
    return search->left && search->left--;
}

// Adds what a move leads to, unless the game is over; SURE_YES: nothing is lost yet.
static enum sure_verdict add_next(struct search *search, const struct state *state,
                                  struct move move, struct belief *next)
{
    struct state after = *state;
    if (!may_go_on(search))
        return SURE_UNKNOWN;
    game_apply(search->variant, &after, move);
    unsigned winner = state_turn(&after)->winner;
    if (winner)
        return winner == search->seat ? SURE_YES : SURE_NO;
    return belief_add(next, &after) ? SURE_YES : SURE_UNKNOWN;
}

// The same of all moves that a truth's mover has.
static enum sure_verdict add_all(struct search *search, const struct state *state,
                                 struct belief *next)
{
    struct view view = game_view(state, state_turn(state)->mover);
    struct walk walk = { 0 };
    enum sure_verdict verdict = SURE_YES;
    while (verdict == SURE_YES && view_walk(search->variant, &view, &walk))
        verdict = add_next(search, state, walk.move, next);
    return verdict;
}

// What the seat sees divides the successors into beliefs, and each must be won.
static enum sure_verdict explore_all(struct search *search, const struct belief *next)
{
    enum sure_verdict verdict = SURE_YES;
    for (size_t at = 0, alike; at < next->count && verdict == SURE_YES; at += alike) {
        alike = game_gather(next->state + at, next->count - at, search->seat);
        verdict = explore(search, next->state + at, alike);
    }
    return verdict;
}

static enum sure_verdict try_move(struct search *search, const struct state *states, size_t count,
                                  struct move move)
{
    struct belief next = { 0 };
    enum sure_verdict verdict = SURE_YES;
    for (size_t i = 0; i < count && verdict == SURE_YES; i++)
        verdict = add_next(search, &states[i], move, &next);
    if (verdict == SURE_YES)
        verdict = explore_all(search, &next);
    belief_clear(&next);
    return verdict;
}

// The move that takes the highest numbers: where there are very many ways to
// hide something, the ends of the line are worth a look before the middle. Trap Runner
// with length=63,traps=9,stride=10 has 2.4e10 ways, and is solved by this alone.
static bool highest_move(const struct search *search, const struct view *view, struct move *move)
{
    struct offer offers[OFFERS_MAX];
    if (!view_offers(search->variant, view, offers))
        return false;
    *move = (struct move){ .verb = offers[0].verb };
    cells left = offers[0].from;
    for (unsigned i = 0; i < offers[0].pick; i++) {
        move->set |= cell(cells_last(left));
        left &= ~move->set;
    }
    return view_allows(search->variant, view, *move);
}

// An OR node: it is the seat's turn, and one move must win in all truths of the belief.
static enum sure_verdict try_all(struct search *search, const struct state *states, size_t count,
                                 struct move *best)
{
    struct view view = game_view(&states[0], search->seat);
    bool unknown = false;
    if (highest_move(search, &view, best) && try_move(search, states, count, *best) == SURE_YES)
        return SURE_YES;
    struct walk walk = { 0 };
    while (view_walk(search->variant, &view, &walk)) {
        enum sure_verdict verdict = try_move(search, states, count, walk.move);
        *best = walk.move;
        if (verdict == SURE_YES)
            return SURE_YES;
        unknown |= verdict == SURE_UNKNOWN;
        if (!search->left)
            return SURE_UNKNOWN;
    }
    return unknown ? SURE_UNKNOWN : SURE_NO;
}

// An AND node: somebody else is on turn, and the seat must win after every move.
static enum sure_verdict answer_all(struct search *search, const struct state *states, size_t count)
{
    struct belief next = { 0 };
    enum sure_verdict verdict = SURE_YES;
    for (size_t i = 0; i < count && verdict == SURE_YES; i++)
        verdict = add_all(search, &states[i], &next);
    if (verdict == SURE_YES)
        verdict = explore_all(search, &next);
    belief_clear(&next);
    return verdict;
}

static enum sure_verdict explore(struct search *search, struct state *states, size_t count)
{
    count = reduce(search, states, count);
    struct state gist = gist_of(search, states, count);
    struct move ignored;
    const uint64_t *known = map_find(&search->known, &gist);
    if (known)
        return (enum sure_verdict) * known;
    enum sure_verdict verdict = state_turn(&states[0])->mover == search->seat
                                    ? try_all(search, states, count, &ignored)
                                    : answer_all(search, states, count);
    remember(search, &gist, verdict);
    return verdict;
}

enum sure_verdict sure_search(const struct variant *variant, unsigned seat,
                              const struct state *states, size_t count, const struct limits *limits,
                              struct move *move, uint64_t *nodes)
{
    struct search search = { .variant = variant,
                             .seat = seat,
                             .left = limits->work,
                             .limits = limits,
                             .known = map_of(MAP_WORDS(struct state), 1) };
    enum sure_verdict verdict = state_turn(&states[0])->mover == seat
                                    ? try_all(&search, states, count, move)
                                    : answer_all(&search, states, count);
    *nodes += limits->work - search.left;
    map_free(&search.known);
    return verdict;
}

// ---- The strategy of a sure win. ----
//
// It is silent (claim/strategy.h) wherever the last legal moves win by themselves, which keeps
// it short.

struct builder {
    struct search search; // for a sure move
    struct search silent; // for what is won in silence
    struct strategy *strategy;
    bool lost; // no move wins where the search for a sure win had found one
};

static struct move last_move(struct search *search, const struct view *view)
{
    struct move last;
    struct walk walk = { 0 };
    if (highest_move(search, view, &last))
        return last;
    for (; search->left && view_walk(search->variant, view, &walk); search->left--)
        last = walk.move;
    return last;
}

// Does the last legal move, and always the last one after it, win against everything?
static enum sure_verdict win_silently(struct search *search, struct state *state)
{
    reduce(search, state, 1);
    struct state gist = gist_of(search, state, 1);
    const uint64_t *known = map_find(&search->known, &gist);
    struct belief next = { 0 };
    struct view view = game_view(state, state_turn(state)->mover);
    if (known)
        return (enum sure_verdict) * known;
    enum sure_verdict verdict = view.seat == search->seat
                                    ? add_next(search, state, last_move(search, &view), &next)
                                    : add_all(search, state, &next);
    for (size_t i = 0; i < next.count && verdict == SURE_YES; i++)
        verdict = win_silently(search, &next.state[i]);
    belief_clear(&next);
    remember(search, &gist, verdict);
    return verdict;
}

static bool silence_wins(struct builder *builder, const struct belief *truths)
{
    for (size_t i = 0; i < truths->count; i++) {
        struct state truth = truths->state[i];
        if (win_silently(&builder->silent, &truth) != SURE_YES)
            return false;
    }
    return true;
}

static bool build(struct builder *builder, unsigned at, const struct belief *truths);

// What a move leads to with this outcome, where the game goes on.
static bool follow(const struct builder *builder, const struct belief *truths, struct move move,
                   unsigned outcome, struct belief *next)
{
    for (size_t i = 0; i < truths->count; i++) {
        struct state state = truths->state[i];
        struct view view = game_view(&state, state_turn(&state)->mover);
        if (!view_allows(builder->search.variant, &view, move))
            continue;
        if (game_apply(builder->search.variant, &state, move) == outcome &&
            !state_turn(&state)->winner && !belief_add(next, &state))
            return false;
    }
    return true;
}

static unsigned add_step(struct builder *builder, unsigned parent, struct strategy_step step)
{
    struct strategy *strategy = builder->strategy;
    unsigned added = strategy_add(strategy, parent, step, NULL);
    // Only now: adding may have moved the nodes.
    if (added && step.kind == STRATEGY_OWN)
        mpz_set(strategy->nodes[added].weight, strategy->nodes[0].weight);
    return added;
}

// Goes on below a move's node, or below those of its outcomes where there are several.
static bool build_outcomes(struct builder *builder, unsigned node, const struct belief *truths,
                           struct move move)
{
    struct belief next[OUTCOMES_MAX] = { 0 };
    unsigned live = 0, count = outcome_count(builder->search.variant->game);
    bool fine = true;
    for (unsigned i = 0; fine && i < count; i++) {
        fine = follow(builder, truths, move, i, &next[i]);
        live += next[i].count > 0;
    }
    for (unsigned i = 0; fine && i < count; i++) {
        struct strategy_step step = { .kind = STRATEGY_OUTCOME, .outcome = (uint8_t)i };
        if (!next[i].count || silence_wins(builder, &next[i]))
            continue;
        unsigned place = live > 1 ? add_step(builder, node, step) : node;
        fine = (place || live == 1) && build(builder, place, &next[i]);
    }
    for (unsigned i = 0; i < count; i++)
        belief_clear(&next[i]);
    return fine;
}

static bool build_own(struct builder *builder, unsigned at, const struct belief *truths)
{
    struct strategy_step step = { .kind = STRATEGY_OWN };
    enum sure_verdict verdict = try_all(&builder->search, truths->state, truths->count, &step.move);
    builder->lost |= verdict == SURE_NO;
    if (verdict != SURE_YES)
        return false;
    unsigned node = add_step(builder, at, step);
    return node && build_outcomes(builder, node, truths, step.move);
}

// What the other seat hides, the seat does not see.
static bool build_hidden(struct builder *builder, unsigned at, const struct belief *truths)
{
    struct belief next = { 0 };
    bool fine = true;
    for (size_t i = 0; fine && i < truths->count; i++)
        fine = add_all(&builder->search, &truths->state[i], &next) == SURE_YES;
    fine = fine && build(builder, at, &next);
    belief_clear(&next);
    return fine;
}

static bool allowed_before(const struct builder *builder, const struct belief *truths,
                           size_t before, struct move move)
{
    for (size_t i = 0; i < before; i++) {
        struct view view = game_view(&truths->state[i], state_turn(&truths->state[i])->mover);
        if (view_allows(builder->search.variant, &view, move))
            return true;
    }
    return false;
}

static bool build_seen(struct builder *builder, unsigned at, const struct belief *truths)
{
    for (size_t i = 0; i < truths->count; i++) {
        struct view view = game_view(&truths->state[i], state_turn(&truths->state[i])->mover);
        struct walk walk = { 0 };
        while (view_walk(builder->search.variant, &view, &walk)) {
            struct strategy_step step = { .move = walk.move, .kind = STRATEGY_SEEN };
            if (allowed_before(builder, truths, i, walk.move))
                continue;
            unsigned node = add_step(builder, at, step);
            if (!node || !build_outcomes(builder, node, truths, walk.move))
                return false;
        }
    }
    return true;
}

// From a belief of the seat. What it hides is always written down: a checker would have to go
// through all that could be hidden to find the last of it.
static bool build(struct builder *builder, unsigned at, const struct belief *truths)
{
    if (!truths->count)
        return true;
    bool own = state_turn(&truths->state[0])->mover == builder->search.seat;
    bool hides = game_hides(builder->search.variant, &truths->state[0]);
    if (!(own && hides) && silence_wins(builder, truths))
        return true;
    if (own)
        return build_own(builder, at, truths);
    return hides ? build_hidden(builder, at, truths) : build_seen(builder, at, truths);
}

static struct builder builder_begin(const struct variant *variant, unsigned seat, uint64_t work,
                                    struct strategy *strategy)
{
    struct search search = {
        .variant = variant, .seat = seat, .left = work, .known = map_of(MAP_WORDS(struct state), 1)
    };
    return (struct builder){ .search = search, .silent = search, .strategy = strategy };
}

static void builder_clear(struct builder *builder)
{
    map_free(&builder->search.known);
    map_free(&builder->silent.known);
}

enum solve_stop sure_strategy(const struct variant *variant, unsigned first, unsigned seat,
                              uint64_t work, struct strategy *strategy)
{
    struct state start = game_start(variant, first);
    struct builder builder = builder_begin(variant, seat, work, strategy);
    bool fine = build(&builder, 0, &(struct belief){ &start, 1, 1 });
    enum solve_stop stop = fine                   ? SOLVE_STOP_NOT
                           : builder.lost         ? SOLVE_STOP_METHOD
                           : !builder.search.left ? SOLVE_STOP_LARGE
                                                  : SOLVE_STOP_MEMORY;
    builder_clear(&builder);
    return stop;
}

bool sure_strategy_from(const struct variant *variant, unsigned seat, const struct state *states,
                        size_t count, uint64_t work, struct strategy *strategy, unsigned node)
{
    struct builder builder = builder_begin(variant, seat, work, strategy);
    bool fine = build(&builder, node, &(struct belief){ (struct state *)states, count, count });
    builder_clear(&builder);
    return fine;
}

bool sure_strategy_by(const struct variant *variant, unsigned seat, const struct state *states,
                      size_t count, struct move move, uint64_t work, struct strategy *strategy)
{
    struct builder builder = builder_begin(variant, seat, work, strategy);
    unsigned node = add_step(&builder, 0, (struct strategy_step){ move, STRATEGY_OWN, 0 });
    const struct belief truths = { (struct state *)states, count, count };
    bool fine = node && build_outcomes(&builder, node, &truths, move);
    builder_clear(&builder);
    return fine;
}
