// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/losing.h"

#include "core/memory.h"
#include "solve/sure.h"

// One of the cases that the mover cannot exclude, as the other was told of it.
struct one_case {
    const struct losing *losing;
    struct move move;
    struct history told;
    unsigned count; // of the cases so far
};

static bool searched(const struct losing *losing, const struct state *states, size_t count)
{
    struct move ignored;
    uint64_t nodes = 0;
    return sure_search(losing->variant, opponent(losing->view->seat), states, count,
                       &(struct limits){ .work = losing->work }, &ignored, &nodes) == SURE_YES;
}

static bool wins_after(const struct one_case *here, const struct state *state)
{
    const struct losing *losing = here->losing;
    struct view view = game_view(state, opponent(losing->view->seat));
    struct belief belief;
    bool wins = belief_find(losing->variant, &view, &here->told, &belief) &&
                (losing->wins ? losing->wins(losing, &belief, &here->told)
                              : searched(losing, belief.state, belief.count));
    belief_clear(&belief);
    return wins;
}

// The move: either it is over then, or the other wins for sure. That it would not even if it knew
// everything is quickly found out, and mostly so.
static bool loses_in(struct one_case *here, struct state state)
{
    const struct losing *losing = here->losing;
    unsigned seat = losing->view->seat;
    struct event event = { .move = here->move, .seat = (uint8_t)seat };
    if (++here->count > losing->cases || !limits_go_on(losing->limits, 0))
        return false;
    event.outcome = (uint8_t)game_apply(losing->variant, &state, here->move);
    if (state_turn(&state)->winner)
        return state_turn(&state)->winner != seat;
    if (!searched(losing, &state, 1))
        return false;
    here->told.count = losing->history->count;
    here->told.event[here->told.count++] =
        event_told(losing->variant->game, &event, opponent(seat));
    return wins_after(here, &state);
}

// All cases, by what the other may have hidden on the way.
static bool loses_from(struct one_case *here, unsigned i, const struct state *at)
{
    const struct losing *losing = here->losing;
    const struct variant *variant = losing->variant;
    if (i == losing->history->count)
        return loses_in(here, *at);
    const struct event *event = &losing->history->event[i];
    struct state next = *at;
    unsigned other = opponent(losing->view->seat);
    here->told.event[i] = event_told(variant->game, event, other);
    if (event->seat != other || !variant->game->verbs[event->move.verb].hidden)
        return game_apply(variant, &next, event->move) != event->outcome ||
               loses_from(here, i + 1, &next);
    struct view view = game_view(at, other);
    struct walk walk = { 0 };
    bool loses = true;
    while (loses && view_walk(variant, &view, &walk)) {
        next = *at;
        game_apply(variant, &next, walk.move);
        here->told.event[i].move = walk.move;
        loses = loses_from(here, i + 1, &next);
    }
    return loses;
}

bool losing_move(const struct losing *losing, struct move move)
{
    struct one_case *here = mem_new(sizeof *here);
    struct state start = game_start(losing->variant, view_turn(losing->view)->first);
    if (!here)
        return false;
    *here = (struct one_case){ .losing = losing, .move = move };
    bool loses = loses_from(here, 0, &start);
    mem_free(here);
    return loses;
}
