// SPDX-License-Identifier: GPL-3.0-or-later
// A game's score with luck taken out, by exact values (in the spirit of AIVAT, Burch and
// others, 2018): the value at the start, plus for each decision what the move was worth
// less what the position was worth. What is left out is how chance then fell, which is
// nothing on average, so the mean over many games stays the same and scatters less.
//
// Without chance this is the result itself. Where players hide things the luck is in
// their own mixtures, which nobody is told: there the result stands as it is.
#ifndef ANALYSIS_LUCK_H
#define ANALYSIS_LUCK_H

#include "match/match.h"
#include "solve/rater.h"

struct luck {
    double score;              // of seat 1; the result where luck cannot be taken out
    double left;               // seat 1's chance where the game ended or was given up
    bool adjusted;             // the score is by exact values all through
    double loss[SEATS];        // what a player's decisions gave away, together
    unsigned decisions[SEATS]; // how many of them could be judged
};

// Of a match that is over, or was given up: what was lost by that is not in the score. Values
// come from the rater of its variant; a decision that it cannot rate is left out, and then the
// score is the result. The first `given` decisions were
// nobody's, but an opening's: the score begins with the value of the position after them.
void luck_measure(struct luck *luck, const struct match *match, struct rater *rater, unsigned given,
                  const struct limits *limits);

#endif
