// SPDX-License-Identifier: GPL-3.0-or-later
// The path that runs into the least of a mixture of types, where one seat hides something and then
// only watches, and the other learns nothing before the end (matrix_oracle.h): dynamic programming
// over positions and what is left of the mixture.
//
// Why: it is a best reply (best_reply.h), but types are all that the hider has. What is left of
// them is a set, one bit each, which takes a sixth of the time that amounts by class do, or less.
// Cost: a table entry for each position and set that can be left there.
#ifndef SOLVE_BEST_PATH_H
#define SOLVE_BEST_PATH_H

#include "core/map.h"
#include "solve/hit_sets.h"
#include "solve/stop.h"
#include "solve/weights.h"

enum { BEST_PATH_WORDS = MAP_KEY_MAX - 1 }; // of a set

struct best_path {
    const struct limits *limits;
    struct hit_sets sets; // of the types that have weight
    uint64_t *weight;     // by type in a set
    struct map known;     // by position and set: how much of it the best path from there runs into
    uint64_t nodes;
    enum solve_stop stop; // why it failed, if it did: then nothing that it says counts
};

// The types' weights sum to less than 2^62. False without memory, or where more of them have
// weight than a set holds. Clear it in any case.
bool best_path_begin(struct best_path *search, const struct public_graph *graph, unsigned hider,
                     const unsigned *types, const weight *weights, unsigned count,
                     const struct limits *limits);
void best_path_clear(struct best_path *search);

// Splits off what an edge hits, and says how much that is.
uint64_t best_path_hit(const struct best_path *search, unsigned e, const uint64_t *left,
                       uint64_t *rest);

// How much of what is left the best path through an edge runs into; of a lost one, more than all.
uint64_t best_path_least(struct best_path *search, unsigned e, const uint64_t *left);

#endif
