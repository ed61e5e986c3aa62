// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/efg.h"

#include <string.h>

#include "core/memory.h"

static uint64_t hash_bytes(const void *from, size_t size)
{
    const unsigned char *at = from;
    uint64_t hash = 0xcbf29ce484222325u, word;
    for (size_t i = 0; i + sizeof word <= size; i += sizeof word) {
        memcpy(&word, at + i, sizeof word);
        hash = (hash ^ word) * 0xff51afd7ed558ccdu;
        hash ^= hash >> 32;
    }
    return hash;
}

// --- Counting: positions with the same rest of the game have as many nodes

enum { COUNT_WORK = 2000000 };

struct counted {
    struct state state;
    uint64_t nodes; // 0: a free place
};

struct counter {
    const struct variant *variant;
    struct counted *known;
    size_t size, filled; // a power of two
    uint64_t left;       // positions that may still be looked at
};

static struct counted *counted_slot(struct counted *known, size_t size, const struct state *state)
{
    size_t i = hash_bytes(state, sizeof *state) & (size - 1);
    while (known[i].nodes && memcmp(&known[i].state, state, sizeof *state))
        i = (i + 1) & (size - 1);
    return &known[i];
}

static bool widen_counter(struct counter *counter)
{
    size_t size = counter->size ? 2 * counter->size : 1024;
    struct counted *wider = mem_new(size * sizeof *wider);
    if (!wider)
        return false;
    for (size_t i = 0; i < size; i++)
        wider[i].nodes = 0;
    for (size_t i = 0; i < counter->size; i++)
        if (counter->known[i].nodes)
            *counted_slot(wider, size, &counter->known[i].state) = counter->known[i];
    mem_free(counter->known);
    counter->known = wider;
    counter->size = size;
    return true;
}

static uint64_t add_up(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

// The nodes from here on; fewer than there are when the work is used up.
static uint64_t count_from(struct counter *counter, const struct state *state)
{
    uint64_t nodes = 1;
    if (state_turn(state)->winner || !counter->left)
        return nodes;
    struct state gist = *state;
    if (counter->variant->game->gist)
        counter->variant->game->gist(&counter->variant->rules, state_open(&gist));
    if (2 * counter->filled >= counter->size && !widen_counter(counter))
        counter->left = 0;
    else if (counted_slot(counter->known, counter->size, &gist)->nodes)
        return counted_slot(counter->known, counter->size, &gist)->nodes;
    struct view view = game_view(state, state_turn(state)->mover);
    struct walk walk = { 0 };
    while (counter->left && view_walk(counter->variant, &view, &walk)) {
        struct state next = *state;
        counter->left--;
        game_apply(counter->variant, &next, walk.move);
        nodes = add_up(nodes, count_from(counter, &next));
    }
    if (counter->left && (2 * counter->filled < counter->size || widen_counter(counter))) {
        *counted_slot(counter->known, counter->size, &gist) = (struct counted){ gist, nodes };
        counter->filled++;
    }
    return nodes;
}

bool efg_count(const struct variant *variant, unsigned first, uint64_t *nodes)
{
    struct counter counter = { .variant = variant, .left = COUNT_WORK };
    struct state start = game_start(variant, first);
    *nodes = count_from(&counter, &start);
    mem_free(counter.known);
    return counter.left;
}

// --- Writing

// What a player remembers: what it remembered before, and the last event as it was
// told of it. Memories are numbered, so that equal numbers are equal memories.
struct memory {
    struct move told;
    unsigned before; // 0: nothing yet
    uint8_t seat, outcome, viewer;
    unsigned number; // 0: a free place
    unsigned set;    // the information set's number, once there is one
};

struct efg_writer {
    FILE *out;
    const struct variant *variant;
    struct memory *known;
    size_t size;
    unsigned filled;
    unsigned sets[SEATS]; // so far
    uint64_t outcomes;    // so far
};

static bool same_memory(const struct memory *a, const struct memory *b)
{
    return move_equal(a->told, b->told) && a->before == b->before && a->seat == b->seat &&
           a->outcome == b->outcome && a->viewer == b->viewer;
}

static struct memory *memory_slot(struct memory *known, size_t size, const struct memory *memory)
{
    uint64_t key[3] = { memory->told.set, (uint64_t)memory->before << 32 | memory->told.verb,
                        (uint64_t)memory->seat << 16 | (uint64_t)memory->outcome << 8 |
                            memory->viewer };
    size_t i = hash_bytes(key, sizeof key) & (size - 1);
    while (known[i].number && !same_memory(&known[i], memory))
        i = (i + 1) & (size - 1);
    return &known[i];
}

static bool widen_writer(struct efg_writer *writer)
{
    size_t size = writer->size ? 2 * writer->size : 1024;
    struct memory *wider = mem_new(size * sizeof *wider);
    if (!wider)
        return false;
    for (size_t i = 0; i < size; i++)
        wider[i].number = 0;
    for (size_t i = 0; i < writer->size; i++)
        if (writer->known[i].number)
            *memory_slot(wider, size, &writer->known[i]) = writer->known[i];
    mem_free(writer->known);
    writer->known = wider;
    writer->size = size;
    return true;
}

static struct memory *find_memory(struct efg_writer *writer, const struct memory *memory)
{
    if (2 * (size_t)writer->filled >= writer->size && !widen_writer(writer))
        return NULL;
    struct memory *found = memory_slot(writer->known, writer->size, memory);
    if (!found->number) {
        *found = *memory;
        found->number = ++writer->filled;
    }
    return found;
}

// Where play is: the truth, and the last thing that each player remembers.
struct place {
    struct state state;
    struct memory last[SEATS];
};

// The number of the mover's information set: all that it remembers. Views would
// not do, since some games do not show by which way a position came about. 0
// without memory.
static unsigned number_of(struct efg_writer *writer, const struct place *place, unsigned seat)
{
    if (seat == SEAT_CHANCE)
        return ++writer->sets[SEAT_CHANCE];
    struct memory *memory = find_memory(writer, &place->last[seat]);
    if (memory && !memory->set)
        memory->set = ++writer->sets[seat];
    return memory ? memory->set : 0;
}

static unsigned count_moves(const struct efg_writer *writer, const struct view *view)
{
    struct walk walk = { 0 };
    unsigned count = 0;
    while (view_walk(writer->variant, view, &walk))
        count++;
    return count;
}

static void print_actions(const struct efg_writer *writer, const struct view *view)
{
    unsigned count = view->seat == SEAT_CHANCE ? count_moves(writer, view) : 0;
    struct walk walk = { 0 };
    fputs("{ ", writer->out);
    while (view_walk(writer->variant, view, &walk)) {
        struct text text = TEXT_OF(TEXT_MAX);
        move_print(writer->variant->game, walk.move, &text);
        fprintf(writer->out, "\"%s\" ", text.at);
        if (count == 1)
            fputs("1 ", writer->out);
        else if (count)
            fprintf(writer->out, "1/%u ", count);
    }
    fputs("} 0\n", writer->out);
}

static bool print_inner(struct efg_writer *writer, const struct place *place,
                        const struct view *view)
{
    unsigned number = number_of(writer, place, view->seat);
    if (view->seat == SEAT_CHANCE)
        fprintf(writer->out, "c \"\" %u \"chance %u\" ", number, number);
    else
        fprintf(writer->out, "p \"\" %u %u \"%u.%u\" ", view->seat, number, view->seat, number);
    print_actions(writer, view);
    return number;
}

// Carries out a move and lets both players remember it. False without memory.
static bool go_on(struct efg_writer *writer, struct place *place, struct move move)
{
    struct event event = { .move = move, .seat = state_turn(&place->state)->mover };
    event.outcome = (uint8_t)game_apply(writer->variant, &place->state, move);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        const struct memory *before = find_memory(writer, &place->last[seat]);
        if (!before)
            return false;
        place->last[seat] =
            (struct memory){ .told = event_told(writer->variant->game, &event, seat).move,
                             .before = before->number,
                             .seat = event.seat,
                             .outcome = event.outcome,
                             .viewer = (uint8_t)seat };
    }
    return true;
}

static bool print_from(struct efg_writer *writer, const struct place *place)
{
    const struct turn *turn = state_turn(&place->state);
    if (turn->winner) {
        fprintf(writer->out, "t \"\" %ju \"\" { %d, %d }\n", (uintmax_t)++writer->outcomes,
                turn->winner == SEAT_1, turn->winner == SEAT_2);
        return true;
    }
    struct view view = game_view(&place->state, turn->mover);
    struct walk walk = { 0 };
    bool printed = print_inner(writer, place, &view);
    while (printed && view_walk(writer->variant, &view, &walk)) {
        struct place next = *place;
        printed = go_on(writer, &next, walk.move) && print_from(writer, &next);
    }
    return printed;
}

bool efg_write(FILE *out, const struct variant *variant, unsigned first, struct text *why)
{
    struct efg_writer writer = { .out = out, .variant = variant };
    struct place start = { .state = game_start(variant, first),
                           .last = {
                               [SEAT_1] = { .viewer = SEAT_1 }, [SEAT_2] = { .viewer = SEAT_2 } } };
    struct text text = TEXT_OF(TEXT_MAX);
    variant_print(variant, &text);
    fprintf(out, "EFG 2 R \"%s, %s\" { \"%s\" \"%s\" }\n", variant->game->title, text.at,
            variant->game->name[SEAT_1], variant->game->name[SEAT_2]);
    bool printed = print_from(&writer, &start);
    mem_free(writer.known);
    if (!printed)
        text_add(why, "There is not enough memory for the tree's information sets.");
    return printed;
}
