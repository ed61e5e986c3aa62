// SPDX-License-Identifier: GPL-3.0-or-later
// A mixed strategy of one seat: a realisation plan (von Stengel 1996) over the public
// tree as that seat sees it.
//
// Node 0 is the position that the strategy is for. Its children, and theirs, are what
// the seat does and sees, in order: its own moves; the other's moves, but for those that
// are hidden from it; and outcomes of a move, where they make a difference.
//
// The weight of an own move, over the weight of node 0 (the *unit*), is the chance that
// the seat's own draws lead there when the other seat does its part: the weights of the
// own moves at one place sum to that of the last own move before them.
//
// A move's children that are no outcomes are what follows whatever its outcome was,
// unless that outcome has a node of its own. Where nothing follows, the strategy is
// silent, and from then on the seat plays the last of its legal moves.
#ifndef CLAIM_STRATEGY_H
#define CLAIM_STRATEGY_H

#include <gmp.h>
#include <limits.h>

#include "core/game.h"

enum strategy_kind { STRATEGY_OWN, STRATEGY_SEEN, STRATEGY_OUTCOME };

// What tells a node from the others at its place.
struct strategy_step {
    struct move move; // unless it is an outcome
    uint8_t kind;     // enum strategy_kind
    uint8_t outcome;  // of the game
};

struct strategy_node {
    struct strategy_step step;
    mpz_t weight;               // of own moves and of node 0
    unsigned child, last, next; // first and last child, next child of the same node; 0: none
    unsigned line;              // of the file that it was read from, or 0
};

struct strategy {
    struct strategy_node *nodes;
    unsigned count;
    size_t room;
};

static const unsigned STRATEGY_SILENT = UINT_MAX;

// A strategy of node 0 alone. False without memory.
bool strategy_begin(struct strategy *strategy, const mpz_t unit);
void strategy_clear(struct strategy *strategy);

// Adds a node behind the parent's other children, without asking whether they have the
// like; its number, or 0 without memory. Of what is not an own move the weight is NULL.
unsigned strategy_add(struct strategy *strategy, unsigned parent, struct strategy_step step,
                      mpz_srcptr weight);

// The child with this step, or 0.
unsigned strategy_find(const struct strategy *strategy, unsigned parent, struct strategy_step step);

// The node of a move, or that of its outcome where there is one.
unsigned strategy_outcome(const struct strategy *strategy, unsigned move, unsigned outcome);

// Where the seat is in its strategy after an event, as it was told of it: a node, or
// STRATEGY_SILENT.
unsigned strategy_after(const struct strategy *strategy, unsigned at, unsigned seat,
                        const struct game *game, const struct event *event);

// Does the seat choose at this node, and what: drawn in proportion to the weights. False
// where it does not.
bool strategy_has_moves(const struct strategy *strategy, unsigned at);
bool strategy_draw(const struct strategy *strategy, unsigned at, struct random *random,
                   struct move *move);

#endif
