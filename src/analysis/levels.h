// SPDX-License-Identifier: GPL-3.0-or-later
// How strong the computer players are, and, measured against them, a person. What is known
// of the levels is data: docs/levels.txt, which tournaments have made.
#ifndef ANALYSIS_LEVELS_H
#define ANALYSIS_LEVELS_H

#include "analysis/ratings.h"
#include "core/variant.h"

enum {
    LEVELS = 5,         // random, easy, medium, hard, perfect
    LEVELS_RATED = 100, // how many of the last games make a rating
    LEVELS_SPREAD = 400 // of people, before anything is known of them: a standard deviation
};

// A game with the rules under which the levels were measured.
struct levels {
    struct variant variant;
    double advantage; // of the first player
    double elo[LEVELS];
};

extern const char *const level_lines[]; // ends with NULL

// The levels of a game. False, with a sentence, if its line is wrong; *known says whether
// there is one.
bool levels_read(const struct game *game, const char *const *lines, struct levels *levels,
                 bool *known, struct text *why);

const char *levels_name(unsigned level);

// A person's game against a level.
struct levels_game {
    unsigned level;
    bool first, won;
};

// The rating by the last LEVELS_RATED of these games, the levels being what they are.
bool levels_rate(const struct levels *levels, const struct levels_game *games, unsigned count,
                 struct ratings_value *value, struct text *why);

#endif
