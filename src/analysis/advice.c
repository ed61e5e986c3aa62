// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/advice.h"

#include "analysis/confirm.h"
#include "core/memory.h"
#include "solve/weights.h"

void advice_clear(struct advice *advice)
{
    for (unsigned i = 0; i < advice->count; i++)
        mpq_clears(advice->moves[i].chance, advice->moves[i].share, advice->moves[i].least,
                   advice->moves[i].most, NULL);
    mem_free(advice->moves);
    *advice = (struct advice){ 0 };
}

bool advice_begin(struct advice *advice, const struct variant *variant, const struct view *view,
                  struct text *why)
{
    unsigned count = view_count(variant, view);
    struct walk walk = { 0 };
    *advice = (struct advice){ .kind = ADVICE_ABOUT };
    advice->moves = mem_new(count * sizeof *advice->moves);
    if (!advice->moves)
        solve_explain(SOLVE_STOP_MEMORY, &(struct limits){ 0 }, why);
    for (; advice->moves && advice->count < count; advice->count++) {
        struct advice_move *move = &advice->moves[advice->count];
        view_walk(variant, view, &walk);
        *move = (struct advice_move){ .move = walk.move };
        mpq_inits(move->chance, move->share, move->least, move->most, NULL);
    }
    return advice->moves;
}

// --- Chances

static enum advice_kind kind_of(const struct solve_answer *answer)
{
    if (answer->class == CLAIM_OPEN)
        return ADVICE_TURNS;
    if (answer->class == CLAIM_CHANCE)
        return ADVICE_EXACT;
    return answer->proof == SOLVE_BOUNDS ? ADVICE_ABOUT : ADVICE_AGAINST;
}

static void take_rated(struct advice_move *move, const struct solve_move *rated, unsigned seat)
{
    move->known = mpq_equal(rated->lo, rated->hi);
    move->turns = rated->turns;
    move->best = rated->best;
    mpq_set(move->share, rated->share);
    if (!move->known)
        return;
    mpq_set(move->chance, rated->lo);
    if (seat == SEAT_2)
        mpz_sub(mpq_numref(move->chance), mpq_denref(move->chance), mpq_numref(move->chance));
}

// A solver that stops at a number of moves leaves the others as they are.
static void take_answer(struct advice *advice, const struct solve_answer *answer, unsigned seat)
{
    advice->kind = kind_of(answer);
    for (unsigned i = 0; i < answer->count; i++) {
        const struct solve_move *rated = &answer->moves[i];
        if (i < advice->count && move_equal(advice->moves[i].move, rated->move))
            take_rated(&advice->moves[i], rated, seat);
        else
            for (unsigned k = 0; k < advice->count; k++)
                if (move_equal(advice->moves[k].move, rated->move))
                    take_rated(&advice->moves[k], rated, seat);
    }
}

// --- What is certain

static bool is_decided(const struct advice_move *move)
{
    return move->certain == ADVICE_WIN || move->certain == ADVICE_LOSS;
}

static bool has_chance_of(const struct advice_move *move, unsigned chance)
{
    return move->known && mpq_cmp_ui(move->chance, chance, 1) == 0;
}

// The moves whose chance is known and not yet certain, as the check wants them.
static struct confirm_move *list_known(const struct advice *advice, unsigned *count)
{
    struct confirm_move *list = mem_new(advice->count * sizeof *list);
    *count = 0;
    for (unsigned i = 0; list && i < advice->count; i++) {
        const struct advice_move *move = &advice->moves[i];
        if (move->known && !is_decided(move))
            list[(*count)++] = (struct confirm_move){ move->move, move->chance, move->turns };
    }
    return list;
}

static bool is_confirmed(const struct advice *advice, struct confirm *confirm,
                         bool (*by)(struct confirm *, const struct confirm_move *, unsigned))
{
    unsigned count;
    struct confirm_move *list = list_known(advice, &count);
    bool confirmed = list && (!count || by(confirm, list, count));
    mem_free(list);
    return confirmed;
}

// Without secrets the chance says it all, once it is confirmed.
static void conclude(struct advice *advice)
{
    for (unsigned i = 0; advice->checked && i < advice->count; i++)
        if (has_chance_of(&advice->moves[i], 1))
            advice->moves[i].certain = ADVICE_WIN;
        else if (has_chance_of(&advice->moves[i], 0))
            advice->moves[i].certain = ADVICE_LOSS;
}

static bool is_hidden(const struct variant *variant, const struct advice_move *move)
{
    return variant->game->verbs[move->move.verb].hidden;
}

// Sure wins and losses go before every chance, so they are looked for wherever they may be. A
// sure win has the chance 1 against every plan; where the game was sure from its start there is
// no plan, and the winner may have strayed. A sure loss need not have the chance 0: a plan may
// be careless where it never comes.
static void look(struct confirm *confirm, const struct belief *belief, bool sure,
                 struct advice_move *move)
{
    bool hidden = is_hidden(confirm->variant, move);
    bool may_win = !move->known || has_chance_of(move, 1) || (sure && !hidden);
    if (may_win && confirm_win(confirm, belief, move->move))
        move->certain = ADVICE_WIN;
    else if (hidden)
        return;
    else if (confirm_loss(confirm, move->move))
        move->certain = ADVICE_LOSS;
    else if (belief_is_safe(confirm->variant, belief, move->move))
        move->certain = ADVICE_SAFE;
}

// The opponent does not see the placement: a win of its own that holds after one placement holds
// after all of them.
static void look_at_hiding(struct advice *advice, struct confirm *confirm)
{
    bool loses = advice->count && is_hidden(confirm->variant, &advice->moves[0]) &&
                 confirm_loss(confirm, advice->moves[0].move);
    for (unsigned i = 0; loses && i < advice->count; i++)
        advice->moves[i].certain = ADVICE_LOSS;
}

static void look_at_all(struct advice *advice, struct confirm *confirm, bool sure)
{
    enum { MANY = 200 };
    bool few = advice->count <= MANY;
    struct belief belief;
    if (belief_find(confirm->variant, confirm->view, confirm->history, &belief))
        for (unsigned i = 0; i < advice->count; i++)
            if (few || has_chance_of(&advice->moves[i], 1))
                look(confirm, &belief, sure, &advice->moves[i]);
    belief_clear(&belief);
    look_at_hiding(advice, confirm);
}

// Certainty goes before every estimate.
static void settle(struct advice *advice)
{
    for (unsigned i = 0; i < advice->count; i++) {
        struct advice_move *move = &advice->moves[i];
        if (!is_decided(move))
            continue;
        move->known = true;
        mpq_set_ui(move->chance, move->certain == ADVICE_WIN, 1);
    }
}

// --- What differs between best plans

bool advice_agrees(const struct advice *advice, const struct advice_move *move)
{
    return is_decided(move) || (advice->ranged && mpq_equal(move->least, move->most));
}

static bool is_open(const struct advice *advice)
{
    bool open = false;
    for (unsigned i = 0; i < advice->count; i++)
        open |= advice->moves[i].known && !is_decided(&advice->moves[i]);
    return open;
}

static void find_ranges(struct advice *advice, struct rater *rater, const struct limits *limits,
                        const struct view *view, const struct history *history)
{
    mpq_t *least = weights_new(advice->count), *most = weights_new(advice->count);
    advice->ranged = least && most && rater_ranges(rater, limits, view, history, least, most);
    for (unsigned i = 0; advice->ranged && i < advice->count; i++) {
        mpq_set(advice->moves[i].least, least[i]);
        mpq_set(advice->moves[i].most, most[i]);
    }
    weights_free(least, advice->count);
    weights_free(most, advice->count);
}

// --- The best

// The order of knowledge.
enum rank { RANK_LOSS, RANK_NO_CHANCE, RANK_UNKNOWN, RANK_CHANCE, RANK_WIN };

static enum rank rank_of(const struct advice_move *move)
{
    if (is_decided(move))
        return move->certain == ADVICE_WIN ? RANK_WIN : RANK_LOSS;
    if (!move->known)
        return RANK_UNKNOWN;
    return mpq_sgn(move->chance) ? RANK_CHANCE : RANK_NO_CHANCE;
}

static bool goes_before(const struct advice_move *a, const struct advice_move *b)
{
    if (rank_of(a) != rank_of(b))
        return rank_of(a) > rank_of(b);
    return mpq_cmp(a->chance, b->chance) > 0;
}

// As good as the best, but for rounding where chances are estimates.
static bool is_as_good(const struct advice *advice, const struct advice_move *move,
                       const struct advice_move *top)
{
    enum { ROUNDING = 2000 };
    mpq_t lost;
    if (rank_of(move) != rank_of(top))
        return false;
    mpq_init(lost);
    mpq_sub(lost, top->chance, move->chance);
    unsigned long rounded = advice->kind == ADVICE_ABOUT;
    bool good = mpq_cmp_ui(lost, rounded, ROUNDING) <= 0;
    mpq_clear(lost);
    return good;
}

// Where nothing at all tells one move from another there is no best.
static void mark_best(struct advice *advice)
{
    const struct advice_move *top = NULL;
    bool told = false;
    for (unsigned i = 0; i < advice->count; i++) {
        const struct advice_move *move = &advice->moves[i];
        told |= rank_of(move) != RANK_UNKNOWN;
        if (!top || goes_before(move, top))
            top = move;
    }
    for (unsigned i = 0; i < advice->count; i++)
        advice->moves[i].best = told && is_as_good(advice, &advice->moves[i], top);
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

// One seat wins this game for sure from its start, but may have left the way of that win. So
// chances that rest on it are dropped, unless the check has confirmed them here.
static void forget_unconfirmed(struct advice *advice)
{
    for (unsigned i = 0; i < advice->count; i++) {
        struct advice_move *move = &advice->moves[i];
        move->known = false;
        mpq_set_ui(move->chance, 0, 1);
        mpq_set_ui(move->share, 0, 1);
    }
}

static void advise_secrets(struct advice *advice, struct confirm *confirm, bool sure)
{
    look_at_all(advice, confirm, sure);
    advice->checked =
        advice->kind != ADVICE_ABOUT && is_confirmed(advice, confirm, confirm_chances);
    if (sure && !advice->checked)
        forget_unconfirmed(advice);
    settle(advice);
    mark_best(advice);
}

static void advise_open(struct advice *advice, struct confirm *confirm)
{
    advice->checked = is_confirmed(advice, confirm, confirm_values);
    conclude(advice);
}

bool advice_make_plain(struct advice *advice, struct rater *rater, const struct limits *limits,
                       const struct variant *variant, const struct view *view,
                       const struct history *history, struct text *why)
{
    struct solve_answer answer;
    struct confirm confirm = {
        .rater = rater, .limits = limits, .variant = variant, .view = view, .history = history
    };
    if (!advice_begin(advice, variant, view, why))
        return false;
    bool sure = false, rated = rater && rater_rate(rater, limits, view, history, &answer, why);
    if (rated) {
        sure = answer.proof == SOLVE_SURE;
        take_answer(advice, &answer, view->seat);
        solve_answer_clear(&answer);
    }
    if (claim_class(variant->game) == CLAIM_SECRETS)
        advise_secrets(advice, &confirm, sure);
    else
        advise_open(advice, &confirm);
    choose_best(advice);
    bool certain = false;
    for (unsigned i = 0; i < advice->count; i++)
        certain |= advice->moves[i].certain != ADVICE_NOTHING;
    if (rated || certain)
        return true;
    advice_clear(advice);
    return false;
}

bool advice_make(struct advice *advice, struct rater *rater, const struct limits *limits,
                 const struct variant *variant, const struct view *view,
                 const struct history *history, struct text *why)
{
    if (!advice_make_plain(advice, rater, limits, variant, view, history, why))
        return false;
    if (advice->kind == ADVICE_AGAINST && advice->checked && rater && is_open(advice))
        find_ranges(advice, rater, limits, view, history);
    return true;
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
