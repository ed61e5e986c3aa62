// SPDX-License-Identifier: GPL-3.0-or-later
// What the methods for games with secrets found, as realisation plans.
#ifndef SOLVE_REALISE_H
#define SOLVE_REALISE_H

#include "claim/strategy.h"
#include "solve/secrets.h"

// A seat's strategy; of the loser of a sure win it is silent. False without memory, and
// then there is nothing to clear.
bool realise_strategy(const struct secrets *secrets, unsigned seat, struct strategy *strategy);

#endif
