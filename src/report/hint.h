// SPDX-License-Identifier: GPL-3.0-or-later
// Advice as news of a table: words, and a row for each move.
#ifndef REPORT_HINT_H
#define REPORT_HINT_H

#include "report/advice_text.h"
#include "table/news.h"

// The best moves come first, so that none of them is left out.
void hint_tell(const struct advice *advice, const struct variant *variant, const struct view *view,
               struct news *reply);

#endif
