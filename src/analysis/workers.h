// SPDX-License-Identifier: GPL-3.0-or-later
// Solves a grid on all cores, one process for each variant, so that one that runs out of memory
// takes nothing with it. Answers come back over pipes.
#ifndef ANALYSIS_WORKERS_H
#define ANALYSIS_WORKERS_H

#include <sys/types.h>

#include "analysis/grid.h"

enum { WORKERS_MAX = 64 };

struct workers_worker {
    pid_t process; // 0 while it is free
    int from;      // the pipe's end
    unsigned variant;
    char *text; // what has arrived
    size_t length, room;
};

struct workers {
    struct grid *grid;
    struct workers_worker workers[WORKERS_MAX];
    unsigned size, busy;
    unsigned next; // the first variant that nobody has begun
    size_t memory; // for each
};

// `memory` is for all of them together.
void workers_begin(struct workers *workers, struct grid *grid, size_t memory);

enum workers_news {
    WORKERS_NOTHING,  // a tenth of a second has passed, or a signal came
    WORKERS_FINISHED, // *index is solved, or failed and says why
    WORKERS_DONE,     // there is nothing left to do
};
enum workers_news workers_wait(struct workers *workers, unsigned *index);

// Ends all that are still at work.
void workers_stop(struct workers *workers);

#endif
