// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/answer.h"

#include "core/memory.h"
#include "solve/lp_backend.h"

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
    else if (stop == SOLVE_STOP_LARGE)
        text_add(why, "This is too large to be solved.");
    else if (stop == SOLVE_STOP_METHOD)
        text_add(why, "This game hides things in a way that cannot be solved.");
    else if (stop == SOLVE_STOP_NO_LP)
        text_add(why, "%s", lp_backend_missing());
    else if (stop == SOLVE_STOP_LP_DIED)
        text_add(why, "The program causeway-lp, which solves linear programs, ended unexpectedly.");
    else if (limits && limits->memory)
        text_add(why, "Solving this needs more than the %zu MB of memory that it may use.",
                 limits->memory >> 20);
    else
        text_add(why, "There is not enough memory to solve this.");
}
