// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/database.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE = 2000, APPLICATION = 0x43577631 }; // milliseconds; "CWv1"

// What went wrong, for people.
static const char *reason(int code)
{
    switch (code & 0xff) {
    case SQLITE_FULL:
        return "the disk is full";
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return "another program is holding it";
    case SQLITE_READONLY:
    case SQLITE_PERM:
        return "it may not be written";
    case SQLITE_CANTOPEN:
        return "it cannot be opened";
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return "it is damaged, or is something else";
    case SQLITE_NOMEM:
        return "there is no memory left";
    case SQLITE_IOERR:
        return "the disk cannot be read or written";
    default:
        return NULL;
    }
}

bool database_fail(const struct database *database, const char *what, struct text *why)
{
    int code = sqlite3_extended_errcode(database->db);
    const char *because = reason(code);
    text_add(why, "%s (%s): %s.", what, database->path,
             because ? because : sqlite3_errmsg(database->db));
    return false;
}

const char not_read[] = "The stored games cannot be read";
const char not_written[] = "The game cannot be saved";

bool database_execute(struct database *database, const char *sql, const char *what,
                      struct text *why)
{
    if (sqlite3_exec(database->db, sql, NULL, NULL, NULL) == SQLITE_OK)
        return true;
    return database_fail(database, what, why);
}

sqlite3_stmt *database_prepare(struct database *database, const char *sql, const char *what,
                               struct text *why)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(database->db, sql, -1, &statement, NULL) != SQLITE_OK)
        database_fail(database, what, why);
    return statement;
}

bool database_finish(struct database *database, sqlite3_stmt *statement, struct text *why)
{
    if (sqlite3_step(statement) != SQLITE_DONE)
        database_fail(database, not_written, why);
    return sqlite3_finalize(statement) == SQLITE_OK;
}

// Opening.

static bool make_directories(const char *path, struct text *why)
{
    char directory[DATABASE_PATH];
    snprintf(directory, sizeof directory, "%s", path);
    for (char *slash = strchr(directory + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(directory, 0700) != 0 && errno != EEXIST) {
            text_add(why, "The directory %s cannot be made: %s.", directory, strerror(errno));
            return false;
        }
        *slash = '/';
    }
    return true;
}

// The database holds secrets of games that are not over: it is for its owner
// alone, and so are the files that SQLite makes next to it.
static bool make_file(const char *path, struct text *why)
{
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0)
        return close(file) == 0;
    if (errno == EACCES || errno == EROFS || errno == EPERM)
        text_add(why, "%s (%s): it may not be written.", not_written, path);
    else
        text_add(why, "%s (%s): %s.", not_written, path, strerror(errno));
    return false;
}

static bool read_number(struct database *database, const char *sql, int *number, struct text *why)
{
    sqlite3_stmt *statement = database_prepare(database, sql, not_read, why);
    if (!statement)
        return false;
    bool read = sqlite3_step(statement) == SQLITE_ROW;
    if (read)
        *number = sqlite3_column_int(statement, 0);
    else
        database_fail(database, not_read, why);
    sqlite3_finalize(statement);
    return read;
}

static int count_steps(const char *const *steps)
{
    int count = 0;
    while (steps[count])
        count++;
    return count;
}

static bool check_version(struct database *database, const char *const *steps, int *version,
                          struct text *why)
{
    int application, tables;
    if (!read_number(database, "PRAGMA user_version", version, why) ||
        !read_number(database, "PRAGMA application_id", &application, why) ||
        !read_number(database, "SELECT count(*) FROM sqlite_schema", &tables, why))
        return false;
    if (application != APPLICATION && (application != 0 || tables > 0)) {
        text_add(why, "%s is a database of another program.", database->path);
        return false;
    }
    int newest = count_steps(steps);
    if (*version >= 0 && *version <= newest)
        return true;
    if (*version < 0)
        text_add(why, "%s (%s): it is damaged, there is no version %d.", not_read, database->path,
                 *version);
    else
        text_add(why, "%s was written by a newer version of Causeway (%d; this one knows %d).",
                 database->path, *version, newest);
    return false;
}

static bool take_steps(struct database *database, const char *const *steps, struct text *why)
{
    int version;
    if (!check_version(database, steps, &version, why))
        return false;
    for (int i = version; steps[i]; i++)
        if (!database_execute(database, steps[i], not_written, why))
            return false;
    char sql[80];
    snprintf(sql, sizeof sql, "PRAGMA user_version = %d; PRAGMA application_id = %d",
             count_steps(steps), APPLICATION);
    return database_execute(database, sql, not_written, why);
}

bool database_begin(struct database *database, struct text *why)
{
    return database_execute(database, "BEGIN IMMEDIATE", not_written, why);
}

// Ends what database_begin() began: all of it counts, or nothing.
bool database_end(struct database *database, bool good, struct text *why)
{
    if (good && database_execute(database, "COMMIT", not_written, why))
        return true;
    sqlite3_exec(database->db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

static bool migrate(struct database *database, const char *const *steps, struct text *why)
{
    int version;
    if (!check_version(database, steps, &version, why))
        return false;
    if (!steps[version])
        return true;
    return database_begin(database, why) &&
           database_end(database, take_steps(database, steps, why), why);
}

static int64_t milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// Two programs that turn a new database to write-ahead logging at once may find
// each other in the way, without SQLite waiting by itself.
static bool turn_to_wal(struct database *database, struct text *why)
{
    static const char sql[] = "PRAGMA journal_mode = WAL";
    int64_t end = milliseconds() + PATIENCE;
    int code;
    while ((code = sqlite3_exec(database->db, sql, NULL, NULL, NULL) & 0xff) == SQLITE_BUSY &&
           milliseconds() < end)
        sqlite3_sleep(10);
    return code == SQLITE_OK || database_fail(database, not_written, why);
}

static bool connect(struct database *database, const char *name, int flags)
{
    sqlite3_close(database->db);
    if (sqlite3_open_v2(name, &database->db, flags | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
        return false;
    sqlite3_extended_result_codes(database->db, 1);
    sqlite3_busy_timeout(database->db, PATIENCE);
    return sqlite3_exec(database->db,
                        "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
                        "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON",
                        NULL, NULL, NULL) == SQLITE_OK;
}

static bool open_for_writing(struct database *database, const char *const *steps, struct text *why)
{
    if (!make_directories(database->path, why) || !make_file(database->path, why))
        return false;
    if (!connect(database, database->path, SQLITE_OPEN_READWRITE))
        return database_fail(database, not_written, why);
    return turn_to_wal(database, why) && migrate(database, steps, why);
}

// A write-ahead log needs a file of its own even for reading. Where none can be
// made, and nobody has left one with news in it, the database alone will do.
static bool connect_read_only(struct database *database)
{
    char name[DATABASE_PATH + 32], log[DATABASE_PATH + 8];
    snprintf(log, sizeof log, "%s-wal", database->path);
    if (access(log, F_OK) == 0 || strpbrk(database->path, "?#%"))
        return false;
    snprintf(name, sizeof name, "file:%s?immutable=1", database->path);
    return connect(database, name, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
}

// A database that cannot be written cannot be brought up to date; a copy can.
static bool copy_to_memory(struct database *database)
{
    struct database copy = { 0 };
    sqlite3_backup *backup = NULL;
    if (connect(&copy, ":memory:", SQLITE_OPEN_READWRITE))
        backup = sqlite3_backup_init(copy.db, "main", database->db, "main");
    bool copied = backup && sqlite3_backup_step(backup, -1) == SQLITE_DONE;
    sqlite3_backup_finish(backup);
    if (!copied) {
        sqlite3_close(copy.db);
        return false;
    }
    sqlite3_close(database->db);
    database->db = copy.db;
    return true;
}

static bool migrate_reader(struct database *database, const char *const *steps, struct text *why)
{
    int version;
    if (!check_version(database, steps, &version, why))
        return false;
    if (steps[version] && sqlite3_db_readonly(database->db, "main") && !copy_to_memory(database))
        return database_fail(database, not_read, why);
    return migrate(database, steps, why);
}

static bool readable(struct database *database)
{
    return sqlite3_exec(database->db, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL) ==
           SQLITE_OK;
}

static bool open_for_reading(struct database *database, const char *const *steps, struct text *why)
{
    if (access(database->path, F_OK) != 0 && errno == ENOENT)
        return connect(database, ":memory:", SQLITE_OPEN_READWRITE)
                   ? migrate(database, steps, why)
                   : database_fail(database, not_read, why);
    bool opened = connect(database, database->path, SQLITE_OPEN_READWRITE) && readable(database);
    if (!opened && (sqlite3_errcode(database->db) == SQLITE_CANTOPEN ||
                    (sqlite3_errcode(database->db) & 0xff) == SQLITE_READONLY))
        opened = connect_read_only(database);
    return opened ? migrate_reader(database, steps, why) : database_fail(database, not_read, why);
}

bool database_open(struct database *database, const char *path, bool writing,
                   const char *const *steps, struct text *why)
{
    *database = (struct database){ 0 };
    if (strlen(path) >= sizeof database->path) {
        text_add(why, "%s: the name of the data directory is too long.", not_read);
        return false;
    }
    strcpy(database->path, path);
    return writing ? open_for_writing(database, steps, why)
                   : open_for_reading(database, steps, why);
}

void database_close(struct database *database)
{
    sqlite3_close(database->db);
}
