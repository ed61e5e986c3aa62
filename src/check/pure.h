// SPDX-License-Identifier: GPL-3.0-or-later
// What a pure strategy is worth against everything that the other seat can do, and against
// every deal, where players hide nothing from each other. The moves come in the order of a
// depth-first walk over the positions, each visited once.
#ifndef CHECK_PURE_H
#define CHECK_PURE_H

#include "check/work.h"

// For seat 1: of `deals` deals, each equally likely, it wins some; and the turns until the
// end, where there is no chance.
struct pure_worth {
    uint32_t won, deals;
    unsigned turns;
};

// Is `a` at least as good for seat 1 as `b`? Of wins the quickest, of losses the slowest.
bool pure_at_least(const struct pure_worth *a, const struct pure_worth *b);

// With the moves that the claim lists, all of which must be used; or, unless `asked` is NULL,
// with those that it gives, which are added to `list`.
bool pure_worth(struct work *work, unsigned seat, const struct work_truths *truths,
                const struct check_source *asked, struct claim_moves *list,
                struct pure_worth *worth);

#endif
