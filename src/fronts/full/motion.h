// SPDX-License-Identifier: GPL-3.0-or-later
// Animates a move: tokens walk from cell to cell, everything else that changes blinks.
#ifndef FRONTS_FULL_MOTION_H
#define FRONTS_FULL_MOTION_H

#include "fronts/full/page.h"
#include "fronts/full/ui.h"

// From the stage before the move to that of the page, which the caller shows afterwards. Any
// press ends the animation.
void motion_show(struct ui *ui, const struct page_play *page, const struct full_stage *before,
                 unsigned seat);

#endif
