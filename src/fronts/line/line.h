// SPDX-License-Identifier: GPL-3.0-or-later
// Line mode: the dialogue that the rule books print, at a seat handle.
#ifndef FRONTS_LINE_LINE_H
#define FRONTS_LINE_LINE_H

#include "core/variant.h"
#include "fronts/line/line_setup.h"
#include "ui/console.h"
#include "table/seat.h"

// Plays what the table has left to play, and again if that is wanted.
enum line_end line_play(struct seat_handle *seat, struct console *console,
                        const struct line_setup *setup);

// What to do when a game cannot be saved. In a pipe it is asked, too: --no-save is the way
// to agree beforehand.
enum line_unsaved { LINE_SAVE_AGAIN, LINE_GO_ON, LINE_LEAVE };
enum line_unsaved line_ask_unsaved(struct console *console, const char *why);

// The rules as they are played, on the console or any other stream; `width` is that of a window, or
// 0.
void line_print_rules(FILE *out, const struct variant *variant, unsigned width);

#endif
