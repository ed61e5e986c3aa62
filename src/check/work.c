// SPDX-License-Identifier: GPL-3.0-or-later
#include "check/work.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/memory.h"

static bool stop(struct work *work, const char *sentence)
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
    if (work->nodes / TICK == before || limits_go_on(limits, work->nodes))
        return true;
    return stop(work, "The check was stopped before its end: nothing is proved or refuted.");
}

static void no_memory(struct work *work)
{
    stop(work, "There is not enough memory for the check: nothing is proved or refuted.");
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

static size_t map_bytes(const struct map *map)
{
    return map->room * (map->key + map->value) * sizeof *map->places;
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

bool truths_add(struct work *work, struct work_truths *truths, const struct state *state)
{
    if (truths->count == truths->room) {
        size_t room = truths->room ? 2 * truths->room : 8;
        struct state *grown =
            work_grow(work, truths->at, truths->room * sizeof *grown, room * sizeof *grown);
        if (!grown)
            return false;
        truths->at = grown;
        truths->room = room;
    }
    truths->at[truths->count++] = *state;
    return work_tick(work, 1);
}

void truths_clear(struct work *work, struct work_truths *truths)
{
    work_free(work, truths->at, truths->room * sizeof *truths->at);
    *truths = (struct work_truths){ 0 };
}

static bool happens(const struct variant *variant, struct state *state, struct move move,
                    uint8_t outcome)
{
    return game_apply(variant, state, move) == (enum outcome)outcome;
}

// Adds what an event can have made of a truth: nothing if it cannot have happened. A
// hidden move of another's can have been any with its verb.
static bool pass_event(struct work *work, const struct state *from, const struct event *event,
                       struct work_truths *to)
{
    const struct variant *variant = &work->claim->variant;
    struct view view = game_view(from, event->seat);
    bool hidden = variant->game->verbs[event->move.verb].hidden && event->seat != work->claim->seat;
    struct walk walk = { 0 };
    struct state state = *from;
    if (hidden && event->move.set)
        return work_refute(work, "The history knows what another has hidden.");
    if (!hidden)
        return !view_allows(variant, &view, event->move) ||
               !happens(variant, &state, event->move, event->outcome) ||
               truths_add(work, to, &state);
    while (view_walk(variant, &view, &walk)) {
        state = *from;
        if (walk.move.verb == event->move.verb &&
            happens(variant, &state, walk.move, event->outcome) && !truths_add(work, to, &state))
            return false;
    }
    return true;
}

static bool pass_deal(struct work *work, const struct state *from, struct work_truths *to)
{
    const struct variant *variant = &work->claim->variant;
    struct view chance = game_view(from, SEAT_CHANCE);
    struct walk walk = { 0 };
    while (view_walk(variant, &chance, &walk)) {
        struct state state = *from;
        game_apply(variant, &state, walk.move);
        if (!truths_add(work, to, &state))
            return false;
    }
    return true;
}

// All truths, one event later; without an event, after what chance deals.
static bool pass(struct work *work, struct work_truths *truths, const struct event *event)
{
    struct work_truths next = { 0 };
    bool fine = true;
    for (size_t i = 0; fine && i < truths->count; i++)
        fine = event ? pass_event(work, &truths->at[i], event, &next)
                     : pass_deal(work, &truths->at[i], &next);
    truths_clear(work, truths);
    *truths = next;
    return fine;
}

bool truths_of_claim(struct work *work, struct work_truths *truths)
{
    const struct claim *claim = work->claim;
    struct state start = game_start(&claim->variant, claim->first);
    bool fine = truths_add(work, truths, &start);
    for (unsigned i = 0; fine && i < claim->history.count; i++)
        fine = pass(work, truths, &claim->history.event[i]);
    if (fine && truths->count && state_turn(&truths->at[0])->mover == SEAT_CHANCE)
        fine = pass(work, truths, NULL);
    if (fine && !truths->count)
        return work_refute(work, "No game has this history.");
    return fine;
}
