// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/bounds.h"

#include <string.h>

#include "core/memory.h"

// Regret matching plus with predictions: what was missed in the last round counts
// once more, and later rounds weigh more in the average.
struct learner {
    float *regret, *last, *average;                // as the tree's weights
    float *root_regret, *root_last, *root_average; // by class at the root
};

struct bounds {
    const struct tree *tree;
    struct learner learner[SEATS];
    float *arena;
    size_t used, room;
    unsigned round;
    unsigned learning; // the seat that learns in this walk
    uint64_t nodes;
};

static const uint64_t plan_unit = (uint64_t)1 << 50;

static float *numbers(size_t count)
{
    float *at = mem_new(count * sizeof *at);
    for (size_t i = 0; at && i < count; i++)
        at[i] = 0;
    return at;
}

static bool learner_new(struct learner *learner, size_t size, unsigned classes)
{
    *learner = (struct learner){ .regret = numbers(size),
                                 .last = numbers(size),
                                 .average = numbers(size),
                                 .root_regret = numbers(classes),
                                 .root_last = numbers(classes),
                                 .root_average = numbers(classes) };
    return learner->regret && learner->last && learner->average && learner->root_regret &&
           learner->root_last && learner->root_average;
}

static void learner_free(struct learner *learner)
{
    mem_free(learner->regret);
    mem_free(learner->last);
    mem_free(learner->average);
    mem_free(learner->root_regret);
    mem_free(learner->root_last);
    mem_free(learner->root_average);
}

// Room for every array that one walk holds at once.
static size_t walk_room(const struct tree *tree)
{
    size_t widest = 1, moves = 1, depth = 2 + game_bound(tree->veil->variant);
    for (unsigned i = 0; i < tree->veil->shape_count; i++) {
        const struct veil_shape *shape = &tree->veil->shapes[i];
        for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
            widest = shape->classes[seat] > widest ? shape->classes[seat] : widest;
        moves = shape->count > moves ? shape->count : moves;
    }
    return depth * widest * (2 * moves + 4);
}

double bounds_memory(double nodes, double weights)
{
    return nodes * (sizeof(struct tree_node) + 3 * sizeof(unsigned)) +
           weights * (3 * sizeof(float) + sizeof(uint64_t));
}

struct bounds *bounds_new(const struct tree *tree)
{
    struct bounds *bounds = mem_new(sizeof *bounds);
    if (!bounds)
        return NULL;
    *bounds = (struct bounds){ .tree = tree, .room = walk_room(tree) };
    bounds->arena = numbers(bounds->room);
    bool enough = bounds->arena;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        if (!learner_new(&bounds->learner[seat], tree->size[seat],
                         tree->veil->shapes[0].classes[seat]))
            enough = false;
    if (enough)
        return bounds;
    bounds_free(bounds);
    return NULL;
}

void bounds_free(struct bounds *bounds)
{
    if (!bounds)
        return;
    learner_free(&bounds->learner[SEAT_1]);
    learner_free(&bounds->learner[SEAT_2]);
    mem_free(bounds->arena);
    mem_free(bounds);
}

static float *take(struct bounds *bounds, size_t count)
{
    float *taken = bounds->arena + bounds->used;
    bounds->used += count;
    assert(bounds->used <= bounds->room);
    memset(taken, 0, count * sizeof *taken);
    return taken;
}

static float above(float x)
{
    return x > 0 ? x : 0;
}

// The shares that a class gives to its `count` moves, `step` apart.
static void match_regrets(const float *regret, const float *last, unsigned count, size_t step,
                          float *share)
{
    float sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += share[i * step] = above(regret[i * step] + last[i * step]);
    for (unsigned i = 0; i < count; i++)
        share[i * step] = sum > 0 ? share[i * step] / sum : 1 / (float)count;
}

static void pass_on(const struct veil_edge *edge, unsigned way, unsigned seat, unsigned classes,
                    const float *flow, float *into)
{
    for (unsigned k = 0; k < classes; k++)
        if (veil_takes(edge, way, seat, k))
            into[edge->way[way].next[seat][k]] += flow[k];
}

static bool any(const float *flow, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (flow[i] > 0)
            return true;
    return false;
}

static void walk_node(struct bounds *bounds, unsigned node, const float *own, const float *other,
                      float *value);

// Adds what one way of an edge wins for the learner, by its class: `own` and `other`
// are the flows of the two seats into the edge.
static void walk_way(struct bounds *bounds, unsigned node, unsigned e, unsigned way,
                     const float *own, const float *other, float *value)
{
    const struct tree *tree = bounds->tree;
    const struct veil_shape *shape = tree_shape(tree, node);
    const struct veil_edge *edge = &tree->veil->edges[shape->first + e];
    unsigned seat = bounds->learning, rival = opponent(seat);
    unsigned child = tree_child(tree, node, e, way);
    float going = 0, *after = NULL;
    size_t mark = bounds->used;
    for (unsigned k = 0; k < shape->classes[rival]; k++)
        going += veil_takes(edge, way, rival, k) ? other[k] : 0;
    if (child != TREE_END) {
        const struct veil_shape *next = tree_shape(tree, child);
        float *own_into = take(bounds, next->classes[seat]);
        float *other_into = take(bounds, next->classes[rival]);
        after = take(bounds, next->classes[seat]);
        pass_on(edge, way, seat, shape->classes[seat], own, own_into);
        pass_on(edge, way, rival, shape->classes[rival], other, other_into);
        // Where neither comes there is nothing to win and nothing to learn.
        if (going > 0 || any(own_into, next->classes[seat]))
            walk_node(bounds, child, own_into, other_into, after);
    }
    float ended = edge->way[way].winner == seat ? going : 0;
    for (unsigned k = 0; k < shape->classes[seat]; k++)
        if (veil_takes(edge, way, seat, k))
            value[k] += ended + (after ? after[edge->way[way].next[seat][k]] : 0);
    bounds->used = mark;
}

static void walk_edge(struct bounds *bounds, unsigned node, unsigned e, const float *own,
                      const float *other, float *value)
{
    const struct veil_shape *shape = tree_shape(bounds->tree, node);
    const struct veil_edge *edge = &bounds->tree->veil->edges[shape->first + e];
    memset(value, 0, shape->classes[bounds->learning] * sizeof *value);
    for (unsigned way = 0; way < (edge->reader ? VEIL_WAYS : 1); way++)
        walk_way(bounds, node, e, way, own, other, value);
}

// Learns from what each move would have won.
static void learn(struct bounds *bounds, unsigned node, const float *own, const float *share,
                  const float *won, const float *value)
{
    const struct veil_shape *shape = tree_shape(bounds->tree, node);
    const struct learner *learner = &bounds->learner[bounds->learning];
    unsigned classes = shape->classes[bounds->learning];
    size_t at = bounds->tree->nodes[node].at;
    float *regret = learner->regret + at, *last = learner->last + at;
    float *average = learner->average + at;
    float weight = (float)bounds->round * (float)bounds->round;
    for (unsigned e = 0; e < shape->count; e++)
        for (unsigned k = 0; k < classes; k++) {
            size_t i = e * (size_t)classes + k;
            last[i] = won[i] - value[k];
            regret[i] = above(regret[i] + last[i]);
            average[i] += weight * own[k] * share[i];
        }
}

static void walk_own(struct bounds *bounds, unsigned node, const float *own, const float *other,
                     float *value)
{
    const struct veil_shape *shape = tree_shape(bounds->tree, node);
    const struct learner *learner = &bounds->learner[bounds->learning];
    unsigned classes = shape->classes[bounds->learning];
    size_t mark = bounds->used, at = bounds->tree->nodes[node].at;
    float *share = take(bounds, (size_t)shape->count * classes);
    float *won = take(bounds, (size_t)shape->count * classes);
    float *flow = take(bounds, classes);
    for (unsigned k = 0; k < classes; k++)
        match_regrets(learner->regret + at + k, learner->last + at + k, shape->count, classes,
                      share + k);
    for (unsigned e = 0; e < shape->count; e++) {
        const float *part = share + e * (size_t)classes;
        for (unsigned k = 0; k < classes; k++)
            flow[k] = own[k] * part[k];
        walk_edge(bounds, node, e, flow, other, won + e * (size_t)classes);
        for (unsigned k = 0; k < classes; k++)
            value[k] += part[k] * won[e * (size_t)classes + k];
    }
    learn(bounds, node, own, share, won, value);
    bounds->used = mark;
}

static void walk_other(struct bounds *bounds, unsigned node, const float *own, const float *other,
                       float *value)
{
    const struct veil_shape *shape = tree_shape(bounds->tree, node);
    const struct learner *rival = &bounds->learner[opponent(bounds->learning)];
    unsigned classes = shape->classes[opponent(bounds->learning)];
    size_t mark = bounds->used, at = bounds->tree->nodes[node].at;
    float *share = take(bounds, (size_t)shape->count * classes);
    float *flow = take(bounds, classes), *won = take(bounds, shape->classes[bounds->learning]);
    for (unsigned k = 0; k < classes; k++)
        match_regrets(rival->regret + at + k, rival->last + at + k, shape->count, classes,
                      share + k);
    for (unsigned e = 0; e < shape->count; e++) {
        for (unsigned k = 0; k < classes; k++)
            flow[k] = other[k] * share[e * (size_t)classes + k];
        walk_edge(bounds, node, e, own, flow, won);
        for (unsigned k = 0; k < shape->classes[bounds->learning]; k++)
            value[k] += won[k];
    }
    bounds->used = mark;
}

static void walk_node(struct bounds *bounds, unsigned node, const float *own, const float *other,
                      float *value)
{
    bounds->nodes++;
    if (tree_shape(bounds->tree, node)->mover == bounds->learning)
        walk_own(bounds, node, own, other, value);
    else
        walk_other(bounds, node, own, other, value);
}

// Hiding is the first choice, and is learnt like any other.
static void learn_root(struct bounds *bounds)
{
    const struct veil_shape *root = &bounds->tree->veil->shapes[0];
    struct learner *learner = &bounds->learner[bounds->learning];
    const struct learner *rival = &bounds->learner[opponent(bounds->learning)];
    unsigned classes = root->classes[bounds->learning];
    unsigned others = root->classes[opponent(bounds->learning)];
    float *own = take(bounds, classes), *other = take(bounds, others);
    float *value = take(bounds, classes), mean = 0;
    float weight = (float)bounds->round * (float)bounds->round;
    match_regrets(learner->root_regret, learner->root_last, classes, 1, own);
    match_regrets(rival->root_regret, rival->root_last, others, 1, other);
    walk_node(bounds, 0, own, other, value);
    for (unsigned k = 0; k < classes; k++)
        mean += own[k] * value[k];
    for (unsigned k = 0; k < classes; k++) {
        learner->root_last[k] = value[k] - mean;
        learner->root_regret[k] = above(learner->root_regret[k] + learner->root_last[k]);
        learner->root_average[k] += weight * own[k];
    }
    bounds->used = 0;
}

bool bounds_play(struct bounds *bounds, unsigned rounds, const struct solve_limits *limits)
{
    for (unsigned i = 0; i < rounds; i++) {
        bounds->round++;
        for (bounds->learning = SEAT_1; bounds->learning <= SEAT_2; bounds->learning++)
            learn_root(bounds);
        if (limits && limits->go_on &&
            !limits->go_on(limits->whom, bounds->nodes, (double)i / rounds))
            return false;
    }
    return true;
}

bool bounds_plan(const struct bounds *bounds, unsigned seat, struct plan *plan)
{
    return plan_new(plan, bounds->tree, seat, plan_unit) &&
           plan_from_shares(plan, bounds->learner[seat].root_average,
                            bounds->learner[seat].average);
}
