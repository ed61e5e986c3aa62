// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/solve.h"

#include "core/memory.h"
#include "solve/rater.h"
#include "solve/secrets.h"

bool solve_answer_begin(struct solve_answer *answer, enum claim_class class, unsigned moves,
                        struct text *why)
{
    *answer = (struct solve_answer){ .class = class };
    answer->moves = mem_new((moves ? moves : 1) * sizeof *answer->moves);
    if (!answer->moves) {
        solve_explain(SOLVE_STOP_MEMORY, &(struct limits){ 0 }, why);
        return false;
    }
    mpq_inits(answer->lo, answer->hi, NULL);
    for (; answer->count < moves; answer->count++) {
        struct solve_move *rated = &answer->moves[answer->count];
        *rated = (struct solve_move){ 0 };
        mpq_inits(rated->lo, rated->hi, rated->share, NULL);
    }
    return true;
}

void solve_answer_clear(struct solve_answer *answer)
{
    for (unsigned i = 0; i < answer->count; i++)
        mpq_clears(answer->moves[i].lo, answer->moves[i].hi, answer->moves[i].share, NULL);
    mpq_clears(answer->lo, answer->hi, NULL);
    mem_free(answer->moves);
    mem_free(answer->line);
}

void solve_explain(enum solve_stop stop, const struct limits *limits, struct text *why)
{
    assert(stop != SOLVE_STOP_NOT);
    if (stop == SOLVE_STOP_ASKED)
        text_add(why, "Solving was interrupted.");
    else if (limits->memory)
        text_add(why, "Solving this needs more than the %zu MB of memory that it may use.",
                 limits->memory >> 20);
    else
        text_add(why, "There is not enough memory to solve this.");
}

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
