// SPDX-License-Identifier: GPL-3.0-or-later
// What shows the players that nothing hidden was changed, in words.
#ifndef FRONTS_PROOF_H
#define FRONTS_PROOF_H

#include "fronts/session.h"

// The commitment to the hidden move in this entry, in short or whole, as a line.
void proof_print_commitment(const struct record *record, unsigned i, bool whole, struct text *out);

// The commitments to what was hidden by the record's entry `since` and later, and
// not taken back, a line each; whole if the session wants them so.
void proof_print_commitments(const struct session *session, unsigned since, struct text *out);

// Once the game is over: what opens them, if the session wants that, and how a
// saved game is checked.
void proof_print_openings(const struct session *session, struct text *out);

#endif
