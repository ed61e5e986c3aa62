// SPDX-License-Identifier: GPL-3.0-or-later
#include "check/work.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/memory.h"

bool work_stop(struct work *work, const char *sentence)
{
    work->verdict = CHECK_STOPPED;
    text_add(work->why, "%s", sentence);
    return false;
}

bool work_tick(struct work *work, uint64_t amount)
{
    enum { TICK = 4096 };
    const struct limits *limits = work->limits;
    uint64_t before = work->nodes / TICK;
    work->nodes += amount;
    if (limits->work && work->nodes > limits->work)
        return work_stop(work,
                         "The check takes more work than a file of this size may cost: nothing "
                         "is proved or refuted. With --seconds it goes on for that long.");
    if (work->nodes / TICK == before || limits_go_on(limits, work->nodes))
        return true;
    return work_stop(work, "The check was stopped before its end: nothing is proved or refuted.");
}

static void no_memory(struct work *work)
{
    work_stop(work, "There is not enough memory for the check: nothing is proved or refuted.");
}

void *work_grow(struct work *work, void *block, size_t old, size_t size)
{
    size_t limit = work->limits->memory;
    void *grown = limit && work->memory - old + size > limit ? NULL : mem_grow(block, size);
    if (grown)
        work->memory += size - old;
    else
        no_memory(work);
    return grown;
}

void work_free(struct work *work, void *block, size_t size)
{
    mem_free(block);
    work->memory -= size;
}

void *work_add(struct work *work, struct map *map, const void *key)
{
    size_t limit = work->limits->memory, before = map_bytes(map);
    size_t others = work->memory - before;
    void *value = limit && others >= limit ? NULL : map_add(map, key, limit ? limit - others : 0);
    work->memory = others + map_bytes(map);
    if (!value)
        no_memory(work);
    return value;
}

void work_free_map(struct work *work, struct map *map)
{
    work->memory -= map_bytes(map);
    map_free(map);
}

bool work_refute(struct work *work, const char *format, ...)
{
    char buffer[TEXT_MAX];
    va_list values;
    va_start(values, format);
    vsnprintf(buffer, sizeof buffer, format, values);
    va_end(values);
    work->verdict = CHECK_REFUTED;
    text_add(work->why, "%s", buffer);
    return false;
}

bool work_can_list(struct work *work, const struct view *view)
{
    static const uint64_t most = 5000000; // about a second
    struct offer offers[OFFERS_MAX];
    unsigned count = view_offers(&work->claim->variant, view, offers);
    uint64_t ways = 0;
    for (unsigned i = 0; i < count; i++)
        ways += cells_choose(cells_count(offers[i].from), offers[i].pick);
    return ways <= most || work_stop(work, "There are more ways to hide something than the check "
                                           "goes through: nothing is proved or refuted.");
}

bool truths_add(struct work *work, struct work_truths *truths, const struct work_truth *truth)
{
    if (truths->count == truths->room) {
        size_t room = truths->room ? 2 * truths->room : 8;
        struct work_truth *grown =
            work_grow(work, truths->list, truths->room * sizeof *grown, room * sizeof *grown);
        if (!grown)
            return false;
        truths->list = grown;
        truths->room = room;
    }
    truths->list[truths->count++] = *truth;
    return work_tick(work, 1);
}

void truths_clear(struct work *work, struct work_truths *truths)
{
    work_free(work, truths->list, truths->room * sizeof *truths->list);
    *truths = (struct work_truths){ 0 };
}

void truth_apply(const struct work *work, struct work_truth *truth, struct move move)
{
    truth->outcome = game_apply(&work->claim->variant, &truth->state, move);
}

// Adds what a move makes of a truth, if that has this outcome.
static bool add_after(struct work *work, struct work_truth truth, struct move move,
                      unsigned outcome, struct work_truths *to)
{
    truth_apply(work, &truth, move);
    return truth.outcome != outcome || truths_add(work, to, &truth);
}

// Adds what an event can have made of a truth: nothing if it cannot have happened. A
// hidden move of another's, a deal of chance included, can have been any with its verb.
static bool pass_event(struct work *work, const struct work_truth *from, const struct event *event,
                       struct work_truths *to)
{
    const struct variant *variant = &work->claim->variant;
    struct view view = game_view(&from->state, event->seat);
    struct walk walk = { 0 };
    if (!variant->game->verbs[event->move.verb].hidden || event->seat == work->claim->seat)
        return !view_allows(variant, &view, event->move) ||
               add_after(work, *from, event->move, event->outcome, to);
    if (event->move.set)
        return work_refute(work, "The history knows what another has hidden.");
    if (!work_can_list(work, &view))
        return false;
    while (view_walk(variant, &view, &walk))
        if (walk.move.verb == event->move.verb &&
            !add_after(work, *from, walk.move, event->outcome, to))
            return false;
    return true;
}

// All truths, one event later.
static bool pass(struct work *work, struct work_truths *truths, const struct event *event)
{
    struct work_truths next = { 0 };
    bool fine = true;
    for (size_t i = 0; fine && i < truths->count; i++)
        fine = pass_event(work, &truths->list[i], event, &next);
    truths_clear(work, truths);
    *truths = next;
    return fine;
}

// What everybody is told when chance deals.
static struct event deal_of(const struct variant *variant, const struct state *state)
{
    struct offer offers[OFFERS_MAX];
    game_offers(variant, state, offers);
    return (struct event){ .move.verb = offers[0].verb, .seat = SEAT_CHANCE };
}

bool truths_of_claim(struct work *work, struct work_truths *truths)
{
    const struct claim *claim = work->claim;
    struct work_truth start = { .state = game_start(&claim->variant, claim->first) };
    bool fine = truths_add(work, truths, &start);
    for (unsigned i = 0; fine && i < claim->history.count; i++)
        fine = pass(work, truths, &claim->history.event[i]);
    if (fine && truths->count && state_turn(&truths->list[0].state)->mover == SEAT_CHANCE) {
        const struct event deal = deal_of(&claim->variant, &truths->list[0].state);
        fine = pass(work, truths, &deal);
    }
    if (fine && !truths->count)
        return work_refute(work, "No game has this history.");
    return fine;
}
