// SPDX-License-Identifier: GPL-3.0-or-later
// causeway list, causeway rules, causeway describe: what there is to read.
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/complete.h"
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

static int describe_game(const struct cli_invocation *invocation)
{
    struct text why = TEXT_OF(TEXT_MAX);
    const struct game *game = NULL;
    if (invocation->operand_count > 1)
        game = games_find(invocation->operand[1], &why);
    else
        text_add(&why, "Missing: GAME.");
    if (!game)
        return cli_usage_error(invocation, "%s", why.at);
    if (strcmp(invocation->operand[0], "rules") == 0)
        complete_rules(game);
    else
        complete_keys(game);
    return EXIT_FINE;
}

static int run_describe(const struct cli_invocation *invocation)
{
    struct text why = TEXT_OF(TEXT_MAX);
    const char *reader = invocation->operand[0];
    if (strcmp(reader, "rules") == 0 || strcmp(reader, "keys") == 0)
        return describe_game(invocation);
    if (strcmp(reader, "ids") == 0)
        return complete_ids(&why) ? EXIT_FINE : cli_failure("%s", why.at);
    if (strcmp(reader, "players") == 0)
        return complete_players(&why) ? EXIT_FINE : cli_failure("%s", why.at);
    if (strcmp(reader, "scdoc") == 0)
        help_describe();
    else if (!complete_describe(reader))
        return cli_usage_error(invocation,
                               "'%s' is none of bash, zsh, fish, scdoc, ids, players, rules and "
                               "keys.",
                               reader);
    return EXIT_FINE;
}

const struct cli_command command_describe = {
    .name = "describe",
    .operands = "READER [GAME]",
    .summary = "Print the commands and options for bash, zsh or fish completion, or for scdoc",
    .details =
        "What a completion offers comes from here, too: ids, players, rules GAME, keys GAME.\n",
    .options = (const unsigned char[]){ OPTION_HELP, OPTION_VERSION, OPTION_END },
    .least = 1,
    .most = 2,
    .run = run_describe,
};
