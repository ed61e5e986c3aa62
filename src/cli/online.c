// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/online.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/commands.h"

// Where it may be, as seen from the directory of this program.
static const char *const places[] = { "", "../" CAUSEWAY_LIBEXEC "/" };

struct directory {
    char path[PATH_MAX]; // ends with a slash; empty: it cannot be found out
};

static struct directory find_own_directory(void)
{
    struct directory own = { "" };
    ssize_t length = readlink("/proc/self/exe", own.path, sizeof own.path - 1);
    if (length > 0)
        *(strrchr(own.path, '/') + 1) = '\0';
    return own;
}

// Tries all places; only returns where there is none.
static void execute(const char *here, char *const *words)
{
    char path[2 * PATH_MAX];
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(path, sizeof path, "%s%scauseway-online", here, places[i]);
        execv(path, words);
        if (errno != ENOENT)
            return;
    }
}

bool online_run(const char *command, const char *one, const char *two, const char *link,
                struct text *why)
{
    enum { MISSING = 127 };
    struct directory here = find_own_directory();
    char name[] = "causeway-online", words[3][PATH_MAX];
    char *list[] = { name, words[0], words[1], words[2], NULL };
    int status = 0;
    snprintf(words[0], PATH_MAX, "%s", command);
    snprintf(words[1], PATH_MAX, "%s", one ? one : "");
    snprintf(words[2], PATH_MAX, "%s", two ? two : "");
    list[one ? two ? 4 : 3 : 2] = NULL;
    pid_t child = *here.path ? fork() : -1;
    if (child == 0) {
        if (link)
            setenv("CAUSEWAY_LINK", link, 1);
        execute(here.path, list);
        _exit(MISSING);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (child > 0 && !(WIFEXITED(status) && WEXITSTATUS(status) == MISSING))
        return true;
    text_add(why, "To play online, causeway-online is needed, which is not installed here.");
    return false;
}

int online_hand_over(const struct cli_invocation *invocation, struct text *why)
{
    (void)why;
    struct directory here = find_own_directory();
    char *words[GIVEN_MAX * 3];
    unsigned count = 0;
    words[count++] = (char[]){ "causeway-online" };
    for (char *const *word = invocation->words; *word && count + 1 < GIVEN_MAX * 3; word++)
        words[count++] = *word;
    words[count] = NULL;
    if (!*here.path)
        return cli_failure("cannot find out where this program is: %s.", strerror(errno));
    execute(here.path, words);
    if (errno != ENOENT)
        return cli_failure("cannot run causeway-online: %s.", strerror(errno));
    return cli_failure(
        "'%s' needs causeway-online, which is not installed here. It is built where libevent,\n"
        "libcurl and libpq are found: see README.md, or type 'make serve' in the source.",
        invocation->command->name);
}
