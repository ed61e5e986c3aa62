// SPDX-License-Identifier: GPL-3.0-or-later
// A request of HTTP/1.1, read in place, with those of its headers that something depends on.
// Strict: what two programs read differently is how one request is made of another's bytes.
#ifndef FRONTS_SERVE_REQUEST_H
#define FRONTS_SERVE_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

enum {
    REQUEST_HEAD = 8192, // bytes
    REQUEST_BODY = 4096,
};

enum request_method { REQUEST_GET, REQUEST_POST, REQUEST_ASKS_HEAD, REQUEST_OTHER };

enum request_header {
    REQUEST_HOST,
    REQUEST_LENGTH,
    REQUEST_TRANSFER,
    REQUEST_TYPE,
    REQUEST_AUTHORIZATION,
    REQUEST_ORIGIN,
    REQUEST_SITE,
    REQUEST_FORWARDED_FOR,
    REQUEST_FORWARDED_PROTO,
    REQUEST_LAST_EVENT,
    REQUEST_SINGLE, // the headers before this one may be there once
    REQUEST_ACCEPT = REQUEST_SINGLE,
    REQUEST_ACCEPT_ENCODING,
    REQUEST_IF_NONE_MATCH,
    REQUEST_CONNECTION,
    REQUEST_EXPECT,
    REQUEST_HEADERS,
};

struct request {
    enum request_method method;
    const char *path;                    // as it was sent, without a query
    const char *header[REQUEST_HEADERS]; // NULL: not there; the first, if there are several
    const char *wrong;                   // the header that is there twice, or not allowed; or NULL
    bool old;                            // HTTP/1.0
    bool unread;                         // there is more of it than what is read
    bool closes;                         // the connection, with the answer
    const char *body;
    size_t length; // of the body
};

// Where the head ends, after its empty line; 0: not in these bytes. The first `looked` have been
// looked at before.
size_t request_find_end(const char *bytes, size_t length, size_t looked);

// Reads a whole head, and changes it: texts end with NUL bytes. The body follows it. Returns 0,
// or the status with which it is refused.
unsigned request_read(struct request *request, char *head, size_t length);

// Is the word one of a list, which has blanks or commas between its words? ASCII case aside.
bool request_lists(const char *list, const char *word);

#endif
