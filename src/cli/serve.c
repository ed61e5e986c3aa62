// SPDX-License-Identifier: GPL-3.0-or-later
// causeway serve
#include "fronts/serve/serve.h"

#include <stdio.h>

#include "cli/online.h"
#include "fronts/serve/admin.h"
#include "postgres/pg_keep.h"

static int ask_server(const struct cli_invocation *invocation, const struct serve_setup *setup)
{
    struct config config;
    struct text why = TEXT_OF(TEXT_MAX);
    const char *what = invocation->operand_count > 1 ? invocation->operand[1] : "";
    if (invocation->operand_count == 0)
        return cli_usage_error(invocation, "--admin takes one of: list, close ID, hide ID, block "
                                           "ADDRESS, unblock ADDRESS, metrics.");
    if (serve_read(setup, &config, &why) &&
        admin_ask(config.admin, invocation->operand[0], what, stdout, &why))
        return EXIT_FINE;
    return cli_failure("%s", why.at);
}

int online_serve(const struct cli_invocation *invocation)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct serve_setup setup = { .config = cli_value(invocation, OPTION_CONFIG),
                                 .listen = cli_value(invocation, OPTION_LISTEN),
                                 .database = cli_value(invocation, OPTION_DATABASE),
                                 .open = pg_keep_open };
    if (cli_value(invocation, OPTION_ADMIN))
        return ask_server(invocation, &setup);
    if (invocation->operand_count > 0)
        return cli_usage_error(invocation, "Too many words: '%s' was not expected.",
                               invocation->operand[0]);
    if (cli_value(invocation, OPTION_WRITE_CONFIG)) {
        config_print(stdout);
        return EXIT_FINE;
    }
    if (serve_run(&setup, &why))
        return EXIT_FINE;
    return cli_failure("%s", why.at);
}
