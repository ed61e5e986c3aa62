// SPDX-License-Identifier: GPL-3.0-or-later
// How strong players are, from all games at once: the model of Bradley and Terry with
// an advantage for the first seat that each field (a game with its rules) has of its
// own. Never incremental: the order of the games does not matter.
//
// Games of one group are not independent of each other: a pair has the same deal and
// the same two opponents. The intervals therefore come from the curvature and from how
// much whole groups scatter (the "sandwich" of Huber and White, clustered), which also
// makes them right for scores that luck has been taken out of.
#ifndef ANALYSIS_RATINGS_H
#define ANALYSIS_RATINGS_H

#include <stdbool.h>

#include "core/text.h"

enum { RATINGS_PLAYERS = 64, RATINGS_FIELDS = 64 };

struct ratings_game {
    unsigned first, second; // players, by number
    unsigned field;
    unsigned group; // games of a group follow each other
    double score;   // of the first: 1 for a win, 0 for a loss, or any estimate of that
};

// On the scale of Elo: 400 more means ten times the odds. With its 95 % interval.
struct ratings_value {
    double elo, lo, hi;
};

struct ratings {
    unsigned players, fields;
    bool fixed[RATINGS_PLAYERS];       // these keep the `elo` that they have,
    bool fixed_fields[RATINGS_FIELDS]; // and these the advantage
    double spread;                     // how far apart players are before anything is known of
                                       // them, as a standard deviation; 0: RATINGS_SPREAD
    struct ratings_value player[RATINGS_PLAYERS];
    struct ratings_value advantage[RATINGS_FIELDS]; // of the first seat
};

enum { RATINGS_SPREAD = 800 };

// Fills in all but the fixed ones. Where none is fixed, the average is 0. False, with a
// sentence, when there is no memory.
bool ratings_fit(struct ratings *ratings, const struct ratings_game *games, unsigned count,
                 struct text *why);

// What a difference of Elo means as an expected score.
double ratings_score(double elo);

#endif
