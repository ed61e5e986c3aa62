// SPDX-License-Identifier: GPL-3.0-or-later
// A table for tests of fronts: driven by hand, without a store or a clock.
#ifndef TESTS_SEATING_H
#define TESTS_SEATING_H

#include "match/match.h"
#include "match/truth.h"
#include "table/table.h"

struct seating {
    struct table *table;
    struct random random;
    int64_t now;
};

// A new table with its first round begun and dealt; two people share it, unless `computer`
// is a seat.
void seating_begin(struct seating *seating, const struct variant *variant, unsigned first,
                   unsigned computer, uint64_t seed);
// The same for two people and several rounds.
void seating_begin_match(struct seating *seating, const struct variant *variant, unsigned first,
                         unsigned rounds);

// A new table at which the match's moves have been made.
void seating_follow(struct seating *seating, const struct match *match);
void seating_end(struct seating *seating);

// Proposes and commits; what the table then wishes for is done, but for moves. The reply
// says whether it was refused.
struct news seating_act(struct seating *seating, struct act act);

// The player on turn moves; it must be legal.
void seating_play(struct seating *seating, struct move move);

#endif
