// SPDX-License-Identifier: GPL-3.0-or-later
// Completion for shells, from the tables of commands and options, what is stored, and the
// rules of a game. A shell's script hands over what was typed, and is told the words.
#ifndef CLI_COMPLETE_H
#define CLI_COMPLETE_H

#include "core/text.h"

// The script for a shell: bash, zsh or fish. NULL if it is none of them.
const char *complete_script(const char *shell);

// The words that the last of those typed behind `causeway` can become, one a line, with a tab
// and what it means where there is something to say. A line with a star stands for files.
void complete_words(char *const *typed, unsigned count);

// The ids of all stored games. False, with a sentence.
bool complete_ids(struct text *why);

#endif
