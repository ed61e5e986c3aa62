// SPDX-License-Identifier: GPL-3.0-or-later
// Is a mixed strategy one at all? Every line of it is gone through, also where the claim
// asks nothing of it.
#ifndef CHECK_LEGAL_H
#define CHECK_LEGAL_H

#include "check/work.h"

// From any of these truths on: all moves are legal wherever the strategy makes them, those
// of the other can happen, outcomes can come, none stands twice at one place, and the
// weights of the own moves at a place sum to what came there.
bool legal_strategy(struct work *work, unsigned seat, const struct work_truths *truths);

#endif
