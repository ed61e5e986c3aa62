// SPDX-License-Identifier: GPL-3.0-or-later
// Games in which chance hides something before the first turn, and whatever a
// move finds out of it is seen by everybody: the exact chances of what is open.
#ifndef SOLVE_CHANCE_H
#define SOLVE_CHANCE_H

#include "solve/solve.h"

// What may be open after a move, and in how many deals.
enum { BRANCHES_MAX = 16 };
struct chance_branches {
    struct state state[BRANCHES_MAX];
    uint64_t deals[BRANCHES_MAX];
    uint64_t covered; // deals of all branches together
    unsigned count;
};
void chance_branch(const struct variant *variant, const struct state *at, struct move move,
                   struct chance_branches *branches);

struct chance_search;

// A search remembers what it has found out. NULL when there is no memory.
struct chance_search *chance_new(const struct variant *variant);
void chance_free(struct chance_search *search);

// The values of all legal moves at what is open of a state, and with them the
// position's. False, with a sentence, when interrupted or out of memory.
bool chance_rate(struct chance_search *search, const struct solve_limits *limits,
                 const struct state *at, struct answer *answer, struct text *why);

// The first of the best moves. False as above.
bool chance_choose(struct chance_search *search, const struct solve_limits *limits,
                   const struct state *at, struct move *move, struct text *why);

#endif
