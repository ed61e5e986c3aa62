// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of records share: games played at random, and exports in memory.
#ifndef TESTS_RECORD_HELP_H
#define TESTS_RECORD_HELP_H

#include "match/match.h"
#include "match/truth.h"
#include "record/log_text.h"
#include "record/round.h"
#include "store/store.h"
#include "table/table.h"

// The start of a game by these rules ("" for the book's), with fixed names and time: a log in
// which the round has begun.
void help_start(struct log *log, struct match *match, const struct game *game, const char *rules,
                unsigned first);

// Adds what the match has and the log has not yet: the moves since, with a commitment
// for each hidden one, or that moves were taken back.
void help_follow(struct log *log, const struct match *match);

// One random legal move of whoever is on turn, or now and then an undo.
void help_move(struct match *match, struct random *random);

// A random game of at most this many moves, undone ones not counted.
void help_play(struct log *log, struct match *match, const struct game *game, const char *rules,
               unsigned most, uint64_t seed);

// Its only round, as this one knows it.
void help_round(const struct log *log, unsigned as, struct round *round);

// A table of two people, with an id of its own and a fixed time.
struct table_setup help_setup(const struct game *game);
struct table *help_table(const struct table_setup *setup);

// What happens next there, at random: a round begins, chance deals, somebody moves or now
// and then takes back. False once the match is over.
bool help_next(const struct table *table, struct random *random, struct log_event *event);

// Keeps it, as the driver does, and lets it happen: what comes before the first move of a
// player is kept with that. When it fails the table is as before.
bool help_keep(struct store *store, struct table *table, const struct log_event *event,
               struct text *why);

// How many of its events are then stored: none before that move.
uint32_t help_kept(const struct table *table);

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

// Exports, with the bytes as the answer. False as log_text_write().
bool help_export(const struct log *log, unsigned as, struct bytes *bytes);

// Reads what was exported, and checks all of it as `causeway verify` does. False, with a sentence.
bool help_verify(const char *bytes, size_t length, struct text *why);

#endif
