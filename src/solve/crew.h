// SPDX-License-Identifier: GPL-3.0-or-later
// More threads for a search that takes long: they run the same search in another order, and
// share its table of positions (Lazy SMP). The search waits for none of them: it finds in the
// table what they have found out already.
#ifndef SOLVE_CREW_H
#define SOLVE_CREW_H

#include "core/limits.h"
#include "solve/positions.h"
#include "solve/threads.h"

struct crew {
    threads_work *work; // of a helper
    void *context;
    struct positions *positions;
    struct limits asked; // the caller's
    struct threads *threads;
    bool alone;     // nobody can be had
    bool over;      // the helpers are to end; read and written as one, by crew.c alone
    uint64_t nodes; // of helpers that have ended, likewise
};

// For one question: limits for its search, which call for helpers if it takes long.
struct limits crew_begin(struct crew *crew, const struct limits *limits);

// Ends the helpers, and returns how many positions they have looked at.
uint64_t crew_end(struct crew *crew);

// The owner, which found no room in the table, goes on alone, and has what was kept for the
// others. False if it is alone already.
bool crew_dismiss(struct crew *crew, uint64_t *nodes);

// A helper's limits, and what it says at its end.
struct limits crew_limits(struct crew *crew);
void crew_leave(struct crew *crew, uint64_t nodes);

#endif
