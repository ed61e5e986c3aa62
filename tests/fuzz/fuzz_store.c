// SPDX-License-Identifier: GPL-3.0-or-later
// A table as rows of the database: the header's line, then one for each event, as they are
// stored, with the sums put right. Loading it gives a log or a sentence.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>
#include <sqlite3.h>

#include "drive/stored.h"
#include "fuzz.h"
#include "record_help.h"
#include "store/store_kind.h"

static char directory[] = "/tmp/causeway-fuzz-XXXXXX";
static sqlite3 *rows;
static struct store *store;

static void remove_all(void)
{
    char command[64];
    store_close(store);
    sqlite3_close(rows);
    snprintf(command, sizeof command, "rm -rf %s", directory);
    if (system(command) != 0)
        perror(directory);
}

// One database for all runs; what the rows are written with need not be safe.
static void prepare(void)
{
    char buffer[8192], path[64];
    struct text why = text_in(buffer, sizeof buffer);
    bool made = mkdtemp(directory) != NULL;
    snprintf(path, sizeof path, "%s/games.db", directory);
    made = made && (store = store_open(path, STORE_WRITE, &why)) &&
           sqlite3_open(path, &rows) == SQLITE_OK &&
           sqlite3_exec(rows, "PRAGMA synchronous = OFF", NULL, NULL, NULL) == SQLITE_OK;
    assert(made);
    atexit(remove_all);
}

// With sums that are right, or nothing behind them would ever be reached.
static void insert(const char *sql, int n, const char *line)
{
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(rows, sql, -1, &statement, NULL) != SQLITE_OK)
        abort();
    sqlite3_bind_int(statement, 1, n);
    sqlite3_bind_text(statement, 2, line, -1, SQLITE_TRANSIENT);
    sqlite3_bind_int64(statement, 3, store_sum("0123456789ab", (uint32_t)n, line));
    sqlite3_step(statement); // values that do not fit the table are not stored
    sqlite3_finalize(statement);
}

static void fill(const char *data)
{
    for (int n = 0; *data && n < 400; n++) {
        char line[STORE_LINE];
        size_t length = strcspn(data, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, data);
        insert(n ? "INSERT INTO events VALUES ('0123456789ab', ?1, 1, ?2, ?3)"
                 : "INSERT INTO tables VALUES ('0123456789ab', ?2, ?3, ?1, NULL, NULL, 0, 0, 1)",
               n, line);
        data += length + (data[length] == '\n');
    }
    sqlite3_exec(rows,
                 "INSERT INTO rounds VALUES (1763229000123, 1, '0123456789ab', '0123456789ab', 1,"
                 " '0123456789ab', 'blockade', 'length=11,stride=2,hop=no,spare=no', 1, 1, 0, 0, 0,"
                 " 0, 1, 'Ann', 'Ben', 'human', 'human', 'Ann', 'Ben', 0)",
                 NULL, NULL, NULL);
}

static bool look(void *context, const struct store_round *game)
{
    assert(game->standing.winner <= SEAT_2 && !context);
    return true;
}

void fuzz_one(const char *data)
{
    char buffer[8192];
    struct text why = text_in(buffer, sizeof buffer);
    struct log log;
    if (!store)
        prepare();
    sqlite3_exec(rows, "BEGIN; DELETE FROM events; DELETE FROM rounds; DELETE FROM tables", NULL,
                 NULL, NULL);
    fill(data);
    sqlite3_exec(rows, "COMMIT", NULL, NULL, NULL);
    bool loaded = stored_load(store, games, "0123456789ab", &log, NULL, &why);
    assert(loaded || why.length > 0);
    log_clear(&log);
    text_clear(&why);
    bool listed = store_list(store, &(struct store_filter){ 0 }, look, NULL, &why);
    assert(listed || why.length > 0);
}
