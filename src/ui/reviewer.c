// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reviewer.h"

#include "ui/progress_bar.h"

bool reviewer_make_within(struct review *review, const struct game *game, const struct stage *stage,
                          const struct limits *limits, struct text *why)
{
    struct variant variant = { .game = game, .rules = stage->rules };
    return review_make_from(review, &variant, stage->first, stage->moves, stage->move_count,
                            stage->winner, limits, why);
}

bool reviewer_make(struct review *review, const struct game *game, const struct stage *stage,
                   struct text *why)
{
    struct progress_bar progress_bar;
    progress_bar_begin(&progress_bar, "Reviewing");
    progress_bar.most = REVIEW_SECONDS;
    bool made = reviewer_make_within(review, game, stage, &progress_bar.limits, why);
    progress_bar_end(&progress_bar);
    return made;
}
