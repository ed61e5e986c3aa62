// SPDX-License-Identifier: GPL-3.0-or-later
// A move seen happening: tokens walk, other things that change blink.
#ifndef FRONTS_FULL_MOTION_H
#define FRONTS_FULL_MOTION_H

#include "fronts/full/page.h"
#include "fronts/full/ui.h"

// From the stage before to the page's own, which is not shown yet: its words come
// with the end. Any press ends it.
void motion_show(struct ui *ui, const struct page_play *page, const struct full_stage *before,
                 unsigned seat);

#endif
