// SPDX-License-Identifier: GPL-3.0-or-later
// Puzzles: positions with exactly one answer, found by the solver in games that are played at
// random from a seed. The same seed gives the same puzzle everywhere.
//
// Where players hide things the question names a few ways in which the other may have hidden them,
// and asks only what is true in every one that is still possible (puzzle_cases.h).
//
// Answers are spread: each seed takes some answers and passes over the others, the longest move
// more often than the rest.
#ifndef ANALYSIS_PUZZLE_H
#define ANALYSIS_PUZZLE_H

#include "analysis/puzzle_data.h"

// Whether a puzzle was posed before, by its key; `knows` is NULL if none was.
struct puzzle_memory {
    bool (*knows)(void *context, uint64_t key);
    void *context;
};
uint64_t puzzle_key(const struct puzzle *puzzle);

// A puzzle of the game (from its `puzzles`, where a value may be a span, "length=6..9") that was
// not posed before, of this grade; 0: of any. False, with a sentence, when interrupted or when
// there is none.
bool puzzle_make(struct puzzle *puzzle, const struct game *game, unsigned grade, uint64_t seed,
                 const struct puzzle_memory *memory, const struct limits *limits, struct text *why);

// What can be said of every move there. Where players hide things no rater is needed.
bool puzzle_solve(const struct puzzle *puzzle, struct rater *rater, const struct limits *limits,
                  struct advice *advice, struct text *why);

// The one move that is right; NULL if there is not exactly one.
const struct advice_move *puzzle_answer(const struct advice *advice, enum puzzle_question question);

#endif
