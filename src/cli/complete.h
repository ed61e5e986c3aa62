// SPDX-License-Identifier: GPL-3.0-or-later
// Completion for shells, from the tables of commands and options; what is stored, and the
// rules of a game, a shell asks for when it is wanted.
#ifndef CLI_COMPLETE_H
#define CLI_COMPLETE_H

#include "core/text.h"

struct game;

// The script for a shell: bash, zsh or fish. False if it is none of them.
bool complete_describe(const char *shell);

// Words to choose from, one a line: ids, players. False, with a sentence.
bool complete_ids(struct text *why);
bool complete_players(struct text *why);

// What --rules can begin with or go on with, and what --vary can.
void complete_rules(const struct game *game);
void complete_keys(const struct game *game);

#endif
