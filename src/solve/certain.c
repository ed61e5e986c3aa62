// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/certain.h"

#include <string.h>

#include "core/memory.h"
#include "core/vector.h"
#include "solve/sure.h"

// More cases than this are not gone through, and no move gets more work.
enum { CASES = 50000, WORK = 200000 };

void certain_clear_cases(struct certain_cases *cases)
{
    mem_free(cases->state);
    *cases = (struct certain_cases){ 0 };
}

static bool push(struct certain_cases *cases, const struct state *state)
{
    if (cases->count == CASES ||
        !vector_grow(&cases->state, &cases->room, cases->count, sizeof *cases->state))
        return false;
    cases->state[cases->count++] = *state;
    return true;
}

// What a hidden move may have been, from one case.
static bool branch(const struct variant *variant, const struct state *from,
                   struct certain_cases *into)
{
    struct view view = game_view(from, state_turn(from)->mover);
    struct walk walk = { 0 };
    while (view_walk(variant, &view, &walk)) {
        struct state next = *from;
        game_apply(variant, &next, walk.move);
        if (!push(into, &next))
            return false;
    }
    return true;
}

// The cases after an event, of which `knows` was told all (nobody: none).
static bool advance(const struct variant *variant, const struct event *event, unsigned knows,
                    struct certain_cases *cases)
{
    struct certain_cases next = { 0 };
    bool hidden = variant->game->verbs[event->move.verb].hidden && event->seat != knows;
    bool fine = true;
    for (size_t i = 0; fine && i < cases->count; i++) {
        struct state state = cases->state[i];
        if (hidden)
            fine = branch(variant, &state, &next);
        else if (game_apply(variant, &state, event->move) == event->outcome)
            fine = push(&next, &state);
    }
    certain_clear_cases(cases);
    *cases = next;
    return fine;
}

static bool find_cases(const struct variant *variant, const struct view *view,
                       const struct history *history, unsigned knows, struct certain_cases *cases)
{
    struct state start = game_start(variant, view_turn(view)->first);
    *cases = (struct certain_cases){ 0 };
    bool fine = push(cases, &start);
    for (unsigned i = 0; fine && i < history->count; i++)
        fine = advance(variant, &history->event[i], knows, cases);
    size_t kept = 0;
    for (size_t i = 0; i < cases->count; i++)
        if (!memcmp(cases->state[i].open, view->open, OPEN_SIZE))
            cases->state[kept++] = cases->state[i];
    cases->count = kept;
    return fine;
}

bool certain_find_cases(const struct variant *variant, const struct view *view,
                        const struct history *history, struct certain_cases *cases)
{
    return find_cases(variant, view, history, view->seat, cases) && cases->count > 0;
}

bool certain_is_safe(const struct variant *variant, const struct certain_cases *cases,
                     struct move move)
{
    for (size_t i = 0; i < cases->count; i++) {
        struct state next = cases->state[i];
        unsigned mover = state_turn(&next)->mover;
        if (game_apply(variant, &next, move) == OUTCOME_BOOM ||
            state_turn(&next)->winner == opponent(mover))
            return false;
    }
    return true;
}

// Does the seat win after the move in all of these, telling apart what it can?
static bool wins_all(const struct variant *variant, unsigned seat,
                     const struct certain_cases *cases, struct move move)
{
    struct certain_cases next = { 0 };
    struct move ignored;
    uint64_t nodes = 0;
    bool wins = true;
    for (size_t i = 0; wins && i < cases->count; i++) {
        struct state state = cases->state[i];
        game_apply(variant, &state, move);
        unsigned winner = state_turn(&state)->winner;
        wins = winner ? winner == seat : push(&next, &state);
    }
    for (size_t at = 0, alike; wins && at < next.count; at += alike) {
        alike = game_gather(next.state + at, next.count - at, seat);
        wins = nodes < WORK && sure_search(variant, seat, next.state + at, alike, WORK, &ignored,
                                           &nodes) == SURE_YES;
    }
    certain_clear_cases(&next);
    return wins;
}

bool certain_wins(const struct variant *variant, const struct view *view,
                  const struct certain_cases *cases, struct move move)
{
    return wins_all(variant, view->seat, cases, move);
}

// Is a case among those that the viewer holds possible, as far as the other's secret goes?
static bool may_be(const struct certain_cases *cases, const struct state *state, unsigned other)
{
    for (size_t i = 0; i < cases->count; i++)
        if (!memcmp(cases->state[i].secret[other], state->secret[other], SECRET_SIZE))
            return true;
    return false;
}

// The other does not know what the viewer has hidden, so that each of its own cases must
// be won for all that the viewer may have hidden. Cheap things first: in no case may the
// viewer win if everything were known.
bool certain_loses(const struct variant *variant, const struct view *view,
                   const struct history *history, const struct certain_cases *cases,
                   struct move move)
{
    unsigned other = opponent(view->seat);
    struct certain_cases known = { 0 };
    bool loses = true;
    for (size_t i = 0; loses && i < cases->count; i++) {
        struct certain_cases one = { (struct state *)&cases->state[i], 1, 1 };
        loses = wins_all(variant, other, &one, move);
    }
    loses = loses && find_cases(variant, view, history, SEAT_NOBODY, &known);
    size_t kept = 0;
    for (size_t i = 0; loses && i < known.count; i++)
        if (may_be(cases, &known.state[i], other))
            known.state[kept++] = known.state[i];
    known.count = kept;
    // Their views differ by what the other has hidden, and those are told apart.
    loses = loses && kept && wins_all(variant, other, &known, move);
    certain_clear_cases(&known);
    return loses;
}
