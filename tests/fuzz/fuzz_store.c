// SPDX-License-Identifier: GPL-3.0-or-later
// A game as rows of the database: a line for the header (game, rules, first, name,
// name, round, rounds, winner), then one for each event (seat, move, outcome), with
// bars between the columns. Loading it gives a game or a sentence.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "fuzz.h"
#include "record_help.h"
#include "store/store.h"

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

// The columns of a line, up to `most`; absent ones are empty.
static const char *split(const char *line, char *copy, size_t size, char **column, unsigned most)
{
    size_t length = strcspn(line, "\n");
    snprintf(copy, size, "%.*s", (int)length, line);
    for (unsigned i = 0; i < most; i++) {
        column[i] = copy;
        copy += strcspn(copy, "|");
        if (*copy)
            *copy++ = '\0';
    }
    return line + length + (line[length] == '\n');
}

static void insert(const char *sql, char *const *column, int count, const struct commit_seal *seal)
{
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(rows, sql, -1, &statement, NULL) != SQLITE_OK)
        abort();
    for (int i = 0; i < count; i++)
        sqlite3_bind_text(statement, i + 1, column[i], -1, SQLITE_TRANSIENT);
    if (seal) {
        sqlite3_bind_blob(statement, count + 1, seal->commitment, COMMIT_BYTES, SQLITE_TRANSIENT);
        sqlite3_bind_blob(statement, count + 2, seal->nonce, COMMIT_BYTES, SQLITE_TRANSIENT);
    }
    sqlite3_step(statement); // values that do not fit the table are not stored
    sqlite3_finalize(statement);
}

// Right commitments, or nothing behind a hidden move would ever be reached.
static bool seal_move(const char *slug, const char *seat, const char *text,
                      struct commit_seal *seal)
{
    char buffer[1024];
    struct text why = text_in(buffer, sizeof buffer);
    for (const struct game *const *game = games; *game; game++) {
        struct event event = { .seat = (uint8_t)(strtoul(seat, NULL, 10) % SEATS) };
        if (strcmp((*game)->slug, slug) == 0 && move_parse(*game, text, &event.move, &why)) {
            help_seal("0123456789ab", *game, &event, seal);
            return true;
        }
    }
    return false;
}

static void fill(const char *data)
{
    char header[1024], line[1024], *head[8], *column[3];
    data = split(data, header, sizeof header, head, 8);
    insert("INSERT INTO games (created, id, game, rules, first, name1, name2, player1, player2,"
           " series, round, rounds, moves, winner, sum) VALUES (1, '0123456789ab', ?1, ?2, ?3, ?4,"
           " ?5, 'human', 'human', '0123456789ab', ?6, ?7, 0, ?8, zeroblob(32))",
           head, 8, NULL);
    for (unsigned n = 1; *data && n < 400; n++) {
        struct commit_seal seal;
        char sql[96];
        data = split(data, line, sizeof line, column, 3);
        bool sealed = seal_move(head[0], column[0], column[1], &seal);
        snprintf(sql, sizeof sql,
                 "INSERT INTO events VALUES ('0123456789ab', %u, ?1, ?2, ?3, ?4, ?5)", n);
        insert(sql, column, 3, sealed ? &seal : NULL);
    }
}

static bool look(void *whom, const struct store_summary *game)
{
    assert(game->winner <= SEAT_2 && !whom);
    return true;
}

void fuzz_one(const char *data)
{
    char buffer[8192];
    struct text why = text_in(buffer, sizeof buffer);
    struct record record;
    if (!store)
        prepare();
    sqlite3_exec(rows, "BEGIN; DELETE FROM events; DELETE FROM games", NULL, NULL, NULL);
    fill(data);
    sqlite3_exec(rows, "COMMIT", NULL, NULL, NULL);
    // The sum over the whole game is never right here, so that it is refused at last.
    bool loaded = store_load(store, games, "0123456789ab", &record, &why);
    assert(!loaded && why.length > 0);
    record_clear(&record);
    text_clear(&why);
    bool listed = store_list(store, &(struct store_filter){ 0 }, look, NULL, &why);
    assert(listed || why.length > 0);
}
