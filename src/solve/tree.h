// SPDX-License-Identifier: GPL-3.0-or-later
// The public tree over a veil's shapes: a node for each way that play can have
// gone, since that is what players remember. A plan gives each class of a seat,
// at each node where the seat moves, a weight for every move: the chance that the
// seat's own choices lead there.
#ifndef SOLVE_TREE_H
#define SOLVE_TREE_H

#include "solve/veil.h"

static const unsigned TREE_END = UINT32_MAX;

struct tree_node {
    unsigned shape;
    unsigned parent, by; // the edge (of the veil) that led here; root: TREE_END
    unsigned way;        // and its outcome
    unsigned children;   // index of the first entry in tree.child: one a way of an edge
    size_t at;           // of its weights: [edge][class of the mover]
};

struct tree {
    const struct veil *veil;
    struct tree_node *nodes; // children after their parents; 0 is the root
    unsigned node_count;
    unsigned *child; // nodes, or TREE_END where the game ends
    unsigned child_count;
    size_t size[SEATS];   // weights of a seat's moves
    size_t values[SEATS]; // classes summed over nodes of a seat
};

// How large the tree would be: nodes, and weights of both seats together.
void tree_estimate(const struct veil *veil, double *nodes, double *weights);

// False without memory. Clear it in any case.
bool tree_build(struct tree *tree, const struct veil *veil);
void tree_clear(struct tree *tree);

static inline const struct veil_shape *tree_shape(const struct tree *tree, unsigned node)
{
    return &tree->veil->shapes[tree->nodes[node].shape];
}

static inline unsigned tree_child(const struct tree *tree, unsigned node, unsigned e, unsigned way)
{
    return tree->child[tree->nodes[node].children + VEIL_WAYS * e + way];
}

#endif
