// SPDX-License-Identifier: GPL-3.0-or-later
// Puzzles: positions with exactly one answer, found by the solver in games that are played at
// random from a seed. The same seed gives the same puzzle everywhere.
//
// Where players hide things only that is asked which is true in every case that the player
// cannot exclude, and so against every best plan: which move wins for sure, which one alone does
// not lose for sure. (Not which one is safe: that need not be the best.) Answers are spread: of the
// puzzles that a seed finds first one answer is drawn, and then a puzzle with it; in seven of ten
// cases the longest move, and one without a number, are passed over.
#ifndef ANALYSIS_PUZZLE_H
#define ANALYSIS_PUZZLE_H

#include "analysis/advice.h"

enum { PUZZLE_GRADES = 5 };

enum puzzle_question {
    PUZZLE_WINS,  // one move wins whatever the other does (and hides), all others do not
    PUZZLE_SAVES, // all moves but one lose for sure
    PUZZLE_BEST,  // one has a better chance than all others; where nobody hides anything
};

struct puzzle {
    struct variant variant;
    unsigned first;
    struct move moves[MOVES_MAX]; // that were made before, chance's included
    unsigned count;
    unsigned seat;    // whose move is looked for
    struct view view; // as that one sees it
    struct history history;
    enum puzzle_question question;
    struct move best;
    unsigned grade; // 1 (easy) to PUZZLE_GRADES
};

// Whether a puzzle was posed before, by its key; `knows` is NULL if none was.
struct puzzle_memory {
    bool (*knows)(void *context, uint64_t key);
    void *context;
};
uint64_t puzzle_key(const struct puzzle *puzzle);

// A puzzle of the game (from its `puzzles`, where a value may be a span, "length=6..9") that was
// not posed before, of this grade; 0: of any. False, with a
// sentence, when interrupted or when there is none.
bool puzzle_make(struct puzzle *puzzle, const struct game *game, unsigned grade, uint64_t seed,
                 const struct puzzle_memory *memory, const struct limits *limits, struct text *why);

// What can be said of every move there.
bool puzzle_solve(const struct puzzle *puzzle, struct rater *rater, const struct limits *limits,
                  struct advice *advice, struct text *why);

// The one move that is right, and what is asked of the position; NULL if there is not exactly one.
const struct advice_move *puzzle_answer(const struct advice *advice,
                                        enum puzzle_question *question);

#endif
