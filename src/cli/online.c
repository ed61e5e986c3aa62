// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/online.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"

// Where it may be, as seen from the directory of this program.
static const char *const places[] = { "", "../" CAUSEWAY_LIBEXEC "/" };

static bool find_own_directory(char path[PATH_MAX])
{
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
    if (length < 0)
        return false;
    path[length] = '\0';
    *(strrchr(path, '/') + 1) = '\0';
    return true;
}

int online_hand_over(const struct cli_invocation *invocation, struct text *why)
{
    (void)why;
    char here[PATH_MAX], path[2 * PATH_MAX], *words[GIVEN_MAX * 3];
    unsigned count = 0;
    words[count++] = (char[]){ "causeway-online" };
    for (char *const *word = invocation->words; *word && count + 1 < GIVEN_MAX * 3; word++)
        words[count++] = *word;
    words[count] = NULL;
    if (!find_own_directory(here))
        return cli_failure("cannot find out where this program is: %s.", strerror(errno));
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(path, sizeof path, "%s%scauseway-online", here, places[i]);
        execv(path, words);
        if (errno != ENOENT)
            return cli_failure("cannot run %s: %s.", path, strerror(errno));
    }
    return cli_failure(
        "'%s' needs causeway-online, which is not installed here. It is built where libevent,\n"
        "libcurl and libpq are found: see README.md, or type 'make serve' in the source.",
        invocation->command->name);
}
