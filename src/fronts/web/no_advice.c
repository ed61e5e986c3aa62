// SPDX-License-Identifier: GPL-3.0-or-later
// The page has the full module give hints: see exchange() in src/web/carrier.js.
#include "lib/advise.h"

bool advise_tell(struct rater **rater, const struct limits *limits, const struct variant *variant,
                 const struct view *view, const struct history *history, const struct act *act,
                 struct news *reply)
{
    struct text words = text_in(reply->words, sizeof reply->words);
    (void)rater, (void)limits, (void)variant, (void)view, (void)history;
    text_put(&words, "Hints are not given here.\n");
    return act->kind == ACT_HINT;
}
