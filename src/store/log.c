// SPDX-License-Identifier: GPL-3.0-or-later
// The logs of tables. A log's sum is a chain: the hash of the sum before it and the line.
#include <string.h>

#include <sodium.h>

#include "record/line.h"
#include "record/rounds.h"
#include "store/inside.h"

static void chain(unsigned char sum[COMMIT_BYTES], const struct text *line)
{
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    crypto_hash_sha256_update(&state, sum, COMMIT_BYTES);
    crypto_hash_sha256_update(&state, (const unsigned char *)line->at, line->length);
    crypto_hash_sha256_final(&state, sum);
}

static struct text print_header(const struct log_header *header, char bytes[LINE_SIZE])
{
    struct text line = text_in(bytes, LINE_SIZE);
    line_print_header(header, &line);
    text_add(&line, "}");
    return line;
}

static struct text print_event(const struct log_header *header, const struct log_event *event,
                               char bytes[LINE_SIZE])
{
    struct text line = text_in(bytes, LINE_SIZE);
    line_print_event(header, event, true, &line);
    text_add(&line, "}");
    return line;
}

static bool insert_table(struct store *store, const struct log_header *header, struct text *why)
{
    char bytes[LINE_SIZE];
    unsigned char sum[COMMIT_BYTES] = { 0 };
    struct text line = print_header(header, bytes);
    sqlite3_stmt *statement = database_prepare(
        &store->database, "INSERT INTO tables VALUES (?1, ?2, 0, ?3)", not_written, why);
    if (!statement)
        return false;
    chain(sum, &line);
    database_bind_text(&store->database, statement, 1, header->id);
    database_bind_text(&store->database, statement, 2, bytes);
    database_bind_bytes(&store->database, statement, 3, sum, sizeof sum);
    return database_finish(&store->database, statement, not_written, why);
}

static bool insert_line(struct store *store, const char *home, uint32_t n, const char *line,
                        struct text *why)
{
    sqlite3_stmt *statement =
        database_prepare(&store->database, "INSERT INTO log VALUES (?1, ?2, ?3)", not_written, why);
    if (!statement)
        return false;
    database_bind_text(&store->database, statement, 1, home);
    database_bind_number(&store->database, statement, 2, n);
    database_bind_text(&store->database, statement, 3, line);
    return database_finish(&store->database, statement, not_written, why);
}

// The sum so far, if the log is as we know it.
static bool read_sum(struct store *store, const char *home, unsigned count,
                     unsigned char sum[COMMIT_BYTES], struct text *why)
{
    sqlite3_stmt *row = database_prepare(
        &store->database, "SELECT count, sum FROM tables WHERE id = ?1", not_written, why);
    if (!row)
        return false;
    database_bind_text(&store->database, row, 1, home);
    int code = database_step(&store->database, row);
    bool same = code == SQLITE_ROW && sqlite3_column_int64(row, 0) == (sqlite3_int64)count &&
                sqlite3_column_bytes(row, 1) == COMMIT_BYTES;
    if (same)
        memcpy(sum, sqlite3_column_blob(row, 1), COMMIT_BYTES);
    else if (code == SQLITE_ROW)
        text_add(why, "The game cannot be saved: another program has gone on with it.");
    else if (code == SQLITE_DONE)
        text_add(why, "The game cannot be saved: it was deleted meanwhile.");
    else
        database_fail(&store->database, not_written, why);
    sqlite3_finalize(row);
    return same;
}

static bool update_table(struct store *store, const char *home, uint32_t n,
                         const unsigned char sum[COMMIT_BYTES], struct text *why)
{
    sqlite3_stmt *statement = database_prepare(
        &store->database, "UPDATE tables SET count = ?2, sum = ?3 WHERE id = ?1", not_written, why);
    if (!statement)
        return false;
    database_bind_text(&store->database, statement, 1, home);
    database_bind_number(&store->database, statement, 2, n);
    database_bind_bytes(&store->database, statement, 3, sum, COMMIT_BYTES);
    return database_finish(&store->database, statement, not_written, why);
}

static bool append(struct store *store, const struct log_header *header,
                   const struct log_event *event, struct text *why)
{
    char bytes[LINE_SIZE];
    unsigned char sum[COMMIT_BYTES];
    struct text line = print_event(header, event, bytes);
    if (!read_sum(store, header->id, event->n - 1, sum, why))
        return false;
    chain(sum, &line);
    bool kept = insert_line(store, header->id, event->n, bytes, why) &&
                update_table(store, header->id, event->n, sum, why);
    sodium_memzero(bytes, sizeof bytes);
    return kept;
}

// The round's row, by which it is found and listed.

static bool insert_round(struct store *store, const struct log_header *header,
                         const struct rounds_standing *standing, bool played, struct text *why)
{
    char rules_bytes[256], id[COMMIT_ID], series[COMMIT_ID];
    struct text rules = text_in(rules_bytes, sizeof rules_bytes);
    unsigned char none[COMMIT_BYTES] = { 0 };
    struct database *database = &store->database;
    sqlite3_stmt *statement =
        database_prepare(database,
                         "INSERT INTO games VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,0,0,?13,"
                         " CASE WHEN ?14 THEN " STORE_NEXT " ELSE 0 END, ?15, ?16, 0)",
                         not_written, why);
    if (!statement)
        return false;
    variant_print(&header->variant, &rules);
    rounds_id(header, standing->began, id);
    rounds_id(header, standing->match_began, series);
    database_bind_number(database, statement, 1, header->created);
    database_bind_text(database, statement, 2, id);
    database_bind_text(database, statement, 3, header->variant.game->slug);
    database_bind_text(database, statement, 4, rules_bytes);
    database_bind_number(database, statement, 5, standing->first);
    database_bind_text(database, statement, 6, header->name[SEAT_1]);
    database_bind_text(database, statement, 7, header->name[SEAT_2]);
    database_bind_text(database, statement, 8, header->player[SEAT_1]);
    database_bind_text(database, statement, 9, header->player[SEAT_2]);
    database_bind_text(database, statement, 10, series);
    database_bind_number(database, statement, 11, standing->round);
    database_bind_number(database, statement, 12, header->rounds);
    database_bind_bytes(database, statement, 13, none, sizeof none);
    database_bind_number(database, statement, 14, played);
    database_bind_text(database, statement, 15, header->id);
    database_bind_number(database, statement, 16, standing->began);
    return database_finish(database, statement, not_written, why);
}

// That there is a home is said in so many words, since the index is of those that have one:
// else every move would go through all games.
static bool update_round(struct store *store, const struct log_header *header,
                         const struct rounds_standing *standing, bool played, struct text *why)
{
    sqlite3_stmt *statement =
        database_prepare(&store->database,
                         "UPDATE games SET moves = ?3, winner = ?4, aided = ?6,"
                         " played = CASE WHEN ?5 THEN " STORE_NEXT " ELSE 0 END"
                         " WHERE home = ?1 AND home <> '' AND began = ?2",
                         not_written, why);
    if (!statement)
        return false;
    database_bind_text(&store->database, statement, 1, header->id);
    database_bind_number(&store->database, statement, 2, standing->began);
    database_bind_number(&store->database, statement, 3, standing->moves);
    database_bind_number(&store->database, statement, 4, standing->winner);
    database_bind_number(&store->database, statement, 5, played);
    database_bind_number(&store->database, statement, 6, standing->aided);
    return database_finish(&store->database, statement, not_written, why);
}

static bool keep(struct store *store, const struct log *log, const struct log_event *event,
                 bool played, struct text *why)
{
    const struct log_header *header = &log->header;
    struct rounds_standing standing;
    if (!rounds_stand(log, event, &standing, why) ||
        (event->n == 1 && !insert_table(store, header, why)) || !append(store, header, event, why))
        return false;
    if (event->kind == LOG_ROUND)
        return insert_round(store, header, &standing, played, why);
    return !standing.began || update_round(store, header, &standing, played, why);
}

static bool keep_since(struct store *store, const struct log *log, uint32_t kept, bool played,
                       struct text *why)
{
    struct log until = *log;
    for (until.count = kept; until.count < log->count; until.count++)
        if (!keep(store, &until, &log->events[until.count], played, why))
            return false;
    return true;
}

bool store_keep(struct store *store, const struct log *log, uint32_t kept,
                const struct log_event *event, struct text *why)
{
    return database_begin(&store->database, why) &&
           database_end(
               &store->database,
               keep_since(store, log, kept, true, why) && keep(store, log, event, true, why), why);
}

#define LAST_ROUND                                                                                 \
    "home = ?1 AND home <> '' AND began ="                                                         \
    " (SELECT max(began) FROM games WHERE home = ?1 AND home <> '')"

bool store_note_hint(struct store *store, const char *home, unsigned seat, struct text *why)
{
    sqlite3_stmt *statement =
        database_prepare(&store->database, "UPDATE games SET aided = aided | ?2 WHERE " LAST_ROUND,
                         not_written, why);
    if (!statement)
        return false;
    database_bind_text(&store->database, statement, 1, home);
    database_bind_number(&store->database, statement, 2, seat_bit(seat));
    return database_finish(&store->database, statement, not_written, why);
}

bool store_aided(struct store *store, const char *home, unsigned *seats, struct text *why)
{
    sqlite3_stmt *row = database_prepare(
        &store->database, "SELECT aided FROM games WHERE " LAST_ROUND, not_read, why);
    *seats = 0;
    if (!row)
        return false;
    database_bind_text(&store->database, row, 1, home);
    int code = database_step(&store->database, row);
    if (code == SQLITE_ROW)
        *seats = (unsigned)sqlite3_column_int(row, 0);
    else if (code != SQLITE_DONE)
        database_fail(&store->database, not_read, why);
    sqlite3_finalize(row);
    return code == SQLITE_ROW || code == SQLITE_DONE;
}

bool store_import_log(struct store *store, const struct log *log, struct text *why)
{
    char home[COMMIT_ID];
    uint32_t began;
    if (!rounds_check(log, why) || !database_begin(&store->database, why))
        return false;
    bool good = store_find_home(store, log->header.id, home, &began, why);
    if (good && *home) {
        text_add(why, "Game %s is already stored.", log->header.id);
        good = false;
    }
    return database_end(&store->database, good && keep_since(store, log, 0, false, why), why);
}

// Reading.

bool store_find_home(struct store *store, const char *id, char home[COMMIT_ID], uint32_t *began,
                     struct text *why)
{
    sqlite3_stmt *row = database_prepare(
        &store->database, "SELECT home, began FROM games WHERE id = ?1", not_read, why);
    *home = '\0';
    *began = 0;
    if (!row)
        return false;
    database_bind_text(&store->database, row, 1, id);
    int code = database_step(&store->database, row);
    const char *found = code == SQLITE_ROW ? (const char *)sqlite3_column_text(row, 0) : NULL;
    bool good = code == SQLITE_ROW || code == SQLITE_DONE;
    if (found && commit_is_id(found)) {
        memcpy(home, found, COMMIT_ID);
        *began = (uint32_t)sqlite3_column_int64(row, 1);
    } else if (found && *found) {
        good = store_damaged(id, "its table has no id.", why);
    } else if (!good) {
        database_fail(&store->database, not_read, why);
    }
    sqlite3_finalize(row);
    return good;
}

struct reading {
    struct store *store;
    struct log *log;
    const char *home;
    unsigned char sum[COMMIT_BYTES];
    struct text *why;
};

static struct text column_line(sqlite3_stmt *row, int column, char bytes[LINE_SIZE])
{
    struct text line = text_in(bytes, LINE_SIZE);
    const char *text = (const char *)sqlite3_column_text(row, column);
    text_add(&line, "%s", text ? text : "");
    return line;
}

static bool read_event(struct reading *reading, sqlite3_stmt *row)
{
    char bytes[LINE_SIZE], why_bytes[512];
    struct text fault = text_in(why_bytes, sizeof why_bytes);
    struct text line = column_line(row, 0, bytes);
    struct log_event event;
    chain(reading->sum, &line);
    if (!line_read_event(&reading->log->header, bytes, line.length, &event, &fault) ||
        !log_add(reading->log, &event, &fault))
        return store_damaged(reading->home, why_bytes, reading->why);
    return true;
}

static bool read_events(struct reading *reading)
{
    struct database *database = &reading->store->database;
    sqlite3_stmt *rows = database_prepare(
        database, "SELECT line FROM log WHERE home = ?1 ORDER BY n", not_read, reading->why);
    if (!rows)
        return false;
    database_bind_text(database, rows, 1, reading->home);
    bool good = true;
    int code = SQLITE_DONE;
    while (good && (code = database_step(database, rows)) == SQLITE_ROW)
        good = read_event(reading, rows);
    if (good && code != SQLITE_DONE)
        good = database_fail(database, not_read, reading->why);
    sqlite3_finalize(rows);
    return good;
}

static bool read_table(struct reading *reading, const struct game *const *games,
                       unsigned char stored[COMMIT_BYTES])
{
    char bytes[LINE_SIZE], why_bytes[512];
    struct text fault = text_in(why_bytes, sizeof why_bytes);
    struct database *database = &reading->store->database;
    sqlite3_stmt *row = database_prepare(database, "SELECT header, sum FROM tables WHERE id = ?1",
                                         not_read, reading->why);
    if (!row)
        return false;
    database_bind_text(database, row, 1, reading->home);
    bool good = database_step(database, row) == SQLITE_ROW;
    struct text line = good ? column_line(row, 0, bytes) : text_in(bytes, sizeof bytes);
    if (good && sqlite3_column_bytes(row, 1) == COMMIT_BYTES)
        memcpy(stored, sqlite3_column_blob(row, 1), COMMIT_BYTES);
    sqlite3_finalize(row);
    chain(reading->sum, &line);
    if (!good || !line_read_header(games, bytes, line.length, &reading->log->header, &fault))
        return store_damaged(reading->home, good ? why_bytes : "its table is missing.",
                             reading->why);
    return strcmp(reading->log->header.id, reading->home) == 0 ||
           store_damaged(reading->home, "its header has another id.", reading->why);
}

bool store_read_log(struct store *store, const struct game *const *games, const char *home,
                    struct log *log, struct text *why)
{
    struct reading reading = { .store = store, .log = log, .home = home, .why = why };
    unsigned char stored[COMMIT_BYTES] = { 0 };
    char why_bytes[512];
    struct text fault = text_in(why_bytes, sizeof why_bytes);
    if (!read_table(&reading, games, stored) || !read_events(&reading))
        return false;
    if (memcmp(stored, reading.sum, sizeof stored) != 0)
        return store_damaged(home, "its sum does not fit.", why);
    return rounds_check(log, &fault) || store_damaged(home, why_bytes, why);
}

bool store_load_log(struct store *store, const struct game *const *games, const char *id,
                    struct log *log, struct text *why)
{
    char home[COMMIT_ID];
    uint32_t began;
    *log = (struct log){ 0 };
    if (!database_execute(&store->database, "BEGIN", not_read, why))
        return false;
    bool good = store_find_home(store, id, home, &began, why) &&
                (!*home || store_read_log(store, games, home, log, why));
    sqlite3_exec(store->database.db, "ROLLBACK", NULL, NULL, NULL);
    return good;
}
