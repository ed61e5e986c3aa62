// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/tree.h"

#include "core/memory.h"

struct size {
    double nodes, edges, weights;
    bool known;
};

static struct size measure(const struct veil *veil, unsigned shape, struct size *sizes)
{
    const struct veil_shape *here = &veil->shapes[shape];
    if (sizes[shape].known)
        return sizes[shape];
    struct size size = { 1, here->count, (double)here->count * here->classes[here->mover], true };
    for (unsigned i = 0; i < here->count; i++) {
        const struct veil_edge *edge = &veil->edges[here->first + i];
        for (unsigned way = 0; way < VEIL_WAYS; way++) {
            if (!veil_goes_on(edge, way))
                continue;
            struct size child = measure(veil, edge->way[way].child, sizes);
            size.nodes += child.nodes;
            size.edges += child.edges;
            size.weights += child.weights;
        }
    }
    return sizes[shape] = size;
}

// Without memory for this there is none for the tree: as large as can be.
static struct size measure_all(const struct veil *veil)
{
    struct size *sizes = mem_new(veil->shape_count * sizeof *sizes);
    struct size size = { 1e300, 1e300, 1e300, true };
    if (!sizes)
        return size;
    for (unsigned i = 0; i < veil->shape_count; i++)
        sizes[i].known = false;
    size = measure(veil, 0, sizes);
    mem_free(sizes);
    return size;
}

void tree_estimate(const struct veil *veil, double *nodes, double *weights)
{
    struct size size = measure_all(veil);
    *nodes = size.nodes;
    *weights = size.weights;
}

static void add_node(struct tree *tree, unsigned shape, unsigned parent, unsigned by, unsigned way)
{
    const struct veil_shape *here = &tree->veil->shapes[shape];
    tree->nodes[tree->node_count++] = (struct tree_node){ .shape = shape,
                                                          .parent = parent,
                                                          .by = by,
                                                          .way = way,
                                                          .children = tree->child_count,
                                                          .at = tree->size[here->mover] };
    tree->child_count += VEIL_WAYS * here->count;
    tree->size[here->mover] += (size_t)here->count * here->classes[here->mover];
    tree->values[here->mover] += here->classes[here->mover];
}

bool tree_build(struct tree *tree, const struct veil *veil)
{
    struct size size = measure_all(veil);
    *tree = (struct tree){ .veil = veil };
    if (size.edges > 1e9)
        return false;
    tree->nodes = mem_new((size_t)size.nodes * sizeof *tree->nodes);
    tree->child = mem_new(VEIL_WAYS * (size_t)size.edges * sizeof *tree->child);
    if (!tree->nodes || !tree->child)
        return false;
    add_node(tree, 0, TREE_END, TREE_END, 0);
    for (unsigned i = 0; i < tree->node_count; i++) {
        struct tree_node node = tree->nodes[i];
        const struct veil_shape *here = &veil->shapes[node.shape];
        for (unsigned k = 0; k < VEIL_WAYS * here->count; k++) {
            unsigned e = here->first + k / VEIL_WAYS, way = k % VEIL_WAYS;
            bool on = veil_goes_on(&veil->edges[e], way);
            tree->child[node.children + k] = on ? tree->node_count : TREE_END;
            if (on)
                add_node(tree, veil->edges[e].way[way].child, i, e, way);
        }
    }
    return true;
}

void tree_clear(struct tree *tree)
{
    mem_free(tree->nodes);
    mem_free(tree->child);
    *tree = (struct tree){ 0 };
}
