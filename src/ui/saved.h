// SPDX-License-Identifier: GPL-3.0-or-later
// The way from a command, or from a menu, to the stored games.
#ifndef UI_SAVED_H
#define UI_SAVED_H

#include <stdio.h>

#include "record/note.h"
#include "record/round.h"
#include "store/store.h"

// The user's own store: a new one beside it, where it is of an older version.
struct store *saved_open(enum store_use use, struct text *why);

// Is it? With a sentence.
bool saved_is_aside(struct text *why);

// The log of a table, and whose knowledge it is.
struct saved {
    struct log log;
    unsigned as;
    uint32_t round; // of a stored game: its id names the round that began with this event
};

// A game by the beginning of its id, or a record in a file: what contains a dot
// or a slash, or is there as a file, is a file. A stored game is sound; what a
// file says is not checked further than by its reader. Clear it in any case.
bool saved_load(const char *operand, struct saved *saved, struct text *why);
bool saved_load_game(const char *beginning, struct saved *saved, struct text *why);
bool saved_load_file(const char *name, struct saved *saved, struct text *why);
bool saved_load_from(struct store *store, const char *beginning, struct saved *saved,
                     struct text *why);
void saved_clear(struct saved *saved);

// Its rounds: `after` is 0 for the first, then what was given last; 0 when there are no
// more. A stored game is the one round that its id names.
uint32_t saved_next(const struct saved *saved, uint32_t after);

// What a client noted of a table, from its file: docs/formats.md. Clear it in any case.
bool saved_load_note(const char *name, struct note *note, struct text *why);

// Checks all of it, and that it is the record of what was noted. Only of a whole table in
// a file.
bool saved_verify_note(const struct saved *saved, const struct note *note, struct text *why);

// Checks all of it: every event, every round, every commitment that is open.
bool saved_verify(const struct saved *saved, struct text *why);

// Writes what `as` may know of it, as a record: a round with all of its table.
bool saved_write(const struct saved *saved, unsigned as, FILE *out, struct text *why);

#endif
