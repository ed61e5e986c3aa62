// SPDX-License-Identifier: GPL-3.0-or-later
// What the modules of the server share: for them alone.
#ifndef FRONTS_SERVE_INSIDE_H
#define FRONTS_SERVE_INSIDE_H

#include "fronts/serve/config.h"
#include "fronts/serve/loop.h"
#include "drive/stored.h"

// What is counted since the start, for the metrics.
struct serve_counts {
    uint64_t requests, refused, events, batches, created, decided, dropped, unkept, records;
    unsigned tables, streams, jobs;
};

struct serve {
    struct loop loop;
    struct config config;
    const char *config_path;   // read again on SIGHUP, or NULL
    const char *engine;        // a link to the program of engines; NULL: this one
    char address[CONFIG_TEXT]; // that people open, without a slash at its end
    struct store *store;
    struct tables *tables;
    struct batch *batch;
    struct engines *engines;
    struct archives *archives;
    struct streams *streams;
    struct lobby *lobby;
    struct web_front *front;
    struct serve_counts counts;
    struct event *sweep, *drain, *leave; // timers
    bool draining; // no tables are made, and it ends when nobody listens any more
    bool ending;
};

// All parts, of a loop, a configuration and a keep that are there: it then listens. False,
// with a sentence. Free them in any case.
bool serve_make(struct serve *serve, struct text *why);
void serve_free(struct serve *serve);

// Before a restart. Games go on, here or on another node, until those who play have gone.
void serve_drain(struct serve *serve);

#endif
