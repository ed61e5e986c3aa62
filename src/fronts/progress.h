// SPDX-License-Identifier: GPL-3.0-or-later
// What a player has got done: lessons, and the days on which the daily puzzle was solved.
// It is kept with what was chosen last; what cannot be kept is as if it had not been done.
#ifndef FRONTS_PROGRESS_H
#define FRONTS_PROGRESS_H

#include "core/cells.h"

struct game;

// The numbers of the lessons of a game that are done, from 1 on.
cells progress_lessons(const struct game *game);
void progress_add_lesson(const struct game *game, unsigned number);

// The first lesson that is not done; once all are, the first.
unsigned progress_next_lesson(const struct game *game);

// Days since 1970, by the calendar that all share; and how many days in a row, today
// included, the daily puzzle has been solved, now that it is.
uint64_t progress_today(void);
bool progress_has_puzzle(void); // today's is solved
unsigned progress_add_puzzle(void);

// Which puzzles were posed before, by their keys (analysis/puzzle.h).
bool progress_knows_puzzle(void *ignored, uint64_t key);
void progress_keep_puzzle(uint64_t key);

#endif
