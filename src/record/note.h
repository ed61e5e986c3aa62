// SPDX-License-Identifier: GPL-3.0-or-later
// What one side has noted of a table by itself while it was played: the hash of what was
// agreed, every commitment by its number, and its own contributions to joint draws. A
// record that is shown later must fit it: docs/formats.md.
#ifndef RECORD_NOTE_H
#define RECORD_NOTE_H

#include "record/log.h"

enum { NOTE_LINE = 512 };

struct note_commitment {
    uint32_t n;
    unsigned char bytes[COMMIT_BYTES];
};

// A word that was committed to, or was about to be, as event n. Secret until it is opened.
struct note_contribution {
    uint32_t n;
    uint8_t draw;
    struct commit_seal seal;
    char word[LOG_NAME];
};

struct note {
    char id[COMMIT_ID]; // "" before the first line
    unsigned char of_header[COMMIT_BYTES];
    uint8_t seat;
    struct note_commitment *commitments;
    struct note_contribution *contributions;
    size_t commitment_count, contribution_count, commitment_room, contribution_room;
};

void note_clear(struct note *note);

// A note's lines, without their newlines. False, with a sentence, if a line is none, comes
// in the wrong place, or says otherwise than one before.
bool note_read(struct note *note, const char *line, struct text *why);

void note_print_first(const struct note *note, struct text *out);
void note_print_commitment(const struct note_commitment *commitment, struct text *out);
void note_print_contribution(const struct note_contribution *contribution, struct text *out);

// What was noted for event n, or NULL.
const struct note_commitment *note_find(const struct note *note, uint32_t n);

bool note_add(struct note *note, const struct note_commitment *commitment, struct text *why);
bool note_contribute(struct note *note, const struct note_contribution *contribution,
                     struct text *why);

// Is this the record of what was noted? All that was agreed is the same, and each
// commitment stands at its number.
bool note_fits(const struct note *note, const struct log *log, struct text *why);

#endif
