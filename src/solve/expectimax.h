// SPDX-License-Identifier: GPL-3.0-or-later
// Games in which chance hides something before the first turn, and whatever a move finds
// out of it is seen by everybody: the exact chances of what is open.
//
// Expectimax (Michie 1966) with a transposition table. All that chance may have hidden
// is equally likely, so that chances are counted, not multiplied: a position's value is
// the number of deals, among those that agree with what is open, in which seat 1 wins; a
// move's is the sum over what it may disclose.
// Why: whole numbers are exact, and 64 bits are enough for them: there are fewer than
// 2^60 ways to choose from 63 cells.
// Cost: an entry a public position, however many deals there are; a few game moves for
// each outcome of a move.
#ifndef SOLVE_EXPECTIMAX_H
#define SOLVE_EXPECTIMAX_H

#include "solve/answer.h"

// What may be open after a move, and in how many deals.
enum { BRANCHES_MAX = 16 };
struct expectimax_branches {
    struct state state[BRANCHES_MAX];
    uint64_t deals[BRANCHES_MAX];
    uint64_t covered; // deals of all branches together
    unsigned count;
};
void expectimax_branch(const struct variant *variant, const struct state *at, struct move move,
                       struct expectimax_branches *branches);

struct expectimax;

// A search remembers what it has found out. NULL when there is no memory.
struct expectimax *expectimax_new(const struct variant *variant);

// Another that shares what this one has found out, and finds out, for use in another thread. To be
// freed first. NULL also where there are no threads.
struct expectimax *expectimax_beside(const struct expectimax *other);

void expectimax_free(struct expectimax *search);

// The values of all legal moves at what is open of a state, and with them the
// position's. False, with a sentence, when interrupted or out of memory.
bool expectimax_rate(struct expectimax *search, const struct limits *limits, const struct state *at,
                     struct solve_answer *answer, struct text *why);

// The first of the best moves. False as above.
bool expectimax_choose(struct expectimax *search, const struct limits *limits,
                       const struct state *at, struct move *move, struct text *why);

#endif
