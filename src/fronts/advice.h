// SPDX-License-Identifier: GPL-3.0-or-later
// What the solver would tell a player, from what that player may know.
#ifndef FRONTS_ADVICE_H
#define FRONTS_ADVICE_H

#include "fronts/session.h"
#include "solve/solve.h"

// Rates the mover's legal moves; Ctrl-C stops it. False with a sentence. Free the
// answer with answer_clear().
bool advice_rate(struct session *session, struct answer *answer, struct text *why);

// The chance of the mover, not of seat 1, after a move; the lower bound of it.
void advice_chance(const struct session *session, const struct rated *rated, mpq_t chance);

// That chance in words; and which moves are best, and why.
void advice_print_chance(const struct session *session, const struct answer *answer,
                         const struct rated *rated, struct text *out);
void advice_print_best(const struct session *session, const struct answer *answer,
                       struct text *out);

// The best moves, the chance of every legal one, and why, as lines.
void advice_print_hint(struct session *session, struct text *out);

// A warning, if this legal move throws away what another one would keep; else
// nothing.
void advice_print_warning(struct session *session, struct move move, struct text *out);

#endif
