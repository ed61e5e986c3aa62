// SPDX-License-Identifier: GPL-3.0-or-later
// The full-screen front. What ends it, a failure included, stays in the ui: ui.h.
#ifndef FRONTS_FULL_FULL_H
#define FRONTS_FULL_FULL_H

#include "drive/drive.h"
#include "fronts/full/ui.h"

// Plays at the table until it is left; true if another game is wanted then.
bool full_play(struct ui *ui, struct seat_handle *seat, const struct game *game);

// The same at a table in this process, with hints; the driver is freed.
void full_drive(struct ui *ui, struct drive *drive);

// What the command line wants every set-up to start with, as words; NULL where it says nothing.
enum full_order {
    FULL_NAMES,
    FULL_P1,
    FULL_P2,
    FULL_ROUNDS,
    FULL_RULES,
    FULL_COACH, // "yes" or "no"
    FULL_FIRST, // "1", "2" or "toss"
    FULL_CLOCK,
    FULL_JOINT, // "yes" or "no"
    FULL_WORDS
};
struct full_words {
    const char *word[FULL_WORDS];

    // Runs a command that plays over a network, with the terminal its own, and comes back; NULL
    // where there is none. A link is passed without others seeing it.
    bool (*online)(const char *command, const char *one, const char *two, const char *link,
                   struct text *why);
};

// Games are chosen from a list and played, one after the other, until the program is to
// end. Without a store they are not saved.
void full_menu(struct ui *ui, struct store *store, const struct full_words *words);

// Puzzles: the one that is ordered, and as many more as are wanted.
struct puzzle_session_wish;
void puzzle_page_show(struct ui *ui, const struct puzzle_session_wish *order, struct text *warning);

// Lessons: the list of them, and one after the other; at once with this one of a game, unless
// that is NULL.
void learn_page_show(struct ui *ui, const struct game *game, unsigned number, struct text *warning);

// Players are asked for their words to a joint draw on the screen.
void full_ask_words(struct ui *ui, struct drive *drive);

// The exit status after an end that was no failure: 128 + n if signal n brought it.
int full_status(void);

#endif
