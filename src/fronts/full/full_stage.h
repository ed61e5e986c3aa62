// SPDX-License-Identifier: GPL-3.0-or-later
// All that the screen of a game is painted from: one viewer's stage, with its words put
// together for a page.
#ifndef FRONTS_FULL_FULL_STAGE_H
#define FRONTS_FULL_FULL_STAGE_H

#include "fronts/seals.h"
#include "table/seat.h"

struct full_stage {
    const struct game *game;
    struct stage stage;
    char said[TEXT_MAX];     // what came of the last moves, in the rule book's words
    char sealed[SEALS_TEXT]; // commitments to what is hidden, and what opens them
};

// False, with a sentence, if the table cannot be reached.
bool full_stage_set(struct full_stage *shown, struct seat_handle *seat, unsigned viewer,
                    struct text *why);

// The same from a stage that is there already.
void full_stage_fill(struct full_stage *shown);

#endif
