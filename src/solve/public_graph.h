// SPDX-License-Identifier: GPL-3.0-or-later
// Games in which each player hides at most one thing, at the start, and all else is seen
// by both; and in which the outcome of a move, one of up to eight, depends on nothing but what
// the other player hid. What was hidden is then a player's *type* (Harsanyi 1967), and the rest of
// the game is a small graph of public states: *positions*, whatever led to them.
//
// Types of a seat that make no difference from a position on are one *class* there:
// found from the end of the game backwards, as an acyclic automaton is minimised (Revuz
// 1992).
// Why: a plan may shift weight between types of a class freely, so that nothing is lost
// and hundreds of types are a handful of classes.
// Cost: a game move or two for each type at each move of each position.
#ifndef SOLVE_PUBLIC_GRAPH_H
#define SOLVE_PUBLIC_GRAPH_H

#include "solve/answer.h"

enum { PUBLIC_GRAPH_TYPES_MAX = 60000, PUBLIC_GRAPH_MOVES_MAX = 64 };

// One of the outcomes of a move, and where it leads.
struct public_graph_way {
    uint8_t outcome;
    uint8_t winner; // who has won then; nobody: on to `child`
    unsigned child;
    uint16_t *next[SEATS]; // by class here: the class at the child
};

struct public_graph_edge {
    struct move move;
    uint8_t reader; // whose secret decides which way it goes; nobody: there is one
    uint8_t ways;
    uint8_t *takes; // by class of the reader here: which way
    struct public_graph_way way[OUTCOMES_MAX];
};

struct public_graph_position {
    struct state state; // a representative state, secrets zeroed
    uint8_t mover;
    uint8_t winner;            // who wins from here whatever is hidden, by *silent* moves alone:
                               // the last of the legal ones
    unsigned first, count;     // its edges
    uint16_t *class_of[SEATS]; // by type
    unsigned classes[SEATS];
};

struct public_graph {
    const struct variant *variant;
    unsigned first;
    struct state start;                          // everything hidden, secrets zeroed
    struct move *types[SEATS];                   // what may be hidden
    unsigned char (*secret[SEATS])[SECRET_SIZE]; // by type
    unsigned type_count[SEATS];                  // 1 for a seat that hides nothing
    uint8_t hides[SEATS];                        // does it hide something?
    struct public_graph_position *positions;     // 0 is where the hiding is over; children come
                                                 // after their parents' discovery
    unsigned position_count, edge_count;
    unsigned ways; // the most that an edge has
    struct public_graph_edge *edges;
    size_t position_room, edge_room;
    uint64_t nodes; // moves tried
};

// Does play go on along this way, and does a class of the seat's go there?
static inline bool public_graph_goes_on(const struct public_graph_edge *edge, unsigned way)
{
    return !edge->way[way].winner;
}

static inline bool public_graph_takes(const struct public_graph_edge *edge, unsigned way,
                                      unsigned seat, unsigned class)
{
    return edge->reader != seat || edge->takes[class] == way;
}

// Has the seat won by this edge, whichever way it goes?
static inline bool public_graph_wins(const struct public_graph_edge *edge, unsigned seat)
{
    for (unsigned way = 0; way < edge->ways; way++)
        if (edge->way[way].winner != seat)
            return false;
    return true;
}

enum public_graph_verdict {
    PUBLIC_GRAPH_FITS,
    PUBLIC_GRAPH_OTHER,
    PUBLIC_GRAPH_MEMORY,
    PUBLIC_GRAPH_MANY,
    PUBLIC_GRAPH_STOPPED
};

// How many ways there are to hide something, for the larger seat; before any work.
double public_graph_estimate(const struct variant *variant, unsigned first);

// PUBLIC_GRAPH_OTHER: the game is not of this kind. Clear it in any case. The limits may be NULL.
enum public_graph_verdict public_graph_build(struct public_graph *graph,
                                             const struct variant *variant, unsigned first,
                                             const struct limits *limits);
void public_graph_clear(struct public_graph *graph);

// A seat's type, by its secret.
unsigned public_graph_type(const struct public_graph *graph, unsigned seat,
                           const unsigned char *secret);

#endif
