// SPDX-License-Identifier: GPL-3.0-or-later
// Exact plans of both seats for a game with secrets that are good after *any* move,
// where the game is small enough for that: a refinement of the equilibrium (Dresher
// 1961, van Damme 1987).
//
// At the start each plan is three quarters the optimal plan that wins most against a random
// opponent and one quarter an optimal plan with full support, so that it hides in every way that
// an optimal plan can. No plan makes a move that loses in every case beside one that does not
// (pointless.h). After a move that a seat's plan never
// makes, or an outcome that it excludes, the other seat plans anew from there
// (maxmargin.c): it keeps what it was sure of against every type, and takes as much more
// as it can from all of them. What holds that down is what the seat that strayed is then
// believed to have hidden, and to do.
// Cost: five exact linear programs at the start, one for each mistake; about a second.
#ifndef SOLVE_REFINEMENT_H
#define SOLVE_REFINEMENT_H

#include "solve/answer.h"

struct refinement;

enum refinement_verdict { REFINEMENT_FITS, REFINEMENT_OTHER, REFINEMENT_LARGE, REFINEMENT_FAILED };

// NULL unless the verdict is REFINEMENT_FITS. The variant is copied.
struct refinement *refinement_new(const struct variant *variant, unsigned first,
                                  const struct limits *limits, enum refinement_verdict *verdict);
void refinement_free(struct refinement *refinement);

// Seat 1's chance.
const mpq_t *refinement_value(const struct refinement *refinement);

// The mover's legal moves, in order: its chance by each, when it goes on as well as can
// be, and how often its own plan makes the move (all zero where the seat has left its
// plan). False when it cannot be told.
bool refinement_rate(struct refinement *refinement, const struct limits *limits,
                     const struct view *view, const struct history *history, mpq_t *value,
                     mpq_t *share);

// The same moves: the least and the most chance by each, over all plans of the other seat that
// guarantee the value, and that win by their longest moves where those win for certain. False
// where that takes too long, and where the other seat has left them all.
bool refinement_ranges(struct refinement *refinement, const struct limits *limits,
                       const struct view *view, const struct history *history, mpq_t *least,
                       mpq_t *most);

// A seat's plan from the start, with what was planned anew for the last rating. False without
// memory. Clear the strategy in any case.
bool refinement_strategy(const struct refinement *refinement, unsigned seat,
                         struct strategy *strategy);

#endif
