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

#include "analysis/advice.h"

enum { PUZZLE_GRADES = 5, PUZZLE_CASES = 7 };

enum puzzle_question {
    PUZZLE_WINS,  // one move wins whatever the other does, all others do not
    PUZZLE_LOSES, // one move loses, all others win; where nothing is hidden
    PUZZLE_BEST,  // one has a better chance than all others; where chance alone hides something
    PUZZLE_WORST, // one has a worse chance than all others; there, too
    PUZZLE_SAFE,  // one move is safe in every case, each of the others is not in some
    PUZZLE_HITS,  // one move is no safe one in any case, each of the others is in some
    PUZZLE_QUESTIONS,
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

    // Where players hide things: one of these is what the other has hidden, and the question says
    // so. What happened may exclude some.
    struct move cases[PUZZLE_CASES];
    unsigned case_count;
};

// Whether a puzzle was posed before, by its key; `knows` is NULL if none was.
struct puzzle_memory {
    bool (*knows)(void *context, uint64_t key);
    void *context;
};
uint64_t puzzle_key(const struct puzzle *puzzle);

// The grades of a game's puzzles go from 1 to this one.
unsigned puzzle_grades(const struct game *game);

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
