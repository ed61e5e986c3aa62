// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/restricted_tree.h"

#include <string.h>

#include "core/memory.h"
#include "core/vector.h"

static unsigned add_node(struct restricted_tree *tree, struct restricted_tree_node node)
{
    const struct public_graph_position *position = &tree->graph->positions[node.position];
    unsigned children = PUBLIC_GRAPH_WAYS * position->count,
             classes = position->classes[position->mover];
    if (!vector_grow(&tree->nodes, &tree->node_room, tree->node_count, sizeof *tree->nodes) ||
        !vector_grow(&tree->child, &tree->child_room, tree->child_count + children,
                     sizeof *tree->child) ||
        !vector_grow(&tree->moves, &tree->moves_room, tree->moves_count + classes,
                     sizeof *tree->moves)) {
        tree->failed = true;
        return TREE_NONE;
    }
    node.children = tree->child_count;
    node.moves = tree->moves_count;
    for (unsigned i = 0; i < children; i++)
        tree->child[tree->child_count++] = TREE_NONE;
    for (unsigned k = 0; k < classes; k++)
        tree->moves[tree->moves_count++] = (uint64_t)1 << (position->count - 1);
    tree->nodes[tree->node_count] = node;
    return tree->node_count++;
}

void restricted_tree_begin(struct restricted_tree *tree, const struct public_graph *graph)
{
    *tree = (struct restricted_tree){ .graph = graph };
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        tree->types[seat] = mem_new(graph->positions[0].classes[seat]);
        if (tree->types[seat])
            memset(tree->types[seat], 0, graph->positions[0].classes[seat]);
        else
            tree->failed = true;
    }
    add_node(tree, (struct restricted_tree_node){ .parent = TREE_NONE, .by = TREE_NONE });
}

void restricted_tree_clear(struct restricted_tree *tree)
{
    mem_free(tree->nodes);
    mem_free(tree->child);
    mem_free(tree->moves);
    mem_free(tree->types[SEAT_1]);
    mem_free(tree->types[SEAT_2]);
    *tree = (struct restricted_tree){ 0 };
}

unsigned restricted_tree_grow(struct restricted_tree *tree, unsigned node, unsigned e, unsigned way)
{
    unsigned child = restricted_tree_child(tree, node, e, way);
    if (child != TREE_NONE || node == TREE_NONE)
        return child;
    unsigned by = restricted_tree_position(tree, node)->first + e;
    unsigned position = tree->graph->edges[by].way[way].child;
    child = add_node(tree, (struct restricted_tree_node){
                               .position = position, .parent = node, .by = by, .way = way });
    tree->child[tree->nodes[node].children + PUBLIC_GRAPH_WAYS * e + way] = child;
    return child;
}
