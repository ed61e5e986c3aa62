// SPDX-License-Identifier: GPL-3.0-or-later
// The best path against a mixture of types: the one that the least weight of them hits.
// It is the oracle of one of the two seats in the double oracle of matrix_oracle.c.
//
// Dynamic programming over labels, as for shortest paths with resources (Desrochers and
// Soumis 1988): a type that has hit does not count again, so that a label is a position
// and the types hit so far, as far as they could still hit.
// Why: the sets that matter ahead are few, however many paths lead to them.
// Cost: a label a position and set; at most BEST_PATH_MAX types with weight.
#ifndef SOLVE_BEST_PATH_H
#define SOLVE_BEST_PATH_H

#include "solve/public_graph.h"
#include "solve/weights.h"

enum { BEST_PATH_WORDS = 6, BEST_PATH_MAX = 64 * BEST_PATH_WORDS };

// A set of the mixture's types.
struct best_path_mask {
    uint64_t word[BEST_PATH_WORDS];
};

struct best_path_label;

struct best_path {
    const struct public_graph *graph;
    unsigned hider;
    unsigned support[BEST_PATH_MAX]; // types with a weight
    weight weights[BEST_PATH_MAX];
    unsigned count;
    struct best_path_mask *ahead;     // by position: what can be hit from there on
    struct best_path_mask *edge_mask; // by edge: what it hits
    uint8_t *known;                   // by position: is `ahead` computed?
    struct best_path_label *labels;
    size_t size, filled;
    size_t memory; // bytes that labels may take; 0: no limit
    bool failed;   // no memory
};

// The way of an edge on which its taker is not caught; the other one ends the game.
static inline const struct public_graph_way *best_path_pass(const struct public_graph_edge *edge,
                                                            unsigned hider)
{
    return &edge->way[edge->reader && edge->way[0].winner == hider];
}

// Does a type hit whoever takes this edge from this position?
bool best_path_hits(const struct public_graph *graph, unsigned hider, unsigned position,
                    const struct public_graph_edge *edge, unsigned type);

// Types of the hider and their weights, those without any left out. False without
// memory, or when there are too many. Clear it in any case.
bool best_path_init(struct best_path *search, const struct public_graph *graph, unsigned hider,
                    const unsigned *types, const weight *weights, unsigned count);
void best_path_clear(struct best_path *search);

struct best_path_mask best_path_join(struct best_path_mask a, struct best_path_mask b);

// The weight of what is hit now and was not before.
weight best_path_weigh(const struct best_path *search, const struct best_path_mask *hit,
                       const struct best_path_mask *old);

// The least weight that is still to be hit from a position, or through an edge.
weight best_path_from(struct best_path *search, unsigned position, struct best_path_mask hit);
weight best_path_through(struct best_path *search, unsigned edge, const struct best_path_mask *hit);

// The edge that gets it; only where best_path_from() has been.
unsigned best_path_best(const struct best_path *search, unsigned position,
                        struct best_path_mask hit);

#endif
