// SPDX-License-Identifier: GPL-3.0-or-later
// Why a solver stops before its end, and the counting of positions by which it asks whether to.
#ifndef SOLVE_STOP_H
#define SOLVE_STOP_H

#include "core/limits.h"

// Why a solver gave up, for callers that have to know. solve_explain() has it in words.
enum solve_stop {
    SOLVE_STOP_NOT,
    SOLVE_STOP_ASKED,   // the limits said so
    SOLVE_STOP_MEMORY,  // more than the limits allow, or than there is
    SOLVE_STOP_LARGE,   // it would take more work than the method is allowed
    SOLVE_STOP_METHOD,  // no method fits the game, however small
    SOLVE_STOP_NO_LP,   // it is not solved here: nothing solves linear programs (lp_backend.h)
    SOLVE_STOP_LP_DIED, // what solves them ended
};

// Counts a position and asks now and then whether to go on. Here, since a search
// does little else with many a position.
static inline bool solve_count(const struct limits *limits, uint64_t *nodes, enum solve_stop *stop)
{
    enum { TICK = 8192 };
    if (++*nodes % TICK == 0 && !limits_go_on(limits, *nodes))
        *stop = SOLVE_STOP_ASKED;
    return *stop == SOLVE_STOP_NOT;
}

#endif
