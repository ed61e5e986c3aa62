// SPDX-License-Identifier: GPL-3.0-or-later
// The public tree of a game with secrets (Johanson and others 2011, by types instead of
// hands of cards): a node for each way that play can have gone since some position, as
// both players saw it. Moves, outcomes and classes of types are those of the graph of
// positions (public_graph.h).
//
// The tree says what may happen: which classes of types may be hidden at its root, and which
// moves each class may make where. What is not in it is *silence*: the last of the legal moves.
//
// A *restricted* tree, that of a double oracle (Bosansky and others 2014), begins with silence
// and grows. A *whole* one allows everything to some types; it also knows which types are
// *live* at a node, that is, fit all that has happened, and so their classes.
//
// Why: of the very many histories few matter for a value; plans that are good after any move
// (refinement.c) have to know them all. Nodes only come behind their parents, so that what was
// made for a smaller tree still fits.
// Cost: a word an edge and class of each node. The nodes of a whole tree grow exponentially
// with the length of play; building stops at a number of weights.
#ifndef SOLVE_PUBLIC_TREE_H
#define SOLVE_PUBLIC_TREE_H

#include <limits.h>

#include "solve/public_graph.h"

static const unsigned PUBLIC_TREE_NONE = UINT_MAX; // no node

struct public_tree_node {
    unsigned position;        // of the graph
    unsigned parent, by, way; // the node and its edge that led here, and how the move went
    unsigned count;           // its edges: none where the winner is certain, unless at the root
    unsigned children;        // index into public_tree.child: by edge and way
    unsigned moves;           // index into public_tree.moves: by class of the mover
    size_t at;                // of its weights among the mover's: by edge and class
    size_t class_at[SEATS];   // of its classes among those of all nodes
};

struct public_tree {
    const struct public_graph *graph;
    struct public_tree_node *nodes; // 0 is the root
    unsigned *child;                // nodes, or PUBLIC_TREE_NONE: the game is over, or nobody can
                                    // have hidden what leads there, or it has not grown that far
    uint64_t *moves;                // the edges that a class may take, one bit each
    uint8_t *types[SEATS];          // by class at the root: may it be hidden?
    unsigned count, child_count, moves_count;
    size_t node_room, child_room, moves_room;
    size_t classes[SEATS]; // of all nodes
    size_t weights[SEATS]; // of a seat's moves
    bool failed;           // no memory: what was asked for is not there

    // Of a whole tree.
    bool whole;
    uint8_t *live[SEATS];      // by class of each node
    uint8_t *live_type[SEATS]; // by type at each node
    size_t live_room[SEATS], type_room[SEATS];
    size_t live_weights; // of both seats, those of live classes alone
};

// A restricted tree: the silent move alone, and no types yet. Clear it in any case.
void public_tree_begin(struct public_tree *tree, const struct public_graph *graph);
void public_tree_clear(struct public_tree *tree);

// The node behind an edge; made, if there is none.
unsigned public_tree_grow(struct public_tree *tree, unsigned node, unsigned e, unsigned way);

// A whole tree from a node of another one on, or from the start of the game if there is none.
// False if more than `most` weights of live classes would be needed, or without memory. Clear
// it in any case.
bool public_tree_build(struct public_tree *tree, const struct public_graph *graph,
                       const struct public_tree *from, unsigned node, size_t most);

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

// PUBLIC_TREE_NONE where there is none, also behind PUBLIC_TREE_NONE.
static inline unsigned public_tree_child(const struct public_tree *tree, unsigned node, unsigned e,
                                         unsigned way)
{
    return node == PUBLIC_TREE_NONE
               ? PUBLIC_TREE_NONE
               : tree->child[tree->nodes[node].children + tree->graph->ways * e + way];
}

static inline uint64_t *public_tree_moves(const struct public_tree *tree, unsigned node,
                                          unsigned class)
{
    return &tree->moves[tree->nodes[node].moves + class];
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
