// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/lines.h"

#include <assert.h>
#include <string.h>

void lines_begin(struct lines_writer *writer, lines_sink *sink, void *to)
{
    writer->sink = sink;
    writer->to = to;
    writer->line = text_in(writer->bytes, sizeof writer->bytes);
    sums_begin(&writer->sums);
}

bool lines_put(struct lines_writer *writer)
{
    struct text *line = &writer->line;
    assert(!line->cut && line->length + SUMS_TAIL <= line->size);
    sums_add(&writer->sums, line->at, line->length);
    size_t length = line->length + sums_print_tail(&writer->sums, line->at + line->length);
    bool good = !writer->sink || writer->sink(writer->to, line->at, length);
    text_clear(line);
    return good;
}

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

static bool read_line(struct lines *lines, lines_each *each, void *context)
{
    const char *newline = memchr(lines->at, '\n', (size_t)(lines->end - lines->at));
    json_error_t error;
    lines->length = newline ? (size_t)(newline - lines->at) + 1 : 0;
    lines->line++;
    if (!newline)
        return lines_refuse(lines, "the record is cut off here");
    if (lines->length >= LINES_MOST || !sums_fit(&lines->sums, lines->at, lines->length))
        return lines_refuse(
            lines,
            "it is not from a record of Causeway, or was changed: its checksum does not fit");
    json_t *object = json_loadb(lines->at, lines->length, JSON_REJECT_DUPLICATES, &error);
    if (!object)
        return lines_refuse(lines, error.text);
    bool read = lines->ended ? lines_refuse(lines, "the record has ended on the line before")
                             : each(context, object);
    json_decref(object);
    lines->at += lines->length;
    return read;
}

bool lines_read(struct lines *lines, lines_each *each, void *context)
{
    while (lines->at < lines->end)
        if (!read_line(lines, each, context))
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
