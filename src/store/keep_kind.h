// SPDX-License-Identifier: GPL-3.0-or-later
// What one kind of database must do to be a keep: values in, rows of text out. Whatever can
// be written once for all of them is in keep.c and keep_copy.c. Nobody else but its kinds
// includes this.
#ifndef STORE_KEEP_KIND_H
#define STORE_KEEP_KIND_H

#include "record/line.h"
#include "store/keep.h"
#include "store/value.h"

struct keep {
    const struct keep_kind *kind;
};

// An event that is to be kept.
struct keep_line {
    const char *id;
    uint32_t n;
    const char *text;
    int64_t at; // 0: by the clock of the database
    enum keep_fate fate;
};

// The statements of every kind, each in its own SQL, with the same values, and of those that
// select something the same columns, in this order. Bytes are selected as hexadecimal digits.
enum keep_statement {
    KEEP_CREATE,          // id, header, flags, token of seat 1, of seat 2, until, created
    KEEP_FIND,            // id: the table's columns
    KEEP_READ,            // id, after: n, line, time
    KEEP_PRECEDE,         // of files alone: id, n: a row if that event is there
    KEEP_APPEND,          // of its kind
    KEEP_COMPARE,         // id, n, line: 1 if that is the line there; no row if there is no table
    KEEP_FIND_SEAT,       // token: id, seat
    KEEP_REPLACE_TOKEN_1, // id, old token, new token
    KEEP_REPLACE_TOKEN_2,
    KEEP_REPLACE_HEADER, // id, old header, new header
    KEEP_REPLACE_FLAGS,  // id, those that are set, those that are cleared
    KEEP_REPLACE_UNTIL,  // id, until
    KEEP_SWEEP,          // until
    KEEP_LIST_ALL,       // how many: the table's columns, count of events
    KEEP_LIST_LOBBY,
    KEEP_BLOCK, // address
    KEEP_UNBLOCK,
    KEEP_LIST_BLOCKED, // how many: address
    KEEP_BEAT,         // node
    KEEP_SERVED,       // since: began, until, by rising `began`
    KEEP_ASK,          // of its kind
    KEEP_STATEMENTS,
};

// A row of what was selected; what is null is "". They are the database's until the call
// returns.
enum { KEEP_COLUMNS = 9 };
struct keep_column {
    const char *text;
    size_t length;
};
typedef bool keep_each_row(void *whom, const struct keep_column *columns); // false: enough

int64_t keep_number(const struct keep_column *column);

// Why a line was not appended: perhaps it had been, by a call that got no answer.
enum keep_answer keep_compare(struct keep *keep, struct keep_line *line, struct text *why);

// What has changed of a table that somebody knows, by what is stored of it.
void keep_tell_change(const struct keep_known *known, int64_t version, int64_t count,
                      keep_each_change *each, void *whom);

// Without other nodes there is neither `descriptor` nor `hear`; all others are required.
struct keep_kind {
    void (*close)(struct keep *keep);
    // Carries out a statement that changes so many rows. KEEP_NONE: it changes none.
    enum keep_answer (*change)(struct keep *keep, enum keep_statement which,
                               const struct value *values, unsigned *changed, struct text *why);
    // KEEP_FINE also where there are no rows.
    enum keep_answer (*select)(struct keep *keep, enum keep_statement which,
                               const struct value *values, keep_each_row *each, void *whom,
                               struct text *why);
    // As the calls of keep.h.
    enum keep_answer (*append)(struct keep *keep, struct keep_line *lines, unsigned count,
                               struct text *why);
    int (*descriptor)(const struct keep *keep);
    enum keep_answer (*hear)(struct keep *keep, keep_each_change *each, void *whom,
                             struct text *why);
    enum keep_answer (*ask)(struct keep *keep, const struct keep_known *known, unsigned count,
                            keep_each_change *each, void *whom, struct text *why);
};

#endif
