// SPDX-License-Identifier: GPL-3.0-or-later
// What a way of playing is worth against everything the other can do. This is the
// simple code that checks what the solvers say, and it uses nothing of theirs:
// only the game's rules, and every single deal that chance may have made.
#ifndef SOLVE_STRATEGY_H
#define SOLVE_STRATEGY_H

#include "core/game.h"

// What a seat's strategy is worth: in how many of the deals seat 1 wins when the
// other seat does its best against it; and, where nothing is left to chance, after
// how many turns the game ends.
struct worth {
    uint64_t won, deals;
    unsigned turns;
};

// The strategy's move at a position where its seat is on turn. False, with a
// sentence, when there is none.
typedef bool strategy_choose(void *whom, const struct view *view, struct move *move,
                             struct text *why);

// Walks through everything that can happen when `seat` plays the strategy. Asks
// for a move once for each position, in an order that depends on the game and on
// the moves alone: the other seat's moves and the deals are tried in their order.
// False, with a sentence, when the strategy fails to give a legal move, when the
// game has secrets of the players', or when there is no memory.
bool strategy_walk(const struct variant *variant, unsigned first, unsigned seat,
                   strategy_choose *choose, void *whom, struct worth *worth, struct text *why);

// Is the first worth better for seat 1, or the same?
bool worth_at_least(const struct worth *a, const struct worth *b);

#endif
