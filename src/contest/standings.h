// SPDX-License-Identifier: GPL-3.0-or-later
// What a tournament has shown so far: results, and how strong each player is, with the
// luck and without it, what was forfeited, and what decisions gave away.
#ifndef CONTEST_STANDINGS_H
#define CONTEST_STANDINGS_H

#include "analysis/ratings.h"
#include "contest/schedule.h"
#include "core/map.h"
#include "record/log.h"

enum {
    STANDINGS_CAUSES = 16,
    STANDINGS_LEAST = 8, // different pairs of a meeting, without which there is no interval
};

struct standings_game {
    bool won;       // by the pair's player 0
    uint8_t end;    // enum log_end
    uint8_t cause;  // of a forfeit
    bool adjusted;  // luck could be taken out of the score
    double score;   // of the pair's player 0, without luck; else the result
    double loss[2]; // of the pair's players, together
    unsigned decisions[2];
    uint64_t hash; // of all moves and of how it ended; 0: not known, and like no other
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
    unsigned different;  // games
    unsigned pairs;      // that are different
    double adjusted;     // sum of scores
};

struct standings {
    unsigned players, fields;
    unsigned pairs;             // that have been played
    unsigned different;         // games: those of a meeting that are not alike
    bool lucky;                 // there was luck, and it could be taken out
    bool quiet[RATINGS_FIELDS]; // luck could be taken out of all of the field's games
    struct standings_player player[RATINGS_PLAYERS];
    struct standings_cross cross[RATINGS_PLAYERS][RATINGS_PLAYERS];
    struct ratings ratings, without_luck;
};

// Games that were played before. A pair that is the same as an earlier one of the same meeting
// is no evidence: programs that do not draw play the same games again and again.
struct standings_seen {
    struct map pairs, games;
};
struct standings_seen standings_seen_new(void);
void standings_seen_free(struct standings_seen *seen);

// Is this pair unlike all before it? Adds it, and to *different how many of its games are.
bool standings_is_new(struct standings_seen *seen, const struct schedule_pair *pair,
                      const struct standings_pair *played, unsigned *different);

// From all pairs of the schedule, of which some have been played. Pairs that are alike count
// once in scores and ratings. A rating has no interval (lo and hi are NAN) if one of the
// player's meetings has fewer than STANDINGS_LEAST different pairs. False, with a sentence, when
// there is no memory.
bool standings_make(struct standings *standings, const struct schedule *schedule,
                    const struct standings_pair *pairs, struct text *why);

// Players by their rating, the best first.
void standings_order(const struct standings *standings, unsigned order[RATINGS_PLAYERS]);

#endif
