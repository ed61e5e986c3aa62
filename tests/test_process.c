// SPDX-License-Identifier: GPL-3.0-or-later
// Programs at the other end of a pipe, most of them ill-behaved: nothing waits beyond its
// deadline, nothing is left running, and no descriptor is lost.
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "core/now.h"
#include "core/memory.h"
#include "drive/process.h"
#include "support.h"

enum { SOON = 2000, LONG = 100 }; // milliseconds

static struct process *start(const char *command)
{
    struct text why = support_text();
    struct process *process = process_start(&(struct process_setup){ .command = command }, &why);
    if (!process)
        fail_msg("%s", why.at);
    return process;
}

static enum process_result hear(struct process *process, char line[128], unsigned most)
{
    size_t length;
    return process_read(process, line, 128, &length, now_monotonic() + most);
}

static unsigned descriptors;

static int remember(void **state)
{
    (void)state;
    descriptors = support_entries("/proc/self/fd");
    return 0;
}

static int nothing_is_left(void **state)
{
    (void)state;
    assert_int_equal(support_entries("/proc/self/fd"), descriptors);
    assert_int_equal(support_children(), 0);
    return 0;
}

static void lines_go_both_ways(void **state)
{
    (void)state;
    char line[128];
    struct process *process = start("while read -r it; do echo \"<$it>\"; done");
    for (unsigned i = 0; i < 100; i++) {
        assert_int_equal(process_write(process, "one\ntwo\n", 8), PROCESS_FINE);
        assert_int_equal(hear(process, line, SOON), PROCESS_FINE);
        assert_string_equal(line, "<one>");
        assert_int_equal(hear(process, line, SOON), PROCESS_FINE);
        assert_string_equal(line, "<two>");
    }
    assert_true(process_stop(process, SOON));
}

static void silence_ends_at_the_deadline(void **state)
{
    (void)state;
    char line[128];
    struct process *process = start("exec sleep 1000");
    int64_t begun = now_monotonic();
    assert_int_equal(hear(process, line, LONG), PROCESS_LATE);
    assert_in_range(now_monotonic() - begun, LONG, LONG + SOON);
    assert_false(process_stop(process, 10));
    assert_in_range(now_monotonic() - begun, LONG, LONG + SOON);
}

// Half a line is no line; a dead program is gone, not late.
static void the_dead_are_gone(void **state)
{
    (void)state;
    char line[128];
    const char *const commands[] = { "exit 3", "printf half; exit 1", "exec no-such-program",
                                     "kill -9 $$", "exec 1>&-; exec sleep 1000" };
    for (unsigned i = 0; i < sizeof commands / sizeof *commands; i++) {
        struct process *process = start(commands[i]);
        int64_t begun = now_monotonic();
        assert_int_equal(hear(process, line, 20 * SOON), PROCESS_GONE);
        assert_in_range(now_monotonic() - begun, 0, SOON);
        assert_false(process_stop(process, 10));
    }
}

// What a program said before it ended still counts.
static void last_words_are_heard(void **state)
{
    (void)state;
    char line[128];
    struct process *process = start("echo one; echo two");
    usleep(50000);
    assert_int_equal(hear(process, line, SOON), PROCESS_FINE);
    assert_string_equal(line, "one");
    assert_int_equal(hear(process, line, SOON), PROCESS_FINE);
    assert_string_equal(line, "two");
    assert_int_equal(hear(process, line, SOON), PROCESS_GONE);
    assert_true(process_stop(process, SOON));
}

static void no_line_is_endless(void **state)
{
    (void)state;
    char line[128];
    struct process *process = start("yes | tr -d '\\n'");
    assert_int_equal(hear(process, line, SOON), PROCESS_LONG);
    process_stop(process, 10);
    process = start("exec yes");
    for (unsigned i = 0; i < 100000; i++) // however much it says
        assert_int_equal(hear(process, line, SOON), PROCESS_FINE);
    process_stop(process, 10);
}

// Who never reads is told no more than there is room for, and does not stop us.
static void those_who_do_not_read_do_not_block(void **state)
{
    (void)state;
    static char much[64 << 10];
    memset(much, 'x', sizeof much);
    struct process *process = start("exec sleep 1000");
    int64_t begun = now_monotonic();
    unsigned taken = 0;
    while (process_write(process, much, sizeof much) == PROCESS_FINE)
        assert_true(++taken < 100);
    assert_true(taken > 4);
    assert_in_range(now_monotonic() - begun, 0, SOON);
    process_stop(process, 10);
}

// Who talks before it reads, and more than a pipe holds, is read while it is written to.
static void there_is_no_deadlock(void **state)
{
    (void)state;
    static char much[256 << 10];
    char line[128];
    memset(much, 'x', sizeof much);
    much[sizeof much - 1] = '\n';
    struct process *process =
        start("i=0; while [ $i -lt 20000 ]; do echo $i; i=$((i+1)); done; wc -c");
    assert_int_equal(process_write(process, much, sizeof much), PROCESS_FINE);
    for (unsigned i = 0; i < 20000; i++)
        assert_int_equal(hear(process, line, SOON), PROCESS_FINE);
    process_stop(process, SOON);
}

// Neither a child in the background, nor one in a session of its own, nor one that
// ignores signals outlives its program; and a child that holds the pipe does not make
// the dead look alive.
static void nothing_outlives_its_program(void **state)
{
    (void)state;
    char line[128];
    const char *const commands[] = {
        "sleep 1000 & echo $!; exec sleep 1000",
        "setsid sh -c 'echo $$; exec sleep 1000' & exec sleep 1000",
        "(setsid sh -c 'echo $$; exec sleep 1000' &) ; exec sleep 1000",
        "trap '' TERM INT HUP PIPE; echo $$; while :; do sleep 1; done",
        "(trap '' TERM INT HUP; echo $$; while :; do sleep 1; done) & sleep 0.2; exit 0",
    };
    for (unsigned i = 0; i < sizeof commands / sizeof *commands; i++) {
        struct process *process = start(commands[i]);
        assert_int_equal(hear(process, line, 5 * SOON), PROCESS_FINE);
        pid_t child = atoi(line);
        assert_int_equal(kill(child, 0), 0);
        if (i == 4)
            assert_int_equal(hear(process, line, 20 * SOON), PROCESS_GONE);
        process_stop(process, 10);
        assert_int_not_equal(kill(child, 0), 0);
    }
}

static void memory_is_limited(void **state)
{
    (void)state;
    char line[128];
    struct process_setup setup = { .command = "exec python3 -c 'print(len(bytearray(1 << 28)))'" };
    for (unsigned i = 0; i < 2; i++) {
        struct text why = support_text();
        struct process *process = process_start(&setup, &why);
        assert_int_equal(hear(process, line, 10 * SOON), i ? PROCESS_GONE : PROCESS_FINE);
        process_stop(process, SOON);
        setup.memory = 128 << 20;
    }
}

// Standard input, output and error, and nothing else of ours.
static void nothing_is_inherited(void **state)
{
    (void)state;
    char line[128];
    FILE *open_here = fopen("/dev/zero", "r");
    struct process *process = start("ls /proc/self/fd | tr '\\n' ' '; echo");
    assert_int_equal(hear(process, line, SOON), PROCESS_FINE);
    assert_string_equal(line, "0 1 2 3 "); // 3 is ls's own
    process_stop(process, SOON);
    fclose(open_here);
}

static void errors_are_kept(void **state)
{
    (void)state;
    char path[] = "/tmp/causeway-test-XXXXXX", bytes[64] = "", line[128];
    int file = mkstemp(path);
    struct text why = support_text();
    struct process *process = process_start(
        &(struct process_setup){ .command = "echo oh >&2; echo no", .errors = path }, &why);
    assert_int_equal(hear(process, line, SOON), PROCESS_FINE);
    process_stop(process, SOON);
    assert_int_equal(read(file, bytes, sizeof bytes - 1), 3);
    assert_string_equal(bytes, "oh\n");
    close(file);
    unlink(path);
}

#define CHECK(test) cmocka_unit_test_setup_teardown(test, remember, nothing_is_left)

// However few descriptors are left: none is lost, and the reason is told.
static void where_nothing_can_be_started_it_is_said(void **state)
{
    (void)state;
    struct rlimit many, few;
    struct process *process = NULL;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &many), 0);
    for (rlim_t left = 3; !process; left++) {
        struct text why = support_text();
        few = (struct rlimit){ left, many.rlim_max };
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
        process = process_start(&(struct process_setup){ .command = "exit 0" }, &why);
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &many), 0);
        assert_int_equal(process == NULL, why.length > 0);
        if (!process)
            assert_int_equal(support_entries("/proc/self/fd"), descriptors);
    }
    process_stop(process, SOON);
    mem_fail_after(0);
    struct text why = support_text();
    process = process_start(&(struct process_setup){ .command = "exit 0" }, &why);
    mem_fail_after(-1);
    assert_int_equal(process == NULL, why.length > 0);
    process_stop(process, SOON);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CHECK(lines_go_both_ways),   CHECK(silence_ends_at_the_deadline),
        CHECK(the_dead_are_gone),    CHECK(last_words_are_heard),
        CHECK(no_line_is_endless),   CHECK(those_who_do_not_read_do_not_block),
        CHECK(there_is_no_deadlock), CHECK(nothing_outlives_its_program),
        CHECK(memory_is_limited),    CHECK(nothing_is_inherited),
        CHECK(errors_are_kept),      CHECK(where_nothing_can_be_started_it_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
