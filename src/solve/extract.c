// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/extract.h"

#include <string.h>

#include "core/memory.h"
#include "core/vector.h"
#include "solve/weights.h"

// A part of the plan that has one type, on its way down the tree.
struct carrier {
    unsigned type;
    unsigned at; // in the strategy, which knows how large the part is
};

struct mixer {
    struct strategy *strategy;
    mpq_t *weight; // by node of the strategy: of the own moves that lead there
    size_t room;
};

static const struct public_graph_position *position_of(const struct extract_plan *plan,
                                                       unsigned node)
{
    return public_tree_position(plan->tree, node);
}

static unsigned class_of(const struct extract_plan *plan, unsigned node, unsigned type)
{
    return position_of(plan, node)->class_of[plan->seat][type];
}

// Adds a node; unless it is an own move, with its parent's weight. 0 without memory.
static unsigned add(struct mixer *mixer, unsigned parent, struct strategy_step step,
                    mpq_srcptr share)
{
    unsigned count = mixer->strategy->count;
    if (!vector_grow(&mixer->weight, &mixer->room, count, sizeof *mixer->weight))
        return 0;
    unsigned added = strategy_add(mixer->strategy, parent, step, NULL);
    if (added) {
        mpq_init(mixer->weight[added]);
        mpq_set(mixer->weight[added], share ? share : mixer->weight[parent]);
    }
    return added;
}

// --- Own moves

// The carriers of one class at a node, which begin with the first, share out its moves: `left`
// by edge is what is left of each.
struct deal {
    const struct extract_plan *plan;
    unsigned node, class;
    mpq_t *left;
    struct carrier *dealt; // with the edge of each in dealt_to
    unsigned *dealt_to, made;
};

// What is left of each move at first, in the scale of the carriers. False where there is nothing.
static bool scale_moves(const struct mixer *mixer, struct deal *deal,
                        const struct carrier *carriers, unsigned count)
{
    const struct extract_plan *plan = deal->plan;
    unsigned moves = plan->tree->nodes[deal->node].count;
    mpq_t all, scale;
    mpq_inits(all, scale, NULL);
    for (unsigned e = 0; e < moves; e++) {
        plan->move(plan, deal->node, e, deal->class, deal->left[e]);
        mpq_add(all, all, deal->left[e]);
    }
    for (unsigned i = 0; i < count; i++)
        if (class_of(plan, deal->node, carriers[i].type) == deal->class)
            mpq_add(scale, scale, mixer->weight[carriers[i].at]);
    bool any = mpq_sgn(all) && mpq_sgn(scale);
    if (any && !mpq_equal(all, scale)) {
        mpq_div(scale, scale, all);
        for (unsigned e = 0; e < moves; e++)
            mpq_mul(deal->left[e], deal->left[e], scale);
    }
    mpq_clears(all, scale, NULL);
    return any;
}

// A carrier takes of the moves as much as it has.
static bool deal_to(struct mixer *mixer, struct deal *deal, struct carrier carrier)
{
    const struct public_tree *tree = deal->plan->tree;
    bool fine = true;
    mpq_t rest, part;
    mpq_inits(rest, part, NULL);
    mpq_set(rest, mixer->weight[carrier.at]);
    for (unsigned e = 0; fine && mpq_sgn(rest) && e < tree->nodes[deal->node].count; e++) {
        if (!mpq_sgn(deal->left[e]))
            continue;
        struct strategy_step step = { .move = public_tree_edge(tree, deal->node, e)->move,
                                      .kind = STRATEGY_OWN };
        mpq_set(part, mpq_cmp(rest, deal->left[e]) < 0 ? rest : deal->left[e]);
        unsigned at = add(mixer, carrier.at, step, part);
        fine = at;
        mpq_sub(deal->left[e], deal->left[e], part);
        mpq_sub(rest, rest, part);
        deal->dealt_to[deal->made] = e;
        deal->dealt[deal->made++] = (struct carrier){ carrier.type, at };
    }
    assert(!fine || !mpq_sgn(rest));
    mpq_clears(rest, part, NULL);
    return fine;
}

// Class by class, in the order of their first carriers.
static bool deal_moves(struct mixer *mixer, struct deal *deal, const struct carrier *carriers,
                       unsigned count)
{
    bool fine = true;
    for (unsigned i = 0; fine && i < count; i++) {
        bool first = true;
        deal->class = class_of(deal->plan, deal->node, carriers[i].type);
        for (unsigned k = 0; first && k < i; k++)
            first = class_of(deal->plan, deal->node, carriers[k].type) != deal->class;
        if (!first || !scale_moves(mixer, deal, carriers, count))
            continue;
        for (unsigned k = i; fine && k < count; k++)
            if (class_of(deal->plan, deal->node, carriers[k].type) == deal->class)
                fine = deal_to(mixer, deal, carriers[k]);
    }
    return fine;
}

// --- The recursion

static bool mix_node(struct mixer *mixer, const struct extract_plan *plan, unsigned node,
                     const struct carrier *carriers, unsigned count);

// By how many ways does the game go on, perhaps with a winner that is certain?
static unsigned count_open(const struct public_graph_edge *edge)
{
    unsigned count = 0;
    for (unsigned way = 0; way < edge->ways; way++)
        count += public_graph_goes_on(edge, way) || edge->way[way].child;
    return count;
}

// The plan behind a way of an edge, and its node there. False where nothing need be said, since
// the seat keeps to its last legal move.
static bool follow(const struct extract_plan *plan, unsigned node, unsigned e, unsigned way,
                   struct extract_plan *then, unsigned *child)
{
    *then = *plan;
    *child = public_tree_child(plan->tree, node, e, way);
    if (*child == PUBLIC_TREE_NONE)
        return false;
    if (plan->renewed && plan->renewed(plan, *child, then))
        *child = 0;
    return then->speaks(then, *child);
}

// Carriers that are at an edge's move go on, each by the ways that it may take. Where the
// game goes on by several, the outcome tells them apart. The scratch has room for all carriers.
static bool mix_ways(struct mixer *mixer, const struct extract_plan *plan, unsigned node,
                     unsigned e, const struct carrier *carriers, unsigned count,
                     struct carrier *scratch)
{
    const struct public_graph_edge *edge = public_tree_edge(plan->tree, node, e);
    bool fine = true, several = count_open(edge) > 1;
    for (unsigned way = 0; fine && way < edge->ways; way++) {
        struct strategy_step step = { .kind = STRATEGY_OUTCOME, .outcome = edge->way[way].outcome };
        struct extract_plan then;
        unsigned child, goes = 0;
        if (!follow(plan, node, e, way, &then, &child))
            continue;
        for (unsigned i = 0; fine && i < count; i++) {
            if (!public_graph_takes(edge, way, plan->seat, class_of(plan, node, carriers[i].type)))
                continue;
            scratch[goes] = carriers[i];
            if (several)
                scratch[goes].at = add(mixer, carriers[i].at, step, NULL);
            fine = !several || scratch[goes].at;
            goes++;
        }
        fine = fine && (!goes || mix_node(mixer, &then, child, scratch, goes));
    }
    return fine;
}

static bool mix_own(struct mixer *mixer, const struct extract_plan *plan, unsigned node,
                    const struct carrier *carriers, unsigned count)
{
    unsigned moves = plan->tree->nodes[node].count;
    size_t most = (size_t)count * moves;
    struct deal deal = { .plan = plan,
                         .node = node,
                         .left = weights_new(moves),
                         .dealt = mem_new(most * sizeof *deal.dealt),
                         .dealt_to = mem_new(most * sizeof *deal.dealt_to) };
    struct carrier *going = mem_new(2 * most * sizeof *going);
    bool fine = deal.left && deal.dealt && deal.dealt_to && going &&
                deal_moves(mixer, &deal, carriers, count);
    for (unsigned e = 0; fine && e < moves; e++) {
        unsigned goes = 0;
        for (unsigned i = 0; i < deal.made; i++)
            if (deal.dealt_to[i] == e)
                going[goes++] = deal.dealt[i];
        fine = mix_ways(mixer, plan, node, e, going, goes, going + most);
    }
    weights_free(deal.left, moves);
    mem_free(deal.dealt);
    mem_free(deal.dealt_to);
    mem_free(going);
    return fine;
}

static bool mix_other(struct mixer *mixer, const struct extract_plan *plan, unsigned node,
                      const struct carrier *carriers, unsigned count)
{
    struct carrier *going = mem_new(2 * count * sizeof *going);
    bool fine = going;
    for (unsigned e = 0; fine && e < plan->tree->nodes[node].count; e++) {
        struct strategy_step step = { .move = public_tree_edge(plan->tree, node, e)->move,
                                      .kind = STRATEGY_SEEN };
        struct extract_plan then;
        unsigned child;
        if (!follow(plan, node, e, 0, &then, &child) && !follow(plan, node, e, 1, &then, &child))
            continue;
        for (unsigned i = 0; fine && i < count; i++) {
            going[i] = (struct carrier){ carriers[i].type, add(mixer, carriers[i].at, step, NULL) };
            fine = going[i].at;
        }
        fine = fine && mix_ways(mixer, plan, node, e, going, count, going + count);
    }
    mem_free(going);
    return fine;
}

static bool mix_node(struct mixer *mixer, const struct extract_plan *plan, unsigned node,
                     const struct carrier *carriers, unsigned count)
{
    return (position_of(plan, node)->mover == plan->seat ? mix_own : mix_other)(mixer, plan, node,
                                                                                carriers, count);
}

// One type stands for its class.
static bool mix_types(struct mixer *mixer, const struct extract_plan *plan)
{
    const struct public_graph *graph = plan->tree->graph;
    unsigned classes = position_of(plan, 0)->classes[plan->seat], count = 0;
    struct carrier *carriers = mem_new(classes * sizeof *carriers);
    uint8_t *taken = mem_new(classes);
    bool fine = carriers && taken;
    mpq_t share;
    mpq_init(share);
    if (taken)
        memset(taken, 0, classes);
    for (unsigned i = 0; fine && i < graph->type_count[plan->seat]; i++) {
        unsigned class = class_of(plan, 0, i);
        if (taken[class])
            continue;
        taken[class] = true;
        plan->type(plan, class, share);
        if (!mpq_sgn(share))
            continue;
        carriers[count] = (struct carrier){ .type = i };
        if (graph->hides[plan->seat]) {
            struct strategy_step step = { .move = graph->types[plan->seat][i],
                                          .kind = STRATEGY_OWN };
            carriers[count].at = add(mixer, 0, step, share);
            fine = carriers[count].at;
        }
        count++;
    }
    if (fine && plan->speaks(plan, 0))
        fine = mix_node(mixer, plan, 0, carriers, count);
    mpq_clear(share);
    mem_free(carriers);
    mem_free(taken);
    return fine;
}

// Over a common denominator.
static void set_weights(const struct mixer *mixer)
{
    struct strategy_node *nodes = mixer->strategy->nodes;
    for (unsigned i = 1; i < mixer->strategy->count; i++)
        if (nodes[i].step.kind == STRATEGY_OWN)
            mpz_lcm(nodes[0].weight, nodes[0].weight, mpq_denref(mixer->weight[i]));
    for (unsigned i = 1; i < mixer->strategy->count; i++) {
        if (nodes[i].step.kind != STRATEGY_OWN)
            continue;
        mpz_divexact(nodes[i].weight, nodes[0].weight, mpq_denref(mixer->weight[i]));
        mpz_mul(nodes[i].weight, nodes[i].weight, mpq_numref(mixer->weight[i]));
    }
}

bool extract_strategy(const struct extract_plan *plan, struct strategy *strategy)
{
    struct mixer mixer = { .strategy = strategy };
    mpz_t one;
    mpz_init_set_ui(one, 1);
    bool fine = strategy_begin(strategy, one) &&
                vector_grow(&mixer.weight, &mixer.room, 0, sizeof *mixer.weight);
    mpz_clear(one);
    if (fine) {
        mpq_init(mixer.weight[0]);
        mpq_set_ui(mixer.weight[0], 1, 1);
        fine = mix_types(&mixer, plan);
        set_weights(&mixer);
        for (unsigned i = 0; i < strategy->count; i++)
            mpq_clear(mixer.weight[i]);
    }
    mem_free(mixer.weight);
    return fine;
}
