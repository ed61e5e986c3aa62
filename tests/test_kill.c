// SPDX-License-Identifier: GPL-3.0-or-later
// A program that is killed in the middle of a match loses nothing that it has told,
// and stores nothing twice. The number of kills can be given.
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

#include "drive/resume.h"
#include "drive/stored.h"
#include "games/games.h"
#include "record_help.h"
#include "sums_help.h"
#include "table/table.h"
#include "table/truth.h"

static char directory[HELP_DIRECTORY], path[128];
static unsigned kills = 300;

// What was told: of which table, and its last event.
struct seen {
    char id[COMMIT_ID];
    struct log_event last;
};

// Nothing is stored before somebody has moved.
static void tell(int pipe, const struct drive *drive, uint32_t n)
{
    const struct log *log = table_log(drive_table(drive));
    struct seen seen = { .last = log->events[n - 1] };
    memcpy(seen.id, log->header.id, COMMIT_ID);
    if (drive_is_begun(drive) && write(pipe, &seen, sizeof seen) != (ssize_t)sizeof seen)
        _exit(3);
}

static void require(bool good, const struct text *why)
{
    if (good)
        return;
    fprintf(stderr, "%s\n", why->at);
    _exit(2);
}

static void require_kind(const struct news *news, unsigned kind, struct text *why)
{
    text_clear(why);
    text_add(why, "%s", news->words);
    require(news->kind == kind, why);
    text_clear(why);
}

// Of two computers, or of two people, who also take back; of a round or two.
static struct drive *begin(struct store *store, struct random *random, struct text *why)
{
    struct drive_setup setup = { .table = help_setup(games[random_below(random, 5)]),
                                 .store = store,
                                 .seeded = true,
                                 .seed = random->draw(random) };
    struct log_header *header = &setup.table.header;
    if (game_has_chance(header->variant.game))
        header->deal = LOG_SEED;
    header->rounds = (uint16_t)(1 + random_below(random, 2));
    if (random_below(random, 2))
        for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
            snprintf(header->player[seat], LOG_PLAYER, "random");
    return drive_new(&setup, why);
}

// What people do: a move, or taking one back; and, whoever plays, the word for the next round.
static void act(struct drive *drive, struct random *random, struct text *why)
{
    const struct table *table = drive_table(drive);
    struct news reply;
    struct stage stage;
    bool people = !table_setup(table)->computer[SEAT_1];
    table_stage(table, SEAT_NOBODY, 0, &stage);
    struct act act = { .kind = ACT_READY, .seat = people ? SEAT_1 : SEAT_NOBODY, .sure = true };
    if (stage.mover) {
        struct view view = table_view(table, stage.mover);
        act.seat = stage.mover;
        act.kind = random_below(random, 8) ? ACT_MOVE : ACT_UNDO;
        act.move = view_draw(&table_setup(table)->header.variant, &view, random);
    }
    require(seat_act(drive_seat(drive), &act, &reply, why), why);
    if (act.kind != ACT_UNDO) // there may be nothing to take back
        require_kind(&reply, NEWS_DONE, why);
}

static void play(int pipe, struct drive *drive, struct random *random, struct text *why)
{
    struct seat_handle *seat = drive_seat(drive);
    struct stage stage;
    struct news news;
    enum seat_next next;
    for (;;) {
        while ((next = seat_next(seat, seat->viewer, &news, why)) == SEAT_TOLD) {
            require_kind(&news, NEWS_EVENT, why);
            tell(pipe, drive, news.n);
        }
        require(next == SEAT_YOURS, why);
        require(seat_stage(seat, seat->viewer, &stage, why), why);
        if (stage.over)
            return;
        act(drive, random, why);
    }
}

// Plays match after match until it is killed, going on with the newest unfinished one, as
// resume does.
static void play_for_ever(int pipe, uint64_t seed)
{
    char bytes[8192], id[COMMIT_ID];
    struct text why = text_in(bytes, sizeof bytes);
    struct random random = random_seeded(seed);
    struct store *store = store_open(path, STORE_WRITE, &why);
    require(store, &why);
    for (;;) {
        bool unfinished = store_newest_unfinished(store, 0, id, &why);
        text_clear(&why);
        struct drive *drive =
            unfinished ? resume_game(store, games, id, false, &why) : begin(store, &random, &why);
        require(drive, &why);
        if (unfinished)
            tell(pipe, drive, table_count(drive_table(drive)));
        play(pipe, drive, &random, &why);
        drive_free(drive);
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

static void assert_same(const struct log_event *kept, const struct log_event *told)
{
    assert_int_equal(kept->n, told->n);
    assert_int_equal(kept->kind, told->kind);
    assert_int_equal(kept->seat, told->seat);
    assert_int_equal(kept->outcome, told->outcome);
    assert_int_equal(kept->count, told->count);
    assert_int_equal(kept->spent, told->spent);
    assert_true(move_equal(kept->move, told->move));
    assert_memory_equal(&kept->seal, &told->seal, sizeof kept->seal);
}

// One event may have been stored and not told any more; none may be missing, and
// the store has played the log through, so that none is there twice. All rounds are summed up again
// now and then: what a kill has spoilt stays so.
static void check_seen(const struct seen *seen, bool sums)
{
    char bytes[8192];
    struct text why = text_in(bytes, sizeof bytes);
    struct log log;
    struct store *store = store_open(path, STORE_READ, &why);
    if (!store || !stored_load(store, games, seen->id, &log, NULL, &why))
        fail_msg("%s", why.at);
    assert_in_range(log.count, seen->last.n, seen->last.n + 1);
    assert_same(&log.events[seen->last.n - 1], &seen->last);
    log_clear(&log);
    if (sums)
        sums_check(store);
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
        check_seen(&seen, told % 32 == 0);
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
