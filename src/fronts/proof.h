// SPDX-License-Identifier: GPL-3.0-or-later
// What shows the players that nothing hidden was changed, in words.
#ifndef FRONTS_PROOF_H
#define FRONTS_PROOF_H

#include "fronts/session.h"

// The commitment to the hidden move in this entry, as a line: as people compare it, or
// whole.
void proof_print_commitment(const struct record *record, unsigned i, bool whole, struct text *out);

// Where the deal came from, if whoever began the game may know it.
void proof_print_source(const struct session *session, struct text *out);

// The commitments to what was hidden by the record's entry `since` and later, and
// not taken back, a line each; whole if the session wants them so.
void proof_print_commitments(const struct session *session, unsigned since, struct text *out);

// Once the game is over: the commitment in this entry, beside what opens it, and whether
// they fit. False if nothing was hidden there.
bool proof_print_opening(const struct record *record, unsigned i, struct text *out);

// How all that can be checked without this program, or later.
void proof_print_check(const struct session *session, struct text *out);

// All of it, as a text of its own however long it is; free it with mem_free(). NULL if
// there is no memory.
char *proof_text(const struct session *session);

#endif
