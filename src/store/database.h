// SPDX-License-Identifier: GPL-3.0-or-later
// SQLite, with our habits: one place that opens a database, makes its tables and says in a sentence
// what went wrong. Only the store includes this.
#ifndef STORE_DATABASE_H
#define STORE_DATABASE_H

#include <stdbool.h>
#include <stdint.h>

#include <sqlite3.h>

#include "core/text.h"
#include "store/value.h"

enum { DATABASE_PATH = 4096 };

struct database {
    sqlite3 *db; // of one thread
    char path[DATABASE_PATH];
    unsigned
        patience; // milliseconds that a lock is waited for; 0: a crowd of programs is waited for
    int64_t patient_until; // when it gives up waiting for a lock, in milliseconds
    unsigned effort;       // of the step that is under way
    bool busy;             // the last change was refused since other programs hold it
    bool unbound;          // a value could not be bound: the next step fails
};

// What could not be done, to begin a sentence with.
extern const char not_read[], not_written[];

// What a database is for. One of another version is refused, and left as it is.
struct database_plan {
    int application; // marks the file
    int version;
    const char *schema;
};

// A database that is not there is made for writing and is empty for reading. Close it in
// any case.
bool database_open(struct database *database, const char *path, bool writing,
                   const struct database_plan *plan, struct text *why);
void database_close(struct database *database);

// Is it one of an older version? With the sentence that refuses it. Only looks at it.
bool database_is_older(const char *path, const struct database_plan *plan, struct text *why);

// Says what SQLite reports; always false.
bool database_fail(struct database *database, const char *what, struct text *why);

bool database_execute(struct database *database, const char *sql, const char *what,
                      struct text *why);

// NULL, with a sentence, if it cannot be.
sqlite3_stmt *database_prepare(struct database *database, const char *sql, const char *what,
                               struct text *why);

void database_bind(struct database *database, sqlite3_stmt *statement, const struct value *values);

// As sqlite3_step(); fails if something could not be bound, and where it takes too long.
int database_step(struct database *database, sqlite3_stmt *statement);

// A change: all of it counts, or, unless everything went well, nothing.
bool database_begin(struct database *database, struct text *why);
bool database_end(struct database *database, bool good, struct text *why);

#endif
