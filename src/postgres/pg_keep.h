// SPDX-License-Identifier: GPL-3.0-or-later
// A server's tables by the database's address: in PostgreSQL, for several nodes, or in a
// file of SQLite's, for one.
#ifndef POSTGRES_PG_KEEP_H
#define POSTGRES_PG_KEEP_H

#include "postgres/pg.h"
#include "store/keep.h"

// `url` is postgresql://... (its password in the environment, PGPASSWORD, or in ~/.pgpass)
// or a path. No statement then waits longer than `hold` milliseconds, at most PG_PATIENCE; what
// took longer is KEEP_LOST, and until the database answers again so is all else, at once. NULL,
// with a sentence.
struct keep *pg_keep_open(const char *url, int64_t hold, struct text *why);

#endif
