// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/mixture.h"

#include <limits.h>
#include <string.h>

#include "core/memory.h"

static const unsigned SILENT = UINT_MAX;

bool mixture_begin(struct mixture *mixture, mixture_weight unit)
{
    *mixture = (struct mixture){ .room = 64 };
    mixture->nodes = mem_new(mixture->room * sizeof *mixture->nodes);
    if (!mixture->nodes)
        return false;
    mixture->nodes[mixture->count++] = (struct mixture_node){ .weight = unit };
    return true;
}

void mixture_clear(struct mixture *mixture)
{
    mem_free(mixture->nodes);
    *mixture = (struct mixture){ 0 };
}

unsigned mixture_add(struct mixture *mixture, unsigned parent, struct move move, bool own,
                     mixture_weight weight)
{
    if (mixture->count == mixture->room) {
        size_t room = 2 * (size_t)mixture->room;
        struct mixture_node *grown = mem_grow(mixture->nodes, room * sizeof *grown);
        if (!grown || room > UINT_MAX / 2)
            return 0;
        mixture->nodes = grown;
        mixture->room = (unsigned)room;
    }
    unsigned *link = &mixture->nodes[parent].child;
    for (; *link; link = &mixture->nodes[*link].next)
        if (move_equal(mixture->nodes[*link].move, move))
            return 0;
    unsigned added = *link = mixture->count++;
    mixture->nodes[added] = (struct mixture_node){ .move = move, .weight = weight, .own = own };
    return added;
}

// One of the truths that the seat's own choices have led to.
struct branch {
    struct state state;
    mixture_weight weight;
    unsigned at; // in the mixture, or SILENT
};

struct branches {
    struct branch *at;
    size_t count, room;
};

struct worth {
    const struct variant *variant;
    unsigned seat;
    const struct mixture *mixture;
    struct text *why;
};

static bool follow(struct worth *worth, struct branches *branches, mixture_weight *won);

static bool fail(struct worth *worth, const char *sentence)
{
    text_add(worth->why, "%s", sentence);
    return false;
}

static bool push(struct worth *worth, struct branches *branches, const struct branch *branch,
                 struct move move)
{
    if (branches->count == branches->room) {
        size_t room = branches->room ? 2 * branches->room : 16;
        struct branch *grown = mem_grow(branches->at, room * sizeof *grown);
        if (!grown)
            return fail(worth, "There is not enough memory to check this.");
        branches->at = grown;
        branches->room = room;
    }
    struct branch *added = &branches->at[branches->count++];
    *added = *branch;
    game_apply(worth->variant, &added->state, move);
    return true;
}

// All listed choices of the seat at a branch, or the last legal move.
static bool push_own(struct worth *worth, const struct branch *branch, struct branches *next)
{
    struct view view = game_view(&branch->state, worth->seat);
    const struct mixture_node *nodes = worth->mixture->nodes;
    unsigned child = branch->at == SILENT ? 0 : nodes[branch->at].child;
    mixture_weight sum = 0;
    for (unsigned i = child; i; i = nodes[i].next) {
        struct branch chosen = { branch->state, nodes[i].weight, i };
        if (!nodes[i].own || !view_allows(worth->variant, &view, nodes[i].move))
            return fail(worth, "A listed move is not legal there.");
        if (nodes[i].weight > branch->weight - sum) // a sum must not wrap around to what is right
            return fail(worth, "The weights of some moves do not add up.");
        if (!push(worth, next, &chosen, nodes[i].move))
            return false;
        sum += nodes[i].weight;
    }
    if (child)
        return sum == branch->weight || fail(worth, "The weights of some moves do not add up.");
    struct walk walk = { 0 };
    struct move last = { 0 };
    while (view_walk(worth->variant, &view, &walk))
        last = walk.move;
    struct branch silent = { branch->state, branch->weight, SILENT };
    return push(worth, next, &silent, last);
}

// Where the mixture goes when the other seat moves.
static unsigned heard(const struct worth *worth, unsigned at, struct move move)
{
    if (at == SILENT || worth->variant->game->verbs[move.verb].hidden)
        return at;
    for (unsigned i = worth->mixture->nodes[at].child; i; i = worth->mixture->nodes[i].next)
        if (!worth->mixture->nodes[i].own && move_equal(worth->mixture->nodes[i].move, move))
            return i;
    return SILENT;
}

// What all see tells branches apart: brings those like the first to the front.
static size_t gather_alike(struct branch *branches, size_t count)
{
    size_t alike = 1;
    for (size_t i = 1; i < count; i++) {
        if (memcmp(branches[i].state.open, branches[0].state.open, OPEN_SIZE))
            continue;
        struct branch swapped = branches[alike];
        branches[alike++] = branches[i];
        branches[i] = swapped;
    }
    return alike;
}

static bool follow_all(struct worth *worth, const struct branches *branches, mixture_weight *won)
{
    *won = 0;
    for (size_t at = 0, alike; at < branches->count; at += alike) {
        alike = gather_alike(branches->at + at, branches->count - at);
        struct branches part = { .at = branches->at + at, .count = alike };
        mixture_weight more;
        if (!follow(worth, &part, &more))
            return false;
        *won += more;
    }
    return true;
}

static bool follow_own(struct worth *worth, const struct branches *branches, mixture_weight *won)
{
    struct branches next = { 0 };
    bool fine = true;
    for (size_t i = 0; fine && i < branches->count; i++)
        fine = push_own(worth, &branches->at[i], &next);
    fine = fine && follow_all(worth, &next, won);
    mem_free(next.at);
    return fine;
}

// The other seat does what is worst for the mixture; it knows its own secret and
// what all see, which is the same in all branches.
static bool follow_other(struct worth *worth, const struct branches *branches, mixture_weight *won)
{
    struct view view = game_view(&branches->at[0].state, opponent(worth->seat));
    struct branches next = { 0 };
    struct walk walk = { 0 };
    bool fine = true;
    for (bool first = true; fine && view_walk(worth->variant, &view, &walk); first = false) {
        mixture_weight less;
        next.count = 0;
        for (size_t i = 0; fine && i < branches->count; i++) {
            struct branch branch = branches->at[i];
            branch.at = heard(worth, branch.at, walk.move);
            fine = push(worth, &next, &branch, walk.move);
        }
        fine = fine && follow_all(worth, &next, &less);
        if (fine && (first || less < *won))
            *won = less;
    }
    mem_free(next.at);
    return fine;
}

static bool follow(struct worth *worth, struct branches *branches, mixture_weight *won)
{
    const struct turn *turn = state_turn(&branches->at[0].state);
    *won = 0;
    if (turn->winner) {
        for (size_t i = 0; turn->winner == worth->seat && i < branches->count; i++)
            *won += branches->at[i].weight;
        return true;
    }
    if (turn->mover == SEAT_CHANCE)
        return fail(worth, "Chance has a say in this game.");
    return turn->mover == worth->seat ? follow_own(worth, branches, won)
                                      : follow_other(worth, branches, won);
}

bool mixture_worth(const struct variant *variant, unsigned first, unsigned seat,
                   const struct mixture *mixture, mixture_weight *least, struct text *why)
{
    struct worth worth = { .variant = variant, .seat = seat, .mixture = mixture, .why = why };
    struct branch start = { .state = game_start(variant, first),
                            .weight = mixture->nodes[0].weight };
    struct branches branches = { .at = &start, .count = 1 };
    return follow(&worth, &branches, least);
}
