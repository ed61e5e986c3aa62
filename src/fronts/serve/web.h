// SPDX-License-Identifier: GPL-3.0-or-later
// HTTP: requests are checked (methods and bodies, doubled headers, names, other sites, limits) and
// answered. docs/http.md has the interface.
#ifndef FRONTS_SERVE_WEB_H
#define FRONTS_SERVE_WEB_H

#include "fronts/serve/connections.h"
#include "fronts/serve/tables.h"

// A request that has been checked and waits for its answer. Answering frees it.
struct web {
    struct serve *serve;
    struct connection *connection;
    const struct request *request;
    const char *route; // one of our own words, for the log
    char id[COMMIT_ID];
    unsigned seat;
    char address[ADDRESS_TEXT];
    unsigned char key[BUCKET_KEY]; // of the address
    bool secure;                   // came over TLS
    bool closes;                   // the connection, with its answer
    const char *keeping;           // who may keep the answer; NULL: nobody
    struct text headers;           // that not all answers have
    char header_bytes[256];
    struct tables_waiter waiter; // for a table whose log is long
    bool woke;                   // it was this request that it is read for
};

struct web_front;

// What requests are for is not known here: who answers those that are proper, and with which page a
// person is refused.
struct web_handlers {
    void (*answer)(struct web *web);
    void (*refuse)(struct web *web, int status, const char *sentence);
};

// Listens. NULL, with a sentence.
struct web_front *web_new(struct serve *serve, const struct web_handlers *handlers,
                          struct text *why);

// The link of a table, or of the seat that the token opens.
void web_put_link(struct text *out, const struct serve *serve, const char *id, const char *token);

// No more connections are taken.
void web_stop(struct web_front *front);
void web_free(struct web_front *front);

// Where it listens, as ADDRESS:PORT; the port is the one that the system gave for 0.
const char *web_name(const struct web_front *front);

bool web_posts(const struct web *web);
const char *web_header(const struct web *web, enum request_header header); // or NULL

// May this address do something of this cost now? If not, it is answered.
enum web_limit { WEB_REQUESTS, WEB_TABLES, WEB_HINTS, WEB_LIMITS };
bool web_allows(struct web *web, enum web_limit limit);

// A log of `events` events was read or written for this request: that counts as that many more
// requests of its address, the next of which wait.
void web_charge(struct web *web, uint32_t events);

// Answers that all requests can have.
void web_answer(struct web *web, int status, const char *type, const char *bytes, size_t length);
void web_answer_text(struct web *web, int status, const struct text *json);
void web_refuse(struct web *web, int status, const char *sentence); // {"error": ...}, or a page
void web_refuse_for(struct web *web, unsigned seconds);             // 429

void web_answer_buffer(struct web *web, int status, const char *type, struct evbuffer *body);

// One more header of the answer.
void web_add_header(struct web *web, const char *name, const char *value);

// A stream begins instead of an answer: this request is over, and is written down.
void web_begin_stream(struct web *web, const struct connection_stream *stream);

// How many connections there are, idle ones included.
unsigned web_connections(const struct web_front *front);

// Blocks an address, or lets it in, here and in the database, so that it lasts. False, with a
// sentence. Who is blocked is told nothing.
bool web_block(struct web_front *front, const char *address, bool blocks, struct text *why);

// Reads from the database which are blocked: another node may have done it. As it was, with a
// sentence, if that cannot be.
bool web_read_blocked(struct web_front *front, struct text *why);

// The i-th of them; false after the last.
bool web_blocked(const struct web_front *front, unsigned i, char address[ADDRESS_TEXT]);

#endif
