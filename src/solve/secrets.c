// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/secrets.h"

#include <string.h>

#include "core/memory.h"
#include "core/vector.h"
#include "solve/matrix_oracle.h"
#include "solve/extract.h"
#include "solve/sure.h"

// Work for the sure win: first a glance at both seats, then a long look. A state
// on the way takes about a hundred bytes, so this also limits memory.
static const uint64_t sure_work[] = { 20000, 1500000 };

static const char sure_method[] =
    "a strategy that wins against everything the other side can do and hide";
static const char mixed_method[] = "double oracle, exact linear programs and best replies";

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
        if (!vector_grow(&states, &room, *count, sizeof *states)) {
            mem_free(states);
            return NULL;
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
        secrets->sure_hides = sure_search(&secrets->variant, secrets->winner, states, count,
                                          &(struct limits){ .work = sure_work[1] },
                                          &secrets->sure_move, &secrets->nodes) == SURE_YES;
    mem_free(states);
}

static enum sure_verdict search_from(struct secrets *secrets, const struct state *state)
{
    struct move ignored;
    return sure_search(&secrets->variant, secrets->winner, state, 1,
                       &(struct limits){ .work = sure_work[0] }, &ignored, &secrets->nodes);
}

// Mostly the other need only hide the same as who wins for sure, even where that is known.
static bool is_met(struct secrets *secrets, struct state state)
{
    struct view other = game_view(&state, state_turn(&state)->mover);
    if (other.seat == secrets->winner ||
        !view_allows(&secrets->variant, &other, secrets->sure_move))
        return false;
    game_apply(&secrets->variant, &state, secrets->sure_move);
    return !state_turn(&state)->winner && search_from(secrets, &state) == SURE_NO;
}

bool secrets_stays_sure(struct secrets *secrets, struct move move)
{
    struct state state = game_start(&secrets->variant, secrets->first);
    if (move_equal(move, secrets->sure_move))
        return true;
    if (state_turn(&state)->mover != secrets->winner)
        return false;
    game_apply(&secrets->variant, &state, move);
    return !is_met(secrets, state) && search_from(secrets, &state) == SURE_YES;
}

static void set_sure(struct secrets *secrets, unsigned winner, const struct state *start)
{
    secrets->method = sure_method;
    secrets->winner = winner;
    mpq_set_ui(secrets->lo, winner == SEAT_1, 1);
    mpq_set(secrets->hi, secrets->lo);
    if (state_turn(start)->mover == winner)
        secrets->sure_hides = game_hides(&secrets->variant, start);
    else if (game_hides(&secrets->variant, start))
        find_sure_move(secrets, start);
}

// The work is little enough not to look at the clock for it; who waits is asked.
static bool find_sure(struct secrets *secrets, const struct limits *limits)
{
    struct state start = game_start(&secrets->variant, secrets->first);
    struct limits within = { .go_on = limits->go_on, .context = limits->context };
    for (unsigned look = 0; look < 2; look++) {
        within.work = sure_work[look];
        for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
            if (sure_search(&secrets->variant, seat, &start, 1, &within, &secrets->sure_move,
                            &secrets->nodes) == SURE_YES) {
                set_sure(secrets, seat, &start);
                return true;
            }
    }
    return false;
}

// Work before being exact is given up: for an answer, or to play by at once.
static const uint64_t first_work = 1000;
static const uint64_t paths_work[] = { [SECRETS_CLOSELY] = 40000000, [SECRETS_QUICKLY] = 300000 };
static const uint64_t oracle_work[] = { [SECRETS_CLOSELY] = 60000000, [SECRETS_QUICKLY] = 800000 };

static enum solve_stop solve_matrix(struct double_oracle *found, uint64_t work,
                                    const struct limits *limits)
{
    struct realisation plan[SEATS] = { 0 };
    double value;
    enum solve_stop stop = SOLVE_STOP_NOT;
    if (matrix_oracle_solve(&found->tree, work, limits, plan, &value, &found->nodes))
        stop = double_oracle_take(found, plan, value, limits);
    realisation_clear(&plan[SEAT_1]);
    realisation_clear(&plan[SEAT_2]);
    return stop;
}

// Small ones are solved at once. Where one seat is a path, optimal plans are found faster by paths
// and types, and the best replies of the double oracle prove that they are; it goes on where there
// are none, or something is better after all.
static enum solve_stop solve_rest(struct secrets *secrets, enum secrets_care care,
                                  const struct limits *limits)
{
    struct double_oracle *found = &secrets->found;
    double_oracle_begin(found, &secrets->graph);
    secrets->method = mixed_method;
    if (matrix_oracle_fit(&secrets->graph)) {
        enum solve_stop stop = double_oracle_solve(found, first_work, limits);
        if (stop || mpq_equal(found->lo, found->hi))
            return stop;
        stop = solve_matrix(found, paths_work[care], limits);
        if (stop)
            return stop;
    }
    return double_oracle_solve(found, oracle_work[care], limits);
}

static enum solve_stop explain_graph(const struct secrets *secrets,
                                     enum public_graph_verdict verdict, const struct limits *limits,
                                     struct text *why)
{
    static const enum solve_stop stops[] = {
        [PUBLIC_GRAPH_OTHER] = SOLVE_STOP_METHOD,
        [PUBLIC_GRAPH_MANY] = SOLVE_STOP_LARGE,
        [PUBLIC_GRAPH_MEMORY] = SOLVE_STOP_MEMORY,
        [PUBLIC_GRAPH_STOPPED] = SOLVE_STOP_ASKED,
    };
    if (verdict == PUBLIC_GRAPH_MANY)
        text_add(why, "There are about %.3g ways to hide something, and at most %d can be solved.",
                 public_graph_estimate(&secrets->variant, secrets->first), PUBLIC_GRAPH_TYPES_MAX);
    else
        solve_explain(stops[verdict], limits, why);
    return stops[verdict];
}

// When the limits say stop, plans that are there already can be played by, with the bounds
// that are proved of them.
static bool has_plans(const struct double_oracle *found)
{
    return found->plan[SEAT_1].tree && found->plan[SEAT_2].tree;
}

static enum solve_stop solve_all(struct secrets *secrets, enum secrets_care care,
                                 const struct limits *limits, struct text *why)
{
    if (find_sure(secrets, limits))
        return SOLVE_STOP_NOT;
    enum public_graph_verdict verdict =
        public_graph_build(&secrets->graph, &secrets->variant, secrets->first, limits);
    if (verdict != PUBLIC_GRAPH_FITS)
        return explain_graph(secrets, verdict, limits, why);
    secrets->nodes += secrets->graph.nodes;
    enum solve_stop stop = solve_rest(secrets, care, limits);
    if (stop == SOLVE_STOP_ASKED && care == SECRETS_QUICKLY && has_plans(&secrets->found))
        stop = SOLVE_STOP_NOT;
    // Without plans either the work that is allowed was used up, or there was no memory for the
    // optimum of the first program.
    if (!stop && !has_plans(&secrets->found))
        stop = secrets->found.nodes < oracle_work[care] ? SOLVE_STOP_MEMORY : SOLVE_STOP_LARGE;
    mpq_set(secrets->lo, secrets->found.lo);
    mpq_set(secrets->hi, secrets->found.hi);
    secrets->nodes += secrets->found.nodes;
    if (stop)
        solve_explain(stop, limits, why);
    return stop;
}

struct secrets *secrets_new(const struct variant *variant, unsigned first, enum secrets_care care,
                            const struct limits *limits, enum solve_stop *stop, struct text *why)
{
    struct secrets *secrets = mem_new(sizeof *secrets);
    *stop = SOLVE_STOP_MEMORY;
    if (!secrets) {
        solve_explain(*stop, limits, why);
        return NULL;
    }
    *secrets = (struct secrets){ .variant = *variant, .first = first };
    mpq_inits(secrets->lo, secrets->hi, NULL);
    *stop = solve_all(secrets, care, limits, why);
    if (!*stop)
        return secrets;
    secrets_free(secrets);
    return NULL;
}

void secrets_free(struct secrets *secrets)
{
    if (!secrets)
        return;
    double_oracle_clear(&secrets->found);
    public_graph_clear(&secrets->graph);
    mpq_clears(secrets->lo, secrets->hi, NULL);
    mem_free(secrets);
}

void secrets_describe(const struct secrets *secrets, struct solve_answer *answer)
{
    answer->method = secrets->method;
    answer->proof = SOLVE_EXACT;
    if (secrets->winner)
        answer->proof = SOLVE_SURE;
    else if (!mpq_equal(secrets->lo, secrets->hi))
        answer->proof = SOLVE_BOUNDS;
    answer->nodes = secrets->nodes;
}

// --- Claiming

static void type_weight(const struct extract_plan *plan, unsigned class, mpq_t share)
{
    const struct realisation *of = plan->context;
    weights_ratio(share, of->root[class], of->unit);
}

static void move_weight(const struct extract_plan *plan, unsigned node, unsigned e, unsigned class,
                        mpq_t share)
{
    const struct realisation *of = plan->context;
    weights_ratio(share, *realisation_move(of, node, e, class), of->unit);
}

static bool speaks(const struct extract_plan *plan, unsigned node)
{
    const struct realisation *of = plan->context;
    return node < of->nodes && of->speaks[node];
}

static bool claim_plan(const struct realisation *plan, struct strategy *strategy)
{
    const struct extract_plan of = { .tree = plan->tree,
                                     .seat = plan->seat,
                                     .context = plan,
                                     .type = type_weight,
                                     .move = move_weight,
                                     .speaks = speaks };
    return extract_strategy(&of, strategy);
}

// What proves a sure win is the winner's strategy; of the loser's nothing is claimed.
static enum solve_stop claim_sure(const struct secrets *secrets, struct strategy strategy[SEATS])
{
    const uint64_t work = 100000000;
    mpz_t one;
    mpz_init_set_ui(one, 1);
    bool enough = strategy_begin(&strategy[SEAT_1], one) && strategy_begin(&strategy[SEAT_2], one);
    mpz_clear(one);
    return enough ? sure_strategy(&secrets->variant, secrets->first, secrets->winner, work,
                                  &strategy[secrets->winner])
                  : SOLVE_STOP_MEMORY;
}

enum solve_stop secrets_claim(const struct secrets *secrets, struct claim *claim)
{
    mpq_set(claim->lo, secrets->lo);
    mpq_set(claim->hi, secrets->hi);
    if (secrets->winner)
        return claim_sure(secrets, claim->strategy);
    return claim_plan(&secrets->found.plan[SEAT_1], &claim->strategy[SEAT_1]) &&
                   claim_plan(&secrets->found.plan[SEAT_2], &claim->strategy[SEAT_2])
               ? SOLVE_STOP_NOT
               : SOLVE_STOP_MEMORY;
}

bool secrets_solve(const struct variant *variant, unsigned first, const struct limits *limits,
                   struct solve_answer *answer, struct claim *claim, struct text *why)
{
    enum solve_stop stop;
    struct secrets *secrets = secrets_new(variant, first, SECRETS_CLOSELY, limits, &stop, why);
    if (!secrets)
        return false;
    struct state start = game_start(variant, first);
    struct view view = game_view(&start, state_turn(&start)->mover);
    stop = claim ? secrets_claim(secrets, claim) : SOLVE_STOP_NOT;
    if (stop)
        solve_explain(stop, limits, why);
    bool solved = !stop && secrets_rate(secrets, &view, &(struct history){ 0 }, answer, why);
    if (solved) {
        mpq_set(answer->lo, secrets->lo);
        mpq_set(answer->hi, secrets->hi);
    }
    secrets_free(secrets);
    return solved;
}
