// SPDX-License-Identifier: GPL-3.0-or-later
// Whole commands while memory runs out: the torture build lets every allocation
// from the n-th on fail. The program may only end with a clear sentence, or do
// without what it could not get.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/memory.h"
#include "cli/cli.h"
#include "support.h"

#ifdef CAUSEWAY_TORTURE
enum { DENSE = 40, MOST = 3000 };
#else
enum { DENSE = 1, MOST = 1 };
#endif

static char home[] = "/tmp/causeway-XXXXXX";

// cmocka would take a child that crashes for one of its tests, and go on with the next.
static void die_of_signals(void)
{
    static const int caught[] = { SIGFPE, SIGILL, SIGSEGV, SIGBUS, SIGSYS };
    for (unsigned i = 0; i < sizeof caught / sizeof *caught; i++)
        signal(caught[i], SIG_DFL);
}

// In a process of its own, whose sanitizer reports what has leaked at its end.
static void run_child(char **argv, long allocations, const char *said)
{
    int argc = 0;
    while (argv[argc])
        argc++;
    bool opened = freopen("/dev/null", "r", stdin) && freopen(said, "w", stdout) && dup2(1, 2) == 2;
    if (!opened)
        _exit(99);
    die_of_signals();
    mem_fail_after(allocations);
    int status = cli_main(argc, argv, NULL);
    mem_fail_after(-1);
    exit(status);
}

static bool speaks_of_memory(const char *said)
{
    static char text[1 << 16];
    FILE *file = fopen(said, "r");
    assert_non_null(file);
    size_t length = fread(text, 1, sizeof text - 1, file);
    text[length] = '\0';
    fclose(file);
    return strstr(text, "memory") != NULL;
}

static void check_run(char **argv, long allocations)
{
    char said[64];
    int status;
    snprintf(said, sizeof said, "%s/said", home);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        run_child(argv, allocations, said);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (!WIFEXITED(status) || WEXITSTATUS(status) > EXIT_USAGE)
        fail_msg("%s %s with %ld allocations: status %d", argv[1], argv[2], allocations, status);
    if (WEXITSTATUS(status) && !speaks_of_memory(said))
        fail_msg("%s %s with %ld allocations: fails without a word", argv[1], argv[2], allocations);
}

static void run_short_of_memory(char **argv)
{
    check_run(argv, -1);
    for (long n = 0; n < MOST; n += n < DENSE ? 1 : n / 2)
        check_run(argv, n);
}

#define COMMAND(...) run_short_of_memory((char *[]){ "causeway", __VA_ARGS__, NULL })

static void playing(void **state)
{
    (void)state;
    COMMAND("play", "minefield", "--seed", "1", "--p1", "random", "--p2", "random");
    COMMAND("play", "number-mines", "--seed", "1", "--p1", "random", "--p2", "random");
}

static void solving(void **state)
{
    (void)state;
    COMMAND("solve", "blockade", "--rules", "length=7");
    COMMAND("solve", "minefield", "--rules", "length=4,mines=1");
    COMMAND("solve", "number-mines", "--rules", "passable=yes,length=7,mines=1");
    COMMAND("solve", "trap-runner", "--rules", "passable=yes,length=6");
}

static void reading(void **state)
{
    (void)state;
    COMMAND("games", NULL);
    COMMAND("stats", NULL);
    COMMAND("rules", "pathfinder");
}

static int begin(void **state)
{
    (void)state;
    return !mkdtemp(home) || setenv("CAUSEWAY_DATA", home, 1) || setenv("XDG_CACHE_HOME", home, 1);
}

static int end(void **state)
{
    (void)state;
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", home);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(playing),
        cmocka_unit_test(solving),
        cmocka_unit_test(reading),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
