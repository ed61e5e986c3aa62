// SPDX-License-Identifier: GPL-3.0-or-later
// A server's tables in SQLite: one node, no other writers.
#include <stdio.h>
#include <string.h>

#include "core/memory.h"
#include "store/database.h"
#include "store/keep_kind.h"

// Steps are never changed, only added.
static const char *const steps[] = {
    "CREATE TABLE tables (id TEXT NOT NULL PRIMARY KEY, header TEXT NOT NULL,"
    " flags INTEGER NOT NULL, token1 BLOB, token2 BLOB, until INTEGER NOT NULL,"
    " created INTEGER NOT NULL, version INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE UNIQUE INDEX token1 ON tables (token1) WHERE token1 IS NOT NULL;"
    "CREATE UNIQUE INDEX token2 ON tables (token2) WHERE token2 IS NOT NULL;"
    "CREATE INDEX until ON tables (until);"
    "CREATE INDEX lobby ON tables (created, id) WHERE flags & 3 = 1;"
    "CREATE INDEX created ON tables (created, id);"
    "CREATE TABLE events (home TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,"
    " n INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (home, n)) WITHOUT ROWID;",
    "CREATE TABLE blocked (address BLOB NOT NULL PRIMARY KEY) WITHOUT ROWID;",
    NULL,
};

static const struct database_plan plan = { .application = 0x43577332 /* "CWs2" */, .steps = steps };

#define ROW   "SELECT id, header, flags, token1, token2, until, created, version"
#define COUNT "(SELECT coalesce(max(n), 0) FROM events WHERE home = id)"
#define LIST  ROW ", " COUNT " FROM tables"
#define ORDER " ORDER BY created DESC, id LIMIT ?1"

// Of this kind alone: is the event before this one there?
enum { PRECEDE = KEEP_STATEMENTS, STATEMENTS };

static const char *const sql[STATEMENTS] = {
    [KEEP_CREATE] =
        "INSERT INTO tables VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 1) ON CONFLICT DO NOTHING",
    [KEEP_FIND] = ROW " FROM tables WHERE id = ?1",
    [KEEP_READ] = "SELECT n, line FROM events WHERE home = ?1 AND n > ?2 ORDER BY n",
    // Two statements: to insert what is selected from the same table SQLite makes another
    // table first, each time.
    [PRECEDE] = "SELECT 1 FROM events WHERE home = ?1 AND n = ?2",
    [KEEP_APPEND] = "INSERT INTO events VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
    [KEEP_COMPARE] = "SELECT (SELECT line = ?3 FROM events WHERE home = ?1 AND n = ?2) FROM tables"
                     " WHERE id = ?1",
    [KEEP_FIND_SEAT] = "SELECT id, 1 FROM tables WHERE token1 = ?1"
                       " UNION ALL SELECT id, 2 FROM tables WHERE token2 = ?1",
    [KEEP_REPLACE_TOKEN_1] = "UPDATE tables SET token1 = ?3, version = version + 1"
                             " WHERE id = ?1 AND token1 = ?2",
    [KEEP_REPLACE_TOKEN_2] = "UPDATE tables SET token2 = ?3, version = version + 1"
                             " WHERE id = ?1 AND token2 = ?2",
    [KEEP_REPLACE_HEADER] = "UPDATE tables SET header = ?3, version = version + 1"
                            " WHERE id = ?1 AND header = ?2",
    [KEEP_REPLACE_FLAGS] = "UPDATE tables SET flags = flags & ~?3 | ?2, version = version + 1"
                           " WHERE id = ?1",
    [KEEP_REPLACE_UNTIL] = "UPDATE tables SET until = ?2 WHERE id = ?1",
    [KEEP_SWEEP] =
        "DELETE FROM tables WHERE id IN (SELECT id FROM tables WHERE until <= ?1 LIMIT 200)",
    [KEEP_LIST_ALL] = LIST ORDER,
    [KEEP_LIST_LOBBY] = LIST " WHERE flags & 3 = 1" ORDER,
    [KEEP_BLOCK] = "INSERT INTO blocked VALUES (?1) ON CONFLICT DO NOTHING",
    [KEEP_UNBLOCK] = "DELETE FROM blocked WHERE address = ?1",
    [KEEP_LIST_BLOCKED] = "SELECT address FROM blocked ORDER BY address LIMIT ?1",
    [KEEP_ASK] = "SELECT version, " COUNT " FROM tables WHERE id = ?1",
};

struct keep_file {
    struct keep keep;
    struct database database;
    sqlite3_stmt *prepared[STATEMENTS]; // once they were used
};

static struct keep_file *file_of(struct keep *keep)
{
    return (struct keep_file *)keep;
}

static enum keep_answer failed(struct keep_file *file, const char *what, struct text *why)
{
    database_fail(&file->database, what, why);
    return file->database.busy ? KEEP_LOST : KEEP_BAD;
}

static sqlite3_stmt *prepare(struct keep_file *file, unsigned which, struct text *why)
{
    if (!file->prepared[which])
        file->prepared[which] = database_prepare(&file->database, sql[which], not_read, why);
    return file->prepared[which];
}

// Ready for its next use; locks are given up.
static void let_go(sqlite3_stmt *statement)
{
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
}

static void bind_value(struct database *database, sqlite3_stmt *statement, int at,
                       const struct keep_value *value)
{
    switch (value->type) {
    case KEEP_NULL:
        break;
    case KEEP_TEXT:
        database_bind_text(database, statement, at, value->at);
        break;
    case KEEP_NUMBER:
        database_bind_number(database, statement, at, value->number);
        break;
    case KEEP_BYTES:
        database_bind_bytes(database, statement, at, value->at, value->size);
        break;
    }
}

static enum keep_answer change(struct keep *keep, enum keep_statement which,
                               const struct keep_value *values, unsigned count, unsigned *changed,
                               struct text *why)
{
    struct keep_file *file = file_of(keep);
    sqlite3_stmt *statement = prepare(file, which, why);
    enum keep_answer answer = KEEP_NONE;
    if (!statement)
        return KEEP_BAD;
    for (unsigned i = 0; i < count; i++)
        bind_value(&file->database, statement, (int)i + 1, &values[i]);
    file->database.busy = false;
    if (database_step(&file->database, statement) != SQLITE_DONE)
        answer = failed(file, not_written, why);
    else if ((*changed = (unsigned)sqlite3_changes(file->database.db)) > 0)
        answer = KEEP_FINE;
    let_go(statement);
    return answer;
}

// The next row: KEEP_NONE after the last one.
static enum keep_answer next_row(struct keep_file *file, sqlite3_stmt *statement, struct text *why)
{
    file->database.busy = false;
    switch (database_step(&file->database, statement)) {
    case SQLITE_ROW:
        return KEEP_FINE;
    case SQLITE_DONE:
        return KEEP_NONE;
    default:
        return failed(file, not_read, why);
    }
}

static void close_file(struct keep *keep)
{
    struct keep_file *file = file_of(keep);
    for (unsigned i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(file->prepared[i]);
    database_close(&file->database);
    mem_free(file);
}

static void copy_text(sqlite3_stmt *statement, int column, char *to, size_t size)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);
    snprintf(to, size, "%s", text ? text : "");
}

static struct keep_row copy_row(sqlite3_stmt *statement)
{
    struct keep_row row = { .created = sqlite3_column_int64(statement, 6) };
    copy_text(statement, 0, row.id, sizeof row.id);
    copy_text(statement, 1, row.header, sizeof row.header);
    row.place.flags = (unsigned)sqlite3_column_int(statement, 2);
    row.place.until = sqlite3_column_int64(statement, 5);
    row.place.version = (uint32_t)sqlite3_column_int64(statement, 7);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        int column = (int)(2 + seat);
        row.place.seated[seat] = sqlite3_column_bytes(statement, column) == KEEP_TOKEN;
        if (row.place.seated[seat])
            memcpy(row.place.token[seat], sqlite3_column_blob(statement, column), KEEP_TOKEN);
    }
    return row;
}

static enum keep_answer find(struct keep *keep, const char *id, struct keep_row *row,
                             struct text *why)
{
    struct keep_file *file = file_of(keep);
    sqlite3_stmt *statement = prepare(file, KEEP_FIND, why);
    if (!statement)
        return KEEP_BAD;
    database_bind_text(&file->database, statement, 1, id);
    enum keep_answer answer = next_row(file, statement, why);
    if (answer == KEEP_FINE)
        *row = copy_row(statement);
    let_go(statement);
    return answer;
}

static enum keep_answer read_lines(struct keep *keep, const char *id, uint32_t after,
                                   keep_each_line *each, void *whom, struct text *why)
{
    struct keep_file *file = file_of(keep);
    sqlite3_stmt *statement = prepare(file, KEEP_READ, why);
    enum keep_answer answer;
    if (!statement)
        return KEEP_BAD;
    database_bind_text(&file->database, statement, 1, id);
    database_bind_number(&file->database, statement, 2, after);
    while ((answer = next_row(file, statement, why)) == KEEP_FINE) {
        const char *line = (const char *)sqlite3_column_text(statement, 1);
        if (!each(whom, (uint32_t)sqlite3_column_int64(statement, 0), line ? line : "",
                  (size_t)sqlite3_column_bytes(statement, 1)))
            break;
    }
    let_go(statement);
    return answer == KEEP_NONE ? KEEP_FINE : answer;
}

static void bind_line(struct keep_file *file, sqlite3_stmt *statement, const struct keep_line *line)
{
    database_bind_text(&file->database, statement, 1, line->id);
    database_bind_number(&file->database, statement, 2, line->n);
    database_bind_text(&file->database, statement, 3, line->text);
}

// Why a line was not inserted: perhaps it had been.
static enum keep_answer compare(struct keep_file *file, struct keep_line *line, struct text *why)
{
    sqlite3_stmt *statement = prepare(file, KEEP_COMPARE, why);
    if (!statement)
        return KEEP_BAD;
    bind_line(file, statement, line);
    enum keep_answer answer = next_row(file, statement, why);
    if (answer == KEEP_FINE)
        line->fate = sqlite3_column_int(statement, 0) ? KEEP_KEPT : KEEP_BEATEN;
    else if (answer == KEEP_NONE)
        line->fate = KEEP_GONE;
    let_go(statement);
    return answer == KEEP_NONE ? KEEP_FINE : answer;
}

// Is the event before this one there? Without it the log would have a gap.
static enum keep_answer find_last(struct keep_file *file, const struct keep_line *line,
                                  struct text *why)
{
    sqlite3_stmt *statement = line->n > 1 ? prepare(file, PRECEDE, why) : NULL;
    if (!statement)
        return line->n > 1 ? KEEP_BAD : KEEP_FINE;
    database_bind_text(&file->database, statement, 1, line->id);
    database_bind_number(&file->database, statement, 2, line->n - 1);
    enum keep_answer answer = next_row(file, statement, why);
    let_go(statement);
    return answer;
}

// KEEP_NONE: it was not, since it is there, or its table is not.
static enum keep_answer insert_line(struct keep_file *file, const struct keep_line *line,
                                    struct text *why)
{
    sqlite3_stmt *statement = prepare(file, KEEP_APPEND, why);
    enum keep_answer answer = KEEP_NONE;
    if (!statement)
        return KEEP_BAD;
    bind_line(file, statement, line);
    file->database.busy = false;
    int code = database_step(&file->database, statement);
    if (code == SQLITE_DONE && sqlite3_changes(file->database.db) > 0)
        answer = KEEP_FINE;
    else if (code != SQLITE_DONE && code != SQLITE_CONSTRAINT_FOREIGNKEY)
        answer = failed(file, not_written, why);
    let_go(statement);
    return answer;
}

static enum keep_answer append_line(struct keep_file *file, struct keep_line *line,
                                    struct text *why)
{
    enum keep_answer answer = find_last(file, line, why);
    if (answer == KEEP_FINE)
        answer = insert_line(file, line, why);
    line->fate = KEEP_KEPT;
    return answer == KEEP_NONE ? compare(file, line, why) : answer;
}

// All of it in one transaction: one wait for the disk.
static enum keep_answer append_at_once(struct keep *keep, struct keep_line *lines, unsigned count,
                                       struct text *why)
{
    struct keep_file *file = file_of(keep);
    enum keep_answer answer = KEEP_FINE;
    if (!database_begin(&file->database, why))
        return file->database.busy ? KEEP_LOST : KEEP_BAD;
    for (unsigned i = 0; i < count && answer == KEEP_FINE; i++)
        answer = append_line(file, &lines[i], why);
    bool ended = database_end(&file->database, answer == KEEP_FINE, why);
    if (ended || answer != KEEP_FINE)
        return answer;
    return file->database.busy ? KEEP_LOST : KEEP_BAD;
}

static enum keep_answer find_seat(struct keep *keep, const unsigned char token[KEEP_TOKEN],
                                  char id[COMMIT_ID], unsigned *seat, struct text *why)
{
    struct keep_file *file = file_of(keep);
    sqlite3_stmt *statement = prepare(file, KEEP_FIND_SEAT, why);
    if (!statement)
        return KEEP_BAD;
    database_bind_bytes(&file->database, statement, 1, token, KEEP_TOKEN);
    enum keep_answer answer = next_row(file, statement, why);
    if (answer == KEEP_FINE) {
        copy_text(statement, 0, id, COMMIT_ID);
        *seat = (unsigned)sqlite3_column_int(statement, 1);
    }
    let_go(statement);
    return answer;
}

static enum keep_answer list(struct keep *keep, enum keep_which which, unsigned most,
                             keep_each_row *each, void *whom, struct text *why)
{
    struct keep_file *file = file_of(keep);
    sqlite3_stmt *statement =
        prepare(file, which == KEEP_ALL ? KEEP_LIST_ALL : KEEP_LIST_LOBBY, why);
    enum keep_answer answer;
    if (!statement)
        return KEEP_BAD;
    database_bind_number(&file->database, statement, 1, most);
    while ((answer = next_row(file, statement, why)) == KEEP_FINE) {
        struct keep_row row = copy_row(statement);
        row.count = (uint32_t)sqlite3_column_int64(statement, 8);
        if (!each(whom, &row))
            break;
    }
    let_go(statement);
    return answer == KEEP_NONE ? KEEP_FINE : answer;
}

static enum keep_answer list_blocked(struct keep *keep, keep_each_address *each, void *whom,
                                     struct text *why)
{
    struct keep_file *file = file_of(keep);
    sqlite3_stmt *statement = prepare(file, KEEP_LIST_BLOCKED, why);
    enum keep_answer answer;
    if (!statement)
        return KEEP_BAD;
    database_bind_number(&file->database, statement, 1, KEEP_BLOCKED_MOST);
    while ((answer = next_row(file, statement, why)) == KEEP_FINE)
        if (sqlite3_column_bytes(statement, 0) == KEEP_ADDRESS)
            each(whom, sqlite3_column_blob(statement, 0));
    let_go(statement);
    return answer == KEEP_NONE ? KEEP_FINE : answer;
}

static enum keep_answer ask_one(struct keep_file *file, const struct keep_known *known,
                                keep_each_change *each, void *whom, struct text *why)
{
    sqlite3_stmt *statement = prepare(file, KEEP_ASK, why);
    if (!statement)
        return KEEP_BAD;
    database_bind_text(&file->database, statement, 1, known->id);
    enum keep_answer answer = next_row(file, statement, why);
    uint32_t version = 0, count = 0;
    if (answer == KEEP_FINE) {
        version = (uint32_t)sqlite3_column_int64(statement, 0);
        count = (uint32_t)sqlite3_column_int64(statement, 1);
    }
    let_go(statement);
    if (answer == KEEP_LOST || answer == KEEP_BAD)
        return answer;
    if (version != known->version)
        each(whom, known->id, 0);
    if (count > known->n)
        each(whom, known->id, count);
    return KEEP_FINE;
}

static enum keep_answer ask(struct keep *keep, const struct keep_known *known, unsigned count,
                            keep_each_change *each, void *whom, struct text *why)
{
    enum keep_answer answer = KEEP_FINE;
    for (unsigned i = 0; i < count && answer == KEEP_FINE; i++)
        answer = ask_one(file_of(keep), &known[i], each, whom, why);
    return answer;
}

static const struct keep_kind kind = {
    .close = close_file,
    .change = change,
    .find = find,
    .read = read_lines,
    .append = append_at_once,
    .find_seat = find_seat,
    .list = list,
    .list_blocked = list_blocked,
    .ask = ask,
};

struct keep *keep_open_file(const char *path, struct text *why)
{
    struct keep_file *file = mem_new(sizeof *file);
    if (!file) {
        text_add(why, "%s: there is no memory left.", not_read);
        return NULL;
    }
    *file = (struct keep_file){ .keep.kind = &kind };
    if (database_open(&file->database, path, true, &plan, why))
        return &file->keep;
    close_file(&file->keep);
    return NULL;
}
