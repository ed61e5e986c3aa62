// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of records share: games played at random, and exports in memory.
#ifndef TESTS_RECORD_HELP_H
#define TESTS_RECORD_HELP_H

#include "match/truth.h"
#include "record/jsonl.h"

// The start of a game by these rules ("" for the book's), with fixed names and time.
void help_start(struct record *record, struct match *match, const struct game *game,
                const char *rules, unsigned first);

// One random legal move of whoever is on turn, or now and then an undo.
void help_move(struct match *match, struct random *random);

// A random game of at most this many moves, undone ones not counted.
void help_play(struct record *record, struct match *match, const struct game *game,
               const char *rules, unsigned most, uint64_t seed);

// A new directory, in memory where there is one: what the tests keep need not
// outlive the machine.
enum { HELP_DIRECTORY = 64 };
void help_make_directory(char directory[HELP_DIRECTORY]);
void help_remove_directory(const char *directory);

struct bytes {
    size_t length;
    char at[1 << 18];
};

// Puts the sums into lines that have none; what follows the last newline stays as
// it is. False if it does not fit.
bool help_put_sums(const char *lines, struct bytes *bytes);

// Exports, with the bytes as the answer. False as jsonl_write().
bool help_export(const struct record *record, unsigned as, struct bytes *bytes);

#endif
