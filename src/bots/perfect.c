// SPDX-License-Identifier: GPL-3.0-or-later
#include "bots/perfect.h"

#include <limits.h>
#include <string.h>

#include "bots/knowledge.h"
#include "core/memory.h"
#include "core/variant.h"
#include "solve/losing.h"

// The rule books' sizes never need all the time that a move may take; after a move that did,
// the next ones get this part of it until one succeeds again.
static const double impatience = 0.05;

struct perfect {
    struct knowledge *own;         // unless it shares another's
    struct knowledge_rules *rules; // that were played last, or NULL
    struct variant variant;
    struct bot_means means;
    struct limits limits; // of the move that was asked for
    bool impatient;       // the last attempt took too long
};

struct perfect *perfect_new(const struct bot_means *means, struct text *why)
{
    struct perfect *perfect = mem_new(sizeof *perfect);
    struct knowledge *own = means->knowledge ? NULL : knowledge_new();
    if (perfect && (own || means->knowledge)) {
        *perfect = (struct perfect){ .means = *means, .own = own };
        if (own)
            perfect->means.knowledge = own;
        return perfect;
    }
    knowledge_free(own);
    mem_free(perfect);
    text_add(why, "There is not enough memory for a computer player.");
    return NULL;
}

void perfect_free(struct perfect *perfect)
{
    if (!perfect)
        return;
    knowledge_leave(perfect->means.knowledge, perfect->rules);
    knowledge_free(perfect->own);
    mem_free(perfect);
}

// Takes up what is known of the rules; `anew`: with nothing known.
static bool renew(struct perfect *perfect, const struct variant *variant, bool anew)
{
    perfect->variant = *variant;
    knowledge_leave(perfect->means.knowledge, perfect->rules);
    perfect->rules = knowledge_take(perfect->means.knowledge, &perfect->variant, anew);
    return perfect->rules;
}

// With what was found out before; if that leaves too little memory, without.
static bool rate(struct perfect *perfect, const struct view *view, struct solve_answer *answer)
{
    struct text why = TEXT_OF(TEXT_MAX);
    const struct limits *limits = &perfect->limits;
    if (perfect->rules && rater_rate(perfect->rules->rater, limits, view, NULL, answer, &why))
        return true;
    return limits_go_on(limits, 0) && renew(perfect, &perfect->variant, true) &&
           rater_rate(perfect->rules->rater, limits, view, NULL, answer, &why);
}

// How many of the replies to a move win for the player who replies; UINT_MAX where that is
// unknown.
static unsigned winning_replies(struct perfect *perfect, const struct view *view, struct move move)
{
    struct state next = { 0 };
    memcpy(next.open, view->open, sizeof next.open);
    game_apply(&perfect->variant, &next, move);
    const struct turn *turn = state_turn(&next);
    struct view reply = game_view(&next, turn->mover);
    struct solve_answer answer;
    if (turn->winner || turn->mover == view->seat || !rate(perfect, &reply, &answer))
        return UINT_MAX;
    unsigned count = 0;
    for (unsigned i = 0; i < answer.count; i++)
        count += answer.moves[i].best;
    solve_answer_clear(&answer);
    return count;
}

// Is everything lost for the one who moves? (And can it be told in turns?)
static bool lost(const struct solve_answer *answer, unsigned seat)
{
    return answer->class == CLAIM_OPEN && mpq_cmp_ui(answer->lo, seat == SEAT_1 ? 0 : 1, 1) == 0;
}

// The smaller, the better among moves that keep the value.
static uint64_t order(struct perfect *perfect, const struct view *view,
                      const struct solve_answer *answer, unsigned i)
{
    if (answer->class != CLAIM_OPEN)
        return 0;
    if (!lost(answer, view->seat))
        return answer->moves[i].turns;
    return winning_replies(perfect, view, answer->moves[i].move);
}

static struct move pick(struct perfect *perfect, const struct view *view,
                        const struct solve_answer *answer, struct random *random)
{
    struct move picked = { 0 };
    uint64_t least = UINT64_MAX;
    unsigned equal = 0;
    for (unsigned i = 0; i < answer->count; i++) {
        uint64_t rank = answer->moves[i].best ? order(perfect, view, answer, i) : UINT64_MAX;
        if (rank < least)
            equal = 0;
        if (!answer->moves[i].best || rank > least || random_below(random, ++equal) > 0)
            continue;
        least = rank;
        picked = answer->moves[i].move;
    }
    return picked;
}

// A plan for the whole game may make a move that loses in every case, or keep silent where that
// does. Behind such a move it wins nothing against best play, so that any other is as good there,
// and better against mistakes.
static void keep_hope(struct perfect *perfect, const struct view *view,
                      const struct history *history, struct random *random, struct move *move)
{
    const struct losing losing = { .variant = &perfect->variant,
                                   .view = view,
                                   .history = history,
                                   .limits = &perfect->limits,
                                   .work = 20000,
                                   .cases = 1000 };
    struct walk walk = { 0 };
    unsigned hopes = 0;
    if (view_hides(&perfect->variant, view) || !losing_move(&losing, *move))
        return;
    while (view_walk(&perfect->variant, view, &walk))
        if (!losing_move(&losing, walk.move) && random_below(random, ++hopes) == 0)
            *move = walk.move;
}

// By a plan that is good after every move, else by one for the whole game.
static bool mix(struct perfect *perfect, const struct view *view, const struct history *history,
                struct random *random, struct move *move)
{
    unsigned first = view_turn(view)->first;
    if (rater_refines(perfect->rules->rater, &perfect->limits, first))
        return rater_draw(perfect->rules->rater, &perfect->limits, view, history, random, move);
    enum solve_stop stop;
    const struct plan *plan = plans_find(&perfect->means.knowledge->plans, &perfect->variant, first,
                                         &perfect->means, &stop);
    if (!plan || !plan_draw(plan, view, history, random, move))
        return false;
    keep_hope(perfect, view, history, random, move);
    return true;
}

// Takes up the rules, if they are others than before.
static bool take_up(struct perfect *perfect, const struct variant *variant)
{
    perfect->limits = limits_until(perfect->means.seconds * (perfect->impatient ? impatience : 1));
    perfect->limits.memory = perfect->means.memory;
    perfect->limits.cores = perfect->means.cores;
    perfect->limits.go_on = perfect->means.go_on;
    perfect->limits.context = perfect->means.context;
    return (perfect->rules && variant_equal(&perfect->variant, variant)) ||
           renew(perfect, variant, false);
}

bool perfect_is_exact(struct perfect *perfect, const struct variant *variant, unsigned first,
                      const struct plan **plan, enum solve_stop *stop)
{
    *plan = NULL;
    *stop = SOLVE_STOP_MEMORY;
    if (!take_up(perfect, variant))
        return false;
    if (rater_refines(perfect->rules->rater, &perfect->limits, first))
        return true;
    *plan = plans_find(&perfect->means.knowledge->plans, variant, first, &perfect->means, stop);
    return *plan && (*plan)->proved && mpq_equal((*plan)->claim.lo, (*plan)->claim.hi);
}

bool perfect_choose(struct perfect *perfect, const struct variant *variant, const struct view *view,
                    const struct history *history, struct random *random, struct move *move)
{
    struct solve_answer answer;
    if (!take_up(perfect, variant))
        return false;
    if (claim_class(variant->game) == CLAIM_SECRETS)
        return mix(perfect, view, history, random, move);
    bool rated = rate(perfect, view, &answer);
    perfect->impatient = !rated;
    if (!rated)
        return false;
    *move = pick(perfect, view, &answer, random);
    solve_answer_clear(&answer);
    return true;
}
