// SPDX-License-Identifier: GPL-3.0-or-later
// The games that are kept: those to go on with, and those to look at again.
#ifndef FRONTS_FULL_SHELF_H
#define FRONTS_FULL_SHELF_H

#include "fronts/full/full.h"

// What is wrong with the store is said in `warning`; `why` is full_play()'s.
enum full_end shelf_show(struct ui *ui, struct store *store, bool finished, struct text *warning,
                         struct text *why);

#endif
