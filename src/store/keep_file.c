// SPDX-License-Identifier: GPL-3.0-or-later
// A server's tables in SQLite: one node, no other writers.
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "core/memory.h"
#include "store/database.h"
#include "store/keep_kind.h"

static const char schema[] =
    "CREATE TABLE tables (id TEXT NOT NULL PRIMARY KEY, header TEXT NOT NULL,"
    " flags INTEGER NOT NULL, token1 BLOB, token2 BLOB, until INTEGER NOT NULL,"
    " created INTEGER NOT NULL, version INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE UNIQUE INDEX token1 ON tables (token1) WHERE token1 IS NOT NULL;"
    "CREATE UNIQUE INDEX token2 ON tables (token2) WHERE token2 IS NOT NULL;"
    "CREATE INDEX until ON tables (until);"
    "CREATE INDEX lobby ON tables (created, id) WHERE flags & 3 = 1;"
    "CREATE INDEX created ON tables (created, id);"
    "CREATE TABLE events (home TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,"
    " n INTEGER NOT NULL, at INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (home, n))"
    " WITHOUT ROWID;"
    "CREATE TABLE blocked (address BLOB NOT NULL PRIMARY KEY) WITHOUT ROWID;"
    "CREATE TABLE served (node TEXT NOT NULL PRIMARY KEY, began INTEGER NOT NULL,"
    " until INTEGER NOT NULL) WITHOUT ROWID;";

static const struct database_plan plan = { .application = 0x43577332 /* "CWs2" */,
                                           .version = 3,
                                           .schema = schema };

#define ROW   "SELECT id, header, flags, hex(token1), hex(token2), until, created, version"
#define COUNT "(SELECT coalesce(max(n), 0) FROM events WHERE home = id)"
#define LIST  ROW ", " COUNT " FROM tables"
#define ORDER " ORDER BY created DESC, id LIMIT ?1"

static const char *const sql[KEEP_STATEMENTS] = {
    [KEEP_CREATE] =
        "INSERT INTO tables VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 1) ON CONFLICT DO NOTHING",
    [KEEP_FIND] = ROW " FROM tables WHERE id = ?1",
    [KEEP_READ] = "SELECT n, line, at FROM events WHERE home = ?1 AND n > ?2 ORDER BY n",
    // Two statements: to insert what is selected from the same table SQLite makes another
    // table first, each time.
    [KEEP_PRECEDE] = "SELECT 1 FROM events WHERE home = ?1 AND n = ?2",
    [KEEP_APPEND] = "INSERT INTO events VALUES (?1, ?2,"
                    " coalesce(nullif(?4, 0), " DATABASE_NOW "), ?3) ON CONFLICT DO NOTHING",
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
    [KEEP_LIST_BLOCKED] = "SELECT hex(address) FROM blocked ORDER BY address LIMIT ?1",
    [KEEP_BEAT] = "INSERT INTO served VALUES (?1, " DATABASE_NOW ", " DATABASE_NOW ")"
                  " ON CONFLICT (node) DO UPDATE SET until = excluded.until",
    [KEEP_SERVED] = "SELECT began, until FROM served WHERE until > ?1 ORDER BY began",
    [KEEP_ASK] = "SELECT version, " COUNT " FROM tables WHERE id = ?1",
};

// Milliseconds that everybody at the server waits while another program holds the database:
// whoever needs it is told to try again.
enum { BLOCKED_MOST = 50 };

struct keep_file {
    struct keep keep;
    struct database database;
    sqlite3_stmt *prepared[KEEP_STATEMENTS]; // once they were used
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

static sqlite3_stmt *prepare(struct keep_file *file, unsigned which, const struct value *values,
                             struct text *why)
{
    sqlite3_stmt **statement = &file->prepared[which];
    if (!*statement)
        *statement = database_prepare(&file->database, sql[which], not_read, why);
    if (*statement)
        database_bind(&file->database, *statement, values);
    file->database.busy = false;
    return *statement;
}

// Ready for its next use; locks are given up.
static void let_go(sqlite3_stmt *statement)
{
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
}

static enum keep_answer change(struct keep *keep, enum keep_statement which,
                               const struct value *values, unsigned *changed, struct text *why)
{
    struct keep_file *file = file_of(keep);
    sqlite3_stmt *statement = prepare(file, which, values, why);
    enum keep_answer answer = KEEP_NONE;
    if (!statement)
        return KEEP_BAD;
    if (database_step(&file->database, statement) != SQLITE_DONE)
        answer = failed(file, not_written, why);
    else if ((*changed = (unsigned)sqlite3_changes(file->database.db)) > 0)
        answer = KEEP_FINE;
    let_go(statement);
    return answer;
}

static void close_file(struct keep *keep)
{
    struct keep_file *file = file_of(keep);
    for (unsigned i = 0; i < KEEP_STATEMENTS; i++)
        sqlite3_finalize(file->prepared[i]);
    database_close(&file->database);
    mem_free(file);
}

static enum keep_answer select_rows(struct keep *keep, enum keep_statement which,
                                    const struct value *values, keep_each_row *each, void *whom,
                                    struct text *why)
{
    struct keep_file *file = file_of(keep);
    sqlite3_stmt *statement = prepare(file, which, values, why);
    int code;
    if (!statement)
        return KEEP_BAD;
    while ((code = database_step(&file->database, statement)) == SQLITE_ROW) {
        struct keep_column columns[KEEP_COLUMNS];
        for (int i = 0; i < sqlite3_column_count(statement); i++) {
            const char *text = (const char *)sqlite3_column_text(statement, i);
            columns[i] =
                (struct keep_column){ .text = text ? text : "",
                                      .length = (size_t)sqlite3_column_bytes(statement, i) };
        }
        if (!each(whom, columns))
            break;
    }
    bool good = code == SQLITE_ROW || code == SQLITE_DONE;
    enum keep_answer answer = good ? KEEP_FINE : failed(file, not_read, why);
    let_go(statement);
    return answer;
}

static bool note_row(void *whom, const struct keep_column *columns)
{
    (void)columns;
    *(bool *)whom = true;
    return false;
}

// Is the event before this one there? Without it the log would have a gap.
static enum keep_answer find_last(struct keep *keep, const struct keep_line *line, struct text *why)
{
    bool there = line->n == 1;
    enum keep_answer answer = KEEP_FINE;
    if (!there)
        answer =
            select_rows(keep, KEEP_PRECEDE, VALUES(value_text(line->id), value_number(line->n - 1)),
                        note_row, &there, why);
    return answer == KEEP_FINE && !there ? KEEP_NONE : answer;
}

// KEEP_NONE: it was not, since it is there, or its table is not.
static enum keep_answer insert_line(struct keep_file *file, const struct keep_line *line,
                                    struct text *why)
{
    sqlite3_stmt *statement = prepare(file, KEEP_APPEND,
                                      VALUES(value_text(line->id), value_number(line->n),
                                             value_text(line->text), value_number(line->at)),
                                      why);
    enum keep_answer answer = KEEP_NONE;
    if (!statement)
        return KEEP_BAD;
    int code = database_step(&file->database, statement);
    if (code == SQLITE_DONE && sqlite3_changes(file->database.db) > 0)
        answer = KEEP_FINE;
    else if (code != SQLITE_DONE && code != SQLITE_CONSTRAINT_FOREIGNKEY)
        answer = failed(file, not_written, why);
    let_go(statement);
    return answer;
}

static enum keep_answer append_line(struct keep *keep, struct keep_line *line, struct text *why)
{
    enum keep_answer answer = find_last(keep, line, why);
    if (answer == KEEP_FINE)
        answer = insert_line(file_of(keep), line, why);
    line->fate = KEEP_KEPT;
    return answer == KEEP_NONE ? keep_compare(keep, line, why) : answer;
}

// All of it in one transaction: one wait for the disk.
static enum keep_answer append_at_once(struct keep *keep, struct keep_line *lines, unsigned count,
                                       struct text *why)
{
    struct database *database = &file_of(keep)->database;
    enum keep_answer answer = KEEP_FINE;
    if (!database_begin(database, why))
        return database->busy ? KEEP_LOST : KEEP_BAD;
    for (unsigned i = 0; i < count && answer == KEEP_FINE; i++)
        answer = append_line(keep, &lines[i], why);
    bool ended = database_end(database, answer == KEEP_FINE, why);
    if (ended || answer != KEEP_FINE)
        return answer;
    return database->busy ? KEEP_LOST : KEEP_BAD;
}

struct stored {
    int64_t version, count; // 0 where there is no table
};

static bool read_stored(void *whom, const struct keep_column *columns)
{
    *(struct stored *)whom = (struct stored){ keep_number(&columns[0]), keep_number(&columns[1]) };
    return false;
}

static enum keep_answer ask(struct keep *keep, const struct keep_known *known, unsigned count,
                            keep_each_change *each, void *whom, struct text *why)
{
    enum keep_answer answer = KEEP_FINE;
    for (unsigned i = 0; i < count && answer == KEEP_FINE; i++) {
        struct stored stored = { 0 };
        answer =
            select_rows(keep, KEEP_ASK, VALUES(value_text(known[i].id)), read_stored, &stored, why);
        if (answer == KEEP_FINE)
            keep_tell_change(&known[i], stored.version, stored.count, each, whom);
    }
    return answer;
}

static const struct keep_kind kind = {
    .close = close_file,
    .change = change,
    .select = select_rows,
    .append = append_at_once,
    .ask = ask,
};

struct keep *keep_open_file(const char *path, struct text *why)
{
    struct keep_file *file = mem_for("the database", sizeof *file, why);
    if (!file)
        return NULL;
    file->keep.kind = &kind;
    if (database_open(&file->database, path, true, &plan, why)) {
        file->database.patience = BLOCKED_MOST;
        return &file->keep;
    }
    close_file(&file->keep);
    return NULL;
}

// In one piece: a copy in several would begin anew with every event that is kept meanwhile. A
// writer does not wait for it.
static bool copy_pages(struct database *from, const char *to, struct text *why)
{
    sqlite3 *copy = NULL;
    bool good = sqlite3_open_v2(to, &copy, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK;
    sqlite3_backup *backup = good ? sqlite3_backup_init(copy, "main", from->db, "main") : NULL;
    good = backup && sqlite3_backup_step(backup, -1) == SQLITE_DONE;
    good = sqlite3_backup_finish(backup) == SQLITE_OK && good;
    if (!good)
        text_add(why, "'%.200s' cannot be written: %s.", to, sqlite3_errmsg(copy));
    sqlite3_close(copy);
    return good;
}

bool keep_backup_file(const char *path, const char *to, struct text *why)
{
    struct database from;
    if (!database_open(&from, path, false, &plan, why)) {
        database_close(&from);
        return false;
    }
    int file = open(to, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        text_add(why, "'%.200s' cannot be made: %s.", to, strerror(errno));
    bool good = file >= 0 && copy_pages(&from, to, why);
    if (good && fsync(file) != 0) {
        text_add(why, "'%.200s' cannot be written: %s.", to, strerror(errno));
        good = false;
    }
    if (file >= 0)
        close(file);
    if (file >= 0 && !good)
        unlink(to);
    database_close(&from);
    return good;
}
