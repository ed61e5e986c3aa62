// SPDX-License-Identifier: GPL-3.0-or-later
// A game solved, and what was found checked: only then may it be called exact or sure.
#ifndef ANALYSIS_PROOF_H
#define ANALYSIS_PROOF_H

#include "check/check.h"
#include "solve/solve.h"

struct proof {
    struct solve_answer answer;
    struct claim claim;
    struct rater *rater;
    const struct limits *limits;
};

// False, with a sentence, as solve(); then there is nothing to clear. The limits are
// used by the check, too. Where an open game was searched on several cores, which of several
// good moves its strategies have may be others the next time.
bool proof_find(struct proof *proof, const struct variant *variant, unsigned first,
                const struct limits *limits, struct text *why);

// Checks the claim, and completes it for certificate_write().
enum check_verdict proof_check(struct proof *proof, struct text *words);

void proof_clear(struct proof *proof);

#endif
