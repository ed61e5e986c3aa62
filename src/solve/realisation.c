// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/realisation.h"

#include <string.h>

#include "core/memory.h"

static void *zeroes(size_t count, size_t size)
{
    void *at = mem_new((count ? count : 1) * size);
    if (at)
        memset(at, 0, count * size);
    return at;
}

bool realisation_new(struct realisation *plan, const struct public_tree *tree, unsigned seat)
{
    *plan = (struct realisation){ .tree = tree, .seat = seat, .nodes = tree->count };
    plan->move = zeroes(tree->weights[seat], sizeof *plan->move);
    plan->root = zeroes(tree->graph->positions[0].classes[seat], sizeof *plan->root);
    plan->speaks = zeroes(tree->count, 1);
    return plan->move && plan->root && plan->speaks;
}

void realisation_clear(struct realisation *plan)
{
    mem_free(plan->move);
    mem_free(plan->root);
    mem_free(plan->speaks);
    *plan = (struct realisation){ 0 };
}

// Divides a whole among weights that lie `step` apart, the rest to the largest.
static bool divide(weight total, weight *part, unsigned count, size_t step, bool exact)
{
    weight sum = 0, given = 0;
    unsigned largest = 0;
    for (unsigned i = 0; i < count; i++) {
        sum += part[i * step];
        largest = part[i * step] > part[largest * step] ? i : largest;
    }
    if (exact || sum == total)
        return sum == total;
    for (unsigned i = 0; i < count; i++) {
        double share = (double)part[i * step] / (double)sum;
        weight most = total - given, wanted = (weight)(share * (double)total);
        part[i * step] = wanted < most ? wanted : most;
        given += part[i * step];
    }
    part[largest * step] += total - given;
    return true;
}

// Divides what comes to a class, where the seat moves, among the moves that it may make.
static bool settle_class(struct realisation *plan, unsigned node, unsigned class, weight total,
                         bool exact)
{
    const struct public_graph_position *position = public_tree_position(plan->tree, node);
    unsigned classes = position->classes[plan->seat];
    weight *part = realisation_move(plan, node, 0, class), sum = 0;
    uint64_t allowed = *public_tree_moves(plan->tree, node, class);
    for (unsigned e = 0; e < position->count; e++)
        sum += part[e * (size_t)classes];
    if (!total)
        for (unsigned e = 0; e < position->count; e++)
            part[e * (size_t)classes] = 0;
    else if (!sum)
        part[(63 - (unsigned)__builtin_clzll(allowed)) * (size_t)classes] = total;
    return !total || divide(total, part, position->count, classes, exact);
}

static bool settle_node(struct realisation *plan, unsigned node, const weight *flow, bool exact);

// What goes along a way of an edge comes to the classes behind it.
static bool settle_way(struct realisation *plan, unsigned node, unsigned e, unsigned way,
                       const weight *going, bool exact)
{
    const struct public_graph_edge *edge = public_tree_edge(plan->tree, node, e);
    unsigned classes = public_tree_position(plan->tree, node)->classes[plan->seat];
    unsigned child = public_tree_child(plan->tree, node, e, way);
    if (child == PUBLIC_TREE_NONE)
        return true;
    weight *into =
        zeroes(public_tree_position(plan->tree, child)->classes[plan->seat], sizeof *into);
    for (unsigned k = 0; into && k < classes; k++)
        if (public_graph_takes(edge, way, plan->seat, k))
            into[edge->way[way].next[plan->seat][k]] += going[k];
    bool fine = into && settle_node(plan, child, into, exact);
    plan->speaks[node] |= fine && plan->speaks[child];
    mem_free(into);
    return fine;
}

static bool settle_node(struct realisation *plan, unsigned node, const weight *flow, bool exact)
{
    const struct public_graph_position *position = public_tree_position(plan->tree, node);
    unsigned classes = position->classes[plan->seat];
    bool moves = position->mover == plan->seat, fine = true;
    for (unsigned k = 0; fine && moves && k < classes; k++) {
        fine = settle_class(plan, node, k, flow[k], exact);
        for (unsigned e = 0; e + 1 < position->count; e++)
            plan->speaks[node] |= *realisation_move(plan, node, e, k) > 0;
    }
    for (unsigned e = 0; e < position->count; e++) {
        const weight *going = moves ? realisation_move(plan, node, e, 0) : flow;
        for (unsigned way = 0; fine && way < public_tree_edge(plan->tree, node, e)->ways; way++)
            fine = settle_way(plan, node, e, way, going, exact);
    }
    return fine;
}

bool realisation_settle(struct realisation *plan, bool exact)
{
    unsigned classes = plan->tree->graph->positions[0].classes[plan->seat];
    return divide(plan->unit, plan->root, classes, 1, exact) &&
           settle_node(plan, 0, plan->root, exact);
}
