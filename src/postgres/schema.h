// SPDX-License-Identifier: GPL-3.0-or-later
// The tables in PostgreSQL, all in the schema `causeway`: docs/formats.md describes them.
#ifndef POSTGRES_SCHEMA_H
#define POSTGRES_SCHEMA_H

#include "postgres/pg.h"

// Connects, as pg_open(), and makes the tables. Of several programs that come at once one does it.
// False, with a sentence, also if they are of another version. `greeting` is then carried out on
// this and every new connection.
bool schema_open(struct pg *pg, const char *url, const char *const *sql, const char *greeting,
                 struct text *why);

#endif
