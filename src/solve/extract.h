// SPDX-License-Identifier: GPL-3.0-or-later
// Strategy extraction: what the methods for games with secrets found, as strategies of a
// claim, which players draw from and a checker reads.
//
// A plan says how much of a *class* makes each move; a strategy says it of what was
// hidden. So each class is carried down the tree by one of its types, and where classes
// have met, their types share out the moves: which does which makes no difference
// (public_graph.h).
// Cost: the size of the strategy.
#ifndef SOLVE_EXTRACT_H
#define SOLVE_EXTRACT_H

#include "claim/strategy.h"
#include "solve/secrets.h"

// A seat's strategy; of the loser of a sure win it is silent. Unless SOLVE_STOP_NOT there is
// nothing to clear.
enum solve_stop extract_strategy(const struct secrets *secrets, unsigned seat,
                                 struct strategy *strategy);

#endif
