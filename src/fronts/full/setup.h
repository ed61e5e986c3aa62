// SPDX-License-Identifier: GPL-3.0-or-later
// How a game is to be played: who, by which rules, how many rounds.
#ifndef FRONTS_FULL_SETUP_H
#define FRONTS_FULL_SETUP_H

#include "fronts/full/choices.h"
#include "fronts/full/full.h"

// Begins with what was chosen last for this game and remembers what is chosen
// now. FULL_PLAY if it is to be played; the session is then ready.
enum full_end setup_show(struct ui *ui, struct session *session, struct choices *choices);

#endif
