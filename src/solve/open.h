// SPDX-License-Identifier: GPL-3.0-or-later
// Games without secrets and chance: who wins from a position, and in how many
// turns when the winner hurries and the loser delays. A turn is all that a mover
// does before the other is on turn; a player who is found stuck takes none.
#ifndef SOLVE_OPEN_H
#define SOLVE_OPEN_H

#include "solve/solve.h"

struct open_search;

// A search remembers what it has found out. NULL when there is no memory.
struct open_search *open_new(const struct variant *variant);
void open_free(struct open_search *search);

struct open_value {
    unsigned winner, turns;
};

// The value of a position. False, with a sentence, when interrupted or out of memory.
bool open_value(struct open_search *search, const struct solve_limits *limits,
                const struct state *at, struct open_value *value, struct text *why);

// The values of all legal moves, and with them the position's.
bool open_rate(struct open_search *search, const struct solve_limits *limits,
               const struct state *at, struct answer *answer, struct text *why);

// A move that keeps what the mover is known to get from the position, once the game was
// solved from somewhere before it: the one that the search found. Cheap, where that is
// remembered; else the value is searched for.
bool open_choose(struct open_search *search, const struct solve_limits *limits,
                 const struct state *at, struct move *move, struct text *why);

// Adds to an answer the line that follows when both play their best.
bool open_line(struct open_search *search, const struct solve_limits *limits,
               const struct state *at, struct answer *answer, struct text *why);

#endif
