// SPDX-License-Identifier: GPL-3.0-or-later
// A connection to PostgreSQL that comes back by itself, with our habits: prepared
// statements, a limit on how long anything takes, a sentence for what went wrong. Only
// this layer includes it.
//
// A call waits no longer than `hold`, and not at all while a database that has let another
// call wait in vain has not said anything since. What it was asked is then still under way: its
// answer comes before the next one's and is thrown away: its caller was told that nobody
// knows and asks again.
//
// What it says names neither a password nor anything that is stored.
#ifndef POSTGRES_PG_H
#define POSTGRES_PG_H

#include <stdbool.h>
#include <stdint.h>

#include <libpq-fe.h>

#include "core/text.h"
#include "store/value.h"

enum {
    PG_STATEMENTS = 96,
    PG_VALUES = 24,
    PG_URL = 4096,
    PG_PATIENCE = 8000, // milliseconds until a connection without an answer is given up
};

struct pg {
    char url[PG_URL];
    const char *const *sql;           // statements, by number
    PGconn *connection;               // NULL: lost
    bool up;                          // it is made, and can be used
    PostgresPollingStatusType wants;  // while it is being made
    int64_t begun;                    // when that was
    int64_t retry_at;                 // not before, in milliseconds
    int64_t hold;                     // milliseconds that a call may wait
    bool slow;                        // the last one has waited in vain
    bool owed;                        // an answer is still to come
    int64_t sent;                     // to what was sent then
    unsigned prepared[PG_STATEMENTS]; // by which number; 0: not yet
    unsigned numbered;
    char state[6];        // SQLSTATE of the last failure
    const char *greeting; // carried out on every new connection; NULL: nothing
};

// Is it an address of PostgreSQL, and no file's name?
bool pg_is_url(const char *url);

// Does the address have a password in it, where everybody on the machine can read it?
bool pg_has_password(const char *url);

// Connects. False, with a sentence; close it in any case. A call may then wait for PG_PATIENCE; set
// `hold` for less.
bool pg_open(struct pg *pg, const char *url, const char *const *sql, struct text *why);
void pg_close(struct pg *pg);

// Connects again where need be and where it is time for it. False, with a sentence.
bool pg_reach(struct pg *pg, struct text *why);

// Gives the connection up; the next call makes a new one.
void pg_drop(struct pg *pg);

// May the same call succeed later? Of the last failure.
bool pg_may_return(const struct pg *pg);

// Was it refused only since others were at it at the same time? Then at once.
bool pg_was_in_the_way(const struct pg *pg);

// Did it refer to a row that is not there?
bool pg_has_no_home(const struct pg *pg);

// An array of PostgreSQL's in its binary form; made by adding `count` elements. Zero it
// first; free it in any case.
struct pg_array {
    char *bytes;
    size_t length, room;
    bool failed; // there was no memory
};
enum pg_type { PG_BIGINT = 20, PG_INTEGER = 23, PG_TEXT = 25 };
void pg_array_begin(struct pg_array *array, enum pg_type type, unsigned count);
void pg_array_add_text(struct pg_array *array, const char *text);
void pg_array_add_integer(struct pg_array *array, int32_t number);
void pg_array_add_bigint(struct pg_array *array, int64_t number);
void pg_array_free(struct pg_array *array);
struct value pg_array_value(const struct pg_array *array);

// Carries out a statement with up to PG_VALUES values. NULL, with a sentence, if it was not;
// else free it with PQclear().
PGresult *pg_run(struct pg *pg, unsigned statement, const struct value *values, struct text *why);

// The same for a text without values that may have several statements; for its rows. And where
// there is nothing to know but whether it was.
PGresult *pg_execute(struct pg *pg, const char *sql, struct text *why);
bool pg_command(struct pg *pg, const char *sql, struct text *why);

// How many rows were changed; a column of a row as a number.
unsigned pg_changed(PGresult *result);
int64_t pg_number(const PGresult *result, int row, int column);

#endif
