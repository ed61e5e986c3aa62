// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/extract.h"

#include <string.h>

#include "core/memory.h"
#include "solve/sure.h"

static void set_whole(mpz_t to, weight from)
{
    uint64_t word[2] = { (uint64_t)from, (uint64_t)(from >> 64) };
    mpz_import(to, 2, -1, sizeof *word, 0, 0, word);
}

static unsigned add_whole(struct strategy *strategy, unsigned parent, struct move move,
                          weight amount)
{
    struct strategy_step step = { .move = move, .kind = STRATEGY_OWN };
    mpz_t whole;
    mpz_init(whole);
    set_whole(whole, amount);
    unsigned added = strategy_add(strategy, parent, step, whole);
    mpz_clear(whole);
    return added;
}

static bool begin_whole(struct strategy *strategy, weight unit)
{
    mpz_t whole;
    mpz_init(whole);
    set_whole(whole, unit);
    bool begun = strategy_begin(strategy, whole);
    mpz_clear(whole);
    return begun;
}

// A part of the plan that has one type, on its way down the tree.
struct carrier {
    unsigned type;
    unsigned at; // in the strategy
    weight amount;
};

struct mixer {
    const struct realisation *plan;
    struct strategy *strategy;
};

static bool mix_node(const struct mixer *mixer, unsigned node, const struct carrier *carriers,
                     unsigned count);

// Gives the carriers of a class their moves, each as much as the plan says for the
// class: which of them does which makes no difference.
static bool deal_moves(const struct mixer *mixer, unsigned node, const struct carrier *carriers,
                       unsigned count, weight *left, struct carrier *dealt, unsigned *dealt_to)
{
    const struct restricted_tree *tree = mixer->plan->tree;
    const struct public_graph_position *position = restricted_tree_position(tree, node);
    unsigned made = 0, classes = position->classes[mixer->plan->seat];
    for (unsigned i = 0; i < count; i++) {
        unsigned class = position->class_of[mixer->plan->seat][carriers[i].type];
        weight rest = carriers[i].amount;
        for (unsigned e = 0; rest && e < position->count; e++) {
            weight *has = &left[e * (size_t)classes + class], part = rest < *has ? rest : *has;
            if (!part)
                continue;
            unsigned at = add_whole(mixer->strategy, carriers[i].at,
                                    tree->graph->edges[position->first + e].move, part);
            if (!at)
                return false;
            *has -= part;
            rest -= part;
            dealt_to[made] = e;
            dealt[made++] = (struct carrier){ carriers[i].type, at, part };
        }
        assert(!rest);
    }
    dealt_to[made] = position->count; // ends the list
    return true;
}

// Does the game go on along a way, perhaps with a winner that is certain?
static bool is_open(const struct public_graph_edge *edge, unsigned way)
{
    return public_graph_goes_on(edge, way) || edge->way[way].child;
}

// Where the seat keeps to its last legal move nothing need be said.
static bool speaks(const struct mixer *mixer, unsigned node)
{
    return node < mixer->plan->nodes && mixer->plan->speaks[node];
}

// Carriers that are at an edge's move go on, each by the ways that it may take. Where the
// game goes on by both, the outcome tells them apart. The scratch has room for all carriers.
static bool mix_ways(const struct mixer *mixer, unsigned node, unsigned e,
                     const struct carrier *carriers, unsigned count, struct carrier *scratch)
{
    const struct restricted_tree *tree = mixer->plan->tree;
    const struct public_graph_position *position = restricted_tree_position(tree, node);
    const struct public_graph_edge *edge = &tree->graph->edges[position->first + e];
    unsigned seat = mixer->plan->seat;
    bool fine = true, both = is_open(edge, 0) && is_open(edge, 1);
    for (unsigned way = 0; fine && way < PUBLIC_GRAPH_WAYS; way++) {
        unsigned child = restricted_tree_child(tree, node, e, way), goes = 0;
        struct strategy_step step = { .kind = STRATEGY_OUTCOME, .outcome = edge->way[way].outcome };
        if (child == TREE_NONE || !speaks(mixer, child))
            continue;
        for (unsigned i = 0; fine && i < count; i++) {
            if (!public_graph_takes(edge, way, seat, position->class_of[seat][carriers[i].type]))
                continue;
            scratch[goes] = carriers[i];
            if (both)
                scratch[goes].at = strategy_add(mixer->strategy, carriers[i].at, step, NULL);
            fine = scratch[goes++].at;
        }
        fine = fine && (!goes || mix_node(mixer, child, scratch, goes));
    }
    return fine;
}

static bool mix_own(const struct mixer *mixer, unsigned node, const struct carrier *carriers,
                    unsigned count)
{
    const struct restricted_tree *tree = mixer->plan->tree;
    const struct public_graph_position *position = restricted_tree_position(tree, node);
    size_t weights = (size_t)position->count * position->classes[mixer->plan->seat];
    size_t most = (size_t)count * position->count + 1;
    weight *left = mem_new(weights * sizeof *left);
    struct carrier *dealt = mem_new(most * sizeof *dealt);
    struct carrier *going = mem_new(2 * most * sizeof *going);
    unsigned *dealt_to = mem_new(most * sizeof *dealt_to);
    bool fine = left && dealt && going && dealt_to;
    if (fine) {
        memcpy(left, realisation_move(mixer->plan, node, 0, 0), weights * sizeof *left);
        fine = deal_moves(mixer, node, carriers, count, left, dealt, dealt_to);
    }
    for (unsigned e = 0; fine && e < position->count; e++) {
        unsigned goes = 0;
        for (unsigned i = 0; dealt_to[i] < position->count; i++)
            if (dealt_to[i] == e)
                going[goes++] = dealt[i];
        fine = mix_ways(mixer, node, e, going, goes, going + most);
    }
    mem_free(left);
    mem_free(dealt);
    mem_free(going);
    mem_free(dealt_to);
    return fine;
}

static bool mix_other(const struct mixer *mixer, unsigned node, const struct carrier *carriers,
                      unsigned count)
{
    const struct restricted_tree *tree = mixer->plan->tree;
    const struct public_graph_position *position = restricted_tree_position(tree, node);
    struct carrier *going = mem_new(2 * count * sizeof *going);
    bool fine = going;
    for (unsigned e = 0; fine && e < position->count; e++) {
        struct strategy_step step = { .move = tree->graph->edges[position->first + e].move,
                                      .kind = STRATEGY_SEEN };
        bool follows = false;
        for (unsigned way = 0; way < PUBLIC_GRAPH_WAYS; way++) {
            unsigned child = restricted_tree_child(tree, node, e, way);
            follows |= child != TREE_NONE && speaks(mixer, child);
        }
        for (unsigned i = 0; fine && follows && i < count; i++) {
            going[i] = carriers[i];
            going[i].at = strategy_add(mixer->strategy, carriers[i].at, step, NULL);
            fine = going[i].at;
        }
        fine = fine && (!follows || mix_ways(mixer, node, e, going, count, going + count));
    }
    mem_free(going);
    return fine;
}

static bool mix_node(const struct mixer *mixer, unsigned node, const struct carrier *carriers,
                     unsigned count)
{
    if (!speaks(mixer, node))
        return true;
    return restricted_tree_position(mixer->plan->tree, node)->mover == mixer->plan->seat
               ? mix_own(mixer, node, carriers, count)
               : mix_other(mixer, node, carriers, count);
}

// One type stands for its class.
static bool mix_plan(const struct realisation *plan, struct strategy *strategy)
{
    const struct public_graph *graph = plan->tree->graph;
    unsigned types = graph->type_count[plan->seat], count = 0;
    struct mixer mixer = { plan, strategy };
    struct carrier *carriers = mem_new(types * sizeof *carriers);
    uint8_t *taken = mem_new(graph->positions[0].classes[plan->seat]);
    bool fine = carriers && taken && begin_whole(strategy, plan->unit);
    if (taken)
        memset(taken, 0, graph->positions[0].classes[plan->seat]);
    for (unsigned i = 0; fine && i < types; i++) {
        unsigned class = graph->positions[0].class_of[plan->seat][i];
        if (taken[class] || !plan->root[class])
            continue;
        taken[class] = true;
        carriers[count] = (struct carrier){ i, 0, plan->root[class] };
        if (graph->hides[plan->seat]) {
            carriers[count].at =
                add_whole(strategy, 0, graph->types[plan->seat][i], plan->root[class]);
            fine = carriers[count].at;
        }
        count++;
    }
    fine = fine && mix_node(&mixer, 0, carriers, count);
    mem_free(carriers);
    mem_free(taken);
    return fine;
}

// What proves a sure win is the winner's strategy; of the loser's nothing is claimed.
static enum solve_stop mix_sure(const struct secrets *secrets, unsigned seat,
                                struct strategy *strategy)
{
    const uint64_t work = 100000000;
    if (!begin_whole(strategy, 1))
        return SOLVE_STOP_MEMORY;
    return seat == secrets->winner
               ? sure_strategy(&secrets->variant, secrets->first, seat, work, strategy)
               : SOLVE_STOP_NOT;
}

enum solve_stop extract_strategy(const struct secrets *secrets, unsigned seat,
                                 struct strategy *strategy)
{
    enum solve_stop stop = SOLVE_STOP_NOT;
    *strategy = (struct strategy){ 0 };
    if (secrets->winner)
        stop = mix_sure(secrets, seat, strategy);
    else if (!mix_plan(&secrets->found.plan[seat], strategy))
        stop = SOLVE_STOP_MEMORY;
    if (stop)
        strategy_clear(strategy);
    return stop;
}
