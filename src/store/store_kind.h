// SPDX-License-Identifier: GPL-3.0-or-later
// What one kind of database must do to be a store: values in, rows of text out. What can be written
// once for both is in store_common.c. Only the kinds include this.
#ifndef STORE_STORE_KIND_H
#define STORE_STORE_KIND_H

#include "store/store.h"
#include "store/value.h"

struct store {
    const struct store_kind *kind;
};

// The statements of statements.def.
enum store_statement {
#define SAME(name, sql)           SQL_##name,
#define TOLD(name, sql)           SQL_##name,
#define OWN(name, file, postgres) SQL_##name,
#include "store/statements.def"
#undef SAME
#undef TOLD
#undef OWN
    SQL_STATEMENTS,
};

// A row of what was selected; what is null is "". They are the database's until the call
// returns. A database that has numbers gives them as such, with "" for the text.
enum { STORE_COLUMNS = 21, STORE_VALUES = 22 };
struct store_column {
    const char *text;
    size_t length;
    int64_t number;
};
typedef bool store_each_row(void *context, const struct store_column *columns); // false: enough

int64_t store_number(const struct store_column *column);

// Counts a finished round among the sums (by 1), or takes it out again (by -1): in the transaction
// that changes its row, while it is as it is counted. A round that is not finished, or not there,
// is not counted.
enum store_answer sums_count(struct store *store, const char *id, int by, struct text *why);

// The sum that is stored with a line, to find what the disk has changed. n is 0 for a header.
int64_t store_sum(const char *id, uint32_t n, const char *line);

// Why an event was not appended: perhaps it had been, by a call that got no answer.
enum store_answer store_compare(struct store *store, const struct store_event *event,
                                enum append *fate, struct text *why);

// What has changed of a table that somebody knows, by what is stored of it.
void store_tell_change(const struct store_known *known, int64_t version, int64_t count,
                       store_each_change *each, void *context);

// Without other nodes there is neither `append`, nor `descriptor`, `hear` and `ask`; all others are
// required.
struct store_kind {
    bool here; // its clock is this machine's
    void (*close)(struct store *store);
    // All that is changed between these counts, or, unless `good`, nothing. A transaction that only
    // reads sees the database as it is at one moment.
    enum store_answer (*begin)(struct store *store, bool writes, struct text *why);
    enum store_answer (*end)(struct store *store, bool good, struct text *why);
    // Carries out a statement that changes rows. STORE_NONE: it changes none, perhaps since
    // the table is not there that it belongs to.
    enum store_answer (*change)(struct store *store, enum store_statement which,
                                const struct value *values, unsigned *changed, struct text *why);
    // STORE_OK also where there are no rows.
    enum store_answer (*select)(struct store *store, enum store_statement which,
                                const struct value *values, store_each_row *each, void *context,
                                struct text *why);
    // As the calls of store.h.
    enum store_answer (*append)(struct store *store, const struct store_event *events,
                                unsigned count, enum append *fates, struct text *why);
    int (*descriptor)(const struct store *store);
    enum store_answer (*hear)(struct store *store, store_each_change *each, void *context,
                              struct text *why);
    enum store_answer (*ask)(struct store *store, const struct store_known *known, unsigned count,
                             store_each_change *each, void *context, struct text *why);
};

#endif
