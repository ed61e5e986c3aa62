// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/lines.h"

#include <string.h>

struct lines lines_of(const char *bytes, size_t size, struct text *why)
{
    struct lines lines = { .at = bytes, .end = bytes + size, .why = why };
    sums_begin(&lines.sums);
    return lines;
}

bool lines_refuse(struct lines *lines, const char *because)
{
    text_add(lines->why, "Line %u: %s.", lines->line, because);
    return false;
}

bool lines_refuse_as(struct lines *lines, const char *sentence)
{
    text_add(lines->why, "Line %u: %s", lines->line, sentence);
    return false;
}

static bool read_line(struct lines *lines, size_t most, lines_each *each, void *whom)
{
    const char *newline = memchr(lines->at, '\n', (size_t)(lines->end - lines->at));
    json_error_t error;
    lines->length = newline ? (size_t)(newline - lines->at) + 1 : 0;
    lines->line++;
    if (!newline)
        return lines_refuse(lines, "the record is cut off here");
    if (lines->length >= most || !sums_fit(&lines->sums, lines->at, lines->length))
        return lines_refuse(lines, "it was changed, or is not of a record: its sum does not fit");
    json_t *object = json_loadb(lines->at, lines->length, JSON_REJECT_DUPLICATES, &error);
    if (!object)
        return lines_refuse(lines, error.text);
    bool read = lines->ended ? lines_refuse(lines, "the record has ended on the line before")
                             : each(whom, object);
    json_decref(object);
    lines->at += lines->length;
    return read;
}

bool lines_read(struct lines *lines, size_t most, lines_each *each, void *whom)
{
    while (lines->at < lines->end)
        if (!read_line(lines, most, each, whom))
            return false;
    if (lines->ended)
        return true;
    lines->line++;
    return lines_refuse(lines, "the record is cut off here");
}

bool lines_compare(void *to, const char *line, size_t length)
{
    struct lines *lines = to;
    size_t left = (size_t)(lines->end - lines->at);
    lines->line++;
    if (left < length || memcmp(lines->at, line, length) != 0)
        return lines_refuse(lines, "it is not written the way a record is");
    lines->at += length;
    return true;
}
