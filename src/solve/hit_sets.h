// SPDX-License-Identifier: GPL-3.0-or-later
// Where one seat hides something and then only watches, and being hit ends the game
// (matrix_oracle.h): which of some types each edge runs into, and which of them a path from each
// position may, as sets of one bit for each type.
#ifndef SOLVE_HIT_SETS_H
#define SOLVE_HIT_SETS_H

#include "solve/public_graph.h"

struct hit_sets {
    const struct public_graph *graph;
    unsigned hider;
    unsigned words;  // of a set
    uint64_t *hit;   // by edge
    uint64_t *ahead; // by position
};

// The way of an edge on which nobody is hit; the other one ends the game.
static inline unsigned hit_sets_safe(const struct public_graph_edge *edge, unsigned hider)
{
    return edge->reader && edge->way[0].winner == hider;
}

static inline const uint64_t *hit_sets_of(const struct hit_sets *sets, unsigned edge)
{
    return &sets->hit[(size_t)edge * sets->words];
}

static inline const uint64_t *hit_sets_ahead(const struct hit_sets *sets, unsigned position)
{
    return &sets->ahead[(size_t)position * sets->words];
}

// Of these types, in the order of their bits. False without memory. Clear it in any case.
bool hit_sets_begin(struct hit_sets *sets, const struct public_graph *graph, unsigned hider,
                    const unsigned *types, unsigned count);
void hit_sets_clear(struct hit_sets *sets);

// The edges of a path to the end that runs into none but the allowed types, the last of the legal
// moves wherever that will do. False if there is none, and without memory.
bool hit_sets_find_path(const struct hit_sets *sets, const uint64_t *allowed,
                        unsigned edges[MOVES_MAX], unsigned *count);

#endif
