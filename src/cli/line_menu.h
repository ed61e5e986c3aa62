// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLI_LINE_MENU_H
#define CLI_LINE_MENU_H

#include "cli/commands.h"

// Asks what to play or to look at, and does it, until it is left; the exit status. Without a
// store nothing is saved.
int line_menu_show(const struct cli_invocation *invocation, struct store *store);

#endif
