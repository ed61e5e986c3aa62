// SPDX-License-Identifier: GPL-3.0-or-later
// The server's home of a session, as drive/drive.h is the one that blocks: events are kept in
// batches, computers and hints think in other processes, streams are told, and a timer wakes it.
#ifndef FRONTS_SERVE_HOME_H
#define FRONTS_SERVE_HOME_H

#include "fronts/serve/tables.h"

enum home_result {
    HOME_NEWS,   // *news
    HOME_BUSY,   // too much at once
    HOME_UNKEPT, // it could not be kept; try again
    HOME_GONE,   // the table is not there any more
};

struct home_answer {
    enum home_result result;
    const struct news *news;
};

typedef void home_done(void *context, struct live_table *table, const struct act *act,
                       const struct home_answer *answer);

// Somebody at the table acts; `done` is called once, perhaps before this returns. The
// table must be awake.
void home_act(struct live_table *table, const struct act *act, home_done *done, void *context);

// Does what the session wants until it rests.
void home_go(struct live_table *table);

// This seat's holder is here: what waited for that begins.
void home_join(struct live_table *table, unsigned seat);

// Of table->event, for the batch.
struct batch_fates;
extern const struct batch_fates home_fates;

// The table's timer.
void home_time(evutil_socket_t from, short what, void *table);

#endif
