// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/rate.h"

#include <string.h>

#include "core/memory.h"
#include "solve/chance.h"
#include "solve/open.h"

struct rater {
    enum solve_class class;
    struct open_search *open;     // of an open game
    struct chance_search *chance; // of a game of chance
};

struct rater *rater_new(const struct game *game, const struct rules *rules, struct text *why)
{
    struct rater *rater = mem_new(sizeof *rater);
    if (rater) {
        *rater = (struct rater){ .class = solve_class(game) };
        if (rater->class == SOLVE_OPEN)
            rater->open = open_new(game, rules);
        if (rater->class == SOLVE_CHANCE)
            rater->chance = chance_new(game, rules);
        if (rater->class == SOLVE_SECRETS || rater->open || rater->chance)
            return rater;
    }
    mem_free(rater);
    solve_explain(STOP_MEMORY, &(struct solve_limits){ 0 }, why);
    return NULL;
}

void rater_free(struct rater *rater)
{
    if (!rater)
        return;
    open_free(rater->open);
    chance_free(rater->chance);
    mem_free(rater);
}

static struct state all_open(const struct view *view)
{
    struct state state = { 0 };
    memcpy(state.open, view->open, sizeof state.open);
    return state;
}

bool rater_rate(struct rater *rater, const struct solve_limits *limits, const struct view *view,
                struct answer *answer, struct text *why)
{
    assert(!view_turn(view)->winner);
    struct state state = all_open(view);
    switch (rater->class) {
    case SOLVE_OPEN:
        return open_rate(rater->open, limits, &state, answer, why);
    case SOLVE_CHANCE:
        return chance_rate(rater->chance, limits, &state, answer, why);
    case SOLVE_SECRETS:
        break;
    }
    text_add(why, "The moves of games with secrets cannot be rated yet.");
    return false;
}

bool rater_line(struct rater *rater, const struct solve_limits *limits, const struct view *view,
                struct answer *answer, struct text *why)
{
    struct state state = all_open(view);
    return rater->class != SOLVE_OPEN || open_line(rater->open, limits, &state, answer, why);
}
