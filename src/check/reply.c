// SPDX-License-Identifier: GPL-3.0-or-later
#include "check/reply.h"

#include <string.h>

// A belief is a list of truths that look alike to the replier, or, after a move, of all.

// What is remembered of a truth: its state is that of the position but for this.
struct trace {
    unsigned char secret[SECRET_SIZE];
    unsigned at, own;
};

// A belief that was searched, and a bound of what can be won from it.
struct known {
    struct trace *traces;
    size_t count;
    mpz_t most;
};

enum { KNOWN_MAX = 8 };

// A position as the replier knows it, but for what only tells how it came about.
struct position {
    alignas(8) unsigned char open[OPEN_SIZE];
    unsigned char secret[SECRET_SIZE];
};

struct memory {
    struct known known[KNOWN_MAX];
    unsigned count, next; // the next one is forgotten first
};

struct reply {
    struct work *work;
    const struct variant *variant;
    const struct strategy *strategy;
    unsigned seat;       // whose strategy it is
    struct map memories; // from positions to pointers to memories
};

// ---- What is remembered. ----

static struct position position_of(const struct reply *reply, const struct state *state)
{
    struct state gist = game_gist(reply->variant, state);
    struct position position;
    memcpy(position.open, gist.open, sizeof position.open);
    memcpy(position.secret, state->secret[opponent(reply->seat)], sizeof position.secret);
    return position;
}

static void forget(struct reply *reply, struct known *known)
{
    mpz_clear(known->most);
    work_free(reply->work, known->traces, known->count * sizeof *known->traces);
}

static void forget_all(struct reply *reply)
{
    const void *key;
    for (size_t at = 0; (key = map_next(&reply->memories, &at));) {
        struct memory *memory = *(struct memory **)map_find(&reply->memories, key);
        for (unsigned k = 0; memory && k < memory->count; k++)
            forget(reply, &memory->known[k]);
        if (memory)
            work_free(reply->work, memory, sizeof *memory);
    }
    work_free_map(reply->work, &reply->memories);
}

static struct memory *memory_at(struct reply *reply, const struct position *position)
{
    struct memory **slot = work_add(reply->work, &reply->memories, position);
    if (!slot || *slot)
        return slot ? *slot : NULL;
    *slot = work_grow(reply->work, NULL, 0, sizeof **slot);
    if (*slot)
        (*slot)->count = (*slot)->next = 0;
    return *slot;
}

static struct trace trace_of(const struct reply *reply, const struct work_truth *truth)
{
    struct trace trace = { .at = truth->at, .own = truth->own };
    memcpy(trace.secret, truth->state.secret[reply->seat], sizeof trace.secret);
    return trace;
}

// Are all truths of the belief among those known? Both come in the strategy's order; where
// they do not, this may miss it, which costs time and nothing else.
static bool contains(const struct reply *reply, const struct known *known,
                     const struct work_truths *belief)
{
    size_t k = 0;
    for (size_t i = 0; i < belief->count; i++, k++) {
        struct trace trace = trace_of(reply, &belief->list[i]);
        while (k < known->count && memcmp(&known->traces[k], &trace, sizeof trace) != 0)
            k++;
        if (k == known->count)
            return false;
    }
    return true;
}

static bool is_bounded(struct reply *reply, const struct memory *memory,
                       const struct work_truths *belief, const mpz_t enough)
{
    for (unsigned i = 0; i < memory->count; i++)
        if (memory->known[i].count >= belief->count &&
            mpz_cmp(memory->known[i].most, enough) <= 0 &&
            contains(reply, &memory->known[i], belief))
            return true;
    return false;
}

static bool remember(struct reply *reply, const struct position *position,
                     const struct work_truths *belief, const mpz_t most)
{
    struct memory *memory = memory_at(reply, position);
    size_t size = belief->count * sizeof(struct trace);
    struct trace *traces = memory ? work_grow(reply->work, NULL, 0, size) : NULL;
    if (!traces)
        return false;
    struct known *known = &memory->known[memory->next];
    if (memory->count == KNOWN_MAX)
        forget(reply, known);
    else
        memory->count++;
    memory->next = (memory->next + 1) % KNOWN_MAX;
    for (size_t i = 0; i < belief->count; i++)
        traces[i] = trace_of(reply, &belief->list[i]);
    *known = (struct known){ .traces = traces, .count = belief->count };
    mpz_init_set(known->most, most);
    return true;
}

// ---- Moves. ----

static bool last_move(struct reply *reply, const struct state *state, struct move *last)
{
    struct view view = game_view(state, reply->seat);
    struct walk walk = { 0 };
    bool fine = work_can_list(reply->work, &view);
    while (fine && view_walk(reply->variant, &view, &walk)) {
        *last = walk.move;
        fine = work_tick(reply->work, 1);
    }
    return fine;
}

// Adds what a move has led to, if that is the event, as the replier was told of it. Without
// an event, anything is.
static bool add_told(struct reply *reply, const struct event *event, struct move move,
                     const struct work_truth *then, struct work_truths *to)
{
    bool unseen =
        event && event->seat == reply->seat && reply->variant->game->verbs[move.verb].hidden;
    bool told =
        !event || (move.verb == event->move.verb && (unseen || move.set == event->move.set) &&
                   then->outcome == event->outcome);
    return !told || truths_add(reply->work, to, then);
}

// A truth goes on by each of the strategy's moves, or by the last legal one.
static bool add_own(struct reply *reply, const struct work_truth *truth, const struct event *event,
                    struct work_truths *to)
{
    const struct strategy_node *nodes = reply->strategy->nodes;
    struct work_truth then;
    bool silent = true;
    for (unsigned i = truth->at == STRATEGY_SILENT ? 0 : nodes[truth->at].child; i;
         i = nodes[i].next) {
        if (nodes[i].step.kind != STRATEGY_OWN)
            continue;
        then = (struct work_truth){ .state = truth->state, .own = i };
        truth_apply(reply->work, &then, nodes[i].step.move);
        then.at = strategy_outcome(reply->strategy, i, then.outcome);
        silent = false;
        if (!add_told(reply, event, nodes[i].step.move, &then, to))
            return false;
    }
    if (!silent)
        return true;
    struct move move = { 0 };
    then = (struct work_truth){ truth->state, STRATEGY_SILENT, truth->own, OUTCOME_PLAIN };
    if (!last_move(reply, &truth->state, &move))
        return false;
    truth_apply(reply->work, &then, move);
    return add_told(reply, event, move, &then, to);
}

static bool add_reply(struct reply *reply, const struct work_truth *truth, struct move move,
                      const struct event *event, struct work_truths *to)
{
    struct work_truth then = *truth;
    truth_apply(reply->work, &then, move);
    struct event made = { move, opponent(reply->seat), (uint8_t)then.outcome };
    then.at = strategy_after(reply->strategy, truth->at, reply->seat, reply->variant->game, &made);
    return add_told(reply, event, move, &then, to);
}

// ---- The search. ----

static bool search(struct reply *reply, const struct work_truths *belief, const mpz_t enough,
                   mpz_t most);

// The weight of all truths that the strategy has not won already.
static void weigh(const struct reply *reply, const struct work_truths *belief, mpz_t weight)
{
    mpz_set_ui(weight, 0);
    for (size_t i = 0; i < belief->count; i++)
        if (state_turn(&belief->list[i].state)->winner != reply->seat)
            mpz_add(weight, weight, reply->strategy->nodes[belief->list[i].own].weight);
}

// Moves what does not look like the first truth to the replier to `others`; both keep their
// order.
static bool gather_alike(struct reply *reply, struct work_truths *belief,
                         struct work_truths *others)
{
    size_t alike = 0;
    others->count = 0;
    for (size_t i = 0; i < belief->count; i++) {
        const struct work_truth *truth = &belief->list[i];
        if (memcmp(truth->state.open, belief->list[0].state.open, OPEN_SIZE) == 0)
            belief->list[alike++] = *truth;
        else if (!truths_add(reply->work, others, truth))
            return false;
    }
    belief->count = alike;
    return true;
}

// Searches the parts that the replier can tell apart, one by one. While one is searched, the
// replier is taken to win the others in full, so that the bound holds for the sum.
static bool search_parts(struct reply *reply, struct work_truths *belief, const mpz_t enough,
                         mpz_t most)
{
    struct work_truths others = { 0 };
    mpz_t rest, part, left;
    mpz_inits(rest, part, left, NULL);
    mpz_set_ui(most, 0);
    bool fine = true;
    while (fine && belief->count) {
        fine = gather_alike(reply, belief, &others);
        weigh(reply, &others, rest);
        mpz_sub(left, enough, most);
        mpz_sub(left, left, rest);
        fine = fine && search(reply, belief, left, part);
        mpz_add(most, most, part);
        struct work_truths done = *belief;
        *belief = others;
        others = done;
    }
    truths_clear(reply->work, &others);
    mpz_clears(rest, part, left, NULL);
    return fine;
}

static bool search_own(struct reply *reply, const struct work_truths *belief, const mpz_t enough,
                       mpz_t most)
{
    struct work_truths next = { 0 };
    bool fine = true;
    for (size_t i = 0; fine && i < belief->count; i++)
        fine = add_own(reply, &belief->list[i], NULL, &next);
    fine = fine && search_parts(reply, &next, enough, most);
    truths_clear(reply->work, &next);
    return fine;
}

// What the replier wins by this move, if that is more than *most.
static bool search_reply(struct reply *reply, const struct work_truths *belief, struct move move,
                         const mpz_t enough, mpz_t most)
{
    struct work_truths next = { 0 };
    bool fine = true;
    mpz_t won;
    mpz_init(won);
    for (size_t i = 0; fine && i < belief->count; i++)
        fine = add_reply(reply, &belief->list[i], move, NULL, &next);
    fine = fine && search_parts(reply, &next, mpz_cmp(most, enough) > 0 ? most : enough, won);
    if (mpz_cmp(won, most) > 0)
        mpz_set(most, won);
    mpz_clear(won);
    truths_clear(reply->work, &next);
    return fine;
}

// Whatever the replier does. Of open moves the last comes first: with long strides large
// beliefs come early, which bound the others. After a hidden one everything is forgotten,
// since no position with another secret comes back.
static bool search_replies(struct reply *reply, const struct work_truths *belief,
                           const mpz_t enough, mpz_t most)
{
    struct view view = game_view(&belief->list[0].state, opponent(reply->seat));
    struct move seen[OFFERS_MAX * CELLS_MAX];
    unsigned count = 0;
    struct walk walk = { 0 };
    bool fine = work_can_list(reply->work, &view);
    mpz_set_ui(most, 0);
    while (fine && view_walk(reply->variant, &view, &walk)) {
        bool hidden = reply->variant->game->verbs[walk.move.verb].hidden;
        if (!hidden && count < sizeof seen / sizeof *seen) {
            seen[count++] = walk.move;
            continue;
        }
        fine = search_reply(reply, belief, walk.move, enough, most);
        if (hidden)
            forget_all(reply);
    }
    while (fine && count--)
        fine = search_reply(reply, belief, seen[count], enough, most);
    return fine;
}

// The replier is on turn: what is known already, or whatever it does.
static bool search_known(struct reply *reply, const struct work_truths *belief, const mpz_t enough,
                         mpz_t most)
{
    struct position position = position_of(reply, &belief->list[0].state);
    const struct memory *memory = memory_at(reply, &position);
    if (!memory)
        return false;
    if (is_bounded(reply, memory, belief, enough)) {
        mpz_set(most, enough);
        return true;
    }
    return search_replies(reply, belief, enough, most) && remember(reply, &position, belief, most);
}

// All truths of the belief look the same to the replier.
static bool search(struct reply *reply, const struct work_truths *belief, const mpz_t enough,
                   mpz_t most)
{
    const struct turn *turn = state_turn(&belief->list[0].state);
    weigh(reply, belief, most);
    if (turn->winner || mpz_cmp(most, enough) <= 0)
        return true;
    return turn->mover == reply->seat ? search_own(reply, belief, enough, most)
                                      : search_known(reply, belief, enough, most);
}

// ---- Where it begins. ----

struct reply *reply_new(struct work *work, unsigned seat)
{
    struct reply *reply = work_grow(work, NULL, 0, sizeof *reply);
    if (reply)
        *reply = (struct reply){ .work = work,
                                 .variant = &work->claim->variant,
                                 .strategy = &work->claim->strategy[seat],
                                 .seat = seat,
                                 .memories = map_of(MAP_WORDS(struct position),
                                                    MAP_WORDS(struct memory *)) };
    return reply;
}

void reply_free(struct reply *reply)
{
    if (!reply)
        return;
    forget_all(reply);
    work_free(reply->work, reply, sizeof *reply);
}

bool reply_most(struct reply *reply, const struct state *state, const mpz_t enough, mpz_t most)
{
    struct work_truth truth = { .state = *state };
    struct work_truths belief = { .list = &truth, .count = 1 };
    forget_all(reply);
    return search(reply, &belief, enough, most);
}

// The belief after one more event. Truths in which another was on turn drop out.
static bool pass(struct reply *reply, struct work_truths *belief, const struct event *event)
{
    struct work_truths next = { 0 };
    bool fine = true;
    for (size_t i = 0; fine && i < belief->count; i++) {
        const struct work_truth *truth = &belief->list[i];
        const struct turn *turn = state_turn(&truth->state);
        struct view view = game_view(&truth->state, event->seat);
        if (turn->winner || turn->mover != event->seat)
            continue;
        if (event->seat == reply->seat)
            fine = add_own(reply, truth, event, &next);
        else if (view_allows(reply->variant, &view, event->move))
            fine = add_reply(reply, truth, event->move, event, &next);
    }
    truths_clear(reply->work, belief);
    *belief = next;
    return fine;
}

// The claim's move, by the replier; or all that can follow.
static bool search_move(struct reply *reply, const struct work_truths *belief,
                        const struct move *move, mpz_t most)
{
    struct view view = game_view(&belief->list[0].state, opponent(reply->seat));
    mpz_t nothing;
    if (move && !view_allows(reply->variant, &view, *move))
        return work_refute(reply->work, "The claim's move is not legal after its history.");
    mpz_init_set_si(nothing, -1);
    mpz_set_ui(most, 0);
    bool fine = move ? search_reply(reply, belief, *move, nothing, most)
                     : search(reply, belief, nothing, most);
    mpz_clear(nothing);
    return fine;
}

bool reply_after(struct reply *reply, const struct move *move, mpz_t weight, mpz_t most)
{
    const struct claim *claim = reply->work->claim;
    struct work_truth start = { .state = game_start(&claim->variant, claim->first) };
    struct work_truths belief = { 0 };
    forget_all(reply);
    bool fine = truths_add(reply->work, &belief, &start);
    for (unsigned i = 0; fine && i < claim->history.count; i++)
        fine = pass(reply, &belief, &claim->history.event[i]);
    if (fine && !belief.count)
        fine = work_refute(reply->work, "Against this strategy no game has this history.");
    weigh(reply, &belief, weight);
    fine = fine && search_move(reply, &belief, move, most);
    truths_clear(reply->work, &belief);
    return fine;
}
