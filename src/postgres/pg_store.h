// SPDX-License-Identifier: GPL-3.0-or-later
// A server's tables by the database's address: in PostgreSQL, for several nodes, or in a
// file of SQLite's, for one.
#ifndef POSTGRES_PG_STORE_H
#define POSTGRES_PG_STORE_H

#include "postgres/pg.h"
#include "store/store.h"

// `url` is postgresql://... (its password in the environment, PGPASSWORD, or in ~/.pgpass)
// or a path. No statement then waits longer than `hold` milliseconds, at most PG_PATIENCE; what
// took longer is STORE_RETRY, and until the database answers again so is all else, at once. NULL,
// with a sentence.
struct store *pg_store_open(const char *url, int64_t hold, struct text *why);

#endif
