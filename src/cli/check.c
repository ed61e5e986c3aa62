// SPDX-License-Identifier: GPL-3.0-or-later
// causeway check
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/check.h"
#include "claim/certificate.h"
#include "cli/commands.h"
#include "ui/progress_bar.h"

static bool read_seconds(const struct cli_invocation *invocation, double *seconds)
{
    const char *typed = cli_value(invocation, OPTION_SECONDS);
    char *end = NULL;
    *seconds = typed ? strtod(typed, &end) : 0;
    return !typed || (end != typed && !*end && *seconds > 0);
}

// Without a number of seconds the work is limited, too.
static bool check_file(FILE *file, double seconds, struct text *words)
{
    struct progress_bar progress_bar;
    struct claim claim;
    progress_bar_begin(&progress_bar, "Checking");
    progress_bar.most = seconds > 0 ? seconds : CHECK_SECONDS;
    bool right = certificate_read(file, games_find, &progress_bar.limits, &claim, words);
    if (right) {
        progress_bar.limits.work = seconds > 0 ? 0 : check_fair_work(&claim);
        right = check_claim(&claim, &progress_bar.limits, words) == CHECK_PROVED;
        claim_clear(&claim);
    }
    if (!progress_bar_end(&progress_bar) && !right)
        progress_bar_give_up();
    return right;
}

int command_check(const struct cli_invocation *invocation, struct text *why)
{
    struct text words = TEXT_OF(TEXT_MAX);
    const char *path = invocation->operand[0];
    double seconds;
    if (!read_seconds(invocation, &seconds))
        return cli_usage_error(invocation, "--seconds takes a number above 0, not '%s'.",
                               cli_value(invocation, OPTION_SECONDS));
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    if (!file)
        return cli_failure("cannot read '%s': %s.", path, strerror(errno));
    bool right = check_file(file, seconds, &words);
    if (file != stdin)
        fclose(file);
    if (right)
        printf("%s\n", words.at);
    else
        text_add(why, "%s: %s", path, words.at);
    return right ? EXIT_FINE : EXIT_FAILED;
}
