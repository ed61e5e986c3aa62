// SPDX-License-Identifier: GPL-3.0-or-later
// The HTTP interface: which request does what. docs/http.md describes it.
#ifndef FRONTS_SERVE_API_H
#define FRONTS_SERVE_API_H

#include "fronts/serve/tables.h"
#include <jansson.h>

#include "fronts/serve/web.h"

// Answers the request, now or later.
void api_handle(struct web *web);

// What several answers need.

// The body; NULL if it is not JSON.
json_t *api_read_body(const struct web *web);

// The table of the request, awake and going on; NULL: it is answered.
struct live_table *api_table(struct web *web, const char *id);

// The request is handled once more when the table is awake, or its record is made.
void api_wait(struct web *web, struct live_table *table);

// POST /api/tables.
void create_table(struct web *web);

// GET .../record and .../review, as the reader may know it. A long log is read in pieces; at the
// end those who wait are told that it cannot be.
struct archives;
struct archives *archives_new(struct serve *serve); // NULL when there is no memory
void archives_free(struct archives *archives);
void archive_record(struct web *web, struct live_table *table);
void archive_review(struct web *web, struct live_table *table);

// GET / and /t/TABLE, and what these pages show; and what a browser is shown instead.
void pages_about(struct web *web);
void pages_table(struct web *web, const char *id);
void pages_refuse(struct web *web, int status, const char *sentence);
void pages_style(struct web *web);
void pages_games(struct web *web);

#endif
