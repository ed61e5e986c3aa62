// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/confirm.h"

#include "core/memory.h"
#include "solve/losing.h"
#include "solve/sure.h"

// The check's steps for one position, a second or two; and the solver's for a sure thing.
static const uint64_t STEPS = 20000000, WORK = 200000;

enum { CASES = 1000 }; // more are not gone through

static bool may_go_on(const struct confirm *confirm)
{
    const struct limits *limits = confirm->limits;
    return confirm->steps < STEPS && limits_go_on(limits, confirm->steps);
}

// The number of steps between two questions.
static bool go_on(void *context, uint64_t nodes)
{
    enum { TICK = 4096 };
    struct confirm *confirm = context;
    (void)nodes;
    confirm->steps += TICK;
    return may_go_on(confirm);
}

// For one claim, which takes some steps in any case.
static struct limits limits_of(struct confirm *confirm)
{
    enum { LEAST = 256 };
    confirm->steps += LEAST;
    return (struct limits){ .memory = confirm->limits->memory, .go_on = go_on, .context = confirm };
}

static bool choose(void *context, const struct view *view, struct move *move, struct text *why)
{
    const struct confirm *confirm = context;
    return rater_choose(confirm->rater, confirm->limits, view, move, why);
}

// Where players hide nothing the strategies are the solver's best moves.
static bool confirm_value(struct confirm *confirm, const struct confirm_move *move)
{
    struct text words = TEXT_OF(TEXT_MAX);
    const struct limits limits = limits_of(confirm);
    const struct check_source source = { .choose = choose, .context = confirm };
    struct claim claim;
    claim_begin(&claim, confirm->variant, view_turn(confirm->view)->first);
    claim.seat = confirm->view->seat;
    claim.history = *confirm->history;
    claim.after = true;
    claim.move = move->move;
    claim.turns = move->turns;
    mpq_set(claim.lo, move->chance);
    if (claim.seat == SEAT_2)
        mpz_sub(mpq_numref(claim.lo), mpq_denref(claim.lo), mpq_numref(claim.lo));
    mpq_set(claim.hi, claim.lo);
    bool confirmed = check_and_list(&claim, &source, &limits, &words) == CHECK_PROVED;
    claim_clear(&claim);
    return confirmed;
}

bool confirm_values(struct confirm *confirm, const struct confirm_move *moves, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (!confirm_value(confirm, &moves[i]))
            return false;
    return true;
}

bool confirm_chances(struct confirm *confirm, const struct confirm_move *moves, unsigned count)
{
    struct text words = TEXT_OF(TEXT_MAX);
    const struct limits limits = limits_of(confirm);
    struct check_chance *chances = mem_new((count ? count : 1) * sizeof *chances);
    struct claim claim;
    for (unsigned i = 0; chances && i < count; i++)
        chances[i] = (struct check_chance){ moves[i].move, moves[i].chance };
    claim_begin(&claim, confirm->variant, view_turn(confirm->view)->first);
    claim.kind = CLAIM_AGAINST;
    bool confirmed = chances &&
                     rater_claim(confirm->rater, confirm->view, confirm->history, &claim) &&
                     mpq_equal(claim.lo, claim.hi) &&
                     check_chances(&claim, chances, count, &limits, &words) == CHECK_PROVED;
    claim_clear(&claim);
    mem_free(chances);
    return confirmed;
}

enum check_verdict confirm_standing(struct confirm *confirm, unsigned seat,
                                    const struct history *history, mpq_t chance)
{
    struct text words = TEXT_OF(TEXT_MAX);
    const struct limits limits = limits_of(confirm);
    struct view view = *confirm->view;
    struct claim claim;
    view.seat = (uint8_t)seat;
    claim_begin(&claim, confirm->variant, view_turn(confirm->view)->first);
    claim.kind = CLAIM_AGAINST;
    bool planned = rater_claim(confirm->rater, &view, history, &claim) &&
                   claim.strategy[opponent(seat)].count > 1; // else it is no plan at all
    enum check_verdict verdict =
        planned ? check_standing(&claim, &limits, chance, &words) : CHECK_STOPPED;
    claim_clear(&claim);
    return verdict;
}

// --- What is sure

// A sure win of a seat that was told this, with a strategy that is yet to be found.
static bool begin_sure(const struct confirm *confirm, unsigned seat, const struct history *history,
                       struct claim *claim)
{
    mpz_t one;
    claim_begin(claim, confirm->variant, view_turn(confirm->view)->first);
    claim->kind = CLAIM_SURE;
    claim->seat = seat;
    claim->wins = true;
    claim->history = *history;
    mpz_init_set_ui(one, 1);
    bool begun = strategy_begin(&claim->strategy[seat], one);
    mpz_clear(one);
    return begun;
}

static bool is_proved(struct confirm *confirm, const struct claim *claim)
{
    struct text words = TEXT_OF(TEXT_MAX);
    const struct limits limits = limits_of(confirm);
    return check_claim(claim, &limits, &words) == CHECK_PROVED;
}

bool confirm_win(struct confirm *confirm, const struct belief *belief, struct move move)
{
    unsigned seat = confirm->view->seat;
    struct claim claim;
    bool confirmed = begin_sure(confirm, seat, confirm->history, &claim) &&
                     sure_strategy_by(confirm->variant, seat, belief->state, belief->count, move,
                                      WORK, &claim.strategy[seat]) &&
                     is_proved(confirm, &claim);
    claim_clear(&claim);
    return confirmed;
}

// Asked for each case, whose claims count their own steps.
static bool go_on_with_cases(void *context, uint64_t nodes)
{
    (void)nodes;
    return may_go_on(context);
}

static bool wins_for_sure(const struct losing *losing, const struct belief *belief,
                          const struct history *told)
{
    struct confirm *confirm = losing->context;
    unsigned other = opponent(losing->view->seat);
    struct claim claim;
    bool wins = begin_sure(confirm, other, told, &claim) &&
                sure_strategy_from(losing->variant, other, belief->state, belief->count, WORK,
                                   &claim.strategy[other], 0) &&
                is_proved(confirm, &claim);
    claim_clear(&claim);
    return wins;
}

bool confirm_loss(struct confirm *confirm, struct move move)
{
    const struct limits limits = { .go_on = go_on_with_cases, .context = confirm };
    const struct losing losing = { .variant = confirm->variant,
                                   .view = confirm->view,
                                   .history = confirm->history,
                                   .limits = &limits,
                                   .work = WORK,
                                   .cases = CASES,
                                   .wins = wins_for_sure,
                                   .context = confirm };
    return losing_move(&losing, move);
}
