// SPDX-License-Identifier: GPL-3.0-or-later
// A part of the public tree: the histories, as both players see them, at which somebody
// may do something else than keep to the *silent* move, the last of the legal ones. What
// is not in the tree is silence. A seat's sequences are restricted to what the tree
// allows: which types it may hide, and which moves each class of types may make where.
//
// The tree only grows, children behind their parents, so that what was made for a
// smaller one still fits.
#ifndef SOLVE_SPARSE_TREE_H
#define SOLVE_SPARSE_TREE_H

#include <limits.h>

#include "solve/veil.h"

static const unsigned TREE_NONE = UINT_MAX;

struct sparse_node {
    unsigned shape;
    unsigned parent, by, way; // the edge of the veil that led here, and how it went
    unsigned children;        // index into sparse_tree.child: one for each way of each edge
    unsigned moves;           // index into sparse_tree.moves: one for each class of the mover
};

struct sparse_tree {
    const struct veil *veil;
    struct sparse_node *nodes; // 0 is where the hiding is over
    unsigned *child;           // nodes, or TREE_NONE
    uint64_t *moves;           // the edges that a class may take, one bit each
    uint8_t *types[SEATS];     // by class at the root: may it be hidden?
    unsigned node_count, child_count, moves_count;
    bool failed; // no memory: what was asked for is not there
};

// The silent move alone, and no types yet. Clear it in any case.
void sparse_tree_begin(struct sparse_tree *tree, const struct veil *veil);
void sparse_tree_clear(struct sparse_tree *tree);

// The node behind an edge; made, if there is none.
unsigned sparse_tree_grow(struct sparse_tree *tree, unsigned node, unsigned e, unsigned way);

static inline const struct veil_shape *sparse_tree_shape(const struct sparse_tree *tree,
                                                         unsigned node)
{
    return &tree->veil->shapes[tree->nodes[node].shape];
}

// TREE_NONE where there is none, also behind TREE_NONE.
static inline unsigned sparse_tree_child(const struct sparse_tree *tree, unsigned node, unsigned e,
                                         unsigned way)
{
    return node == TREE_NONE ? TREE_NONE
                             : tree->child[tree->nodes[node].children + VEIL_WAYS * e + way];
}

static inline uint64_t *sparse_tree_moves(const struct sparse_tree *tree, unsigned node,
                                          unsigned class)
{
    return &tree->moves[tree->nodes[node].moves + class];
}

#endif
