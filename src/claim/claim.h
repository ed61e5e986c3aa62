// SPDX-License-Identifier: GPL-3.0-or-later
// A claim about a game, with the strategies that prove it, as data. Whether it is true
// is for check/ to say. Three kinds:
//
// *Value*: the chance that seat 1 wins under best play is between two bounds. About the
// start of a game, or, where no player hides anything, about any position or about what
// follows a move there, whatever that brings to light. It is proved by a strategy of each
// seat.
//
// *Sure*: a seat wins, or loses, whatever the other does and in every case that the seat
// cannot exclude. It is proved by a strategy of the winner, from the position on.
//
// *Against*: after this move, and as well as can be from then on, a seat wins with this
// chance against a stated strategy. Where players hide things a position inside the game
// has no value of its own, only one against a strategy; what that strategy guarantees
// from the start is a value, and part of the claim.
#ifndef CLAIM_CLAIM_H
#define CLAIM_CLAIM_H

#include "claim/strategy.h"

enum claim_kind { CLAIM_VALUE, CLAIM_SURE, CLAIM_AGAINST };

// What a game hides from its players, and so what a strategy looks like.
enum claim_class {
    CLAIM_OPEN,    // no secrets, no chance
    CLAIM_CHANCE,  // chance, with public discoveries
    CLAIM_SECRETS, // players hide things from each other
};

enum claim_class claim_class(const struct game *game);

// Where players hide nothing: one move for each position at which the seat decides, in
// the order in which a depth-first walk comes to them (docs/certificates.md).
struct claim_moves {
    struct move *at;
    size_t count, room;
    unsigned line; // of the file that they were read from: that before the first move
};

bool claim_moves_add(struct claim_moves *moves, struct move move); // false without memory
void claim_moves_clear(struct claim_moves *moves);

struct claim {
    struct variant variant;
    unsigned first; // who began, or has the first role
    enum claim_kind kind;

    // The position, as `seat` knows it: what it was told. None for the start.
    unsigned seat;
    struct history history;

    mpq_t lo, hi;     // value: bounds of the chance that seat 1 wins
    unsigned turns;   // value, class open: by both until the end under best play
    bool wins;        // sure: whether the seat wins or loses
    bool after;       // value: of what follows the seat's move, which counts as a turn
    struct move move; // against, and value after: the seat's move
    mpq_t chance;     // against: that the seat wins then; lo and hi are about the start

    struct claim_moves moves[SEATS]; // classes open and chance
    struct strategy strategy[SEATS]; // class secrets; count 0: none is given
};

// Whether a claim of its kind is proved by a strategy of this seat.
bool claim_has_strategy(const struct claim *claim, unsigned seat);

// A value claim about the start with the bounds 0 and 1 and no strategies.
void claim_begin(struct claim *claim, const struct variant *variant, unsigned first);
void claim_clear(struct claim *claim);

#endif
