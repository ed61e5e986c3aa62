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

const struct cli_command command_serve = {
    .name = "serve",
    .operands = "[--admin COMMAND [WHAT]]",
    .summary = "Let others play here over a network",
    .details =
        "Answers HTTP on the loopback address, keeps tables in the data directory, and prints\n"
        "the address to open. Behind a proxy for TLS it can face the world: docs/http.md.\n"
        "SIGTERM ends it, SIGHUP lets it read its configuration again.\n"
        "\n"
        "--admin list, close ID, hide ID, block ADDRESS, unblock ADDRESS, blocked and metrics\n"
        "are for whoever runs it: they ask the server that uses the same --config.\n",
    .options = CLI_OPTIONS(OPTION_LISTEN, OPTION_DATABASE, OPTION_CONFIG, OPTION_WRITE_CONFIG,
                           OPTION_IMPORT, OPTION_ADMIN),
};

const struct cli_command command_join = {
    .name = "join",
    .operands = "[LINK]",
    .summary = "Play or watch at a table on a server",
    .details =
        "LINK is what 'causeway host' or the server's page gave you. Whoever has it has the\n"
        "seat, and as a word of the command everybody on this machine can read it in the list\n"
        "of processes: better leave it out. It is then read from --link-file, from the\n"
        "environment variable CAUSEWAY_LINK, or asked for (in a pipe: the first line).\n"
        "A link without #TOKEN is for watching or, with --take, to take a seat that is open.\n"
        "A lost connection is made again by itself. Commitments are noted in a private file;\n"
        "'causeway verify RECORD --notes FILE' compares the record with them.\n",
    .options =
        CLI_OPTIONS(OPTION_LINK_FILE, OPTION_TAKE, OPTION_SIT, OPTION_WORD, OPTION_RECORD,
                    OPTION_COMMITMENTS, OPTION_UI, OPTION_ASCII, OPTION_NO_ANIMATION, OPTION_COLOR),
};

const struct cli_command command_host = {
    .name = "host",
    .operands = "URL GAME",
    .summary = "Make a table on a server and print the links to its seats",
    .details = "URL is the server's address. Give each player one link: whoever has it has the\n"
               "seat. 'causeway join' plays there. Of an --open table the link for watching is\n"
               "enough: 'causeway join --take' has seat 2 for whoever comes first.\n",
    .options = CLI_OPTIONS(OPTION_RULES, OPTION_P1, OPTION_P2, OPTION_NAMES, OPTION_FIRST,
                           OPTION_ROLE, OPTION_ROUNDS, OPTION_CLOCK, OPTION_PUBLIC, OPTION_OPEN,
                           OPTION_HINTS, OPTION_JSON),
};

const struct cli_command command_work = {
    .name = "work",
    .operands = "URL",
    .summary = "Play or solve what others gave away by --work",
    .details =
        "Takes pairs of 'causeway tournament --work URL' and variants of 'causeway balance\n"
        "--work URL' from a PostgreSQL database, on any number of machines, until it is\n"
        "stopped. What a worker that dies was at is done by another one. The programs of a\n"
        "tournament's players must be here as well, and whoever may write into the database\n"
        "decides which programs run here. URL is\n"
        "postgresql://USER@HOST/DATABASE; a password belongs in the environment (PGPASSWORD)\n"
        "or in ~/.pgpass, not in the URL, which the process list shows.\n",
    .options = CLI_OPTIONS(OPTION_JOBS),
};
