// SPDX-License-Identifier: GPL-3.0-or-later
// Advice for the mover of a session, and how long anybody waits for it.
#ifndef FRONTS_ADVICE_H
#define FRONTS_ADVICE_H

#include "fronts/session.h"
#include "report/advice_text.h"

// Ctrl-C stops it. False with a sentence. Free it with advice_clear().
bool session_advise(struct session *session, struct advice *advice, struct text *why);

// The best moves, the chance of every legal one, and why, as lines.
void session_print_hint(struct session *session, struct text *out);

// A warning, if this legal move gives away what another one would keep; else nothing.
void session_print_warning(struct session *session, struct move move, struct text *out);

#endif
