// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/public_tree.h"

#include <string.h>

#include "core/memory.h"
#include "core/vector.h"

static bool add_flags(uint8_t **flags, size_t *room, size_t count, unsigned more)
{
    if (!vector_grow(flags, room, count + more, 1))
        return false;
    memset(*flags + count, 0, more);
    return true;
}

// Of a whole tree: nothing at the node is live yet.
static bool add_live(struct public_tree *tree, const struct public_graph_position *position)
{
    bool fine = true;
    for (unsigned seat = SEAT_1; fine && seat <= SEAT_2; seat++) {
        unsigned types = tree->graph->type_count[seat];
        fine = add_flags(&tree->live[seat], &tree->live_room[seat], tree->classes[seat],
                         position->classes[seat]) &&
               add_flags(&tree->live_type[seat], &tree->type_room[seat],
                         (size_t)tree->count * types, types);
    }
    return fine;
}

static uint64_t first_moves(const struct public_tree *tree, unsigned count)
{
    return !count ? 0 : tree->whole ? UINT64_MAX >> (64 - count) : (uint64_t)1 << (count - 1);
}

static unsigned add_node(struct public_tree *tree, struct public_tree_node node)
{
    const struct public_graph_position *position = &tree->graph->positions[node.position];
    unsigned mover = position->mover, classes = position->classes[mover];
    node.count = position->winner && tree->count ? 0 : position->count;
    unsigned children = tree->graph->ways * node.count;
    if (!vector_grow(&tree->nodes, &tree->node_room, tree->count, sizeof *tree->nodes) ||
        !vector_grow(&tree->child, &tree->child_room, tree->child_count + children,
                     sizeof *tree->child) ||
        !vector_grow(&tree->moves, &tree->moves_room, tree->moves_count + classes,
                     sizeof *tree->moves) ||
        (tree->whole && !add_live(tree, position))) {
        tree->failed = true;
        return PUBLIC_TREE_NONE;
    }
    node.children = tree->child_count;
    node.moves = tree->moves_count;
    node.at = tree->weights[mover];
    tree->weights[mover] += (size_t)node.count * classes;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        node.class_at[seat] = tree->classes[seat];
        tree->classes[seat] += position->classes[seat];
    }
    for (unsigned i = 0; i < children; i++)
        tree->child[tree->child_count++] = PUBLIC_TREE_NONE;
    for (unsigned k = 0; k < classes; k++)
        tree->moves[tree->moves_count++] = first_moves(tree, node.count);
    tree->nodes[tree->count] = node;
    return tree->count++;
}

// A tree with its root, and no types.
static void plant(struct public_tree *tree, const struct public_graph *graph, unsigned position,
                  bool whole)
{
    *tree = (struct public_tree){ .graph = graph, .whole = whole };
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        unsigned classes = graph->positions[position].classes[seat];
        tree->types[seat] = mem_new(classes);
        if (tree->types[seat])
            memset(tree->types[seat], 0, classes);
        else
            tree->failed = true;
    }
    add_node(tree, (struct public_tree_node){
                       .position = position, .parent = PUBLIC_TREE_NONE, .by = PUBLIC_TREE_NONE });
}

void public_tree_begin(struct public_tree *tree, const struct public_graph *graph)
{
    plant(tree, graph, 0, false);
}

void public_tree_clear(struct public_tree *tree)
{
    mem_free(tree->nodes);
    mem_free(tree->child);
    mem_free(tree->moves);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        mem_free(tree->types[seat]);
        mem_free(tree->live[seat]);
        mem_free(tree->live_type[seat]);
    }
    *tree = (struct public_tree){ 0 };
}

unsigned public_tree_grow(struct public_tree *tree, unsigned node, unsigned e, unsigned way)
{
    unsigned child = public_tree_child(tree, node, e, way);
    if (child != PUBLIC_TREE_NONE || node == PUBLIC_TREE_NONE)
        return child;
    child = add_node(tree, (struct public_tree_node){
                               .position = public_tree_edge(tree, node, e)->way[way].child,
                               .parent = node,
                               .by = e,
                               .way = way });
    tree->child[tree->nodes[node].children + tree->graph->ways * e + way] = child;
    return child;
}

// --- Whole trees

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
static void add_child(struct public_tree *tree, unsigned n, unsigned e, unsigned way)
{
    if (!public_tree_edge(tree, n, e)->way[way].child || !some_go(tree, n, e, way))
        return; // the root is nobody's child
    unsigned child = public_tree_grow(tree, n, e, way);
    for (unsigned seat = SEAT_1; child != PUBLIC_TREE_NONE && seat <= SEAT_2; seat++)
        for (unsigned i = 0; i < tree->graph->type_count[seat]; i++)
            if (goes(tree, n, e, way, seat, i))
                enliven(tree, child, seat, i);
}

static void expand(struct public_tree *tree, unsigned n)
{
    const struct public_graph_position *position = public_tree_position(tree, n);
    unsigned count = tree->nodes[n].count;
    for (unsigned k = 0; k < position->classes[position->mover]; k++)
        tree->live_weights += public_tree_live(tree, n, position->mover, k) ? count : 0;
    for (unsigned e = 0; e < count; e++)
        for (unsigned way = 0; !tree->failed && way < public_tree_edge(tree, n, e)->ways; way++)
            add_child(tree, n, e, way);
}

bool public_tree_build(struct public_tree *tree, const struct public_graph *graph,
                       const struct public_tree *from, unsigned node, size_t most)
{
    plant(tree, graph, from ? from->nodes[node].position : 0, true);
    for (unsigned seat = SEAT_1; !tree->failed && seat <= SEAT_2; seat++) {
        for (unsigned i = 0; i < graph->type_count[seat]; i++)
            if (!from || public_tree_live_types(from, node, seat)[i])
                enliven(tree, 0, seat, i);
        memcpy(tree->types[seat], tree->live[seat], public_tree_position(tree, 0)->classes[seat]);
    }
    for (unsigned n = 0; !tree->failed && n < tree->count && tree->live_weights <= most; n++)
        expand(tree, n);
    return !tree->failed && tree->live_weights <= most;
}
