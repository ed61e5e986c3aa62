// SPDX-License-Identifier: GPL-3.0-or-later
// What a check can find, and where it may ask for moves.
#ifndef CHECK_VERDICT_H
#define CHECK_VERDICT_H

#include "core/game.h"
#include "core/limits.h"

enum check_verdict {
    CHECK_PROVED,
    CHECK_REFUTED, // the claim is not proved by its strategies, or they are none
    CHECK_STOPPED, // by a limit or for want of memory: nothing is known
};

// The source of a strategy's moves, where players hide nothing. False, with a
// sentence, when it cannot tell.
struct check_source {
    bool (*choose)(void *context, const struct view *view, struct move *move, struct text *why);
    void *context;
    // Optional: does both halves of a check, each with a seat, at the same time. It may leave one
    // undone; then nothing is proved by it. Each asks for its own seat's moves.
    void (*together)(void *context, void (*half)(void *halves, unsigned seat), void *halves);
    const struct limits *second; // with it: of seat 2's half
};

#endif
