// SPDX-License-Identifier: GPL-3.0-or-later
// What a check can find, and where it may ask for moves.
#ifndef CHECK_VERDICT_H
#define CHECK_VERDICT_H

#include "core/game.h"

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
};

#endif
