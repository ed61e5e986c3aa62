// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the check confirms what is said of moves at a position: only that may be called
// exact, sure, or against best play. What takes more steps than a player would wait for is
// not confirmed; steps are counted, not seconds, so that the answer is the same everywhere.
#ifndef ANALYSIS_CONFIRM_H
#define ANALYSIS_CONFIRM_H

#include "check/check.h"
#include "solve/belief.h"
#include "solve/rater.h"

// The mover, who was told `history`, and the rater that has rated the moves here.
struct confirm {
    struct rater *rater;
    const struct limits *limits;
    const struct variant *variant;
    const struct view *view;
    const struct history *history;
    uint64_t steps; // taken so far; 0 at first
};

struct confirm_move {
    struct move move;
    mpq_srcptr chance; // the mover's
    unsigned turns;    // until the end, where there is no chance
};

// Where players hide nothing: is that what follows each of these moves?
bool confirm_values(struct confirm *confirm, const struct confirm_move *moves, unsigned count);

// Where they do: does each of these moves have its chance against the plan that it was rated
// by, and does that plan give nothing away? Not after what the plan never does.
bool confirm_chances(struct confirm *confirm, const struct confirm_move *moves, unsigned count);

// The chance that a seat which was told `history` still has against the plan that the last
// rating rests on, for either player on turn, or has won. Refuted: that plan excludes what
// happened.
enum check_verdict confirm_standing(struct confirm *confirm, unsigned seat,
                                    const struct history *history, mpq_t chance);

// Where they do, for all that the mover holds possible: does the move win, whatever the other
// does; does it lose if only the other does right, without knowing what the mover hid?
bool confirm_win(struct confirm *confirm, const struct belief *belief, struct move move);
bool confirm_loss(struct confirm *confirm, struct move move);

#endif
