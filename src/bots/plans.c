// SPDX-License-Identifier: GPL-3.0-or-later
#include "bots/plans.h"

#include "core/memory.h"
#include "core/variant.h"

// Of the time for a move; checking and the move itself take less than the rest.
static const double patience = 0.6;

enum { PLANS_MAX = 8 };

static void find(struct plan *plan, const struct variant *variant, unsigned first,
                 const struct bot_means *means)
{
    struct text why = TEXT_OF(TEXT_MAX);
    const struct bot_library *library = means->library;
    struct limits limits = limits_until(patience * means->seconds);
    limits.memory = means->memory;
    limits.go_on = means->go_on;
    limits.context = means->context;
    plan->stop = SOLVE_STOP_NOT;
    plan->proved = library && library->find(variant, first, &plan->claim);
    if (plan->proved)
        return;
    claim_begin(&plan->claim, variant, first);
    plan->stop = solve_plans(variant, first, &limits, &plan->claim, &why);
    plan->proved = !plan->stop && library && library->keep(&plan->claim);
}

static void forget_first(struct plan **known)
{
    struct plan *plan = *known;
    *known = plan->next;
    claim_clear(&plan->claim);
    mem_free(plan);
}

void plans_forget(struct plan **known, unsigned most)
{
    while (*known && most-- > 0)
        known = &(*known)->next;
    while (*known)
        forget_first(known);
}

// The last one asked for comes first.
const struct plan *plans_find(struct plan **known, const struct variant *variant, unsigned first,
                              const struct bot_means *means, enum solve_stop *stop)
{
    struct plan **at = known;
    while (*at && ((*at)->claim.first != first || !variant_equal(&(*at)->claim.variant, variant)))
        at = &(*at)->next;
    struct plan *plan = *at;
    if (plan) {
        *at = plan->next;
    } else {
        plans_forget(known, PLANS_MAX - 1);
        plan = mem_new(sizeof *plan);
        *stop = SOLVE_STOP_MEMORY;
        if (!plan)
            return NULL;
        find(plan, variant, first, means);
    }
    plan->next = *known;
    *known = plan;
    *stop = plan->stop;
    if (!plan->stop)
        return plan;
    if (means->go_on && !means->go_on(means->context, 0))
        forget_first(known); // it might have been found
    return NULL;
}

// Where the seat is in its strategy; false where it has left it.
static bool follow(const struct strategy *strategy, const struct view *view,
                   const struct variant *variant, const struct history *history, unsigned *at)
{
    *at = 0;
    for (unsigned i = 0; i < history->count; i++) {
        const struct event *event = &history->event[i];
        bool spoke = *at != STRATEGY_SILENT && strategy_has_moves(strategy, *at);
        *at = strategy_after(strategy, *at, view->seat, variant->game, event);
        if (event->seat == view->seat && spoke && *at == STRATEGY_SILENT)
            return false;
    }
    return true;
}

bool plan_draw(const struct plan *plan, const struct view *view, const struct history *history,
               struct random *random, struct move *move)
{
    const struct variant *variant = &plan->claim.variant;
    const struct strategy *strategy = &plan->claim.strategy[view->seat];
    struct walk walk = { 0 };
    unsigned at;
    if (!history || strategy->count < 2 || !follow(strategy, view, variant, history, &at))
        return false;
    if (at != STRATEGY_SILENT && strategy_draw(strategy, at, random, move))
        return true;
    while (view_walk(variant, view, &walk))
        *move = walk.move;
    return true;
}
