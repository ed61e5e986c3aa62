// SPDX-License-Identifier: GPL-3.0-or-later
// How a game is to be played: who, by which rules, how many rounds.
#ifndef FRONTS_FULL_SETUP_H
#define FRONTS_FULL_SETUP_H

#include "fronts/full/choices.h"
#include "fronts/full/full.h"

// Begins with what was chosen last for this game, or with the settings; what the command
// line ordered goes before both. Remembers what is chosen now. FULL_PLAY if it is to be
// played; the set-up, which names the game, is then ready.
enum full_end setup_show(struct ui *ui, struct drive_setup *ordered, struct choices *choices,
                         const struct full_orders *orders);

// As it was set up last, without asking. False, with a sentence, if that cannot be.
bool setup_again(const struct settings *settings, struct drive_setup *ordered,
                 const struct choices *choices, struct text *why);

#endif
