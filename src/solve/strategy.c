// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/strategy.h"

#include <string.h>

#include "core/memory.h"

enum { DEALS_MAX = 100000 };

// A position that was visited. There is one entry for each open block.
struct entry {
    unsigned char open[OPEN_SIZE];
    struct worth worth;
    bool used;
};

struct journey {
    const struct variant *variant;
    unsigned seat; // whose strategy it is
    strategy_choose *choose;
    void *whom;
    struct state *dealt; // the truth after each deal, before the first turn
    uint32_t deals;
    struct entry *entries;
    size_t room, used;
    struct text *why;
};

// Deals that look alike to everybody at one position.
struct group {
    const unsigned char *open;
    const uint32_t *deals;
    uint32_t count;
};

static bool no_memory(struct journey *journey)
{
    text_add(journey->why, "There is not enough memory to follow the strategy.");
    return false;
}

// ---- Positions visited: a hash table with open addressing. ----

static size_t slot_of(const struct journey *journey, const unsigned char *open)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (unsigned i = 0; i < OPEN_SIZE; i++)
        hash = (hash ^ open[i]) * UINT64_C(0x100000001b3);
    size_t at = (size_t)(hash ^ hash >> 32) % journey->room;
    while (journey->entries[at].used && memcmp(journey->entries[at].open, open, OPEN_SIZE) != 0)
        at = (at + 1) % journey->room;
    return at;
}

static bool more_room(struct journey *journey)
{
    struct entry *old = journey->entries;
    size_t old_room = journey->room, room = old_room ? 2 * old_room : 512;
    struct entry *entries = mem_new(room * sizeof *entries);
    if (!entries)
        return no_memory(journey);
    memset(entries, 0, room * sizeof *entries);
    journey->entries = entries;
    journey->room = room;
    for (size_t i = 0; i < old_room; i++)
        if (old[i].used)
            journey->entries[slot_of(journey, old[i].open)] = old[i];
    mem_free(old);
    return true;
}

static bool note(struct journey *journey, const unsigned char *open, const struct worth *worth)
{
    if (2 * (journey->used + 1) > journey->room && !more_room(journey))
        return false;
    struct entry *entry = &journey->entries[slot_of(journey, open)];
    memcpy(entry->open, open, OPEN_SIZE);
    entry->worth = *worth;
    entry->used = true;
    journey->used++;
    return true;
}

static bool noted(const struct journey *journey, const unsigned char *open, struct worth *worth)
{
    if (!journey->room)
        return false;
    const struct entry *entry = &journey->entries[slot_of(journey, open)];
    *worth = entry->worth;
    return entry->used;
}

// ---- The walk. ----

bool worth_at_least(const struct worth *a, const struct worth *b)
{
    if (a->won != b->won)
        return a->won > b->won;
    return a->won ? a->turns <= b->turns : a->turns >= b->turns;
}

static struct state truth(const struct journey *journey, const unsigned char *open, uint32_t deal)
{
    struct state state = journey->dealt[deal];
    memcpy(state.open, open, sizeof state.open);
    return state;
}

static bool visit(struct journey *journey, struct group group, struct worth *worth);

// Follows the deals of `pending` that look like its first one after the move, and
// leaves the others in it. The scratch has room for all of them.
static bool follow_alike(struct journey *journey, const unsigned char *open, struct move move,
                         uint32_t *pending, uint32_t *count, uint32_t *scratch, struct worth *worth)
{
    struct state first = truth(journey, open, pending[0]);
    game_apply(journey->variant, &first, move);
    uint32_t alike = 0, others = 0;
    for (uint32_t i = 0; i < *count; i++) {
        struct state state = truth(journey, open, pending[i]);
        game_apply(journey->variant, &state, move);
        if (memcmp(state.open, first.open, sizeof state.open) == 0)
            scratch[alike++] = pending[i];
        else
            pending[others++] = pending[i];
    }
    *count = others;
    struct group group = { .open = first.open, .deals = scratch, .count = alike };
    struct worth part;
    if (!visit(journey, group, &part))
        return false;
    const struct turn *before = (const struct turn *)(const void *)open;
    const struct turn *turn = state_turn(&first);
    worth->won += part.won;
    if (!game_has_chance(journey->variant->game))
        worth->turns = part.turns + (turn->winner || turn->mover != before->mover);
    return true;
}

static bool follow(struct journey *journey, struct group group, struct move move,
                   struct worth *worth)
{
    uint32_t *pending = mem_new(2 * (size_t)group.count * sizeof *pending);
    if (!pending)
        return no_memory(journey);
    uint32_t *scratch = pending + group.count, count = group.count;
    memcpy(pending, group.deals, count * sizeof *pending);
    *worth = (struct worth){ .deals = group.count };
    bool followed = true;
    while (count && followed)
        followed = follow_alike(journey, group.open, move, pending, &count, scratch, worth);
    mem_free(pending);
    return followed;
}

static bool follow_strategy(struct journey *journey, struct group group, const struct view *view,
                            struct worth *worth)
{
    struct move move;
    if (!journey->choose(journey->whom, view, &move, journey->why))
        return false;
    if (view_allows(journey->variant, view, move))
        return follow(journey, group, move, worth);
    text_add(journey->why, "The strategy plays '");
    move_print(journey->variant->game, move, journey->why);
    text_add(journey->why, "' where that is not legal.");
    return false;
}

// The other seat tries everything.
static bool follow_all(struct journey *journey, struct group group, const struct view *view,
                       struct worth *worth)
{
    struct walk walk = { 0 };
    bool any = false;
    while (view_walk(journey->variant, view, &walk)) {
        struct worth then;
        if (!follow(journey, group, walk.move, &then))
            return false;
        bool best =
            journey->seat == SEAT_1 ? worth_at_least(worth, &then) : worth_at_least(&then, worth);
        if (!any || best)
            *worth = then;
        any = true;
    }
    return true;
}

static bool visit(struct journey *journey, struct group group, struct worth *worth)
{
    struct state state = truth(journey, group.open, group.deals[0]);
    const struct turn *turn = state_turn(&state);
    if (turn->winner) {
        *worth =
            (struct worth){ .won = turn->winner == SEAT_1 ? group.count : 0, .deals = group.count };
        return true;
    }
    if (noted(journey, group.open, worth))
        return true;
    struct view view = game_view(&state, turn->mover);
    bool followed = turn->mover == journey->seat ? follow_strategy(journey, group, &view, worth)
                                                 : follow_all(journey, group, &view, worth);
    return followed && note(journey, group.open, worth);
}

// ---- The deals. ----

static uint32_t count_deals(const struct journey *journey, const struct view *chance)
{
    struct walk walk = { 0 };
    uint32_t count = 0;
    while (count <= DEALS_MAX && view_walk(journey->variant, chance, &walk))
        count++;
    return count;
}

static bool deal_all(struct journey *journey, unsigned first)
{
    struct state start = game_start(journey->variant, first);
    struct view chance = game_view(&start, SEAT_CHANCE);
    bool dealing = state_turn(&start)->mover == SEAT_CHANCE;
    journey->deals = dealing ? count_deals(journey, &chance) : 1;
    if (journey->deals > DEALS_MAX) {
        text_add(journey->why, "There are more than the %d deals that can be followed one by one.",
                 DEALS_MAX);
        return false;
    }
    journey->dealt = mem_new(journey->deals * sizeof *journey->dealt);
    if (!journey->dealt)
        return no_memory(journey);
    journey->dealt[0] = start;
    struct walk walk = { 0 };
    for (uint32_t i = 0; dealing && i < journey->deals; i++) {
        view_walk(journey->variant, &chance, &walk);
        journey->dealt[i] = start;
        game_apply(journey->variant, &journey->dealt[i], walk.move);
    }
    return true;
}

static bool set_out(struct journey *journey, struct worth *worth)
{
    uint32_t *every = mem_new(journey->deals * sizeof *every);
    if (!every)
        return no_memory(journey);
    for (uint32_t i = 0; i < journey->deals; i++)
        every[i] = i;
    struct group all = { .open = journey->dealt[0].open, .deals = every, .count = journey->deals };
    bool arrived = visit(journey, all, worth);
    mem_free(every);
    return arrived;
}

bool strategy_walk(const struct variant *variant, unsigned first, unsigned seat,
                   strategy_choose *choose, void *whom, struct worth *worth, struct text *why)
{
    struct journey journey = {
        .variant = variant, .seat = seat, .choose = choose, .whom = whom, .why = why
    };
    if (game_has_secrets(variant->game)) {
        text_add(why, "Strategies with secrets cannot be followed like this.");
        return false;
    }
    bool arrived = deal_all(&journey, first) && set_out(&journey, worth);
    mem_free(journey.dealt);
    mem_free(journey.entries);
    return arrived;
}
