// SPDX-License-Identifier: GPL-3.0-or-later
// A program in a seat of a table, spoken to in the seat protocol (docs/protocol.md). It
// is told what its seat is told, and nothing else. Whatever it does wrong ends in an act
// that forfeits the round, with the cause.
#ifndef DRIVE_PROGRAM_H
#define DRIVE_PROGRAM_H

#include "drive/process.h"
#include "table/act.h"
#include "table/table.h"

enum {
    PROGRAM_HELLO = 10000, // milliseconds for its hello
    PROGRAM_MOVE = 60000,  // and for a decision, where there is no clock
    PROGRAM_END = 500,     // and to end by itself
};

struct program;

// `errors` is a file for its standard error; one that stays empty is removed again. NULL,
// with a sentence, if it cannot be started.
struct program *program_new(const char *command, const char *errors, struct text *why);
void program_free(struct program *program);

// It has this seat now: sends hello and state, and waits for its hello. Also for the next
// table: a program may play many.
void program_sit(struct program *program, const struct table *table, unsigned seat, int64_t now);

// Tells it what has happened since it was told last, and the end if the round is over.
void program_tell(struct program *program, const struct table *table, int64_t now);

// What it decides on its turn, at the latest at `deadline` on process_now()'s clock: a
// move that the table allows, or that it resigns; else ACT_FORFEIT, or ACT_FLAG if
// `flags`, which the deadline means then.
struct act program_decide(struct program *program, const struct table *table, int64_t now,
                          int64_t deadline, bool flags);

// Has it failed? Then *act forfeits the round in play, whoever decides.
bool program_failed(const struct program *program, struct act *act);

// After a failure: what went wrong, and the file with its errors. "" if nothing did.
const char *program_trouble(const struct program *program);

// What it calls itself; "" before its hello.
const char *program_name(const struct program *program);

#endif
