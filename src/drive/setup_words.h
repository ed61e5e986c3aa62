// SPDX-License-Identifier: GPL-3.0-or-later
// The set-up of a table in words: on the command line, in a menu, in a file. Each sets
// one thing of the set-up, or says why it cannot be that and changes nothing.
#ifndef DRIVE_SETUP_WORDS_H
#define DRIVE_SETUP_WORDS_H

#include "drive/drive.h"

// The book's rules, the game's own names, two people, one round; with an id of its own.
struct drive_setup setup_words_default(const struct game *game);

// Somebody's first game: small, with the coach, against an easy computer that has a name. The
// game has rules for that; the name of who plays may be "".
#define SETUP_WORDS_OPPONENT "Mole"
struct drive_setup setup_words_beginner(const struct game *game, const char *name);

// "Ann,Ben".
bool setup_words_names(struct drive_setup *setup, const char *both, struct text *why);

// "human", a level, "program:COMMAND".
bool setup_words_player(struct drive_setup *setup, unsigned seat, const char *who,
                        struct text *why);

// Numbers that chance is to hide; the variant must be settled.
bool setup_words_deal(struct drive_setup *setup, const char *numbers, struct text *why);

bool setup_words_seed(struct drive_setup *setup, const char *number, struct text *why);
// "2=77": the key of seat 2's random numbers, for developers.
bool setup_words_key(struct drive_setup *setup, const char *key, struct text *why);
bool setup_words_rounds(struct drive_setup *setup, const char *number, struct text *why);

// Toss and deal follow from everybody's contributions. Refused where nothing is drawn, or
// where what is drawn is known beforehand. Who begins must be settled.
bool setup_words_joint(struct drive_setup *setup, struct text *why);

// "1", "2" or "toss": who begins, or has the first role.
void setup_words_first(struct drive_setup *setup, const char *who);

#endif
