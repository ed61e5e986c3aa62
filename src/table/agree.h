// SPDX-License-Identifier: GPL-3.0-or-later
// What is agreed at a new table, read from an object of JSON: the same object for the server, the
// browser and all others that make tables. All members but `game` may be left out or null:
//
//     game, rules     a game's name; its options, or a preset's name
//     names, players  two texts each; a player is "human" or a computer's level
//     first           1, 2 or "toss"
//     rounds          of the match
//     clock           "5+3", "3d/move", ...
//     hints, joint    may hints be asked for; is everything drawn from words of all
//     coach           warns people before they throw the game away: at one's own screen alone
//
// What else the object has is the caller's.
#ifndef TABLE_AGREE_H
#define TABLE_AGREE_H

#include <jansson.h>

#include "table/table.h"

struct agree_terms {
    const struct game *(*find_game)(const char *name, struct text *why);
    const char *(*level)(unsigned i); // the computer players' names; NULL after the last
    bool computers;                   // may play here

    // Everybody is at one screen: two people share it and need no consent, hints are given and
    // draws are the program's, unless the object says otherwise. Else each has a connection.
    bool one_screen;
};

// The caller sets the id and the time. False, with a sentence, if it cannot be agreed.
bool agree_read(const json_t *object, const struct agree_terms *terms, struct table_setup *setup,
                struct text *why);

// A member that may be left out: `usual` then. False, with a sentence, if it is of another type:
// nobody is to play by other rules than they have asked for.
bool agree_read_bool(const json_t *object, const char *key, bool usual, bool *value,
                     struct text *why);

#endif
