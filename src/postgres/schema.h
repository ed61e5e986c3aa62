// SPDX-License-Identifier: GPL-3.0-or-later
// The tables in PostgreSQL, all in the schema `causeway`: docs/formats.md describes them.
#ifndef POSTGRES_SCHEMA_H
#define POSTGRES_SCHEMA_H

#include "postgres/pg.h"

// Brings them up to date. Of several programs that come at once one does it. False, with
// a sentence, also if a newer version has been here.
bool schema_update(struct pg *pg, struct text *why);

#endif
