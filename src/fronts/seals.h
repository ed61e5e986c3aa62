// SPDX-License-Identifier: GPL-3.0-or-later
// Commitments to what is hidden, and what opens them, in words.
#ifndef FRONTS_SEALS_H
#define FRONTS_SEALS_H

#include "table/stage.h"

// A line for each commitment of this round from event `since` on whose move was not
// taken back.
void seals_print(const struct stage *stage, uint32_t since, struct text *out);

// Once the round is over: each commitment beside what opens it.
void seals_print_opened(const struct stage *stage, const struct game *game, struct text *out);

#endif
