// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/solve.h"

#include "solve/rater.h"
#include "solve/secrets.h"

struct state solve_first_position(const struct variant *variant, unsigned first)
{
    struct state state = game_start(variant, first);
    if (state_turn(&state)->mover == SEAT_CHANCE) {
        struct view chance = game_view(&state, SEAT_CHANCE);
        struct walk walk = { 0 };
        view_walk(variant, &chance, &walk);
        game_apply(variant, &state, walk.move);
    }
    return state;
}

static bool solve_known(struct rater *rater, unsigned first, const struct variant *variant,
                        const struct limits *limits, struct solve_answer *answer, struct text *why)
{
    struct state start = solve_first_position(variant, first);
    struct view view = game_view(&start, state_turn(&start)->mover);
    bool solved = rater_rate(rater, limits, &view, NULL, answer, why);
    if (solved && !rater_line(rater, limits, &view, answer, why)) {
        solve_answer_clear(answer);
        solved = false;
    }
    return solved;
}

bool solve(const struct variant *variant, unsigned first, const struct limits *limits,
           struct solve_answer *answer, struct text *why)
{
    if (claim_class(variant->game) == CLAIM_SECRETS)
        return secrets_solve(variant, first, limits, answer, NULL, why);
    struct rater *rater = rater_new(variant, why);
    bool solved = rater && solve_known(rater, first, variant, limits, answer, why);
    rater_free(rater);
    return solved;
}

bool solve_claim(const struct variant *variant, unsigned first, const struct limits *limits,
                 struct solve_answer *answer, struct claim *claim, struct rater **rater,
                 struct text *why)
{
    claim_begin(claim, variant, first);
    *rater = NULL;
    if (claim_class(variant->game) == CLAIM_SECRETS)
        return secrets_solve(variant, first, limits, answer, claim, why);
    *rater = rater_new(variant, why);
    if (!*rater || !solve_known(*rater, first, variant, limits, answer, why))
        return false;
    mpq_set(claim->lo, answer->lo);
    mpq_set(claim->hi, answer->hi);
    claim->turns = answer->turns;
    return true;
}

enum solve_stop solve_plans(const struct variant *variant, unsigned first,
                            const struct limits *limits, struct claim *claim, struct text *why)
{
    enum solve_stop stop;
    struct secrets *secrets = secrets_new(variant, first, SECRETS_QUICKLY, limits, &stop, why);
    if (!secrets)
        return stop;
    stop = secrets_claim(secrets, claim);
    if (stop)
        solve_explain(stop, limits, why);
    secrets_free(secrets);
    return stop;
}
