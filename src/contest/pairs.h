// SPDX-License-Identifier: GPL-3.0-or-later
// Where the pairs of a tournament are played, one after the other. A worker has one.
#ifndef CONTEST_PAIRS_H
#define CONTEST_PAIRS_H

#include "contest/journal.h"
#include "contest/standings.h"
#include "record/log_text.h"
#include "record/log.h"

struct pairs;

struct pairs_setup {
    const struct schedule *schedule;
    struct log_clock clock;
    const char *directory;        // of the tournament: records, and programs' standard errors
    double patience;              // seconds to solve a field for luck and losses; 0: no limit
    struct program_setup program; // its trace and its memory
};

// NULL, with a sentence. The setup must outlive it.
struct pairs *pairs_new(const struct pairs_setup *setup, struct text *why);
void pairs_free(struct pairs *pairs);

// Starts every program among the players once, and learns what it calls itself. False, with a
// sentence and with what it wrote to standard error, if one does not answer hello, or if it is
// another one than before.
bool pairs_try(struct pairs *pairs, struct journal_facts *facts, struct text *why);

// Plays a pair, keeps its two records, and only then fills in *pair. False, with a
// sentence, if something is wrong that is no player's fault.
bool pairs_play(struct pairs *pairs, unsigned index, struct standings_pair *pair, struct text *why);

// The line of the journal for the pair that was played last.
void pairs_print(const struct pairs *pairs, unsigned index, const struct standings_pair *pair,
                 struct text *out);

// Was the last pair not played because a program ended before its hello? It may be there
// elsewhere.
bool pairs_lacks_program(const struct pairs *pairs);

// The record of one of the two games of a pair that was played here, for another place;
// and there, where it takes the place of an older one. False, with a sentence.
bool pairs_export(struct pairs *pairs, const struct game *const *games, unsigned index,
                  unsigned number, log_text_sink *sink, void *to, struct text *why);
bool pairs_import(struct pairs *pairs, const struct game *const *games, const char *record,
                  struct text *why);

#endif
