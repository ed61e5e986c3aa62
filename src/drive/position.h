// SPDX-License-Identifier: GPL-3.0-or-later
// A table at a given position: puzzles, lessons, and games that are played on from a move
// of long ago.
#ifndef DRIVE_POSITION_H
#define DRIVE_POSITION_H

#include "table/table.h"

// The log of a table of this set-up at which these moves have been made, in this order,
// by the player on turn, chance included. The set-up's deal is taken from chance's move.
// False, with a sentence, if one of them is against the rules. Free it with log_clear()
// in any case.
bool position_log(struct table_setup *setup, const struct move *moves, unsigned count,
                  struct log *log, struct text *why);

// The same as a table, which the caller frees. NULL, with a sentence.
struct table *position_table(struct table_setup *setup, const struct move *moves, unsigned count,
                             struct text *why);

#endif
