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
    const struct game *game;
    const struct rules *rules;
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
    if (counter->game->gist)
        counter->game->gist(counter->rules, state_open(&gist));
    if (2 * counter->filled >= counter->size && !widen_counter(counter))
        counter->left = 0;
    else if (counted_slot(counter->known, counter->size, &gist)->nodes)
        return counted_slot(counter->known, counter->size, &gist)->nodes;
    struct view view = game_view(state, state_turn(state)->mover);
    struct walk walk = { 0 };
    while (counter->left && view_walk(counter->game, counter->rules, &view, &walk)) {
        struct state next = *state;
        counter->left--;
        counter->game->apply(counter->rules, &next, walk.move);
        nodes = add_up(nodes, count_from(counter, &next));
    }
    if (counter->left && (2 * counter->filled < counter->size || widen_counter(counter))) {
        *counted_slot(counter->known, counter->size, &gist) = (struct counted){ gist, nodes };
        counter->filled++;
    }
    return nodes;
}

bool efg_count(const struct game *game, const struct rules *rules, unsigned first, uint64_t *nodes)
{
    struct counter counter = { .game = game, .rules = rules, .left = COUNT_WORK };
    struct state start = game_start(game, rules, first);
    *nodes = count_from(&counter, &start);
    mem_free(counter.known);
    return counter.left;
}

// --- Writing

// Information sets are numbered as they come; 0 is a free place.
struct named {
    struct view view;
    unsigned number;
};

struct writer {
    FILE *out;
    const struct game *game;
    const struct rules *rules;
    struct named *known;
    size_t size, filled;
    unsigned sets[SEATS]; // so far
    uint64_t outcomes;    // so far
};

static struct named *named_slot(struct named *known, size_t size, const struct view *view)
{
    size_t i = hash_bytes(view, sizeof *view) & (size - 1);
    while (known[i].number && memcmp(&known[i].view, view, sizeof *view))
        i = (i + 1) & (size - 1);
    return &known[i];
}

static bool widen_writer(struct writer *writer)
{
    size_t size = writer->size ? 2 * writer->size : 1024;
    struct named *wider = mem_new(size * sizeof *wider);
    if (!wider)
        return false;
    for (size_t i = 0; i < size; i++)
        wider[i].number = 0;
    for (size_t i = 0; i < writer->size; i++)
        if (writer->known[i].number)
            *named_slot(wider, size, &writer->known[i].view) = writer->known[i];
    mem_free(writer->known);
    writer->known = wider;
    writer->size = size;
    return true;
}

// The number of the information set: what looks the same to the mover is one.
// Chance never sees the same twice; 0 without memory.
static unsigned number_of(struct writer *writer, const struct view *view)
{
    if (view->seat == SEAT_CHANCE)
        return ++writer->sets[SEAT_CHANCE];
    if (2 * writer->filled >= writer->size && !widen_writer(writer))
        return 0;
    struct named *named = named_slot(writer->known, writer->size, view);
    if (!named->number) {
        *named = (struct named){ *view, ++writer->sets[view->seat] };
        writer->filled++;
    }
    return named->number;
}

static unsigned count_moves(const struct writer *writer, const struct view *view)
{
    struct walk walk = { 0 };
    unsigned count = 0;
    while (view_walk(writer->game, writer->rules, view, &walk))
        count++;
    return count;
}

static void print_actions(const struct writer *writer, const struct view *view)
{
    unsigned count = view->seat == SEAT_CHANCE ? count_moves(writer, view) : 0;
    char buffer[TEXT_MAX];
    struct walk walk = { 0 };
    fputs("{ ", writer->out);
    while (view_walk(writer->game, writer->rules, view, &walk)) {
        struct text text = text_in(buffer, sizeof buffer);
        move_print(writer->game, walk.move, &text);
        fprintf(writer->out, "\"%s\" ", buffer);
        if (count == 1)
            fputs("1 ", writer->out);
        else if (count)
            fprintf(writer->out, "1/%u ", count);
    }
    fputs("} 0\n", writer->out);
}

static bool print_inner(struct writer *writer, const struct view *view)
{
    unsigned number = number_of(writer, view);
    if (view->seat == SEAT_CHANCE)
        fprintf(writer->out, "c \"\" %u \"chance %u\" ", number, number);
    else
        fprintf(writer->out, "p \"\" %u %u \"%u.%u\" ", view->seat, number, view->seat, number);
    print_actions(writer, view);
    return number;
}

static bool print_from(struct writer *writer, const struct state *state)
{
    const struct turn *turn = state_turn(state);
    if (turn->winner) {
        fprintf(writer->out, "t \"\" %ju \"\" { %d, %d }\n", (uintmax_t)++writer->outcomes,
                turn->winner == SEAT_1, turn->winner == SEAT_2);
        return true;
    }
    struct view view = game_view(state, turn->mover);
    struct walk walk = { 0 };
    bool printed = print_inner(writer, &view);
    while (printed && view_walk(writer->game, writer->rules, &view, &walk)) {
        struct state next = *state;
        writer->game->apply(writer->rules, &next, walk.move);
        printed = print_from(writer, &next);
    }
    return printed;
}

bool efg_write(FILE *out, const struct game *game, const struct rules *rules, unsigned first,
               struct text *why)
{
    struct writer writer = { .out = out, .game = game, .rules = rules };
    struct state start = game_start(game, rules, first);
    char buffer[TEXT_MAX];
    struct text text = text_in(buffer, sizeof buffer);
    rules_print(game, rules, &text);
    fprintf(out, "EFG 2 R \"%s, %s\" { \"P1\" \"P2\" }\n", game->title, buffer);
    bool printed = print_from(&writer, &start);
    mem_free(writer.known);
    if (!printed)
        text_add(why, "There is not enough memory for the tree's information sets.");
    return printed;
}
