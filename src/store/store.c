// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/store.h"

#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

#include "core/memory.h"
#include "record/line.h"
#include "record/record.h"
#include "store/database.h"

// The first key keeps rounds in the order in which they are listed. Lists read the index
// `listed` alone, in its order: sorting took as long as all the rest. `played` is the order in
// which games were last played, which no clock has a say in.
static const char schema[] =
    "CREATE TABLE tables (id TEXT NOT NULL PRIMARY KEY, header TEXT NOT NULL,"
    " count INTEGER NOT NULL, sum BLOB NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE events (home TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,"
    " n INTEGER NOT NULL, at INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (home, n))"
    " WITHOUT ROWID;"
    "CREATE TABLE rounds (created INTEGER NOT NULL, id TEXT NOT NULL UNIQUE, game TEXT NOT NULL,"
    " rules TEXT NOT NULL, first INTEGER NOT NULL, name1 TEXT NOT NULL, name2 TEXT NOT NULL,"
    " player1 TEXT NOT NULL, player2 TEXT NOT NULL, series TEXT NOT NULL, round INTEGER NOT NULL,"
    " rounds INTEGER NOT NULL, moves INTEGER NOT NULL, winner INTEGER NOT NULL,"
    " ended INTEGER NOT NULL, played INTEGER NOT NULL, home TEXT NOT NULL REFERENCES tables (id)"
    " ON DELETE CASCADE, began INTEGER NOT NULL, aided INTEGER NOT NULL,"
    " PRIMARY KEY (created, id)) WITHOUT ROWID;"
    "CREATE INDEX matches ON rounds (series) WHERE rounds > 1;"
    "CREATE INDEX played ON rounds (played);"
    "CREATE UNIQUE INDEX homes ON rounds (home, began);"
    "CREATE INDEX listed ON rounds (created, round, id, game, name1, name2, first, rounds, moves,"
    " winner, ended, player1, player2, series, rules, aided);";

static const struct database_plan plan = { .application = 0x43577631 /* "CWv1" */,
                                           .version = STORE_VERSION,
                                           .schema = schema };

// The last table that was written to, so that its sum goes on from there.
struct store {
    struct database database;
    char home[COMMIT_ID]; // "" for none
    uint32_t count;
    unsigned char sum[COMMIT_BYTES];
};

bool store_path(const char *name, char path[STORE_PATH], struct text *why)
{
    struct text text = text_in(path, STORE_PATH);
    const char *own = getenv("CAUSEWAY_DATA"), *xdg = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    const struct passwd *user = home && *home ? NULL : getpwuid(getuid());
    if (user)
        home = user->pw_dir;
    if (own && *own)
        text_add(&text, "%s/%s", own, name);
    else if (xdg && *xdg == '/')
        text_add(&text, "%s/causeway/%s", xdg, name);
    else if (home && *home)
        text_add(&text, "%s/.local/share/causeway/%s", home, name);
    else
        text_add(why, "There is no place for saved games: CAUSEWAY_DATA is not set, and you have "
                      "no home directory.");
    if (text.cut)
        text_add(why, "The name of the data directory is too long.");
    return text.length && !text.cut;
}

struct store *store_open(const char *path, enum store_use use, struct text *why)
{
    struct store *store = mem_for("the stored games", sizeof *store, why);
    if (!store)
        return NULL;
    if (database_open(&store->database, path, use == STORE_WRITE, &plan, why))
        return store;
    store_close(store);
    return NULL;
}

bool store_is_older(const char *path, struct text *why)
{
    return database_is_older(path, &plan, why);
}

void store_close(struct store *store)
{
    if (!store)
        return;
    database_close(&store->database);
    mem_free(store);
}

// Writing. A log's sum is a chain: the hash of the sum before it and the line.

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

// The sum of the header and of the first events: known of the table that was written to last,
// so that an event costs the same however many there are.
static void sum_up(const struct store *store, const struct log *log, uint32_t count,
                   unsigned char sum[COMMIT_BYTES])
{
    char bytes[LINE_SIZE];
    if (count > 0 && count == store->count && strcmp(log->header.id, store->home) == 0) {
        memcpy(sum, store->sum, COMMIT_BYTES);
        return;
    }
    struct text line = print_header(&log->header, bytes);
    memset(sum, 0, COMMIT_BYTES);
    chain(sum, &line);
    for (uint32_t i = 0; i < count; i++) {
        line = print_event(&log->header, &log->events[i], bytes);
        chain(sum, &line);
    }
    sodium_memzero(bytes, sizeof bytes);
}

static bool insert_table(struct store *store, const struct log_header *header, struct text *why)
{
    char bytes[LINE_SIZE];
    print_header(header, bytes);
    return database_change(&store->database, "INSERT INTO tables VALUES (?1, ?2, 0, x'')",
                           VALUES(value_text(header->id), value_text(bytes)), not_written, why);
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

// With the time of the database's clock, unless it has one. The sum goes on with it.
static bool append(struct store *store, const struct log_header *header,
                   const struct log_event *event, unsigned char sum[COMMIT_BYTES], struct text *why)
{
    char bytes[LINE_SIZE];
    struct text line = print_event(header, event, bytes);
    chain(sum, &line);
    bool kept = database_change(&store->database,
                                "INSERT INTO events VALUES (?1, ?2,"
                                " coalesce(nullif(?3, 0), " DATABASE_NOW "), ?4)",
                                VALUES(value_text(header->id), value_number(event->n),
                                       value_number(event->at), value_text(bytes)),
                                not_written, why);
    sodium_memzero(bytes, sizeof bytes);
    return kept;
}

static bool append_since(struct store *store, const struct log *log, uint32_t kept,
                         const struct log_event *event, unsigned char sum[COMMIT_BYTES],
                         struct text *why)
{
    if (!kept && !insert_table(store, &log->header, why))
        return false;
    for (uint32_t i = kept; i < log->count; i++)
        if (!append(store, &log->header, &log->events[i], sum, why))
            return false;
    if (event && !append(store, &log->header, event, sum, why))
        return false;
    return database_change(&store->database, "UPDATE tables SET count = ?2, sum = ?3 WHERE id = ?1",
                           VALUES(value_text(log->header.id),
                                  value_number(log->count + (event ? 1 : 0)),
                                  value_bytes(sum, COMMIT_BYTES)),
                           not_written, why);
}

// The rounds' rows, by which they are found and listed.

static bool insert_round(struct store *store, const struct log_header *header,
                         const struct log_standing *round, struct text *why)
{
    char id[COMMIT_ID], series[COMMIT_ID];
    struct text rules = TEXT_OF(256);
    variant_print(&header->variant, &rules);
    log_round_id(header, round->began, id);
    log_round_id(header, round->match_began, series);
    return database_change(
        &store->database,
        "INSERT INTO rounds VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,0,0,0,0,?13,?14,0)",
        VALUES(value_number(header->created), value_text(id),
               value_text(header->variant.game->slug), value_text(rules.at),
               value_number(round->first), value_text(header->name[SEAT_1]),
               value_text(header->name[SEAT_2]), value_text(header->player[SEAT_1]),
               value_text(header->player[SEAT_2]), value_text(series), value_number(round->round),
               value_number(header->rounds), value_text(header->id), value_number(round->began)),
        not_written, why);
}

// What was played here takes the next place in the order in which games were last played.
static bool update_round(struct store *store, const struct log_header *header,
                         const struct log_standing *round, bool played, struct text *why)
{
    return database_change(&store->database,
                           "UPDATE rounds SET moves = ?3, winner = ?4, ended = ?5, aided = ?6,"
                           " played = CASE WHEN ?7 THEN (SELECT coalesce(max(played), 0) + 1"
                           " FROM rounds) ELSE 0 END WHERE home = ?1 AND began = ?2",
                           VALUES(value_text(header->id), value_number(round->began),
                                  value_number(round->moves), value_number(round->winner),
                                  value_number(round->end), value_number(round->aided),
                                  value_number(played)),
                           not_written, why);
}

static bool write_rounds(struct store *store, const struct log_header *header, uint32_t kept,
                         const struct log_standing *rounds, unsigned count, bool played,
                         struct text *why)
{
    for (unsigned i = 0; i < count; i++)
        if ((rounds[i].began > kept && !insert_round(store, header, &rounds[i], why)) ||
            !update_round(store, header, &rounds[i], played, why))
            return false;
    return true;
}

bool store_keep(struct store *store, const struct log *log, uint32_t kept,
                const struct log_event *event, const struct log_standing *rounds, unsigned count,
                struct text *why)
{
    const struct log_header *header = &log->header;
    unsigned char sum[COMMIT_BYTES];
    sum_up(store, log, kept, sum);
    if (!database_begin(&store->database, why) ||
        !database_end(&store->database,
                      (!kept || is_as_left(store, header->id, kept, sum, why)) &&
                          append_since(store, log, kept, event, sum, why) &&
                          write_rounds(store, header, kept, rounds, count, true, why),
                      why))
        return false;
    memcpy(store->home, header->id, sizeof store->home);
    memcpy(store->sum, sum, sizeof sum);
    store->count = event->n;
    return true;
}

#define LAST_ROUND "home = ?1 AND began = (SELECT max(began) FROM rounds WHERE home = ?1)"

bool store_note_hint(struct store *store, const char *home, unsigned seat, struct text *why)
{
    return database_change(
        &store->database, "UPDATE rounds SET aided = aided | ?2 WHERE " LAST_ROUND,
        VALUES(value_text(home), value_number(seat_bit(seat))), not_written, why);
}

bool store_aided(struct store *store, const char *home, unsigned *seats, struct text *why)
{
    sqlite3_stmt *row;
    bool good = database_find(&store->database, "SELECT aided FROM rounds WHERE " LAST_ROUND,
                              VALUES(value_text(home)), &row, not_read, why);
    *seats = row ? (unsigned)sqlite3_column_int(row, 0) : 0;
    sqlite3_finalize(row);
    return good;
}

static bool is_new(struct store *store, const char *id, struct text *why)
{
    sqlite3_stmt *row;
    if (!database_find(&store->database, "SELECT 1 FROM tables WHERE id = ?1",
                       VALUES(value_text(id)), &row, not_written, why))
        return false;
    if (row)
        text_add(why, "Game %s is already stored.", id);
    sqlite3_finalize(row);
    return !row;
}

bool store_import(struct store *store, const struct log *log, const struct log_standing *rounds,
                  unsigned count, struct text *why)
{
    unsigned char sum[COMMIT_BYTES];
    *store->home = '\0';
    sum_up(store, log, 0, sum);
    return database_begin(&store->database, why) &&
           database_end(&store->database,
                        is_new(store, log->header.id, why) &&
                            append_since(store, log, 0, NULL, sum, why) &&
                            write_rounds(store, &log->header, 0, rounds, count, false, why),
                        why);
}

// Rounds and events go with their table.
bool store_delete(struct store *store, const char *id, struct text *why)
{
    static const char table[] = "DELETE FROM tables WHERE id ="
                                " (SELECT home FROM rounds WHERE id = ?1)";
    static const char row[] = "DELETE FROM rounds WHERE id = ?1"; // of a table that is missing
    static const char what[] = "The game cannot be deleted";
    const struct value *values = VALUES(value_text(id));
    *store->home = '\0';
    return database_begin(&store->database, why) &&
           database_end(&store->database,
                        database_change(&store->database, table, values, what, why) &&
                            database_change(&store->database, row, values, what, why),
                        why);
}

// Reading.

static unsigned column_number(sqlite3_stmt *statement, int column)
{
    return (unsigned)sqlite3_column_int(statement, column);
}

// Is there a move to make in this game, or a round to play after it?
#define UNFINISHED                                                                                 \
    "(ended = 0 OR (round < rounds AND NOT EXISTS (SELECT 1 FROM rounds AS next WHERE"             \
    " next.rounds > 1 AND next.series = rounds.series AND next.round > rounds.round)))"

// Who plays a seat: a person by the name, anybody else by what it is.
#define WHO(seat)                                                                                  \
    "CASE WHEN player" seat " = 'human' THEN name" seat " WHEN player" seat " = 'computer' THEN"   \
    " 'computer:perfect' WHEN instr(player" seat ", ':') THEN player" seat                         \
    " ELSE 'computer:' || player" seat " END"

static const char columns[] =
    "SELECT created, id, game, name1, name2, first, round, rounds,"
    " moves, winner, player1, player2, rules, aided, " WHO("1") ", " WHO("2");

static struct store_summary summary_of(sqlite3_stmt *row)
{
    return (struct store_summary){
        .created = sqlite3_column_int64(row, 0),
        .id = database_text(row, 1),
        .game = database_text(row, 2),
        .name = { [SEAT_1] = database_text(row, 3), [SEAT_2] = database_text(row, 4) },
        .first = column_number(row, 5),
        .round = column_number(row, 6),
        .rounds = column_number(row, 7),
        .moves = column_number(row, 8),
        .winner = column_number(row, 9),
        .player = { [SEAT_1] = database_text(row, 10), [SEAT_2] = database_text(row, 11) },
        .rules = database_text(row, 12),
        .aided = column_number(row, 13),
        .who = { [SEAT_1] = database_text(row, 14), [SEAT_2] = database_text(row, 15) },
    };
}

static bool in_range(const struct store_summary *summary)
{
    return (summary->first == SEAT_1 || summary->first == SEAT_2) && summary->round >= 1 &&
           summary->round <= summary->rounds && summary->winner <= SEAT_2;
}

// Whatever is wrong there is not to reach a terminal as it is.
bool store_damaged(const char *id, const char *what, struct text *why)
{
    char sentence[600];
    snprintf(sentence, sizeof sentence, "Game %s, as it is stored, is damaged: %s",
             commit_is_id(id) ? id : "?", what);
    record_blot(sentence);
    text_add(why, "%s", sentence);
    return false;
}

static bool is_word(const char *text)
{
    return strlen(text) < LOG_NAME && record_is_text(text);
}

static bool is_player(const char *text)
{
    return strlen(text) < LOG_PLAYER && record_is_text(text);
}

static bool check_summary(const struct store_summary *summary, struct text *why)
{
    if (!in_range(summary))
        return store_damaged(summary->id, "a number is out of range.", why);
    if (commit_is_id(summary->id) && is_word(summary->game) && is_word(summary->name[SEAT_1]) &&
        is_word(summary->name[SEAT_2]) && is_player(summary->player[SEAT_1]) &&
        is_player(summary->player[SEAT_2]))
        return true;
    return store_damaged(summary->id, "a name or an id cannot be one.", why);
}

struct reading {
    struct store *store;
    struct log *log;
    char home[COMMIT_ID];
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
    bool good = line_read_event(&reading->log->header, line.at, line.length, &event, &fault);
    event.at = sqlite3_column_int64(row, 1);
    if (!good || !log_add(reading->log, &event, &fault))
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

static bool read_log(struct reading *reading, const struct game *const *games)
{
    unsigned char stored[COMMIT_BYTES] = { 0 };
    if (!read_table(reading, games, stored) ||
        !database_each(&reading->store->database,
                       "SELECT line, at FROM events WHERE home = ?1 ORDER BY n",
                       VALUES(value_text(reading->home)), read_event, reading, reading->why))
        return false;
    return memcmp(stored, reading->sum, sizeof stored) == 0 ||
           store_damaged(reading->home, "its sum does not fit.", reading->why);
}

static bool read_listed(sqlite3_stmt *row, const char *id, struct reading *reading,
                        struct store_listed *listed)
{
    if (!commit_is_id(database_text(row, 0)) || !commit_is_id(database_text(row, 1)))
        return store_damaged(id, "its table has no id.", reading->why);
    memcpy(reading->home, database_text(row, 0), COMMIT_ID);
    memcpy(listed->series, database_text(row, 1), COMMIT_ID);
    listed->standing = (struct log_standing){ .began = column_number(row, 2),
                                              .round = (uint16_t)column_number(row, 3),
                                              .moves = (uint16_t)column_number(row, 4),
                                              .first = (uint8_t)column_number(row, 5),
                                              .winner = (uint8_t)column_number(row, 6),
                                              .end = (uint8_t)column_number(row, 7),
                                              .aided = (uint8_t)column_number(row, 8) };
    return true;
}

static bool find_listed(struct reading *reading, const char *id, struct store_listed *listed)
{
    sqlite3_stmt *row;
    if (!database_find(&reading->store->database,
                       "SELECT home, series, began, round, moves, first, winner, ended, aided"
                       " FROM rounds WHERE id = ?1",
                       VALUES(value_text(id)), &row, not_read, reading->why))
        return false;
    if (!row)
        text_add(reading->why, "There is no game %.40s.", id);
    bool good = row && read_listed(row, id, reading, listed);
    sqlite3_finalize(row);
    return good;
}

// Lists and statistics are made from the row of a round alone: it must say what the header does.
static bool is_listed_so(struct reading *reading, const char *id)
{
    const struct log_header *header = &reading->log->header;
    struct text rules = TEXT_OF(256);
    sqlite3_stmt *row;
    variant_print(&header->variant, &rules);
    if (!database_find(
            &reading->store->database,
            "SELECT 1 FROM rounds WHERE id = ?1 AND game = ?2 AND rules = ?3 AND name1 = ?4 AND"
            " name2 = ?5 AND player1 = ?6 AND player2 = ?7 AND rounds = ?8 AND created = ?9",
            VALUES(value_text(id), value_text(header->variant.game->slug), value_text(rules.at),
                   value_text(header->name[SEAT_1]), value_text(header->name[SEAT_2]),
                   value_text(header->player[SEAT_1]), value_text(header->player[SEAT_2]),
                   value_number(header->rounds), value_number(header->created)),
            &row, not_read, reading->why))
        return false;
    sqlite3_finalize(row);
    return row || store_damaged(id, "the list of games says otherwise than its log.", reading->why);
}

// In one transaction, so that header, events and rows belong together.
bool store_load(struct store *store, const struct game *const *games, const char *id,
                struct log *log, struct store_listed *listed, struct text *why)
{
    struct reading reading = { .store = store, .log = log, .why = why };
    *log = (struct log){ 0 };
    if (!database_execute(&store->database, "BEGIN", not_read, why))
        return false;
    bool good = find_listed(&reading, id, listed) && read_log(&reading, games) &&
                is_listed_so(&reading, id);
    sqlite3_exec(store->database.db, "ROLLBACK", NULL, NULL, NULL);
    return good;
}

struct ids {
    char *first;
    unsigned count;
    struct text *why;
};

static bool note_id(void *whom, sqlite3_stmt *row)
{
    struct ids *ids = whom;
    if (!commit_is_id(database_text(row, 0)))
        return store_damaged("?", "its id cannot be one.", ids->why);
    if (ids->count++ == 0)
        strcpy(ids->first, database_text(row, 0));
    return true;
}

bool store_find(struct store *store, const char *beginning, char id[COMMIT_ID], struct text *why)
{
    struct ids ids = { .first = id, .why = why };
    if (!database_each(&store->database,
                       "SELECT id FROM rounds WHERE id >= ?1 AND id < ?1 || '~' LIMIT 2",
                       VALUES(value_text(beginning)), note_id, &ids, why))
        return false;
    if (ids.count == 0 || !*beginning)
        text_add(why, "There is no game '%.40s'; causeway games lists what is stored.", beginning);
    else if (ids.count > 1)
        text_add(why, "More than one game begins with '%.40s': give more of its id.", beginning);
    return ids.count == 1 && *beginning;
}

bool store_newest_unfinished(struct store *store, unsigned skip, char id[COMMIT_ID],
                             struct text *why)
{
    struct ids ids = { .first = id, .why = why };
    if (!database_each(&store->database,
                       "SELECT id FROM rounds WHERE " UNFINISHED
                       " ORDER BY played DESC, created DESC, round DESC, id DESC LIMIT 1 OFFSET ?1",
                       VALUES(value_number(skip)), note_id, &ids, why))
        return false;
    if (ids.count == 0)
        text_add(why, "There is no unfinished game.");
    return ids.count > 0;
}

struct listing {
    store_each *each;
    void *whom;
    bool stopped;
    unsigned damaged;
    struct text *why;
};

static bool list_game(void *whom, sqlite3_stmt *row)
{
    struct listing *listing = whom;
    struct store_summary summary = summary_of(row);
    struct text fault = TEXT_OF(1024);
    if (check_summary(&summary, &fault))
        listing->stopped = !listing->each(listing->whom, &summary);
    else if (listing->damaged++ == 0)
        text_add(listing->why, "%s", fault.at);
    return !listing->stopped;
}

static struct value text_or_null(const char *text)
{
    return text ? value_text(text) : (struct value){ .type = VALUE_NULL };
}

bool store_list(struct store *store, const struct store_filter *filter, store_each *each,
                void *whom, struct text *why)
{
    struct listing listing = { .each = each, .whom = whom, .why = why };
    char sql[sizeof columns + sizeof UNFINISHED + 2 * sizeof WHO("1") + 400];
    const char *order = filter->oldest_first ? "ASC" : "DESC";
    snprintf(sql, sizeof sql,
             "%s FROM rounds WHERE 1 %s %s %s %s %s ORDER BY created %s, round %s, id %s", columns,
             filter->game ? "AND game = ?1" : "",
             filter->player
                 ? "AND (" WHO("1") " = ?2 COLLATE NOCASE OR " WHO("2") " = ?2 COLLATE NOCASE)"
                 : "",
             filter->series ? "AND rounds > 1 AND series = ?3" : "",
             filter->unfinished ? "AND " UNFINISHED : "", filter->finished ? "AND winner > 0" : "",
             order, order, order);
    bool good = database_each(&store->database, sql,
                              VALUES(text_or_null(filter->game), text_or_null(filter->player),
                                     text_or_null(filter->series)),
                              list_game, &listing, why);
    if (listing.damaged > 1)
        text_add(why, " There are %u more like it.", listing.damaged - 1);
    return good || listing.stopped;
}
