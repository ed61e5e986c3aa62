// SPDX-License-Identifier: GPL-3.0-or-later
// The review of a round that is over, from what everybody may then know.
#ifndef FRONTS_FULL_VERDICT_H
#define FRONTS_FULL_VERDICT_H

#include "analysis/review.h"
#include "fronts/full/ui.h"

// Both players' chances over the game, a row of small bars each (in ASCII ninths),
// and the turning point. Nothing if that cannot be told at once.
void verdict_print(const struct full_stage *shown, bool ascii, struct text *chart,
                   struct text *turning);

// The chances alone, with the point `at` marked; beyond the last one, with the moves'
// numbers.
void verdict_chart(const struct review *review, const char *const *name, bool ascii, unsigned at,
                   struct text *out);

// A page with the chart and every move; where the review is NULL, with the reason for that.
void verdict_show(struct ui *ui, const struct review *review, const struct full_stage *shown,
                  const char *why);

#endif
