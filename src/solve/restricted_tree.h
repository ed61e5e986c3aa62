// SPDX-License-Identifier: GPL-3.0-or-later
// The restricted game of a double oracle (Bosansky and others 2014), as a part of the
// public tree: the histories, as both players see them, at which somebody may do
// something else than keep to the *silent* move, the last of the legal ones. What is not
// in the tree is silence. A seat's sequences are restricted to what the tree allows:
// which types it may hide, and which moves each class of types may make where.
//
// Why: of the very many histories few matter. The tree only grows, children behind their
// parents, so that what was made for a smaller one still fits.
// Cost: a word an edge and class of each node.
#ifndef SOLVE_RESTRICTED_TREE_H
#define SOLVE_RESTRICTED_TREE_H

#include <limits.h>

#include "solve/public_graph.h"

static const unsigned TREE_NONE = UINT_MAX;

struct restricted_tree_node {
    unsigned position;
    unsigned parent, by, way; // the edge of the graph that led here, and how it went
    unsigned children;        // index into restricted_tree.child: one for each way of each edge
    unsigned moves;           // index into restricted_tree.moves: one for each class of the mover
};

struct restricted_tree {
    const struct public_graph *graph;
    struct restricted_tree_node *nodes; // 0 is where the hiding is over
    unsigned *child;                    // nodes, or TREE_NONE
    uint64_t *moves;                    // the edges that a class may take, one bit each
    uint8_t *types[SEATS];              // by class at the root: may it be hidden?
    unsigned node_count, child_count, moves_count;
    size_t node_room, child_room, moves_room;
    bool failed; // no memory: what was asked for is not there
};

// The silent move alone, and no types yet. Clear it in any case.
void restricted_tree_begin(struct restricted_tree *tree, const struct public_graph *graph);
void restricted_tree_clear(struct restricted_tree *tree);

// The node behind an edge; made, if there is none.
unsigned restricted_tree_grow(struct restricted_tree *tree, unsigned node, unsigned e,
                              unsigned way);

static inline const struct public_graph_position *
restricted_tree_position(const struct restricted_tree *tree, unsigned node)
{
    return &tree->graph->positions[tree->nodes[node].position];
}

// TREE_NONE where there is none, also behind TREE_NONE.
static inline unsigned restricted_tree_child(const struct restricted_tree *tree, unsigned node,
                                             unsigned e, unsigned way)
{
    return node == TREE_NONE
               ? TREE_NONE
               : tree->child[tree->nodes[node].children + PUBLIC_GRAPH_WAYS * e + way];
}

static inline uint64_t *restricted_tree_moves(const struct restricted_tree *tree, unsigned node,
                                              unsigned class)
{
    return &tree->moves[tree->nodes[node].moves + class];
}

#endif
