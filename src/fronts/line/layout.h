// SPDX-License-Identifier: GPL-3.0-or-later
// A game's words set as its rule book's page has them.
#ifndef FRONTS_LINE_LAYOUT_H
#define FRONTS_LINE_LAYOUT_H

#include "core/page.h"
#include "core/text.h"

// The lines of `words`, with empty lines where the gaps are. Without words there is at
// most the gap before them.
void layout_add(struct text *out, const char *words, page_gaps gaps);

#endif
