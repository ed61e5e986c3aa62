// SPDX-License-Identifier: GPL-3.0-or-later
// A plan without pointless moves: those that lose in every case, if only the other seat does
// right, beside one that does not.
//
// An optimal plan may make such a move: against best play it is as good as any other where the
// plan wins nothing anyway. Against mistakes it is worse. What the plan guarantees stays: behind
// a move that loses in every case it was nothing, since the other seat sees the move and then
// can win against all; and what goes elsewhere instead is won besides.
// Cost: a look at each weight of the tree.
#ifndef SOLVE_POINTLESS_H
#define SOLVE_POINTLESS_H

#include "solve/maxmargin.h"

// The plan has its root's `reach` and all of `move`; settle it again. False without memory.
bool pointless_remove(struct maxmargin_plan *plan);

#endif
