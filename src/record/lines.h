// SPDX-License-Identifier: GPL-3.0-or-later
// A record's lines: each is one JSON object, and ends with the sum of all
// that comes before. What is read is written again, and must be the same; a refusal names the
// line.
#ifndef RECORD_LINES_H
#define RECORD_LINES_H

#include <jansson.h>

#include "core/text.h"
#include "record/sums.h"

// Takes one line, its newline included; false stops the writing.
typedef bool lines_sink(void *to, const char *line, size_t length);

enum { LINES_MOST = 4096 }; // bytes of a line

struct lines_writer {
    lines_sink *sink; // NULL where only the sum matters
    void *to;
    struct sums sums;
    char bytes[LINES_MOST];
    struct text line; // that is being written: what it has before its sum
};

// Begins to write to the sink, and the next line.
void lines_begin(struct lines_writer *writer, lines_sink *sink, void *to);

// Ends the line with its sum, hands it on, and begins the next.
bool lines_put(struct lines_writer *writer);

struct lines {
    const char *at, *end; // what is left, from the line that is being read
    size_t length;        // of that line, with its newline
    unsigned line;        // its number
    bool ended;           // for the reader to set: the last line has been read
    struct sums sums;
    struct text *why;
};

struct lines lines_of(const char *bytes, size_t size, struct text *why);

// What is wrong with the line: words without a full stop, or a whole sentence. False.
bool lines_refuse(struct lines *lines, const char *because);
bool lines_refuse_as(struct lines *lines, const char *sentence);

// Hands over the lines, in their order, as objects.
typedef bool lines_each(void *context, json_t *object);
bool lines_read(struct lines *lines, lines_each *each, void *context);

// A sink for the writing that is to give the same bytes again: this checks the numbering and
// the form of every line at once. Made anew from the same bytes.
bool lines_compare(void *lines, const char *line, size_t length);

#endif
