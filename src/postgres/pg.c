// SPDX-License-Identifier: GPL-3.0-or-later
#include "postgres/pg.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "core/now.h"
#include "core/memory.h"
#include "core/vector.h"

enum {
    CONNECTING = 3000, // milliseconds
    BREATH = 200,      // between two attempts to connect, at least
};

bool pg_is_url(const char *url)
{
    return strncmp(url, "postgresql://", 13) == 0 || strncmp(url, "postgres://", 11) == 0;
}

bool pg_has_password(const char *url)
{
    bool has = false;
    PQconninfoOption *options = PQconninfoParse(url, NULL);
    for (PQconninfoOption *option = options; option && option->keyword; option++)
        has |= strcmp(option->keyword, "password") == 0 && option->val;
    PQconninfoFree(options);
    return has;
}

// What went wrong.

static const char trouble[] = "The database (PostgreSQL) cannot be used";

// The first line of a message; more of it could tell what is stored.
static bool fail(struct pg *pg, const char *message, const char *state, struct text *why)
{
    size_t length = strcspn(message, "\n");
    snprintf(pg->state, sizeof pg->state, "%s", state ? state : "08000");
    if (length)
        text_add(why, "%s: %.*s.", trouble, (int)length, message);
    else
        text_add(why, "%s: the connection is lost.", trouble);
    return false;
}

// Classes of SQLSTATE: connection, rollback, resources, intervention, system; and a lock,
// and a server that may only be read, as after a change of the primary.
bool pg_may_return(const struct pg *pg)
{
    static const char *const passing[] = { "08", "40", "53", "57", "58", "55P03", "25006" };
    for (unsigned i = 0; i < sizeof passing / sizeof *passing; i++)
        if (strncmp(pg->state, passing[i], strlen(passing[i])) == 0)
            return true;
    return false;
}

// A deadlock, or the like.
bool pg_was_in_the_way(const struct pg *pg)
{
    return strncmp(pg->state, "40", 2) == 0;
}

// A foreign key.
bool pg_has_no_home(const struct pg *pg)
{
    return strcmp(pg->state, "23503") == 0;
}

void pg_drop(struct pg *pg)
{
    PQfinish(pg->connection);
    pg->connection = NULL;
    pg->up = pg->owed = false;
    memset(pg->prepared, 0, sizeof pg->prepared);
}

// Connecting.

// Until when the call that begins now may wait.
static int64_t patience(const struct pg *pg)
{
    return now_monotonic() + (pg->slow ? 0 : pg->hold);
}

// Waits for what libpq waits for. False when there is no time left.
static bool await(struct pg *pg, bool writing, int64_t until)
{
    struct pollfd end = { .fd = PQsocket(pg->connection), .events = writing ? POLLOUT : POLLIN };
    int ready;
    do {
        int64_t left = until - now_monotonic();
        ready = poll(&end, 1, left > 0 ? (int)left : 0);
    } while (ready < 0 && errno == EINTR);
    pg->slow = ready == 0 && pg->hold < PG_PATIENCE;
    return ready > 0;
}

// What the address says counts more than these, which come before it.
static PGconn *start(const char *url)
{
    static const char *const keywords[] = {
        "fallback_application_name", "target_session_attrs", "tcp_user_timeout", "keepalives_idle",
        "keepalives_interval",       "client_encoding",      "dbname",           NULL
    };
    const char *const values[] = { "causeway", "read-write", "8000", "10", "5", "UTF8", url, NULL };
    return PQconnectStartParams(keywords, values, 1);
}

// Notices of the server, of no use to a player.
static void ignore(void *context, const char *message)
{
    (void)context, (void)message;
}

static bool is_connecting(const struct pg *pg)
{
    return pg->connection &&
           (pg->wants == PGRES_POLLING_WRITING || pg->wants == PGRES_POLLING_READING);
}

static void begin(struct pg *pg)
{
    pg->begun = now_monotonic();
    pg->connection = start(pg->url);
    pg->wants =
        PQstatus(pg->connection) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING;
}

// Goes on with a connection as far as it can in the time of one call.
static bool connect(struct pg *pg, struct text *why)
{
    int64_t until = patience(pg), last = pg->begun + CONNECTING;
    while (is_connecting(pg)) {
        if (!await(pg, pg->wants == PGRES_POLLING_WRITING, until < last ? until : last))
            return fail(pg, "it does not answer", NULL, why);
        pg->wants = PQconnectPoll(pg->connection);
    }
    if (pg->wants != PGRES_POLLING_OK)
        return fail(pg, PQerrorMessage(pg->connection), NULL, why);
    PQsetNoticeProcessor(pg->connection, ignore, NULL);
    return PQsetnonblocking(pg->connection, 1) == 0 || fail(pg, "", NULL, why);
}

// What the operator's settings must not decide: whose tables are meant, and that what was committed
// is on the disk.
static bool prepare_session(struct pg *pg, struct text *why)
{
    return pg_command(pg,
                      "select set_config('search_path', 'causeway', false);"
                      "select set_config('synchronous_commit', 'on', false)"
                      " where current_setting('synchronous_commit') = 'off'",
                      why) &&
           (!pg->greeting || pg_command(pg, pg->greeting, why));
}

// How long this call has waited says how long the next attempt must: the caller has other
// things to do.
bool pg_reach(struct pg *pg, struct text *why)
{
    int64_t called = now_monotonic();
    if (pg->up && PQstatus(pg->connection) != CONNECTION_BAD)
        return true;
    if (!is_connecting(pg)) {
        pg_drop(pg);
        if (called < pg->retry_at)
            return fail(pg, "", NULL, why);
        begin(pg);
    }
    pg->up = connect(pg, why) && prepare_session(pg, why);
    if (pg->up || (is_connecting(pg) && now_monotonic() - pg->begun < CONNECTING))
        return pg->up;
    pg_drop(pg);
    pg->retry_at = now_monotonic() + BREATH + 2 * (now_monotonic() - called);
    return false;
}

// libpq would repeat a wrong address with the password in it.
static bool check_url(const char *url, struct text *why)
{
    PQconninfoOption *options = strlen(url) < PG_URL ? PQconninfoParse(url, NULL) : NULL;
    PQconninfoFree(options);
    if (!options)
        text_add(why, "The address of the database cannot be read: it has the form "
                      "postgresql://USER@HOST/DATABASE.");
    return options;
}

bool pg_open(struct pg *pg, const char *url, const char *const *sql, struct text *why)
{
    *pg = (struct pg){ .sql = sql, .hold = PG_PATIENCE };
    if (!check_url(url, why))
        return false;
    snprintf(pg->url, sizeof pg->url, "%s", url);
    return pg_reach(pg, why);
}

void pg_close(struct pg *pg)
{
    pg_drop(pg);
    sodium_memzero(pg->url, sizeof pg->url);
}

// Arrays: four bytes each for the number of dimensions, whether there are nulls, the
// type, and for the dimension how many and from where; then each element after its length.

static void add_bytes(struct pg_array *array, const void *bytes, size_t length)
{
    array->failed =
        array->failed || !vector_grow(&array->bytes, &array->room, array->length + length, 1);
    if (array->failed)
        return;
    memcpy(array->bytes + array->length, bytes, length);
    array->length += length;
}

static void add_word(struct pg_array *array, uint32_t word)
{
    unsigned char bytes[] = { (unsigned char)(word >> 24), (unsigned char)(word >> 16),
                              (unsigned char)(word >> 8), (unsigned char)word };
    add_bytes(array, bytes, sizeof bytes);
}

void pg_array_begin(struct pg_array *array, enum pg_type type, unsigned count)
{
    add_word(array, 1);
    add_word(array, 0);
    add_word(array, type);
    add_word(array, count);
    add_word(array, 1);
}

void pg_array_add_text(struct pg_array *array, const char *text)
{
    size_t length = strlen(text);
    add_word(array, (uint32_t)length);
    add_bytes(array, text, length);
}

void pg_array_add_integer(struct pg_array *array, int32_t number)
{
    add_word(array, sizeof number);
    add_word(array, (uint32_t)number);
}

void pg_array_add_bigint(struct pg_array *array, int64_t number)
{
    add_word(array, sizeof number);
    add_word(array, (uint32_t)((uint64_t)number >> 32));
    add_word(array, (uint32_t)number);
}

struct value pg_array_value(const struct pg_array *array)
{
    return value_bytes(array->bytes, array->length);
}

void pg_array_free(struct pg_array *array)
{
    if (array->bytes)
        sodium_memzero(array->bytes, array->room);
    mem_free(array->bytes);
}

// Statements.

static bool flush(struct pg *pg, int64_t until)
{
    int left;
    while ((left = PQflush(pg->connection)) > 0)
        if (!await(pg, true, until))
            return false;
    return left == 0;
}

// The last result of what was sent; NULL if it did not come in time, and is still owed.
static PGresult *receive(struct pg *pg)
{
    int64_t until = patience(pg);
    PGresult *last = NULL, *next = NULL;
    if (!flush(pg, until))
        return NULL;
    do {
        while (PQisBusy(pg->connection))
            if (!await(pg, false, until) || !PQconsumeInput(pg->connection)) {
                PQclear(last);
                return NULL;
            }
        next = PQgetResult(pg->connection);
        if (next && (!last || PQresultStatus(last) != PGRES_FATAL_ERROR)) {
            PQclear(last);
            last = next;
        } else {
            PQclear(next);
        }
    } while (next);
    pg->owed = false;
    return last;
}

// It may still come: the connection is as good as it was.
static bool may_come(const struct pg *pg)
{
    return pg->owed && PQstatus(pg->connection) != CONNECTION_BAD && pg->hold < PG_PATIENCE &&
           now_monotonic() - pg->sent < PG_PATIENCE;
}

static PGresult *judge(struct pg *pg, PGresult *result, struct text *why)
{
    ExecStatusType status = PQresultStatus(result);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
        return result;
    if (!result && may_come(pg)) {
        fail(pg, "it does not answer", NULL, why);
        return NULL;
    }
    const char *message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    fail(pg, message ? message : "", PQresultErrorField(result, PG_DIAG_SQLSTATE), why);
    // A server that is ending, or that may only be read, is not asked again.
    if (!result || !message || strncmp(pg->state, "57", 2) == 0 || strcmp(pg->state, "25006") == 0)
        pg_drop(pg);
    PQclear(result);
    return NULL;
}

static PGresult *answer(struct pg *pg, bool sent, struct text *why)
{
    pg->owed = sent;
    pg->sent = now_monotonic();
    return judge(pg, sent ? receive(pg) : NULL, why);
}

PGresult *pg_execute(struct pg *pg, const char *sql, struct text *why)
{
    return answer(pg, PQsendQuery(pg->connection, sql), why);
}

bool pg_command(struct pg *pg, const char *sql, struct text *why)
{
    PGresult *result = pg_execute(pg, sql, why);
    PQclear(result);
    return result;
}

// The answer to what was asked before, which nobody waits for any more, is out of the way.
static bool clear_way(struct pg *pg, struct text *why)
{
    if (pg->owed)
        PQclear(receive(pg));
    if (pg->owed)
        judge(pg, NULL, why);
    return pg->connection && !pg->owed;
}

// Each time under another name: whether one that was not answered is known there, nobody knows.
static bool prepare(struct pg *pg, unsigned statement, char name[16], struct text *why)
{
    bool known = pg->prepared[statement];
    unsigned number = known ? pg->prepared[statement] : ++pg->numbered;
    snprintf(name, 16, "causeway%u", number % 1000000);
    if (known)
        return true;
    bool sent = PQsendPrepare(pg->connection, name, pg->sql[statement], 0, NULL);
    PGresult *result = answer(pg, sent, why);
    PQclear(result);
    pg->prepared[statement] = result ? number : 0;
    return result;
}

static bool send_values(struct pg *pg, const char *name, const struct value *values)
{
    const char *at[PG_VALUES];
    int count = 0, length[PG_VALUES], binary[PG_VALUES];
    char numbers[PG_VALUES][24];
    for (const struct value *value = values; value->type != VALUE_END; value++, count++) {
        snprintf(numbers[count], sizeof *numbers, "%lld", (long long)value->number);
        at[count] = value->type == VALUE_NUMBER ? numbers[count] : value->at;
        length[count] = (int)value->size;
        binary[count] = value->type == VALUE_BYTES;
    }
    return PQsendQueryPrepared(pg->connection, name, count, at, length, binary, 0);
}

PGresult *pg_run(struct pg *pg, unsigned statement, const struct value *values, struct text *why)
{
    char name[16];
    if (!pg_reach(pg, why) || !clear_way(pg, why) || !prepare(pg, statement, name, why))
        return NULL;
    return answer(pg, send_values(pg, name, values), why);
}

unsigned pg_changed(PGresult *result)
{
    return (unsigned)strtoul(PQcmdTuples(result), NULL, 10);
}

int64_t pg_number(const PGresult *result, int row, int column)
{
    return strtoll(PQgetvalue(result, row, column), NULL, 10);
}
