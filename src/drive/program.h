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
    PROGRAM_NAME = LOG_PROGRAM,
    PROGRAM_OFFENCE = 201,
};

struct program;

struct program_setup {
    const char *command;
    const char *errors; // a file for its standard error, removed if it stays empty; its directory
                        // is made. Or NULL
    const char *trace;  // a file to which the conversation is added, with times; or NULL
    size_t memory;      // bytes for each of its processes; 0: PROCESS_MEMORY
    unsigned hello;     // milliseconds that it has for its hello; 0: PROGRAM_HELLO
    unsigned move;      // and for a decision without a clock; 0: PROGRAM_MOVE
};

// NULL, with a sentence, if it cannot be started.
struct program *program_new(const struct program_setup *setup, struct text *why);
void program_free(struct program *program);

// What its next hello tells it to draw random numbers from; NULL: nothing.
void program_noise(struct program *program, const char *noise);

// It has this seat now: says hello and waits for its hello. Also for the next table: a
// program may play many.
void program_sit(struct program *program, const struct table *table, unsigned seat, int64_t now);

// Tells it what has happened since it was told last; if the round is over, also how it
// stands, and the end.
void program_tell(struct program *program, const struct table *table, int64_t now);

// What it decides on its turn: a move that the table allows, or that it resigns; else
// ACT_FORFEIT, or ACT_FLAG when its time is over on the table's clock.
struct act program_decide(struct program *program, const struct table *table, int64_t now);

// Has it failed? Then *act forfeits the round in play, on either player's turn.
bool program_failed(const struct program *program, struct act *act);

// Is this line meant as a move, if only of a verb that there is not? Then what is wrong with it is
// the move.
bool program_said_move(const char *line, size_t length);

// After a failure: what went wrong, and the file with its errors. "" if nothing did. And what it
// said that was wrong, printable and cut after 200 bytes; "" if it said nothing.
const char *program_trouble(const struct program *program);
const char *program_offence(const struct program *program);

// What it calls itself, with its version: "Ferris 1.2"; "" before its hello.
const char *program_name(const struct program *program);

// From now on every message has a member that the protocol does not know: to be ignored.
void program_estrange(struct program *program);

// Tells it that its last decision came to nothing, as if something else had happened
// meanwhile; it is asked again.
void program_refuse(struct program *program, const struct table *table);

// Ends its input. True if it then ends by itself, in time and with status 0.
bool program_quit(struct program *program);

// Has it ever answered a hello? One that ended before that never was a player.
bool program_has_begun(const struct program *program);

// The end of what it has written to its file of errors.
void program_last_words(const struct program *program, struct text *out);

#endif
