// SPDX-License-Identifier: GPL-3.0-or-later
// The commands, one file each or a few that belong together.
#ifndef FRONTS_COMMANDS_COMMANDS_H
#define FRONTS_COMMANDS_COMMANDS_H

#include "fronts/cli.h"
#include "fronts/console.h"
#include "games/games.h"

extern const struct command command_balance;
extern const struct command command_describe;
extern const struct command command_list;
extern const struct command command_menu;
extern const struct command command_play;
extern const struct command command_rules;
extern const struct command command_solve;

// The game named by an operand and its rules from --rules; if either is wrong,
// says so and returns false.
bool command_read_game(const struct invocation *invocation, const char *name,
                       const struct game **game, struct rules *rules);

enum console_color command_color(const struct invocation *invocation);

#endif
