// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/best_reply.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

// What was found out about a place where the strategy is silent. Behind it: the amounts,
// the answers by class of the replier, and the classes.
struct best_reply_entry {
    uint64_t hash;
    unsigned position, count;
    weight amount[];
};

// Entries larger than this are not worth their memory.
enum { ENTRY_MAX = 1 << 15 };

static weight *entry_least(const struct best_reply_entry *entry)
{
    return (weight *)entry->amount + entry->count;
}

void best_reply_begin(struct best_reply *reply, const struct realisation *plan,
                      const struct limits *limits)
{
    const struct public_graph *graph = plan->tree->graph;
    unsigned widest = 1;
    *reply = (struct best_reply){ .plan = plan, .seat = opponent(plan->seat), .limits = limits };
    for (unsigned i = 0; i < graph->position_count; i++)
        if (graph->positions[i].classes[plan->seat] > widest)
            widest = graph->positions[i].classes[plan->seat];
    reply->scratch = mem_new(widest * sizeof *reply->scratch);
    if (reply->scratch)
        memset(reply->scratch, 0, widest * sizeof *reply->scratch);
    else
        reply->stop = SOLVE_STOP_MEMORY;
}

void best_reply_clear(struct best_reply *reply)
{
    for (size_t i = 0; i < reply->size; i++)
        mem_free(reply->table[i]);
    mem_free(reply->table);
    mem_free(reply->scratch);
    *reply = (struct best_reply){ 0 };
}

// --- Flows

static bool flow_new(struct best_reply *reply, struct best_reply_flow *flow, unsigned most)
{
    *flow = (struct best_reply_flow){ 0 };
    flow->amount = mem_new((most + 1) * (sizeof *flow->amount + sizeof *flow->class));
    flow->class = flow->amount ? (uint16_t *)(flow->amount + most) : NULL;
    if (!flow->amount)
        reply->stop = SOLVE_STOP_MEMORY;
    return flow->amount;
}

void best_reply_flow_free(struct best_reply_flow *flow)
{
    mem_free(flow->amount);
    *flow = (struct best_reply_flow){ 0 };
}

static int by_number(const void *a, const void *b)
{
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

static void add(struct best_reply *reply, struct best_reply_flow *flow, uint16_t class,
                weight amount)
{
    if (!reply->scratch[class])
        flow->class[flow->count++] = class;
    reply->scratch[class] += amount;
}

// Brings what was added into order, and the scratch back to zero.
static void gather(struct best_reply *reply, struct best_reply_flow *flow)
{
    bool sorted = true;
    for (unsigned i = 1; sorted && i < flow->count; i++)
        sorted = flow->class[i - 1] < flow->class[i];
    if (!sorted)
        qsort(flow->class, flow->count, sizeof *flow->class, by_number);
    for (unsigned i = 0; i < flow->count; i++) {
        flow->amount[i] = reply->scratch[flow->class[i]];
        reply->scratch[flow->class[i]] = 0;
    }
}

bool best_reply_flow_root(struct best_reply *reply, struct best_reply_flow *flow)
{
    unsigned classes = reply->plan->tree->graph->positions[0].classes[reply->plan->seat];
    if (!flow_new(reply, flow, classes))
        return false;
    for (unsigned k = 0; k < classes; k++)
        if (reply->plan->root[k])
            add(reply, flow, (uint16_t)k, reply->plan->root[k]);
    gather(reply, flow);
    return true;
}

// The node, if the strategy has something to say there or later.
static unsigned spoken(const struct best_reply *reply, unsigned node)
{
    const struct realisation *plan = reply->plan;
    return node != PUBLIC_TREE_NONE && node < plan->nodes && plan->speaks[node] ? node
                                                                                : PUBLIC_TREE_NONE;
}

bool best_reply_flow_move(struct best_reply *reply, unsigned position, unsigned node, unsigned e,
                          const struct best_reply_flow *flow, struct best_reply_flow *part)
{
    const struct public_graph_position *here = &reply->plan->tree->graph->positions[position];
    node = spoken(reply, node);
    if (!flow_new(reply, part, flow->count))
        return false;
    for (unsigned i = 0; i < flow->count; i++) {
        weight amount = e + 1 == here->count ? flow->amount[i] : 0;
        if (node != PUBLIC_TREE_NONE)
            amount = *realisation_move(reply->plan, node, e, flow->class[i]);
        if (amount)
            add(reply, part, flow->class[i], amount);
    }
    gather(reply, part);
    return true;
}

bool best_reply_flow_way(struct best_reply *reply, unsigned position, unsigned e, unsigned way,
                         const struct best_reply_flow *flow, struct best_reply_flow *part)
{
    const struct public_graph *graph = reply->plan->tree->graph;
    const struct public_graph_edge *edge = &graph->edges[graph->positions[position].first + e];
    const uint16_t *next = edge->way[way].winner ? NULL : edge->way[way].next[reply->plan->seat];
    if (!flow_new(reply, part, flow->count))
        return false;
    for (unsigned i = 0; i < flow->count; i++)
        if (public_graph_takes(edge, way, reply->plan->seat, flow->class[i]))
            add(reply, part, next ? next[flow->class[i]] : flow->class[i], flow -> amount[i]);
    gather(reply, part);
    return true;
}

// --- What is remembered

static uint64_t hash_place(unsigned position, const struct best_reply_flow *flow)
{
    uint64_t hash = position * UINT64_C(0x9e3779b97f4a7c15);
    for (unsigned i = 0; i < flow->count; i++) {
        hash = (hash ^ flow->class[i] ^ (uint64_t)flow->amount[i]) * 0xff51afd7ed558ccdu;
        hash ^= hash >> 29;
        hash = (hash ^ (uint64_t)(flow->amount[i] >> 64)) * 0xc4ceb9fe1a85ec53u;
        hash ^= hash >> 32;
    }
    return hash;
}

static const uint16_t *entry_class(const struct best_reply *reply,
                                   const struct best_reply_entry *entry)
{
    unsigned answers = reply->plan->tree->graph->positions[entry->position].classes[reply->seat];
    return (const uint16_t *)(entry_least(entry) + answers);
}

static struct best_reply_entry **slot(struct best_reply *reply, uint64_t hash, unsigned position,
                                      const struct best_reply_flow *flow)
{
    size_t i = hash & (reply->size - 1);
    for (; reply->table[i]; i = (i + 1) & (reply->size - 1)) {
        const struct best_reply_entry *entry = reply->table[i];
        if (entry->hash == hash && entry->position == position && entry->count == flow->count &&
            !memcmp(entry->amount, flow->amount, flow->count * sizeof *flow->amount) &&
            !memcmp(entry_class(reply, entry), flow->class, flow->count * sizeof *flow->class))
            break;
    }
    return &reply->table[i];
}

static bool widen(struct best_reply *reply)
{
    struct best_reply wider = *reply;
    wider.size = reply->size ? 2 * reply->size : 1024;
    wider.table = mem_new(wider.size * sizeof *wider.table);
    if (!wider.table)
        return false;
    memset(wider.table, 0, wider.size * sizeof *wider.table);
    for (size_t i = 0; i < reply->size; i++) {
        if (!reply->table[i])
            continue;
        size_t k = reply->table[i]->hash & (wider.size - 1);
        while (wider.table[k])
            k = (k + 1) & (wider.size - 1);
        wider.table[k] = reply->table[i];
    }
    mem_free(reply->table);
    *reply = wider;
    return true;
}

static size_t entry_size(unsigned count, unsigned answers)
{
    return sizeof(struct best_reply_entry) + (count + answers) * sizeof(weight) +
           count * sizeof(uint16_t);
}

// Remembering is a help, not a duty: without memory it is left out.
static void remember(struct best_reply *reply, uint64_t hash, unsigned position,
                     const struct best_reply_flow *flow, const weight *least)
{
    unsigned answers = reply->plan->tree->graph->positions[position].classes[reply->seat];
    size_t size = entry_size(flow->count, answers);
    size_t memory = reply->limits ? reply->limits->memory : 0;
    if (size > ENTRY_MAX || (memory && reply->bytes + size > memory / 2) ||
        (2 * reply->filled >= reply->size && !widen(reply)))
        return;
    struct best_reply_entry *entry = mem_new(size);
    if (!entry)
        return;
    *entry = (struct best_reply_entry){ .hash = hash, .position = position, .count = flow->count };
    memcpy(entry->amount, flow->amount, flow->count * sizeof *flow->amount);
    memcpy(entry_least(entry), least, answers * sizeof *least);
    memcpy((uint16_t *)entry_class(reply, entry), flow->class, flow->count * sizeof *flow->class);
    *slot(reply, hash, position, flow) = entry;
    reply->bytes += size;
    reply->filled++;
}

// --- The recursion

static bool reply_node(struct best_reply *reply, unsigned position, unsigned node,
                       const struct best_reply_flow *flow, weight *least);

static weight sum_of(const struct best_reply_flow *flow)
{
    weight sum = 0;
    for (unsigned i = 0; i < flow->count; i++)
        sum += flow->amount[i];
    return sum;
}

// Adds what the strategy wins one way.
static bool add_way(struct best_reply *reply, unsigned position, unsigned node, unsigned e,
                    unsigned way, const struct best_reply_flow *flow, weight *won)
{
    const struct public_graph *graph = reply->plan->tree->graph;
    const struct public_graph_position *here = &graph->positions[position];
    const struct public_graph_edge *edge = &graph->edges[here->first + e];
    const struct public_graph_way *to = &edge->way[way];
    struct best_reply_flow part;
    weight *after = NULL, sum = 0;
    bool fine = best_reply_flow_way(reply, position, e, way, flow, &part);
    if (fine && to->winner == reply->plan->seat)
        sum = sum_of(&part);
    if (fine && !to->winner && part.count) {
        unsigned child = public_tree_child(reply->plan->tree, spoken(reply, node), e, way);
        after = mem_new(graph->positions[to->child].classes[reply->seat] * sizeof *after);
        if (!after)
            reply->stop = SOLVE_STOP_MEMORY;
        fine = after && reply_node(reply, to->child, child, &part, after);
    }
    for (unsigned j = 0; fine && part.count && j < here->classes[reply->seat]; j++)
        if (public_graph_takes(edge, way, reply->seat, j))
            won[j] += after ? after[to->next[reply->seat][j]] : sum;
    mem_free(after);
    best_reply_flow_free(&part);
    return fine;
}

bool best_reply_edge(struct best_reply *reply, unsigned position, unsigned node, unsigned e,
                     const struct best_reply_flow *flow, weight *won)
{
    const struct public_graph *graph = reply->plan->tree->graph;
    const struct public_graph_position *here = &graph->positions[position];
    bool fine = true;
    memset(won, 0, here->classes[reply->seat] * sizeof *won);
    for (unsigned way = 0; fine && way < graph->edges[here->first + e].ways; way++)
        fine = add_way(reply, position, node, e, way, flow, won);
    return fine;
}

// The strategy's own moves add up; of the replier's the worst for it counts.
static bool try_edges(struct best_reply *reply, unsigned position, unsigned node,
                      const struct best_reply_flow *flow, weight *least)
{
    const struct public_graph_position *here = &reply->plan->tree->graph->positions[position];
    bool own = here->mover == reply->plan->seat, fine = true;
    unsigned answers = here->classes[reply->seat];
    weight *won = mem_new(answers * sizeof *won);
    unsigned e = own && spoken(reply, node) == PUBLIC_TREE_NONE ? here->count - 1 : 0;
    if (!won)
        reply->stop = SOLVE_STOP_MEMORY;
    if (own)
        memset(least, 0, answers * sizeof *least);
    for (bool first = true; won && fine && e < here->count; e++, first = false) {
        struct best_reply_flow part = *flow;
        fine = !own || best_reply_flow_move(reply, position, node, e, flow, &part);
        fine = fine && best_reply_edge(reply, position, node, e, &part, won);
        for (unsigned j = 0; fine && j < answers; j++)
            if (own)
                least[j] += won[j];
            else if (first || won[j] < least[j])
                least[j] = won[j];
        if (own)
            best_reply_flow_free(&part);
    }
    mem_free(won);
    return won && fine;
}

static bool reply_node(struct best_reply *reply, unsigned position, unsigned node,
                       const struct best_reply_flow *flow, weight *least)
{
    unsigned answers = reply->plan->tree->graph->positions[position].classes[reply->seat];
    bool silent = spoken(reply, node) == PUBLIC_TREE_NONE;
    uint64_t hash = silent ? hash_place(position, flow) : 0;
    if (silent && reply->size) {
        const struct best_reply_entry *known = *slot(reply, hash, position, flow);
        if (known) {
            memcpy(least, entry_least(known), answers * sizeof *least);
            return true;
        }
    }
    if (reply->stop || (reply->limits && !solve_count(reply->limits, &reply->nodes, &reply->stop)))
        return false;
    if (!try_edges(reply, position, node, flow, least))
        return false;
    if (silent)
        remember(reply, hash, position, flow, least);
    return true;
}

bool best_reply_root(struct best_reply *reply, weight *least)
{
    struct best_reply_flow flow;
    bool fine = best_reply_flow_root(reply, &flow) && reply_node(reply, 0, 0, &flow, least);
    best_reply_flow_free(&flow);
    return fine;
}
