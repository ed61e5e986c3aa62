// SPDX-License-Identifier: GPL-3.0-or-later
// The tables in PostgreSQL, all in the schema `causeway`: docs/formats.md describes them.
#ifndef POSTGRES_SCHEMA_H
#define POSTGRES_SCHEMA_H

#include "postgres/pg.h"

// Makes them. Of several programs that come at once one does it. False, with a sentence, also if
// they are of another version.
bool schema_update(struct pg *pg, struct text *why);

#endif
