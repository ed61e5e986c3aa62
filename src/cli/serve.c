// SPDX-License-Identifier: GPL-3.0-or-later
// causeway serve
#include "fronts/serve/serve.h"

#include "cli/online.h"

int online_serve(const struct cli_invocation *invocation)
{
    char buffer[TEXT_MAX];
    struct text why = text_in(buffer, sizeof buffer);
    struct serve_setup setup = { .listen = cli_value(invocation, OPTION_LISTEN) };
    if (serve_run(&setup, &why))
        return EXIT_FINE;
    return cli_failure("%s", buffer);
}
