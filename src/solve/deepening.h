// SPDX-License-Identifier: GPL-3.0-or-later
// Games without secrets and chance: who wins from a position, and in how many turns when
// the winner hurries and the loser delays. A turn is all that a mover does before the
// other is on turn; a player who is found stuck takes none.
//
// Iterative deepening (Slate and Atkin 1977): "can this seat force a win within N
// turns?" for one turn, for two, and so on, by depth-first search with a transposition
// table of bounds. First comes the move that answered the question before, then the
// others by the history heuristic (Schaeffer 1983).
// Why: the first depth at which the answer is yes is the number of turns, and shallow
// questions order the moves for deep ones, so that most of the work is looking up.
// Cost: an entry of the table a position, until the limit of memory.
//
// A game may say how many turns a seat needs at least, and how many do for sure (`need` in
// core/game.h), which cuts off who has fallen behind in a race, or is walled in. For Pathfinder
// Duel nothing general came near it. In instructions, with 21 and with 41 cells, without it
// 1.9 and 6.0 times; so with enhanced transposition cutoffs 1.8 and 5.5; with internal
// iterative deepening 2.3 and 10; with the winner asked for before the turns 7 and 10.
// Even with the best move of each position known beforehand, one question of 41 cells
// takes half as many positions as all of them do with it.
#ifndef SOLVE_DEEPENING_H
#define SOLVE_DEEPENING_H

#include "solve/answer.h"

struct deepening;

// A search remembers what it has found out. NULL when there is no memory.
struct deepening *deepening_new(const struct variant *variant);
void deepening_free(struct deepening *search);

// Another for deepening_choose() in another thread, as long as this one does nothing else. To be
// freed first.
struct deepening *deepening_beside(const struct deepening *other);

struct deepening_value {
    unsigned winner, turns;
};

// The value of a position. False, with a sentence, when interrupted or out of memory.
bool deepening_value(struct deepening *search, const struct limits *limits, const struct state *at,
                     struct deepening_value *value, struct text *why);

// The values of all legal moves, and with them the position's.
bool deepening_rate(struct deepening *search, const struct limits *limits, const struct state *at,
                    struct solve_answer *answer, struct text *why);

// A move that keeps what the mover is known to get from the position, once the game was
// solved from somewhere before it: the one that the search found. Cheap, where that is
// remembered; else the value is searched for.
bool deepening_choose(struct deepening *search, const struct limits *limits, const struct state *at,
                      struct move *move, struct text *why);

// Adds to an answer the line that follows when both play their best.
bool deepening_line(struct deepening *search, const struct limits *limits, const struct state *at,
                    struct solve_answer *answer, struct text *why);

#endif
