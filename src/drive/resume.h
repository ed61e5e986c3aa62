// SPDX-License-Identifier: GPL-3.0-or-later
// A saved game, gone on with.
#ifndef DRIVE_RESUME_H
#define DRIVE_RESUME_H

#include "drive/drive.h"

// The table that the game is a round of, where it was left. NULL, with a sentence.
struct drive *resume_game(struct store *store, const struct game *const *games, const char *id,
                          bool coach, struct text *why);

#endif
