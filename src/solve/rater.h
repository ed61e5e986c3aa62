// SPDX-License-Identifier: GPL-3.0-or-later
// The value of every legal move at any position, from what a viewer knows: the one door
// to the methods, which are chosen by the game's class.
//
// No secrets, no chance: deepening.c. Chance with public discoveries: expectimax.c.
// Secrets: refinement.c where the game is small enough, else secrets.c.
// Why: what a method has found out is kept from one position of a game to the next, for
// hints, reviews and players alike.
#ifndef SOLVE_RATER_H
#define SOLVE_RATER_H

#include "solve/answer.h"

// Keeps what it found out from one position of a game to the next.
struct rater;

// NULL, with a sentence, when there is no memory.
struct rater *rater_new(const struct variant *variant, struct text *why);
void rater_free(struct rater *rater);

// Where players hide nothing: another that knows what this one does, to choose moves in another
// thread while this one does nothing else. To be freed first. NULL where there is none.
struct rater *rater_beside(const struct rater *other);

// Rates the mover's legal moves; the game must not be over. The answer is as from
// solve(), but for this position and without a line. `history` is what the mover was
// told; games without secrets need none, and it may be NULL. False, with a sentence, when
// interrupted, when it would not fit in memory, or when it cannot be told.
bool rater_rate(struct rater *rater, const struct limits *limits, const struct view *view,
                const struct history *history, struct solve_answer *answer, struct text *why);

// A move that keeps what the mover gets under best play, where players hide nothing and
// the game was rated before from here or from its start. False, with a sentence, as
// rater_rate().
bool rater_choose(struct rater *rater, const struct limits *limits, const struct view *view,
                  struct move *move, struct text *why);

// Where players hide things best play is a mixture. Is there one here that is good after
// every move? Where the rules are too large for that there is not, nor when the limits say
// stop.
bool rater_refines(struct rater *rater, const struct limits *limits, unsigned first);

// Draws the viewer's move from it. False where there is none, or without a history.
bool rater_draw(struct rater *rater, const struct limits *limits, const struct view *view,
                const struct history *history, struct random *random, struct move *move);

// Where players hide things and the game is small: the least and the most chance of the viewer,
// by each of its moves, over all best plans of the other (refinement.h). False where that is not
// known.
bool rater_ranges(struct rater *rater, const struct limits *limits, const struct view *view,
                  const struct history *history, mpq_t *least, mpq_t *most);

// Where players hide things: claims what the last rating of the viewer's moves rests on, a
// value or bounds and both seats' strategies, those that the moves were rated against. The
// claim was begun; clear it in any case. False where there is nothing to claim, and without
// memory.
bool rater_claim(const struct rater *rater, const struct view *view, const struct history *history,
                 struct claim *claim);

// Adds to an answer the line that follows when both play their best, where the
// class has one.
bool rater_line(struct rater *rater, const struct limits *limits, const struct view *view,
                struct solve_answer *answer, struct text *why);

#endif
