// SPDX-License-Identifier: GPL-3.0-or-later
// A table over one pipe: the messages of the seat protocol, one a line, for all people at
// the table. docs/table.md has them. There is no second vocabulary: the seat that a line
// is for, or from, is its member `seat`.
#ifndef FRONTS_JSON_JSON_H
#define FRONTS_JSON_JSON_H

#include <stdio.h>

#include "drive/drive.h"

// Plays until the input ends. True if the match is over then; false, with a sentence
// unless the input ended early.
bool json_play(struct drive *drive, FILE *in, FILE *out, struct text *why);

// The same in one seat elsewhere, where things also happen by themselves. Ends with the input, or
// when nothing more can come.
bool json_play_there(struct seat_handle *seat, const struct game *game, FILE *in, FILE *out,
                     struct text *why);

#endif
