// SPDX-License-Identifier: GPL-3.0-or-later
// A note (record/note.h) in a private file, beside the user's own games: each line is
// there before anything follows from it. Where it cannot be written the note is kept in
// memory alone.
#ifndef FRONTS_JOIN_COMMITMENT_LOG_H
#define FRONTS_JOIN_COMMITMENT_LOG_H

#include "record/note.h"
#include "table/stage.h"

enum { COMMITMENT_LOG_PATH = 1100 };

struct commitment_log {
    struct note note;
    int file;                       // or -1
    char path[COMMITMENT_LOG_PATH]; // "" where there is none
    char trouble[TEXT_MAX];         // why it cannot be written; "" if it can
};

// The note of this table and viewer, begun or gone on with. False, with a sentence, if
// what is noted there was of something else: then the server has changed what was agreed.
bool commitment_log_open(struct commitment_log *book, const char *table, const struct stage *stage,
                         struct text *why);

// The same for what is said now of a table whose note is open. As long as nothing is noted but what
// was agreed, that may change: who has an open seat is agreed when it is taken.
bool commitment_log_agree(struct commitment_log *book, const struct stage *stage, struct text *why);
void commitment_log_close(struct commitment_log *book);

// False, with a sentence, if another commitment was told for this event before.
bool commitment_log_commitment(struct commitment_log *book, uint32_t n,
                               const unsigned char bytes[COMMIT_BYTES], struct text *why);

bool commitment_log_contribution(struct commitment_log *book,
                                 const struct note_contribution *contribution, struct text *why);

#endif
