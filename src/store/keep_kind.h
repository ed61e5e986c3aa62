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

enum keep_replaces {
    KEEP_REPLACES_TOKEN,
    KEEP_REPLACES_HEADER,
    KEEP_REPLACES_FLAGS,
    KEEP_REPLACES_UNTIL,
};

// A change of one row.
struct keep_change {
    enum keep_replaces what;
    unsigned seat;
    const unsigned char *old, *new; // tokens
    const char *old_header, *new_header;
    int64_t number;  // flags that are set, or until
    int64_t without; // flags that are cleared
};

// All are required, and as the calls of keep.h.
struct keep_kind {
    void (*close)(struct keep *keep);
    // KEEP_NONE: the id or a token is taken.
    enum keep_answer (*create)(struct keep *keep, const struct keep_row *row, struct text *why);
    enum keep_answer (*find)(struct keep *keep, const char *id, struct keep_row *row,
                             struct text *why);
    enum keep_answer (*read)(struct keep *keep, const char *id, uint32_t after,
                             keep_each_line *each, void *whom, struct text *why);
    enum keep_answer (*append)(struct keep *keep, struct keep_line *lines, unsigned count,
                               struct text *why);
    enum keep_answer (*find_seat)(struct keep *keep, const unsigned char token[KEEP_TOKEN],
                                  char id[COMMIT_ID], unsigned *seat, struct text *why);
    enum keep_answer (*change)(struct keep *keep, const char *id, const struct keep_change *change,
                               struct text *why);
    enum keep_answer (*sweep)(struct keep *keep, int64_t now, unsigned *removed, struct text *why);
    enum keep_answer (*list)(struct keep *keep, enum keep_which which, unsigned most,
                             keep_each_row *each, void *whom, struct text *why);
    // KEEP_NONE: it was so before.
    enum keep_answer (*block)(struct keep *keep, const unsigned char address[KEEP_ADDRESS],
                              bool blocks, struct text *why);
    enum keep_answer (*list_blocked)(struct keep *keep, keep_each_address *each, void *whom,
                                     struct text *why);
    int (*descriptor)(const struct keep *keep);
    enum keep_answer (*hear)(struct keep *keep, keep_each_change *each, void *whom,
                             struct text *why);
    enum keep_answer (*ask)(struct keep *keep, const struct keep_known *known, unsigned count,
                            keep_each_change *each, void *whom, struct text *why);
};

#endif
