// SPDX-License-Identifier: GPL-3.0-or-later
// Puzzles on the full screen: today's first, then as many as are wanted.
#ifndef FRONTS_FULL_PUZZLE_PAGE_H
#define FRONTS_FULL_PUZZLE_PAGE_H

#include "fronts/full/full.h"

enum full_end puzzle_page_show(struct ui *ui, struct text *warning);

#endif
