// SPDX-License-Identifier: GPL-3.0-or-later
// The server's home of a session, as drive/drive.h is the one that blocks: events are kept in
// batches, computers and hints think in other processes, streams are told, and a timer wakes it.
#ifndef FRONTS_SERVE_COURSE_H
#define FRONTS_SERVE_COURSE_H

#include "fronts/serve/hub.h"

enum course_result {
    COURSE_NEWS,   // *news
    COURSE_BUSY,   // too much at once
    COURSE_UNKEPT, // it could not be kept; try again
    COURSE_GONE,   // the table is not there any more
};

struct course_answer {
    enum course_result result;
    const struct news *news;
};

typedef void course_done(void *context, struct hub_table *table, const struct act *act,
                         const struct course_answer *answer);

// Somebody at the table acts; `done` is called once, perhaps before this returns. The
// table must be awake.
void course_act(struct hub_table *table, const struct act *act, course_done *done, void *context);

// Does what the session wants until it rests.
void course_go(struct hub_table *table);

// This seat's holder is here: what waited for that begins.
void course_join(struct hub_table *table, unsigned seat);

// Of table->event, for the batch.
struct batch_fates;
extern const struct batch_fates course_fates;

// The table's timer.
void course_time(evutil_socket_t from, short what, void *table);

#endif
