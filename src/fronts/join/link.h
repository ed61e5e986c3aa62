// SPDX-License-Identifier: GPL-3.0-or-later
// The link of a seat, BASE/t/TABLE#TOKEN, or of a watcher, BASE/t/TABLE. Who has the
// token has the seat: it is never repeated, not even in a complaint.
#ifndef FRONTS_JOIN_LINK_H
#define FRONTS_JOIN_LINK_H

#include "core/text.h"

enum {
    LINK_BASE = 256,
    LINK_TABLE = 65,
    LINK_TOKEN = 44, // 32 bytes in base64url, with the NUL byte
    LINK_TEXT = LINK_BASE + LINK_TABLE + LINK_TOKEN + 8,
};

struct link {
    char base[LINK_BASE]; // without a slash at its end
    char table[LINK_TABLE];
    char token[LINK_TOKEN]; // "": a watcher's
};

// False, with a sentence, if it is no link.
bool link_parse(const char *text, struct link *link, struct text *why);

// http:// or https://, a host, perhaps a path; without its last slash.
bool link_parse_base(const char *text, char base[LINK_BASE], struct text *why);

// Does a link that a server gave for `table` lead to that table, at the same host and port, and
// not from https to http? Else a sentence says what is different.
bool link_stays(const struct link *given, const char *base, const char *table, struct text *why);

// What is sent there can be read on the way: it is neither TLS nor this machine.
bool link_is_readable(const char *base);

#endif
