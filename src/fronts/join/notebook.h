// SPDX-License-Identifier: GPL-3.0-or-later
// A note (record/note.h) in a private file, beside the user's own games: each line is
// there before anything follows from it. Where it cannot be written the note is kept in
// memory alone.
#ifndef FRONTS_JOIN_NOTEBOOK_H
#define FRONTS_JOIN_NOTEBOOK_H

#include "record/note.h"
#include "table/stage.h"

enum { NOTEBOOK_PATH = 1100 };

struct notebook {
    struct note note;
    int file;                 // or -1
    char path[NOTEBOOK_PATH]; // "" where there is none
    char trouble[TEXT_MAX];   // why it cannot be written; "" if it can
};

// The note of this table and viewer, begun or gone on with. False, with a sentence, if
// what is noted there was of something else: then the server has changed what was agreed.
bool notebook_open(struct notebook *book, const char *table, const struct stage *stage,
                   struct text *why);
void notebook_close(struct notebook *book);

// False, with a sentence, if another commitment was told for this event before.
bool notebook_commitment(struct notebook *book, uint32_t n, const unsigned char bytes[COMMIT_BYTES],
                         struct text *why);

bool notebook_contribution(struct notebook *book, const struct note_contribution *contribution,
                           struct text *why);

#endif
