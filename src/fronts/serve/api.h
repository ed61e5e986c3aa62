// SPDX-License-Identifier: GPL-3.0-or-later
// The HTTP interface: which request does what. docs/http.md describes it.
#ifndef FRONTS_SERVE_API_H
#define FRONTS_SERVE_API_H

#include "fronts/serve/hub.h"
#include "fronts/serve/web.h"

// Answers the request, now or later.
void api_handle(struct web *web);

// What several answers need.

// The body, as bytes; its length.
size_t api_body(struct web *web, char body[WEB_BODY + 1]);

// The table of the request, awake and going on; NULL: it is answered.
struct hub_table *api_table(struct web *web, const char *id);

// A table or a seat in the lobby's and the pages' addresses.
void api_put_link(struct text *out, const struct serve *serve, const char *id, const char *token);

// POST /api/tables.
void create_table(struct web *web);

// GET .../record and .../review, as whoever asks may know it.
void archive_record(struct web *web, struct hub_table *table);
void archive_review(struct web *web, struct hub_table *table);

// GET / and /t/TABLE, and what these pages show; and what a browser is shown instead.
void pages_about(struct web *web);
void pages_table(struct web *web, const char *id);
void pages_refuse(struct web *web, int status, const char *sentence);
void pages_style(struct web *web);
void pages_games(struct web *web);

#endif
