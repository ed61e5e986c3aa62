// SPDX-License-Identifier: GPL-3.0-or-later
// What a puzzle is: a position, a question, and its one answer.
#ifndef ANALYSIS_PUZZLE_DATA_H
#define ANALYSIS_PUZZLE_DATA_H

#include "analysis/advice.h"

enum { PUZZLE_GRADES = 4, PUZZLE_CASES = 7 };

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

// The grades of a game's puzzles go from 1 to this one.
static inline unsigned puzzle_grades(const struct game *game)
{
    return game->puzzle_grades ? game->puzzle_grades : PUZZLE_GRADES;
}

#endif
