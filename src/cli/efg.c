// SPDX-License-Identifier: GPL-3.0-or-later
// causeway efg
#include "solve/efg.h"

#include <inttypes.h>

#include "cli/commands.h"

enum { NODES_MAX = 5000000 };

int command_efg(const struct cli_invocation *invocation, struct text *why)
{
    struct variant variant;
    uint64_t nodes;
    if (!command_read_game(invocation, invocation->operand[0], &variant, why))
        return EXIT_USAGE;
    bool counted = efg_count(&variant, SEAT_1, &nodes);
    if ((!counted || nodes > NODES_MAX) && !cli_value(invocation, OPTION_FORCE))
        return cli_failure("the tree has %s%" PRIu64 " nodes, more than %d: --force writes it "
                           "all the same.",
                           counted ? "" : "at least ", nodes, NODES_MAX);
    return efg_write(stdout, &variant, SEAT_1, why) ? EXIT_FINE : EXIT_FAILED;
}
