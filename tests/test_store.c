// SPDX-License-Identifier: GPL-3.0-or-later
// The database: what was acknowledged is there, whatever fails afterwards.
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

#include "drive/order.h"
#include "drive/position.h"
#include "games/games.h"
#include "store/store.h"
#include "record_help.h"

static char why_bytes[8192], directory[HELP_DIRECTORY], path[128];
static struct text why;
static struct match match;
static struct bytes once, again;
static const char *old_database = "tests/data/store-v1.sql";

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

static bool is_stored_as(struct store *store, const struct record *record)
{
    struct record read;
    unsigned char sum[2][COMMIT_BYTES];
    bool loaded = store_load(store, games, record->header.id, &read, &why);
    jsonl_sum(record, sum[0]);
    if (loaded)
        jsonl_sum(&read, sum[1]);
    bool same = loaded && memcmp(sum[0], sum[1], COMMIT_BYTES) == 0;
    record_clear(&read);
    return same;
}

// Plays a stored game, event by event, as a front does.
static void play_stored(struct store *store, struct record *record, const struct game *game,
                        unsigned most, uint64_t seed)
{
    struct random random = random_seeded(seed);
    help_start(record, &match, game, "", SEAT_1);
    assert_true(store_add(store, record, &why));
    while (!match_over(&match) && match.count < most) {
        help_move(&match, &random);
        assert_true(store_follow(store, record, &match, &why));
    }
}

static void games_are_kept_event_by_event(void **state)
{
    (void)state;
    for (const struct game *const *game = games; *game; game++) {
        struct record record;
        struct store *store = opened(STORE_WRITE);
        play_stored(store, &record, *game, MOVES_MAX, 5);
        assert_true(is_stored_as(store, &record));
        store_close(store);
        store = opened(STORE_READ);
        assert_true(is_stored_as(store, &record));
        store_close(store);
        record_clear(&record);
    }
}

static void imports_are_the_same_bytes(void **state)
{
    (void)state;
    struct record record, read;
    struct store *store = opened(STORE_WRITE);
    help_play(&record, &match, &game_minefield, "", MOVES_MAX, 9);
    assert_true(store_add(store, &record, &why));
    assert_true(help_export(&record, AS_ALL, &once));
    assert_true(store_load(store, games, record.header.id, &read, &why));
    assert_true(help_export(&read, AS_ALL, &again));
    assert_int_equal(once.length, again.length);
    assert_memory_equal(once.at, again.at, once.length);
    assert_false(store_add(store, &record, &why));
    assert_non_null(strstr(why.at, "already stored"));
    store_close(store);
    record_clear(&record);
    record_clear(&read);
}

static bool count_games(void *whom, const struct store_summary *summary)
{
    (void)summary;
    ++*(unsigned *)whom;
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
    struct record record;
    for (unsigned i = 0; i < 10; i++) {
        help_play(&record, &match, i % 2 ? &game_blockade : &game_pathfinder, "",
                  i < 4 ? 1 : MOVES_MAX, i);
        snprintf(record.header.name[SEAT_2], LOG_NAME, "Guest %u", i % 5);
        record.header.created += i;
        assert_true(store_add(store, &record, &why));
        record_clear(&record);
    }
    assert_int_equal(counted(store, &(struct store_filter){ 0 }), 10);
    assert_int_equal(counted(store, &(struct store_filter){ .game = "blockade" }), 5);
    assert_int_equal(counted(store, &(struct store_filter){ .player = "gUEST 3" }), 2);
    assert_int_equal(counted(store, &(struct store_filter){ .unfinished = true }), 4);
    assert_int_equal(counted(store, &(struct store_filter){ .finished = true, .game = "blockade" }),
                     3);
    store_close(store);
}

static bool take_first(void *whom, const struct store_summary *summary)
{
    strcpy(whom, summary->name[SEAT_2]);
    return false;
}

static void the_newest_comes_first(void **state)
{
    (void)state;
    struct store *store = opened(STORE_WRITE);
    struct record record;
    char id[COMMIT_ID], first[LOG_NAME];
    assert_false(store_newest_unfinished(store, 0, id, &why));
    for (unsigned i = 0; i < 6; i++) {
        help_play(&record, &match, &game_blockade, "", i < 4 ? 1 : MOVES_MAX, i);
        snprintf(record.header.name[SEAT_2], LOG_NAME, "Guest %u", i);
        record.header.created += i * 7 % 5;
        assert_true(store_add(store, &record, &why));
        if (i == 3) // the last to be played, though not the last by the clock
            strcpy(first, record.header.id);
        record_clear(&record);
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

// Round by round: what is unfinished is what resume would go on with.
static void a_match_between_rounds_is_unfinished(void **state)
{
    (void)state;
    struct store *store = opened(STORE_WRITE);
    struct store_filter unfinished = { .unfinished = true };
    struct record record;
    char series[COMMIT_ID], id[COMMIT_ID];
    for (unsigned round = 1; round <= 3; round++) {
        help_play(&record, &match, &game_blockade, "", MOVES_MAX, round);
        if (round == 1)
            strcpy(series, record.header.id);
        strcpy(record.header.series, series);
        record.header.round = round;
        record.header.rounds = 3;
        assert_true(store_add(store, &record, &why));
        assert_int_equal(counted(store, &unfinished), round < 3);
        assert_int_equal(store_newest_unfinished(store, 0, id, &why), round < 3);
        if (round < 3)
            assert_string_equal(id, record.header.id);
        record_clear(&record);
    }
    unfinished.series = series;
    assert_int_equal(counted(store, &unfinished), 0);
    assert_int_equal(counted(store, &(struct store_filter){ .finished = true }), 3);
    store_close(store);
}

static void games_are_found_and_deleted(void **state)
{
    (void)state;
    struct store *store = opened(STORE_WRITE);
    struct record one, two;
    char id[COMMIT_ID];
    help_play(&one, &match, &game_trap_runner, "", MOVES_MAX, 1);
    help_play(&two, &match, &game_trap_runner, "", MOVES_MAX, 2);
    memcpy(one.header.id, "k7k7k7k7k7k7", COMMIT_ID);
    memcpy(two.header.id, "k7k8k7k7k7k7", COMMIT_ID);
    for (struct record *record = &one; record; record = record == &one ? &two : NULL) {
        struct record_entry *hidden = &record->entries[0];
        assert_true(
            commit_seal(record->header.id, &game_trap_runner, &hidden->event, &hidden->seal));
        assert_true(store_add(store, record, &why));
    }
    assert_true(store_find(store, "k7k8", id, &why));
    assert_string_equal(id, two.header.id);
    assert_false(store_find(store, "k7", id, &why));
    assert_false(store_find(store, "", id, &why));
    assert_false(store_find(store, "zz", id, &why));
    assert_true(store_delete(store, two.header.id, &why));
    assert_false(is_stored_as(store, &two));
    assert_true(is_stored_as(store, &one));
    assert_true(store_find(store, "k7", id, &why));
    store_close(store);
    record_clear(&one);
    record_clear(&two);
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
    struct record record, other;
    struct random random = random_seeded(1);
    play_stored(a, &record, &game_pathfinder, 3, 1);
    assert_true(store_load(b, games, record.header.id, &other, &why));
    help_move(&match, &random);
    assert_true(store_follow(a, &record, &match, &why));
    unsigned count = other.count;
    assert_false(store_follow(b, &other, &match, &why));
    assert_non_null(strstr(why.at, "another program"));
    assert_int_equal(other.count, count);
    assert_true(is_stored_as(b, &record));
    assert_true(store_delete(b, record.header.id, &why));
    while (match.count <= record.live)
        help_move(&match, &random);
    assert_false(store_follow(a, &record, &match, &why));
    assert_non_null(strstr(why.at, "deleted"));
    store_close(a);
    store_close(b);
    record_clear(&record);
    record_clear(&other);
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
    struct record record;
    struct random random = random_seeded(4);
    sqlite3 *holder;
    play_stored(store, &record, &game_pathfinder, 3, 1);
    assert_int_equal(sqlite3_open(path, &holder), SQLITE_OK);
    assert_int_equal(sqlite3_exec(holder, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    while (match.count <= record.live)
        help_move(&match, &random);
    assert_false(store_follow(store, &record, &match, &why));
    assert_non_null(strstr(why.at, "another program is holding it"));
    assert_true(store_is_busy(store));
    assert_true(is_stored_as(store, &record)); // readers are not kept out
    sqlite3_close(holder);
    assert_true(store_follow(store, &record, &match, &why));
    assert_true(is_stored_as(store, &record));
    store_close(store);
    record_clear(&record);
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

static void tampering_inside_is_found(void **state)
{
    (void)state;
    static const char *const harm[] = {
        "UPDATE games SET winner = 3 - winner",
        "UPDATE games SET rules = 'length=99'",
        "UPDATE games SET game = 'chess'",
        "UPDATE games SET first = 7",
        "UPDATE games SET winner = 9",
        "UPDATE games SET name1 = printf('%200c', 'x')",
        "UPDATE games SET id = 'x'",
        "DELETE FROM events WHERE n = 2",
        "DELETE FROM events WHERE n = (SELECT max(n) FROM events)",
        "UPDATE events SET move = 'trap 1 2 4' WHERE n = 1",
        "UPDATE events SET move = 'run 9' WHERE n = 2",
        "UPDATE events SET move = 'fly' WHERE n = 2",
        "UPDATE events SET seat = 200 WHERE n = 2",
        "UPDATE events SET outcome = -5 WHERE n = 2",
        "UPDATE events SET nonce = NULL WHERE n = 1",
        "UPDATE events SET commitment = zeroblob(32) WHERE n = 1",
    };
    for (size_t i = 0; i < sizeof harm / sizeof *harm; i++) {
        struct record record;
        struct store *store = opened(STORE_WRITE);
        play_stored(store, &record, &game_trap_runner, MOVES_MAX, 12);
        store_close(store);
        execute(harm[i]);
        store = opened(STORE_READ);
        assert_false(is_stored_as(store, &record));
        assert_true(why.length > 0);
        text_clear(&why);
        store_close(store);
        record_clear(&record);
        unlink(path);
    }
}

// What somebody wrote into the database is not to take over the terminal.
static void control_characters_are_not_repeated(void **state)
{
    (void)state;
    static const char *const harm[] = {
        "UPDATE games SET name1 = char(27) || '[2J'",
        "UPDATE games SET name2 = 'Ben' || char(155) || '2J'",
        "UPDATE games SET player1 = char(10)",
        "UPDATE games SET game = 'chess' || char(7)",
        "UPDATE games SET id = 'k7' || char(27) || '[2J00000'",
        "UPDATE games SET rules = 'length' || char(27) || '=4'",
        "UPDATE events SET move = char(27) || '[2J' WHERE n = 2",
    };
    for (size_t i = 0; i < sizeof harm / sizeof *harm; i++) {
        struct record record;
        struct store *store = opened(STORE_WRITE);
        char id[COMMIT_ID];
        unsigned count = 0;
        play_stored(store, &record, &game_trap_runner, MOVES_MAX, 12);
        execute(harm[i]);
        text_clear(&why);
        assert_true(store_list(store, &(struct store_filter){ 0 }, count_games, &count, &why));
        assert_int_equal(count, i >= 5);
        assert_int_equal(why.length > 0, i < 5);
        assert_false(store_find(store, i == 4 ? "k7" : record.header.id, id, &why) &&
                     is_stored_as(store, &record));
        assert_true(why.length > 0 && record_is_text(why.at));
        store_close(store);
        record_clear(&record);
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
    struct record record;
    struct random random = random_seeded(8);
    for (unsigned i = 0; i < 150; i++) {
        struct store *store = opened(STORE_WRITE);
        play_stored(store, &record, &game_number_mines, 6, i);
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
        if (store && !is_stored_as(store, &record))
            assert_true(why.length > 0);
        store_close(store);
        record_clear(&record);
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

static void damage_header(const struct record *record, long at, unsigned char value)
{
    overwrite(at, &value, 1);
    for (enum store_use use = STORE_READ; use <= STORE_WRITE; use++) {
        text_clear(&why);
        struct store *store = store_open(path, use, &why);
        assert_true(store || why.length > 0);
        if (store && !is_stored_as(store, record))
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
    struct record record;
    struct store *store = opened(STORE_WRITE);
    play_stored(store, &record, &game_trap_runner, MOVES_MAX, 2);
    store_close(store);
    size_t size = (size_t)size_of(path);
    assert_in_range(size, HEADER, sizeof whole);
    FILE *file = fopen(path, "rb");
    assert_int_equal(fread(whole, 1, size, file), size);
    fclose(file);
    for (long at = 0; at < HEADER; at++)
        for (size_t i = 0; i < sizeof values + 8; i++) {
            int harm = i < sizeof values ? values[i] : whole[at] ^ 1 << (i - sizeof values);
            damage_header(&record, at, (unsigned char)harm);
            assert_int_equal(truncate(path, (off_t)size), 0);
            overwrite(0, whole, size);
        }
    store = opened(STORE_READ);
    assert_true(is_stored_as(store, &record));
    store_close(store);
    record_clear(&record);
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
    struct record record;
    struct store *store = opened(STORE_WRITE);
    play_stored(store, &record, &game_blockade, MOVES_MAX, 1);
    store_close(store);
    assert_int_equal(chmod(path, 0444), 0);
    assert_int_equal(chmod(directory, 0555), 0);
    int result = as_nobody(try_read_only);
    assert_int_equal(chmod(directory, 0755), 0);
    assert_int_equal(result, 0);
    record_clear(&record);
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

// Programs that make, fill and leave the database all at once.
static void many_programs_at_once(void **state)
{
    (void)state;
    enum { PROGRAMS = 6, EACH = 4 };
    for (unsigned program = 0; program < PROGRAMS; program++)
        if (fork() == 0) {
            for (unsigned i = 0; i < EACH; i++) {
                struct record record;
                struct store *store = store_open(path, STORE_WRITE, &why);
                help_play(&record, &match, &game_trap_runner, "", MOVES_MAX, program * EACH + i);
                if (!store || !store_add(store, &record, &why)) {
                    fprintf(stderr, "%s\n", why.at);
                    _exit(1);
                }
                store_close(store);
                record_clear(&record);
            }
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
static bool fail_at(long n, struct record *kept)
{
    struct record record = { 0 };
    struct random random = random_seeded(17);
    writes_left = n;
    struct store *store = store_open(path, STORE_WRITE, &why);
    help_start(&record, &match, &game_number_mines, "", SEAT_1);
    bool begun = store && store_add(store, &record, &why), good = begun;
    while (good && !match_over(&match)) {
        help_move(&match, &random);
        good = store_follow(store, &record, &match, &why);
    }
    assert_true(good || why.length > 0);
    text_clear(&why);
    assert_true(!begun || is_stored_as(store, &record));
    assert_true(!store || is_stored_as(store, kept));
    writes_left = -1;
    store_close(store);
    store = opened(STORE_WRITE);
    assert_true(!begun || is_stored_as(store, &record));
    assert_true(is_stored_as(store, kept));
    store_close(store);
    record_clear(&record);
    return !good;
}

static void every_write_may_fail(void **state)
{
    (void)state;
    static const int failures[] = { SQLITE_FULL, SQLITE_IOERR_WRITE };
    struct record kept;
    use_failing_files();
    for (size_t i = 0; i < 2; i++) {
        failure = failures[i];
        writes_left = -1;
        struct store *store = opened(STORE_WRITE);
        play_stored(store, &kept, &game_trap_runner, MOVES_MAX, 3);
        store_close(store);
        long n = 1;
        while (fail_at(n, &kept))
            n++;
        assert_true(n > 40);
        record_clear(&kept);
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

// What is next to be gone on with is what was last played here, not what says so.
static void what_was_last_played_is_next(void **state)
{
    (void)state;
    struct store *store = opened(STORE_WRITE);
    struct record future, here;
    struct random random = random_seeded(5);
    char id[COMMIT_ID];
    help_start(&here, &match, &game_blockade, "", SEAT_1);
    assert_true(store_add(store, &here, &why));
    struct match other;
    help_start(&future, &other, &game_blockade, "", SEAT_1);
    future.header.created = 253402300799000;
    assert_true(store_import(store, &future, &why));
    assert_true(store_newest_unfinished(store, 0, id, &why));
    assert_string_equal(id, here.header.id);
    assert_true(store_newest_unfinished(store, 1, id, &why));
    assert_string_equal(id, future.header.id);
    assert_false(store_newest_unfinished(store, 2, id, &why));
    help_move(&other, &random);
    assert_true(store_follow(store, &future, &other, &why));
    assert_true(store_newest_unfinished(store, 0, id, &why));
    assert_string_equal(id, future.header.id);
    help_move(&match, &random);
    assert_true(store_follow(store, &here, &match, &why));
    assert_true(store_newest_unfinished(store, 0, id, &why));
    assert_string_equal(id, here.header.id);
    store_close(store);
    record_clear(&future);
    record_clear(&here);
}

static void start_round(struct record *record, const char *series, unsigned round)
{
    help_play(record, &match, &game_blockade, "", MOVES_MAX, round);
    strcpy(record->header.series, series ? series : record->header.id);
    record->header.round = round;
    record->header.rounds = 3;
}

static bool imports(struct store *store, const struct record *record, const char *sentence)
{
    text_clear(&why);
    bool taken = store_import(store, record, &why);
    assert_true(taken || strstr(why.at, sentence));
    return taken;
}

// A record from elsewhere cannot say that it is a round of a match that is played here.
static void foreign_rounds_do_not_count(void **state)
{
    (void)state;
    struct store *store = opened(STORE_WRITE);
    struct record one, two, three;
    start_round(&one, NULL, 1);
    start_round(&two, one.header.id, 2);
    start_round(&three, one.header.id, 3);
    assert_true(store_add(store, &one, &why));
    assert_false(imports(store, &two, "does not fit"));
    assert_true(store_delete(store, one.header.id, &why));

    assert_true(imports(store, &one, ""));
    strcpy(two.header.name[SEAT_2], "Mallory");
    assert_false(imports(store, &two, "does not fit"));
    strcpy(two.header.name[SEAT_2], one.header.name[SEAT_2]);
    assert_true(imports(store, &two, ""));
    three.header.round = 2;
    assert_false(imports(store, &three, "does not fit"));
    three.header.round = 1;
    assert_false(imports(store, &three, "round 1 of a match"));
    three.header.round = 3;
    three.header.rounds = 5;
    assert_false(imports(store, &three, "does not fit"));
    three.header.rounds = LOG_ROUNDS_MAX + 1;
    assert_false(imports(store, &three, ""));
    three.header.rounds = 3;
    assert_true(imports(store, &three, ""));
    store_close(store);
    record_clear(&one);
    record_clear(&two);
    record_clear(&three);
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
        struct record record;
        char log[160];
        struct store *store = opened(STORE_WRITE), *second;
        play_stored(store, &record, &game_number_mines, 4, 3);
        snprintf(log, sizeof log, "%s-wal", path);
        assert_int_equal(chmod(path, 0664), 0);
        assert_int_equal(chmod(log, 0644), 0);
        second = opened(use);
        assert_int_equal(mode_of(""), 0600);
        assert_int_equal(mode_of("-wal"), 0600);
        store_close(second);
        store_close(store);
        record_clear(&record);
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
    struct record record;
    store_close(opened(STORE_WRITE));
    execute("CREATE TRIGGER liar AFTER INSERT ON events BEGIN UPDATE events SET move = 'mine 2 3 4'"
            " WHERE game = new.game AND n = new.n; END");
    struct store *store = opened(STORE_WRITE);
    play_stored(store, &record, &game_number_mines, 6, 11);
    assert_true(is_stored_as(store, &record));
    store_close(store);
    record_clear(&record);
    execute("DROP TRIGGER liar; ALTER TABLE games RENAME TO kept;"
            "CREATE VIEW games AS SELECT a.* FROM kept AS a, events, events, events, events");
    store = opened(STORE_READ);
    unsigned count = 0;
    text_clear(&why);
    assert_false(store_list(store, &(struct store_filter){ 0 }, count_games, &count, &why));
    assert_non_null(strstr(why.at, "prohibited"));
    assert_int_equal(count, 0);
    store_close(store);
}

// Without the index that is to make it quick, and with rows that are made for it, looking
// for unfinished matches still ends.
static void nothing_runs_for_ever(void **state)
{
    (void)state;
    store_close(opened(STORE_WRITE));
    execute("DROP INDEX matches; INSERT INTO games WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL"
            " SELECT i + 1 FROM n WHERE i < 6000) SELECT i, i, 'blockade', '', 1, 'a', 'b',"
            " 'human', 'human', 'x' || i / 2, 1 + i % 2, 2, 0, 1, x'', 0, '', 0, 0 FROM n");
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
    struct record record[3];
    char sql[160];
    for (unsigned i = 0; i < 3; i++) {
        play_stored(store, &record[i], &game_blockade, MOVES_MAX, i);
        record[i].header.created += i;
    }
    snprintf(sql, sizeof sql, "UPDATE games SET first = 7 WHERE id = '%s'", record[1].header.id);
    execute(sql);
    unsigned count = 0;
    text_clear(&why);
    assert_true(store_list(store, &(struct store_filter){ 0 }, count_games, &count, &why));
    assert_int_equal(count, 2);
    assert_non_null(strstr(why.at, record[1].header.id));
    store_close(store);
    for (unsigned i = 0; i < 3; i++)
        record_clear(&record[i]);
}

// A game that was deleted, and another put in its place, is not gone on with.
static void another_game_under_the_same_id_is_not_mixed(void **state)
{
    (void)state;
    struct store *store = opened(STORE_WRITE);
    struct record record, other;
    struct random random = random_seeded(8);
    play_stored(store, &record, &game_blockade, 3, 1);
    struct match going_on = match;
    help_play(&other, &match, &game_blockade, "", 3, 2);
    strcpy(other.header.id, record.header.id);
    strcpy(other.header.series, record.header.id);
    assert_true(store_delete(store, record.header.id, &why));
    assert_true(store_add(store, &other, &why));
    help_move(&going_on, &random);
    assert_false(store_follow(store, &record, &going_on, &why));
    assert_non_null(strstr(why.at, "gone on with it"));
    assert_true(is_stored_as(store, &other));
    store_close(store);
    record_clear(&record);
    record_clear(&other);
}

// Programs that all write at once, each with its lock held for a moment: everybody gets
// a turn, and a lock that is never given back is told apart from other failures.
static void everybody_gets_a_turn(void **state)
{
    (void)state;
    enum { PROGRAMS = 64, EACH = 5 };
    for (unsigned program = 0; program < PROGRAMS; program++)
        if (fork() == 0) {
            struct record record = { 0 };
            struct random random = random_seeded(program);
            struct store *store = store_open(path, STORE_WRITE, &why);
            help_start(&record, &match, &game_minefield, "", SEAT_1);
            bool good = store && store_add(store, &record, &why);
            for (unsigned i = 0; good && i < EACH && !match_over(&match); i++) {
                help_move(&match, &random);
                good = store_follow(store, &record, &match, &why);
            }
            if (!good)
                fprintf(stderr, "# %s\n", why.at);
            _exit(!good);
        }
    unsigned refusals = 0;
    for (unsigned program = 0; program < PROGRAMS; program++) {
        int status;
        assert_true(wait(&status) > 0);
        refusals += status != 0;
    }
    assert_int_equal(refusals, 0);
}

static void make_old_database(void)
{
    char sql[16384];
    FILE *file = fopen(old_database, "rb");
    assert_non_null(file);
    sql[fread(sql, 1, sizeof sql - 1, file)] = '\0';
    fclose(file);
    execute(sql);
    execute("PRAGMA journal_mode = WAL");
}

static int number(const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *row;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &row, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(row), SQLITE_ROW);
    int found = sqlite3_column_int(row, 0);
    sqlite3_finalize(row);
    sqlite3_close(db);
    return found;
}

// A database made by version 1 of the schema; it must be readable for ever, and
// becomes one of the newest version by being used.
static void the_old_database_loads(void **state)
{
    (void)state;
    for (enum store_use use = STORE_READ; use <= STORE_WRITE; use++) {
        char id[COMMIT_ID];
        struct record record;
        make_old_database();
        struct store *store = opened(use);
        assert_int_equal(counted(store, &(struct store_filter){ 0 }), 2);
        assert_true(store_newest_unfinished(store, 0, id, &why));
        assert_true(store_load(store, games, id, &record, &why));
        record_clear(&record);
        store_close(store);
        static const char tables[] = "SELECT count(*) FROM sqlite_schema";
        int version = number("PRAGMA user_version"), count = number(tables);
        unlink(path);
        store_close(opened(STORE_WRITE));
        assert_int_equal(version, number("PRAGMA user_version"));
        assert_int_equal(count, number(tables));
        unlink(path);
    }
}

static int try_old_read_only(void)
{
    struct store *store = store_open(path, STORE_READ, &why);
    unsigned count = 0;
    if (!store || !store_list(store, &(struct store_filter){ 0 }, count_games, &count, &why))
        return 4;
    store_close(store);
    return count == 2 ? 0 : 5;
}

static void an_old_database_that_cannot_be_written_is_read(void **state)
{
    (void)state;
    make_old_database();
    assert_int_equal(chmod(path, 0444), 0);
    assert_int_equal(chmod(directory, 0555), 0);
    int result = as_nobody(try_old_read_only);
    assert_int_equal(chmod(directory, 0755), 0);
    assert_int_equal(result, 0);
    assert_int_equal(number("PRAGMA user_version"), 1);
}

// What is left of a database that somebody else has laid hands on while it was open: every
// call does what it can or says what it cannot, and none does half of it.

static bool count_nothing(void *whom, const struct store_summary *summary)
{
    (void)whom, (void)summary;
    return true;
}

// How many of the calls fail; each with a sentence.
static unsigned count_failures(struct store *store, struct record *kept, const char *id,
                               const struct record *other, const struct log *log)
{
    unsigned failures = 0;
    struct record read;
    struct log read_log;
    char found[COMMIT_ID];
#define TRY(call)                                                                                  \
    do {                                                                                           \
        text_clear(&why);                                                                          \
        if (!(call)) {                                                                             \
            failures++;                                                                            \
            if (why.length == 0)                                                                   \
                fail_msg("%s fails without a word", #call);                                        \
        }                                                                                          \
    } while (0)
    TRY(store_load(store, games, id, &read, &why));
    record_clear(&read);
    TRY(store_load_log(store, games, id, &read_log, &why));
    log_clear(&read_log);
    TRY(store_find(store, id, found, &why));
    TRY(store_newest_unfinished(store, 0, found, &why));
    TRY(store_list(store, &(struct store_filter){ 0 }, count_nothing, NULL, &why));
    TRY(store_list(store, &(struct store_filter){ .finished = true }, count_nothing, NULL, &why));
    TRY(store_follow(store, kept, &match, &why));
    TRY(store_add(store, other, &why));
    TRY(store_import(store, other, &why));
    TRY(store_import_log(store, log, &why));
    TRY(store_keep(store, &(struct log){ .header = log->header }, 0, &log->events[0], &why));
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
        { "DROP TABLE events; DROP TABLE games; DROP TABLE log; DROP TABLE tables", 12 },
        { "DROP TABLE games", 12 },
        { "DROP TABLE events", 4 },
        { "DROP TABLE log", 2 },
        { "DROP TABLE log; DROP TABLE tables", 3 },
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct record kept, other;
        struct match elsewhere;
        struct random random = random_seeded(i);
        struct log log = { 0 };
        struct table_setup setup = order_usual(&game_blockade).table;
        assert_true(position_log(&setup, NULL, 0, &log, &why));
        help_play(&other, &elsewhere, &game_minefield, "", MOVES_MAX, i);
        help_start(&kept, &match, &game_number_mines, "", SEAT_1);
        struct store *store = opened(STORE_WRITE);
        assert_true(store_add(store, &kept, &why));
        help_move(&match, &random);
        execute(cases[i].sql);
        unsigned failures = count_failures(store, &kept, kept.header.id, &other, &log);
        if (failures < cases[i].failures)
            fail_msg("%s: only %u calls fail", cases[i].sql, failures);
        store_close(store);
        record_clear(&kept);
        record_clear(&other);
        log_clear(&log);
        unlink(path);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(games_are_kept_event_by_event, fresh, done),
    cmocka_unit_test_setup_teardown(imports_are_the_same_bytes, fresh, done),
    cmocka_unit_test_setup_teardown(lists_can_be_filtered, fresh, done),
    cmocka_unit_test_setup_teardown(what_was_last_played_is_next, fresh, done),
    cmocka_unit_test_setup_teardown(foreign_rounds_do_not_count, fresh, done),
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
    cmocka_unit_test_setup_teardown(a_match_between_rounds_is_unfinished, fresh, done),
    cmocka_unit_test_setup_teardown(games_are_found_and_deleted, fresh, done),
    cmocka_unit_test_setup_teardown(nothing_stored_is_an_empty_list, fresh, done),
    cmocka_unit_test_setup_teardown(two_programs_do_not_mix_one_game, fresh, done),
    cmocka_unit_test_setup_teardown(a_lock_is_reported_and_outlived, fresh, done),
    cmocka_unit_test_setup_teardown(a_database_held_by_one_program_is_reported, fresh, done),
    cmocka_unit_test_setup_teardown(other_databases_are_left_alone, fresh, done),
    cmocka_unit_test_setup_teardown(tampering_inside_is_found, fresh, done),
    cmocka_unit_test_setup_teardown(control_characters_are_not_repeated, fresh, done),
    cmocka_unit_test_setup_teardown(damage_is_survived, fresh, done),
    cmocka_unit_test_setup_teardown(a_database_that_loses_its_tables_says_so, fresh, done),
    cmocka_unit_test_setup_teardown(versions_that_are_none_are_refused, fresh, done),
    cmocka_unit_test_setup_teardown(a_damaged_header_is_survived, fresh, done),
    cmocka_unit_test_setup_teardown(a_read_only_directory_is_read, fresh, done),
    cmocka_unit_test_setup_teardown(the_database_is_private, fresh, done),
    cmocka_unit_test_setup_teardown(the_environment_says_where, fresh, done),
    cmocka_unit_test_setup_teardown(many_programs_at_once, fresh, done),
    cmocka_unit_test_setup_teardown(every_write_may_fail, fresh, done),
    cmocka_unit_test_setup_teardown(every_write_of_a_new_database_may_fail, fresh, done),
    cmocka_unit_test_setup_teardown(the_old_database_loads, fresh, done),
    cmocka_unit_test_setup_teardown(an_old_database_that_cannot_be_written_is_read, fresh, done),
};

int main(int argc, char **argv)
{
    if (argc > 1)
        old_database = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
