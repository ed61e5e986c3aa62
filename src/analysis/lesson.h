// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons: small positions with something to find in each. They are data, in lessons/, and
// docs/lessons.md says how they are written; the build takes the lines into the program.
#ifndef ANALYSIS_LESSON_H
#define ANALYSIS_LESSON_H

#include "match/match.h"

enum {
    LESSON_STEPS = 4,   // questions of a lesson
    LESSON_ANSWERS = 8, // that are right
    LESSON_PLAY = 24,   // moves that lead to a question
    LESSON_CLAIMS = 8,
    LESSON_TITLE = 64,
    LESSON_WORDS = 480,
};

struct lesson_step {
    struct move play[LESSON_PLAY]; // made before it is asked, chance's included
    unsigned play_count;
    char ask[LESSON_WORDS];
    struct move answer[LESSON_ANSWERS];
    unsigned answer_count;
    char no[LESSON_WORDS];                   // to any other move
    char why[LESSON_WORDS];                  // to a right one
    char claim[LESSON_CLAIMS][LESSON_WORDS]; // what the solver has to confirm of it
    unsigned claim_count;
};

struct lesson {
    char title[LESSON_TITLE];
    struct variant variant;
    unsigned first;
    struct lesson_step step[LESSON_STEPS];
    unsigned step_count;
};

// The lines of all lessons, and how many of them are a game's.
extern const char *const lesson_lines[]; // ends with NULL
unsigned lesson_count(const struct game *game, const char *const *lines);

// The game's lesson of this number, from 1 on. It is played through: every move in it is
// legal. False, with a sentence that names the line, if there is something wrong with it.
bool lesson_read(struct lesson *lesson, const struct game *game, const char *const *lines,
                 unsigned number, struct text *why);

// A lesson that is being played.
struct lesson_play {
    const struct lesson *lesson;
    unsigned step;                // the question that is open; step_count: none, it is done
    unsigned seat;                // whose move is looked for
    struct match_room room;       // match_in(): the position
    struct move moves[MOVES_MAX]; // that were made so far, chance's included
    unsigned count;
};

enum lesson_verdict {
    LESSON_FORBIDDEN, // by the rules: nothing has happened
    LESSON_WRONG,     // nothing has happened
    LESSON_RIGHT,     // the move was made, and all that leads to the next question
};

// False if a move that leads to the first question is against the rules.
bool lesson_begin(struct lesson_play *play, const struct lesson *lesson);

// The words: the game's refusal, or the lesson's own.
enum lesson_verdict lesson_answer(struct lesson_play *play, struct move move, struct text *words);

bool lesson_done(const struct lesson_play *play);

// All moves that are right now, for those who give up.
void lesson_tell_answer(const struct lesson_play *play, struct text *out);

#endif
