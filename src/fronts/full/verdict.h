// SPDX-License-Identifier: GPL-3.0-or-later
// The review of a round that is over, from what everybody may then know.
#ifndef FRONTS_FULL_VERDICT_H
#define FRONTS_FULL_VERDICT_H

#include "analysis/review.h"
#include "fronts/full/full_stage.h"

// Both players' chances over the game, a row of small bars each (in ASCII ninths),
// and the turning point. Nothing if that cannot be told at once.
void verdict_print(const struct full_stage *shown, bool ascii, struct text *chart,
                   struct text *turning);

// The chances alone, with the point `at` marked; beyond the last one, with the moves'
// numbers.
void verdict_chart(const struct review *review, const char *const *name, bool ascii, unsigned at,
                   struct text *out);

// All of it: the chart and every move, or why not.
enum { VERDICT_REVIEW = 8 * TEXT_MAX };
void verdict_print_review(const struct full_stage *shown, char out[VERDICT_REVIEW]);

// The same of a review that has been made; NULL: it could not be, and why.
void verdict_print_made(const struct review *review, const struct full_stage *shown,
                        const char *why, char out[VERDICT_REVIEW]);

#endif
