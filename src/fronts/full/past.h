// SPDX-License-Identifier: GPL-3.0-or-later
// A finished game, looked at again position by position with its review beside it; and
// played on from there.
#ifndef FRONTS_FULL_PAST_H
#define FRONTS_FULL_PAST_H

#include "fronts/full/full.h"

// FULL_OTHER when it has been looked at, or with a warning if it cannot be.
enum full_end past_show(struct ui *ui, struct store *store, const char *id, struct text *warning,
                        struct text *why);

#endif
