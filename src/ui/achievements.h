// SPDX-License-Identifier: GPL-3.0-or-later
// What a player has got done: lessons, and the days on which the daily puzzle was solved.
// It is kept with what was chosen last; what cannot be kept is as if it had not been done.
#ifndef UI_ACHIEVEMENTS_H
#define UI_ACHIEVEMENTS_H

#include "core/cells.h"
#include "core/text.h"

struct game;

// The numbers of the lessons of a game that are done, from 1 on.
cells achievements_lessons(const struct game *game);
void achievements_add_lesson(const struct game *game, unsigned number);

// The first lesson that is not done; once all are, the first.
unsigned achievements_next_lesson(const struct game *game);

// Is somebody new here: with nothing set, and nothing chosen before? From then on nobody is.
bool achievements_is_new(void);

// Days since 1970, by the calendar that all share; and how many days in a row, today
// included, the daily puzzle has been found at the first try, now that it is solved.
uint64_t achievements_today(void);
bool achievements_has_puzzle(void); // today's is solved
unsigned achievements_add_puzzle(bool first_try);

// Somebody's first answer to a puzzle of this grade, without help: was it right?
void achievements_add_answer(unsigned grade, bool right);

// Five puzzles, one after the other, against the clock: how many were found at the first try, in
// this time. True if that is better than ever before.
bool achievements_add_run(unsigned right, int64_t milliseconds);

// "12 of 15 puzzles this week ...", lines; nothing before the first answer.
void achievements_tell_puzzles(struct text *out);

// Which puzzles were posed before, by their keys (analysis/puzzle.h).
bool achievements_knows_puzzle(void *ignored, uint64_t key);
void achievements_keep_puzzle(uint64_t key);

#endif
