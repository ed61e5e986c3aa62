// SPDX-License-Identifier: GPL-3.0-or-later
// Games in which each player hides at most one thing, at the start, and all else
// is seen by both; and in which a move has one outcome, or one of two, by what the
// other player hid.
// What was hidden is then a player's *type*, and the rest of the game is a small
// graph of *shapes*: positions, whatever led to them.
//
// Types of a seat that make no difference from a shape on are one *class* there.
#ifndef SOLVE_VEIL_H
#define SOLVE_VEIL_H

#include "solve/solve.h"

enum { VEIL_TYPES_MAX = 60000, VEIL_MOVES_MAX = 64 };

enum { VEIL_WAYS = 2 };

// One of the outcomes of a move, and where it leads.
struct veil_way {
    uint8_t outcome;
    uint8_t winner; // who has won then; nobody: on to `child`
    unsigned child;
    uint16_t *next[SEATS]; // by class here: the class at the child
};

struct veil_edge {
    struct move move;
    uint8_t reader; // whose secret decides which way it goes; nobody: way 0
    struct veil_way way[VEIL_WAYS];
    uint8_t *takes; // by class of the reader here: which way
};

struct veil_shape {
    struct state state; // an example; its secrets are those of nobody
    uint8_t mover;
    uint8_t winner;            // who wins from here whatever is hidden, by *silent* moves alone:
                               // the last of the legal ones
    unsigned first, count;     // its edges
    uint16_t *class_of[SEATS]; // by type
    unsigned classes[SEATS];
};

struct veil {
    const struct variant *variant;
    unsigned first;
    struct state start;                          // everything hidden, secrets those of nobody
    struct move *types[SEATS];                   // what may be hidden
    unsigned char (*secret[SEATS])[SECRET_SIZE]; // by type
    unsigned type_count[SEATS];                  // 1 for a seat that hides nothing
    uint8_t hides[SEATS];                        // does it hide something?
    uint8_t order[2];                            // who hides first; nobody
    struct veil_shape *shapes;                   // 0 is where the hiding is over; children come
                                                 // after their parents' discovery
    unsigned shape_count, shape_room;
    struct veil_edge *edges;
    unsigned edge_count, edge_room;
    uint64_t nodes; // moves tried
};

// Does play go on along this way, and does a class of the seat's go there?
static inline bool veil_goes_on(const struct veil_edge *edge, unsigned way)
{
    return (way == 0 || edge->reader) && !edge->way[way].winner;
}

static inline bool veil_takes(const struct veil_edge *edge, unsigned way, unsigned seat,
                              unsigned class)
{
    return edge->reader == seat ? edge->takes[class] == way : way == 0 || edge->reader;
}

enum veil_verdict { VEIL_FITS, VEIL_OTHER, VEIL_MEMORY, VEIL_MANY, VEIL_STOPPED };

// How many ways there are to hide something, for the larger seat; before any work.
double veil_estimate(const struct variant *variant, unsigned first);

// VEIL_OTHER: the game is not of this kind. Clear it in any case. The limits may be NULL.
enum veil_verdict veil_build(struct veil *veil, const struct variant *variant, unsigned first,
                             const struct solve_limits *limits);
void veil_clear(struct veil *veil);

#endif
