// SPDX-License-Identifier: GPL-3.0-or-later
// The database: what was acknowledged is there, whatever fails afterwards.
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "core/memory.h"
#include "drive/setup_words.h"
#include "drive/position.h"
#include "drive/stored.h"
#include "games/games.h"
#include "record/log_text.h"
#include "record/replay.h"
#include "record/round.h"
#include "store/store.h"
#include "record_help.h"
#include "sums_help.h"
#include "table/table.h"
#include "table/truth.h"

static char why_bytes[8192], directory[HELP_DIRECTORY], path[128];
static struct text why;
static struct match match;
static struct bytes once, again;

static int fresh(void **state)
{
    (void)state;
    why = text_in(why_bytes, sizeof why_bytes);
    help_make_directory(directory);
    snprintf(path, sizeof path, "%s/games.db", directory);
    return 0;
}

static int done(void **state)
{
    (void)state;
    help_remove_directory(directory);
    return 0;
}

static struct store *opened(enum store_use use)
{
    struct store *store = store_open(path, use, &why);
    if (!store)
        fail_msg("%s", why.at);
    return store;
}

// A whole game from elsewhere.
static void import_log(struct store *store, const struct log *log)
{
    if (!stored_import(store, log, &why))
        fail_msg("%s", why.at);
}

static const char *id_of(const struct table *table)
{
    return table_setup(table)->header.id;
}

static bool same_line(const struct log *one, const struct log *two, uint32_t n)
{
    struct text first = TEXT_OF(LOG_TEXT_LINE), second = TEXT_OF(LOG_TEXT_LINE);
    if (n == 0) {
        log_text_print_header(&one->header, &first);
        log_text_print_header(&two->header, &second);
    } else {
        log_text_print_event(&one->header, &one->events[n - 1], true, &first);
        log_text_print_event(&two->header, &two->events[n - 1], true, &second);
    }
    return strcmp(first.at, second.at) == 0;
}

// Its log, as far as it is kept, and its rounds as they are listed; nothing before that.
static bool is_kept_as(struct store *store, const struct table *table)
{
    struct log log = { 0 };
    char id[COMMIT_ID];
    uint32_t count = help_kept(table);
    if (!count)
        return !store_find(store, id_of(table), id, &why);
    bool same = stored_load(store, games, id_of(table), &log, NULL, &why) && log.count == count;
    for (uint32_t n = 0; same && n <= count; n++)
        same = same_line(&log, table_log(table), n);
    for (uint32_t began = 0; same && (began = round_next(&log, began));) {
        log_round_id(&log.header, began, id);
        struct log whole;
        struct stored_found found;
        same = stored_load(store, games, id, &whole, &found, &why) && found.began == began;
        log_clear(&whole);
    }
    log_clear(&log);
    return same;
}

// One more event; false once the match is over.
static bool keep_next(struct store *store, struct table *table, struct random *random)
{
    struct log_event event;
    if (!help_next(table, random, &event))
        return false;
    assert_true(help_keep(store, table, &event, &why));
    return true;
}

// Until so many moves count, or the match is over.
static void keep_moves(struct store *store, struct table *table, unsigned most,
                       struct random *random)
{
    while ((!help_kept(table) || table_match(table)->count < most) &&
           keep_next(store, table, random))
        ;
}

// Plays at a table, event by event, as the driver does.
static struct table *play_kept(struct store *store, const struct game *game, unsigned most,
                               uint64_t seed)
{
    struct random random = random_seeded(seed);
    struct table_setup setup = help_setup(game);
    struct table *table = help_table(&setup);
    keep_moves(store, table, most, &random);
    return table;
}

static void games_are_kept_event_by_event(void **state)
{
    (void)state;
    for (const struct game *const *game = games; *game; game++) {
        struct random random = random_seeded(5);
        struct table_setup setup = help_setup(*game);
        setup.header.rounds = 2;
        struct table *table = help_table(&setup);
        struct store *store = opened(STORE_WRITE);
        assert_true(is_kept_as(store, table));
        while (keep_next(store, table, &random))
            assert_true(is_kept_as(store, table));
        store_close(store);
        store = opened(STORE_READ);
        assert_true(is_kept_as(store, table));
        sums_check(store);
        store_close(store);
        table_free(table);
    }
}

static void imports_are_the_same_bytes(void **state)
{
    (void)state;
    struct log log, read;
    struct store *store = opened(STORE_WRITE);
    help_play(&log, &match, &game_minefield, "", MOVES_MAX, 9);
    for (unsigned i = 0; i < log.count; i++)
        log.events[i].at = log.header.created + i;
    assert_true(stored_import(store, &log, &why));
    assert_true(help_export(&log, AS_ALL, &once));
    assert_true(stored_load(store, games, log.header.id, &read, NULL, &why));
    assert_true(help_export(&read, AS_ALL, &again));
    assert_int_equal(once.length, again.length);
    assert_memory_equal(once.at, again.at, once.length);
    assert_false(stored_import(store, &log, &why));
    assert_non_null(strstr(why.at, "already stored"));
    store_close(store);
    log_clear(&log);
    log_clear(&read);
}

// By the clock of the database, and never before the event before it.
static void an_event_has_the_time_of_its_storing(void **state)
{
    (void)state;
    struct log log;
    struct store *store = opened(STORE_WRITE);
    int64_t before = (int64_t)time(NULL) * 1000 - 1000, last = before;
    struct table *table = play_kept(store, &game_blockade, 4, 1);
    assert_true(stored_load(store, games, id_of(table), &log, NULL, &why));
    for (unsigned i = 0; i < log.count; i++) {
        assert_true(log.events[i].at >= last);
        last = log.events[i].at;
    }
    assert_true(last <= (int64_t)time(NULL) * 1000 + 1000);
    log_clear(&log);
    store_close(store);
    table_free(table);
}

static bool count_games(void *context, const struct store_round *summary)
{
    (void)summary;
    ++*(unsigned *)context;
    return true;
}

static unsigned counted(struct store *store, const struct store_filter *filter)
{
    unsigned count = 0;
    assert_true(store_list(store, filter, count_games, &count, &why));
    return count;
}

static void lists_can_be_filtered(void **state)
{
    (void)state;
    struct store *store = opened(STORE_WRITE);
    struct log record;
    for (unsigned i = 0; i < 10; i++) {
        help_play(&record, &match, i % 2 ? &game_blockade : &game_pathfinder, "",
                  i < 4 ? 1 : MOVES_MAX, i);
        snprintf(record.header.name[SEAT_2], LOG_NAME, "Guest %u", i % 5);
        record.header.created += i;
        import_log(store, &record);
        log_clear(&record);
    }
    assert_int_equal(counted(store, &(struct store_filter){ 0 }), 10);
    assert_int_equal(counted(store, &(struct store_filter){ .game = "blockade" }), 5);
    assert_int_equal(counted(store, &(struct store_filter){ .player = "gUEST 3" }), 2);
    assert_int_equal(counted(store, &(struct store_filter){ .unfinished = true }), 4);
    assert_int_equal(counted(store, &(struct store_filter){ .finished = true, .game = "blockade" }),
                     3);
    store_close(store);
}

static bool take_first(void *context, const struct store_round *summary)
{
    strcpy(context, summary->name[SEAT_2]);
    return false;
}

static void the_newest_comes_first(void **state)
{
    (void)state;
    struct store *store = opened(STORE_WRITE);
    char id[COMMIT_ID], first[LOG_NAME];
    assert_false(store_newest_unfinished(store, 0, id, &why));
    for (unsigned i = 0; i < 6; i++) {
        struct random random = random_seeded(i);
        struct table_setup setup = help_setup(&game_blockade);
        snprintf(setup.header.name[SEAT_2], LOG_NAME, "Guest %u", i);
        setup.header.created += i * 7 % 5;
        struct table *table = help_table(&setup);
        keep_moves(store, table, i < 4 ? 1 : MOVES_MAX, &random);
        if (i == 3) // the last to be played, though not the last by the clock
            strcpy(first, setup.header.id);
        table_free(table);
    }
    assert_true(store_newest_unfinished(store, 0, id, &why));
    assert_string_equal(id, first);
    assert_true(store_list(store, &(struct store_filter){ 0 }, take_first, first, &why));
    assert_string_equal(first, "Guest 2");
    assert_true(store_list(store,
                           &(struct store_filter){ .oldest_first = true, .unfinished = true },
                           take_first, first, &why));
    assert_string_equal(first, "Guest 0");
    store_close(store);
}

// Event by event: what is unfinished is the round that resume would go on with, or after.
static void a_match_is_unfinished_until_its_last_round_is_over(void **state)
{
    (void)state;
    struct store *store = opened(STORE_WRITE);
    struct store_filter unfinished = { .unfinished = true };
    struct random random = random_seeded(3);
    struct replay replay;
    char id[COMMIT_ID], round[COMMIT_ID];
    struct table_setup setup = help_setup(&game_blockade);
    setup.header.rounds = 3;
    struct table *table = help_table(&setup);
    while (keep_next(store, table, &random)) {
        assert_true(replay_log(&replay, table_log(table), table_count(table), &why));
        bool over = replay.round == 3 && replay.winner;
        assert_int_equal(counted(store, &unfinished), help_kept(table) && !over);
        assert_int_equal(store_newest_unfinished(store, 0, id, &why), help_kept(table) && !over);
        log_round_id(&setup.header, replay.round_at, round);
        if (help_kept(table) && !over)
            assert_string_equal(id, round);
    }
    assert_int_equal(counted(store, &unfinished), 0);
    assert_int_equal(counted(store, &(struct store_filter){ .finished = true }), 3);
    table_free(table);
    store_close(store);
}

static void games_are_found_and_deleted(void **state)
{
    (void)state;
    struct store *store = opened(STORE_WRITE);
    struct log one, two, read;
    char id[COMMIT_ID];
    help_play(&one, &match, &game_blockade, "", MOVES_MAX, 1);
    help_play(&two, &match, &game_blockade, "", MOVES_MAX, 2);
    memcpy(one.header.id, "k7k7k7k7k7k7", COMMIT_ID);
    memcpy(two.header.id, "k7k8k7k7k7k7", COMMIT_ID);
    assert_true(stored_import(store, &one, &why) && stored_import(store, &two, &why));
    assert_true(store_find(store, "k7k8", id, &why));
    assert_string_equal(id, two.header.id);
    assert_false(store_find(store, "k7", id, &why));
    assert_false(store_find(store, "", id, &why));
    assert_false(store_find(store, "zz", id, &why));
    assert_true(store_delete(store, two.header.id, &why));
    assert_false(stored_load(store, games, two.header.id, &read, NULL, &why));
    log_clear(&read);
    assert_true(stored_load(store, games, one.header.id, &read, NULL, &why));
    log_clear(&read);
    assert_true(store_find(store, "k7", id, &why));
    store_close(store);
    log_clear(&one);
    log_clear(&two);
}

static void nothing_stored_is_an_empty_list(void **state)
{
    (void)state;
    struct store *store = opened(STORE_READ);
    assert_int_equal(counted(store, &(struct store_filter){ 0 }), 0);
    store_close(store);
    assert_int_not_equal(access(path, F_OK), 0);
}

static void two_programs_do_not_mix_one_game(void **state)
{
    (void)state;
    struct store *a = opened(STORE_WRITE), *b = opened(STORE_WRITE);
    struct log other;
    struct log_event event;
    struct random random = random_seeded(1);
    struct table *table = play_kept(a, &game_pathfinder, 3, 1);
    assert_true(stored_load(b, games, id_of(table), &other, NULL, &why));
    assert_true(help_next(table, &random, &event));
    assert_true(help_keep(a, table, &event, &why));
    event.spent += 1; // b goes on otherwise
    assert_false(stored_keep(b, &other, other.count, &event, NULL, 0, &why));
    assert_non_null(strstr(why.at, "another program"));
    text_clear(&why);
    assert_true(is_kept_as(b, table));
    assert_true(store_delete(b, id_of(table), &why));
    assert_true(help_next(table, &random, &event));
    uint32_t count = table_count(table);
    assert_false(help_keep(a, table, &event, &why));
    assert_non_null(strstr(why.at, "deleted"));
    assert_int_equal(table_count(table), count);
    store_close(a);
    store_close(b);
    log_clear(&other);
    table_free(table);
}

// The database of a child process that has stored one game and is still there.
static void execute(const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void a_lock_is_reported_and_outlived(void **state)
{
    (void)state;
    struct store *store = opened(STORE_WRITE);
    struct random random = random_seeded(4);
    struct log_event event;
    sqlite3 *holder;
    struct table *table = play_kept(store, &game_pathfinder, 3, 1);
    assert_int_equal(sqlite3_open(path, &holder), SQLITE_OK);
    assert_int_equal(sqlite3_exec(holder, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    assert_true(help_next(table, &random, &event));
    assert_false(help_keep(store, table, &event, &why));
    assert_non_null(strstr(why.at, "another program is holding it"));
    assert_true(is_kept_as(store, table)); // readers are not kept out
    sqlite3_close(holder);
    assert_true(help_keep(store, table, &event, &why));
    assert_true(is_kept_as(store, table));
    store_close(store);
    table_free(table);
}

static void a_database_held_by_one_program_is_reported(void **state)
{
    (void)state;
    sqlite3 *holder;
    assert_int_equal(sqlite3_open(path, &holder), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(holder, "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE", NULL, NULL, NULL),
        SQLITE_OK);
    time_t start = time(NULL);
    assert_null(store_open(path, STORE_WRITE, &why));
    assert_non_null(strstr(why.at, "another program is holding it"));
    assert_in_range(time(NULL) - start, 5, 15);
    sqlite3_close(holder);
}

static void other_databases_are_left_alone(void **state)
{
    (void)state;
    execute("CREATE TABLE mine (a)");
    assert_null(store_open(path, STORE_WRITE, &why));
    assert_non_null(strstr(why.at, "another program"));
    text_clear(&why);
    unlink(path);
    store_close(opened(STORE_WRITE));
    execute("PRAGMA user_version = 99");
    assert_null(store_open(path, STORE_READ, &why));
    assert_non_null(strstr(why.at, "newer version"));
}

static const char *const harm_to_a_log[] = {
    "UPDATE rounds SET winner = 3 - winner",
    "UPDATE rounds SET rules = 'length=99'",
    "UPDATE rounds SET game = 'chess'",
    "UPDATE rounds SET first = 3 - first",
    "UPDATE rounds SET winner = 9",
    "UPDATE rounds SET moves = moves + 1",
    "UPDATE rounds SET ended = 0",
    "UPDATE rounds SET series = '0123456789ab'",
    "UPDATE rounds SET name1 = printf('%200c', 'x')",
    "UPDATE rounds SET id = 'x'",
    "UPDATE rounds SET home = 'x'",
    "UPDATE rounds SET began = 2",
    "DELETE FROM tables",
    "UPDATE tables SET sum = 0",
    "UPDATE events SET sum = sum + 1 WHERE n = 3",
    "UPDATE rounds SET who2 = 'Tom'",
    "UPDATE tables SET header = replace(header, 'T', 'U')",
    "DELETE FROM events WHERE n = 2",
    "DELETE FROM events WHERE n = (SELECT max(n) FROM events)",
    "UPDATE events SET n = 99 WHERE n = 2",
    "UPDATE events SET line = (SELECT line FROM events WHERE n = 2) WHERE n = 3",
    "UPDATE events SET line = replace(line, 'trap', 'fly') WHERE n = 2",
    "UPDATE events SET line = replace(line, '0', '1') WHERE n = 2",
    "UPDATE events SET line = replace(line, 'nonce', 'none') WHERE n = 2",
    "UPDATE events SET line = replace(line, '\"by\":1', '\"by\":200') WHERE n = 2",
    "UPDATE events SET line = replace(line, '\"by\":2', '\"by\":1') WHERE n = 3",
    "UPDATE events SET line = '{}' WHERE n = 3",
};

static void tampering_with_a_table_is_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof harm_to_a_log / sizeof *harm_to_a_log; i++) {
        struct store *store = opened(STORE_WRITE);
        struct table *table = play_kept(store, &game_trap_runner, MOVES_MAX, 12);
        store_close(store);
        execute(harm_to_a_log[i]);
        store = opened(STORE_READ);
        if (is_kept_as(store, table) || !why.length)
            fail_msg("%s: '%s'", harm_to_a_log[i], why.at);
        text_clear(&why);
        store_close(store);
        table_free(table);
        unlink(path);
    }
}

// What somebody wrote into the database is not to take over the terminal.
static void control_characters_are_not_repeated(void **state)
{
    (void)state;
    static const char *const harm[] = {
        "UPDATE rounds SET name1 = char(27) || '[2J'",
        "UPDATE rounds SET name2 = 'Ben' || char(155) || '2J'",
        "UPDATE rounds SET player1 = char(10)",
        "UPDATE rounds SET game = 'chess' || char(7)",
        "UPDATE rounds SET id = 'k7' || char(27) || '[2J00000'",
        "UPDATE rounds SET rules = 'length' || char(27) || '=4'",
        "UPDATE events SET line = replace(line, 'trap', char(27) || '[2J') WHERE n = 2",
    };
    for (size_t i = 0; i < sizeof harm / sizeof *harm; i++) {
        struct store *store = opened(STORE_WRITE);
        char id[COMMIT_ID];
        unsigned count = 0;
        struct table *table = play_kept(store, &game_trap_runner, MOVES_MAX, 12);
        execute(harm[i]);
        text_clear(&why);
        assert_true(store_list(store, &(struct store_filter){ 0 }, count_games, &count, &why));
        assert_int_equal(count, i >= 5);
        assert_int_equal(why.length > 0, i < 5);
        const char *there = i == 4 ? "k7" : id_of(table);
        assert_false(store_find(store, there, id, &why) && is_kept_as(store, table));
        assert_true(why.length > 0 && printable_is_text(why.at));
        store_close(store);
        table_free(table);
        unlink(path);
    }
}

static long size_of(const char *name)
{
    struct stat status;
    assert_int_equal(stat(name, &status), 0);
    return (long)status.st_size;
}

static void overwrite(long at, const void *bytes, size_t length)
{
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    fclose(file);
}

// Whatever is in the file: a sentence or the truth, never a crash.
static void damage_is_survived(void **state)
{
    (void)state;
    struct random random = random_seeded(8);
    for (unsigned i = 0; i < 150; i++) {
        struct store *store = opened(STORE_WRITE);
        struct table *table = play_kept(store, &game_number_mines, 6, i);
        store_close(store);
        long size = size_of(path);
        unsigned char noise[64];
        for (size_t j = 0; j < sizeof noise; j++)
            noise[j] = (unsigned char)random_below(&random, 256);
        overwrite((long)random_below(&random, (uint64_t)size), noise,
                  1 + random_below(&random, sizeof noise - 1));
        if (i % 4 == 0)
            assert_int_equal(truncate(path, (off_t)random_below(&random, (uint64_t)size)), 0);
        text_clear(&why);
        store = store_open(path, i % 2 ? STORE_WRITE : STORE_READ, &why);
        assert_true(store || why.length > 0);
        if (store && !is_kept_as(store, table))
            assert_true(why.length > 0);
        store_close(store);
        table_free(table);
        unlink(path);
    }
}

static void versions_that_are_none_are_refused(void **state)
{
    (void)state;
    static const char *const harm[] = { "PRAGMA user_version = -1", "PRAGMA user_version = -5",
                                        "PRAGMA user_version = -2147483648" };
    store_close(opened(STORE_WRITE));
    for (size_t i = 0; i < sizeof harm / sizeof *harm; i++)
        for (enum store_use use = STORE_READ; use <= STORE_WRITE; use++) {
            execute(harm[i]);
            text_clear(&why);
            assert_null(store_open(path, use, &why));
            assert_non_null(strstr(why.at, "damaged"));
        }
}

enum { HEADER = 100 }; // bytes that SQLite begins its file with

static void damage_header(const struct table *table, long at, unsigned char value)
{
    overwrite(at, &value, 1);
    for (enum store_use use = STORE_READ; use <= STORE_WRITE; use++) {
        text_clear(&why);
        struct store *store = store_open(path, use, &why);
        assert_true(store || why.length > 0);
        if (store && !is_kept_as(store, table))
            assert_true(why.length > 0);
        store_close(store);
    }
}

// Every byte of the header, with each bit and some more values.
static void a_damaged_header_is_survived(void **state)
{
    (void)state;
    static unsigned char whole[1 << 17];
    static const unsigned char values[] = { 0x00, 0x01, 0x7f, 0x80, 0xff };
    struct store *store = opened(STORE_WRITE);
    struct table *table = play_kept(store, &game_trap_runner, MOVES_MAX, 2);
    store_close(store);
    size_t size = (size_t)size_of(path);
    assert_in_range(size, HEADER, sizeof whole);
    FILE *file = fopen(path, "rb");
    assert_int_equal(fread(whole, 1, size, file), size);
    fclose(file);
    for (long at = 0; at < HEADER; at++)
        for (size_t i = 0; i < sizeof values + 8; i++) {
            int harm = i < sizeof values ? values[i] : whole[at] ^ 1 << (i - sizeof values);
            damage_header(table, at, (unsigned char)harm);
            assert_int_equal(truncate(path, (off_t)size), 0);
            overwrite(0, whole, size);
        }
    store = opened(STORE_READ);
    assert_true(is_kept_as(store, table));
    store_close(store);
    table_free(table);
}

// As nobody, since directories are never read-only to root.
static int as_nobody(int (*check)(void))
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
            _exit(2);
        _exit(check());
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int try_read_only(void)
{
    struct store *store = store_open(path, STORE_WRITE, &why);
    if (store || !strstr(why.at, "may not be written"))
        return 3;
    store = store_open(path, STORE_READ, &why);
    unsigned count = 0;
    if (!store || !store_list(store, &(struct store_filter){ 0 }, count_games, &count, &why))
        return 4;
    store_close(store);
    return count == 1 ? 0 : 5;
}

static void a_read_only_directory_is_read(void **state)
{
    (void)state;
    struct store *store = opened(STORE_WRITE);
    table_free(play_kept(store, &game_blockade, MOVES_MAX, 1));
    store_close(store);
    assert_int_equal(chmod(path, 0444), 0);
    assert_int_equal(chmod(directory, 0555), 0);
    int result = as_nobody(try_read_only);
    assert_int_equal(chmod(directory, 0755), 0);
    assert_int_equal(result, 0);
}

static void the_database_is_private(void **state)
{
    (void)state;
    struct stat status;
    store_close(opened(STORE_WRITE));
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
}

static void the_environment_says_where(void **state)
{
    (void)state;
    char found[STORE_PATH];
    setenv("CAUSEWAY_DATA", "/a/b", 1);
    assert_true(store_path(STORE_GAMES, found, &why));
    assert_string_equal(found, "/a/b/games.db");
    unsetenv("CAUSEWAY_DATA");
    setenv("XDG_DATA_HOME", "/x", 1);
    assert_true(store_path(STORE_GAMES, found, &why));
    assert_string_equal(found, "/x/causeway/games.db");
    setenv("XDG_DATA_HOME", "relative", 1);
    setenv("HOME", "/h", 1);
    assert_true(store_path(STORE_GAMES, found, &why));
    assert_string_equal(found, "/h/.local/share/causeway/games.db");
    unsetenv("HOME");
    assert_true(store_path(STORE_GAMES, found, &why)); // as the system knows it
    assert_non_null(strstr(found, "/.local/share/causeway/games.db"));
}

// In a program of its own, which ends if that fails: opens the store, keeps so many events of
// a table, and closes it.
static void play_alone(const struct game *game, unsigned most, uint64_t seed)
{
    struct random random = random_seeded(seed);
    struct table_setup setup = help_setup(game);
    struct table *table = help_table(&setup);
    struct log_event event;
    struct store *store = store_open(path, STORE_WRITE, &why);
    bool good = store;
    while (good && help_kept(table) < most && help_next(table, &random, &event))
        good = help_keep(store, table, &event, &why);
    if (!good) {
        fprintf(stderr, "# %s\n", why.at);
        _exit(1);
    }
    store_close(store);
    table_free(table);
}

// Programs that make, fill and leave the database all at once.
static void many_programs_at_once(void **state)
{
    (void)state;
    enum { PROGRAMS = 6, EACH = 4 };
    for (unsigned program = 0; program < PROGRAMS; program++)
        if (fork() == 0) {
            for (unsigned i = 0; i < EACH; i++)
                play_alone(&game_trap_runner, UINT_MAX, program * EACH + i);
            _exit(0);
        }
    for (unsigned program = 0; program < PROGRAMS; program++) {
        int status;
        assert_true(wait(&status) > 0);
        assert_int_equal(status, 0);
    }
    struct store *store = opened(STORE_READ);
    assert_int_equal(counted(store, &(struct store_filter){ 0 }), PROGRAMS * EACH);
    store_close(store);
}

// Another program makes the database while this one is between two statements of opening it:
// before the n-th.
static long statements_left;

static void let_another_make_it(void)
{
    struct text words = TEXT_OF(TEXT_MAX);
    struct store *other = store_open(path, STORE_WRITE, &words);
    if (!other)
        fail_msg("%s", words.at);
    store_close(other);
}

static int before_statement(unsigned event, void *db, void *statement, void *text)
{
    (void)event, (void)text;
    for (sqlite3_stmt *other = NULL; (other = sqlite3_next_stmt(db, other));)
        if (other != statement && sqlite3_stmt_busy(other))
            return 0; // in the middle of one
    if (sqlite3_get_autocommit(db) && statements_left > 0 && --statements_left == 0)
        let_another_make_it();
    return 0;
}

static int watch_statements(sqlite3 *db)
{
    return sqlite3_trace_v2(db, SQLITE_TRACE_STMT, before_statement, db);
}

static void the_database_may_be_made_meanwhile(void **state)
{
    (void)state;
    bool between = true;
    assert_int_equal(sqlite3_auto_extension((void (*)(void))watch_statements), SQLITE_OK);
    for (long n = 1; between; n++) {
        statements_left = n;
        store_close(opened(STORE_WRITE));
        between = statements_left == 0;
        assert_true(between || n > 3);
        unlink(path);
    }
    sqlite3_reset_auto_extension();
}

// A file system whose n-th write fails, and all after it: SQLite's own, with the
// calls that change a file counted.
static sqlite3_vfs failing, *real;
static long writes_left;
static int failure;

struct failing_file {
    sqlite3_file base;
    sqlite3_io_methods methods;
    const sqlite3_io_methods *real;
};

static struct failing_file *wrapped(sqlite3_file *file)
{
    return (struct failing_file *)(void *)((char *)file + real->szOsFile);
}

static bool fails(void)
{
    return writes_left == 0 || (writes_left > 0 && --writes_left == 0);
}

static int failing_write(sqlite3_file *file, const void *bytes, int length, sqlite3_int64 at)
{
    return fails() ? failure : wrapped(file)->real->xWrite(file, bytes, length, at);
}

static int failing_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    return fails() ? SQLITE_IOERR_TRUNCATE : wrapped(file)->real->xTruncate(file, size);
}

static int failing_sync(sqlite3_file *file, int flags)
{
    return fails() ? SQLITE_IOERR_FSYNC : wrapped(file)->real->xSync(file, flags);
}

static int failing_map(sqlite3_file *file, int page, int size, int extend, void volatile **map)
{
    return extend && fails() ? SQLITE_IOERR_SHMSIZE
                             : wrapped(file)->real->xShmMap(file, page, size, extend, map);
}

static int failing_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
    (void)vfs;
    int code = real->xOpen(real, name, file, flags, out);
    if (!file->pMethods)
        return code;
    struct failing_file *ours = wrapped(file);
    ours->real = file->pMethods;
    ours->methods = *file->pMethods;
    ours->methods.xWrite = failing_write;
    ours->methods.xTruncate = failing_truncate;
    ours->methods.xSync = failing_sync;
    ours->methods.xShmMap = failing_map;
    file->pMethods = &ours->methods;
    return code;
}

static void use_failing_files(void)
{
    real = sqlite3_vfs_find(NULL);
    failing = *real;
    failing.zName = "failing";
    failing.szOsFile = real->szOsFile + (int)sizeof(struct failing_file);
    failing.xOpen = failing_open;
    assert_int_equal(sqlite3_vfs_register(&failing, 1), SQLITE_OK);
}

static void stop_failing_files(void)
{
    writes_left = -1;
    sqlite3_vfs_unregister(&failing);
    sqlite3_vfs_register(real, 1);
}

// Plays on until a write fails. What was acknowledged must be there afterwards,
// in the same program and in the next. Says whether anything failed.
static bool fail_at(long n, const struct table *kept)
{
    struct random random = random_seeded(17);
    struct table_setup setup = help_setup(&game_number_mines);
    struct table *table = help_table(&setup);
    struct log_event event;
    writes_left = n;
    struct store *store = store_open(path, STORE_WRITE, &why);
    bool good = store;
    while (good && help_next(table, &random, &event))
        good = help_keep(store, table, &event, &why);
    assert_true(good || why.length > 0);
    text_clear(&why);
    assert_true(!store || is_kept_as(store, table));
    assert_true(!store || is_kept_as(store, kept));
    writes_left = -1;
    store_close(store);
    store = opened(STORE_WRITE);
    assert_true(is_kept_as(store, table));
    assert_true(is_kept_as(store, kept));
    store_close(store);
    table_free(table);
    return !good;
}

static void every_write_may_fail(void **state)
{
    (void)state;
    static const int failures[] = { SQLITE_FULL, SQLITE_IOERR_WRITE };
    use_failing_files();
    for (size_t i = 0; i < 2; i++) {
        failure = failures[i];
        writes_left = -1;
        struct store *store = opened(STORE_WRITE);
        struct table *kept = play_kept(store, &game_trap_runner, MOVES_MAX, 3);
        store_close(store);
        long n = 1;
        while (fail_at(n, kept))
            n++;
        assert_true(n > 40);
        table_free(kept);
        unlink(path);
    }
    stop_failing_files();
}

// The same while the database is being made.
static void every_write_of_a_new_database_may_fail(void **state)
{
    (void)state;
    use_failing_files();
    failure = SQLITE_FULL;
    struct store *store = NULL;
    for (long n = 1; !store; n++) {
        writes_left = n;
        store = store_open(path, STORE_WRITE, &why);
        assert_true(store || strstr(why.at, "disk"));
        text_clear(&why);
        writes_left = -1;
        store_close(opened(STORE_WRITE));
        if (!store)
            unlink(path);
    }
    store_close(store);
    stop_failing_files();
}

static const int64_t FUTURE = 253402300799000;

// A table that has come by a file and says that it was made in the future.
static struct table *play_from_elsewhere(struct store *store)
{
    struct random random = random_seeded(2);
    struct table_setup setup = help_setup(&game_blockade);
    setup.header.created = FUTURE;
    struct table *table = help_table(&setup);
    while (!help_kept(table)) {
        struct log_event event;
        assert_true(help_next(table, &random, &event));
        assert_true(table_commit(table, &event, 0, &why));
    }
    assert_true(stored_import(store, table_log(table), &why));
    return table;
}

// The game to go on with after so many others; NULL: there is none.
static void assert_next(struct store *store, unsigned skip, const char *expected)
{
    char id[COMMIT_ID];
    assert_int_equal(store_newest_unfinished(store, skip, id, &why), expected != NULL);
    if (expected)
        assert_string_equal(id, expected);
}

// What is next to be gone on with is what was last played here, not what says so.
static void what_was_last_played_is_next(void **state)
{
    (void)state;
    struct store *store = opened(STORE_WRITE);
    struct random random = random_seeded(5);
    struct log old;
    struct table *here = play_kept(store, &game_blockade, 1, 1);
    struct table *future = play_from_elsewhere(store);
    help_play(&old, &match, &game_blockade, "", 1, 3);
    old.header.created = FUTURE - 1;
    import_log(store, &old);
    assert_next(store, 0, id_of(here));
    assert_next(store, 1, id_of(future));
    assert_next(store, 2, old.header.id);
    assert_next(store, 3, NULL);
    assert_true(keep_next(store, future, &random));
    assert_next(store, 0, id_of(future));
    assert_true(keep_next(store, here, &random));
    assert_next(store, 0, id_of(here));
    store_close(store);
    table_free(future);
    table_free(here);
    log_clear(&old);
}

static unsigned mode_of(const char *end)
{
    char name[160];
    struct stat status;
    snprintf(name, sizeof name, "%s%s", path, end);
    return stat(name, &status) == 0 ? status.st_mode & 0777 : 0;
}

static void others_may_not_read(void **state)
{
    (void)state;
    for (enum store_use use = STORE_READ; use <= STORE_WRITE; use++) {
        char log[160];
        struct store *store = opened(STORE_WRITE), *second;
        table_free(play_kept(store, &game_number_mines, 4, 3));
        snprintf(log, sizeof log, "%s-wal", path);
        assert_int_equal(chmod(path, 0664), 0);
        assert_int_equal(chmod(log, 0644), 0);
        second = opened(use);
        assert_int_equal(mode_of(""), 0600);
        assert_int_equal(mode_of("-wal"), 0600);
        store_close(second);
        store_close(store);
    }
}

static bool refused(enum store_use use, const char *sentence)
{
    text_clear(&why);
    struct store *store = store_open(path, use, &why);
    bool said = !store && strstr(why.at, sentence);
    if (!said)
        fail_msg("%s: %s", sentence, why.at);
    store_close(store);
    return said;
}

// A path that was given by mistake: nothing about the file changes.
static void what_is_no_database_of_ours_is_left_alone(void **state)
{
    (void)state;
    for (enum store_use use = STORE_READ; use <= STORE_WRITE; use++) {
        FILE *file = fopen(path, "w");
        for (unsigned i = 0; i < 100; i++)
            fputs("root:x:0:0:root:/root:/bin/bash\n", file);
        fclose(file);
        assert_int_equal(chmod(path, 0644), 0);
        assert_true(refused(use, "it is damaged, or is something else"));
        assert_int_equal(mode_of(""), 0644);
        unlink(path);
        execute("CREATE TABLE other (a)");
        assert_int_equal(chmod(path, 0644), 0);
        assert_true(refused(use, "is a database of another program"));
        assert_int_equal(mode_of(""), 0644);
        unlink(path);
    }
}

static void a_link_or_a_foreign_file_is_not_used(void **state)
{
    (void)state;
    char elsewhere[160];
    snprintf(elsewhere, sizeof elsewhere, "%s/elsewhere", directory);
    for (enum store_use use = STORE_READ; use <= STORE_WRITE; use++) {
        assert_int_equal(symlink(elsewhere, path), 0);
        assert_true(refused(use, "it is a link"));
        assert_int_not_equal(access(elsewhere, F_OK), 0);
        unlink(path);
    }
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_true(refused(STORE_WRITE, "it is not a file"));
    unlink(path);
    assert_int_equal(chmod(directory, 0777), 0);
    assert_true(refused(STORE_WRITE, "everybody may write into its directory"));
    assert_int_equal(chmod(directory, 0700), 0);
    if (geteuid() != 0)
        return; // only root can give files away
    store_close(opened(STORE_WRITE));
    assert_int_equal(chown(path, 65534, 65534), 0);
    assert_true(refused(STORE_WRITE, "belongs to somebody else"));
    unlink(path);
    store_close(opened(STORE_WRITE));
    snprintf(elsewhere, sizeof elsewhere, "%s-wal", path);
    fclose(fopen(elsewhere, "w"));
    assert_int_equal(chown(elsewhere, 65534, 65534), 0);
    assert_true(refused(STORE_WRITE, "belongs to somebody else"));
}

static void a_uri_is_no_path(void **state)
{
    (void)state;
    assert_null(store_open("file:x/games.db", STORE_WRITE, &why));
    assert_non_null(strstr(why.at, "file:"));
    assert_null(store_open("file:x/games.db", STORE_READ, &why));
}

// Triggers and views of a database that somebody has sent do nothing.
static void a_hostile_schema_does_nothing(void **state)
{
    (void)state;
    store_close(opened(STORE_WRITE));
    execute("CREATE TRIGGER forger AFTER INSERT ON events BEGIN UPDATE events SET line = '{}'"
            " WHERE home = new.home AND n = new.n; END");
    struct store *store = opened(STORE_WRITE);
    struct table *table = play_kept(store, &game_number_mines, 6, 11);
    assert_true(is_kept_as(store, table));
    store_close(store);
    table_free(table);
    execute("DROP TRIGGER forger; ALTER TABLE rounds RENAME TO kept;"
            "CREATE VIEW rounds AS SELECT a.* FROM kept AS a, events, events, events, events");
    store = opened(STORE_READ);
    unsigned count = 0;
    text_clear(&why);
    assert_false(store_list(store, &(struct store_filter){ 0 }, count_games, &count, &why));
    assert_non_null(strstr(why.at, "prohibited"));
    assert_int_equal(count, 0);
    store_close(store);
}

// Without the indexes that are to make it quick, and with rows that are made for it, looking
// for unfinished matches still ends.
static void nothing_runs_for_ever(void **state)
{
    (void)state;
    store_close(opened(STORE_WRITE));
    execute("DROP INDEX open; DROP INDEX played; INSERT INTO rounds WITH RECURSIVE n(i) AS (SELECT"
            " 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000) SELECT i, 1 + i % 2, i, i, 1,"
            " 'x' || i / 2, 'blockade', '', 2, 1, 0, 1, 1, 0, 1, 'a', 'b', 'human', 'human', 'a',"
            " 'b', 0 FROM n");
    struct store *store = opened(STORE_READ);
    unsigned count = 0;
    text_clear(&why);
    bool read =
        store_list(store, &(struct store_filter){ .unfinished = true }, count_games, &count, &why);
    assert_true(read);
    store_close(store);
}

static void a_damaged_row_is_left_out_and_named(void **state)
{
    (void)state;
    struct store *store = opened(STORE_WRITE);
    struct table *table[3];
    char sql[160];
    for (unsigned i = 0; i < 3; i++)
        table[i] = play_kept(store, &game_blockade, MOVES_MAX, i);
    snprintf(sql, sizeof sql, "UPDATE rounds SET first = 7 WHERE id = '%s'", id_of(table[1]));
    execute(sql);
    unsigned count = 0;
    text_clear(&why);
    assert_true(store_list(store, &(struct store_filter){ 0 }, count_games, &count, &why));
    assert_int_equal(count, 2);
    assert_non_null(strstr(why.at, id_of(table[1])));
    store_close(store);
    for (unsigned i = 0; i < 3; i++)
        table_free(table[i]);
}

// A game that was deleted, and another put in its place, is not gone on with.
static void another_game_under_the_same_id_is_not_mixed(void **state)
{
    (void)state;
    struct store *store = opened(STORE_WRITE);
    struct random random = random_seeded(8), otherwise = random_seeded(2);
    struct log_event event;
    struct table *table = play_kept(store, &game_blockade, 3, 1);
    struct table *other = help_table(table_setup(table));
    while (table_count(other) < table_count(table)) {
        assert_true(help_next(other, &otherwise, &event));
        assert_true(table_commit(other, &event, 0, &why));
    }
    assert_false(is_kept_as(store, other)); // as many events, but not the same
    assert_true(store_delete(store, id_of(table), &why));
    assert_true(stored_import(store, table_log(other), &why));
    assert_true(help_next(table, &random, &event));
    text_clear(&why);
    assert_false(help_keep(store, table, &event, &why));
    assert_non_null(strstr(why.at, "gone on with it"));
    assert_true(is_kept_as(store, other));
    store_close(store);
    table_free(table);
    table_free(other);
}

// Programs that all write at once, each with its lock held for a moment: everybody gets
// a turn.
static void everybody_gets_a_turn(void **state)
{
    (void)state;
    enum { PROGRAMS = 64, EACH = 8 };
    for (unsigned program = 0; program < PROGRAMS; program++)
        if (fork() == 0) {
            play_alone(&game_minefield, EACH, program);
            _exit(0);
        }
    unsigned refusals = 0;
    for (unsigned program = 0; program < PROGRAMS; program++) {
        int status;
        assert_true(wait(&status) > 0);
        refusals += status != 0;
    }
    assert_int_equal(refusals, 0);
}

// A database of an older version is neither read nor changed.
static void an_old_database_is_refused_and_left_as_it_is(void **state)
{
    (void)state;
    static char before[1 << 17], after[1 << 17];
    store_close(opened(STORE_WRITE));
    execute("PRAGMA user_version = 6; PRAGMA journal_mode = DELETE");
    size_t size = (size_t)size_of(path);
    assert_in_range(size, 1, sizeof before);
    FILE *file = fopen(path, "rb");
    assert_int_equal(fread(before, 1, size, file), size);
    fclose(file);
    for (enum store_use use = STORE_READ; use <= STORE_WRITE; use++) {
        assert_true(refused(use, "an older version of Causeway: its tables have version 6, and 8"));
        assert_non_null(strstr(why.at, path));
        file = fopen(path, "rb");
        assert_int_equal(fread(after, 1, sizeof after, file), size);
        fclose(file);
        assert_memory_equal(before, after, size);
    }
}

// What is left of a database that somebody else has laid hands on while it was open: every
// call does what it can or says what it cannot, and none does half of it.

static bool count_nothing(void *context, const struct store_round *summary)
{
    (void)context, (void)summary;
    return true;
}

// How many of the calls fail; each with a sentence.
static unsigned count_failures(struct store *store, struct table *table, const struct log *log)
{
    const char *id = id_of(table);
    unsigned failures = 0;
    struct log read;
    struct log_event event;
    struct random random = random_seeded(1);
    char found[COMMIT_ID];
    assert_true(help_next(table, &random, &event));
#define TRY(call)                                                                                  \
    do {                                                                                           \
        text_clear(&why);                                                                          \
        if (!(call)) {                                                                             \
            failures++;                                                                            \
            if (why.length == 0)                                                                   \
                fail_msg("%s fails without a word", #call);                                        \
        }                                                                                          \
    } while (0)
    TRY(stored_load(store, games, id, &read, NULL, &why));
    log_clear(&read);
    TRY(store_find(store, id, found, &why));
    TRY(store_newest_unfinished(store, 0, found, &why));
    TRY(store_list(store, &(struct store_filter){ 0 }, count_nothing, NULL, &why));
    TRY(store_list(store, &(struct store_filter){ .finished = true }, count_nothing, NULL, &why));
    TRY(help_keep(store, table, &event, &why));
    TRY(stored_import(store, log, &why));
    TRY(store_delete(store, id, &why));
#undef TRY
    return failures;
}

static void a_database_that_loses_its_tables_says_so(void **state)
{
    (void)state;
    static const struct {
        const char *sql;
        unsigned failures;
    } cases[] = {
        { "DROP TABLE events; DROP TABLE rounds; DROP TABLE tables", 8 },
        { "DROP TABLE rounds", 8 },
        { "DROP TABLE events", 3 },
        { "DROP TABLE events; DROP TABLE tables", 4 },
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct log log = { 0 };
        struct table_setup setup = setup_words_default(&game_blockade).table;
        assert_true(position_log(&setup, NULL, 0, &log, &why));
        struct store *store = opened(STORE_WRITE);
        struct table *table = play_kept(store, &game_number_mines, 1, i);
        execute(cases[i].sql);
        unsigned failures = count_failures(store, table, &log);
        if (failures < cases[i].failures)
            fail_msg("%s: only %u calls fail", cases[i].sql, failures);
        store_close(store);
        table_free(table);
        log_clear(&log);
        unlink(path);
    }
}

// What is sent to SQLite.
#define DATABASE_NOW              "0"
#define SAME(name, sql)           { #name, sql },
#define TOLD(name, sql)           { #name, sql },
#define OWN(name, file, postgres) { #name, file },
static const struct {
    const char *name, *sql;
} statements[] = {
#include "store/statements.def"
};

// One step of how a statement is carried out.
static int check_step(void *context, int count, char **columns, char **names)
{
    const char *statement = context, *step = columns[3];
    bool reads = strstr(step, "SEARCH") || strstr(step, "SCAN");
    (void)count, (void)names;
    if (strstr(step, "TEMP B-TREE") ||
        (reads && strncmp(statement, "OPEN_", 5) == 0 && !strstr(step, "USING INDEX open")))
        fail_msg("%s: %s", statement, step);
    return 0;
}

// Else a list of a million games would be sorted before its first row, or all that a player has
// finished would be read for what is not.
static void lists_are_read_in_their_order_and_the_open_ones_alone(void **state)
{
    unsigned lists = 0;
    sqlite3 *db;
    (void)state;
    store_close(opened(STORE_WRITE));
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    for (unsigned i = 0; i < sizeof statements / sizeof *statements; i++) {
        char sql[4096];
        const char *name = statements[i].name;
        if (!strstr(name, "_NEWEST") && !strstr(name, "_OLDEST"))
            continue;
        snprintf(sql, sizeof sql, "EXPLAIN QUERY PLAN %s", statements[i].sql);
        assert_int_equal(sqlite3_exec(db, sql, check_step, (void *)name, NULL), SQLITE_OK);
        lists++;
    }
    assert_int_equal(lists, 17);
    sqlite3_close(db);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(games_are_kept_event_by_event, fresh, done),
    cmocka_unit_test_setup_teardown(imports_are_the_same_bytes, fresh, done),
    cmocka_unit_test_setup_teardown(lists_can_be_filtered, fresh, done),
    cmocka_unit_test_setup_teardown(what_was_last_played_is_next, fresh, done),
    cmocka_unit_test_setup_teardown(others_may_not_read, fresh, done),
    cmocka_unit_test_setup_teardown(a_link_or_a_foreign_file_is_not_used, fresh, done),
    cmocka_unit_test_setup_teardown(what_is_no_database_of_ours_is_left_alone, fresh, done),
    cmocka_unit_test_setup_teardown(a_uri_is_no_path, fresh, done),
    cmocka_unit_test_setup_teardown(a_hostile_schema_does_nothing, fresh, done),
    cmocka_unit_test_setup_teardown(nothing_runs_for_ever, fresh, done),
    cmocka_unit_test_setup_teardown(a_damaged_row_is_left_out_and_named, fresh, done),
    cmocka_unit_test_setup_teardown(another_game_under_the_same_id_is_not_mixed, fresh, done),
    cmocka_unit_test_setup_teardown(everybody_gets_a_turn, fresh, done),
    cmocka_unit_test_setup_teardown(the_newest_comes_first, fresh, done),
    cmocka_unit_test_setup_teardown(a_match_is_unfinished_until_its_last_round_is_over, fresh,
                                    done),
    cmocka_unit_test_setup_teardown(games_are_found_and_deleted, fresh, done),
    cmocka_unit_test_setup_teardown(nothing_stored_is_an_empty_list, fresh, done),
    cmocka_unit_test_setup_teardown(two_programs_do_not_mix_one_game, fresh, done),
    cmocka_unit_test_setup_teardown(a_lock_is_reported_and_outlived, fresh, done),
    cmocka_unit_test_setup_teardown(a_database_held_by_one_program_is_reported, fresh, done),
    cmocka_unit_test_setup_teardown(other_databases_are_left_alone, fresh, done),
    cmocka_unit_test_setup_teardown(tampering_with_a_table_is_found, fresh, done),
    cmocka_unit_test_setup_teardown(control_characters_are_not_repeated, fresh, done),
    cmocka_unit_test_setup_teardown(damage_is_survived, fresh, done),
    cmocka_unit_test_setup_teardown(a_database_that_loses_its_tables_says_so, fresh, done),
    cmocka_unit_test_setup_teardown(versions_that_are_none_are_refused, fresh, done),
    cmocka_unit_test_setup_teardown(a_damaged_header_is_survived, fresh, done),
    cmocka_unit_test_setup_teardown(a_read_only_directory_is_read, fresh, done),
    cmocka_unit_test_setup_teardown(the_database_is_private, fresh, done),
    cmocka_unit_test_setup_teardown(the_environment_says_where, fresh, done),
    cmocka_unit_test_setup_teardown(many_programs_at_once, fresh, done),
    cmocka_unit_test_setup_teardown(the_database_may_be_made_meanwhile, fresh, done),
    cmocka_unit_test_setup_teardown(every_write_may_fail, fresh, done),
    cmocka_unit_test_setup_teardown(every_write_of_a_new_database_may_fail, fresh, done),
    cmocka_unit_test_setup_teardown(an_old_database_is_refused_and_left_as_it_is, fresh, done),
    cmocka_unit_test_setup_teardown(an_event_has_the_time_of_its_storing, fresh, done),
    cmocka_unit_test_setup_teardown(lists_are_read_in_their_order_and_the_open_ones_alone, fresh,
                                    done),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
