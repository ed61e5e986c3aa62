// SPDX-License-Identifier: GPL-3.0-or-later
// The best reply to a mixed strategy: the most that the other seat can win against it.
// The replier knows its own secret and what everybody sees; of the strategy's draws it
// knows how likely each is. A *belief* is all draws that are still possible, and the
// search goes from belief to belief, not from history to history:
//
// Depth-first branch and bound. What can be won from a belief is at most its weight; and
// at most what was found for a larger belief at the same position, since more draws only
// add to what can be won. So a few beliefs are remembered for each position, and what is
// contained in one of them is not searched again. (In the terms of POMDPs: the value of a
// belief is monotone, and beliefs that are dominated are pruned.)
//
// Cost: with a strategy that hides N ways and a replier who then only runs, the number of
// beliefs grows by about 1.4 for every cell of the board, where the number of paths grows
// by 1.84 with strides of up to three.
#ifndef CHECK_REPLY_H
#define CHECK_REPLY_H

#include "check/work.h"

struct reply;

// For a strategy of the claim that legal_strategy() has found to be one. NULL, with a
// sentence, without memory.
struct reply *reply_new(struct work *work, unsigned seat);
void reply_free(struct reply *reply);

// From one truth, at the strategy's node 0: the most that the replier wins of the unit.
// Exactly, if that is more than `enough`; else some number from there up to `enough`.
bool reply_most(struct reply *reply, const struct state *state, const mpz_t enough, mpz_t most);

// From the start through the claim's history, as the replier knows it, and this move, if it is
// not NULL: how much of the unit comes there, and the most that the replier wins of that,
// exactly.
bool reply_after(struct reply *reply, const struct move *move, mpz_t weight, mpz_t most);

#endif
