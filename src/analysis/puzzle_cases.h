// SPDX-License-Identifier: GPL-3.0-or-later
// Puzzles where players hide things: "the traps are on 2 5 7, on 3 5 8 or on 4 6 7: which move is
// safe for sure?"
//
// Why: what holds in all of a few cases can be found by thinking; what is best against a solver's
// plan cannot.
// Cost: every case is played through, and a win is looked for in all lines of play, so that what
// is said is what was counted.
#ifndef ANALYSIS_PUZZLE_CASES_H
#define ANALYSIS_PUZZLE_CASES_H

#include "analysis/puzzle_data.h"

// Draws the cases for a position, the truth and some that what happened excludes among them.
// False where there are too few, or where not exactly one thing was hidden from the mover.
bool puzzle_draw_cases(struct puzzle *puzzle, struct random *random);

// What holds of every move in the cases that are still possible; with `all` in those, too, that
// are excluded, as for one who overlooks that. False without memory, or where it takes too long.
bool puzzle_solve_cases(const struct puzzle *puzzle, bool all, struct advice *advice,
                        struct text *why);

// The cases that what happened does not exclude.
unsigned puzzle_possible(const struct puzzle *puzzle, struct move *cases);

// A case that shows that the move is not the answer; false where none does by itself.
bool puzzle_refute(const struct puzzle *puzzle, struct move move, struct move *refuting);

#endif
