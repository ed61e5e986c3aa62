// SPDX-License-Identifier: GPL-3.0-or-later
// The pages behind the menu. Each of them returns when it is left, or when the program is to
// end (ui.leaving); what kept it from being shown is said in `warning`.
#ifndef FRONTS_FULL_INSIDE_H
#define FRONTS_FULL_INSIDE_H

#include "ui/choices.h"
#include "fronts/full/full.h"

// The games that are kept: those to go on with, or those to look at again.
void game_list_show(struct ui *ui, struct store *store, bool finished, struct text *warning);

// A finished game, looked at again position by position with its review beside it; and played
// on from there.
void replay_page_show(struct ui *ui, struct store *store, const char *id, struct text *warning);

// Lets the settings be changed; each change counts at once, and all are kept in the file when
// the page is left.
void settings_page_show(struct ui *ui);

// How a game is to be played: who, by which rules, how many rounds. Begins with what was
// chosen last for this game, or with the settings; what the command line ordered goes before
// both. Remembers what is chosen now. True if it is to be played; the set-up, which names the
// game, is then ready.
bool setup_show(struct ui *ui, struct drive_setup *ordered, struct choices *choices,
                const struct full_words *words);

// As it was set up last, without asking. False, with a sentence, if that cannot be.
bool setup_again(const struct settings *settings, struct drive_setup *ordered,
                 const struct choices *choices, struct text *why);

#endif
