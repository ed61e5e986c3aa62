// SPDX-License-Identifier: GPL-3.0-or-later
#include "bots/perfect.h"

#include <limits.h>
#include <string.h>

#include "core/memory.h"
#include "solve/rater.h"

// The rule books' sizes never need all the time that a move may take; after a move that did,
// the next ones get this part of it until one succeeds again.
static const double impatience = 0.05;

// What was found out about some rules is for all players alike.
struct knowledge {
    struct knowledge *next;
    struct variant variant;
    struct rater *rater;
    unsigned users;
};

static struct knowledge *known;

struct perfect {
    struct knowledge *knowledge; // of the rules that were played last, or NULL
    struct rater *rater;         // its own
    struct variant variant;
    struct bot_means means;
    struct limits limits; // of the move that was asked for
    bool impatient;       // the last attempt took too long
};

struct perfect *perfect_new(const struct bot_means *means, struct text *why)
{
    struct perfect *perfect = mem_new(sizeof *perfect);
    if (perfect)
        *perfect = (struct perfect){ .means = *means };
    else
        text_add(why, "There is not enough memory for a computer player.");
    return perfect;
}

// What nobody uses any more is forgotten, but for what was used last: the next game is
// often by the same rules.
static void leave(struct perfect *perfect)
{
    struct knowledge *left = perfect->knowledge;
    perfect->knowledge = NULL;
    perfect->rater = NULL;
    if (!left || --left->users)
        return;
    for (struct knowledge **at = &known; *at;) {
        struct knowledge *old = *at;
        if (old->users || old == left) {
            at = &old->next;
            continue;
        }
        *at = old->next;
        rater_free(old->rater);
        mem_free(old);
    }
}

void perfect_free(struct perfect *perfect)
{
    if (!perfect)
        return;
    leave(perfect);
    mem_free(perfect);
}

static struct knowledge *begin_knowledge(const struct variant *variant)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct knowledge *begun = mem_new(sizeof *begun);
    struct rater *rater = begun ? rater_new(variant, &why) : NULL;
    if (!rater) {
        mem_free(begun);
        return NULL;
    }
    *begun = (struct knowledge){ .next = known, .variant = *variant, .rater = rater };
    return known = begun;
}

// Takes up what others know of the rules; `anew`: with nothing known.
static bool renew(struct perfect *perfect, const struct variant *variant, bool anew)
{
    struct variant rules = *variant;
    leave(perfect);
    struct knowledge *found = known;
    while (found && (anew || !variant_equal(&found->variant, &rules)))
        found = found->next;
    perfect->knowledge = found ? found : begin_knowledge(&rules);
    perfect->variant = rules;
    if (!perfect->knowledge)
        return false;
    perfect->knowledge->users++;
    perfect->rater = perfect->knowledge->rater;
    return true;
}

// With what was found out before; if that leaves too little memory, without.
static bool rate(struct perfect *perfect, const struct view *view, struct solve_answer *answer)
{
    struct text why = TEXT_OF(TEXT_MAX);
    const struct limits *limits = &perfect->limits;
    if (perfect->rater && rater_rate(perfect->rater, limits, view, NULL, answer, &why))
        return true;
    return limits_go_on(limits, 0) && renew(perfect, &perfect->variant, true) &&
           rater_rate(perfect->rater, limits, view, NULL, answer, &why);
}

// How many of the replies to a move win for the one who replies. Where that
// cannot be told, as if all did.
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

// By a plan that is good after every move, else by one for the whole game.
static bool mix(struct perfect *perfect, const struct view *view, const struct history *history,
                struct random *random, struct move *move)
{
    unsigned first = view_turn(view)->first;
    if (rater_refines(perfect->rater, &perfect->limits, first))
        return rater_draw(perfect->rater, &perfect->limits, view, history, random, move);
    enum solve_stop stop;
    const struct plan *plan = plans_find(&perfect->variant, first, &perfect->means, &stop);
    return plan && plan_draw(plan, view, history, random, move);
}

// Takes up the rules, if they are others than before.
static bool take_up(struct perfect *perfect, const struct variant *variant)
{
    perfect->limits = limits_until(perfect->means.seconds * (perfect->impatient ? impatience : 1));
    perfect->limits.memory = perfect->means.memory;
    return (perfect->rater && variant_equal(&perfect->variant, variant)) ||
           renew(perfect, variant, false);
}

bool perfect_is_exact(struct perfect *perfect, const struct variant *variant, unsigned first,
                      const struct plan **plan, enum solve_stop *stop)
{
    *plan = NULL;
    *stop = SOLVE_STOP_MEMORY;
    if (!take_up(perfect, variant))
        return false;
    if (rater_refines(perfect->rater, &perfect->limits, first))
        return true;
    *plan = plans_find(variant, first, &perfect->means, stop);
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
