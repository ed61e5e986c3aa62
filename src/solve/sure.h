// SPDX-License-Identifier: GPL-3.0-or-later
// A sure win: a way of playing for one seat that wins whatever the other seat and chance
// do and hide.
//
// The field calls it sure winning in a game of imperfect information; it is found by
// AND/OR search over *beliefs* (Reif 1984, the subset construction): the seat knows only
// a set of truths that look alike to it. On its own turn one move must win in all of
// them; on anybody else's, every move in each of them; what it sees divides the set.
// Why: it needs no arithmetic, settles both rule books with secrets at once, and its
// strategy is short.
// Cost: a game move a truth and move, up to the work that is allowed.
#ifndef SOLVE_SURE_H
#define SOLVE_SURE_H

#include "claim/strategy.h"
#include "solve/answer.h"

enum sure_verdict {
    SURE_NO,
    SURE_YES,
    SURE_UNKNOWN, // the limits did not suffice
};

// Looks for a sure win of `seat` from its own point of view: `states` are all
// the truths that the seat holds possible, alike to it. *move is what to play
// where it is the seat's turn and the verdict is SURE_YES. *nodes is added to. The limits are
// of work and time, not of memory.
enum sure_verdict sure_search(const struct variant *variant, unsigned seat,
                              const struct state *states, size_t count, const struct limits *limits,
                              struct move *move, uint64_t *nodes);

// The strategy of a sure win from the start, added to one that has node 0 alone. It is
// silent wherever the last legal moves win by themselves. SOLVE_STOP_METHOD where players see
// more than outcomes tell them: the search goes by what they see, a strategy by outcomes.
enum solve_stop sure_strategy(const struct variant *variant, unsigned first, unsigned seat,
                              uint64_t work, struct strategy *strategy);

// The same from truths that look alike to the seat, below a node of the strategy; and where it
// is the seat's turn, when it makes this move. False when there is none, when the work allowed
// did not suffice, or for want of memory.
bool sure_strategy_from(const struct variant *variant, unsigned seat, const struct state *states,
                        size_t count, uint64_t work, struct strategy *strategy, unsigned node);
bool sure_strategy_by(const struct variant *variant, unsigned seat, const struct state *states,
                      size_t count, struct move move, uint64_t work, struct strategy *strategy);

#endif
