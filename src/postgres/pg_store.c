// SPDX-License-Identifier: GPL-3.0-or-later
// Two connections: one works, the other only listens, so that no notification comes in
// unseen with the answer to something else.
#include "postgres/pg_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "postgres/pg.h"
#include "postgres/schema.h"
#include "store/store_kind.h"

// A notification has room for 8000 bytes, an event takes at most 20 of them.
enum { BATCH = 256, TRIES = 5 };

// Milliseconds since 1970.
#define DATABASE_NOW "(extract(epoch from clock_timestamp()) * 1000)::bigint"
// Others are told of a change, as an event without a number.
#define TELLING(change)                                                                            \
    "with changed as (" change " returning id),"                                                   \
    " told as (select pg_notify('causeway', string_agg(id || ':0', ' ')) from changed"             \
    "          having count(*) > 0)"                                                               \
    " select id from changed, told"
#define SAME(name, sql)           [SQL_##name] = (sql),
#define TOLD(name, sql)           [SQL_##name] = TELLING(sql),
#define OWN(name, file, postgres) [SQL_##name] = (postgres),
static const char *const sql[] = {
#include "store/statements.def"
};
_Static_assert((int)SQL_STATEMENTS <= (int)PG_STATEMENTS && (int)STORE_VALUES <= (int)PG_VALUES,
               "pg.h has room");

struct pg_store {
    struct store store;
    struct pg work, ears;
    int own;     // process of the server's that works for us, or did last
    bool missed; // something may have been said while the ears were not connected
    bool within; // a transaction, which ends with its connection
};

static struct pg_store *of(struct store *store)
{
    return (struct pg_store *)store;
}

static enum store_answer failed(const struct pg *pg)
{
    return pg_may_return(pg) ? STORE_RETRY : STORE_BAD;
}

static void close_both(struct store *store)
{
    struct pg_store *both = of(store);
    pg_close(&both->work);
    pg_close(&both->ears);
    mem_free(both);
}

// What belongs to a transaction is not carried out on another connection.
static PGresult *run(struct pg_store *both, enum store_statement which, const struct value *values,
                     struct text *why)
{
    struct pg *work = &both->work;
    if (!both->within || (work->up && PQstatus(work->connection) != CONNECTION_BAD))
        return pg_run(work, which, values, why);
    text_add(why, "The connection to the database was lost for a while.");
    return NULL;
}

static bool carry_out(struct pg_store *both, enum store_statement which, struct text *why)
{
    PGresult *result = run(both, which, VALUES_NONE, why);
    PQclear(result);
    return result;
}

static enum store_answer begin(struct store *store, bool writes, struct text *why)
{
    struct pg_store *both = of(store);
    both->within = carry_out(both, writes ? SQL_BEGIN_WRITING : SQL_BEGIN_READING, why);
    return both->within ? STORE_OK : failed(&both->work);
}

static enum store_answer end(struct store *store, bool good, struct text *why)
{
    struct pg_store *both = of(store);
    struct text ignored = TEXT_OF(TEXT_MAX);
    bool ended = carry_out(both, good ? SQL_COMMIT : SQL_ROLLBACK, good ? why : &ignored);
    both->within = false;
    return ended || !good ? STORE_OK : failed(&both->work);
}

// Or gives those that it changed.
static enum store_answer change(struct store *store, enum store_statement which,
                                const struct value *values, unsigned *changed, struct text *why)
{
    struct pg_store *both = of(store);
    PGresult *result = run(both, which, values, why);
    *changed = 0;
    if (!result)
        return pg_has_no_home(&both->work) ? STORE_NONE : failed(&both->work);
    *changed = pg_changed(result);
    PQclear(result);
    return *changed ? STORE_OK : STORE_NONE;
}

static enum store_answer select_rows(struct store *store, enum store_statement which,
                                     const struct value *values, store_each_row *each,
                                     void *context, struct text *why)
{
    struct pg_store *both = of(store);
    bool more = true;
    PGresult *result = run(both, which, values, why);
    if (!result)
        return failed(&both->work);
    for (int row = 0; row < PQntuples(result) && more; row++) {
        struct store_column columns[STORE_COLUMNS];
        for (int i = 0; i < PQnfields(result); i++)
            columns[i] = (struct store_column){ .text = PQgetvalue(result, row, i),
                                                .length = (size_t)PQgetlength(result, row, i) };
        more = each(context, columns);
    }
    PQclear(result);
    return STORE_OK;
}

// Appending.

struct arrays {
    struct pg_array ids, numbers, lines, times, sums;
};

static void make_arrays(struct arrays *arrays, const struct store_event *events, unsigned count)
{
    pg_array_begin(&arrays->ids, PG_TEXT, count);
    pg_array_begin(&arrays->numbers, PG_INTEGER, count);
    pg_array_begin(&arrays->lines, PG_TEXT, count);
    pg_array_begin(&arrays->times, PG_BIGINT, count);
    pg_array_begin(&arrays->sums, PG_BIGINT, count);
    for (unsigned i = 0; i < count; i++) {
        pg_array_add_text(&arrays->ids, events[i].id);
        pg_array_add_integer(&arrays->numbers, (int32_t)events[i].n);
        pg_array_add_text(&arrays->lines, events[i].line);
        pg_array_add_bigint(&arrays->times, events[i].at);
        pg_array_add_bigint(&arrays->sums, store_sum(events[i].id, events[i].n, events[i].line));
    }
}

static void free_arrays(struct arrays *arrays)
{
    pg_array_free(&arrays->ids);
    pg_array_free(&arrays->numbers);
    pg_array_free(&arrays->lines);
    pg_array_free(&arrays->times);
    pg_array_free(&arrays->sums);
}

// Again, where another node had the same tables in hand.
static PGresult *insert(struct pg_store *both, const struct arrays *arrays, struct text *why)
{
    struct text fault = TEXT_OF(TEXT_MAX);
    PGresult *result = NULL;
    for (unsigned i = 0; i < TRIES && !result; i++) {
        text_clear(&fault);
        result = pg_run(&both->work, SQL_APPEND_ALL,
                        VALUES(pg_array_value(&arrays->ids), pg_array_value(&arrays->numbers),
                               pg_array_value(&arrays->lines), pg_array_value(&arrays->times),
                               pg_array_value(&arrays->sums)),
                        &fault);
        if (!result && !pg_was_in_the_way(&both->work))
            break;
    }
    if (!result && !pg_has_no_home(&both->work))
        text_put(why, fault.at);
    return result;
}

// The kept ones come in an order of their own. Usually all are.
static void mark_kept(const PGresult *result, const struct store_event *events, unsigned count,
                      enum append *fates)
{
    bool all = PQntuples(result) == (int)count;
    for (unsigned i = 0; i < count; i++)
        fates[i] = all ? APPEND_OK : APPEND_CONFLICT;
    if (all)
        return;
    for (int row = 0; row < PQntuples(result); row++)
        for (unsigned i = 0; i < count; i++)
            if (strcmp(events[i].id, PQgetvalue(result, row, 0)) == 0 &&
                events[i].n == (uint32_t)pg_number(result, row, 1))
                fates[i] = APPEND_OK;
}

static enum store_answer append_batch(struct pg_store *both, const struct store_event *events,
                                      unsigned count, enum append *fates, struct text *why);

// At least one table was swept away, and nothing was inserted: the halves.
static enum store_answer append_halves(struct pg_store *both, const struct store_event *events,
                                       unsigned count, enum append *fates, struct text *why)
{
    *fates = APPEND_GONE;
    if (count == 1)
        return STORE_OK;
    enum store_answer answer = append_batch(both, events, count / 2, fates, why);
    return answer == STORE_OK
               ? append_batch(both, events + count / 2, count - count / 2, fates + count / 2, why)
               : answer;
}

static PGresult *send_batch(struct pg_store *both, const struct store_event *events, unsigned count,
                            bool *made, struct text *why)
{
    struct arrays arrays = { 0 };
    make_arrays(&arrays, events, count);
    *made = !arrays.ids.failed && !arrays.numbers.failed && !arrays.lines.failed &&
            !arrays.times.failed && !arrays.sums.failed;
    PGresult *result = *made ? insert(both, &arrays, why) : NULL;
    free_arrays(&arrays);
    if (!*made)
        text_add(why, "There is no memory left to keep events.");
    return result;
}

static enum store_answer append_batch(struct pg_store *both, const struct store_event *events,
                                      unsigned count, enum append *fates, struct text *why)
{
    bool made;
    enum store_answer answer = STORE_OK;
    PGresult *result = send_batch(both, events, count, &made, why);
    if (!made)
        return STORE_RETRY;
    if (!result && pg_has_no_home(&both->work))
        return append_halves(both, events, count, fates, why);
    if (!result)
        return failed(&both->work);
    mark_kept(result, events, count, fates);
    PQclear(result);
    for (unsigned i = 0; i < count && answer == STORE_OK; i++)
        if (fates[i] != APPEND_OK)
            answer = store_compare(&both->store, &events[i], &fates[i], why);
    return answer;
}

static enum store_answer append_by_batches(struct store *store, const struct store_event *events,
                                           unsigned count, enum append *fates, struct text *why)
{
    enum store_answer answer = STORE_OK;
    for (unsigned done = 0; done < count && answer == STORE_OK; done += BATCH)
        answer = append_batch(of(store), events + done, count - done < BATCH ? count - done : BATCH,
                              fates + done, why);
    return answer;
}

// Other nodes.

static int descriptor(const struct store *store)
{
    const struct pg_store *both = (const struct pg_store *)store;
    return both->ears.up ? PQsocket(both->ears.connection) : -1;
}

// "ID:N ID:N ..."
static void tell(const char *said, store_each_change *each, void *context)
{
    char id[COMMIT_ID];
    unsigned n;
    int length;
    for (; sscanf(said, " %12[^: ]:%u%n", id, &n, &length) == 2; said += length)
        if (commit_is_id(id))
            each(context, id, n);
}

static void take_notifications(struct pg_store *both, store_each_change *each, void *context)
{
    PGnotify *said;
    if (both->work.up)
        both->own = PQbackendPID(both->work.connection);
    while ((said = PQnotifies(both->ears.connection))) {
        if (said->be_pid != both->own)
            tell(said->extra, each, context);
        PQfreemem(said);
    }
}

static enum store_answer hear(struct store *store, store_each_change *each, void *context,
                              struct text *why)
{
    struct pg_store *both = of(store);
    if (both->ears.up && !PQconsumeInput(both->ears.connection))
        pg_drop(&both->ears);
    both->missed |= !both->ears.up;
    if (!pg_reach(&both->ears, why))
        return STORE_RETRY;
    take_notifications(both, each, context);
    if (!both->missed)
        return STORE_OK;
    both->missed = false;
    text_add(why, "The connection to the database was lost for a while.");
    return STORE_RETRY;
}

static enum store_answer ask(struct store *store, const struct store_known *known, unsigned count,
                             store_each_change *each, void *context, struct text *why)
{
    struct pg_store *both = of(store);
    struct pg_array ids = { 0 };
    if (count == 0)
        return STORE_OK;
    pg_array_begin(&ids, PG_TEXT, count);
    for (unsigned i = 0; i < count; i++)
        pg_array_add_text(&ids, known[i].id);
    PGresult *result =
        ids.failed ? NULL : pg_run(&both->work, SQL_ASK, VALUES(pg_array_value(&ids)), why);
    bool short_of_memory = ids.failed;
    pg_array_free(&ids);
    if (short_of_memory)
        text_add(why, "There is no memory left to ask for news.");
    if (!result)
        return short_of_memory ? STORE_RETRY : failed(&both->work);
    for (int i = 0; i < PQntuples(result); i++)
        store_tell_change(&known[pg_number(result, i, 0) - 1], pg_number(result, i, 1),
                          pg_number(result, i, 2), each, context);
    PQclear(result);
    return STORE_OK;
}

static const struct store_kind kind = {
    .close = close_both,
    .begin = begin,
    .end = end,
    .change = change,
    .select = select_rows,
    .append = append_by_batches,
    .descriptor = descriptor,
    .hear = hear,
    .ask = ask,
};

struct store *pg_store_open(const char *url, int64_t hold, struct text *why)
{
    if (!pg_is_url(url))
        return store_open(url, STORE_SERVE, why);
    struct pg_store *both = mem_for("the database", sizeof *both, why);
    if (!both)
        return NULL;
    both->store.kind = &kind;
    if (schema_open(&both->work, url, sql, NULL, why) &&
        schema_open(&both->ears, url, NULL, "listen causeway", why)) {
        both->own = PQbackendPID(both->work.connection);
        both->work.hold = both->ears.hold = hold;
        return &both->store;
    }
    close_both(&both->store);
    return NULL;
}
