// SPDX-License-Identifier: GPL-3.0-or-later
// What the solver says of each move, on the page of a game in play.
#ifndef FRONTS_FULL_PAGE_HINT_H
#define FRONTS_FULL_PAGE_HINT_H

#include "fronts/full/page.h"

// The chances of the chosen action, in the cells that it acts on.
void page_hint_rate(const struct page_play *page, struct picture *picture);

// A heading that says whose chances these are, then a bar for each move from `hint_from` on,
// as many as there is room for.
void page_hint_paint(struct screen *screen, const struct page_play *page, struct screen_area area);

// The reason, as far as there is room; how many rows it took.
unsigned page_hint_words(struct screen *screen, const struct page_play *page,
                         struct screen_area area);

// Were not all moves shown when it was painted last?
bool page_hint_has_more(const struct page_play *page);

// Goes along the list; false if the press is for something else.
bool page_hint_press(struct page_play *page, uint32_t press);

#endif
