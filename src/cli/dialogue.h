// SPDX-License-Identifier: GPL-3.0-or-later
// A position in lines, and a move that is looked for in it: what puzzles and lessons share.
#ifndef CLI_DIALOGUE_H
#define CLI_DIALOGUE_H

#include "core/game.h"
#include "ui/console.h"

void dialogue_say_board(struct console *console, const struct variant *variant,
                        const struct view *view);

// What the viewer was told so far, from the event `since` on, and the board, drawn and in words,
// with what matters of the rules and what each has left.
void dialogue_say_position(struct console *console, const struct variant *variant,
                           const struct view *view, const struct history *history, unsigned since);

void dialogue_say_rules(struct console *console, const struct variant *variant);

// A paragraph, folded at words.
void dialogue_say(struct console *console, enum console_style style, const char *words);

// Reads a move: as its words, or, where only one kind of move has numbers, as these alone; where
// the game asks for an action first, a number alone is that action's.
// Whether it is legal is not looked at. False, with a sentence.
bool dialogue_read_move(const struct variant *variant, const struct view *view, const char *answer,
                        struct move *move, struct text *why);

#endif
