// SPDX-License-Identifier: GPL-3.0-or-later
// causeway rate
#include <stdio.h>

#include "cli/commands.h"
#include "contest/rate.h"
#include "report/standings.h"

static int show(const struct cli_invocation *invocation, const struct rate *rate, struct text *why)
{
    static struct standings standings;
    struct standings_report report = {
        .schedule = &rate->schedule, .standings = &standings, .directory = "", .facts = &rate->facts
    };
    if (!standings_make(&standings, &rate->schedule, rate->pairs, why))
        return EXIT_FAILED;
    report.quiet = standings.lucky;
    return command_show_standings(invocation, &report, why) ? EXIT_FINE : EXIT_FAILED;
}

int command_rate(const struct cli_invocation *invocation, struct text *why)
{
    static struct rate rate;
    bool good = true;
    if (cli_value(invocation, OPTION_CSV) && cli_value(invocation, OPTION_JSON))
        return cli_usage_error(invocation, "Either --csv or --json, not both.");
    for (unsigned i = 0; i < invocation->operand_count && good; i++)
        good = rate_add(&rate, games, invocation->operand[i], why);
    if (good && rate.schedule.players < 2) {
        text_add(why, "Nothing has been played there.");
        good = false;
    }
    int status = good ? show(invocation, &rate, why) : EXIT_FAILED;
    rate_clear(&rate);
    return status;
}
