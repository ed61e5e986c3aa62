// SPDX-License-Identifier: GPL-3.0-or-later
// What the solver says of the mover's moves, to be painted as bars.
#ifndef FRONTS_FULL_HINT_H
#define FRONTS_FULL_HINT_H

#include "fronts/session.h"

enum { HINT_ROWS = 16 };

struct hint {
    struct hint_row {
        char move[48];
        char chance[64];
        double share; // of the bar
        double rank;
        bool best;
    } rows[HINT_ROWS]; // the best come first
    unsigned count;
    unsigned total;       // of the legal moves; there may be more than rows
    char words[TEXT_MAX]; // which are best and why, or why there is no hint
};

void hint_make(struct hint *hint, struct session *session);

#endif
