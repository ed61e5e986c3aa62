// SPDX-License-Identifier: GPL-3.0-or-later
// The connections of a listener: requests come in, one after the other, and answers or a
// stream go out. There is a deadline for requests that arrive slowly, a limit for each address,
// idle connections included, and one for all of them that leaves descriptors for the database, the
// engines and the unix socket. Where there are none left, the next client waits in the listener's
// backlog.
//
// What is sent goes to the system at once and as it is; only what the system does not take is
// copied. A connection is registered with the system once, and while it is idle nothing is kept
// for it but what it has begun to send.
#ifndef FRONTS_SERVE_CONNECTIONS_H
#define FRONTS_SERVE_CONNECTIONS_H

#include <event2/buffer.h>
#include <event2/listener.h>

#include "core/text.h"
#include "fronts/serve/address.h"
#include "fronts/serve/config.h"
#include "fronts/serve/loop.h"
#include "fronts/serve/request.h"

enum {
    CONNECTIONS_DEADLINE = 20000, // milliseconds that a request may take to arrive
    CONNECTIONS_IDLE = 75000,     // and that a connection may be idle
    CONNECTIONS_ROOM = 64 << 10,  // bytes that the system keeps for a listener who does not read
    CONNECTIONS_SILENCE = 45000,  // milliseconds until one who does not even acknowledge is gone
    CONNECTIONS_HEARD = 4096,     // bytes that are taken from one who should only listen
};

struct connections;
struct connection;

// A request has arrived. It is there until it has been answered, or a stream has begun.
typedef void connections_arrive(void *context, struct connection *connection);

// `requests` are what addresses may ask for: a connection that ends without a request, or with one
// that cannot be read, counts as one; NULL at a unix socket, where nobody has an address. NULL when
// there is no memory.
struct connections *connections_new(struct loop *loop, const struct config *config,
                                    struct bucket_table *requests, connections_arrive *arrive,
                                    void *context);
void connections_free(struct connections *connections);

// For a listener, with the connections as its context; and the listener that is used.
void connections_accept(struct evconnlistener *listener, evutil_socket_t descriptor,
                        struct sockaddr *address, int size, void *connections);
void connections_listen(struct connections *connections, struct evconnlistener *listener);

// No more are taken.
void connections_stop(struct connections *connections);

// How many there are.
unsigned connections_count(const struct connections *connections);

// One of them.

const struct request *connection_request(const struct connection *connection);
const char *connection_address(const struct connection *connection); // of the other end
bool connection_is_open(const struct connection *connection);

// Answers: the head with its empty line, and the body. The buffer's bytes are taken out of it.
void connection_answer(struct connection *connection, const struct text *head, const void *body,
                       size_t length, bool closes);
void connection_answer_buffer(struct connection *connection, const struct text *head,
                              struct evbuffer *body, bool closes);

// A stream begins, in answer to the request, and has no deadline. Each function is called with the
// context from the loop: after connection_call_written(), when nothing waits to be sent; and when
// the connection has ended, after which it is gone.
struct connection_stream {
    void (*written)(void *context);
    void (*closed)(void *context);
    void *context;
};
void connection_begin_stream(struct connection *connection, const struct text *head,
                             const struct connection_stream *stream);
void connection_send(struct connection *connection, const char *bytes, size_t length);
void connection_call_written(struct connection *connection);
size_t connection_unread(const struct connection *connection); // bytes that wait to be sent

// From the loop, soon, as if the other end had closed it.
void connection_drop(struct connection *connection);

#endif
