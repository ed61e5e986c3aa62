// SPDX-License-Identifier: GPL-3.0-or-later
// A store from inside: for the files of this layer alone.
#ifndef STORE_INSIDE_H
#define STORE_INSIDE_H

#include "store/database.h"
#include "store/store.h"

struct store {
    struct database database;
};

// Says what is wrong with a game, without what must not reach a terminal; always false.
bool store_damaged(const char *id, const char *what, struct text *why);

// The table that a game is a round of, and the event that the round began with; "" for
// a game of its own, or one that is not there.
bool store_find_home(struct store *store, const char *id, char home[COMMIT_ID], uint32_t *began,
                     struct text *why);

// Reads a table's log and plays it through, in a transaction of the caller's. Free it
// with log_clear() in any case.
bool store_read_log(struct store *store, const struct game *const *games, const char *home,
                    struct log *log, struct text *why);

#endif
