// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/double_oracle.h"

#include <string.h>

#include "core/memory.h"
#include "solve/sequence_form.h"

// How many types are added at once for each seat.
enum { TYPES_A_ROUND = 6 };

// In the first turns everything that is better than the value is added, not only the best.
enum { WIDE_TURNS = 2 };

// --- Letting the tree allow a reply

// A place that the tree may not have yet.
struct place {
    const struct place *up;
    unsigned node, position, e, way, turns;
};

struct growth {
    struct public_tree *tree;
    struct best_reply *reply;
    weight slack; // how much worse than the best a wide move may be
};

static unsigned node_of(struct growth *growth, const struct place *place)
{
    if (place->node != PUBLIC_TREE_NONE || !place->up)
        return place->node;
    return public_tree_grow(growth->tree, node_of(growth, place->up), place->e, place->way);
}

static bool grow_at(struct growth *growth, const struct place *place,
                    const struct best_reply_flow *flow, const uint16_t *classes, unsigned count,
                    weight slack);

// Follows an edge with some classes of the replier's.
static bool grow_edge(struct growth *growth, const struct place *place, unsigned e,
                      const struct best_reply_flow *flow, const uint16_t *classes, unsigned count,
                      weight slack)
{
    struct best_reply *reply = growth->reply;
    const struct public_graph *graph = growth->tree->graph;
    const struct public_graph_position *position = &graph->positions[place->position];
    const struct public_graph_edge *edge = &graph->edges[position->first + e];
    uint16_t next[TYPES_A_ROUND];
    bool fine = true;
    for (unsigned way = 0; fine && way < edge->ways; way++) {
        struct best_reply_flow part;
        unsigned going = 0;
        if (!public_graph_goes_on(edge, way))
            continue;
        for (unsigned i = 0; i < count; i++) {
            if (!public_graph_takes(edge, way, reply->seat, classes[i]))
                continue;
            uint16_t to = edge->way[way].next[reply->seat][classes[i]];
            unsigned k = 0;
            while (k < going && next[k] != to)
                k++;
            if (k == going)
                next[going++] = to;
        }
        fine = best_reply_flow_way(reply, place->position, e, way, flow, &part);
        struct place child = { .up = place,
                               .node = public_tree_child(growth->tree, place->node, e, way),
                               .position = edge->way[way].child,
                               .e = e,
                               .way = way,
                               .turns = place->turns + (position->mover == reply->seat) };
        if (fine && going && part.count)
            fine = grow_at(growth, &child, &part, next, going, slack);
        best_reply_flow_free(&part);
    }
    return fine;
}

// The moves that a class is to be allowed: the best, and the silent one if it is as good;
// in the first turns also what is nearly as good.
static uint64_t choose(const struct public_graph_position *position, const weight *won, size_t step,
                       weight slack, bool wide, weight *least)
{
    unsigned best = position->count - 1;
    uint64_t moves = 0;
    for (unsigned e = position->count; e-- > 0;)
        if (won[e * step] < won[best * step])
            best = e;
    *least = won[best * step];
    for (unsigned e = 0; e < position->count; e++)
        if (e == best || (wide && won[e * step] - *least < slack))
            moves |= (uint64_t)1 << e;
    return moves;
}

static bool grow_reply(struct growth *growth, const struct place *place,
                       const struct best_reply_flow *flow, const uint16_t *classes, unsigned count,
                       weight slack)
{
    struct best_reply *reply = growth->reply;
    const struct public_graph_position *position = &growth->tree->graph->positions[place->position];
    unsigned answers = position->classes[reply->seat];
    weight *won = mem_new((size_t)position->count * answers * sizeof *won), least[TYPES_A_ROUND];
    uint64_t moves[TYPES_A_ROUND], silent = (uint64_t)1 << (position->count - 1);
    bool fine = won;
    for (unsigned e = 0; fine && e < position->count; e++)
        fine = best_reply_edge(reply, place->position, place->node, e, flow,
                               won + e * (size_t)answers);
    for (unsigned i = 0; fine && i < count; i++) {
        moves[i] = choose(position, won + classes[i], answers, slack, place->turns < WIDE_TURNS,
                          &least[i]);
        if (place->node == PUBLIC_TREE_NONE && moves[i] == silent)
            continue;
        unsigned node = node_of(growth, place);
        fine = node != PUBLIC_TREE_NONE;
        if (fine)
            *public_tree_moves(growth->tree, node, classes[i]) |= moves[i];
    }
    for (unsigned e = 0; fine && e < position->count; e++) {
        uint16_t going[TYPES_A_ROUND];
        weight left = slack;
        unsigned goes = 0;
        for (unsigned i = 0; i < count; i++)
            if (moves[i] >> e & 1) {
                weight worse = won[e * (size_t)answers + classes[i]] - least[i];
                left = worse < left ? left - worse : 0;
                going[goes++] = classes[i];
            }
        if (goes)
            fine = grow_edge(growth, place, e, flow, going, goes, left);
    }
    mem_free(won);
    return fine;
}

static bool grow_at(struct growth *growth, const struct place *place,
                    const struct best_reply_flow *flow, const uint16_t *classes, unsigned count,
                    weight slack)
{
    struct best_reply *reply = growth->reply;
    const struct public_graph_position *position = &growth->tree->graph->positions[place->position];
    struct place here = *place;
    bool fine = true;
    if (here.node == PUBLIC_TREE_NONE && here.up && here.up->node != PUBLIC_TREE_NONE)
        here.node = public_tree_child(growth->tree, here.up->node, here.e, here.way);
    if (position->mover == reply->seat)
        return grow_reply(growth, &here, flow, classes, count, slack);
    for (unsigned e = 0; fine && e < position->count; e++) {
        struct best_reply_flow part;
        fine = best_reply_flow_move(reply, here.position, here.node, e, flow, &part);
        if (fine && part.count)
            fine = grow_edge(growth, &here, e, &part, classes, count, slack);
        best_reply_flow_free(&part);
    }
    return fine;
}

// --- One round

// The classes that do best against the plan, the best first, among those that do better
// than `value`.
static unsigned best_types(const weight *least, unsigned classes, weight value, uint16_t *best)
{
    unsigned count = 0;
    for (unsigned j = 0; j < classes; j++) {
        if (least[j] >= value || (count == TYPES_A_ROUND && least[j] >= least[best[count - 1]]))
            continue;
        unsigned at = count < TYPES_A_ROUND ? count++ : count - 1;
        for (; at > 0 && least[best[at - 1]] > least[j]; at--)
            best[at] = best[at - 1];
        best[at] = (uint16_t)j;
    }
    return count;
}

// Keeps the plan if it proves more than the one before.
static void keep(struct double_oracle *oracle, struct realisation *plan, weight least)
{
    mpq_t proved;
    mpq_init(proved);
    weights_ratio(proved, least, plan->unit);
    if (plan->seat == SEAT_2)
        mpz_sub(mpq_numref(proved), mpq_denref(proved), mpq_numref(proved));
    bool better =
        plan->seat == SEAT_1 ? mpq_cmp(proved, oracle->lo) > 0 : mpq_cmp(proved, oracle->hi) < 0;
    if (better || !oracle->plan[plan->seat].tree) {
        mpq_set(plan->seat == SEAT_1 ? oracle->lo : oracle->hi, proved);
        realisation_clear(&oracle->plan[plan->seat]);
        oracle->plan[plan->seat] = *plan;
        *plan = (struct realisation){ 0 };
    }
    mpq_clear(proved);
}

// Finds the best reply to a plan and lets the tree allow it.
static enum solve_stop improve(struct double_oracle *oracle, struct realisation *plan, double value,
                               const struct limits *limits)
{
    unsigned seat = opponent(plan->seat);
    unsigned classes = oracle->graph->positions[0].classes[seat];
    struct best_reply reply;
    struct best_reply_flow flow = { 0 };
    uint16_t best[TYPES_A_ROUND];
    weight *least = mem_new(classes * sizeof *least);
    best_reply_begin(&reply, plan, limits);
    bool fine = least && best_reply_root(&reply, least);
    weight lowest = 0;
    for (unsigned j = 0; fine && j < classes; j++)
        lowest = j == 0 || least[j] < lowest ? least[j] : lowest;
    double share = plan->seat == SEAT_1 ? value : 1 - value;
    weight worth = (weight)(share * (double)plan->unit + 0.5); // a whole number, if it is exact
    weight noise = plan->unit >> 36;
    unsigned count = fine && worth > noise ? best_types(least, classes, worth - noise, best) : 0;
    struct growth growth = { &oracle->tree, &reply, 0 };
    for (unsigned i = 0; i < count; i++)
        oracle->tree.types[seat][best[i]] = 1;
    struct place root = { .node = 0 };
    if (count)
        fine = best_reply_flow_root(&reply, &flow) &&
               grow_at(&growth, &root, &flow, best, count, classes == 1 ? worth - lowest : 0);
    oracle->nodes += reply.nodes;
    enum solve_stop stop = fine && !oracle->tree.failed ? SOLVE_STOP_NOT
                           : reply.stop                 ? reply.stop
                                                        : SOLVE_STOP_MEMORY;
    best_reply_flow_free(&flow);
    best_reply_clear(&reply);
    mem_free(least);
    if (!stop)
        keep(oracle, plan, lowest);
    return stop;
}

static bool ask(const struct double_oracle *oracle, const struct limits *limits)
{
    return !limits || limits_go_on(limits, oracle->nodes);
}

enum solve_stop double_oracle_take(struct double_oracle *oracle, struct realisation plan[SEATS],
                                   double value, const struct limits *limits)
{
    enum solve_stop stop = SOLVE_STOP_NOT;
    for (unsigned seat = SEAT_1; !stop && seat <= SEAT_2; seat++)
        stop = improve(oracle, &plan[seat], value, limits);
    return stop;
}

static enum solve_stop play_round(struct double_oracle *oracle, bool exact,
                                  const struct limits *limits, bool *solved)
{
    struct realisation plan[SEATS] = { 0 };
    double value;
    uint64_t size;
    enum solve_stop stop =
        sequence_form_solve(&oracle->tree, exact, limits, plan, &value, &size, solved);
    oracle->nodes += size / 16; // about the time of as many positions
    if (*solved && !stop)
        stop = double_oracle_take(oracle, plan, value, limits);
    realisation_clear(&plan[SEAT_1]);
    realisation_clear(&plan[SEAT_2]);
    if (!stop && !ask(oracle, limits))
        stop = SOLVE_STOP_ASKED;
    return stop;
}

// Closer than this, only rationals tell whether it is the value.
static const double near = 1e-9;

static double gap(const struct double_oracle *oracle)
{
    return mpq_get_d(oracle->hi) - mpq_get_d(oracle->lo);
}

void double_oracle_begin(struct double_oracle *oracle, const struct public_graph *graph)
{
    *oracle = (struct double_oracle){ .graph = graph };
    mpq_inits(oracle->lo, oracle->hi, NULL);
    mpq_set_ui(oracle->hi, 1, 1);
    public_tree_begin(&oracle->tree, graph);
}

enum solve_stop double_oracle_solve(struct double_oracle *oracle, uint64_t work,
                                    const struct limits *limits)
{
    enum solve_stop stop = oracle->tree.failed ? SOLVE_STOP_MEMORY : SOLVE_STOP_NOT;
    bool solved = true;
    if (!stop) // somebody has to hide something
        oracle->tree.types[SEAT_1][0] = oracle->tree.types[SEAT_2][0] = 1;
    uint64_t most = oracle->nodes + work;
    while (!stop && solved && oracle->nodes < most && !mpq_equal(oracle->lo, oracle->hi))
        stop = play_round(oracle, gap(oracle) < near, limits, &solved);
    return stop;
}

void double_oracle_clear(struct double_oracle *oracle)
{
    if (!oracle->graph)
        return;
    realisation_clear(&oracle->plan[SEAT_1]);
    realisation_clear(&oracle->plan[SEAT_2]);
    public_tree_clear(&oracle->tree);
    mpq_clears(oracle->lo, oracle->hi, NULL);
    *oracle = (struct double_oracle){ 0 };
}
