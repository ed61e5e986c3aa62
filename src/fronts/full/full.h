// SPDX-License-Identifier: GPL-3.0-or-later
// The full-screen front.
#ifndef FRONTS_FULL_FULL_H
#define FRONTS_FULL_FULL_H

#include "fronts/full/ui.h"
#include "fronts/session.h"

enum full_end {
    FULL_LEAVE, // the program is to end
    FULL_QUIT,  // this game is left
    FULL_OTHER, // another game is wanted
    FULL_PLAY,  // all is set up
    FULL_FAILED,
};

// Plays the session's series, and others like it, until something else is wanted.
// When it has failed, `why` says why.
enum full_end full_play(struct ui *ui, struct session *session, struct text *why);

// Lets choose games and plays them. Without a store they are not saved.
enum full_end full_menu(struct ui *ui, struct store *store, struct text *why);

// The exit status after an end that was no failure: 128 + n if signal n brought it.
int full_status(void);

#endif
