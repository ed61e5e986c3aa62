// SPDX-License-Identifier: GPL-3.0-or-later
// Several rounds between the same two players. Who goes first, or who has which
// role, alternates; wins are counted for each player and role.
#ifndef SERIES_SERIES_H
#define SERIES_SERIES_H

#include "match/match.h"

struct series {
    unsigned rounds; // to be played
    unsigned played;
    unsigned first;          // of the first round
    unsigned wins[SEATS][2]; // by player, then as the first of the two roles
                             // (first mover, Trapper) or the second
};

struct series series_of(unsigned rounds, unsigned first);

// Who goes first, or has the first role, in the coming round.
unsigned series_first(const struct series *series);
void series_count(struct series *series, const struct match *match);
bool series_over(const struct series *series);
unsigned series_wins(const struct series *series, unsigned seat);

// SEAT_NOBODY for a drawn match.
unsigned series_winner(const struct series *series);

// The tally, and who won or that the match is drawn.
void series_tell(const struct series *series, const struct game *game, const char *const *name,
                 struct text *out);

#endif
