// SPDX-License-Identifier: GPL-3.0-or-later
// The truth about a game: who wins, with what exact chance, and by which moves. The
// method is chosen by what the game declares, never by its name (rater.h, secrets.h).
//
// What is found is a claim (claim/claim.h): only after a check has passed on it may
// anybody call it exact. Limits bound memory and ask whether to go on; every loop of
// every method honours them, so that Ctrl-C is answered at once.
#ifndef SOLVE_SOLVE_H
#define SOLVE_SOLVE_H

#include "solve/answer.h"

struct rater;

// Solves the game from its start. False, with a sentence, when interrupted or
// when it would not fit in memory. Free the answer with solve_answer_clear().
bool solve(const struct variant *variant, unsigned first, const struct limits *limits,
           struct solve_answer *answer, struct text *why);

// The first position in which a player decides. Where chance deals before it, it has dealt
// something, of which nothing is open.
struct state solve_first_position(const struct variant *variant, unsigned first);

// As solve(), and claims what was found, with the strategies that get it. Where players
// hide nothing a strategy is a move for each of very many positions: these are not listed
// in the claim, but the rater, if it is not NULL, has them: rater_choose(). Clear the
// claim, and free the rater, in any case.
bool solve_claim(const struct variant *variant, unsigned first, const struct limits *limits,
                 struct solve_answer *answer, struct claim *claim, struct rater **rater,
                 struct text *why);

// Where players hide things: strategies to play by at once, and what they guarantee. What
// was proved when the limits say stop has to do. The claim was begun, and is to be cleared
// in any case. Unless SOLVE_STOP_NOT there are none, and a sentence says why.
enum solve_stop solve_plans(const struct variant *variant, unsigned first,
                            const struct limits *limits, struct claim *claim, struct text *why);

#endif
