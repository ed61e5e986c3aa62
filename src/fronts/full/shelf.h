// SPDX-License-Identifier: GPL-3.0-or-later
// The unfinished games, to go on with one.
#ifndef FRONTS_FULL_SHELF_H
#define FRONTS_FULL_SHELF_H

#include "fronts/full/full.h"

// What is wrong with the store is said in `warning`; `why` is full_play()'s.
enum full_end shelf_show(struct ui *ui, struct store *store, struct text *warning,
                         struct text *why);

#endif
