// SPDX-License-Identifier: GPL-3.0-or-later
// What the modules of the server share: for them alone.
#ifndef FRONTS_SERVE_INSIDE_H
#define FRONTS_SERVE_INSIDE_H

#include <event2/event.h>

#include "fronts/serve/config.h"
#include "store/keep.h"

// What is counted since the start, for whoever watches the server.
struct serve_counts {
    uint64_t requests, refused, events, batches, created, decided, dropped, unkept, records;
    unsigned tables, streams, jobs;
    uint64_t spans, long_spans; // callbacks, and those that took more than SERVE_SPAN_MOST
    int64_t longest_span;       // microseconds of the thread's CPU
};

// How long one callback may keep the others waiting.
enum { SERVE_SPAN_MOST = 20000 }; // microseconds of CPU

struct serve {
    struct event_base *base;
    struct config config;
    const char *config_path;   // read again on SIGHUP, or NULL
    char address[CONFIG_TEXT]; // that people open, without a slash at its end
    struct keep *keep;
    struct hub *hub;
    struct batch *batch;
    struct engines *engines;
    struct jobs *jobs;
    struct streams *streams;
    struct lobby *lobby;
    struct web_front *front;
    struct serve_counts counts;
    bool draining; // no tables are made, and it ends when nobody listens any more
    bool ending;
};

// All parts, of a base, a configuration and a keep that are there: it then listens. False,
// with a sentence. Free them in any case.
bool serve_make(struct serve *serve, struct text *why);
void serve_free(struct serve *serve);

// Before a restart. Games go on, here or on another node, until those who play have gone.
void serve_drain(struct serve *serve);

// Milliseconds: on a clock that only goes forward, and since 1970.
int64_t serve_now(void);
int64_t serve_date(void);

// What a callback costs, in CPU of this thread: around whatever may take long.
struct serve_span {
    int64_t begun;
};
struct serve_span serve_begin(void);
void serve_end(struct serve *serve, struct serve_span span);

// A timer of this many milliseconds from now on; at once for less than one.
void serve_start(struct event *timer, int64_t milliseconds);

#endif
