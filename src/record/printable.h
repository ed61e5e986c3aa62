// SPDX-License-Identifier: GPL-3.0-or-later
// Texts and names that can be shown: what others wrote is checked, or made so, before it reaches
// a terminal or a file.
#ifndef RECORD_PRINTABLE_H
#define RECORD_PRINTABLE_H

#include "core/game.h"

enum {
    LOG_NAME = 33,    // a name or a word, with the NUL byte
    LOG_PLAYER = 129, // who plays: "human", a level, "program:COMMAND"
};

// UTF-8 in which every character can be seen, and is what it seems to be: no control
// characters, no marks of direction, nothing without width.
bool printable_is_text(const char *text);

// Makes it such a text: question marks take the place of what may not be there.
void printable_blot(char *text);
void printable_blot_lines(char *text); // the same, but for the ends of lines

// Can this be a player's name? Can these be both players'?
bool printable_is_name(const char *name);
bool printable_check_names(const char *one, const char *two, struct text *why);

// Can these be the names, and the kinds, of both players?
bool printable_check_players(const char name[SEATS][LOG_NAME], const char player[SEATS][LOG_PLAYER],
                             struct text *why);

#endif
