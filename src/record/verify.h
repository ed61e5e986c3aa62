// SPDX-License-Identifier: GPL-3.0-or-later
// Checks a round of a record: every move legal, every outcome and the result right,
// every commitment opened and matching.
#ifndef RECORD_VERIFY_H
#define RECORD_VERIFY_H

#include "record/round.h"

// What was checked, as far as it went.
struct verify_findings {
    unsigned moves, undone; // played, and of these taken back
    unsigned commitments;   // that were opened and match
    unsigned unopened;      // that only a record of everything opens
    bool unknown;           // more can be hidden in a view than was tried: moves are not checked
};

// False, with a sentence, at the first fault. A game that is not over is sound
// as long as its moves are. One player's or an onlooker's view is sound if what
// that player hid is opened and there is something that the others could have
// hidden with which every move and outcome is right; where that is too much to try, the findings
// say that it is not known.
bool verify_round(const struct round *round, struct verify_findings *findings, struct text *why);

// The findings of a sound round, a line for each thing checked.
void verify_tell(const struct round *round, const struct verify_findings *findings,
                 struct text *out);

#endif
