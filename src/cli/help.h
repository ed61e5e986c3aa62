// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that the tables of cli.h can be printed as.
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "cli/cli.h"

// What --help says of one command, or of the program.
void help_print(const struct cli_command *command);

// The tables for a reader called "bash", "zsh", "fish" or "scdoc".
void help_describe(const char *reader);

#endif
