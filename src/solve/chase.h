// SPDX-License-Identifier: GPL-3.0-or-later
// The best path against a mixture of types: the one that the least weight of them
// hits. A type that has hit does not count again, so that a label is a shape and
// the types hit so far, as far as they could still hit.
#ifndef SOLVE_CHASE_H
#define SOLVE_CHASE_H

#include "solve/veil.h"
#include "solve/weights.h"

enum { CHASE_WORDS = 6, CHASE_MAX = 64 * CHASE_WORDS };

// A set of the mixture's types.
struct chase_mask {
    uint64_t word[CHASE_WORDS];
};

struct chase_label;

struct chase {
    const struct veil *veil;
    unsigned hider;
    unsigned support[CHASE_MAX]; // types with a weight
    weight weights[CHASE_MAX];
    unsigned count;
    struct chase_mask *ahead;     // by shape: what can be hit from there on
    struct chase_mask *edge_mask; // by edge: what it hits
    uint8_t *known;               // by shape: is `ahead` computed?
    struct chase_label *labels;
    size_t size, filled;
    size_t memory; // bytes that labels may take; 0: no limit
    bool failed;   // no memory
};

// The way of an edge on which its taker is not caught; the other one ends the game.
static inline const struct veil_way *chase_pass(const struct veil_edge *edge, unsigned hider)
{
    return &edge->way[edge->reader && edge->way[0].winner == hider];
}

// Does a type hit whoever takes this edge from this shape?
bool chase_hits(const struct veil *veil, unsigned hider, unsigned shape,
                const struct veil_edge *edge, unsigned type);

// Types of the hider and their weights, those without any left out. False without
// memory, or when there are too many. Clear it in any case.
bool chase_init(struct chase *chase, const struct veil *veil, unsigned hider, const unsigned *types,
                const weight *weights, unsigned count);
void chase_clear(struct chase *chase);

struct chase_mask chase_join(struct chase_mask a, struct chase_mask b);

// The weight of what is hit now and was not before.
weight chase_weigh(const struct chase *chase, const struct chase_mask *hit,
                   const struct chase_mask *old);

// The least weight that is still to be hit from a shape, or through an edge.
weight chase_from(struct chase *chase, unsigned shape, struct chase_mask hit);
weight chase_through(struct chase *chase, unsigned edge, const struct chase_mask *hit);

// The edge that gets it; only where chase_from() has been.
unsigned chase_best(const struct chase *chase, unsigned shape, struct chase_mask hit);

#endif
