// SPDX-License-Identifier: GPL-3.0-or-later
// A game's whole tree in Gambit's .efg text format (McKelvey, McLennan and Turocy), in
// the subset that other readers take as well.
//
// Nodes are counted before anything is written, by dynamic programming over positions
// with the same rest of the game. An information set is all that a player remembers, not
// its view: some games do not show by which way a position came about.
// Why: others can solve our games with programs that share nothing with ours.
// Cost: counting stops at a bound of work; writing takes what the tree takes.
#ifndef SOLVE_EFG_H
#define SOLVE_EFG_H

#include <stdio.h>

#include "core/game.h"

// The number of nodes of the tree. False when that would take too long to count;
// there are then at least *nodes.
bool efg_count(const struct variant *variant, unsigned first, uint64_t *nodes);

// Writes the tree. False, with a sentence, without memory; a failure to write
// shows in ferror(out), as usual.
bool efg_write(FILE *out, const struct variant *variant, unsigned first, struct text *why);

#endif
