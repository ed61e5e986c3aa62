// SPDX-License-Identifier: GPL-3.0-or-later
// What happens at a table: acts are checked, kept in a batch, and then have happened and
// are told. And what the table wishes for is done: rounds begin, chance deals, computers
// move, flags fall. This is the server's driver, as drive/drive.h is of one process.
#ifndef FRONTS_SERVE_COURSE_H
#define FRONTS_SERVE_COURSE_H

#include "fronts/serve/hub.h"

enum course_result {
    COURSE_NEWS,   // *news
    COURSE_LINE,   // a message, as a line of JSON: a hint
    COURSE_BUSY,   // too much at once
    COURSE_UNKEPT, // it could not be kept; try again
    COURSE_GONE,   // the table is not there any more
};

struct course_answer {
    enum course_result result;
    const struct news *news;
    const char *line;
    size_t length;
};

typedef void course_done(void *whom, struct hub_table *table, const struct act *act,
                         const struct course_answer *answer);

// Somebody at the table acts; `done` is called once, perhaps before this returns. The
// table must be awake.
void course_act(struct hub_table *table, const struct act *act, course_done *done, void *whom);

// Goes on as far as it can: what waits, then what the table wishes for.
void course_go(struct hub_table *table);

// From the batch: what became of table->event.
void course_kept(struct hub_table *table);
void course_beaten(struct hub_table *table);
void course_gone(struct hub_table *table);
void course_unkept(struct hub_table *table);

// The table's timer.
void course_time(evutil_socket_t from, short what, void *table);

#endif
