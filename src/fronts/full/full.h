// SPDX-License-Identifier: GPL-3.0-or-later
// The full-screen front.
#ifndef FRONTS_FULL_FULL_H
#define FRONTS_FULL_FULL_H

#include "drive/drive.h"
#include "fronts/full/ui.h"

enum full_end {
    FULL_LEAVE, // the program is to end
    FULL_QUIT,  // this game is left
    FULL_OTHER, // another game is wanted
    FULL_PLAY,  // all is set up
    FULL_FAILED,
};

// Plays at the table until something else is wanted. When it has failed, `why` says why.
enum full_end full_play(struct ui *ui, struct seat_handle *seat, const struct game *game,
                        struct text *why);

// What the command line wants every set-up to start with; NULL where it says nothing.
struct full_orders {
    const char *rules, *names, *p1, *p2, *rounds, *clock;
    bool coach, joint;
};

// Games are chosen from a list and played, one after the other, until the program is to
// end. Without a store they are not saved.
enum full_end full_menu(struct ui *ui, struct store *store, const struct full_orders *orders,
                        struct text *why);

// The same at a table in this process, with hints; the driver, which may be NULL after a
// failure that `why` explains, is freed.
enum full_end full_drive(struct ui *ui, struct drive *drive, struct text *why);

// Players are asked for their words to a joint draw on the screen.
void full_ask_words(struct ui *ui, struct drive *drive);

// The exit status after an end that was no failure: 128 + n if signal n brought it.
int full_status(void);

#endif
