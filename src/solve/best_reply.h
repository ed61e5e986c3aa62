// SPDX-License-Identifier: GPL-3.0-or-later
// The best reply to a mixed strategy, exactly: by dynamic programming over what the
// replier can know. Where the strategy still speaks that is the history; where it is
// silent, it is the position and how much of each class of types is left, which many
// histories share: those are remembered.
//
// Why: what a strategy keeps against it is what it guarantees, and the replies are what
// a double oracle grows by. In the field: a best response in the public tree (Johanson
// and others 2011), for all types of the replier in one pass.
// Cost: the strategy's size, and beyond it a table entry for each different rest.
#ifndef SOLVE_BEST_REPLY_H
#define SOLVE_BEST_REPLY_H

#include "solve/realisation.h"
#include "solve/answer.h"

// How much of a strategy has come to a place, by class, those with nothing left out;
// classes in order.
struct best_reply_flow {
    uint16_t *class;
    weight *amount;
    unsigned count;
};

struct best_reply {
    const struct realisation *plan;
    unsigned seat; // who replies
    struct best_reply_entry **table;
    size_t size, filled, bytes;
    weight *scratch; // by class: zero between uses
    const struct limits *limits;
    uint64_t nodes;
    enum solve_stop stop; // why it failed, if it did: then nothing that it says counts
};

// Clear it in any case.
void best_reply_begin(struct best_reply *reply, const struct realisation *plan,
                      const struct limits *limits);
void best_reply_clear(struct best_reply *reply);

// What the strategy still wins against the best reply, by class of the replier at the
// root; the caller's array.
bool best_reply_root(struct best_reply *reply, weight *least);

// The same through one edge from a place: `node` of the tree, or PUBLIC_TREE_NONE, is at
// `position`.
bool best_reply_edge(struct best_reply *reply, unsigned position, unsigned node, unsigned e,
                     const struct best_reply_flow *flow, weight *least);

// flow_move: the part of a flow that plays edge e, where the strategy's seat moves. flow_way: the
// part for which e turns out `way`, in the child's classes. Free with best_reply_flow_free().
bool best_reply_flow_root(struct best_reply *reply, struct best_reply_flow *flow);
bool best_reply_flow_move(struct best_reply *reply, unsigned position, unsigned node, unsigned e,
                          const struct best_reply_flow *flow, struct best_reply_flow *part);
bool best_reply_flow_way(struct best_reply *reply, unsigned position, unsigned e, unsigned way,
                         const struct best_reply_flow *flow, struct best_reply_flow *part);
void best_reply_flow_free(struct best_reply_flow *flow);

#endif
