// SPDX-License-Identifier: GPL-3.0-or-later
// The review of a round that is over at a table, from what everybody may then know.
#ifndef UI_REVIEWER_H
#define UI_REVIEWER_H

#include "analysis/review.h"
#include "table/stage.h"

// While a progress bar shows how far it is. False, with a sentence, if there is none; else clear
// it.
bool reviewer_make(struct review *review, const struct game *game, const struct stage *stage,
                   struct text *why);

// The same without a bar, within these limits.
bool reviewer_make_within(struct review *review, const struct game *game, const struct stage *stage,
                          const struct limits *limits, struct text *why);

#endif
