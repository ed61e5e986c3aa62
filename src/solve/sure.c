// SPDX-License-Identifier: GPL-3.0-or-later
// The seat knows only a set of truths that look alike to it. On its own turn one
// move must win in all of them; on anybody else's, every move in each of them.
#include "solve/sure.h"

#include <string.h>

#include "core/map.h"
#include "core/memory.h"
#include "core/vector.h"

struct search {
    const struct variant *variant;
    unsigned seat;
    uint64_t left;    // work still allowed
    struct map known; // verdicts on truths that the seat knows for certain, by their gist
};

// Successors, in a buffer that grows.
struct heap {
    struct state *at;
    size_t count, room;
};

static enum sure_verdict explore(struct search *search, const struct state *states, size_t count);

// Remembering is a help, not a duty: without memory it is left out.
static void remember(struct search *search, const struct state *state, enum sure_verdict verdict)
{
    uint64_t *known = verdict == SURE_UNKNOWN ? NULL : map_add(&search->known, state, 0);
    if (known)
        *known = verdict;
}

static struct state gist_of(const struct search *search, const struct state *state)
{
    struct state gist = *state;
    if (search->variant->game->gist)
        search->variant->game->gist(&search->variant->rules, state_open(&gist));
    return gist;
}

static bool push(struct heap *heap, const struct state *state)
{
    if (!vector_grow(&heap->at, &heap->room, heap->count, sizeof *heap->at))
        return false;
    heap->at[heap->count++] = *state;
    return true;
}

// Adds what a move leads to; SURE_YES: nothing is lost yet.
static enum sure_verdict add_next(struct search *search, const struct state *state,
                                  struct move move, struct heap *heap)
{
    struct state next = *state;
    if (!search->left)
        return SURE_UNKNOWN;
    search->left--;
    game_apply(search->variant, &next, move);
    unsigned winner = state_turn(&next)->winner;
    if (winner)
        return winner == search->seat ? SURE_YES : SURE_NO;
    return push(heap, &next) ? SURE_YES : SURE_UNKNOWN;
}

// What the seat sees tells the successors apart; all must be won.
static enum sure_verdict explore_all(struct search *search, const struct heap *heap)
{
    enum sure_verdict verdict = SURE_YES;
    for (size_t at = 0, alike; at < heap->count && verdict == SURE_YES; at += alike) {
        alike = game_gather(heap->at + at, heap->count - at, search->seat);
        verdict = explore(search, heap->at + at, alike);
    }
    return verdict;
}

static enum sure_verdict try_move(struct search *search, const struct state *states, size_t count,
                                  struct move move)
{
    struct heap heap = { 0 };
    enum sure_verdict verdict = SURE_YES;
    for (size_t i = 0; i < count && verdict == SURE_YES; i++)
        verdict = add_next(search, &states[i], move, &heap);
    if (verdict == SURE_YES)
        verdict = explore_all(search, &heap);
    mem_free(heap.at);
    return verdict;
}

// The move that takes the highest numbers: where there are very many ways to
// hide something, the ends of the line are worth a look before the middle.
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

static enum sure_verdict suffer_all(struct search *search, const struct state *states, size_t count)
{
    struct heap heap = { 0 };
    enum sure_verdict verdict = SURE_YES;
    for (size_t i = 0; i < count && verdict == SURE_YES; i++) {
        struct view view = game_view(&states[i], state_turn(&states[i])->mover);
        struct walk walk = { 0 };
        while (verdict == SURE_YES && view_walk(search->variant, &view, &walk))
            verdict = add_next(search, &states[i], walk.move, &heap);
    }
    if (verdict == SURE_YES)
        verdict = explore_all(search, &heap);
    mem_free(heap.at);
    return verdict;
}

static enum sure_verdict explore(struct search *search, const struct state *states, size_t count)
{
    struct state gist = gist_of(search, &states[0]);
    struct move ignored;
    const uint64_t *known = count == 1 ? map_find(&search->known, &gist) : NULL;
    if (known)
        return (enum sure_verdict) * known;
    enum sure_verdict verdict = state_turn(&states[0])->mover == search->seat
                                    ? try_all(search, states, count, &ignored)
                                    : suffer_all(search, states, count);
    if (count == 1)
        remember(search, &gist, verdict);
    return verdict;
}

enum sure_verdict sure_search(const struct variant *variant, unsigned seat,
                              const struct state *states, size_t count, uint64_t work,
                              struct move *move, uint64_t *nodes)
{
    struct search search = {
        .variant = variant, .seat = seat, .left = work, .known = map_of(MAP_WORDS(struct state), 1)
    };
    enum sure_verdict verdict = state_turn(&states[0])->mover == seat
                                    ? try_all(&search, states, count, move)
                                    : suffer_all(&search, states, count);
    *nodes += work - search.left;
    map_free(&search.known);
    return verdict;
}
