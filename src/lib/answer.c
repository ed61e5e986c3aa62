// SPDX-License-Identifier: GPL-3.0-or-later
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/advice.h"
#include "analysis/proof.h"
#include "claim/certificate.h"
#include "core/memory.h"
#include "games/games.h"
#include "lib/lib.h"
#include "solve/efg.h"

struct rated {
    struct move move;
    char *chance, *share;
    bool best;
};

struct cw_answer {
    cw_kind kind;
    char *low, *high;
    struct rated *moves;
    size_t count;
    bool at_start; // then the proof is there
    bool checked;
    struct proof proof;
};

static struct limits limits_of(const cw_limits *caller)
{
    struct limits limits = { 0 };
    if (!caller)
        return limits;
    if (caller->seconds > 0)
        limits = limits_until(caller->seconds);
    limits.memory = caller->bytes;
    limits.go_on = caller->go_on;
    limits.context = caller->context;
    return limits;
}

static char *fraction(const mpq_t value)
{
    char *text =
        mem_new(mpz_sizeinbase(mpq_numref(value), 10) + mpz_sizeinbase(mpq_denref(value), 10) + 3);
    return text ? mpq_get_str(text, 10, value) : NULL;
}

static char *fraction_for(const mpq_t chance, unsigned mover)
{
    mpq_t seat1;
    mpq_init(seat1);
    mpq_set_ui(seat1, 1, 1);
    if (mover == SEAT_1)
        mpq_set(seat1, chance);
    else
        mpq_sub(seat1, seat1, chance);
    char *text = fraction(seat1);
    mpq_clear(seat1);
    return text;
}

static bool make_room(cw_answer *answer, size_t count, char **error)
{
    answer->moves = lib_new(count * sizeof *answer->moves, error);
    answer->count = answer->moves ? count : 0;
    return answer->moves;
}

// Without memory for one of the texts there is no answer.
static bool is_whole(const cw_answer *answer, bool all_known)
{
    bool whole = answer->low && answer->high;
    for (size_t i = 0; i < answer->count; i++)
        whole = whole && answer->moves[i].share && (!all_known || answer->moves[i].chance);
    return whole;
}

// At the start: the whole game is solved, and what was found is checked.
static cw_kind kind_of(const struct solve_answer *found, bool checked)
{
    if (!checked)
        return CW_ABOUT;
    return found->proof == SOLVE_BOUNDS ? CW_BOUNDS
           : found->proof == SOLVE_SURE ? CW_SURE
                                        : CW_VALUE;
}

static bool fill_from_proof(cw_answer *answer, char **error)
{
    const struct solve_answer *found = &answer->proof.answer;
    answer->kind = kind_of(found, answer->checked);
    answer->low = fraction(found->lo);
    answer->high = fraction(found->hi);
    if (!make_room(answer, found->count, error))
        return false;
    for (size_t i = 0; i < answer->count; i++)
        answer->moves[i] = (struct rated){ .move = found->moves[i].move,
                                           .chance = fraction(found->moves[i].lo),
                                           .share = fraction(found->moves[i].share),
                                           .best = found->moves[i].best };
    if (is_whole(answer, true))
        return true;
    lib_fail(error, "There is not enough memory.");
    return false;
}

static bool solve_start(cw_answer *answer, const struct match *match, const struct limits *limits,
                        char **error)
{
    struct text why = TEXT_OF(TEXT_MAX);
    if (!proof_find(&answer->proof, match_variant(match), match_first(match), limits, &why)) {
        lib_fail(error, "%s", why.at);
        return false;
    }
    answer->at_start = true;
    const enum check_verdict verdict = proof_check(&answer->proof, &why);
    answer->checked = verdict == CHECK_PROVED;
    if (verdict == CHECK_REFUTED) {
        lib_fail(error, "The check refutes what the solver found; please report this: %s", why.at);
        return false;
    }
    return fill_from_proof(answer, error);
}

// Inside a game: what can be said to the mover.
static cw_kind kind_of_advice(const struct advice *advice)
{
    if (!advice->checked || advice->kind == ADVICE_ABOUT)
        return CW_ABOUT;
    return advice->kind == ADVICE_AGAINST ? CW_AGAINST : CW_VALUE;
}

static bool fill_from_advice(cw_answer *answer, const struct advice *advice, unsigned mover,
                             char **error)
{
    answer->kind = kind_of_advice(advice);
    if (!make_room(answer, advice->count, error))
        return false;
    for (size_t i = 0; i < answer->count; i++) {
        const struct advice_move *said = &advice->moves[i];
        answer->moves[i] =
            (struct rated){ .move = said->move,
                            .chance = said->known ? fraction_for(said->chance, mover) : NULL,
                            .share = fraction(said->share),
                            .best = said->best };
    }
    const bool known = advice->best && advice->best->known;
    answer->low = known ? fraction_for(advice->best->chance, mover) : lib_string("0");
    answer->high = known ? fraction_for(advice->best->chance, mover) : lib_string("1");
    if (is_whole(answer, false))
        return true;
    lib_fail(error, "There is not enough memory.");
    return false;
}

static bool rate(cw_answer *answer, const struct match *match, const struct limits *limits,
                 char **error)
{
    const struct variant *variant = match_variant(match);
    const unsigned mover = match_turn(match)->mover;
    const struct view view = match_view(match, mover);
    struct text why = TEXT_OF(TEXT_MAX);
    struct history history;
    struct advice advice;
    match_history(match, mover, &history);
    struct rater *rater = rater_new(variant, &why);
    bool made = rater && advice_make(&advice, rater, limits, variant, &view, &history, &why);
    if (!made)
        lib_fail(error, "%s", why.at);
    bool filled = made && fill_from_advice(answer, &advice, mover, error);
    if (made)
        advice_clear(&advice);
    rater_free(rater);
    return filled;
}

// Has nobody but chance decided yet?
static bool is_start(const struct match *match)
{
    for (unsigned i = 0; i < match_count(match); i++)
        if (match_told(match, i, SEAT_NOBODY).seat != SEAT_CHANCE)
            return false;
    return true;
}

cw_answer *cw_position_solve(const cw_position *position, const cw_limits *limits, char **error)
{
    const struct match *match = lib_match(position);
    const struct limits asked = limits_of(limits);
    if (match_over(match))
        return lib_fail(error, "The game is over.");
    cw_answer *answer = lib_new(sizeof *answer, error);
    const bool start = is_start(match);
    if (!start && match_turn(match)->mover == SEAT_CHANCE)
        lib_fail(error, "Chance decides here.");
    else if (answer && (start ? solve_start : rate)(answer, match, &asked, error))
        return answer;
    cw_answer_free(answer);
    return NULL;
}

void cw_answer_free(cw_answer *answer)
{
    if (!answer)
        return;
    for (size_t i = 0; i < answer->count; i++) {
        mem_free(answer->moves[i].chance);
        mem_free(answer->moves[i].share);
    }
    mem_free(answer->moves);
    mem_free(answer->low);
    mem_free(answer->high);
    if (answer->at_start)
        proof_clear(&answer->proof);
    mem_free(answer);
}

cw_kind cw_answer_kind(const cw_answer *answer)
{
    return answer->kind;
}

const char *cw_answer_low(const cw_answer *answer)
{
    return answer->low;
}

const char *cw_answer_high(const cw_answer *answer)
{
    return answer->high;
}

size_t cw_answer_count(const cw_answer *answer)
{
    return answer->count;
}

cw_move cw_answer_move(const cw_answer *answer, size_t i)
{
    return i < answer->count ? lib_public_move(answer->moves[i].move) : (cw_move){ 0 };
}

const char *cw_answer_chance(const cw_answer *answer, size_t i)
{
    return i < answer->count ? answer->moves[i].chance : NULL;
}

const char *cw_answer_share(const cw_answer *answer, size_t i)
{
    return i < answer->count ? answer->moves[i].share : "0";
}

bool cw_answer_best(const cw_answer *answer, size_t i)
{
    return i < answer->count && answer->moves[i].best;
}

// The weights of the own moves at a node of a strategy. Where it is silent the seat plays the
// last of its legal moves.
static void weigh(const struct strategy *strategy, unsigned at, struct move move, bool is_last,
                  mpq_t out)
{
    mpz_t sum;
    mpz_init(sum);
    mpq_set_ui(out, 0, 1);
    unsigned child = at == STRATEGY_SILENT ? 0 : strategy->nodes[at].child;
    for (; child; child = strategy->nodes[child].next) {
        const struct strategy_node *node = &strategy->nodes[child];
        if (node->step.kind != STRATEGY_OWN)
            continue;
        mpz_add(sum, sum, node->weight);
        if (move_equal(node->step.move, move))
            mpz_set(mpq_numref(out), node->weight);
    }
    if (mpz_sgn(sum))
        mpz_set(mpq_denref(out), sum);
    else
        mpq_set_ui(out, is_last, 1);
    mpq_canonicalize(out);
    mpz_clear(sum);
}

// Where the seat is in its strategy, after what it was told.
static unsigned follow(const struct strategy *strategy, const struct match *match, unsigned seat)
{
    unsigned at = 0;
    for (unsigned i = 0; i < match_count(match); i++) {
        const struct event told = match_told(match, i, seat);
        if (told.seat != SEAT_CHANCE)
            at = strategy_after(strategy, at, seat, match_game(match), &told);
    }
    return at;
}

static bool mix(cw_answer *answer, const struct match *match, struct move move, bool is_last,
                mpq_t out, char **error)
{
    const unsigned seat = match_turn(match)->mover;
    const struct strategy *strategy = &answer->proof.claim.strategy[seat];
    struct text why = TEXT_OF(TEXT_MAX);
    struct move chosen;
    if (!answer->proof.rater) {
        weigh(strategy, strategy->count ? follow(strategy, match, seat) : STRATEGY_SILENT, move,
              is_last, out);
        return true;
    }
    const struct view view = match_view(match, seat);
    if (!rater_choose(answer->proof.rater, &(struct limits){ 0 }, &view, &chosen, &why)) {
        lib_fail(error, "%s", why.at);
        return false;
    }
    mpq_set_ui(out, move_equal(move, chosen), 1);
    return true;
}

static bool can_mix(const cw_answer *answer, const struct match *match, int seat, char **error)
{
    if (!answer->at_start)
        lib_fail(error, "Strategies are for the whole game: solve its first position.");
    else if (!variant_equal(match_variant(match), &answer->proof.claim.variant) ||
             match_first(match) != answer->proof.claim.first)
        lib_fail(error, "The position is one of another game, with other rules or another first.");
    else if (match_over(match) || match_turn(match)->mover != seat || !lib_is_player(seat, NULL))
        lib_fail(error, "It is not the turn of seat %d.", seat);
    else
        return true;
    return false;
}

long cw_answer_mixture(cw_answer *answer, const cw_position *position, int seat, char **out,
                       size_t room, char **error)
{
    const struct match *match = lib_match(position);
    struct walk walk = { 0 };
    long count = 0;
    mpq_t weight;
    if (!can_mix(answer, match, seat, error))
        return -1;
    const struct view view = match_view(match, (unsigned)seat);
    const long all = (long)view_count(match_variant(match), &view);
    mpq_init(weight);
    for (; view_walk(match_variant(match), &view, &walk) && (size_t)count < room; count++) {
        bool good = mix(answer, match, walk.move, count + 1 == all, weight, error);
        out[count] = good ? fraction(weight) : NULL;
        if (!out[count]) {
            if (good)
                lib_fail(error, "There is not enough memory.");
            break;
        }
    }
    mpq_clear(weight);
    if (count == all || (size_t)count == room)
        return all;
    while (count > 0)
        mem_free(out[--count]);
    return -1;
}

// What is written to a file, as a string of ours. NULL without memory.
static char *take(FILE *file, char **bytes)
{
    bool whole = file && !ferror(file);
    if (file)
        whole = fclose(file) == 0 && whole;
    char *copy = whole ? lib_string(*bytes) : NULL;
    free(*bytes);
    return copy;
}

char *cw_answer_certificate(cw_answer *answer, char **error)
{
    char *bytes = NULL;
    size_t size = 0;
    if (!answer->at_start || !answer->checked)
        return lib_fail(error, answer->at_start ? "The answer has not been confirmed."
                                                : "Only an answer about the start has a proof.");
    FILE *file = open_memstream(&bytes, &size);
    if (file)
        certificate_write(file, &answer->proof.claim);
    char *text = take(file, &bytes);
    return text ? text : lib_fail(error, "There is not enough memory.");
}

char *cw_check(const void *bytes, size_t size, const cw_limits *limits, char **error)
{
    struct text words = TEXT_OF(TEXT_MAX);
    const struct limits asked = limits_of(limits);
    struct claim claim;
    FILE *file = size ? fmemopen((void *)(uintptr_t)bytes, size, "r") : NULL;
    if (!file)
        return lib_fail(error, size ? "There is not enough memory." : "The certificate is empty.");
    bool proved = certificate_read(file, games_find, &asked, &claim, &words);
    if (proved) {
        proved = check_claim(&claim, &asked, &words) == CHECK_PROVED;
        claim_clear(&claim);
    }
    fclose(file);
    return proved ? lib_string(words.at) : lib_fail(error, "%s", words.at);
}

char *cw_variant_efg(const cw_variant *variant, int first, uint64_t nodes, char **error)
{
    struct text why = TEXT_OF(TEXT_MAX);
    uint64_t counted;
    char *bytes = NULL;
    size_t size = 0;
    if (!lib_is_player(first, error))
        return NULL;
    if (!efg_count(&variant->variant, (unsigned)first, &counted) || counted > nodes)
        return lib_fail(error, "The tree has %" PRIu64 " nodes or more, not at most %" PRIu64 ".",
                        counted, nodes);
    FILE *file = open_memstream(&bytes, &size);
    bool written = file && efg_write(file, &variant->variant, (unsigned)first, &why);
    char *text = take(file, &bytes);
    if (written && text)
        return text;
    cw_free(text);
    return lib_fail(error, "%s", written || !file ? "There is not enough memory." : why.at);
}
