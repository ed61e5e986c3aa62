// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/public_tree.h"

#include "core/memory.h"
#include "core/vector.h"

static bool add_children(struct public_tree *tree, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (!vector_grow(&tree->child, &tree->child_room, tree->child_count, sizeof *tree->child))
            return false;
        tree->child[tree->child_count++] = PUBLIC_TREE_NONE;
    }
    return true;
}

static bool add_flags(uint8_t **flags, size_t *count, size_t *room, unsigned more)
{
    for (unsigned i = 0; i < more; i++) {
        if (!vector_grow(flags, room, *count, 1))
            return false;
        (*flags)[(*count)++] = false;
    }
    return true;
}

// Nothing at it is live yet.
static bool add_node(struct public_tree *tree, struct public_tree_node node)
{
    const struct public_graph_position *position = &tree->graph->positions[node.position];
    bool fine = vector_grow(&tree->nodes, &tree->room, tree->count, sizeof *tree->nodes);
    node.count = position->winner && tree->count ? 0 : position->count;
    node.child = (unsigned)tree->child_count;
    node.at = tree->weights[position->mover];
    tree->weights[position->mover] += (size_t)node.count * position->classes[position->mover];
    for (unsigned seat = SEAT_1; fine && seat <= SEAT_2; seat++) {
        node.class_at[seat] = tree->classes[seat];
        fine = add_flags(&tree->live[seat], &tree->classes[seat], &tree->class_room[seat],
                         position->classes[seat]) &&
               add_flags(&tree->live_type[seat], &tree->types[seat], &tree->type_room[seat],
                         tree->graph->type_count[seat]);
    }
    if (fine)
        tree->nodes[tree->count++] = node;
    return fine && add_children(tree, PUBLIC_GRAPH_WAYS * node.count);
}

static void enliven(struct public_tree *tree, unsigned node, unsigned seat, unsigned type)
{
    unsigned class = public_tree_position(tree, node)->class_of[seat][type];
    public_tree_live_types(tree, node, seat)[type] = true;
    tree->live[seat][tree->nodes[node].class_at[seat] + class] = true;
}

// Does a type of the seat's come to the node, and go on to this way of the edge?
static bool goes(const struct public_tree *tree, unsigned node, unsigned e, unsigned way,
                 unsigned seat, unsigned type)
{
    unsigned class = public_tree_position(tree, node)->class_of[seat][type];
    return public_tree_live_types(tree, node, seat)[type] &&
           public_graph_takes(public_tree_edge(tree, node, e), way, seat, class);
}

static bool some_go(const struct public_tree *tree, unsigned node, unsigned e, unsigned way)
{
    unsigned reader = opponent(public_tree_position(tree, node)->mover);
    for (unsigned i = 0; i < tree->graph->type_count[reader]; i++)
        if (goes(tree, node, e, way, reader, i))
            return true;
    return false;
}

// The child behind a way of an edge, with those types that come there.
static bool add_child(struct public_tree *tree, unsigned n, unsigned e, unsigned way)
{
    unsigned position = public_tree_edge(tree, n, e)->way[way].child, child = tree->count;
    if (!position || !some_go(tree, n, e, way)) // the root is nobody's child
        return true;
    if (!add_node(tree, (struct public_tree_node){
                            .position = position, .parent = n, .by = e, .way = way }))
        return false;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        for (unsigned i = 0; i < tree->graph->type_count[seat]; i++)
            if (goes(tree, n, e, way, seat, i))
                enliven(tree, child, seat, i);
    tree->child[tree->nodes[n].child + PUBLIC_GRAPH_WAYS * e + way] = child;
    return true;
}

static bool expand(struct public_tree *tree, unsigned n)
{
    const struct public_graph_position *position = public_tree_position(tree, n);
    unsigned count = tree->nodes[n].count;
    for (unsigned k = 0; k < position->classes[position->mover]; k++)
        tree->live_weights += public_tree_live(tree, n, position->mover, k) ? count : 0;
    for (unsigned i = 0; i < PUBLIC_GRAPH_WAYS * count; i++)
        if (!add_child(tree, n, i / PUBLIC_GRAPH_WAYS, i % PUBLIC_GRAPH_WAYS))
            return false;
    return true;
}

bool public_tree_build(struct public_tree *tree, const struct public_graph *graph,
                       const struct public_tree *from, unsigned node, size_t most)
{
    *tree = (struct public_tree){ .graph = graph };
    struct public_tree_node root = { .position = from ? from->nodes[node].position : 0,
                                     .parent = PUBLIC_TREE_NONE };
    bool fine = add_node(tree, root);
    for (unsigned seat = SEAT_1; fine && seat <= SEAT_2; seat++)
        for (unsigned i = 0; i < graph->type_count[seat]; i++)
            if (!from || public_tree_live_types(from, node, seat)[i])
                enliven(tree, 0, seat, i);
    for (unsigned n = 0; fine && n < tree->count; n++)
        fine = expand(tree, n) && tree->live_weights <= most;
    return fine;
}

void public_tree_clear(struct public_tree *tree)
{
    mem_free(tree->nodes);
    mem_free(tree->child);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        mem_free(tree->live[seat]);
        mem_free(tree->live_type[seat]);
    }
    *tree = (struct public_tree){ 0 };
}
