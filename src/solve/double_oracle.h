// SPDX-License-Identifier: GPL-3.0-or-later
// The double oracle for the sequence form (Bosansky, Kiekintveld, Lisy and Pechoucek
// 2014): solve the game that a small public tree allows, ask for the best reply of all
// to either plan, let the tree allow those replies, and again, until no reply is better.
//
// Why: of the very many sequences of these games few matter, and they make short proofs.
// Every round proves bounds, since a best reply is exact; the last one, in rationals,
// proves the value.
// Cost: a linear program and two best replies a round; some dozens of rounds.
#ifndef SOLVE_DOUBLE_ORACLE_H
#define SOLVE_DOUBLE_ORACLE_H

#include "solve/best_reply.h"

struct double_oracle {
    const struct public_graph *graph;
    struct public_tree tree;
    struct realisation plan[SEATS]; // the best found
    mpq_t lo, hi;                   // what they prove: the chance that seat 1 wins
    uint64_t nodes;
};

// Nothing proved yet. It must stay where it is; clear it in any case.
void double_oracle_begin(struct double_oracle *oracle, const struct public_graph *graph);

// Keeps plans over the tree that prove more than those before, and lets the tree allow the best
// replies to them. The value is that of the game that the tree allows. Clear the plans in any case.
enum solve_stop double_oracle_take(struct double_oracle *oracle, struct realisation plan[SEATS],
                                   double value, const struct limits *limits);

// Exact if lo and hi are equal afterwards; else bounds, because of the work that it would
// take, or too large numbers.
enum solve_stop double_oracle_solve(struct double_oracle *oracle, uint64_t work,
                                    const struct limits *limits);
void double_oracle_clear(struct double_oracle *oracle);

#endif
