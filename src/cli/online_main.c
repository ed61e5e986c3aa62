// SPDX-License-Identifier: GPL-3.0-or-later
// causeway-online: what plays over a network.
#include <locale.h>
#include <string.h>
#include <sys/resource.h>

#include "cli/commands.h"
#include "cli/online.h"

static const struct {
    const struct cli_command *command;
    cli_run *run;
} commands[] = {
    { &command_balance, online_balance },
    { &command_host, online_host },
    { &command_join, online_join },
    { &command_serve, online_serve },
    { &command_tournament, online_tournament },
    { &command_work, online_work },
};

static int run(const struct cli_invocation *invocation, struct text *why)
{
    for (unsigned i = 0; i < sizeof commands / sizeof *commands; i++)
        if (commands[i].command == invocation->command)
            return commands[i].run(invocation, why);
    return cli_failure("'%s' is not of this program.", invocation->command->name);
}

int main(int argc, char **argv)
{
    // A core would have in it what players have hidden.
    setrlimit(RLIMIT_CORE, &(struct rlimit){ 0 });
    // Characters only: numbers are written the same everywhere.
    setlocale(LC_CTYPE, "");
    return cli_main(argc, argv, run);
}
