// SPDX-License-Identifier: GPL-3.0-or-later
// HTTP to one server, on libcurl: questions with their answers, and beside them one stream
// of server-sent events. The other side may be anything: whatever it sends has bounds, no
// redirection is followed, and nothing waits without an end.
#ifndef FRONTS_JOIN_HTTP_H
#define FRONTS_JOIN_HTTP_H

#include "core/text.h"

struct http;

// The token, unless it is "", goes along with everything that is sent. NULL, with a
// sentence.
struct http *http_new(const char *base, const char *token, struct text *why);
void http_free(struct http *http);

// Called many times a second while a question waits for its answer: false gives it up (HTTP_LOST).
void http_wait_by(struct http *http, bool (*goes_on)(void *context), void *context);

struct http_answer {
    unsigned status;
    unsigned retry_after; // seconds; 0: not said
    char *body;           // with a NUL byte behind it; to be freed with mem_free()
    size_t length;
};

enum http_result {
    HTTP_FINE,
    HTTP_LOST, // the network: it may be tried again
    HTTP_WRONG,
};

// Asks, by POST if there is a body of JSON, else by GET, and waits for the answer, whatever
// its status is. A body of more than `most` bytes is wrong.
enum http_result http_ask(struct http *http, const char *path, const char *body, size_t most,
                          struct http_answer *answer, struct text *why);

// Begins to listen to a stream; after event `after`, or, if that is negative, from now on.
// What is still to be read of an earlier one is forgotten.
bool http_listen(struct http *http, const char *path, long after, struct text *why);

// Waits so long, or until something has come. After HTTP_LOST and HTTP_WRONG the stream has
// ended; what came before can still be read.
enum http_result http_wait(struct http *http, int milliseconds, struct text *why);

// The next message of the stream, until the next call; NULL if none has come yet.
const char *http_next(struct http *http, size_t *length);
bool http_has_next(const struct http *http);

#endif
