// SPDX-License-Identifier: GPL-3.0-or-later
// What a tournament has shown so far: who beat whom, how strong everybody is, with the
// luck and without it, what was forfeited, and what decisions gave away.
#ifndef CONTEST_STANDINGS_H
#define CONTEST_STANDINGS_H

#include "analysis/ratings.h"
#include "contest/schedule.h"

// How a game came to its end.
enum standings_end { STANDINGS_PLAYED, STANDINGS_RESIGNED, STANDINGS_FLAG, STANDINGS_FORFEIT };

enum { STANDINGS_CAUSES = 16 };

struct standings_game {
    bool won;       // by the pair's player 0
    uint8_t end;    // enum standings_end
    uint8_t cause;  // of a forfeit
    bool adjusted;  // luck could be taken out of the score
    double score;   // of the pair's player 0, without luck; else the result
    double loss[2]; // of the pair's players, together
    unsigned decisions[2];
};

// In the first game the pair's player 0 has seat 1, in the second its player 1.
struct standings_pair {
    bool played;
    struct standings_game game[2];
};

// Means over pairs with their standard errors.
struct standings_mean {
    double mean, error;
};

struct standings_player {
    unsigned games, won;
    struct standings_mean raw, adjusted; // scores
    double spread;                       // standard deviation between pairs of the raw score
    double loss;                         // for each decision that could be judged
    unsigned decisions;
    unsigned flags, forfeits[STANDINGS_CAUSES], resigned; // that the player lost by
};

struct standings_cross {
    unsigned games, won; // by the player of the row
    double adjusted;     // sum of scores
};

struct standings {
    unsigned players, fields;
    unsigned pairs;             // that have been played
    bool lucky;                 // there was luck, and it could be taken out
    bool quiet[RATINGS_FIELDS]; // luck could be taken out of all of the field's games
    struct standings_player player[RATINGS_PLAYERS];
    struct standings_cross cross[RATINGS_PLAYERS][RATINGS_PLAYERS];
    struct ratings ratings, without_luck;
};

// From all pairs of the schedule, of which some have been played. False, with a
// sentence, when there is no memory.
bool standings_make(struct standings *standings, const struct schedule *schedule,
                    const struct standings_pair *pairs, struct text *why);

// Players by their rating, the best first.
void standings_order(const struct standings *standings, unsigned order[RATINGS_PLAYERS]);

#endif
