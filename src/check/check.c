// SPDX-License-Identifier: GPL-3.0-or-later
#include "check/check.h"

#include "check/legal.h"
#include "check/pure.h"
#include "check/reply.h"
#include "check/work.h"
#include "core/move_text.h"
#include "core/variant.h"

// ---- Where players hide nothing: values, proved by a move for each position. ----

// What the worth would be if the claim were right.
static bool worth_of_claim(const struct claim *claim, uint32_t deals, struct pure_worth *worth)
{
    mpq_t won;
    mpq_init(won);
    mpq_set_ui(won, deals, 1);
    mpq_mul(won, won, claim->lo);
    bool whole = mpz_cmp_ui(mpq_denref(won), 1) == 0;
    *worth = (struct pure_worth){ (uint32_t)mpz_get_ui(mpq_numref(won)), deals, claim->turns };
    mpq_clear(won);
    return whole;
}

static bool gets_worth(struct work *work, unsigned seat, const struct pure_worth *worth)
{
    struct pure_worth claimed;
    bool whole = worth_of_claim(work->claim, worth->deals, &claimed);
    if (whole && (seat == SEAT_1 ? pure_at_least(worth, &claimed) : pure_at_least(&claimed, worth)))
        return true;
    work_refute(work, "The strategy of seat %u does not get what is claimed: seat 1 wins %u of %u",
                seat, worth->won, worth->deals);
    if (claim_class(work->claim->variant.game) == CLAIM_OPEN) {
        text_put(work->why, " in ");
        text_add_count(work->why, worth->turns, "turn", "turns");
    }
    text_add(work->why, ".");
    return false;
}

// What both halves of the check need, each of which follows one seat's strategy.
struct halves {
    const struct work *work;
    const struct work_truths *truths;
    const struct check_source *asked; // for moves, or NULL
    struct claim *to;                 // which lists them
    bool right[SEATS];
};

static bool check_half(struct work *work, const struct halves *halves, unsigned seat)
{
    struct pure_worth worth;
    struct claim_moves *list = halves->asked ? &halves->to->moves[seat] : NULL;
    return pure_worth(work, seat, halves->truths, halves->asked, list, &worth) &&
           gets_worth(work, seat, &worth);
}

// With half of the memory, and without a sentence: who fails here is asked again.
static void check_at_once(void *context, unsigned seat)
{
    struct halves *halves = context;
    struct text why = TEXT_OF(TEXT_MAX);
    struct limits limits = seat == SEAT_2 ? *halves->asked->second : *halves->work->limits;
    limits.memory = halves->work->limits->memory / 2;
    struct work work = *halves->work;
    work.limits = &limits;
    work.why = &why;
    halves->right[seat] = check_half(&work, halves, seat);
}

static bool check_together(struct halves *halves)
{
    halves->asked->together(halves->asked->context, check_at_once, halves);
    if (halves->right[SEAT_1] && halves->right[SEAT_2])
        return true;
    claim_moves_clear(&halves->to->moves[SEAT_1]);
    claim_moves_clear(&halves->to->moves[SEAT_2]);
    return false;
}

static bool check_pure(struct work *work, const struct work_truths *truths,
                       const struct check_source *asked, struct claim *to)
{
    struct halves halves = { .work = work, .truths = truths, .asked = asked, .to = to };
    return (asked && asked->together && check_together(&halves)) ||
           (check_half(work, &halves, SEAT_1) && check_half(work, &halves, SEAT_2));
}

// ---- Where players hide things: mixed strategies. ----

// Does the seat's strategy win at least what is claimed for it, from each of the truths?
static bool wins_share(struct work *work, unsigned seat, const struct work_truths *truths,
                       const mpq_t share)
{
    mpz_srcptr unit = work->claim->strategy[seat].nodes[0].weight;
    mpz_t enough, most;
    mpz_inits(enough, most, NULL);
    mpz_sub(enough, mpq_denref(share), mpq_numref(share)); // what the other may win
    mpz_mul(enough, enough, unit);
    mpz_fdiv_q(enough, enough, mpq_denref(share));
    struct reply *reply = reply_new(work, seat);
    bool wins = reply;
    for (size_t i = 0; wins && i < truths->count; i++) {
        wins = reply_most(reply, &truths->list[i].state, enough, most);
        if (wins && mpz_cmp(most, enough) > 0) {
            char buffer[TEXT_MAX];
            mpz_sub(most, unit, most);
            gmp_snprintf(buffer, sizeof buffer, "%Zd of %Zd", most, unit);
            wins = work_refute(work,
                               "The strategy of seat %u does not get what is claimed: it wins %s.",
                               seat, buffer);
        }
    }
    reply_free(reply);
    mpz_clears(enough, most, NULL);
    return wins;
}

static bool check_bounds(struct work *work, const struct work_truths *truths)
{
    const struct claim *claim = work->claim;
    mpq_t share;
    mpq_init(share);
    bool right = wins_share(work, SEAT_1, truths, claim->lo);
    mpq_set_ui(share, 1, 1);
    mpq_sub(share, share, claim->hi);
    right = right && wins_share(work, SEAT_2, truths, share);
    mpq_clear(share);
    return right;
}

static bool check_sure(struct work *work, const struct work_truths *truths)
{
    const struct claim *claim = work->claim;
    mpq_t all;
    mpq_init(all);
    mpq_set_ui(all, 1, 1);
    bool right = wins_share(work, claim->wins ? claim->seat : opponent(claim->seat), truths, all);
    mpq_clear(all);
    return right;
}

// The chance of the claim's seat after its history and this move, if it is not NULL.
static bool find_chance(struct work *work, const struct move *move, mpq_t chance)
{
    struct reply *reply = reply_new(work, opponent(work->claim->seat));
    mpz_t weight, most;
    mpz_inits(weight, most, NULL);
    bool found = reply && reply_after(reply, move, weight, most);
    if (found && mpz_sgn(weight)) {
        mpz_set(mpq_numref(chance), most);
        mpz_set(mpq_denref(chance), weight);
        mpq_canonicalize(chance);
    } else if (found) { // the strategy has won
        mpq_set_ui(chance, 0, 1);
    }
    reply_free(reply);
    mpz_clears(weight, most, NULL);
    return found;
}

static bool check_against(struct work *work, const struct check_chance *claimed)
{
    mpq_t chance;
    mpq_init(chance);
    bool right = find_chance(work, &claimed->move, chance) &&
                 (mpq_equal(chance, claimed->chance) ||
                  work_refute(work, "The chance of the move is another one."));
    mpq_clear(chance);
    return right;
}

static bool check_mixed(struct work *work, const struct work_truths *truths,
                        const struct check_chance *chances, unsigned count)
{
    const struct claim *claim = work->claim;
    struct work_truth start = { .state = game_start(&claim->variant, claim->first) };
    const struct work_truths at_start = { .list = &start, .count = 1 };
    const struct work_truths *from = claim->kind == CLAIM_SURE ? truths : &at_start;
    if (game_has_chance(claim->variant.game))
        return work_refute(work, "Secrets and chance together cannot be checked.");
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        if (claim_has_strategy(claim, seat) && !legal_strategy(work, seat, from))
            return false;
    if (claim->kind == CLAIM_SURE)
        return check_sure(work, from);
    if (claim->kind == CLAIM_VALUE && claim->history.count)
        return work_refute(work, "Where players hide things only the start has a value.");
    bool right = check_bounds(work, from);
    for (unsigned i = 0; right && claim->kind == CLAIM_AGAINST && i < count; i++)
        right = check_against(work, &chances[i]);
    return right;
}

// ---- What was checked. ----

static void add_chance(struct text *words, const mpq_t chance)
{
    char buffer[TEXT_MAX];
    if (gmp_snprintf(buffer, sizeof buffer, "%Qd", chance) < (int)sizeof buffer)
        text_add(words, "%s", buffer);
    else
        text_add(words, "about %.6f", mpq_get_d(chance));
}

static void add_variant(struct text *words, const struct claim *claim)
{
    const struct game *game = claim->variant.game;
    text_add(words, "%s, ", game->title);
    variant_print(&claim->variant, words);
    if (game->role[0])
        text_add(words, ", seat %u is the %s", claim->first, game->role[0]);
    else
        text_add(words, ", seat %u begins", claim->first);
    if (claim->history.count && claim->kind != CLAIM_AGAINST) {
        text_add(words, ", after ");
        text_add_count(words, claim->history.count, "event", "events");
    }
    text_add(words, ": ");
}

// With the claim of a move against a strategy the bounds are the start's.
static void add_value(struct text *words, const struct claim *claim)
{
    if (claim->kind == CLAIM_AGAINST)
        text_add(words, "at the start ");
    if (claim->after) {
        text_add(words, "after '");
        move_print(claim->variant.game, claim->move, words);
        text_add(words, "' by seat %u, ", claim->seat);
    }
    if (mpq_equal(claim->lo, claim->hi)) {
        text_add(words, "seat 1 wins with the chance ");
        add_chance(words, claim->lo);
    } else {
        text_add(words, "seat 1 wins with a chance between ");
        add_chance(words, claim->lo);
        text_add(words, " and ");
        add_chance(words, claim->hi);
    }
    if (claim_class(claim->variant.game) == CLAIM_OPEN) {
        text_add(words, ", after ");
        text_add_count(words, claim->turns, "turn", "turns");
    }
}

static size_t lines_of(const struct claim *claim, unsigned seat)
{
    size_t nodes = claim->strategy[seat].count;
    return claim->moves[seat].count + (nodes ? nodes - 1 : 0);
}

// What solvers write takes at most a thousand nodes a move, and small files up to 100,000 in all.
uint64_t check_fair_work(const struct claim *claim)
{
    return 5000000 + 10000 * (uint64_t)(lines_of(claim, SEAT_1) + lines_of(claim, SEAT_2));
}

static void add_proof(struct text *words, const struct claim *claim)
{
    const char *what = claim_class(claim->variant.game) == CLAIM_SECRETS ? "do and hide" : "do";
    if (claim->kind == CLAIM_SURE) {
        unsigned winner = claim->wins ? claim->seat : opponent(claim->seat);
        text_add(words,
                 ". The strategy of seat %u (%zu moves) was followed against everything "
                 "that the other seat can do, in every case that is possible.",
                 winner, lines_of(claim, winner));
        return;
    }
    text_add(words,
             ". Both strategies (%zu and %zu moves) are legal and were followed against "
             "everything that the other seat can %s: seat 1's wins at least ",
             lines_of(claim, SEAT_1), lines_of(claim, SEAT_2), what);
    add_chance(words, claim->lo);
    text_add(words, ", against seat 2's it wins at most ");
    add_chance(words, claim->hi);
    text_add(words, ".");
}

static void report(const struct claim *claim, struct text *words)
{
    add_variant(words, claim);
    if (claim->kind == CLAIM_SURE)
        text_add(words, "seat %u %s for sure, whatever the other seat does", claim->seat,
                 claim->wins ? "wins" : "loses");
    else
        add_value(words, claim);
    add_proof(words, claim);
    if (claim->kind != CLAIM_AGAINST)
        return;
    text_add(words, " Against seat %u's strategy, after ", opponent(claim->seat));
    text_add_count(words, claim->history.count, "event", "events");
    text_add(words, ", '");
    move_print(claim->variant.game, claim->move, words);
    text_add(words, "' and the best play after it win for seat %u with the chance ", claim->seat);
    add_chance(words, claim->chance);
    text_add(words, ".");
}

// What a claim needs besides.
struct demand {
    struct claim *to; // where moves are listed that are asked for
    const struct check_source *asked;
    const struct check_chance *chances;
    unsigned count;
};

static enum check_verdict check(struct work *work, const struct demand *demand)
{
    const struct claim *claim = work->claim;
    struct work_truths truths = { 0 };
    bool mixed = claim_class(claim->variant.game) == CLAIM_SECRETS;
    bool right = truths_of_claim(work, &truths);
    if (right && !mixed && claim->kind != CLAIM_VALUE)
        right = work_refute(work, "Where players hide nothing a position has a value.");
    right = right && (mixed ? check_mixed(work, &truths, demand->chances, demand->count)
                            : check_pure(work, &truths, demand->asked, demand->to));
    truths_clear(work, &truths);
    if (!right)
        return work->verdict;
    report(claim, work->why);
    return CHECK_PROVED;
}

enum check_verdict check_claim(const struct claim *claim, const struct limits *limits,
                               struct text *words)
{
    const struct check_chance own = { claim->move, claim->chance };
    return check_chances(claim, &own, 1, limits, words);
}

enum check_verdict check_chances(const struct claim *claim, const struct check_chance *chances,
                                 unsigned count, const struct limits *limits, struct text *words)
{
    struct work work = { .claim = claim, .limits = limits, .why = words };
    return check(&work, &(struct demand){ .chances = chances, .count = count });
}

enum check_verdict check_standing(const struct claim *claim, const struct limits *limits,
                                  mpq_t chance, struct text *words)
{
    struct work work = { .claim = claim, .limits = limits, .why = words };
    return find_chance(&work, NULL, chance) ? CHECK_PROVED : work.verdict;
}

enum check_verdict check_and_list(struct claim *claim, const struct check_source *source,
                                  const struct limits *limits, struct text *words)
{
    struct work work = { .claim = claim, .limits = limits, .why = words };
    return check(&work, &(struct demand){ .to = claim, .asked = source });
}
