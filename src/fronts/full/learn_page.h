// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons on the full screen: the list of them, and one after the other.
#ifndef FRONTS_FULL_LEARN_PAGE_H
#define FRONTS_FULL_LEARN_PAGE_H

#include "fronts/full/full.h"

enum full_end learn_page_show(struct ui *ui, struct text *warning);

#endif
