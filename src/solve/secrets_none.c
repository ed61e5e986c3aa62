// SPDX-License-Identifier: GPL-3.0-or-later
// Stands for secrets.c, secrets_rate.c and refinement.c, with all that only they use, where nothing
// solves linear programs and size counts: nothing is found, and so nothing is asked of it.
#include "solve/refinement.h"
#include "solve/secrets.h"

struct secrets *secrets_new(const struct variant *variant, unsigned first, enum secrets_care care,
                            const struct limits *limits, enum solve_stop *stop, struct text *why)
{
    (void)variant, (void)first, (void)care;
    *stop = SOLVE_STOP_NO_LP;
    solve_explain(*stop, limits, why);
    return NULL;
}

void secrets_free(struct secrets *secrets)
{
    assert(!secrets);
}

bool secrets_rate(struct secrets *secrets, const struct view *view, const struct history *history,
                  struct solve_answer *answer, struct text *why)
{
    (void)secrets, (void)view, (void)history, (void)answer, (void)why;
    return false;
}

enum solve_stop secrets_claim(const struct secrets *secrets, struct claim *claim)
{
    (void)secrets, (void)claim;
    return SOLVE_STOP_NO_LP;
}

bool secrets_solve(const struct variant *variant, unsigned first, const struct limits *limits,
                   struct solve_answer *answer, struct claim *claim, struct text *why)
{
    (void)variant, (void)first, (void)answer, (void)claim;
    solve_explain(SOLVE_STOP_NO_LP, limits, why);
    return false;
}

struct refinement *refinement_new(const struct variant *variant, unsigned first,
                                  const struct limits *limits, enum refinement_verdict *verdict)
{
    (void)variant, (void)first, (void)limits;
    *verdict = REFINEMENT_OTHER;
    return NULL;
}

void refinement_free(struct refinement *refinement)
{
    assert(!refinement);
}

const mpq_t *refinement_value(const struct refinement *refinement)
{
    (void)refinement;
    return NULL;
}

bool refinement_rate(struct refinement *refinement, const struct limits *limits,
                     const struct view *view, const struct history *history, mpq_t *value,
                     mpq_t *share)
{
    (void)refinement, (void)limits, (void)view, (void)history, (void)value, (void)share;
    return false;
}

bool refinement_ranges(struct refinement *refinement, const struct limits *limits,
                       const struct view *view, const struct history *history, mpq_t *least,
                       mpq_t *most)
{
    (void)refinement, (void)limits, (void)view, (void)history, (void)least, (void)most;
    return false;
}

bool refinement_strategy(const struct refinement *refinement, unsigned seat,
                         struct strategy *strategy)
{
    (void)refinement, (void)seat, (void)strategy;
    return false;
}
