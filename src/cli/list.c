// SPDX-License-Identifier: GPL-3.0-or-later
// causeway list, causeway rules, causeway describe: what there is to read.
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/complete.h"
#include "cli/help.h"
#include "fronts/line/line.h"

int command_list(const struct cli_invocation *invocation, struct text *why)
{
    (void)invocation, (void)why;
    for (const struct game *const *game = games; *game; game++)
        printf("%-13s %s: %s\n", (*game)->slug, (*game)->title, (*game)->pitch);
    return EXIT_FINE;
}

int command_rules(const struct cli_invocation *invocation, struct text *why)
{
    struct variant variant;
    if (!command_read_game(invocation, invocation->operand[0], &variant, why))
        return EXIT_USAGE;
    line_print_rules(stdout, &variant);
    return EXIT_FINE;
}

int command_describe(const struct cli_invocation *invocation, struct text *why)
{
    const char *reader = invocation->operand[0], *script = complete_script(reader);
    bool words = strcmp(reader, "words") == 0;
    if (invocation->operand_count > 1 && !words)
        return cli_usage_error(invocation, "Too many words: '%s' was not expected.",
                               invocation->operand[1]);
    if (strcmp(reader, "ids") == 0)
        return complete_ids(why) ? EXIT_FINE : EXIT_FAILED;
    if (words)
        complete_words(invocation->operand + 1, invocation->operand_count - 1);
    else if (strcmp(reader, "scdoc") == 0)
        help_describe();
    else if (script)
        fputs(script, stdout);
    else
        return cli_usage_error(invocation, "'%s' is none of bash, zsh, fish, scdoc, ids and words.",
                               reader);
    return EXIT_FINE;
}
