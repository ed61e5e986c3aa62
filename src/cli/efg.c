// SPDX-License-Identifier: GPL-3.0-or-later
// causeway efg
#include "solve/efg.h"

#include <inttypes.h>

#include "cli/commands.h"

enum { NODES_MAX = 5000000 };

static int run_efg(const struct cli_invocation *invocation)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct variant variant;
    uint64_t nodes;
    if (!command_read_game(invocation, invocation->operand[0], &variant))
        return EXIT_USAGE;
    bool counted = efg_count(&variant, SEAT_1, &nodes);
    if ((!counted || nodes > NODES_MAX) && !cli_value(invocation, OPTION_FORCE))
        return cli_failure("the tree has %s%" PRIu64 " nodes, more than %d: --force writes it "
                           "all the same.",
                           counted ? "" : "at least ", nodes, NODES_MAX);
    if (!efg_write(stdout, &variant, SEAT_1, &why))
        return cli_failure("%s", why.at);
    return EXIT_FINE;
}

const struct cli_command command_efg = {
    .name = "efg",
    .operands = "GAME",
    .summary = "Print the game's whole tree in Gambit's .efg format",
    .options = (const unsigned char[]){ OPTION_RULES, OPTION_FORCE, OPTION_HELP, OPTION_VERSION,
                                        OPTION_END },
    .least = 1,
    .most = 1,
    .run = run_efg,
};
