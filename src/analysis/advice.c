// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/advice.h"

#include "check/check.h"
#include "core/memory.h"
#include "solve/certain.h"
#include "solve/sure.h"

void advice_clear(struct advice *advice)
{
    for (unsigned i = 0; i < advice->count; i++)
        mpq_clears(advice->moves[i].chance, advice->moves[i].share, NULL);
    mem_free(advice->moves);
    *advice = (struct advice){ 0 };
}

static bool list_moves(struct advice *advice, const struct variant *variant,
                       const struct view *view, struct text *why)
{
    unsigned count = view_count(variant, view);
    struct walk walk = { 0 };
    advice->moves = mem_new(count * sizeof *advice->moves);
    if (!advice->moves)
        solve_explain(STOP_MEMORY, &(struct solve_limits){ 0 }, why);
    for (; advice->moves && advice->count < count; advice->count++) {
        struct advice_move *move = &advice->moves[advice->count];
        view_walk(variant, view, &walk);
        *move = (struct advice_move){ .move = walk.move };
        mpq_inits(move->chance, move->share, NULL);
    }
    return advice->moves;
}

// --- Chances

static enum advice_kind kind_of(const struct answer *answer)
{
    if (answer->class == SOLVE_OPEN)
        return ADVICE_TURNS;
    if (answer->class == SOLVE_CHANCE)
        return ADVICE_EXACT;
    return answer->proof == PROOF_BOUNDS ? ADVICE_ABOUT : ADVICE_AGAINST;
}

static void take_rated(struct advice_move *move, const struct rated *rated, unsigned seat)
{
    move->known = mpq_equal(rated->lo, rated->hi);
    move->turns = rated->turns;
    move->best = rated->best;
    mpq_set(move->share, rated->share);
    mpq_set(move->chance, rated->lo);
    if (seat == SEAT_2)
        mpz_sub(mpq_numref(move->chance), mpq_denref(move->chance), mpq_numref(move->chance));
}

// A solver that stops at a number of moves leaves the others as they are.
static void take_answer(struct advice *advice, const struct answer *answer, unsigned seat)
{
    advice->kind = kind_of(answer);
    for (unsigned i = 0; i < answer->count; i++) {
        const struct rated *rated = &answer->moves[i];
        if (i < advice->count && move_equal(advice->moves[i].move, rated->move))
            take_rated(&advice->moves[i], rated, seat);
        else
            for (unsigned k = 0; k < advice->count; k++)
                if (move_equal(advice->moves[k].move, rated->move))
                    take_rated(&advice->moves[k], rated, seat);
    }
}

// --- What is certain

static bool has_chance_of(const struct advice_move *move, unsigned chance)
{
    return move->known && mpq_cmp_ui(move->chance, chance, 1) == 0;
}

// Without secrets the chance says it all.
static void conclude(struct advice *advice)
{
    for (unsigned i = 0; i < advice->count; i++)
        if (has_chance_of(&advice->moves[i], 1))
            advice->moves[i].certain = ADVICE_WIN;
        else if (has_chance_of(&advice->moves[i], 0))
            advice->moves[i].certain = ADVICE_LOSS;
}

// Whom a move is looked at for, and what it needs.
struct looker {
    const struct variant *variant;
    const struct view *view;
    const struct history *history;
    const struct solve_limits *limits;
    struct certain_cases cases;
};

// "Sure" is a word for what the check has confirmed: here, with the strategy that follows
// the move in every case that the player cannot exclude.
static bool is_proved(const struct looker *looker, struct move move)
{
    enum { WORK = 200000 };
    const struct solve_limits *given = looker->limits;
    const struct claim_limits limits = { given->memory, given->go_on, given->whom };
    unsigned seat = looker->view->seat;
    struct text words = TEXT_OF(TEXT_MAX);
    struct claim claim;
    mpz_t one;
    mpz_init_set_ui(one, 1);
    claim_begin(&claim, looker->variant, view_turn(looker->view)->first);
    claim.kind = CLAIM_SURE;
    claim.seat = seat;
    claim.wins = true;
    claim.history = *looker->history;
    bool proved = strategy_begin(&claim.strategy[seat], one) &&
                  sure_strategy_by(looker->variant, seat, looker->cases.state, looker->cases.count,
                                   move, WORK, &claim.strategy[seat]) &&
                  check_claim(&claim, &limits, &words) == CHECK_PROVED;
    claim_clear(&claim);
    mpz_clear(one);
    return proved;
}

static bool is_hidden(const struct variant *variant, const struct advice_move *move)
{
    return variant->game->verbs[move->move.verb].hidden;
}

// A sure win has the chance 1 against every plan, and a sure loss 0: only where it may be
// so, and there are not too many ways to hide something, is it looked for.
static void look(const struct looker *looker, struct advice_move *move)
{
    const struct certain_cases *cases = &looker->cases;
    bool open = !move->known, hidden = is_hidden(looker->variant, move);
    if ((open || has_chance_of(move, 1)) &&
        certain_wins(looker->variant, looker->view, cases, move->move) &&
        is_proved(looker, move->move))
        move->certain = ADVICE_WIN;
    else if ((open || has_chance_of(move, 0)) && !hidden &&
             certain_loses(looker->variant, looker->view, looker->history, cases, move->move))
        move->certain = ADVICE_LOSS;
    else if (!hidden && certain_is_safe(looker->variant, cases, move->move))
        move->certain = ADVICE_SAFE;
}

static void look_at_all(struct advice *advice, struct looker *looker)
{
    enum { MANY = 200 };
    bool few = advice->count <= MANY;
    if (certain_find_cases(looker->variant, looker->view, looker->history, &looker->cases))
        for (unsigned i = 0; i < advice->count; i++)
            if (few || has_chance_of(&advice->moves[i], 1))
                look(looker, &advice->moves[i]);
    certain_clear_cases(&looker->cases);
}

// Certainty goes before every estimate.
static void settle(struct advice *advice)
{
    for (unsigned i = 0; i < advice->count; i++) {
        struct advice_move *move = &advice->moves[i];
        if (move->certain != ADVICE_WIN && move->certain != ADVICE_LOSS)
            continue;
        move->known = true;
        mpq_set_ui(move->chance, move->certain == ADVICE_WIN, 1);
    }
}

// --- The best

// Is the first chance better, by more than rounding where it is an estimate?
static bool is_better(const struct advice *advice, const struct advice_move *a,
                      const struct advice_move *b)
{
    enum { ROUNDING = 2000 };
    if (!a->known || !b->known)
        return a->known && !b->known;
    mpq_t gain;
    mpq_init(gain);
    mpq_sub(gain, a->chance, b->chance);
    bool better =
        advice->kind == ADVICE_ABOUT ? mpq_cmp_ui(gain, 1, ROUNDING) > 0 : mpq_sgn(gain) > 0;
    mpq_clear(gain);
    return better;
}

// A sure win goes before a chance of 1 against one plan.
static bool goes_before(const struct advice_move *a, const struct advice_move *b)
{
    int order = mpq_cmp(a->chance, b->chance);
    return order > 0 || (order == 0 && a->certain == ADVICE_WIN && b->certain != ADVICE_WIN);
}

static void mark_best(struct advice *advice)
{
    const struct advice_move *top = NULL;
    for (unsigned i = 0; i < advice->count; i++) {
        const struct advice_move *move = &advice->moves[i];
        if (move->known && (!top || goes_before(move, top)))
            top = move;
    }
    for (unsigned i = 0; i < advice->count; i++)
        advice->moves[i].best =
            top && !is_better(advice, top, &advice->moves[i]) &&
            (top->certain != ADVICE_WIN || advice->moves[i].certain == ADVICE_WIN);
}

// One that best play would make, if it mixes.
static void choose_best(struct advice *advice)
{
    advice->best = NULL;
    for (unsigned i = 0; i < advice->count; i++) {
        const struct advice_move *move = &advice->moves[i];
        if (move->best && (!advice->best || mpq_cmp(move->share, advice->best->share) > 0))
            advice->best = move;
    }
}

bool advice_make(struct advice *advice, struct rater *rater, const struct solve_limits *limits,
                 const struct variant *variant, const struct view *view,
                 const struct history *history, struct text *why)
{
    struct answer answer;
    bool secrets = solve_class(variant->game) == SOLVE_SECRETS;
    *advice = (struct advice){ .kind = ADVICE_ABOUT };
    if (!list_moves(advice, variant, view, why))
        return false;
    bool rated = rater_rate(rater, limits, view, history, &answer, why);
    if (rated) {
        take_answer(advice, &answer, view->seat);
        answer_clear(&answer);
    }
    if (secrets) {
        struct looker looker = {
            .variant = variant, .view = view, .history = history, .limits = limits
        };
        look_at_all(advice, &looker);
        settle(advice);
        mark_best(advice);
    } else {
        conclude(advice);
    }
    choose_best(advice);
    bool certain = false;
    for (unsigned i = 0; i < advice->count; i++)
        certain |= advice->moves[i].certain != ADVICE_NOTHING;
    if (rated || certain)
        return true;
    advice_clear(advice);
    return false;
}

// --- What is given away

static bool falls_by_a_fifth(const struct advice_move *best, const struct advice_move *chosen)
{
    mpq_t loss;
    mpq_init(loss);
    mpq_sub(loss, best->chance, chosen->chance);
    bool falls = mpq_cmp_ui(loss, 1, 5) >= 0;
    mpq_clear(loss);
    return falls;
}

static bool any_is(const struct advice *advice, enum advice_certain certain)
{
    for (unsigned i = 0; i < advice->count; i++)
        if (advice->moves[i].certain == certain)
            return true;
    return false;
}

bool advice_all_lose(const struct advice *advice)
{
    for (unsigned i = 0; i < advice->count; i++)
        if (advice->moves[i].certain != ADVICE_LOSS)
            return false;
    return true;
}

enum advice_loss advice_loss(const struct advice *advice, const struct advice_move *chosen)
{
    const struct advice_move *best = advice->best;
    if (chosen->certain != ADVICE_WIN && any_is(advice, ADVICE_WIN))
        return ADVICE_LOSES_WIN;
    if (chosen->certain == ADVICE_LOSS && !advice_all_lose(advice))
        return ADVICE_LOSES_ALL;
    if (best && best->known && chosen->known)
        return falls_by_a_fifth(best, chosen) ? ADVICE_LOSES_CHANCE : ADVICE_LOSES_NOTHING;
    if (!chosen->known && chosen->certain == ADVICE_NOTHING && any_is(advice, ADVICE_SAFE))
        return ADVICE_LOSES_SAFETY;
    return ADVICE_LOSES_NOTHING;
}

const struct advice_move *advice_find(const struct advice *advice, struct move move)
{
    for (unsigned i = 0; i < advice->count; i++)
        if (move_equal(advice->moves[i].move, move))
            return &advice->moves[i];
    return NULL;
}
