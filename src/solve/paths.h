// SPDX-License-Identifier: GPL-3.0-or-later
// One seat hides something and then only watches; the other learns nothing
// before the end. The one's pure strategies are types, the other's are paths,
// and a type either hits a path or does not: a small matrix game, solved by
// double oracle. Each round solves the matrix of the types and paths at hand in
// exact arithmetic and asks for a better answer to either mixture; when there is
// none, the value is exact.
//
// On the way every guess, in whole numbers, proves bounds by its best answers.
#ifndef SOLVE_PATHS_H
#define SOLVE_PATHS_H

#include "solve/veil.h"

struct paths_path {
    unsigned *edges; // of the veil
    unsigned count;
    uint64_t *hit; // by type, one bit each
};

struct paths {
    const struct veil *veil;
    unsigned hider, runner;
    struct paths_path *path;
    unsigned path_count;
    unsigned *type; // indices into the hider's types
    unsigned type_count;
    // The optimal mixtures, or the best ones found, and what they prove: the hider
    // wins with a chance of at least lo and at most hi.
    mpq_t *path_weight, *type_weight;
    mpq_t lo, hi;
    size_t memory; // bytes; 0: no limit
    uint64_t nodes;
};

// Is the game of this kind?
bool paths_fit(const struct veil *veil);

// PATHS_BOUNDS: it would take too long, or too large numbers, to be exact.
enum paths_verdict { PATHS_SOLVED, PATHS_BOUNDS, PATHS_STOPPED, PATHS_MEMORY };

enum paths_verdict paths_solve(struct paths *paths, const struct veil *veil,
                               const struct solve_limits *limits);
void paths_clear(struct paths *paths);

// Against the optimal mixture of paths: how often each type hits. False without
// memory.
bool paths_rate_types(const struct paths *paths, mpq_t *value);

// After these edges, none of which hit: for each edge from here, with what chance
// the optimal mixture takes it (all zero once that has been left), and the chance
// to get through when the runner goes on as well as can be against the optimal
// mixture of types. False when no type of that is left, or without memory.
bool paths_rate_edges(const struct paths *paths, const unsigned *edges, unsigned count,
                      mpq_t *share, mpq_t *value);

#endif
