// SPDX-License-Identifier: GPL-3.0-or-later
// Puzzles: positions with exactly one best move, found by the solver in games that it
// plays against itself from a seed. The same seed gives the same puzzle everywhere.
#ifndef ANALYSIS_PUZZLE_H
#define ANALYSIS_PUZZLE_H

#include "analysis/advice.h"

enum { PUZZLE_GRADES = 5 };

struct puzzle {
    struct variant variant;
    unsigned first;
    struct move moves[MOVES_MAX]; // that were made before, chance's included
    unsigned count;
    unsigned seat;    // whose move is looked for
    struct view view; // as that one sees it
    struct history history;
    struct move best;
    unsigned grade; // 1 (easy) to PUZZLE_GRADES
};

// A puzzle of the game, of this grade, or of the nearest that is found; 0: of any.
// False, with a sentence, when interrupted or when there is none.
bool puzzle_make(struct puzzle *puzzle, const struct game *game, unsigned grade, uint64_t seed,
                 const struct limits *limits, struct text *why);

// What can be said of every move there: exactly one is best, which is the puzzle's claim.
bool puzzle_solve(const struct puzzle *puzzle, struct rater *rater, const struct limits *limits,
                  struct advice *advice, struct text *why);

// Is exactly one move best, and by enough to be found?
bool puzzle_is_clear(const struct advice *advice);

#endif
