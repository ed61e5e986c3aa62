// SPDX-License-Identifier: GPL-3.0-or-later
// The way from a command to the stored games.
#ifndef CLI_SAVED_H
#define CLI_SAVED_H

#include "store/store.h"

// The user's own store.
struct store *saved_open(enum store_use use, struct text *why);

// A game by the beginning of its id, or a record in a file: what contains a dot
// or a slash, or is there as a file, is a file. A stored game is sound; what a
// file says is not checked further than by jsonl_parse(). Free the record with
// record_clear() in any case.
bool saved_load(const char *operand, struct record *record, struct text *why);
bool saved_load_game(const char *beginning, struct record *record, struct text *why);
bool saved_load_file(const char *name, struct record *record, struct text *why);

#endif
