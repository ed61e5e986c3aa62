// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/join/sse.h"

#include <stdio.h>
#include <string.h>

void sse_begin(struct sse *sse)
{
    sse->length = sse->data_length = 0;
    sse->has_data = sse->after_return = false;
    sse->name[0] = '\0';
}

// Several lines of data are one text with newlines in between.
static bool add_data(struct sse *sse, const char *value, size_t length, struct text *why)
{
    size_t between = sse->has_data;
    if (sse->data_length + between + length >= sizeof sse->data) {
        text_add(why, "The server sent a message that is longer than any can be.");
        return false;
    }
    if (between)
        sse->data[sse->data_length++] = '\n';
    memcpy(sse->data + sse->data_length, value, length);
    sse->data_length += length;
    sse->has_data = true;
    return true;
}

static bool end_event(struct sse *sse, sse_take *take, void *context)
{
    bool good = true;
    sse->data[sse->data_length] = '\0';
    if (sse->has_data)
        good = take(context, sse->name, sse->data, sse->data_length);
    sse->name[0] = '\0';
    sse->has_data = false;
    sse->data_length = 0;
    return good;
}

// The value of the field, if the line is one; a blank after the colon is not part of it.
static const char *value_of(const char *line, size_t length, const char *field, size_t *size)
{
    size_t skip = strlen(field);
    if (length < skip || memcmp(line, field, skip) != 0)
        return NULL;
    skip += length > skip && line[skip] == ' ';
    *size = length - skip;
    return line + skip;
}

// Comments and other fields mean nothing here: the number of a message is in the message.
static bool end_line(struct sse *sse, sse_take *take, void *context, struct text *why)
{
    size_t size, length = sse->length;
    const char *value;
    sse->length = 0;
    if (length == 0)
        return end_event(sse, take, context);
    if ((value = value_of(sse->line, length, "data:", &size)))
        return add_data(sse, value, size, why);
    if ((value = value_of(sse->line, length, "event:", &size)))
        snprintf(sse->name, sizeof sse->name, "%.*s", (int)size, value);
    return true;
}

bool sse_feed(struct sse *sse, const char *bytes, size_t count, sse_take *take, void *context,
              struct text *why)
{
    for (size_t i = 0; i < count; i++) {
        bool pair = bytes[i] == '\n' && sse->after_return;
        sse->after_return = bytes[i] == '\r';
        if (pair)
            continue;
        if (bytes[i] == '\n' || bytes[i] == '\r') {
            if (!end_line(sse, take, context, why))
                return false;
        } else if (sse->length == sizeof sse->line) {
            text_add(why, "The server sent a line that is longer than any message.");
            return false;
        } else {
            sse->line[sse->length++] = bytes[i];
        }
    }
    return true;
}
