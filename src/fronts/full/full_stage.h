// SPDX-License-Identifier: GPL-3.0-or-later
// All that the screen of a game is painted from: one viewer's stage, and what it says in words.
#ifndef FRONTS_FULL_FULL_STAGE_H
#define FRONTS_FULL_FULL_STAGE_H

#include "ui/seals.h"
#include "table/seat.h"

struct full_stage {
    const struct game *game;
    struct stage stage;
};

// What came of the last moves, in the third person.
void full_stage_say(const struct full_stage *shown, struct text *out);

// Commitments to what is hidden and, once the round is over, what opens them: in a text of
// SEALS_TEXT bytes.
void full_stage_prove(const struct full_stage *shown, unsigned width, struct text *out);

#endif
