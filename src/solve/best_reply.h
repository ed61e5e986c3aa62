// SPDX-License-Identifier: GPL-3.0-or-later
// The best reply to a mixed strategy, exactly: by dynamic programming over what the
// replier can know. Where the strategy still speaks that is the history; where it is
// silent, it is the position and how much of each class of types is left, which many
// histories share: those are remembered.
#ifndef SOLVE_BEST_REPLY_H
#define SOLVE_BEST_REPLY_H

#include "solve/realisation.h"
#include "solve/solve.h"

// How much of a strategy has come to a place, by class, those with nothing left out;
// classes in order.
struct reply_flow {
    uint16_t *class;
    weight *amount;
    unsigned count;
};

struct reply {
    const struct realisation *plan;
    unsigned seat; // who replies
    struct reply_entry **table;
    size_t size, filled, bytes;
    weight *scratch; // by class: zero between uses
    const struct solve_limits *limits;
    uint64_t nodes;
    enum solve_stop stop; // why it failed, if it did: then nothing that it says counts
};

// Clear it in any case.
void reply_begin(struct reply *reply, const struct realisation *plan,
                 const struct solve_limits *limits);
void reply_clear(struct reply *reply);

// What the strategy still wins against the best reply, by class of the replier at the
// root; the caller's array.
bool reply_root(struct reply *reply, weight *least);

// The same through one edge from a place: `node` of the tree, or TREE_NONE, is at `shape`.
bool reply_edge(struct reply *reply, unsigned shape, unsigned node, unsigned e,
                const struct reply_flow *flow, weight *least);

// What of a flow takes an edge, where the strategy's seat moves; what of it goes this way,
// in the classes of the child or of the shape itself. Free with reply_flow_free().
bool reply_flow_root(struct reply *reply, struct reply_flow *flow);
bool reply_flow_move(struct reply *reply, unsigned shape, unsigned node, unsigned e,
                     const struct reply_flow *flow, struct reply_flow *part);
bool reply_flow_way(struct reply *reply, unsigned shape, unsigned e, unsigned way,
                    const struct reply_flow *flow, struct reply_flow *part);
void reply_flow_free(struct reply_flow *flow);

#endif
