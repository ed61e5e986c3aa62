// SPDX-License-Identifier: GPL-3.0-or-later
// Line mode: the dialogue that the rule books print.
#ifndef FRONTS_LINE_LINE_H
#define FRONTS_LINE_LINE_H

#include "fronts/console.h"
#include "fronts/session.h"

enum line_end { LINE_PLAYED, LINE_ANEW, LINE_QUIT, LINE_INPUT_ENDED, LINE_FAILED };

// Plays the whole series, or what is left of it.
enum line_end line_play(struct session *session, struct console *console);

// Asks, on the console `whom`, whether to play without saving. In a pipe, too:
// --no-save is the way to agree beforehand.
bool line_go_on_unsaved(void *whom, const char *why);

// The rules as they are played, on the console or any other stream.
void line_print_rules(FILE *out, const struct variant *variant);

#endif
