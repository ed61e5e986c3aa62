// SPDX-License-Identifier: GPL-3.0-or-later
// The connections of the public listener: a deadline for requests that arrive slowly, a limit for
// each address, idle connections included, and one for all of them that leaves descriptors
// for the database, the engines and the unix socket. Where there are none left, the next client
// waits in the listener's backlog.
#ifndef FRONTS_SERVE_CONNECTIONS_H
#define FRONTS_SERVE_CONNECTIONS_H

#include <event2/http.h>
#include <event2/listener.h>

#include "fronts/serve/bucket.h"
#include "fronts/serve/config.h"
#include "fronts/serve/loop.h"

enum {
    CONNECTIONS_DEADLINE = 20000, // milliseconds that a request may take to arrive
    CONNECTIONS_ROOM = 64 << 10,  // bytes that the system keeps for a listener who does not read
    CONNECTIONS_SILENCE = 45000,  // milliseconds until one who does not even acknowledge is gone
    CONNECTIONS_HEARD = 4096,     // bytes that are read from one who should only listen
};

struct connections;

// Of this HTTP server, whose listener it pauses. `requests` are what addresses may ask for: a
// connection that ends without a request, or with one that evhttp refuses by itself, counts as one.
// NULL when there is no memory.
struct connections *connections_new(struct loop *loop, struct evhttp *http,
                                    const struct config *config, struct bucket_table *requests);
void connections_listen(struct connections *connections, struct evconnlistener *listener);

// Forgets those that have ended, before somebody else's connection may get their descriptor.
void connections_sweep(struct connections *connections);

// No more are taken.
void connections_stop(struct connections *connections);

// After evhttp_free(), which ends them.
void connections_free(struct connections *connections);

// How many there are; those that have just been closed may be among them.
unsigned connections_count(const struct connections *connections);

// A request has arrived on this one: the next has a deadline of its own.
void connections_arrived(struct connections *connections, struct evhttp_connection *connection);

// A stream has begun on this one: it has no deadline any more.
void connections_stream(struct connections *connections, struct evhttp_connection *connection);

#endif
