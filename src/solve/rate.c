// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/rate.h"

#include <string.h>

#include "core/memory.h"
#include "solve/chance.h"
#include "solve/open.h"
#include "solve/secrets.h"

struct rater {
    struct variant variant;
    enum solve_class class;
    struct open_search *open;     // of an open game
    struct chance_search *chance; // of a game of chance
    struct secrets *secrets;      // of a game with secrets, once it was asked for
};

struct rater *rater_new(const struct variant *variant, struct text *why)
{
    struct rater *rater = mem_new(sizeof *rater);
    if (rater) {
        *rater = (struct rater){ .variant = *variant, .class = solve_class(variant->game) };
        if (rater->class == SOLVE_OPEN)
            rater->open = open_new(variant);
        if (rater->class == SOLVE_CHANCE)
            rater->chance = chance_new(variant);
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
    secrets_free(rater->secrets);
    mem_free(rater);
}

static struct state all_open(const struct view *view)
{
    struct state state = { 0 };
    memcpy(state.open, view->open, sizeof state.open);
    return state;
}

// Games with secrets are solved as a whole, for the seat that began.
static bool ready(struct rater *rater, const struct solve_limits *limits, const struct view *view,
                  struct text *why)
{
    unsigned first = view_turn(view)->first;
    if (rater->secrets && rater->secrets->first == first)
        return true;
    secrets_free(rater->secrets);
    rater->secrets = secrets_new(&rater->variant, first, SECRETS_QUICKLY, limits, why);
    return rater->secrets;
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
        return ready(rater, limits, view, why) && secrets_rate(rater->secrets, view, answer, why);
    }
    return false;
}

bool rater_choose(struct rater *rater, const struct solve_limits *limits, const struct view *view,
                  struct move *move, struct text *why)
{
    struct state state = all_open(view);
    assert(rater->class != SOLVE_SECRETS);
    return rater->open ? open_choose(rater->open, limits, &state, move, why)
                       : chance_choose(rater->chance, limits, &state, move, why);
}

bool rater_draw(struct rater *rater, const struct solve_limits *limits, const struct view *view,
                struct random *random, struct move *move, struct text *why)
{
    assert(rater->class == SOLVE_SECRETS);
    return ready(rater, limits, view, why) && secrets_draw(rater->secrets, view, random, move);
}

bool rater_line(struct rater *rater, const struct solve_limits *limits, const struct view *view,
                struct answer *answer, struct text *why)
{
    struct state state = all_open(view);
    return rater->class != SOLVE_OPEN || open_line(rater->open, limits, &state, answer, why);
}
