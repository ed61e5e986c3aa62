// SPDX-License-Identifier: GPL-3.0-or-later
// Solves a grid on all cores, one process for each variant: the exact arithmetic
// library keeps global state, and a process that runs out of memory takes nothing
// with it. Answers come back over pipes.
#ifndef ANALYSIS_CREW_H
#define ANALYSIS_CREW_H

#include <sys/types.h>

#include "analysis/grid.h"

enum { CREW_MAX = 64 };

struct crew_worker {
    pid_t process; // 0 for a free place
    int from;      // the pipe's end
    unsigned variant;
    char *text; // what has arrived
    size_t length, room;
};

struct crew {
    struct grid *grid;
    struct crew_worker workers[CREW_MAX];
    unsigned size, busy;
    unsigned next; // the first variant that nobody has begun
    size_t memory; // for each
};

// `memory` is for all of them together.
void crew_begin(struct crew *crew, struct grid *grid, size_t memory);

enum crew_news {
    CREW_NOTHING,  // a tenth of a second has passed, or a signal came
    CREW_FINISHED, // *index is solved, or failed and says why
    CREW_DONE,     // there is nothing left to do
};
enum crew_news crew_wait(struct crew *crew, unsigned *index);

// Ends all that are still at work.
void crew_stop(struct crew *crew);

#endif
