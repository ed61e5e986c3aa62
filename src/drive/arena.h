// SPDX-License-Identifier: GPL-3.0-or-later
// Where the pairs of a tournament are played, one after the other. A worker has one.
#ifndef DRIVE_ARENA_H
#define DRIVE_ARENA_H

#include "analysis/standings.h"
#include "record/jsonl.h"
#include "record/log.h"

struct arena;

struct arena_setup {
    const struct schedule *schedule;
    struct log_clock clock;
    const char *directory; // of the tournament: records, and programs' standard errors
    double patience;       // seconds to solve a field for luck and losses; 0: no limit
};

// NULL, with a sentence. The setup must outlive it.
struct arena *arena_new(const struct arena_setup *setup, struct text *why);
void arena_free(struct arena *arena);

// Starts every program among the players once. False, with a sentence and with what it wrote to
// standard error, if one does not answer hello.
bool arena_try(struct arena *arena, struct text *why);

// Plays a pair, keeps its two records, and only then fills in *pair. False, with a
// sentence, if something is wrong that is no player's fault.
bool arena_play(struct arena *arena, unsigned index, struct standings_pair *pair, struct text *why);

// Was the last pair not played because a program ended before its hello? It may be there
// elsewhere.
bool arena_lacks_program(const struct arena *arena);

// The record of one of the two games of a pair that was played here, for another place;
// and there, where it takes the place of an older one. False, with a sentence.
bool arena_export(struct arena *arena, const struct game *const *games, unsigned index,
                  unsigned number, lines_sink *sink, void *to, struct text *why);
bool arena_import(struct arena *arena, const struct game *const *games, const char *record,
                  struct text *why);

#endif
