// SPDX-License-Identifier: GPL-3.0-or-later
// The lobby: the public tables, as a list and as a stream of lists.
#ifndef FRONTS_SERVE_LOBBY_H
#define FRONTS_SERVE_LOBBY_H

#include "fronts/serve/tables.h"
#include "fronts/serve/web.h"

struct lobby;

// NULL when there is no memory.
struct lobby *lobby_new(struct serve *serve);
void lobby_free(struct lobby *lobby);

// The list as it is, at most a second old; "" if it cannot be read.
const char *lobby_list(struct lobby *lobby);

// Something about this table has changed: those who look at the lobby are told soon.
void lobby_change(const struct live_table *table);

void lobby_open_stream(struct web *web);

// May this address put one more table into the lobby? And it has.
bool lobby_allows(struct lobby *lobby, const unsigned char key[BUCKET_KEY]);
void lobby_post(struct lobby *lobby, const char *id, const unsigned char key[BUCKET_KEY]);

#endif
