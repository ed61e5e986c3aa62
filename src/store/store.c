// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/store.h"

#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/memory.h"
#include "record/jsonl.h"
#include "record/rounds.h"
#include "record/verify.h"
#include "store/inside.h"

// Step n brings a database from version n to n + 1. Steps are never changed, only
// added. The first key keeps games in the order in which they are listed.
static const char *const steps[] = {
    "CREATE TABLE games (created INTEGER NOT NULL, id TEXT NOT NULL UNIQUE, game TEXT NOT NULL,"
    " rules TEXT NOT NULL, first INTEGER NOT NULL, name1 TEXT NOT NULL, name2 TEXT NOT NULL,"
    " player1 TEXT NOT NULL, player2 TEXT NOT NULL, series TEXT NOT NULL, round INTEGER NOT NULL,"
    " rounds INTEGER NOT NULL, moves INTEGER NOT NULL, winner INTEGER NOT NULL,"
    " sum BLOB NOT NULL, PRIMARY KEY (created, id)) WITHOUT ROWID;"
    "CREATE INDEX unfinished ON games (created) WHERE winner = 0;"
    "CREATE INDEX matches ON games (series) WHERE rounds > 1;"
    "CREATE TABLE events (game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,"
    " n INTEGER NOT NULL, seat INTEGER NOT NULL, move TEXT NOT NULL, outcome INTEGER NOT NULL,"
    " commitment BLOB, nonce BLOB, PRIMARY KEY (game, n)) WITHOUT ROWID;",
    // Lists read this alone, in its order: sorting took as long as all the rest.
    "CREATE INDEX listed ON games (created, round, id, game, name1, name2, first, rounds, moves,"
    " winner, player1, player2, series);"
    "DROP INDEX unfinished;",
    // The order in which games were last played, which no clock has a say in.
    "ALTER TABLE games ADD COLUMN played INTEGER NOT NULL DEFAULT 0;"
    "UPDATE games SET played = max(created, 0);"
    "CREATE INDEX played ON games (played);",
    // Tables of several rounds. A round is still a row of `games`; its events are in the
    // log of its table, as lines of a record of version 2 with everything open.
    "CREATE TABLE tables (id TEXT NOT NULL PRIMARY KEY, header TEXT NOT NULL,"
    " count INTEGER NOT NULL, sum BLOB NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE log (home TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,"
    " n INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (home, n)) WITHOUT ROWID;"
    "ALTER TABLE games ADD COLUMN home TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE games ADD COLUMN began INTEGER NOT NULL DEFAULT 0;"
    "CREATE INDEX rounds ON games (home) WHERE home <> '';",
    // Who had help: a set of seats. Games of before are taken for games without.
    "ALTER TABLE games ADD COLUMN aided INTEGER NOT NULL DEFAULT 0;"
    "DROP INDEX listed;"
    "CREATE INDEX listed ON games (created, round, id, game, name1, name2, first, rounds, moves,"
    " winner, player1, player2, series, rules, aided);",
    NULL,
};

static const struct database_plan plan = { .application = 0x43577631 /* "CWv1" */, .steps = steps };

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

void store_close(struct store *store)
{
    if (!store)
        return;
    database_close(&store->database);
    mem_free(store);
}

// Writing.

// What comes from elsewhere was not played here.
static bool insert_game(struct store *store, const struct record *record, struct text *why)
{
    const struct record_header *header = &record->header;
    struct text rules = TEXT_OF(256);
    unsigned char sum[COMMIT_BYTES];
    jsonl_sum(record, sum);
    variant_print(&header->variant, &rules);
    return database_change(
        &store->database,
        "INSERT INTO games VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,"
        " 0, '', 0, 0)",
        VALUES(value_number(header->created), value_text(header->id),
               value_text(header->variant.game->slug), value_text(rules.at),
               value_number(header->first), value_text(header->name[SEAT_1]),
               value_text(header->name[SEAT_2]), value_text(header->player[SEAT_1]),
               value_text(header->player[SEAT_2]), value_text(header->series),
               value_number(header->round), value_number(header->rounds),
               value_number(record->live), value_number(record->winner),
               value_bytes(sum, sizeof sum)),
        not_written, why);
}

static bool insert_entry(struct store *store, const struct record *record, unsigned i,
                         struct text *why)
{
    const struct record_entry *entry = &record->entries[i];
    struct text move = TEXT_OF(256);
    struct value commitment = { .type = VALUE_NULL }, nonce = commitment;
    if (!entry->undo)
        move_print(record->header.variant.game, entry->event.move, &move);
    if (record_is_hidden(record, entry)) {
        commitment = value_bytes(entry->seal.commitment, COMMIT_BYTES);
        nonce = value_bytes(entry->seal.nonce, COMMIT_BYTES);
    }
    return database_change(&store->database, "INSERT INTO events VALUES (?1,?2,?3,?4,?5,?6,?7)",
                           VALUES(value_text(record->header.id), value_number(i + 1),
                                  value_number(entry->event.seat), value_text(move.at),
                                  value_number(entry->event.outcome), commitment, nonce),
                           not_written, why);
}

static bool insert_entries(struct store *store, const struct record *record, struct text *why)
{
    for (unsigned i = 0; i < record->count; i++)
        if (!insert_entry(store, record, i, why))
            return false;
    return true;
}

// Does the statement give a row?
static bool gives_row(struct store *store, const char *sql, const struct value *values, bool *given,
                      const char *what, struct text *why)
{
    sqlite3_stmt *row;
    bool good = database_find(&store->database, sql, values, &row, what, why);
    *given = row;
    sqlite3_finalize(row);
    return good;
}

static bool exists(struct store *store, const char *id, bool *there, struct text *why)
{
    return gives_row(store, "SELECT 1 FROM games WHERE id = ?1", VALUES(value_text(id)), there,
                     not_written, why);
}

static bool add(struct store *store, const struct record *record, struct text *why)
{
    bool twice;
    if (!record_check_header(&record->header, why) || !database_begin(&store->database, why))
        return false;
    bool good = exists(store, record->header.id, &twice, why);
    if (good && twice)
        text_add(why, "Game %s is already stored.", record->header.id);
    return database_end(&store->database,
                        good && !twice && insert_game(store, record, why) &&
                            insert_entries(store, record, why),
                        why);
}

// A match that is played here is not added to from elsewhere, and one from elsewhere
// only by the same players under the same rules.
static bool fits_match(struct store *store, const struct record *record, struct text *why)
{
    const struct record_header *header = &record->header;
    struct text rules = TEXT_OF(256);
    bool other;
    variant_print(&header->variant, &rules);
    if (!gives_row(
            store,
            "SELECT 1 FROM games WHERE rounds > 1 AND series = ?1 AND (played > 0 OR round = ?2 OR"
            " rounds <> ?3 OR game <> ?4 OR rules <> ?5 OR name1 <> ?6 OR name2 <> ?7 OR"
            " player1 <> ?8 OR player2 <> ?9)",
            VALUES(value_text(header->series), value_number(header->round),
                   value_number(header->rounds), value_text(header->variant.game->slug),
                   value_text(rules.at), value_text(header->name[SEAT_1]),
                   value_text(header->name[SEAT_2]), value_text(header->player[SEAT_1]),
                   value_text(header->player[SEAT_2])),
            &other, not_written, why))
        return false;
    if (other)
        text_add(why, "It says that it is of match %s, and does not fit what is stored of it.",
                 header->series);
    return !other;
}

bool store_import(struct store *store, const struct record *record, struct text *why)
{
    const struct record_header *header = &record->header;
    bool begins = strcmp(header->id, header->series) == 0;
    if (begins != (header->round == 1)) {
        text_add(why, "It is round %u of a match, and %s that match began with it.", header->round,
                 begins ? "says that" : "denies that");
        return false;
    }
    return (header->rounds == 1 || fits_match(store, record, why)) && add(store, record, why);
}

static bool delete_by(struct store *store, const char *sql, const char *id, struct text *why)
{
    return database_change(&store->database, sql, VALUES(value_text(id)),
                           "The game cannot be deleted", why);
}

// The rounds of a table go together.
bool store_delete(struct store *store, const char *id, struct text *why)
{
    static const char log[] = "DELETE FROM tables WHERE id ="
                              " (SELECT home FROM games WHERE id = ?1)";
    static const char rows[] = "DELETE FROM games WHERE id = ?1 OR (home <> '' AND home ="
                               " (SELECT home FROM games WHERE id = ?1))";
    return database_begin(&store->database, why) &&
           database_end(&store->database,
                        delete_by(store, log, id, why) && delete_by(store, rows, id, why), why);
}

// Reading.

static unsigned column_number(sqlite3_stmt *statement, int column)
{
    return (unsigned)sqlite3_column_int(statement, column);
}

// Is there a move to make in this game, or a round to play after it?
#define UNFINISHED                                                                                 \
    "(winner = 0 OR (round < rounds AND NOT EXISTS (SELECT 1 FROM games AS next WHERE"             \
    " next.rounds > 1 AND next.series = games.series AND next.round > games.round)))"

// Who plays a seat: a person by the name, anybody else by what it is.
#define WHO(seat)                                                                                  \
    "CASE WHEN player" seat " = 'human' THEN name" seat " WHEN player" seat " = 'computer' THEN"   \
    " 'computer:perfect' WHEN instr(player" seat ", ':') THEN player" seat                         \
    " ELSE 'computer:' || player" seat " END"

static const char columns[] =
    "SELECT created, id, game, name1, name2, first, round, rounds,"
    " moves, winner, player1, player2, rules, aided, " WHO("1") ", " WHO("2");

// What a game has beyond a summary.
static const char more_columns[] = ", series, sum";
enum { RULES_COLUMN = 12, SERIES_COLUMN = 16, SUM_COLUMN };

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
        .rules = database_text(row, RULES_COLUMN),
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

static bool copy_text(char *to, size_t size, const char *from)
{
    size_t length = strlen(from);
    if (length >= size)
        return false;
    memcpy(to, from, length + 1);
    return true;
}

static bool copy_texts(sqlite3_stmt *row, struct record_header *header)
{
    struct store_summary summary = summary_of(row);
    const char *series = database_text(row, SERIES_COLUMN);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        if (!copy_text(header->name[seat], LOG_NAME, summary.name[seat]) ||
            !copy_text(header->player[seat], LOG_PLAYER, summary.player[seat]))
            return false;
    return commit_is_id(summary.id) && commit_is_id(series) &&
           copy_text(header->id, COMMIT_ID, summary.id) &&
           copy_text(header->series, COMMIT_ID, series);
}

static bool read_header(sqlite3_stmt *row, const struct game *const *games, const char *id,
                        struct record *record, struct text *why)
{
    struct store_summary summary = summary_of(row);
    struct record_header *header = &record->header;
    char why_bytes[512];
    struct text fault = text_in(why_bytes, sizeof why_bytes);
    for (const struct game *const *game = games; *game; game++)
        if (strcmp((*game)->slug, summary.game) == 0)
            header->variant.game = *game;
    if (!header->variant.game)
        return store_damaged(id, "there is no such game.", why);
    if (!copy_texts(row, header))
        return store_damaged(id, "a name or an id is too long.", why);
    if (!in_range(&summary))
        return store_damaged(id, "a number is out of range.", why);
    if (!variant_parse(header->variant.game, database_text(row, RULES_COLUMN), &header->variant,
                       &fault) ||
        !record_check_header(header, &fault))
        return store_damaged(id, fault.at, why);
    header->first = summary.first;
    header->round = summary.round;
    header->rounds = summary.rounds;
    header->created = summary.created;
    record->winner = summary.winner;
    return true;
}

static bool copy_seal(sqlite3_stmt *row, struct commit_seal *seal)
{
    if (sqlite3_column_bytes(row, 4) != COMMIT_BYTES ||
        sqlite3_column_bytes(row, 5) != COMMIT_BYTES)
        return false;
    memcpy(seal->commitment, sqlite3_column_blob(row, 4), COMMIT_BYTES);
    memcpy(seal->nonce, sqlite3_column_blob(row, 5), COMMIT_BYTES);
    return true;
}

struct entries {
    struct record *record;
    struct text *why;
};

static bool read_entry(void *whom, sqlite3_stmt *row)
{
    struct record *record = ((struct entries *)whom)->record;
    struct text *why = ((struct entries *)whom)->why, fault = TEXT_OF(256);
    const char *id = record->header.id;
    struct record_entry entry = { 0 };
    unsigned seat = column_number(row, 1), outcome = column_number(row, 3);
    if (column_number(row, 0) != record->count + 1)
        return store_damaged(id, "an event is missing.", why);
    if (seat > SEAT_CHANCE || outcome > OUTCOME_BOOM || (seat == SEAT_NOBODY && !record->live))
        return store_damaged(id, "a number is out of range.", why);
    entry.undo = seat == SEAT_NOBODY;
    entry.opened = !entry.undo;
    entry.event.seat = (uint8_t)seat;
    entry.event.outcome = (uint8_t)outcome;
    if (!entry.undo &&
        !move_parse(record->header.variant.game, database_text(row, 2), &entry.event.move, &fault))
        return store_damaged(id, fault.at, why);
    if (record_is_hidden(record, &entry) && !copy_seal(row, &entry.seal))
        return store_damaged(id, "a commitment is missing.", why);
    return record_add(record, &entry, why);
}

static bool read_entries(struct store *store, struct record *record, struct text *why)
{
    return database_each(&store->database,
                         "SELECT n, seat, move, outcome, commitment, nonce FROM events"
                         " WHERE game = ?1 ORDER BY n",
                         VALUES(value_text(record->header.id)), read_entry,
                         &(struct entries){ record, why }, why);
}

static bool load_header(struct store *store, const struct game *const *games, const char *id,
                        struct record *record, unsigned char sum[COMMIT_BYTES], struct text *why)
{
    char sql[sizeof columns + sizeof more_columns + 32];
    sqlite3_stmt *row;
    snprintf(sql, sizeof sql, "%s%s FROM games WHERE id = ?1", columns, more_columns);
    if (!database_find(&store->database, sql, VALUES(value_text(id)), &row, not_read, why))
        return false;
    if (!row)
        text_add(why, "There is no game %.40s.", id);
    bool good = row && read_header(row, games, id, record, why);
    if (good && sqlite3_column_bytes(row, SUM_COLUMN) == COMMIT_BYTES)
        memcpy(sum, sqlite3_column_blob(row, SUM_COLUMN), COMMIT_BYTES);
    sqlite3_finalize(row);
    return good;
}

static bool load_sound(struct store *store, const struct game *const *games, const char *id,
                       struct record *record, struct text *why)
{
    struct verify_findings findings;
    unsigned char stored[COMMIT_BYTES] = { 0 }, sum[COMMIT_BYTES];
    char why_bytes[512];
    struct text fault = text_in(why_bytes, sizeof why_bytes);
    if (!load_header(store, games, id, record, stored, why) || !read_entries(store, record, why))
        return false;
    if (!verify_record(record, &findings, &fault))
        return store_damaged(id, fault.at, why);
    jsonl_sum(record, sum);
    return memcmp(sum, stored, sizeof sum) == 0 || store_damaged(id, "its sum does not fit.", why);
}

// Lists and statistics are made from the row of a round alone: it must say what the log does.
static bool is_listed_so(struct store *store, const struct record *record, struct text *why)
{
    const struct record_header *header = &record->header;
    struct text rules = TEXT_OF(256);
    bool listed;
    variant_print(&header->variant, &rules);
    if (!gives_row(
            store,
            "SELECT 1 FROM games WHERE id = ?1 AND game = ?2 AND rules = ?3 AND name1 = ?4 AND"
            " name2 = ?5 AND player1 = ?6 AND player2 = ?7 AND series = ?8 AND first = ?9 AND"
            " round = ?10 AND rounds = ?11 AND created = ?12 AND moves = ?13 AND winner = ?14",
            VALUES(value_text(header->id), value_text(header->variant.game->slug),
                   value_text(rules.at), value_text(header->name[SEAT_1]),
                   value_text(header->name[SEAT_2]), value_text(header->player[SEAT_1]),
                   value_text(header->player[SEAT_2]), value_text(header->series),
                   value_number(header->first), value_number(header->round),
                   value_number(header->rounds), value_number(header->created),
                   value_number(record->live), value_number(record->winner)),
            &listed, not_read, why))
        return false;
    return listed ||
           store_damaged(header->id, "the list of games says otherwise than its log.", why);
}

// A round of a table is taken out of its log.
static bool load_round(struct store *store, const struct game *const *games, const char *id,
                       struct record *record, struct text *why)
{
    struct log log = { 0 };
    uint32_t began;
    char home[COMMIT_ID];
    if (!store_find_home(store, id, home, &began, why))
        return false;
    if (!*home)
        return load_sound(store, games, id, record, why);
    bool good = store_read_log(store, games, home, &log, why) && rounds_settle(&log, why) &&
                rounds_record(&log, began, AS_ALL, record, why) && is_listed_so(store, record, why);
    log_clear(&log);
    return good;
}

// In one transaction, so that header and events belong together.
bool store_load(struct store *store, const struct game *const *games, const char *id,
                struct record *record, struct text *why)
{
    *record = (struct record){ .as = AS_ALL };
    if (!database_execute(&store->database, "BEGIN", not_read, why))
        return false;
    bool good = load_round(store, games, id, record, why);
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
                       "SELECT id FROM games WHERE id >= ?1 AND id < ?1 || '~' LIMIT 2",
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
                       "SELECT id FROM games WHERE " UNFINISHED
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
             "%s FROM games WHERE 1 %s %s %s %s %s ORDER BY created %s, round %s, id %s", columns,
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
