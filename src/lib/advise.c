// SPDX-License-Identifier: GPL-3.0-or-later
#include "lib/advise.h"

#include "report/hint.h"

bool advise_tell(struct rater **rater, const struct limits *limits, const struct variant *variant,
                 const struct view *view, const struct history *history, const struct act *act,
                 struct news *reply)
{
    const bool hint = act->kind == ACT_HINT;
    struct text words = text_in(reply->words, sizeof reply->words);
    struct advice advice;
    if ((!*rater && !(*rater = rater_new(variant, &words))) ||
        !advice_make(&advice, *rater, limits, variant, view, history, &words)) {
        text_put(&words, "\n");
        return hint;
    }
    if (hint)
        hint_tell(&advice, variant, view, reply);
    else
        report_warning(&advice, variant, act->move, &words);
    advice_clear(&advice);
    return hint || words.length > 0;
}
