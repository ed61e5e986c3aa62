// SPDX-License-Identifier: GPL-3.0-or-later
// Help for people, from the tables of commands and options.
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "cli/cli.h"

// What --help says.
void help_print(const struct cli_command *command);

// The manual's lists of commands and options, for scdoc.
void help_describe(void);

#endif
