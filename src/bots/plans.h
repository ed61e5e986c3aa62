// SPDX-License-Identifier: GPL-3.0-or-later
// Mixed strategies for games with secrets that are too large for a refined equilibrium:
// looked up where others have kept them, or found in about a second, and then remembered.
// Each comes with what it guarantees.
#ifndef BOTS_PLANS_H
#define BOTS_PLANS_H

#include "bots/means.h"
#include "solve/solve.h"

struct plan {
    struct plan *next;
    struct claim claim;   // about the start, with both seats' strategies
    enum solve_stop stop; // why there are none, unless SOLVE_STOP_NOT
    bool proved;          // a check has confirmed what they guarantee
};

// One of the known plans, or looked up, or found by these means. It stays until as many others
// have been asked for as are remembered. NULL, with the reason, where there are none.
const struct plan *plans_find(struct plan **known, const struct variant *variant, unsigned first,
                              const struct bot_means *means, enum solve_stop *stop);

// All but the `most` that were asked for last.
void plans_forget(struct plan **known, unsigned most);

// The viewer's move, drawn as its strategy mixes them. False where it has none: it has left
// it, or cannot win by any.
bool plan_draw(const struct plan *plan, const struct view *view, const struct history *history,
               struct random *random, struct move *move);

#endif
