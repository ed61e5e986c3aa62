// SPDX-License-Identifier: GPL-3.0-or-later
// The store in a file of SQLite's.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/memory.h"
#include "store/database.h"
#include "store/store_kind.h"

// The first key of `rounds` has them in the order in which they are listed; every other list has
// an index in that order, which no clock has a say in but for `played`.
static const char schema[] =
    "CREATE TABLE tables (id TEXT NOT NULL PRIMARY KEY, header TEXT NOT NULL, sum INTEGER NOT NULL,"
    " flags INTEGER NOT NULL, token1 TEXT, token2 TEXT, until INTEGER NOT NULL,"
    " created INTEGER NOT NULL, version INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE UNIQUE INDEX token1 ON tables (token1) WHERE token1 IS NOT NULL;"
    "CREATE UNIQUE INDEX token2 ON tables (token2) WHERE token2 IS NOT NULL;"
    "CREATE INDEX until ON tables (until);"
    "CREATE INDEX lobby ON tables (created, id) WHERE flags & 3 = 1;"
    "CREATE INDEX created ON tables (created, id);"
    "CREATE TABLE events (home TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,"
    " n INTEGER NOT NULL, at INTEGER NOT NULL, line TEXT NOT NULL, sum INTEGER NOT NULL,"
    " PRIMARY KEY (home, n)) WITHOUT ROWID;"
    "CREATE TABLE rounds (created INTEGER NOT NULL, round INTEGER NOT NULL,"
    " id TEXT NOT NULL UNIQUE, home TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,"
    " began INTEGER NOT NULL, series TEXT NOT NULL, game TEXT NOT NULL, rules TEXT NOT NULL,"
    " rounds INTEGER NOT NULL, first INTEGER NOT NULL, moves INTEGER NOT NULL,"
    " winner INTEGER NOT NULL, ended INTEGER NOT NULL, aided INTEGER NOT NULL,"
    " open INTEGER NOT NULL, name1 TEXT NOT NULL, name2 TEXT NOT NULL, player1 TEXT NOT NULL,"
    " player2 TEXT NOT NULL, who1 TEXT NOT NULL, who2 TEXT NOT NULL, played INTEGER NOT NULL,"
    " PRIMARY KEY (created, round, id)) WITHOUT ROWID;"
    "CREATE UNIQUE INDEX homes ON rounds (home, began);"
    "CREATE INDEX played ON rounds (played, created, round, id) WHERE open = 1;"
    "CREATE INDEX open ON rounds (created, round, id) WHERE open = 1;"
    "CREATE INDEX game ON rounds (game, created, round, id);"
    "CREATE INDEX who1 ON rounds (lower(who1), created, round, id);"
    "CREATE INDEX who2 ON rounds (lower(who2), created, round, id);"
    "CREATE INDEX open_game ON rounds (game, created, round, id) WHERE open = 1;"
    "CREATE INDEX open_who1 ON rounds (lower(who1), created, round, id) WHERE open = 1;"
    "CREATE INDEX open_who2 ON rounds (lower(who2), created, round, id) WHERE open = 1;"
    "CREATE INDEX who1_game ON rounds (lower(who1), game, created, round, id);"
    "CREATE INDEX who2_game ON rounds (lower(who2), game, created, round, id);"
    "CREATE INDEX passed ON rounds (home, began) WHERE open = 1 AND ended > 0;"
    "CREATE INDEX rated1 ON rounds (lower(who1), game, rules, created, round, id) WHERE winner > 0"
    " AND player1 = 'human' AND substr(lower(who2), 1, 9) = 'computer:' AND aided & 2 = 0;"
    "CREATE INDEX rated2 ON rounds (lower(who2), game, rules, created, round, id) WHERE winner > 0"
    " AND player2 = 'human' AND substr(lower(who1), 1, 9) = 'computer:' AND aided & 4 = 0;"
    "CREATE TABLE sums (who TEXT NOT NULL, game TEXT NOT NULL, seat INTEGER NOT NULL,"
    " first INTEGER NOT NULL, against TEXT NOT NULL, helped INTEGER NOT NULL,"
    " played INTEGER NOT NULL, won INTEGER NOT NULL, moves INTEGER NOT NULL,"
    " PRIMARY KEY (who, game, seat, first, against, helped)) WITHOUT ROWID;"
    "CREATE INDEX players ON sums (played DESC, won DESC, who) WHERE game = '';"
    "CREATE TABLE runs (who TEXT NOT NULL, against TEXT NOT NULL, created INTEGER NOT NULL,"
    " round INTEGER NOT NULL, id TEXT NOT NULL, seat INTEGER NOT NULL, won INTEGER NOT NULL,"
    " length INTEGER NOT NULL, PRIMARY KEY (who, against, created, round, id, seat)) WITHOUT ROWID;"
    "CREATE INDEX longest ON runs (who, against, length) WHERE won = 1;"
    "CREATE TABLE blocked (address TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID;"
    "CREATE TABLE served (node TEXT NOT NULL PRIMARY KEY, began INTEGER NOT NULL,"
    " until INTEGER NOT NULL) WITHOUT ROWID;";

static const struct database_plan plan = { .application = 0x43577631 /* "CWv1" */,
                                           .version = STORE_VERSION,
                                           .schema = schema };

// Milliseconds since 1970.
#define DATABASE_NOW              "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
#define SAME(name, sql)           [SQL_##name] = (sql),
#define TOLD(name, sql)           [SQL_##name] = (sql),
#define OWN(name, file, postgres) [SQL_##name] = (file),
static const char *const sql[] = {
#include "store/statements.def"
};

// Milliseconds that everybody at a server waits while another program holds the database:
// callers that need it are told to try again.
enum { BLOCKED_MOST = 50 };

struct store_file {
    struct store store;
    struct database database;
    sqlite3_stmt *prepared[SQL_STATEMENTS]; // once they were used
};

static struct store_file *file_of(struct store *store)
{
    return (struct store_file *)store;
}

static enum store_answer failed(struct store_file *file, const char *what, struct text *why)
{
    database_fail(&file->database, what, why);
    return file->database.busy ? STORE_RETRY : STORE_BAD;
}

// Values are bound by their places.
static void check_order(sqlite3_stmt *statement)
{
    for (int i = 1; i <= sqlite3_bind_parameter_count(statement); i++) {
        char name[16];
        snprintf(name, sizeof name, "$%d", i);
        assert(strcmp(sqlite3_bind_parameter_name(statement, i), name) == 0);
    }
}

static sqlite3_stmt *prepare(struct store_file *file, enum store_statement which, const char *what,
                             const struct value *values, struct text *why)
{
    sqlite3_stmt **statement = &file->prepared[which];
    if (!*statement && (*statement = database_prepare(&file->database, sql[which], what, why)))
        check_order(*statement);
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

// A statement without values or rows, which is prepared once, too: a server begins and ends one
// transaction for each batch.
static enum store_answer carry_out(struct store_file *file, enum store_statement which,
                                   const char *what, struct text *why)
{
    sqlite3_stmt *statement = prepare(file, which, what, VALUES_NONE, why);
    if (!statement)
        return STORE_BAD;
    bool good = database_step(&file->database, statement) == SQLITE_DONE;
    enum store_answer answer = good ? STORE_OK : failed(file, what, why);
    let_go(statement);
    return answer;
}

static enum store_answer begin(struct store *store, bool writes, struct text *why)
{
    return carry_out(file_of(store), writes ? SQL_BEGIN_WRITING : SQL_BEGIN_READING,
                     writes ? not_written : not_read, why);
}

static void roll_back(struct store_file *file)
{
    struct text ignored = TEXT_OF(TEXT_MAX);
    carry_out(file, SQL_ROLLBACK, not_written, &ignored);
}

// All of it counts, or nothing.
static enum store_answer end(struct store *store, bool good, struct text *why)
{
    enum store_answer answer =
        good ? carry_out(file_of(store), SQL_COMMIT, not_written, why) : STORE_OK;
    if (!good || answer != STORE_OK)
        roll_back(file_of(store));
    return answer;
}

static const char *what_fails(enum store_statement which)
{
    return which == SQL_DELETE_TABLE || which == SQL_DELETE_ROUND ? "The game cannot be deleted"
                                                                  : not_written;
}

static enum store_answer change(struct store *store, enum store_statement which,
                                const struct value *values, unsigned *changed, struct text *why)
{
    struct store_file *file = file_of(store);
    sqlite3_stmt *statement = prepare(file, which, what_fails(which), values, why);
    enum store_answer answer = STORE_NONE;
    if (!statement)
        return STORE_BAD;
    int code = database_step(&file->database, statement);
    *changed = code == SQLITE_DONE ? (unsigned)sqlite3_changes(file->database.db) : 0;
    bool unfit = code == SQLITE_CONSTRAINT_FOREIGNKEY || code == SQLITE_CONSTRAINT_NOTNULL;
    if (code != SQLITE_DONE && !unfit)
        answer = failed(file, what_fails(which), why);
    else if (*changed > 0)
        answer = STORE_OK;
    let_go(statement);
    return answer;
}

static void close_file(struct store *store)
{
    struct store_file *file = file_of(store);
    for (unsigned i = 0; i < SQL_STATEMENTS; i++)
        sqlite3_finalize(file->prepared[i]);
    database_close(&file->database);
    mem_free(file);
}

static struct store_column read_column(sqlite3_stmt *statement, int i)
{
    if (sqlite3_column_type(statement, i) == SQLITE_INTEGER)
        return (struct store_column){ .text = "", .number = sqlite3_column_int64(statement, i) };
    const char *text = (const char *)sqlite3_column_text(statement, i);
    return (struct store_column){ .text = text ? text : "",
                                  .length = (size_t)sqlite3_column_bytes(statement, i) };
}

static enum store_answer select_rows(struct store *store, enum store_statement which,
                                     const struct value *values, store_each_row *each,
                                     void *context, struct text *why)
{
    struct store_file *file = file_of(store);
    sqlite3_stmt *statement = prepare(file, which, not_read, values, why);
    int code;
    if (!statement)
        return STORE_BAD;
    while ((code = database_step(&file->database, statement)) == SQLITE_ROW) {
        struct store_column columns[STORE_COLUMNS];
        for (int i = 0; i < sqlite3_column_count(statement); i++)
            columns[i] = read_column(statement, i);
        if (!each(context, columns))
            break;
    }
    bool good = code == SQLITE_ROW || code == SQLITE_DONE;
    enum store_answer answer = good ? STORE_OK : failed(file, not_read, why);
    let_go(statement);
    return answer;
}

static const struct store_kind kind = {
    .here = true,
    .close = close_file,
    .begin = begin,
    .end = end,
    .change = change,
    .select = select_rows,
};

struct store *store_open(const char *path, enum store_use use, struct text *why)
{
    struct store_file *file = mem_for("the stored games", sizeof *file, why);
    if (!file)
        return NULL;
    file->store.kind = &kind;
    if (database_open(&file->database, path, use != STORE_READ, &plan, why)) {
        file->database.patience = use == STORE_SERVE ? BLOCKED_MOST : 0;
        return &file->store;
    }
    close_file(&file->store);
    return NULL;
}

bool store_is_older(const char *path, struct text *why)
{
    return database_is_older(path, &plan, why);
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

bool store_backup(const char *path, const char *to, struct text *why)
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
