// SPDX-License-Identifier: GPL-3.0-or-later
// A hint or a coach's warning at a table: apart from it, since the page's light module has none
// (fronts/web/no_advice.c stands for it there).
#ifndef LIB_ADVISE_H
#define LIB_ADVISE_H

#include "solve/rater.h"
#include "table/act.h"
#include "table/news.h"

// Fills in what *reply says of the act. The rater is made when it is first wanted. False: there is
// nothing to warn of.
bool advise_tell(struct rater **rater, const struct limits *limits, const struct variant *variant,
                 const struct view *view, const struct history *history, const struct act *act,
                 struct news *reply);

#endif
