// SPDX-License-Identifier: GPL-3.0-or-later
// Server-sent events, as the HTML standard has them, from bytes in any portions: only what
// a message of the seat protocol needs, with bounds on everything.
#ifndef FRONTS_JOIN_SSE_H
#define FRONTS_JOIN_SSE_H

#include "core/text.h"
#include "table/json.h"

struct sse {
    char line[JSON_LINE + 16]; // the line that is being read
    size_t length;
    char data[JSON_LINE]; // of the event that is being read
    size_t data_length;
    char name[32]; // of it; "": a message
    bool has_data, after_return;
};

// A whole event: its name, and its data with a NUL byte behind it. False: no more is wanted.
typedef bool sse_take(void *context, const char *name, const char *data, size_t length);

void sse_begin(struct sse *sse);

// False, with a sentence, if a line or an event is longer than any message, or if it was
// not taken.
bool sse_feed(struct sse *sse, const char *bytes, size_t count, sse_take *take, void *context,
              struct text *why);

#endif
