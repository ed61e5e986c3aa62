// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/database.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/now.h"
#include "core/directory.h"

// Locks are held for milliseconds: patience is for a crowd of programs, each
// of which gets its turn. A single step of a statement that takes more instructions than
// EFFORT is of a database that was made to keep us busy.
enum {
    PATIENCE = 10000, // milliseconds
    NAP = 25,         // the longest sleep between two looks at a lock, in milliseconds
#ifdef CAUSEWAY_TORTURE
    EFFORT = 30,
#else
    EFFORT = 1000, // times the next
#endif
    EFFORT_UNIT = 1000000, // instructions of SQLite's machine
};

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
    case SQLITE_INTERRUPT:
        return "it takes too long to read";
    case SQLITE_TOOBIG:
        return "something in it is too long";
    default:
        return NULL;
    }
}

bool database_fail(struct database *database, const char *what, struct text *why)
{
    int code = sqlite3_extended_errcode(database->db);
    database->busy = (code & 0xff) == SQLITE_BUSY || (code & 0xff) == SQLITE_LOCKED;
    const char *because = reason(code);
    text_add(why, "%s (%s): %s.", what, database->path,
             because ? because : sqlite3_errmsg(database->db));
    return false;
}

const char not_read[] = "The stored games cannot be read";
const char not_written[] = "The game cannot be saved";

// Restart the lock timeout and the instruction budget for one call.
static void reset_budget(struct database *database)
{
    database->patient_until =
        now_monotonic() + (database->patience ? database->patience : PATIENCE);
    database->effort = 0;
}

bool database_execute(struct database *database, const char *sql, const char *what,
                      struct text *why)
{
    reset_budget(database);
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

// Values are the caller's until the statement has run, so that none is copied.
static int bind(sqlite3_stmt *statement, int at, const struct value *value)
{
    switch (value->type) {
    case VALUE_TEXT:
        return sqlite3_bind_text(statement, at, value->at, -1, SQLITE_STATIC);
    case VALUE_NUMBER:
        return sqlite3_bind_int64(statement, at, value->number);
    case VALUE_BYTES:
        return sqlite3_bind_blob64(statement, at, value->at, value->size, SQLITE_STATIC);
    default:
        return SQLITE_OK; // what is not bound is null
    }
}

void database_bind(struct database *database, sqlite3_stmt *statement, const struct value *values)
{
    for (int i = 0; values[i].type != VALUE_END; i++)
        if (bind(statement, i + 1, &values[i]) != SQLITE_OK)
            database->unbound = true;
}

int database_step(struct database *database, sqlite3_stmt *statement)
{
    reset_budget(database);
    if (!database->unbound)
        return sqlite3_step(statement);
    database->unbound = false;
    return sqlite3_errcode(database->db);
}

static bool find(struct database *database, const char *sql, sqlite3_stmt **row, const char *what,
                 struct text *why)
{
    *row = database_prepare(database, sql, what, why);
    if (!*row)
        return false;
    int code = database_step(database, *row);
    if (code == SQLITE_ROW)
        return true;
    if (code != SQLITE_DONE)
        database_fail(database, what, why);
    sqlite3_finalize(*row);
    *row = NULL;
    return code == SQLITE_DONE;
}

// Opening.

// The database holds secrets of games that are not over: it is for its owner
// alone, and so are the files that SQLite makes next to it.

static bool refuse_file(const char *path, const char *because, struct text *why)
{
    text_add(why, "The stored games cannot be used (%s): %s.", path, because);
    return false;
}

static bool is_ours(const char *path, const struct stat *status, struct text *why)
{
    if (S_ISLNK(status->st_mode))
        return refuse_file(path, "it is a link", why);
    if (!S_ISREG(status->st_mode))
        return refuse_file(path, "it is not a file", why);
    if (status->st_uid != geteuid())
        return refuse_file(path, "it belongs to somebody else, who could read what is hidden", why);
    return true;
}

static bool fail_to_write(const char *path, struct text *why)
{
    if (errno == EACCES || errno == EROFS || errno == EPERM)
        text_add(why, "%s (%s): it may not be written.", not_written, path);
    else
        text_add(why, "%s (%s): %s.", not_written, path, strerror(errno));
    return false;
}

static bool make_file(const char *path, struct text *why)
{
    int file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    return file >= 0 ? close(file) == 0 : fail_to_write(path, why);
}

// The last program that closes the database removes what SQLite had made next to it, also
// while another one looks at that.
static bool is_gone(bool needed)
{
    return !needed && errno == ENOENT;
}

static bool make_or_check(const char *path, bool needed, struct text *why)
{
    struct stat status;
    if (lstat(path, &status) != 0)
        return !needed || make_file(path, why);
    if (S_ISREG(status.st_mode) && access(path, W_OK) != 0)
        return is_gone(needed) || fail_to_write(path, why);
    return is_ours(path, &status, why);
}

// Once it is known to be a database of ours, and no file that somebody has named by mistake. It is
// not opened for it: closing it again would give up the locks that this program holds on it.
static bool make_private(const char *path, bool needed, struct text *why)
{
    struct stat status;
    if (lstat(path, &status) != 0 || !(status.st_mode & 077) ||
        chmod(path, status.st_mode & 0700) == 0 || is_gone(needed))
        return true;
    return refuse_file(path, "others may read it, and that cannot be changed", why);
}

// Anybody who may rename files in this directory could replace the database.
static bool is_safe_directory(const char *path, struct text *why)
{
    char directory[DATABASE_PATH];
    struct stat status;
    snprintf(directory, sizeof directory, "%s", path);
    char *slash = strrchr(directory, '/');
    if (slash)
        slash[slash == directory] = '\0';
    if (stat(slash ? directory : ".", &status) != 0)
        return refuse_file(path, strerror(errno), why);
    bool others = (status.st_mode & S_IWOTH) && !(status.st_mode & S_ISVTX);
    return !others || refuse_file(path, "everybody may write into its directory", why);
}

// The database, and then those that SQLite makes next to it.
static bool for_files(const char *path, bool (*each)(const char *, bool, struct text *),
                      struct text *why)
{
    static const char *const companions[] = { "-wal", "-shm", "-journal" };
    char name[DATABASE_PATH + 16];
    if (!each(path, true, why))
        return false;
    for (unsigned i = 0; i < sizeof companions / sizeof *companions; i++) {
        snprintf(name, sizeof name, "%s%s", path, companions[i]);
        if (!each(name, false, why))
            return false;
    }
    return true;
}

static bool make_files(const char *path, struct text *why)
{
    return is_safe_directory(path, why) && for_files(path, make_or_check, why);
}

// What a file says of itself. All in one statement: between two, another program may make the
// database.
struct marks {
    int version, application, tables;
};

static bool read_marks(struct database *database, struct marks *marks, struct text *why)
{
    sqlite3_stmt *row;
    if (!find(database,
              "SELECT user_version, application_id, (SELECT count(*) FROM sqlite_schema)"
              " FROM pragma_user_version, pragma_application_id",
              &row, not_read, why))
        return false;
    if (!row)
        return database_fail(database, not_read, why);
    *marks = (struct marks){ .version = sqlite3_column_int(row, 0),
                             .application = sqlite3_column_int(row, 1),
                             .tables = sqlite3_column_int(row, 2) };
    sqlite3_finalize(row);
    return true;
}

static int word_at(const unsigned char bytes[4])
{
    return (int)((uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 |
                 bytes[3]);
}

static void tell_version(const char *path, int version, int known, struct text *why)
{
    text_add(why,
             "%s was written by %s version of Causeway: its tables have version %d, and %d is read "
             "here. It is left as it is.",
             path, version < known ? "an older" : "a newer", version, known);
}

static bool check_version(struct database *database, const struct database_plan *plan, int *version,
                          struct text *why)
{
    struct marks marks = { 0 };
    if (!read_marks(database, &marks, why))
        return false;
    *version = marks.version;
    if (marks.application != plan->application && (marks.application != 0 || marks.tables > 0)) {
        text_add(why, "%s is a database of another program.", database->path);
        return false;
    }
    if (*version == plan->version || (*version == 0 && marks.tables == 0))
        return true;
    if (*version < 0)
        text_add(why, "%s (%s): it is damaged, there is no version %d.", not_read, database->path,
                 *version);
    else
        tell_version(database->path, *version, plan->version, why);
    return false;
}

// Another program may have made them while this one waited.
static bool make_tables(struct database *database, const struct database_plan *plan,
                        struct text *why)
{
    int version;
    if (!check_version(database, plan, &version, why))
        return false;
    if (version == plan->version)
        return true;
    char sql[80];
    snprintf(sql, sizeof sql, "PRAGMA user_version = %d; PRAGMA application_id = %d", plan->version,
             plan->application);
    return database_execute(database, plan->schema, not_written, why) &&
           database_execute(database, sql, not_written, why);
}

bool database_begin(struct database *database, struct text *why)
{
    database->busy = false;
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

static bool prepare(struct database *database, const struct database_plan *plan, struct text *why)
{
    int version;
    if (!check_version(database, plan, &version, why))
        return false;
    if (version == plan->version)
        return true;
    return database_begin(database, why) &&
           database_end(database, make_tables(database, plan, why), why);
}

// Naps of random length, so that none of many programs is always too late.
static int wait_for_turn(void *context, int tries)
{
    struct database *database = context;
    uint16_t chance;
    if (now_monotonic() >= database->patient_until)
        return 0;
    sqlite3_randomness(sizeof chance, &chance);
    sqlite3_sleep(1 + chance % (tries < NAP ? tries + 1 : NAP));
    return 1;
}

// Two programs that turn a new database to write-ahead logging at once may find
// each other in the way, without SQLite waiting by itself.
static bool turn_to_wal(struct database *database, struct text *why)
{
    static const char sql[] = "PRAGMA journal_mode = WAL";
    int code;
    reset_budget(database);
    while ((code = sqlite3_exec(database->db, sql, NULL, NULL, NULL) & 0xff) == SQLITE_BUSY &&
           wait_for_turn(database, NAP))
        ;
    return code == SQLITE_OK || database_fail(database, not_written, why);
}

static int count_effort(void *context)
{
    struct database *database = context;
    return ++database->effort > EFFORT;
}

// A database may come from elsewhere: nothing in it is carried out but what we ask for,
// and that within bounds (https://sqlite.org/security.html).
static void defend(struct database *database)
{
    static const struct {
        int what, limit;
    } limits[] = {
        { SQLITE_LIMIT_LENGTH, 1 << 20 },
        { SQLITE_LIMIT_SQL_LENGTH, 1 << 14 },
        { SQLITE_LIMIT_COLUMN, 100 },
        { SQLITE_LIMIT_EXPR_DEPTH, 100 },
        { SQLITE_LIMIT_COMPOUND_SELECT, 10 },
        { SQLITE_LIMIT_VDBE_OP, 25000 },
        { SQLITE_LIMIT_FUNCTION_ARG, 8 },
        { SQLITE_LIMIT_ATTACHED, 0 },
        { SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 50 },
        { SQLITE_LIMIT_VARIABLE_NUMBER, 50 },
        { SQLITE_LIMIT_TRIGGER_DEPTH, 10 },
        { SQLITE_LIMIT_WORKER_THREADS, 0 },
    };
    for (unsigned i = 0; i < sizeof limits / sizeof *limits; i++)
        sqlite3_limit(database->db, limits[i].what, limits[i].limit);
    sqlite3_db_config(database->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(database->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(database->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(database->db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    sqlite3_progress_handler(database->db, EFFORT_UNIT, count_effort, database);
}

// Before its first use SQLite can be told not to count its memory, for which it takes a lock each
// time; afterwards this does nothing.
static bool connect(struct database *database, const char *name, int flags)
{
    sqlite3_close(database->db);
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    if (sqlite3_open_v2(name, &database->db, flags | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
        return false;
    sqlite3_extended_result_codes(database->db, 1);
    sqlite3_busy_handler(database->db, wait_for_turn, database);
    defend(database);
    reset_budget(database);
    return sqlite3_exec(database->db,
                        "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
                        "PRAGMA cell_size_check = ON",
                        NULL, NULL, NULL) == SQLITE_OK;
}

static bool open_for_writing(struct database *database, const struct database_plan *plan,
                             struct text *why)
{
    int version;
    if (!directory_make(database->path, why) || !make_files(database->path, why))
        return false;
    if (!connect(database, database->path, SQLITE_OPEN_READWRITE))
        return database_fail(database, not_written, why);
    return check_version(database, plan, &version, why) &&
           for_files(database->path, make_private, why) && turn_to_wal(database, why) &&
           prepare(database, plan, why);
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

static bool readable(struct database *database)
{
    return sqlite3_exec(database->db, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL) ==
           SQLITE_OK;
}

static bool may_write(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0 && status.st_uid == geteuid() && access(path, W_OK) == 0;
}

// A database of another user is opened for reading alone.
static bool connect_reader(struct database *database)
{
    int use = may_write(database->path) ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY;
    if (connect(database, database->path, use) && readable(database))
        return true;
    int code = sqlite3_errcode(database->db) & 0xff;
    return (code == SQLITE_CANTOPEN || code == SQLITE_READONLY) && connect_read_only(database);
}

static bool open_for_reading(struct database *database, const struct database_plan *plan,
                             struct text *why)
{
    struct stat status;
    if (lstat(database->path, &status) != 0 && errno == ENOENT)
        return connect(database, ":memory:", SQLITE_OPEN_READWRITE)
                   ? prepare(database, plan, why)
                   : database_fail(database, not_read, why);
    if (S_ISLNK(status.st_mode))
        return refuse_file(database->path, "it is a link", why);
    if (may_write(database->path) && !make_files(database->path, why))
        return false;
    if (!connect_reader(database))
        return database_fail(database, not_read, why);
    return prepare(database, plan, why) &&
           (!may_write(database->path) || for_files(database->path, make_private, why));
}

// The version stands in the file's first 100 bytes (https://sqlite.org/fileformat.html), big end
// first, so that nothing need be opened that would write beside it.
bool database_is_older(const char *path, const struct database_plan *plan, struct text *why)
{
    enum { HEADER = 100, VERSION_AT = 60, APPLICATION_AT = 68 };
    unsigned char bytes[HEADER];
    struct stat status;
    bool plain = lstat(path, &status) == 0 && S_ISREG(status.st_mode);
    FILE *file = plain ? fopen(path, "rb") : NULL;
    bool read = file && fread(bytes, 1, HEADER, file) == HEADER &&
                memcmp(bytes, "SQLite format 3", 16) == 0;
    if (file)
        fclose(file);
    if (!read || word_at(bytes + APPLICATION_AT) != plan->application)
        return false;
    int version = word_at(bytes + VERSION_AT);
    bool older = version > 0 && version < plan->version;
    if (older)
        tell_version(path, version, plan->version, why);
    return older;
}

bool database_open(struct database *database, const char *path, bool writing,
                   const struct database_plan *plan, struct text *why)
{
    *database = (struct database){ 0 };
    if (strlen(path) >= sizeof database->path) {
        text_add(why, "%s: the name of the data directory is too long.", not_read);
        return false;
    }
    if (strncmp(path, "file:", 5) == 0) { // SQLite would take it for a URI
        text_add(why, "%s: the name of the data directory begins with 'file:'; give a path.",
                 not_read);
        return false;
    }
    strcpy(database->path, path);
    if (database_is_older(path, plan, why))
        return false;
    return writing ? open_for_writing(database, plan, why) : open_for_reading(database, plan, why);
}

void database_close(struct database *database)
{
    sqlite3_close(database->db);
}
