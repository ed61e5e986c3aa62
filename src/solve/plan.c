// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/plan.h"

#include <string.h>

#include "core/memory.h"

bool plan_new(struct plan *plan, const struct tree *tree, unsigned seat, uint64_t unit)
{
    *plan = (struct plan){ .tree = tree, .seat = seat, .unit = unit };
    plan->root = mem_new(tree->veil->shapes[0].classes[seat] * sizeof *plan->root);
    plan->move = mem_new(tree->size[seat] * sizeof *plan->move);
    return plan->root && plan->move;
}

void plan_clear(struct plan *plan)
{
    mem_free(plan->root);
    mem_free(plan->move);
    *plan = (struct plan){ 0 };
}

// --- Walking a plan down the tree: how much of it comes to a node, by class

// Arrays for one walk, given out and taken back in order.
struct arena {
    uint64_t *at;
    size_t used, room;
};

static bool arena_new(struct arena *arena, const struct tree *tree)
{
    size_t widest = 1, depth = 2 + game_bound(tree->veil->variant);
    for (unsigned i = 0; i < tree->veil->shape_count; i++) {
        const struct veil_shape *shape = &tree->veil->shapes[i];
        for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
            widest = shape->classes[seat] > widest ? shape->classes[seat] : widest;
    }
    *arena = (struct arena){ .room = depth * widest * 3 };
    arena->at = mem_new(arena->room * sizeof *arena->at);
    return arena->at;
}

static uint64_t *arena_take(struct arena *arena, size_t count)
{
    uint64_t *taken = arena->at + arena->used;
    arena->used += count;
    assert(arena->used <= arena->room);
    memset(taken, 0, count * sizeof *taken);
    return taken;
}

// What goes on through an edge, one way, to its child; the flow is by class of `seat`.
static void pass_on(const struct veil_edge *edge, unsigned way, unsigned seat, unsigned classes,
                    const uint64_t *flow, uint64_t *into)
{
    for (unsigned k = 0; k < classes; k++)
        if (veil_takes(edge, way, seat, k))
            into[edge->way[way].next[seat][k]] += flow[k];
}

// --- Making plans

bool plan_from_rationals(struct plan *plan, const mpq_t *root, const mpq_t *move)
{
    unsigned classes = plan->tree->veil->shapes[0].classes[plan->seat];
    size_t size = plan->tree->size[plan->seat];
    mpz_t unit, whole;
    mpz_inits(unit, whole, NULL);
    mpz_set_ui(unit, 1);
    for (size_t i = 0; i < classes + size; i++)
        mpz_lcm(unit, unit, mpq_denref(i < classes ? root[i] : move[i - classes]));
    bool fits = mpz_sizeinbase(unit, 2) <= 62;
    for (size_t i = 0; fits && i < classes + size; i++) {
        mpq_srcptr share = i < classes ? root[i] : move[i - classes];
        mpz_divexact(whole, unit, mpq_denref(share));
        mpz_mul(whole, whole, mpq_numref(share));
        fits = mpz_sgn(whole) >= 0 && mpz_cmp(whole, unit) <= 0;
        *(i < classes ? &plan->root[i] : &plan->move[i - classes]) = mpz_get_ui(whole);
    }
    plan->unit = mpz_get_ui(unit);
    mpz_clears(unit, whole, NULL);
    return fits;
}

// Shares below this part of the whole are noise.
static const double noise = 1e-4;

// Divides a whole among `count` shares that lie `step` apart.
static void divide(uint64_t total, const float *share, unsigned count, size_t step, double least,
                   uint64_t *to)
{
    double sum = 0;
    unsigned largest = 0;
    uint64_t given = 0;
    for (unsigned i = 0; i < count; i++) {
        sum += share[i * step];
        largest = share[i * step] > share[largest * step] ? i : largest;
    }
    for (unsigned i = 0; i < count; i++) {
        double part = sum > 0 ? share[i * step] / sum : 0;
        to[i * step] = part < least ? 0 : (uint64_t)(part * (double)total * 0.999999999);
        given += to[i * step];
    }
    assert(given <= total);
    to[largest * step] += total - given;
}

static void divide_node(struct plan *plan, const float *move, unsigned node, const uint64_t *flow,
                        struct arena *arena)
{
    const struct veil_shape *shape = tree_shape(plan->tree, node);
    const struct tree_node *here = &plan->tree->nodes[node];
    unsigned classes = shape->classes[plan->seat];
    bool moves = shape->mover == plan->seat;
    for (unsigned k = 0; moves && k < classes; k++)
        divide(flow[k], move + here->at + k, shape->count, classes, noise,
               plan->move + here->at + k);
    for (unsigned i = 0; i < VEIL_WAYS * shape->count; i++) {
        unsigned e = i / VEIL_WAYS, child = plan->tree->child[here->children + i];
        if (child == TREE_END)
            continue;
        size_t mark = arena->used;
        uint64_t *into = arena_take(arena, tree_shape(plan->tree, child)->classes[plan->seat]);
        pass_on(&plan->tree->veil->edges[shape->first + e], i % VEIL_WAYS, plan->seat, classes,
                moves ? plan->move + here->at + e * classes : flow, into);
        divide_node(plan, move, child, into, arena);
        arena->used = mark;
    }
}

bool plan_from_shares(struct plan *plan, const float *root, const float *move)
{
    struct arena arena;
    if (!arena_new(&arena, plan->tree))
        return false;
    divide(plan->unit, root, plan->tree->veil->shapes[0].classes[plan->seat], 1, noise / 10,
           plan->root);
    divide_node(plan, move, 0, plan->root, &arena);
    mem_free(arena.at);
    return true;
}

// --- Checking plans

// Subtracting, since a sum could wrap around to what is right.
static bool take(uint64_t *left, uint64_t weight)
{
    bool there = weight <= *left;
    *left -= there ? weight : 0;
    return there;
}

static bool node_holds(const struct plan *plan, unsigned node, const uint64_t *flow,
                       struct arena *arena)
{
    const struct veil_shape *shape = tree_shape(plan->tree, node);
    const struct tree_node *here = &plan->tree->nodes[node];
    unsigned classes = shape->classes[plan->seat];
    bool moves = shape->mover == plan->seat, holds = true;
    for (unsigned k = 0; moves && k < classes; k++) {
        uint64_t left = flow[k];
        for (unsigned e = 0; holds && e < shape->count; e++)
            holds = take(&left, plan->move[here->at + e * classes + k]);
        holds = holds && !left;
    }
    for (unsigned i = 0; holds && i < VEIL_WAYS * shape->count; i++) {
        unsigned e = i / VEIL_WAYS, child = plan->tree->child[here->children + i];
        if (child == TREE_END)
            continue;
        size_t mark = arena->used;
        uint64_t *into = arena_take(arena, tree_shape(plan->tree, child)->classes[plan->seat]);
        pass_on(&plan->tree->veil->edges[shape->first + e], i % VEIL_WAYS, plan->seat, classes,
                moves ? plan->move + here->at + e * classes : flow, into);
        holds = node_holds(plan, child, into, arena);
        arena->used = mark;
    }
    return holds;
}

bool plan_holds(const struct plan *plan)
{
    struct arena arena;
    uint64_t left = plan->unit;
    bool whole = true;
    for (unsigned k = 0; whole && k < plan->tree->veil->shapes[0].classes[plan->seat]; k++)
        whole = take(&left, plan->root[k]);
    if (!whole || left || !arena_new(&arena, plan->tree))
        return false;
    bool holds = node_holds(plan, 0, plan->root, &arena);
    mem_free(arena.at);
    return holds;
}

// What one way of an edge wins outright of the flow.
static uint64_t won_outright(const struct plan *plan, const struct veil_edge *edge, unsigned way,
                             unsigned classes, const uint64_t *flow)
{
    uint64_t won = 0;
    for (unsigned k = 0; edge->way[way].winner == plan->seat && k < classes; k++)
        if (veil_takes(edge, way, plan->seat, k))
            won += flow[k];
    return won;
}

static void answer_node(const struct plan *plan, unsigned node, const uint64_t *flow,
                        struct arena *arena, uint64_t *least);

// Adds what the plan still wins one way, by class of the answerer at the node.
static void answer_way(const struct plan *plan, unsigned node, unsigned e, unsigned way,
                       const uint64_t *flow, struct arena *arena, uint64_t *won)
{
    const struct veil_shape *shape = tree_shape(plan->tree, node);
    const struct veil_edge *edge = &plan->tree->veil->edges[shape->first + e];
    unsigned child = tree_child(plan->tree, node, e, way), answerer = opponent(plan->seat);
    uint64_t outright = won_outright(plan, edge, way, shape->classes[plan->seat], flow);
    uint64_t *after = NULL;
    size_t mark = arena->used;
    if (child != TREE_END) {
        const struct veil_shape *next = tree_shape(plan->tree, child);
        uint64_t *into = arena_take(arena, next->classes[plan->seat]);
        after = arena_take(arena, next->classes[answerer]);
        pass_on(edge, way, plan->seat, shape->classes[plan->seat], flow, into);
        answer_node(plan, child, into, arena, after);
    }
    for (unsigned j = 0; j < shape->classes[answerer]; j++)
        if (veil_takes(edge, way, answerer, j))
            won[j] += outright + (after ? after[edge->way[way].next[answerer][j]] : 0);
    arena->used = mark;
}

// By class of the answerer at the node: what the plan still wins through an edge.
static void answer_edge(const struct plan *plan, unsigned node, unsigned e, const uint64_t *flow,
                        struct arena *arena, uint64_t *won)
{
    const struct veil_shape *shape = tree_shape(plan->tree, node);
    memset(won, 0, shape->classes[opponent(plan->seat)] * sizeof *won);
    for (unsigned way = 0; way < VEIL_WAYS; way++)
        answer_way(plan, node, e, way, flow, arena, won);
}

// At the plan's own nodes its moves add up; at the answerer's the worst counts.
static void answer_node(const struct plan *plan, unsigned node, const uint64_t *flow,
                        struct arena *arena, uint64_t *least)
{
    const struct veil_shape *shape = tree_shape(plan->tree, node);
    unsigned answers = shape->classes[opponent(plan->seat)];
    bool moves = shape->mover == plan->seat;
    const uint64_t *own = plan->move + plan->tree->nodes[node].at;
    size_t mark = arena->used;
    uint64_t *won = arena_take(arena, answers);
    for (unsigned e = 0; e < shape->count; e++) {
        answer_edge(plan, node, e, moves ? own + e * shape->classes[plan->seat] : flow, arena, won);
        for (unsigned j = 0; j < answers; j++)
            if (moves)
                least[j] += won[j];
            else if (!e || won[j] < least[j])
                least[j] = won[j];
    }
    arena->used = mark;
}

bool plan_answers(const struct plan *plan, uint64_t *least)
{
    struct arena arena;
    const struct veil *veil = plan->tree->veil;
    unsigned answerer = opponent(plan->seat);
    if (!arena_new(&arena, plan->tree))
        return false;
    uint64_t *by_class = arena_take(&arena, veil->shapes[0].classes[answerer]);
    answer_node(plan, 0, plan->root, &arena, by_class);
    for (unsigned i = 0; i < veil->type_count[answerer]; i++)
        least[i] = by_class[veil->shapes[0].class_of[answerer][i]];
    mem_free(arena.at);
    return true;
}

bool plan_guarantee(const struct plan *plan, uint64_t *least)
{
    unsigned types = plan->tree->veil->type_count[opponent(plan->seat)];
    uint64_t *by_type = mem_new(types * sizeof *by_type);
    bool fine = by_type && plan_answers(plan, by_type);
    for (unsigned i = 0; fine && i < types; i++)
        *least = !i || by_type[i] < *least ? by_type[i] : *least;
    mem_free(by_type);
    return fine;
}

static unsigned edge_of(const struct tree *tree, unsigned node, struct move move)
{
    const struct veil_shape *shape = tree_shape(tree, node);
    unsigned e = 0;
    while (e < shape->count && !move_equal(tree->veil->edges[shape->first + e].move, move))
        e++;
    return e;
}

unsigned plan_find(const struct plan *plan, const struct event *events, unsigned count)
{
    unsigned node = 0;
    for (unsigned i = 0; i < count && node != TREE_END; i++) {
        const struct veil_shape *shape = tree_shape(plan->tree, node);
        unsigned e = edge_of(plan->tree, node, events[i].move);
        if (e == shape->count)
            return TREE_END;
        const struct veil_edge *edge = &plan->tree->veil->edges[shape->first + e];
        unsigned way = edge->reader && edge->way[1].outcome == events[i].outcome;
        node = tree_child(plan->tree, node, e, way);
    }
    return node;
}

// The plan's flow into a node: that into its parent, passed on.
static void flow_into(const struct plan *plan, unsigned node, struct arena *arena, uint64_t *flow)
{
    const struct tree_node *here = &plan->tree->nodes[node];
    if (here->parent == TREE_END) {
        memcpy(flow, plan->root, tree_shape(plan->tree, 0)->classes[plan->seat] * sizeof *flow);
        return;
    }
    const struct veil_shape *before = tree_shape(plan->tree, here->parent);
    unsigned classes = before->classes[plan->seat];
    const uint64_t *through =
        plan->move + plan->tree->nodes[here->parent].at + (here->by - before->first) * classes;
    if (before->mover != plan->seat) {
        uint64_t *into = arena_take(arena, classes);
        flow_into(plan, here->parent, arena, into);
        through = into;
    }
    pass_on(&plan->tree->veil->edges[here->by], here->way, plan->seat, classes, through, flow);
}

bool plan_after(const struct plan *plan, const struct event *events, unsigned count, unsigned type,
                uint64_t *won, uint64_t *all)
{
    unsigned node = plan_find(plan, events, count), answerer = opponent(plan->seat);
    struct arena arena;
    if (node == TREE_END || !arena_new(&arena, plan->tree))
        return false;
    const struct veil_shape *shape = tree_shape(plan->tree, node);
    uint64_t *flow = arena_take(&arena, shape->classes[plan->seat]);
    uint64_t *by_class = arena_take(&arena, shape->classes[answerer]);
    flow_into(plan, node, &arena, flow);
    *all = 0;
    for (unsigned k = 0; k < shape->classes[plan->seat]; k++)
        *all += flow[k];
    for (unsigned e = 0; e < shape->count; e++) {
        answer_edge(plan, node, e, flow, &arena, by_class);
        won[e] = by_class[shape->class_of[answerer][type]];
    }
    mem_free(arena.at);
    return true;
}
