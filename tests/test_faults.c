// SPDX-License-Identifier: GPL-3.0-or-later
// What SQLite's own tests do to it: input and output that fails at every call, power that
// fails between any two, with what was not synced lost, reordered or torn, and memory that
// runs out inside SQLite. What was told must be there afterwards, and be sound.
// test_faults [COUNT [SEED]]: so many power cuts.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

#include "drive/drive.h"
#include "drive/stored.h"
#include "support.h"

enum { SAMPLE = 30 };
static unsigned long cuts = SAMPLE, seed = 1;

static char directory[64], path[96];

static void make_directory(void)
{
    snprintf(directory, sizeof directory, "%s/causeway-faults-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    assert_non_null(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/games.db", directory);
}

static void remove_files(void)
{
    static const char *const ends[] = { "", "-wal", "-shm", "-journal" };
    for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++) {
        char name[128];
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        unlink(name);
    }
}

static int start_test(void **state)
{
    (void)state;
    make_directory();
    return 0;
}

static int end_test(void **state)
{
    (void)state;
    remove_files();
    return rmdir(directory);
}

// --- What is played: two computers, a round of two games

struct told {
    char id[COMMIT_ID];
    uint32_t n; // the last event that anybody was told
    // How many changes the disk had been asked for when event n was told; before anybody has
    // moved nothing is kept, and nothing promised.
    unsigned at[64];
};

static unsigned change_count;

static bool play(struct store *store, const struct game *game, struct told *told)
{
    char bytes[TEXT_MAX];
    struct text why = text_in(bytes, sizeof bytes);
    struct drive_setup setup = { .table = table_usual(game), .seeded = true, .seed = 5 };
    struct log_header *header = &setup.table.header;
    struct news news;
    *told = (struct told){ .n = 0 };
    assert_true(commit_new_id(header->id));
    strcpy(told->id, header->id);
    header->created = 1700000000000;
    strcpy(header->player[SEAT_1], "random");
    strcpy(header->player[SEAT_2], "random");
    setup.store = store;
    struct drive *drive = drive_new(&setup, &why);
    if (!drive)
        return false;
    struct seat_handle *seat = drive_seat(drive);
    bool kept = true;
    while (kept && seat_next(seat, seat->viewer, &news, &why) == SEAT_TOLD) {
        kept = news.kind != NEWS_UNKEPT;
        assert_true(kept || *news.words);
        if (kept && news.n < 64)
            told->at[told->n = news.n] = drive_is_begun(drive) ? change_count : UINT_MAX;
    }
    if (!drive_is_begun(drive)) // then it is not kept
        told->n = 0;
    drive_free(drive);
    return kept;
}

// Is all that was told of a table, up to this event, in the store, and sound? (Loading
// plays it through.)
static void check(struct store *store, const char *id, uint32_t n)
{
    char bytes[TEXT_MAX];
    struct text why = text_in(bytes, sizeof bytes);
    struct log log;
    if (n == 0)
        return;
    if (!stored_load(store, games, id, &log, NULL, &why))
        fail_msg("%s", bytes);
    if (log.count < n)
        fail_msg("event %u was told, and only %u are there", (unsigned)n, log.count);
    log_clear(&log);
}

static void check_anew(const char *id, uint32_t n)
{
    char bytes[TEXT_MAX];
    struct text why = text_in(bytes, sizeof bytes);
    struct store *store = store_open(path, STORE_WRITE, &why);
    if (!store)
        fail_msg("%s", bytes);
    check(store, id, n);
    store_close(store);
}

// --- A file system between SQLite and the real one

enum { FILES = 4, NAME = 128 };

// A change to a file, or that it was synced.
enum change_kind { WRITE, TRUNCATE, SYNC, DELETE };
struct change {
    unsigned file;
    enum change_kind kind;
    sqlite3_int64 at;
    unsigned length;
    unsigned char *bytes;
};

static struct change changes[20000];
static bool recording;
static char files[FILES][NAME];

static unsigned calls;    // of the file system, so far
static unsigned fault_at; // the call that fails; 0: none
static bool fault_stays;  // and all after it

static sqlite3_vfs ours, *real;

struct our_file {
    sqlite3_file base;
    sqlite3_io_methods methods;
    const sqlite3_io_methods *real;
    unsigned number;
};

static struct our_file *wrapped(sqlite3_file *file)
{
    return (struct our_file *)(void *)((char *)file + real->szOsFile);
}

static bool fails(void)
{
    calls++;
    return fault_at && (calls == fault_at || (fault_stays && calls > fault_at));
}

static unsigned number_of(const char *name)
{
    unsigned i = 0;
    while (i < FILES && *files[i] && strcmp(files[i], name) != 0)
        i++;
    assert_true(i < FILES);
    snprintf(files[i], NAME, "%s", name);
    return i;
}

static void note(unsigned file, enum change_kind kind, sqlite3_int64 at, const void *bytes,
                 unsigned length)
{
    if (!recording || file == FILES)
        return;
    assert_true(change_count < sizeof changes / sizeof *changes);
    struct change *change = &changes[change_count++];
    *change = (struct change){ .file = file, .kind = kind, .at = at, .length = length };
    if (length) {
        change->bytes = malloc(length);
        memcpy(change->bytes, bytes, length);
    }
}

static int our_write(sqlite3_file *file, const void *bytes, int length, sqlite3_int64 at)
{
    if (fails())
        return SQLITE_IOERR_WRITE;
    note(wrapped(file)->number, WRITE, at, bytes, (unsigned)length);
    return wrapped(file)->real->xWrite(file, bytes, length, at);
}

static int our_read(sqlite3_file *file, void *bytes, int length, sqlite3_int64 at)
{
    return fails() ? SQLITE_IOERR_READ : wrapped(file)->real->xRead(file, bytes, length, at);
}

static int our_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    if (fails())
        return SQLITE_IOERR_TRUNCATE;
    note(wrapped(file)->number, TRUNCATE, size, NULL, 0);
    return wrapped(file)->real->xTruncate(file, size);
}

static int our_sync(sqlite3_file *file, int flags)
{
    if (fails())
        return SQLITE_IOERR_FSYNC;
    note(wrapped(file)->number, SYNC, 0, NULL, 0);
    return wrapped(file)->real->xSync(file, flags);
}

static int our_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return fails() ? SQLITE_IOERR_FSTAT : wrapped(file)->real->xFileSize(file, size);
}

static int our_lock(sqlite3_file *file, int level)
{
    return fails() ? SQLITE_IOERR_LOCK : wrapped(file)->real->xLock(file, level);
}

static int our_map(sqlite3_file *file, int page, int size, int extend, void volatile **map)
{
    return fails() ? SQLITE_IOERR_SHMMAP
                   : wrapped(file)->real->xShmMap(file, page, size, extend, map);
}

static int our_shared_lock(sqlite3_file *file, int offset, int n, int flags)
{
    bool unlocks = flags & SQLITE_SHM_UNLOCK; // which cannot fail
    return !unlocks && fails() ? SQLITE_IOERR_SHMLOCK
                               : wrapped(file)->real->xShmLock(file, offset, n, flags);
}

static int our_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
    (void)vfs;
    if (fails()) {
        file->pMethods = NULL;
        return SQLITE_CANTOPEN;
    }
    int code = real->xOpen(real, name, file, flags, out);
    if (!file->pMethods)
        return code;
    struct our_file *mine = wrapped(file);
    mine->number = name ? number_of(name) : FILES;
    mine->real = file->pMethods;
    mine->methods = *file->pMethods;
    mine->methods.xWrite = our_write;
    mine->methods.xRead = our_read;
    mine->methods.xTruncate = our_truncate;
    mine->methods.xSync = our_sync;
    mine->methods.xFileSize = our_size;
    mine->methods.xLock = our_lock;
    mine->methods.xShmMap = our_map;
    mine->methods.xShmLock = our_shared_lock;
    file->pMethods = &mine->methods;
    return code;
}

static int our_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
    (void)vfs;
    if (fails())
        return SQLITE_IOERR_DELETE;
    note(number_of(name), DELETE, 0, NULL, 0);
    return real->xDelete(real, name, sync);
}

static int our_access(sqlite3_vfs *vfs, const char *name, int flags, int *out)
{
    (void)vfs;
    return fails() ? SQLITE_IOERR_ACCESS : real->xAccess(real, name, flags, out);
}

static void use_our_files(void)
{
    real = sqlite3_vfs_find(NULL);
    ours = *real;
    ours.zName = "ours";
    ours.szOsFile = real->szOsFile + (int)sizeof(struct our_file);
    ours.xOpen = our_open;
    ours.xDelete = our_delete;
    ours.xAccess = our_access;
    assert_int_equal(sqlite3_vfs_register(&ours, 1), SQLITE_OK);
    calls = fault_at = change_count = 0;
    memset(files, 0, sizeof files);
}

static void use_real_files(void)
{
    fault_at = 0;
    sqlite3_vfs_unregister(&ours);
    sqlite3_vfs_register(real, 1);
}

// --- Input and output that fails

// Plays with a fault at this call. Says whether it was reached.
static bool fail_at(unsigned n, bool stays, const struct told *before)
{
    char bytes[TEXT_MAX];
    struct text why = text_in(bytes, sizeof bytes);
    struct told told = { .n = 0 };
    calls = 0;
    fault_at = n;
    fault_stays = stays;
    struct store *store = store_open(path, STORE_WRITE, &why);
    assert_true(store || why.length > 0);
    if (store)
        play(store, &game_number_mines, &told);
    bool reached = calls >= n;
    fault_at = 0;
    if (store)
        check(store, told.id, told.n); // it is there in the same program
    store_close(store);
    check_anew(told.id, told.n);
    check_anew(before->id, before->n);
    return reached;
}

static void every_call_may_fail(void **state)
{
    (void)state;
    unsigned faults = 0;
    for (unsigned stays = 0; stays < 2; stays++) {
        char bytes[TEXT_MAX];
        struct text why = text_in(bytes, sizeof bytes);
        struct told before;
        use_our_files();
        struct store *store = store_open(path, STORE_WRITE, &why);
        assert_true(store && play(store, &game_trap_runner, &before));
        store_close(store);
        for (unsigned n = 1; fail_at(n, stays, &before); n++)
            faults++;
        use_real_files();
        remove_files();
    }
    print_message("# calls that failed: %u\n", faults);
    assert_true(faults > 100);
}

// --- Power that fails

struct image {
    unsigned char *bytes;
    size_t size;
};

static void resize(struct image *image, size_t size)
{
    if (size > image->size) {
        image->bytes = realloc(image->bytes, size);
        memset(image->bytes + image->size, 0, size - image->size);
    }
    image->size = size;
}

enum { SECTOR = 512 };

// A write reaches the disk in whole sectors, each or not.
static void apply(struct image *image, const struct change *change, struct random *torn)
{
    if (change->kind == TRUNCATE) {
        resize(image, (size_t)change->at);
        return;
    }
    for (unsigned from = 0; from < change->length; from += SECTOR) {
        unsigned length = change->length - from < SECTOR ? change->length - from : SECTOR;
        size_t end = (size_t)change->at + from + length;
        if (torn && random_below(torn, 2))
            continue;
        if (end > image->size)
            resize(image, end);
        memcpy(image->bytes + end - length, change->bytes + from, length);
    }
}

// What the disk has after the first `until` changes: all that was synced, and of the rest
// anything, in any order.
static void lose_power(unsigned file, unsigned until, struct random *random, struct image *image)
{
    const struct change *pending[2000];
    unsigned count = 0;
    for (unsigned i = 0; i < until; i++) {
        const struct change *change = &changes[i];
        if (change->file != file)
            continue;
        if (change->kind == DELETE)
            resize(image, count = 0);
        else if (change->kind != SYNC)
            pending[count++] = change;
        assert_true(count < 2000);
        for (unsigned k = 0; change->kind == SYNC && k < count; k++)
            apply(image, pending[k], NULL);
        count = change->kind == SYNC ? 0 : count;
    }
    for (unsigned k = count; k > 0; k--) {
        unsigned other = (unsigned)random_below(random, k);
        const struct change *chosen = pending[other];
        pending[other] = pending[k - 1];
        if (random_below(random, 3))
            apply(image, chosen, random_below(random, 2) ? random : NULL);
    }
}

static void write_images(unsigned until, struct random *random)
{
    remove_files();
    for (unsigned file = 0; file < FILES && *files[file]; file++) {
        struct image image = { 0 };
        lose_power(file, until, random, &image);
        FILE *out = image.size || strcmp(files[file], path) == 0 ? fopen(files[file], "wb") : NULL;
        if (out) {
            chmod(files[file], 0600);
            fwrite(image.bytes, 1, image.size, out);
            fclose(out);
        }
        free(image.bytes);
    }
}

static void power_may_fail(void **state)
{
    (void)state;
    enum { TABLES = 3 };
    char bytes[TEXT_MAX];
    struct text why = text_in(bytes, sizeof bytes);
    struct told told[TABLES];
    use_our_files();
    recording = true;
    for (unsigned i = 0; i < TABLES; i++) {
        struct store *store = store_open(path, STORE_WRITE, &why);
        assert_true(store && play(store, games[i % 5], &told[i]));
        store_close(store);
    }
    recording = false;
    use_real_files();
    struct random random = random_seeded(seed);
    for (unsigned long cut = 0; cut < cuts; cut++) {
        unsigned at = (unsigned)random_below(&random, change_count + 1);
        write_images(at, &random);
        for (unsigned i = 0; i < TABLES; i++)
            for (uint32_t n = told[i].n; n > 0; n--)
                if (told[i].at[n] <= at) {
                    check_anew(told[i].id, n);
                    break;
                }
        check_anew("", 0); // it opens, whatever there is
    }
    for (unsigned i = 0; i < change_count; i++)
        free(changes[i].bytes);
    print_message("# power cuts: %lu in %u changes\n", cuts, change_count);
}

// --- Memory that runs out inside SQLite

static sqlite3_mem_methods memory;
static long allocations, memory_fails_at;

static bool memory_fails(void)
{
    allocations++;
    return memory_fails_at && allocations >= memory_fails_at;
}

static void *our_malloc(int size)
{
    return memory_fails() ? NULL : memory.xMalloc(size);
}

static void *our_realloc(void *block, int size)
{
    return memory_fails() ? NULL : memory.xRealloc(block, size);
}

static void memory_may_run_out(void **state)
{
    (void)state;
    char bytes[TEXT_MAX];
    struct text why = text_in(bytes, sizeof bytes);
    struct told before, told;
    sqlite3_mem_methods failing;
    sqlite3_shutdown();
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_GETMALLOC, &memory), SQLITE_OK);
    failing = memory;
    failing.xMalloc = our_malloc;
    failing.xRealloc = our_realloc;
    sqlite3_config(SQLITE_CONFIG_MALLOC, &failing);
    sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0);
    memory_fails_at = 0;
    struct store *store = store_open(path, STORE_WRITE, &why);
    assert_true(store && play(store, &game_trap_runner, &before));
    store_close(store);
    unsigned faults = 0;
    bool reached = true;
    for (long n = 1 + (long)(seed % 5); reached; n += 5, faults++) {
        told = (struct told){ .n = 0 };
        allocations = 0;
        memory_fails_at = n;
        text_clear(&why);
        store = store_open(path, STORE_WRITE, &why);
        assert_true(store || why.length > 0);
        if (store)
            play(store, &game_number_mines, &told);
        reached = allocations >= n;
        memory_fails_at = 0;
        store_close(store);
        check_anew(told.id, told.n);
        check_anew(before.id, before.n);
    }
    print_message("# allocations that failed inside SQLite: %u\n", faults);
    assert_true(faults > 5);
    sqlite3_shutdown();
    sqlite3_config(SQLITE_CONFIG_MALLOC, &memory);
}

int main(int argc, char **argv)
{
    cuts = argc > 1 ? strtoul(argv[1], NULL, 10) : SAMPLE;
    seed = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    print_message("# seed %lu\n", seed);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_call_may_fail, start_test, end_test),
        cmocka_unit_test_setup_teardown(power_may_fail, start_test, end_test),
        cmocka_unit_test_setup_teardown(memory_may_run_out, start_test, end_test),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
