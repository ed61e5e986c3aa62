// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/belief.h"

#include <string.h>

#include "core/memory.h"
#include "core/vector.h"

enum { MOST = 50000 }; // more truths are not gone through

bool belief_add(struct belief *belief, const struct state *state)
{
    if (!vector_grow(&belief->state, &belief->room, belief->count, sizeof *belief->state))
        return false;
    belief->state[belief->count++] = *state;
    return true;
}

void belief_clear(struct belief *belief)
{
    mem_free(belief->state);
    *belief = (struct belief){ 0 };
}

// Adds what a hidden move may have made of a truth.
static bool branch(const struct variant *variant, const struct state *from, struct belief *into)
{
    struct view view = game_view(from, state_turn(from)->mover);
    struct walk walk = { 0 };
    while (view_walk(variant, &view, &walk)) {
        struct state next = *from;
        game_apply(variant, &next, walk.move);
        if (into->count == MOST || !belief_add(into, &next))
            return false;
    }
    return true;
}

// One event later, as the seat was told of it.
static bool advance(const struct variant *variant, const struct event *event, unsigned seat,
                    struct belief *belief)
{
    struct belief next = { 0 };
    bool hidden = variant->game->verbs[event->move.verb].hidden && event->seat != seat;
    bool fine = true;
    for (size_t i = 0; fine && i < belief->count; i++) {
        struct state state = belief->state[i];
        if (hidden)
            fine = branch(variant, &state, &next);
        else if (game_apply(variant, &state, event->move) == event->outcome)
            fine = belief_add(&next, &state);
    }
    belief_clear(belief);
    *belief = next;
    return fine;
}

bool belief_find(const struct variant *variant, const struct view *view,
                 const struct history *history, struct belief *belief)
{
    struct state start = game_start(variant, view_turn(view)->first);
    *belief = (struct belief){ 0 };
    bool fine = belief_add(belief, &start);
    for (unsigned i = 0; fine && i < history->count; i++)
        fine = advance(variant, &history->event[i], view->seat, belief);
    size_t kept = 0;
    for (size_t i = 0; i < belief->count; i++)
        if (!memcmp(belief->state[i].open, view->open, OPEN_SIZE))
            belief->state[kept++] = belief->state[i];
    belief->count = kept;
    return fine && kept > 0;
}

bool belief_is_safe(const struct variant *variant, const struct belief *belief, struct move move)
{
    for (size_t i = 0; i < belief->count; i++) {
        struct state next = belief->state[i];
        unsigned mover = state_turn(&next)->mover;
        if (variant->game->outcomes[game_apply(variant, &next, move)].harms ||
            state_turn(&next)->winner == opponent(mover))
            return false;
    }
    return true;
}
