// SPDX-License-Identifier: GPL-3.0-or-later
// What one kind of database must do to be a keep: text in, text out. Whatever can be
// written once for all of them is in keep.c and keep_copy.c. Nobody else but its kinds
// includes this.
#ifndef STORE_KEEP_KIND_H
#define STORE_KEEP_KIND_H

#include "record/line.h"
#include "store/keep.h"

struct keep {
    const struct keep_kind *kind;
};

// A table's row.
struct keep_row {
    char id[COMMIT_ID];
    char header[LINE_SIZE]; // as line_print_header() writes it, with its brace
    struct keep_place place;
    int64_t created;
    uint32_t count; // of events; only of lists
};

// An event's row.
struct keep_line {
    const char *id;
    uint32_t n;
    const char *text;
    enum keep_fate fate;
};

// Lines are of the database until the call returns.
typedef bool keep_each_line(void *whom, uint32_t n, const char *line, size_t length);
typedef bool keep_each_row(void *whom, const struct keep_row *row);

// The statements of every kind, each in its own SQL, with the same values in this order.
enum keep_statement {
    KEEP_CREATE, // id, header, flags, token of seat 1, of seat 2, until, created
    KEEP_FIND,
    KEEP_READ,
    KEEP_APPEND,
    KEEP_COMPARE,
    KEEP_FIND_SEAT,
    KEEP_REPLACE_TOKEN_1, // id, old token, new token
    KEEP_REPLACE_TOKEN_2,
    KEEP_REPLACE_HEADER, // id, old header, new header
    KEEP_REPLACE_FLAGS,  // id, those that are set, those that are cleared
    KEEP_REPLACE_UNTIL,  // id, until
    KEEP_SWEEP,          // until
    KEEP_LIST_ALL,
    KEEP_LIST_LOBBY,
    KEEP_BLOCK, // address
    KEEP_UNBLOCK,
    KEEP_LIST_BLOCKED,
    KEEP_ASK,
    KEEP_STATEMENTS,
};

struct keep_value {
    enum { KEEP_NULL, KEEP_TEXT, KEEP_NUMBER, KEEP_BYTES } type;
    const void *at; // of a text, and of bytes
    size_t size;    // of bytes
    int64_t number;
};

// As the calls of keep.h. Without other nodes there is neither `descriptor` nor `hear`; all
// others are required.
struct keep_kind {
    void (*close)(struct keep *keep);
    // Carries out a statement that changes so many rows. KEEP_NONE: it changes none.
    enum keep_answer (*change)(struct keep *keep, enum keep_statement which,
                               const struct keep_value *values, unsigned count, unsigned *changed,
                               struct text *why);
    enum keep_answer (*find)(struct keep *keep, const char *id, struct keep_row *row,
                             struct text *why);
    enum keep_answer (*read)(struct keep *keep, const char *id, uint32_t after,
                             keep_each_line *each, void *whom, struct text *why);
    enum keep_answer (*append)(struct keep *keep, struct keep_line *lines, unsigned count,
                               struct text *why);
    enum keep_answer (*find_seat)(struct keep *keep, const unsigned char token[KEEP_TOKEN],
                                  char id[COMMIT_ID], unsigned *seat, struct text *why);
    enum keep_answer (*list)(struct keep *keep, enum keep_which which, unsigned most,
                             keep_each_row *each, void *whom, struct text *why);
    enum keep_answer (*list_blocked)(struct keep *keep, keep_each_address *each, void *whom,
                                     struct text *why);
    int (*descriptor)(const struct keep *keep);
    enum keep_answer (*hear)(struct keep *keep, keep_each_change *each, void *whom,
                             struct text *why);
    enum keep_answer (*ask)(struct keep *keep, const struct keep_known *known, unsigned count,
                            keep_each_change *each, void *whom, struct text *why);
};

#endif
