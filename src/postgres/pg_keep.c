// SPDX-License-Identifier: GPL-3.0-or-later
// Two connections: one works, the other only listens, so that no notification comes in
// unseen with the answer to something else.
#include "postgres/pg_keep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "postgres/pg.h"
#include "store/keep_kind.h"

// A notification has room for 8000 bytes, an event takes at most 20 of them.
enum { BATCH = 256, TRIES = 5 };

#define ROW                                                                                        \
    "select id, header, flags, encode(token1, 'hex'), encode(token2, 'hex'), until, created, "     \
    "version"
#define LIST                                                                                       \
    ROW ", (select coalesce(max(n), 0) from causeway.events where home = id) from causeway.tables"
#define NOW   "(extract(epoch from clock_timestamp()) * 1000)::bigint"
#define ORDER " order by created desc, id limit $1::bigint"
// Others are told of a change, as an event without a number.
#define TELLING(change)                                                                            \
    "with changed as (" change " returning id),"                                                   \
    " told as (select pg_notify('causeway', string_agg(id || ':0', ' ')) from changed"             \
    "          having count(*) > 0)"                                                               \
    " select id from changed, told"

static const char *const sql[KEEP_STATEMENTS] = {
    [KEEP_CREATE] = "insert into causeway.tables values ($1, $2, $3::integer, $4::bytea, $5::bytea,"
                    " $6::bigint, $7::bigint, 1) on conflict do nothing",
    [KEEP_FIND] = ROW " from causeway.tables where id = $1",
    [KEEP_READ] =
        "select n, line, at from causeway.events where home = $1 and n > $2::bigint order by n",
    // The event before must be there, so that no log has a gap; a scalar subquery, for which
    // the planner has only the index: for `exists` it reads the whole table. In one order
    // everywhere, so that no two nodes wait for each other.
    [KEEP_APPEND] =
        "with kept as (insert into causeway.events select u.home, u.n,"
        " coalesce(nullif(u.at, 0), " NOW "), u.line"
        " from unnest($1::text[], $2::integer[], $3::text[], $4::bigint[])"
        "  as u (home, n, line, at)"
        " where coalesce((select e.n from causeway.events e where e.home = u.home"
        "  and e.n = u.n - 1), 0) = u.n - 1"
        " order by u.home, u.n on conflict do nothing returning home, n),"
        " told as (select pg_notify('causeway', string_agg(home || ':' || n, ' ')) from kept"
        "          having count(*) > 0)"
        " select home, n from kept, told",
    [KEEP_COMPARE] = "select (select (line = $3)::integer from causeway.events where home = $1"
                     "  and n = $2::bigint)"
                     " from causeway.tables where id = $1",
    [KEEP_FIND_SEAT] = "select id, 1 from causeway.tables where token1 = $1::bytea"
                       " union all select id, 2 from causeway.tables where token2 = $1::bytea",
    [KEEP_REPLACE_TOKEN_1] = TELLING("update causeway.tables set token1 = $3::bytea,"
                                     " version = version + 1 where id = $1 and token1 = $2::bytea"),
    [KEEP_REPLACE_TOKEN_2] = TELLING("update causeway.tables set token2 = $3::bytea,"
                                     " version = version + 1 where id = $1 and token2 = $2::bytea"),
    [KEEP_REPLACE_HEADER] = TELLING("update causeway.tables set header = $3,"
                                    " version = version + 1 where id = $1 and header = $2"),
    [KEEP_REPLACE_FLAGS] =
        TELLING("update causeway.tables set flags = flags & ~$3::integer | $2::integer,"
                " version = version + 1 where id = $1"),
    [KEEP_REPLACE_UNTIL] = "update causeway.tables set until = $2::bigint where id = $1",
    [KEEP_SWEEP] = TELLING("delete from causeway.tables where id in (select id from causeway.tables"
                           " where until <= $1::bigint limit 200 for update skip locked)"),
    [KEEP_LIST_ALL] = LIST ORDER,
    [KEEP_LIST_LOBBY] = LIST " where flags & 3 = 1" ORDER,
    [KEEP_BLOCK] = "insert into causeway.blocked values ($1::bytea) on conflict do nothing",
    [KEEP_UNBLOCK] = "delete from causeway.blocked where address = $1::bytea",
    [KEEP_LIST_BLOCKED] = "select encode(address, 'hex') from causeway.blocked order by address"
                          " limit $1::bigint",
    [KEEP_BEAT] = "insert into causeway.served values ($1, " NOW ", " NOW ")"
                  " on conflict (node) do update set until = excluded.until",
    [KEEP_SERVED] = "select began, until from causeway.served where until > $1::bigint"
                    " order by began",
    [KEEP_ASK] = "select u.at, t.version, (select coalesce(max(e.n), 0) from causeway.events e"
                 "  where e.home = u.id)"
                 " from unnest($1::text[]) with ordinality as u (id, at)"
                 " left join causeway.tables t on t.id = u.id",
};

struct pg_keep {
    struct keep keep;
    struct pg work, ears;
    int own;     // process of the server's that works for us, or did last
    bool missed; // something may have been said while the ears were not connected
};

static struct pg_keep *of(struct keep *keep)
{
    return (struct pg_keep *)keep;
}

static enum keep_answer failed(const struct pg *pg)
{
    return pg_may_return(pg) ? KEEP_LOST : KEEP_BAD;
}

static void close_both(struct keep *keep)
{
    struct pg_keep *both = of(keep);
    pg_close(&both->work);
    pg_close(&both->ears);
    mem_free(both);
}

// Or gives those that it changed.
static enum keep_answer change(struct keep *keep, enum keep_statement which,
                               const struct value *values, unsigned *changed, struct text *why)
{
    struct pg_keep *both = of(keep);
    PGresult *result = pg_run(&both->work, which, values, why);
    if (!result)
        return failed(&both->work);
    *changed = pg_changed(result);
    PQclear(result);
    return *changed ? KEEP_FINE : KEEP_NONE;
}

static enum keep_answer select_rows(struct keep *keep, enum keep_statement which,
                                    const struct value *values, keep_each_row *each, void *whom,
                                    struct text *why)
{
    struct pg_keep *both = of(keep);
    bool more = true;
    PGresult *result = pg_run(&both->work, which, values, why);
    if (!result)
        return failed(&both->work);
    for (int row = 0; row < PQntuples(result) && more; row++) {
        struct keep_column columns[KEEP_COLUMNS];
        for (int i = 0; i < PQnfields(result); i++)
            columns[i] = (struct keep_column){ .text = PQgetvalue(result, row, i),
                                               .length = (size_t)PQgetlength(result, row, i) };
        more = each(whom, columns);
    }
    PQclear(result);
    return KEEP_FINE;
}

// Appending.

struct arrays {
    struct pg_array ids, numbers, lines, times;
};

static void make_arrays(struct arrays *arrays, const struct keep_line *lines, unsigned count)
{
    pg_array_begin(&arrays->ids, PG_TEXT, count);
    pg_array_begin(&arrays->numbers, PG_INTEGER, count);
    pg_array_begin(&arrays->lines, PG_TEXT, count);
    pg_array_begin(&arrays->times, PG_BIGINT, count);
    for (unsigned i = 0; i < count; i++) {
        pg_array_add_text(&arrays->ids, lines[i].id);
        pg_array_add_integer(&arrays->numbers, (int32_t)lines[i].n);
        pg_array_add_text(&arrays->lines, lines[i].text);
        pg_array_add_bigint(&arrays->times, lines[i].at);
    }
}

static void free_arrays(struct arrays *arrays)
{
    pg_array_free(&arrays->ids);
    pg_array_free(&arrays->numbers);
    pg_array_free(&arrays->lines);
    pg_array_free(&arrays->times);
}

// Again, where another node had the same tables in hand.
static PGresult *insert(struct pg_keep *both, const struct arrays *arrays, struct text *why)
{
    struct text fault = TEXT_OF(TEXT_MAX);
    PGresult *result = NULL;
    for (unsigned i = 0; i < TRIES && !result; i++) {
        text_clear(&fault);
        result = pg_run(&both->work, KEEP_APPEND,
                        VALUES(pg_array_value(&arrays->ids), pg_array_value(&arrays->numbers),
                               pg_array_value(&arrays->lines), pg_array_value(&arrays->times)),
                        &fault);
        if (!result && !pg_was_in_the_way(&both->work))
            break;
    }
    if (!result && !pg_has_no_home(&both->work))
        text_put(why, fault.at);
    return result;
}

// The kept ones come in an order of their own. Usually all are.
static void mark_kept(const PGresult *result, struct keep_line *lines, unsigned count)
{
    bool all = PQntuples(result) == (int)count;
    for (unsigned i = 0; i < count; i++)
        lines[i].fate = all ? KEEP_KEPT : KEEP_BEATEN;
    if (all)
        return;
    for (int row = 0; row < PQntuples(result); row++)
        for (unsigned i = 0; i < count; i++)
            if (strcmp(lines[i].id, PQgetvalue(result, row, 0)) == 0 &&
                lines[i].n == (uint32_t)pg_number(result, row, 1))
                lines[i].fate = KEEP_KEPT;
}

static enum keep_answer append_batch(struct pg_keep *both, struct keep_line *lines, unsigned count,
                                     struct text *why);

// At least one table was swept away, and nothing was inserted: the halves.
static enum keep_answer append_halves(struct pg_keep *both, struct keep_line *lines, unsigned count,
                                      struct text *why)
{
    lines->fate = KEEP_GONE;
    if (count == 1)
        return KEEP_FINE;
    enum keep_answer answer = append_batch(both, lines, count / 2, why);
    return answer == KEEP_FINE ? append_batch(both, lines + count / 2, count - count / 2, why)
                               : answer;
}

static PGresult *send_batch(struct pg_keep *both, const struct keep_line *lines, unsigned count,
                            bool *made, struct text *why)
{
    struct arrays arrays = { 0 };
    make_arrays(&arrays, lines, count);
    *made = !arrays.ids.failed && !arrays.numbers.failed && !arrays.lines.failed &&
            !arrays.times.failed;
    PGresult *result = *made ? insert(both, &arrays, why) : NULL;
    free_arrays(&arrays);
    if (!*made)
        text_add(why, "There is no memory left to keep events.");
    return result;
}

static enum keep_answer append_batch(struct pg_keep *both, struct keep_line *lines, unsigned count,
                                     struct text *why)
{
    bool made;
    enum keep_answer answer = KEEP_FINE;
    PGresult *result = send_batch(both, lines, count, &made, why);
    if (!made)
        return KEEP_LOST;
    if (!result && pg_has_no_home(&both->work))
        return append_halves(both, lines, count, why);
    if (!result)
        return failed(&both->work);
    mark_kept(result, lines, count);
    PQclear(result);
    for (unsigned i = 0; i < count && answer == KEEP_FINE; i++)
        if (lines[i].fate != KEEP_KEPT)
            answer = keep_compare(&both->keep, &lines[i], why);
    return answer;
}

static enum keep_answer append_by_batches(struct keep *keep, struct keep_line *lines,
                                          unsigned count, struct text *why)
{
    enum keep_answer answer = KEEP_FINE;
    for (unsigned done = 0; done < count && answer == KEEP_FINE; done += BATCH)
        answer =
            append_batch(of(keep), lines + done, count - done < BATCH ? count - done : BATCH, why);
    return answer;
}

// Other nodes.

static int descriptor(const struct keep *keep)
{
    const struct pg_keep *both = (const struct pg_keep *)keep;
    return both->ears.up ? PQsocket(both->ears.connection) : -1;
}

// "ID:N ID:N ..."
static void tell(const char *said, keep_each_change *each, void *whom)
{
    char id[COMMIT_ID];
    unsigned n;
    int length;
    for (; sscanf(said, " %12[^: ]:%u%n", id, &n, &length) == 2; said += length)
        if (commit_is_id(id))
            each(whom, id, n);
}

static void take_notifications(struct pg_keep *both, keep_each_change *each, void *whom)
{
    PGnotify *said;
    if (both->work.up)
        both->own = PQbackendPID(both->work.connection);
    while ((said = PQnotifies(both->ears.connection))) {
        if (said->be_pid != both->own)
            tell(said->extra, each, whom);
        PQfreemem(said);
    }
}

static enum keep_answer hear(struct keep *keep, keep_each_change *each, void *whom,
                             struct text *why)
{
    struct pg_keep *both = of(keep);
    if (both->ears.up && !PQconsumeInput(both->ears.connection))
        pg_drop(&both->ears);
    both->missed |= !both->ears.up;
    if (!pg_reach(&both->ears, why))
        return KEEP_LOST;
    take_notifications(both, each, whom);
    if (!both->missed)
        return KEEP_FINE;
    both->missed = false;
    text_add(why, "The connection to the database was lost for a while.");
    return KEEP_LOST;
}

static enum keep_answer ask(struct keep *keep, const struct keep_known *known, unsigned count,
                            keep_each_change *each, void *whom, struct text *why)
{
    struct pg_keep *both = of(keep);
    struct pg_array ids = { 0 };
    if (count == 0)
        return KEEP_FINE;
    pg_array_begin(&ids, PG_TEXT, count);
    for (unsigned i = 0; i < count; i++)
        pg_array_add_text(&ids, known[i].id);
    PGresult *result =
        ids.failed ? NULL : pg_run(&both->work, KEEP_ASK, VALUES(pg_array_value(&ids)), why);
    bool short_of_memory = ids.failed;
    pg_array_free(&ids);
    if (short_of_memory)
        text_add(why, "There is no memory left to ask for news.");
    if (!result)
        return short_of_memory ? KEEP_LOST : failed(&both->work);
    for (int i = 0; i < PQntuples(result); i++)
        keep_tell_change(&known[pg_number(result, i, 0) - 1], pg_number(result, i, 1),
                         pg_number(result, i, 2), each, whom);
    PQclear(result);
    return KEEP_FINE;
}

static const struct keep_kind kind = {
    .close = close_both,
    .change = change,
    .select = select_rows,
    .append = append_by_batches,
    .descriptor = descriptor,
    .hear = hear,
    .ask = ask,
};

struct keep *pg_keep_open(const char *url, int64_t hold, struct text *why)
{
    if (!pg_is_url(url))
        return keep_open_file(url, why);
    struct pg_keep *both = mem_for("the database", sizeof *both, why);
    if (!both)
        return NULL;
    both->keep.kind = &kind;
    if (pg_open(&both->work, url, sql, NULL, why) &&
        pg_open(&both->ears, url, NULL, "listen causeway", why)) {
        both->own = PQbackendPID(both->work.connection);
        both->work.hold = both->ears.hold = hold;
        return &both->keep;
    }
    close_both(&both->keep);
    return NULL;
}
