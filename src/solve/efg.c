// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/efg.h"

#include "core/map.h"
#include "core/move_text.h"
#include "core/variant.h"

// --- Counting: positions with the same rest of the game have as many nodes

enum { COUNT_WORK = 2000000 };

struct counter {
    const struct variant *variant;
    struct map known; // nodes by gist
    uint64_t left;    // positions that may still be looked at
};

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
    struct state gist = game_gist(counter->variant, state);
    const uint64_t *known = map_find(&counter->known, &gist);
    if (known)
        return *known;
    struct view view = game_view(state, state_turn(state)->mover);
    struct walk walk = { 0 };
    while (counter->left && view_walk(counter->variant, &view, &walk)) {
        struct state next = *state;
        counter->left--;
        game_apply(counter->variant, &next, walk.move);
        nodes = add_up(nodes, count_from(counter, &next));
    }
    uint64_t *kept = counter->left ? map_add(&counter->known, &gist, 0) : NULL;
    if (kept)
        *kept = nodes;
    else
        counter->left = 0;
    return nodes;
}

bool efg_count(const struct variant *variant, unsigned first, uint64_t *nodes)
{
    struct counter counter = { .variant = variant,
                               .left = COUNT_WORK,
                               .known = map_of(MAP_WORDS(struct state), 1) };
    struct state start = game_start(variant, first);
    *nodes = count_from(&counter, &start);
    map_free(&counter.known);
    return counter.left;
}

// --- Writing

// What a player remembers: what it remembered before, and the last event as it was
// told of it. Memories are numbered, so that equal numbers are equal memories. The
// members leave no gaps, since memories are compared as bytes.
struct memory {
    uint32_t viewer; // 1 or 2
    uint32_t before; // the number of the memory before this; 0: nothing yet
    cells set;       // of the event's move
    uint8_t verb, seat, outcome;
    uint8_t unused[5];
};

struct remembered {
    uint32_t number; // from 1
    uint32_t set;    // the information set's number, once there is one
};

struct efg_writer {
    FILE *out;
    const struct variant *variant;
    struct map known;     // what is remembered by memory
    unsigned sets[SEATS]; // so far
    uint64_t outcomes;    // so far
};

static struct remembered *find_memory(struct efg_writer *writer, const struct memory *memory)
{
    struct remembered *found = map_add(&writer->known, memory, 0);
    if (found && !found->number)
        found->number = (uint32_t)writer->known.used;
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
    struct remembered *memory = find_memory(writer, &place->last[seat]);
    if (memory && !memory->set)
        memory->set = ++writer->sets[seat];
    return memory ? memory->set : 0;
}

static void print_actions(const struct efg_writer *writer, const struct view *view)
{
    unsigned count = view->seat == SEAT_CHANCE ? view_count(writer->variant, view) : 0;
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
        const struct remembered *before = find_memory(writer, &place->last[seat]);
        struct event told = event_told(writer->variant->game, &event, seat);
        if (!before)
            return false;
        place->last[seat] = (struct memory){ .viewer = seat,
                                             .before = before->number,
                                             .set = told.move.set,
                                             .verb = told.move.verb,
                                             .seat = told.seat,
                                             .outcome = told.outcome };
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
    struct efg_writer writer = {
        .out = out,
        .variant = variant,
        .known = map_of(MAP_WORDS(struct memory), MAP_WORDS(struct remembered)),
    };
    struct place start = { .state = game_start(variant, first),
                           .last = {
                               [SEAT_1] = { .viewer = SEAT_1 }, [SEAT_2] = { .viewer = SEAT_2 } } };
    struct text text = TEXT_OF(TEXT_MAX);
    variant_print(variant, &text);
    fprintf(out, "EFG 2 R \"%s, %s\" { \"%s\" \"%s\" }\n", variant->game->title, text.at,
            variant->game->name[SEAT_1], variant->game->name[SEAT_2]);
    bool printed = print_from(&writer, &start);
    map_free(&writer.known);
    if (!printed)
        text_add(why, "There is not enough memory for the tree's information sets.");
    return printed;
}
