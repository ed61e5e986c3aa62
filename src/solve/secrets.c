// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/secrets.h"

#include <string.h>

#include "core/memory.h"
#include "solve/bounds.h"
#include "solve/realise.h"
#include "solve/sequence.h"
#include "solve/sure.h"

// Work for the sure win: first a glance at both seats, then a long look. A state
// on the way takes about a hundred bytes, so this also limits memory.
static const uint64_t sure_work[] = { 20000, 1500000 };

// Linear programs up to this many weights are solved in seconds.
static const double sequence_weights = 40000;

// --- Solving

// All that the other seat may have hidden before the winner does; NULL without
// memory.
static struct state *hidden_before(const struct secrets *secrets, const struct state *start,
                                   size_t *count)
{
    struct view view = game_view(start, state_turn(start)->mover);
    struct state *states = NULL;
    struct walk walk = { 0 };
    size_t room = 0;
    for (*count = 0; view_walk(&secrets->variant, &view, &walk); ++*count) {
        if (*count == room) {
            room = room ? 2 * room : 64;
            struct state *grown = mem_grow(states, room * sizeof *grown);
            if (!grown)
                mem_free(states);
            if (!grown)
                return NULL;
            states = grown;
        }
        states[*count] = *start;
        game_apply(&secrets->variant, &states[*count], walk.move);
    }
    return states;
}

// What the winner of a sure win hides, where the other hides first.
static void find_sure_move(struct secrets *secrets, const struct state *start)
{
    size_t count;
    struct state *states = hidden_before(secrets, start, &count);
    if (states && state_turn(&states[0])->mover == secrets->winner &&
        game_hides(&secrets->variant, &states[0]))
        secrets->sure_hides =
            sure_search(&secrets->variant, secrets->winner, states, count, sure_work[1],
                        &secrets->sure_move, &secrets->nodes) == SURE_YES;
    mem_free(states);
}

bool secrets_stays_sure(struct secrets *secrets, struct move move)
{
    struct state state = game_start(&secrets->variant, secrets->first);
    struct move ignored;
    if (move_equal(move, secrets->sure_move))
        return true;
    if (state_turn(&state)->mover != secrets->winner)
        return false;
    game_apply(&secrets->variant, &state, move);
    return sure_search(&secrets->variant, secrets->winner, &state, 1, sure_work[0], &ignored,
                       &secrets->nodes) == SURE_YES;
}

static void set_sure(struct secrets *secrets, unsigned winner, const struct state *start)
{
    secrets->method = SECRETS_SURE;
    secrets->winner = winner;
    mpq_set_ui(secrets->lo, winner == SEAT_1, 1);
    mpq_set(secrets->hi, secrets->lo);
    if (state_turn(start)->mover == winner)
        secrets->sure_hides = game_hides(&secrets->variant, start);
    else if (game_hides(&secrets->variant, start))
        find_sure_move(secrets, start);
}

static bool find_sure(struct secrets *secrets)
{
    struct state start = game_start(&secrets->variant, secrets->first);
    for (unsigned look = 0; look < 2; look++)
        for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
            if (sure_search(&secrets->variant, seat, &start, 1, sure_work[look],
                            &secrets->sure_move, &secrets->nodes) == SURE_YES) {
                set_sure(secrets, seat, &start);
                return true;
            }
    return false;
}

static void set_complement(mpq_t to, const mpq_t from)
{
    mpq_set_ui(to, 1, 1);
    mpq_sub(to, to, from);
}

static enum solve_stop solve_paths(struct secrets *secrets, const struct solve_limits *limits)
{
    const struct paths *paths = &secrets->paths;
    secrets->method = SECRETS_PATHS;
    enum paths_verdict verdict = paths_solve(&secrets->paths, &secrets->veil, limits);
    if (verdict == PATHS_STOPPED)
        return STOP_ASKED;
    if (verdict == PATHS_MEMORY)
        return STOP_MEMORY;
    if (paths->hider == SEAT_1) {
        mpq_set(secrets->lo, paths->lo);
        mpq_set(secrets->hi, paths->hi);
    } else {
        set_complement(secrets->lo, paths->hi);
        set_complement(secrets->hi, paths->lo);
    }
    secrets->nodes += paths->nodes;
    return STOP_NOT;
}

static void side_free(struct secrets_side *side)
{
    if (!side)
        return;
    plan_clear(&side->plan);
    tree_clear(&side->tree);
    veil_clear(&side->veil);
    mpq_clear(side->least);
    mem_free(side);
}

static struct secrets_side *side_new(const struct secrets *secrets, struct veil_limit limit)
{
    struct secrets_side *side = mem_new(sizeof *side);
    if (!side)
        return NULL;
    *side = (struct secrets_side){ 0 };
    mpq_init(side->least);
    if (veil_build(&side->veil, &secrets->variant, secrets->first, limit) == VEIL_FITS)
        return side;
    side_free(side);
    return NULL;
}

// What the plan wins at least, exactly.
static bool side_weigh(struct secrets_side *side)
{
    uint64_t least;
    if (!plan_holds(&side->plan) || !plan_guarantee(&side->plan, &least))
        return false;
    mpz_set_ui(mpq_numref(side->least), least);
    mpz_set_ui(mpq_denref(side->least), side->plan.unit);
    mpq_canonicalize(side->least);
    return true;
}

static void set_bounds(struct secrets *secrets)
{
    mpq_set(secrets->lo, secrets->side[SEAT_1]->least);
    set_complement(secrets->hi, secrets->side[SEAT_2]->least);
}

static bool take_plan(struct secrets *secrets, unsigned seat, const struct sequence *sequence)
{
    struct secrets_side *side = side_new(secrets, (struct veil_limit){ 0 });
    secrets->side[seat] = side;
    return side && tree_build(&side->tree, &side->veil) &&
           plan_new(&side->plan, &side->tree, seat, 1) &&
           plan_from_rationals(&side->plan, (const mpq_t *)sequence->plan[seat].root,
                               (const mpq_t *)sequence->plan[seat].move) &&
           side_weigh(side);
}

static void drop_sides(struct secrets *secrets)
{
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        side_free(secrets->side[seat]);
        secrets->side[seat] = NULL;
    }
}

// The linear program's answer counts only if both plans are plans and guarantee
// the same value.
static bool solve_sequence(struct secrets *secrets)
{
    struct tree tree;
    struct sequence sequence = { 0 };
    secrets->method = SECRETS_SEQUENCE;
    bool exact = tree_build(&tree, &secrets->veil) && sequence_solve(&sequence, &tree) &&
                 take_plan(secrets, SEAT_1, &sequence) && take_plan(secrets, SEAT_2, &sequence);
    if (sequence.tree)
        sequence_clear(&sequence);
    tree_clear(&tree);
    if (exact) {
        set_bounds(secrets);
        exact = mpq_equal(secrets->lo, secrets->hi);
    }
    if (!exact)
        drop_sides(secrets);
    return exact;
}

// --- Bounds: each seat plans with its late moves fixed, so that its tree is small;
// the other's moves are all there.

struct stage {
    unsigned depth, rounds;
};

static const struct stage close_stages[] = { { 4, 250 }, { 6, 1000 }, { 0, 0 } };
static const struct stage quick_stages[] = { { 4, 60 }, { 0, 0 } };

// A tree that would take longer than this to play is left out.
static const double stage_weights = 4e6;

static bool small_enough(const struct veil *veil, const struct solve_limits *limits)
{
    double nodes, weights;
    tree_estimate(veil, &nodes, &weights);
    return weights <= stage_weights &&
           (!limits || !limits->memory || bounds_memory(nodes, weights) <= (double)limits->memory);
}

static enum solve_stop learn_plan(struct secrets_side *side, unsigned seat, unsigned rounds,
                                  const struct solve_limits *limits)
{
    struct bounds *bounds = tree_build(&side->tree, &side->veil) ? bounds_new(&side->tree) : NULL;
    enum solve_stop stop = bounds ? STOP_NOT : STOP_MEMORY;
    if (!stop && !bounds_play(bounds, rounds, limits))
        stop = STOP_ASKED;
    if (!stop && (!bounds_plan(bounds, seat, &side->plan) || !side_weigh(side)))
        stop = STOP_MEMORY;
    bounds_free(bounds);
    return stop;
}

// The largest game for a plan that is small enough: whole, or cut off after a
// while. NULL if there is none.
static struct secrets_side *fitting_side(const struct secrets *secrets, unsigned seat,
                                         unsigned depth, const struct solve_limits *limits)
{
    static const unsigned further[] = { 0, 6, 4, 2 };
    for (unsigned i = 0; i < sizeof further / sizeof *further; i++) {
        unsigned cut = further[i] ? depth + further[i] : 0;
        struct secrets_side *side = side_new(secrets, (struct veil_limit){ seat, depth, cut });
        if (!side || small_enough(&side->veil, limits))
            return side;
        side_free(side);
    }
    return NULL;
}

// Keeps the better of the plan that the seat has and one learnt in this stage.
static enum solve_stop play_stage(struct secrets *secrets, unsigned seat, struct stage stage,
                                  const struct solve_limits *limits)
{
    struct secrets_side *kept = secrets->side[seat];
    struct secrets_side *side = fitting_side(secrets, seat, stage.depth, limits);
    if (!side)
        return STOP_MEMORY;
    enum solve_stop stop = learn_plan(side, seat, stage.rounds, limits);
    bool better = !stop && (!kept || mpq_cmp(side->least, kept->least) > 0);
    side_free(better ? kept : side);
    if (better)
        secrets->side[seat] = side;
    return stop;
}

static enum solve_stop find_bounds(struct secrets *secrets, const struct stage *stage,
                                   const struct solve_limits *limits)
{
    secrets->method = SECRETS_BOUNDS;
    for (; stage->rounds; stage++) {
        enum solve_stop stop = STOP_NOT;
        for (unsigned seat = SEAT_1; !stop && seat <= SEAT_2; seat++)
            stop = play_stage(secrets, seat, *stage, limits);
        bool both = secrets->side[SEAT_1] && secrets->side[SEAT_2];
        if (stop == STOP_ASKED || (stop && !both))
            return stop;
        if (stop)
            break; // a later stage would be too large: what there is will do
    }
    set_bounds(secrets);
    return STOP_NOT;
}

static enum solve_stop solve_rest(struct secrets *secrets, enum secrets_care care,
                                  const struct solve_limits *limits)
{
    double nodes, weights;
    if (paths_fit(&secrets->veil))
        return solve_paths(secrets, limits);
    tree_estimate(&secrets->veil, &nodes, &weights);
    if (weights <= sequence_weights && solve_sequence(secrets))
        return STOP_NOT;
    return find_bounds(secrets, care == SECRETS_CLOSELY ? close_stages : quick_stages, limits);
}

static bool explain_veil(const struct secrets *secrets, enum veil_verdict verdict,
                         const struct solve_limits *limits, struct text *why)
{
    double ways = veil_estimate(&secrets->variant, secrets->first);
    if (verdict == VEIL_MANY)
        text_add(why, "There are about %.3g ways to hide something, and at most %d can be solved.",
                 ways, VEIL_TYPES_MAX);
    else if (verdict == VEIL_OTHER)
        text_add(why, "This game hides things in a way that cannot be solved.");
    else
        solve_explain(STOP_MEMORY, limits ? limits : &(struct solve_limits){ 0 }, why);
    return false;
}

static bool solve_all(struct secrets *secrets, enum secrets_care care,
                      const struct solve_limits *limits, struct text *why)
{
    if (find_sure(secrets))
        return true;
    enum veil_verdict verdict =
        veil_build(&secrets->veil, &secrets->variant, secrets->first, (struct veil_limit){ 0 });
    if (verdict != VEIL_FITS)
        return explain_veil(secrets, verdict, limits, why);
    secrets->nodes += secrets->veil.nodes;
    enum solve_stop stop = solve_rest(secrets, care, limits);
    if (stop)
        solve_explain(stop, limits ? limits : &(struct solve_limits){ 0 }, why);
    return !stop;
}

struct secrets *secrets_new(const struct variant *variant, unsigned first, enum secrets_care care,
                            const struct solve_limits *limits, struct text *why)
{
    struct secrets *secrets = mem_new(sizeof *secrets);
    if (!secrets) {
        solve_explain(STOP_MEMORY, limits ? limits : &(struct solve_limits){ 0 }, why);
        return NULL;
    }
    *secrets = (struct secrets){ .variant = *variant, .first = first };
    mpq_inits(secrets->lo, secrets->hi, NULL);
    if (solve_all(secrets, care, limits, why))
        return secrets;
    secrets_free(secrets);
    return NULL;
}

void secrets_free(struct secrets *secrets)
{
    if (!secrets)
        return;
    drop_sides(secrets);
    paths_clear(&secrets->paths);
    veil_clear(&secrets->veil);
    mpq_clears(secrets->lo, secrets->hi, NULL);
    mem_free(secrets);
}

static const char *const methods[] = {
    [SECRETS_SURE] = "a strategy that wins against everything the other side can do and hide",
    [SECRETS_PATHS] = "double oracle over what is hidden and paths, exact linear programs",
    [SECRETS_SEQUENCE] = "the linear program of the sequence form, exact",
    [SECRETS_BOUNDS] = "plans found by regret matching, bounded by exact best responses",
};

void secrets_describe(const struct secrets *secrets, struct answer *answer)
{
    answer->method = methods[secrets->method];
    answer->proof = PROOF_EXACT;
    if (secrets->method == SECRETS_SURE)
        answer->proof = PROOF_SURE;
    else if (!mpq_equal(secrets->lo, secrets->hi))
        answer->proof = PROOF_BOUNDS;
    answer->nodes = secrets->nodes;
}

// What was found, as a claim.
static bool make_claim(const struct secrets *secrets, const struct solve_limits *limits,
                       struct claim *claim, struct text *why)
{
    mpq_set(claim->lo, secrets->lo);
    mpq_set(claim->hi, secrets->hi);
    if (realise_strategy(secrets, SEAT_1, &claim->strategy[SEAT_1]) &&
        realise_strategy(secrets, SEAT_2, &claim->strategy[SEAT_2]))
        return true;
    solve_explain(STOP_MEMORY, limits, why);
    return false;
}

bool secrets_solve(const struct variant *variant, unsigned first, const struct solve_limits *limits,
                   struct answer *answer, struct claim *claim, struct text *why)
{
    struct secrets *secrets = secrets_new(variant, first, SECRETS_CLOSELY, limits, why);
    if (!secrets)
        return false;
    struct state start = game_start(variant, first);
    struct view view = game_view(&start, state_turn(&start)->mover);
    bool solved = (!claim || make_claim(secrets, limits, claim, why)) &&
                  secrets_rate(secrets, &view, answer, why);
    if (solved) {
        mpq_set(answer->lo, secrets->lo);
        mpq_set(answer->hi, secrets->hi);
    }
    secrets_free(secrets);
    return solved;
}
