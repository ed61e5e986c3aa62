// SPDX-License-Identifier: GPL-3.0-or-later
// A program that is killed in the middle of a game loses no move that it has
// acknowledged, and stores none twice. The number of kills can be given.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "games/games.h"
#include "store/store.h"
#include "record_help.h"

static char directory[HELP_DIRECTORY], path[128];
static unsigned kills = 300;

// What the player has seen: which game, and how many entries of it.
struct seen {
    char id[COMMIT_ID];
    unsigned count;
    struct record_entry last;
};

static void tell(int pipe, const struct record *record)
{
    struct seen seen = { .count = record->count };
    memcpy(seen.id, record->header.id, COMMIT_ID);
    if (record->count)
        seen.last = record->entries[record->count - 1];
    if (write(pipe, &seen, sizeof seen) != (ssize_t)sizeof seen)
        _exit(3);
}

static void require(bool good, const struct text *why)
{
    if (good)
        return;
    fprintf(stderr, "%s\n", why->at);
    _exit(2);
}

// Plays game after game until it is killed, going on with the newest unfinished
// one, as resume does.
static void play_for_ever(int pipe, uint64_t seed)
{
    static struct match match;
    char bytes[8192], id[COMMIT_ID];
    struct text why = text_in(bytes, sizeof bytes), none = text_in(bytes, sizeof bytes);
    struct random random = random_seeded(seed);
    struct store *store = store_open(path, STORE_WRITE, &why);
    require(store, &why);
    for (;;) {
        struct record record;
        if (store_newest_unfinished(store, 0, id, &none)) {
            require(store_load(store, games, id, &record, &why), &why);
            require(record_play(&record, record.count, &match, &why), &why);
        } else {
            help_start(&record, &match, games[random_below(&random, 5)], "", SEAT_1);
            require(store_add(store, &record, &why), &why);
        }
        tell(pipe, &record);
        while (!match_over(&match)) {
            help_move(&match, &random);
            require(store_follow(store, &record, &match, &why), &why);
            tell(pipe, &record);
        }
        record_clear(&record);
        text_clear(&none);
    }
}

// Lets a child play for so many microseconds. The last thing it told is what
// must be there.
static bool kill_after(long microseconds, uint64_t seed, struct seen *seen)
{
    int ends[2], status;
    struct seen next;
    bool any = false;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        close(ends[0]);
        play_for_ever(ends[1], seed);
    }
    close(ends[1]);
    struct timespec delay = { .tv_nsec = microseconds * 1000 };
    nanosleep(&delay, NULL);
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    while (read(ends[0], &next, sizeof next) == (ssize_t)sizeof next) {
        *seen = next;
        any = true;
    }
    close(ends[0]);
    return any;
}

// One entry may have been stored and not told any more; none may be missing, and
// the store has played the game through, so that none is there twice.
static void check_seen(const struct seen *seen)
{
    char bytes[8192];
    struct text why = text_in(bytes, sizeof bytes);
    struct record record;
    struct store *store = store_open(path, STORE_READ, &why);
    if (!store || !store_load(store, games, seen->id, &record, &why))
        fail_msg("%s", why.at);
    assert_in_range(record.count, seen->count, seen->count + 1);
    if (seen->count) {
        const struct record_entry *kept = &record.entries[seen->count - 1];
        assert_int_equal(kept->undo, seen->last.undo);
        assert_int_equal(kept->event.move.set, seen->last.event.move.set);
        assert_memory_equal(&kept->seal, &seen->last.seal, sizeof kept->seal);
    }
    record_clear(&record);
    store_close(store);
}

static void killed_games_go_on(void **state)
{
    (void)state;
    const char *given = getenv("CAUSEWAY_SEED");
    uint64_t seed = given ? strtoull(given, NULL, 10) : (uint64_t)time(NULL);
    print_message("# CAUSEWAY_SEED=%ju\n", (uintmax_t)seed);
    struct random random = random_seeded(seed);
    struct seen seen;
    unsigned told = 0;
    for (unsigned i = 0; i < kills; i++) {
        if (!kill_after((long)random_below(&random, 30000), random.draw(&random), &seen))
            continue;
        told++;
        check_seen(&seen);
    }
    assert_true(told > kills / 20);
}

static int make_directory(void **state)
{
    (void)state;
    help_make_directory(directory);
    snprintf(path, sizeof path, "%s/games.db", directory);
    return 0;
}

static int remove_directory(void **state)
{
    (void)state;
    help_remove_directory(directory);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1)
        kills = (unsigned)strtoul(argv[1], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(killed_games_go_on, make_directory, remove_directory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
