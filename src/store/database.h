// SPDX-License-Identifier: GPL-3.0-or-later
// SQLite, with our habits: one place that opens a database, brings it up to date
// and says in a sentence what went wrong. Only the store includes this.
#ifndef STORE_DATABASE_H
#define STORE_DATABASE_H

#include <stdbool.h>

#include <sqlite3.h>

#include "core/text.h"

enum { DATABASE_PATH = 4096 };

struct database {
    sqlite3 *db; // of one thread
    char path[DATABASE_PATH];
};

// What could not be done, to begin a sentence with.
extern const char not_read[], not_written[];

// Step n brings a database from version n to n + 1; ends with NULL. A database
// that is not there is made for writing and is empty for reading. Close it in
// any case.
bool database_open(struct database *database, const char *path, bool writing,
                   const char *const *steps, struct text *why);
void database_close(struct database *database);

// Says what SQLite reports; always false.
bool database_fail(const struct database *database, const char *what, struct text *why);

bool database_execute(struct database *database, const char *sql, const char *what,
                      struct text *why);

// NULL, with a sentence, if it cannot be.
sqlite3_stmt *database_prepare(struct database *database, const char *sql, const char *what,
                               struct text *why);

// Carries out a statement that gives no rows, and lets go of it.
bool database_finish(struct database *database, sqlite3_stmt *statement, struct text *why);

// A change: all of it counts, or, unless everything went well, nothing.
bool database_begin(struct database *database, struct text *why);
bool database_end(struct database *database, bool good, struct text *why);

#endif
