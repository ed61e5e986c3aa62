// SPDX-License-Identifier: GPL-3.0-or-later
// causeway-online: what plays over a network.
#include <string.h>

#include "cli/online.h"

static const struct {
    const char *name;
    cli_run *run;
} commands[] = {
    { "balance", online_balance },
    { "bot", online_bot },
    { "host", online_host },
    { "join", online_join },
    { "lobby", online_lobby },
    { "serve", online_serve },
    { "tournament", online_tournament },
    { "work", online_work },
};

static int run(const struct cli_invocation *invocation, struct text *why)
{
    for (unsigned i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(commands[i].name, invocation->command->name) == 0)
            return commands[i].run(invocation, why);
    return cli_failure("'%s' is not of this program.", invocation->command->name);
}

int main(int argc, char **argv)
{
    return cli_main(argc, argv, run);
}
