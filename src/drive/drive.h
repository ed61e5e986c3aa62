// SPDX-License-Identifier: GPL-3.0-or-later
// The blocking driver: a table in this process for the players at the terminal or at
// the other end of a pipe. It keeps events through the store before anybody is told,
// moves for computers, fulfils hints, and asks nobody anything: the front does, through
// the seat handle.
#ifndef DRIVE_DRIVE_H
#define DRIVE_DRIVE_H

#include "store/store.h"
#include "table/seat.h"
#include "table/table.h"

struct drive;

struct drive_setup {
    struct table_setup table;
    struct store *store; // where the log is kept, or NULL
    bool seeded;         // tosses, deals and computers draw from the seed
    uint64_t seed;
    bool keyed[SEATS]; // a computer draws from this key, not from one that is made for it
    uint64_t key[SEATS];
    bool hinted[SEATS]; // of a log that is gone on with: had a hint and has not moved since
    const char *trace;  // a file for what is said to programs and by them, or NULL
    size_t memory;      // bytes for each process of a program; 0: PROCESS_MEMORY
    bool ticks;         // towards a person a computer's reply leaves at the next multiple of 100 ms
};

// Makes the computer players that the header names. NULL, with a sentence.
struct drive *drive_new(const struct drive_setup *setup, struct text *why);

// Goes on where the log ends, which is not kept again.
struct drive *drive_resume(const struct drive_setup *setup, const struct log *log,
                           struct text *why);
void drive_free(struct drive *drive);

// The handle of all people at this table: both, one, or, where two computers play, a
// watcher's. Lives as long as the driver.
struct seat_handle *drive_seat(struct drive *drive);

// The handle of one seat alone, for fronts in which each has its own stream.
struct seat_handle *drive_seat_of(struct drive *drive, unsigned seat);

// For fronts with a stream of their own: an act by somebody at the table, and its reply;
// and one step of what happens without people: a round begins, chance deals, a computer
// moves, a flag falls.
enum drive_step {
    DRIVE_WENT_ON,
    DRIVE_WAITS,  // for people
    DRIVE_UNKEPT, // *unkept: it could not be saved
    DRIVE_FAILED,
};
void drive_act(struct drive *drive, const struct act *act, struct news *reply);
enum drive_step drive_step(struct drive *drive, struct news *unkept, struct text *why);

// What is driven: for reviews and for the words on how to go on.
const struct table *drive_table(const struct drive *drive);
bool drive_is_saved(const struct drive *drive);

// Has a person, or, where there is none, a computer made a move, or has a round ended? If
// not, nothing of the table is in the store yet.
bool drive_is_begun(const struct drive *drive);

// What went wrong with the program in this seat, and which file has its standard error; ""
// if nothing did.
const char *drive_trouble(const struct drive *drive, unsigned seat);

// Makes hints and warnings from what the seat may know: its view, and its stage with the
// moves so far. The reply has its viewer and number already.
struct drive_advisor {
    void (*hint)(void *context, const struct stage *stage, const struct view *view,
                 struct news *reply);
    bool (*warn)(void *context, const struct stage *stage, const struct view *view,
                 struct move move,
                 struct news *reply); // false: there is nothing to warn of
    void *context;
};
void drive_set_advisor(struct drive *drive, const struct drive_advisor *advisor);

// Asks a person for a contribution to a joint draw, which nobody else may see before it is
// opened. Left empty, the system draws one.
struct drive_asker {
    void (*ask)(void *context, const char *name, enum log_draw draw, char word[LOG_NAME]);
    void *context;
};
void drive_set_asker(struct drive *drive, const struct drive_asker *asker);

#endif
