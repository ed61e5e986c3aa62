// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/proof.h"

#include "solve/rater.h"

static void clear_claim(struct proof *proof)
{
    rater_free(proof->rater);
    claim_clear(&proof->claim);
}

bool proof_find(struct proof *proof, const struct variant *variant, unsigned first,
                const struct limits *limits, struct text *why)
{
    proof->limits = limits;
    if (solve_claim(variant, first, limits, &proof->answer, &proof->claim, &proof->rater, why))
        return true;
    clear_claim(proof);
    return false;
}

static bool choose(void *context, const struct view *view, struct move *move, struct text *why)
{
    const struct proof *proof = context;
    return rater_choose(proof->rater, proof->limits, view, move, why);
}

enum check_verdict proof_check(struct proof *proof, struct text *words)
{
    const struct check_source source = { choose, proof };
    if (proof->rater)
        return check_and_list(&proof->claim, &source, proof->limits, words);
    return check_claim(&proof->claim, proof->limits, words);
}

void proof_clear(struct proof *proof)
{
    clear_claim(proof);
    solve_answer_clear(&proof->answer);
}
