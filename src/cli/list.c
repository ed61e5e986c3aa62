// SPDX-License-Identifier: GPL-3.0-or-later
// causeway list, causeway rules, causeway describe: what there is to read.
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/help.h"
#include "fronts/line/line.h"

static int run_list(const struct cli_invocation *invocation)
{
    (void)invocation;
    for (const struct game *const *game = games; *game; game++)
        printf("%-13s %s: %s\n", (*game)->slug, (*game)->title, (*game)->pitch);
    return EXIT_FINE;
}

const struct cli_command command_list = {
    .name = "list",
    .operands = "",
    .summary = "List the games, one line each",
    .options = (const unsigned char[]){ OPTION_HELP, OPTION_VERSION, OPTION_END },
    .run = run_list,
};

static int run_rules(const struct cli_invocation *invocation)
{
    struct variant variant;
    if (!command_read_game(invocation, invocation->operand[0], &variant))
        return EXIT_USAGE;
    line_print_rules(stdout, &variant);
    return EXIT_FINE;
}

const struct cli_command command_rules = {
    .name = "rules",
    .operands = "GAME",
    .summary = "Explain a game's rules, with the options' values in them",
    .options = (const unsigned char[]){ OPTION_RULES, OPTION_HELP, OPTION_VERSION, OPTION_END },
    .least = 1,
    .most = 1,
    .run = run_rules,
};

static int run_describe(const struct cli_invocation *invocation)
{
    static const char *const readers[] = { "bash", "zsh", "fish", "scdoc" };
    for (unsigned i = 0; i < sizeof readers / sizeof *readers; i++) {
        if (strcmp(invocation->operand[0], readers[i]) == 0) {
            help_describe(readers[i]);
            return EXIT_FINE;
        }
    }
    return cli_usage_error(invocation, "'%s' is none of bash, zsh, fish and scdoc.",
                           invocation->operand[0]);
}

const struct cli_command command_describe = {
    .name = "describe",
    .operands = "READER",
    .summary = "Print the commands and options for bash, zsh or fish completion, or for scdoc",
    .options = (const unsigned char[]){ OPTION_HELP, OPTION_VERSION, OPTION_END },
    .least = 1,
    .most = 1,
    .run = run_describe,
};
