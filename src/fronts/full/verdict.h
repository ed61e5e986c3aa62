// SPDX-License-Identifier: GPL-3.0-or-later
// The review of a round that is over, from what everybody may then know.
#ifndef FRONTS_FULL_VERDICT_H
#define FRONTS_FULL_VERDICT_H

#include "fronts/full/full_stage.h"

// Both players' chances over the game, a row of small bars each (in ASCII tenths),
// and the turning point. Nothing if that cannot be told at once.
void verdict_print(const struct full_stage *shown, bool ascii, struct text *out);

// All of it: the chart and every move, or why not.
void verdict_print_review(const struct full_stage *shown, char *out, size_t size);

#endif
