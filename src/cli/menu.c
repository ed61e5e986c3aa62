// SPDX-License-Identifier: GPL-3.0-or-later
// causeway without a command: a menu on a terminal, a pointer elsewhere.
#include <stdio.h>
#include <unistd.h>

#include "cli/line_menu.h"
#include "cli/online.h"

static int print_pointer(void)
{
    printf("Causeway: two-player duels on a line of cells.\n\n"
           "On a terminal, 'causeway' opens a menu. To start at once:\n"
           "  causeway list              the games\n"
           "  causeway play blockade     play one\n"
           "  causeway rules blockade    how it is played\n"
           "  causeway learn             lessons\n"
           "  causeway puzzle            something to find\n"
           "  causeway --help            everything else\n");
    return EXIT_FINE;
}

static int show(const struct cli_invocation *invocation, struct store *store, struct text *why)
{
    struct ui ui;
    if (!command_open_full(invocation, &ui))
        return line_menu_show(invocation, store);
    struct full_words words = { .word = {
                                      [FULL_NAMES] = cli_value(invocation, OPTION_NAMES),
                                      [FULL_P1] = cli_value(invocation, OPTION_P1),
                                      [FULL_P2] = cli_value(invocation, OPTION_P2),
                                      [FULL_ROUNDS] = cli_value(invocation, OPTION_ROUNDS),
                                      [FULL_COACH] =
                                          cli_value(invocation, OPTION_COACH) ? "yes" : NULL,
                                      [FULL_RULES] = cli_value(invocation, OPTION_RULES),
                                      [FULL_CLOCK] = cli_value(invocation, OPTION_CLOCK),
                                      [FULL_JOINT] =
                                          cli_value(invocation, OPTION_JOINT) ? "yes" : NULL,
                                  },
                                   .online = online_run };
    full_menu(&ui, store, &words);
    return command_close_full(&ui, why);
}

int command_menu(const struct cli_invocation *invocation, struct text *why)
{
    struct store *store;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return print_pointer();
    if (!command_open_store(invocation, &store))
        return EXIT_FINE;
    int status = show(invocation, store, why);
    store_close(store);
    return status;
}
