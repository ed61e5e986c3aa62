// SPDX-License-Identifier: GPL-3.0-or-later
// The public tree of a game with secrets (Johanson and others 2011, by types instead of
// hands of cards): a node for each way that play can have gone since some position, as
// both players saw it. Moves, outcomes and classes of types are those of the graph of
// positions (public_graph.h). At a node a type is *live* if it fits all that has happened,
// and so is its class.
//
// Why: plans that are good after any move (refinement.c) depend on how a position came
// about, so that the graph does not do.
// Cost: nodes grow exponentially with the length of play; building stops at a number of
// weights.
#ifndef SOLVE_PUBLIC_TREE_H
#define SOLVE_PUBLIC_TREE_H

#include <limits.h>

#include "solve/public_graph.h"

static const unsigned PUBLIC_TREE_NONE = UINT_MAX; // no node

struct public_tree_node {
    unsigned position;        // of the graph
    unsigned parent, by, way; // the node and edge that led here, and how the move went
    unsigned count;           // its edges: none where the winner is certain, unless at the root
    unsigned child;           // index into public_tree.child: by edge and way
    size_t at;                // of its weights among the mover's: by edge and class
    size_t class_at[SEATS];   // of its classes among those of all nodes
};

struct public_tree {
    const struct public_graph *graph;
    struct public_tree_node *nodes; // 0 is the root; children come after their parents
    unsigned *child;                // nodes, or PUBLIC_TREE_NONE: the game is over, or nobody
                                    // can have hidden what leads there
    uint8_t *live[SEATS];           // by class of each node
    uint8_t *live_type[SEATS];      // by type at each node
    unsigned count;
    size_t room, child_count, child_room;
    size_t classes[SEATS], class_room[SEATS]; // of all nodes
    size_t types[SEATS], type_room[SEATS];    // at all nodes
    size_t weights[SEATS];                    // of a seat's moves
    size_t live_weights;                      // of both seats, those of live classes alone
};

// From a node of another tree on, or from the start of the game if there is none. False if
// more than `most` weights of live classes would be needed, or without memory. Clear it in
// any case.
bool public_tree_build(struct public_tree *tree, const struct public_graph *graph,
                       const struct public_tree *from, unsigned node, size_t most);
void public_tree_clear(struct public_tree *tree);

static inline const struct public_graph_position *
public_tree_position(const struct public_tree *tree, unsigned node)
{
    return &tree->graph->positions[tree->nodes[node].position];
}

static inline const struct public_graph_edge *public_tree_edge(const struct public_tree *tree,
                                                               unsigned node, unsigned e)
{
    return &tree->graph->edges[public_tree_position(tree, node)->first + e];
}

static inline unsigned public_tree_child(const struct public_tree *tree, unsigned node, unsigned e,
                                         unsigned way)
{
    return tree->child[tree->nodes[node].child + PUBLIC_GRAPH_WAYS * e + way];
}

static inline bool public_tree_live(const struct public_tree *tree, unsigned node, unsigned seat,
                                    unsigned class)
{
    return tree->live[seat][tree->nodes[node].class_at[seat] + class];
}

static inline uint8_t *public_tree_live_types(const struct public_tree *tree, unsigned node,
                                              unsigned seat)
{
    return tree->live_type[seat] + (size_t)node * tree->graph->type_count[seat];
}

#endif
