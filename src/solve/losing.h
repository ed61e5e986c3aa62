// SPDX-License-Identifier: GPL-3.0-or-later
// A move that loses in every case: whatever its mover cannot exclude is true, the other seat has
// a sure win (sure.h) after it, from what that seat then knows.
//
// Why: beside one that does not such a move is pointless, and is to be told as a sure loss.
// Cost: mostly one search that fails, with everything known to the other; else two searches for
// each case.
#ifndef SOLVE_LOSING_H
#define SOLVE_LOSING_H

#include "solve/belief.h"
#include "solve/stop.h"

struct losing {
    const struct variant *variant;
    const struct view *view;       // of the mover
    const struct history *history; // what it was told
    const struct limits *limits;
    uint64_t work;  // for each search
    unsigned cases; // at most: with more nothing is found
    // Does the other seat, which was told this, win for sure? NULL: the search says so.
    bool (*wins)(const struct losing *losing, const struct belief *belief,
                 const struct history *told);
    void *context; // of that
};

// False also where it was not found out.
bool losing_move(const struct losing *losing, struct move move);

#endif
