// SPDX-License-Identifier: GPL-3.0-or-later
// Exact linear programs of the sequence form (Koller, Megiddo and von Stengel 1996) over a
// public tree.
//
// A planner with given weights of its types, or free to choose them, plans so that what
// it wins against each type of the answerer exceeds what it needs by a *margin* as large
// as can be. With nothing needed and free weights the margin is the value of the game;
// at a node that the answerer should not have come to, it is what the mistake can be
// made to cost without giving anything away elsewhere (maxmargin subgame refinement,
// Moravcik and others 2016: one step of Dresher's procedure, where it is called for).
// Cost: a column for each weight of the planner's, a row for each of the answerer's: a
// second for some thousands.
#ifndef SOLVE_MAXMARGIN_H
#define SOLVE_MAXMARGIN_H

#include "solve/public_tree.h"

// A seat's plan in realisation weights. Its maker sets the root's `reach` and all of
// `move`; the rest follows from them (maxmargin_settle()).
struct maxmargin_plan {
    const struct public_tree *tree;
    unsigned seat;
    mpq_t *reach; // by class of each node: how often the seat's own choices lead there
    mpq_t *move;  // by edge and class of the nodes where it moves
    mpq_t *won;   // by class of the other at each node: what the plan wins from there on
                  // against the best answer, times how often it comes there
};

// All zero. False without memory; clear it in any case.
bool maxmargin_plan_new(struct maxmargin_plan *plan, const struct public_tree *tree, unsigned seat);
void maxmargin_plan_clear(struct maxmargin_plan *plan);

static inline mpq_t *maxmargin_reach(const struct maxmargin_plan *plan, unsigned node,
                                     unsigned class)
{
    return &plan->reach[plan->tree->nodes[node].class_at[plan->seat] + class];
}

static inline mpq_t *maxmargin_move(const struct maxmargin_plan *plan, unsigned node, unsigned e,
                                    unsigned class)
{
    const struct public_graph_position *position = public_tree_position(plan->tree, node);
    return &plan->move[plan->tree->nodes[node].at + e * position->classes[plan->seat] + class];
}

static inline mpq_t *maxmargin_won(const struct maxmargin_plan *plan, unsigned node, unsigned class)
{
    return &plan->won[plan->tree->nodes[node].class_at[opponent(plan->seat)] + class];
}

// Finds where the weights lead and what they win. False if they are no plan: if one is
// negative, the root's do not sum to one, or somewhere more or less goes out than comes in.
bool maxmargin_settle(struct maxmargin_plan *plan);

// Where the weights before a node lead: its `reach`. For callers that change a plan from the root
// on.
void maxmargin_find_reach(struct maxmargin_plan *plan, unsigned node);

// Adds what a settled plan wins against a class of the other, once play goes this way.
void maxmargin_add_way(const struct maxmargin_plan *plan, unsigned node, unsigned e, unsigned way,
                       unsigned class, mpq_t *sum);

// Finds the planner's plan, and with it that of the answerer which holds the margin down;
// both were made for this tree. The planner's types have the weights that its plan gives
// them at the root, or it chooses them. `need` is by class of the answerer at the root, NULL
// if nothing is needed. False when no optimum is found, when the limits, unless NULL, say stop,
// or without memory; so the others below.
bool maxmargin_solve(struct maxmargin_plan *plan, struct maxmargin_plan *answer, bool given,
                     mpq_t *need, const struct limits *limits, mpq_t margin);

// Among the plans that guarantee the value, one in the midst of them: it uses every type
// and every move that any of them uses, and makes every mistake of the answerer cost
// something that any of them does (a strictly complementary solution).
bool maxmargin_spread(struct maxmargin_plan *plan, const struct limits *limits, const mpq_t value);

// Among the plans that guarantee the value, the one that wins most against an answerer who
// hides and moves at random: each mistake is as likely as any other.
bool maxmargin_punish(struct maxmargin_plan *plan, const struct limits *limits, const mpq_t value);

// A choice of a seat's with these types: what to hide, at the root, or an edge.
struct maxmargin_place {
    unsigned seat, node, e, class;
    bool hiding;
    mpq_srcptr value; // what the other seat's plans guarantee
};

// What the other seat wins when that choice is made and followed by the best reply, as a share
// of how often its plan comes there: the least and the most, over all plans that guarantee the
// value and come there. The most is one linear program. The least is the least over all replies,
// each of which has its own. False also where that takes more than *work, rows times columns,
// which is taken off.
bool maxmargin_range(const struct public_tree *tree, const struct maxmargin_place *place,
                     const struct limits *limits, uint64_t *work, mpq_t least, mpq_t most);

#endif
