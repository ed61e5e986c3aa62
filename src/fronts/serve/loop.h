// SPDX-License-Identifier: GPL-3.0-or-later
// The event loop of the server's one thread, and its clocks. While a callback runs everybody else
// waits, so that all of them are made here, and what each costs is measured: none may take longer
// than LOOP_LONG. What may take longer is done in pieces, or by another process.
#ifndef FRONTS_SERVE_LOOP_H
#define FRONTS_SERVE_LOOP_H

#include <stdbool.h>
#include <stdint.h>

#include <event2/event.h>

enum { LOOP_LONG = 20000 }; // microseconds of the thread's CPU

struct loop {
    struct event_base *base;
    uint64_t callbacks, long_callbacks;
    int64_t longest;          // microseconds of CPU
    const char *longest_name; // which one that was, as FILE:FUNCTION
    int64_t measured;         // the thread's CPU when the last callback had ended; 0: none has
    int64_t ahead;            // what loop_date() adds to the clock of this machine
};

// False when there is no memory. Free it in any case.
bool loop_begin(struct loop *loop);
void loop_free(struct loop *loop);

// As event_new() and event_free().
#define loop_event(loop, descriptor, what, callback, context)                                      \
    loop_event_named(loop, __FILE_NAME__ ":" #callback, descriptor, what, callback, context)
struct event *loop_event_named(struct loop *loop, const char *name, evutil_socket_t descriptor,
                               short what, event_callback_fn callback, void *context);
void loop_event_free(struct event *event); // or NULL

// Starts a timer, in milliseconds from now on; at once for less than one.
void loop_start(struct event *timer, int64_t milliseconds);

// A callback has ended, which used the CPU since the last one did; for those of libevent's own
// parts to call, which are not events.
void loop_measured(struct loop *loop, const char *name);

// Milliseconds since 1970 by the clock that was set last: the database's, for nodes have to agree
// on when something is swept away.
int64_t loop_date(const struct loop *loop);
void loop_set_date(struct loop *loop, int64_t date);

#endif
