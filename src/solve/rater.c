// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/rater.h"

#include <string.h>

#include "core/memory.h"
#include "solve/expectimax.h"
#include "solve/deepening.h"
#include "solve/refinement.h"
#include "solve/secrets.h"
#include "solve/weights.h"

struct rater {
    struct variant variant;
    enum claim_class class;
    struct deepening *open;    // of an open game
    struct expectimax *chance; // of a game of chance
    // Of a game with secrets, once it was asked for: by who began, where it is small
    // enough for that (tried once), and else.
    struct refinement *refinement[SEATS];
    bool tried[SEATS];
    struct secrets *secrets;
};

struct rater *rater_new(const struct variant *variant, struct text *why)
{
    struct rater *rater = mem_new(sizeof *rater);
    if (rater) {
        *rater = (struct rater){ .variant = *variant, .class = claim_class(variant->game) };
        if (rater->class == CLAIM_OPEN)
            rater->open = deepening_new(variant);
        if (rater->class == CLAIM_CHANCE)
            rater->chance = expectimax_new(variant);
        if (rater->class == CLAIM_SECRETS || rater->open || rater->chance)
            return rater;
    }
    mem_free(rater);
    solve_explain(SOLVE_STOP_MEMORY, &(struct limits){ 0 }, why);
    return NULL;
}

void rater_free(struct rater *rater)
{
    if (!rater)
        return;
    deepening_free(rater->open);
    expectimax_free(rater->chance);
    secrets_free(rater->secrets);
    refinement_free(rater->refinement[SEAT_1]);
    refinement_free(rater->refinement[SEAT_2]);
    mem_free(rater);
}

struct rater *rater_beside(const struct rater *other)
{
    struct rater *rater = mem_new(sizeof *rater);
    if (!rater)
        return NULL;
    *rater = (struct rater){ .variant = other->variant, .class = other->class };
    if (other->open)
        rater->open = deepening_beside(other->open);
    if (other->chance)
        rater->chance = expectimax_beside(other->chance);
    if (rater->open || rater->chance)
        return rater;
    mem_free(rater);
    return NULL;
}

static struct state all_open(const struct view *view)
{
    struct state state = { 0 };
    memcpy(state.open, view->open, sizeof state.open);
    return state;
}

// Games with secrets are solved as a whole, for the seat that began.
static bool ready(struct rater *rater, const struct limits *limits, const struct view *view,
                  struct text *why)
{
    unsigned first = view_turn(view)->first;
    if (rater->secrets && rater->secrets->first == first)
        return true;
    enum solve_stop stop;
    secrets_free(rater->secrets);
    rater->secrets = secrets_new(&rater->variant, first, SECRETS_QUICKLY, limits, &stop, why);
    return rater->secrets;
}

// --- Small games with secrets: plans for every position

// Seconds. A refinement takes a few at most; that no linear program gets lost in rounding cannot
// be promised. The plans then stay optimal, and are not the ones that are hardest on mistakes.
enum { REFINE_MOST = 15 };

// What the caller's own limits stopped before its end may be tried again.
bool rater_refines(struct rater *rater, const struct limits *limits, unsigned first)
{
    enum refinement_verdict verdict;
    if (rater->tried[first])
        return rater->refinement[first];
    struct limits bounded = *limits;
    double most = limits_clock() + REFINE_MOST;
    if (bounded.until <= 0 || bounded.until > most)
        bounded.until = most;
    rater->refinement[first] = refinement_new(&rater->variant, first, &bounded, &verdict);
    rater->tried[first] = verdict != REFINEMENT_FAILED || limits_go_on(limits, 0);
    return rater->refinement[first];
}

// Seat 1's chance, from the mover's.
static void set_chance(mpq_t lo, mpq_t hi, const mpq_t value, unsigned seat)
{
    mpq_set(lo, value);
    if (seat == SEAT_2)
        mpz_sub(mpq_numref(lo), mpq_denref(lo), mpq_numref(lo));
    mpq_set(hi, lo);
}

static void set_answer(const struct rater *rater, const struct view *view, mpq_t *value,
                       mpq_t *share, struct solve_answer *answer)
{
    struct walk walk = { 0 };
    unsigned best = 0;
    for (unsigned i = 1; i < answer->count; i++)
        if (mpq_cmp(value[i], value[best]) > 0)
            best = i;
    answer->method = "an exact equilibrium, refinement after every move";
    answer->proof = SOLVE_EXACT;
    set_chance(answer->lo, answer->hi, value[best], view->seat);
    for (unsigned i = 0; i < answer->count; i++) {
        struct solve_move *rated = &answer->moves[i];
        view_walk(&rater->variant, view, &walk);
        rated->move = walk.move;
        rated->best = mpq_equal(value[i], value[best]);
        set_chance(rated->lo, rated->hi, value[i], view->seat);
        mpq_set(rated->share, share[i]);
    }
}

// *refined says whether the plans say anything here. If they do, and the answer is not there,
// there was no memory for it, and a sentence says so.
static bool rate_refined(struct rater *rater, const struct limits *limits, const struct view *view,
                         const struct history *history, struct solve_answer *answer, bool *refined,
                         struct text *why)
{
    unsigned first = view_turn(view)->first, count = view_count(&rater->variant, view);
    *refined = false;
    if (!history || !rater_refines(rater, limits, first))
        return false;
    mpq_t *value = weights_new(count), *share = weights_new(count);
    *refined = value && share &&
               refinement_rate(rater->refinement[first], limits, view, history, value, share);
    bool rated = *refined && solve_answer_begin(answer, CLAIM_SECRETS, count, why);
    if (rated)
        set_answer(rater, view, value, share, answer);
    weights_free(value, count);
    weights_free(share, count);
    return rated;
}

// Draws by the shares or, where the seat has left its plan, one of the best.
static struct move draw(const struct solve_answer *answer, struct random *random)
{
    double drawn = (double)(random->draw(random) >> 11) / (double)(UINT64_C(1) << 53);
    const struct solve_move *chosen = NULL;
    unsigned equal = 0;
    for (unsigned i = 0; i < answer->count; i++) {
        const struct solve_move *rated = &answer->moves[i];
        if (mpq_sgn(rated->share) > 0 && drawn >= 0)
            chosen = rated;
        drawn -= mpq_get_d(rated->share);
        equal += rated->best;
    }
    if (chosen)
        return chosen->move;
    uint64_t nth = random_below(random, equal);
    for (chosen = answer->moves; !chosen->best || nth--; chosen++)
        ;
    return chosen->move;
}

static bool rate_secrets(struct rater *rater, const struct limits *limits, const struct view *view,
                         const struct history *history, struct solve_answer *answer,
                         struct text *why)
{
    assert(history);
    bool refined, rated = rate_refined(rater, limits, view, history, answer, &refined, why);
    if (refined)
        return rated;
    return ready(rater, limits, view, why) &&
           secrets_rate(rater->secrets, view, history, answer, why);
}

bool rater_rate(struct rater *rater, const struct limits *limits, const struct view *view,
                const struct history *history, struct solve_answer *answer, struct text *why)
{
    assert(!view_turn(view)->winner);
    struct state state = all_open(view);
    switch (rater->class) {
    case CLAIM_OPEN:
        return deepening_rate(rater->open, limits, &state, answer, why);
    case CLAIM_CHANCE:
        return expectimax_rate(rater->chance, limits, &state, answer, why);
    case CLAIM_SECRETS:
        break;
    }
    return rate_secrets(rater, limits, view, history, answer, why);
}

bool rater_choose(struct rater *rater, const struct limits *limits, const struct view *view,
                  struct move *move, struct text *why)
{
    struct state state = all_open(view);
    assert(rater->class != CLAIM_SECRETS);
    return rater->open ? deepening_choose(rater->open, limits, &state, move, why)
                       : expectimax_choose(rater->chance, limits, &state, move, why);
}

bool rater_draw(struct rater *rater, const struct limits *limits, const struct view *view,
                const struct history *history, struct random *random, struct move *move)
{
    assert(rater->class == CLAIM_SECRETS);
    struct text why = TEXT_OF(TEXT_MAX);
    struct solve_answer answer;
    bool refined, drawn = rate_refined(rater, limits, view, history, &answer, &refined, &why);
    if (drawn) {
        *move = draw(&answer, random);
        solve_answer_clear(&answer);
    }
    return drawn;
}

bool rater_ranges(struct rater *rater, const struct limits *limits, const struct view *view,
                  const struct history *history, mpq_t *least, mpq_t *most)
{
    struct refinement *refinement = rater->refinement[view_turn(view)->first];
    return refinement && refinement_ranges(refinement, limits, view, history, least, most);
}

bool rater_claim(const struct rater *rater, const struct view *view, const struct history *history,
                 struct claim *claim)
{
    unsigned first = view_turn(view)->first;
    const struct refinement *refinement = rater->refinement[first];
    claim->seat = view->seat;
    claim->history = *history;
    if (!refinement)
        return rater->secrets && rater->secrets->first == first &&
               !secrets_claim(rater->secrets, claim);
    mpq_set(claim->lo, *refinement_value(refinement));
    mpq_set(claim->hi, claim->lo);
    return refinement_strategy(refinement, SEAT_1, &claim->strategy[SEAT_1]) &&
           refinement_strategy(refinement, SEAT_2, &claim->strategy[SEAT_2]);
}

bool rater_line(struct rater *rater, const struct limits *limits, const struct view *view,
                struct solve_answer *answer, struct text *why)
{
    struct state state = all_open(view);
    return rater->class != CLAIM_OPEN || deepening_line(rater->open, limits, &state, answer, why);
}
