// SPDX-License-Identifier: GPL-3.0-or-later
// A server's tables by the database's address: in PostgreSQL, for several nodes, or in a
// file of SQLite's, for one.
#ifndef POSTGRES_PG_KEEP_H
#define POSTGRES_PG_KEEP_H

#include "store/keep.h"

// `url` is postgresql://... (its password in the environment, PGPASSWORD, or in ~/.pgpass)
// or a path. NULL, with a sentence.
struct keep *pg_keep_open(const char *url, struct text *why);

#endif
