// SPDX-License-Identifier: GPL-3.0-or-later
// The review of a finished game in a few lines.
#ifndef FRONTS_FULL_VERDICT_H
#define FRONTS_FULL_VERDICT_H

#include "fronts/session.h"

// Both players' chances over the game, a row of small bars each (in ASCII tenths),
// and the turning point. Nothing if that cannot be told at once.
void verdict_print(const struct session *session, bool ascii, struct text *out);

#endif
