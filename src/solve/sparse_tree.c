// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/sparse_tree.h"

#include <string.h>

#include "core/memory.h"

// Room for `more` behind `count`, by doubling.
static bool make_room(void *array, unsigned count, unsigned more, size_t size)
{
    void **at = array;
    size_t had = count ? 1 : 0, wanted = 1;
    while (had < count)
        had *= 2;
    while (wanted < (size_t)count + more)
        wanted *= 2;
    if (count && wanted == had)
        return true;
    void *grown = mem_grow(*at, wanted * size);
    if (grown)
        *at = grown;
    return grown;
}

static unsigned add_node(struct sparse_tree *tree, struct sparse_node node)
{
    const struct veil_shape *shape = &tree->veil->shapes[node.shape];
    unsigned children = VEIL_WAYS * shape->count, classes = shape->classes[shape->mover];
    if (!make_room(&tree->nodes, tree->node_count, 1, sizeof *tree->nodes) ||
        !make_room(&tree->child, tree->child_count, children, sizeof *tree->child) ||
        !make_room(&tree->moves, tree->moves_count, classes, sizeof *tree->moves)) {
        tree->failed = true;
        return TREE_NONE;
    }
    node.children = tree->child_count;
    node.moves = tree->moves_count;
    for (unsigned i = 0; i < children; i++)
        tree->child[tree->child_count++] = TREE_NONE;
    for (unsigned k = 0; k < classes; k++)
        tree->moves[tree->moves_count++] = (uint64_t)1 << (shape->count - 1);
    tree->nodes[tree->node_count] = node;
    return tree->node_count++;
}

void sparse_tree_begin(struct sparse_tree *tree, const struct veil *veil)
{
    *tree = (struct sparse_tree){ .veil = veil };
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        tree->types[seat] = mem_new(veil->shapes[0].classes[seat]);
        if (tree->types[seat])
            memset(tree->types[seat], 0, veil->shapes[0].classes[seat]);
        else
            tree->failed = true;
    }
    add_node(tree, (struct sparse_node){ .parent = TREE_NONE, .by = TREE_NONE });
}

void sparse_tree_clear(struct sparse_tree *tree)
{
    mem_free(tree->nodes);
    mem_free(tree->child);
    mem_free(tree->moves);
    mem_free(tree->types[SEAT_1]);
    mem_free(tree->types[SEAT_2]);
    *tree = (struct sparse_tree){ 0 };
}

unsigned sparse_tree_grow(struct sparse_tree *tree, unsigned node, unsigned e, unsigned way)
{
    unsigned child = sparse_tree_child(tree, node, e, way);
    if (child != TREE_NONE || node == TREE_NONE)
        return child;
    unsigned by = sparse_tree_shape(tree, node)->first + e;
    unsigned shape = tree->veil->edges[by].way[way].child;
    child = add_node(tree,
                     (struct sparse_node){ .shape = shape, .parent = node, .by = by, .way = way });
    tree->child[tree->nodes[node].children + VEIL_WAYS * e + way] = child;
    return child;
}
