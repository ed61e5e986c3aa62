// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a record's lines, of either version: each with its sum, each one JSON object, and
// written again just as it is read. A refusal names the line.
#ifndef RECORD_LINES_H
#define RECORD_LINES_H

#include <jansson.h>

#include "core/text.h"
#include "record/sums.h"

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

// Hands over the lines, in their order, as objects. `most`: the length of a line.
typedef bool lines_each(void *whom, json_t *object);
bool lines_read(struct lines *lines, size_t most, lines_each *each, void *whom);

// A sink for the writing that is to give the same bytes again: this checks the numbering and
// the form of every line at once. Made anew from the same bytes.
bool lines_compare(void *lines, const char *line, size_t length);

#endif
