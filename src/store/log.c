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

// The sum of the header and of the first events.
static void sum_up(const struct log *log, uint32_t count, unsigned char sum[COMMIT_BYTES])
{
    char bytes[LINE_SIZE];
    struct text line = print_header(&log->header, bytes);
    memset(sum, 0, COMMIT_BYTES);
    chain(sum, &line);
    for (uint32_t i = 0; i < count; i++) {
        line = print_event(&log->header, &log->events[i], bytes);
        chain(sum, &line);
    }
    sodium_memzero(bytes, sizeof bytes);
}

static bool insert_table(struct store *store, const struct log_header *header,
                         const unsigned char sum[COMMIT_BYTES], struct text *why)
{
    char bytes[LINE_SIZE];
    print_header(header, bytes);
    return database_change(
        &store->database, "INSERT INTO tables VALUES (?1, ?2, 0, ?3)",
        VALUES(value_text(header->id), value_text(bytes), value_bytes(sum, COMMIT_BYTES)),
        not_written, why);
}

static bool insert_line(struct store *store, const char *home, uint32_t n, const char *line,
                        struct text *why)
{
    return database_change(&store->database, "INSERT INTO log VALUES (?1, ?2, ?3)",
                           VALUES(value_text(home), value_number(n), value_text(line)), not_written,
                           why);
}

// Is the table stored as we left it? Another program may have gone on with it, or have put
// another in its place.
static bool is_as_left(struct store *store, const char *home, uint32_t count,
                       const unsigned char sum[COMMIT_BYTES], struct text *why)
{
    sqlite3_stmt *row;
    if (!database_find(&store->database, "SELECT count, sum FROM tables WHERE id = ?1",
                       VALUES(value_text(home)), &row, not_written, why))
        return false;
    bool same = row && sqlite3_column_int64(row, 0) == (sqlite3_int64)count &&
                sqlite3_column_bytes(row, 1) == COMMIT_BYTES &&
                memcmp(sum, sqlite3_column_blob(row, 1), COMMIT_BYTES) == 0;
    if (!same)
        text_add(why, "The game cannot be saved: %s.",
                 row ? "another program has gone on with it" : "it was deleted meanwhile");
    sqlite3_finalize(row);
    return same;
}

static bool update_table(struct store *store, const char *home, uint32_t n,
                         const unsigned char sum[COMMIT_BYTES], struct text *why)
{
    return database_change(
        &store->database, "UPDATE tables SET count = ?2, sum = ?3 WHERE id = ?1",
        VALUES(value_text(home), value_number(n), value_bytes(sum, COMMIT_BYTES)), not_written,
        why);
}

// The sum goes on with it.
static bool append(struct store *store, const struct log_header *header,
                   const struct log_event *event, unsigned char sum[COMMIT_BYTES], struct text *why)
{
    char bytes[LINE_SIZE];
    struct text line = print_event(header, event, bytes);
    chain(sum, &line);
    bool kept = insert_line(store, header->id, event->n, bytes, why) &&
                update_table(store, header->id, event->n, sum, why);
    sodium_memzero(bytes, sizeof bytes);
    return kept;
}

// The round's row, by which it is found and listed.

// The next place in the order in which games were last played.
#define NEXT "(SELECT coalesce(max(played), 0) + 1 FROM games)"

static bool insert_round(struct store *store, const struct log_header *header,
                         const struct rounds_standing *standing, bool played, struct text *why)
{
    char id[COMMIT_ID], series[COMMIT_ID];
    struct text rules = TEXT_OF(256);
    unsigned char none[COMMIT_BYTES] = { 0 };
    variant_print(&header->variant, &rules);
    rounds_id(header, standing->began, id);
    rounds_id(header, standing->match_began, series);
    return database_change(
        &store->database,
        "INSERT INTO games VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,0,0,?13,"
        " CASE WHEN ?14 THEN " NEXT " ELSE 0 END, ?15, ?16, 0)",
        VALUES(
            value_number(header->created), value_text(id), value_text(header->variant.game->slug),
            value_text(rules.at), value_number(standing->first), value_text(header->name[SEAT_1]),
            value_text(header->name[SEAT_2]), value_text(header->player[SEAT_1]),
            value_text(header->player[SEAT_2]), value_text(series), value_number(standing->round),
            value_number(header->rounds), value_bytes(none, sizeof none), value_number(played),
            value_text(header->id), value_number(standing->began)),
        not_written, why);
}

// That there is a home is said in so many words, since the index is of those that have one:
// else every move would go through all games.
static bool update_round(struct store *store, const struct log_header *header,
                         const struct rounds_standing *standing, bool played, struct text *why)
{
    return database_change(&store->database,
                           "UPDATE games SET moves = ?3, winner = ?4, aided = ?6,"
                           " played = CASE WHEN ?5 THEN " NEXT " ELSE 0 END"
                           " WHERE home = ?1 AND home <> '' AND began = ?2",
                           VALUES(value_text(header->id), value_number(standing->began),
                                  value_number(standing->moves), value_number(standing->winner),
                                  value_number(played), value_number(standing->aided)),
                           not_written, why);
}

static bool keep(struct store *store, const struct log *log, const struct log_event *event,
                 unsigned char sum[COMMIT_BYTES], bool played, struct text *why)
{
    const struct log_header *header = &log->header;
    struct rounds_standing standing;
    if (!rounds_stand(log, event, &standing, why) ||
        (event->n == 1 && !insert_table(store, header, sum, why)) ||
        !append(store, header, event, sum, why))
        return false;
    if (event->kind == LOG_ROUND)
        return insert_round(store, header, &standing, played, why);
    return !standing.began || update_round(store, header, &standing, played, why);
}

static bool keep_since(struct store *store, const struct log *log, uint32_t kept,
                       unsigned char sum[COMMIT_BYTES], bool played, struct text *why)
{
    struct log until = *log;
    for (until.count = kept; until.count < log->count; until.count++)
        if (!keep(store, &until, &log->events[until.count], sum, played, why))
            return false;
    return true;
}

bool store_keep(struct store *store, const struct log *log, uint32_t kept,
                const struct log_event *event, struct text *why)
{
    unsigned char sum[COMMIT_BYTES];
    sum_up(log, kept, sum);
    return database_begin(&store->database, why) &&
           database_end(&store->database,
                        (!kept || is_as_left(store, log->header.id, kept, sum, why)) &&
                            keep_since(store, log, kept, sum, true, why) &&
                            keep(store, log, event, sum, true, why),
                        why);
}

#define LAST_ROUND                                                                                 \
    "home = ?1 AND home <> '' AND began ="                                                         \
    " (SELECT max(began) FROM games WHERE home = ?1 AND home <> '')"

bool store_note_hint(struct store *store, const char *home, unsigned seat, struct text *why)
{
    return database_change(
        &store->database, "UPDATE games SET aided = aided | ?2 WHERE " LAST_ROUND,
        VALUES(value_text(home), value_number(seat_bit(seat))), not_written, why);
}

bool store_aided(struct store *store, const char *home, unsigned *seats, struct text *why)
{
    sqlite3_stmt *row;
    bool good = database_find(&store->database, "SELECT aided FROM games WHERE " LAST_ROUND,
                              VALUES(value_text(home)), &row, not_read, why);
    *seats = row ? (unsigned)sqlite3_column_int(row, 0) : 0;
    sqlite3_finalize(row);
    return good;
}

bool store_import_log(struct store *store, const struct log *log, struct text *why)
{
    char home[COMMIT_ID];
    unsigned char sum[COMMIT_BYTES];
    uint32_t began;
    sum_up(log, 0, sum);
    if (!rounds_check(log, why) || !database_begin(&store->database, why))
        return false;
    bool good = store_find_home(store, log->header.id, home, &began, why);
    if (good && *home) {
        text_add(why, "Game %s is already stored.", log->header.id);
        good = false;
    }
    return database_end(&store->database, good && keep_since(store, log, 0, sum, false, why), why);
}

// Reading.

bool store_find_home(struct store *store, const char *id, char home[COMMIT_ID], uint32_t *began,
                     struct text *why)
{
    sqlite3_stmt *row;
    *home = '\0';
    *began = 0;
    if (!database_find(&store->database, "SELECT home, began FROM games WHERE id = ?1",
                       VALUES(value_text(id)), &row, not_read, why))
        return false;
    const char *found = row ? database_text(row, 0) : "";
    bool good = true;
    if (commit_is_id(found)) {
        memcpy(home, found, COMMIT_ID);
        *began = (uint32_t)sqlite3_column_int64(row, 1);
    } else if (*found) {
        good = store_damaged(id, "its table has no id.", why);
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

static bool read_event(void *whom, sqlite3_stmt *row)
{
    struct reading *reading = whom;
    struct text fault = TEXT_OF(512), line = TEXT_OF(LINE_SIZE);
    struct log_event event;
    text_put(&line, database_text(row, 0));
    chain(reading->sum, &line);
    if (!line_read_event(&reading->log->header, line.at, line.length, &event, &fault) ||
        !log_add(reading->log, &event, &fault))
        return store_damaged(reading->home, fault.at, reading->why);
    return true;
}

static bool read_table(struct reading *reading, const struct game *const *games,
                       unsigned char stored[COMMIT_BYTES])
{
    struct text fault = TEXT_OF(512), line = TEXT_OF(LINE_SIZE);
    sqlite3_stmt *row;
    if (!database_find(&reading->store->database, "SELECT header, sum FROM tables WHERE id = ?1",
                       VALUES(value_text(reading->home)), &row, not_read, reading->why))
        return false;
    if (!row)
        return store_damaged(reading->home, "its table is missing.", reading->why);
    text_put(&line, database_text(row, 0));
    if (sqlite3_column_bytes(row, 1) == COMMIT_BYTES)
        memcpy(stored, sqlite3_column_blob(row, 1), COMMIT_BYTES);
    sqlite3_finalize(row);
    chain(reading->sum, &line);
    if (!line_read_header(games, line.at, line.length, &reading->log->header, &fault))
        return store_damaged(reading->home, fault.at, reading->why);
    return strcmp(reading->log->header.id, reading->home) == 0 ||
           store_damaged(reading->home, "its header has another id.", reading->why);
}

bool store_read_log(struct store *store, const struct game *const *games, const char *home,
                    struct log *log, struct text *why)
{
    struct reading reading = { .store = store, .log = log, .home = home, .why = why };
    unsigned char stored[COMMIT_BYTES] = { 0 };
    struct text fault = TEXT_OF(512);
    if (!read_table(&reading, games, stored) ||
        !database_each(&store->database, "SELECT line FROM log WHERE home = ?1 ORDER BY n",
                       VALUES(value_text(home)), read_event, &reading, why))
        return false;
    if (memcmp(stored, reading.sum, sizeof stored) != 0)
        return store_damaged(home, "its sum does not fit.", why);
    return rounds_check(log, &fault) || store_damaged(home, fault.at, why);
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
