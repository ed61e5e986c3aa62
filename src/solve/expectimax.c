// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/expectimax.h"

#include <string.h>

#include "core/map.h"
#include "core/memory.h"

struct expectimax {
    struct variant variant;
    struct solve_limits limits;
    struct map known; // wins of seat 1 by open block
    uint64_t nodes;
    enum solve_stop stop;
};

struct expectimax *expectimax_new(const struct variant *variant)
{
    struct expectimax *search = mem_new(sizeof *search);
    if (search)
        *search = (struct expectimax){ .variant = *variant,
                                       .known = map_of(OPEN_SIZE / sizeof(uint64_t), 1) };
    return search;
}

void expectimax_free(struct expectimax *search)
{
    if (!search)
        return;
    map_free(&search->known);
    mem_free(search);
}

static struct unknown unknown(const struct variant *variant, const struct state *at)
{
    struct view view = game_view(at, SEAT_NOBODY);
    return variant->game->unknown(&variant->rules, view_open(&view));
}

static uint64_t deals(const struct variant *variant, const struct state *at)
{
    struct unknown left = unknown(variant, at);
    return cells_choose(cells_count(left.from), left.pick);
}

// A position and how to get from it to the truth, if chance had hidden these or
// those numbers and all the rest had come as it did.
struct dealer {
    const struct variant *variant;
    const struct state *at;
    struct state start; // before the deal
    uint8_t verb;       // of the deal
    struct move move;   // what is done after it
};

static struct dealer dealer(const struct variant *variant, const struct state *at, struct move move)
{
    struct dealer dealer = { .variant = variant, .at = at, .move = move };
    struct offer offers[OFFERS_MAX];
    dealer.start = game_start(variant, state_turn(at)->first);
    game_offers(variant, &dealer.start, offers);
    dealer.verb = offers[0].verb;
    return dealer;
}

static void add_branch(const struct dealer *dealer, cells hidden,
                       struct expectimax_branches *branches)
{
    assert(branches->count < BRANCHES_MAX);
    struct state *next = &branches->state[branches->count];
    *next = dealer->start;
    game_apply(dealer->variant, next, (struct move){ .verb = dealer->verb, .set = hidden });
    memcpy(next->open, dealer->at->open, sizeof next->open);
    game_apply(dealer->variant, next, dealer->move);
    for (unsigned i = 0; i < branches->count; i++)
        if (memcmp(branches->state[i].open, next->open, sizeof next->open) == 0)
            return;
    branches->deals[branches->count] = deals(dealer->variant, next);
    branches->covered += branches->deals[branches->count++];
}

// Neighbours hidden together, all along the line: of each cell there is a deal that hides
// something on it and one that does not, which mostly is all that a move can disclose.
static void try_neighbours(const struct dealer *dealer, struct unknown left, uint64_t all,
                           struct expectimax_branches *branches)
{
    cells hidden;
    for (cells from = left.from;
         branches->covered < all && cells_first_pick(from, left.pick, &hidden); from &= from - 1)
        add_branch(dealer, left.known | hidden, branches);
}

// Different branches share no deal, so they are all there when the numbers of
// their deals add up.
void expectimax_branch(const struct variant *variant, const struct state *at, struct move move,
                       struct expectimax_branches *branches)
{
    struct dealer dealt = dealer(variant, at, move);
    struct unknown left = unknown(variant, at);
    uint64_t all = cells_choose(cells_count(left.from), left.pick);
    branches->count = 0;
    branches->covered = 0;
    try_neighbours(&dealt, left, all, branches);
    cells hidden;
    bool more = cells_first_pick(left.from, left.pick, &hidden);
    for (; more && branches->covered < all; more = cells_next_pick(left.from, &hidden))
        add_branch(&dealt, left.known | hidden, branches);
    assert(branches->covered == all);
}

static uint64_t count_wins(struct expectimax *search, const struct state *at);

static uint64_t wins_after(struct expectimax *search, const struct state *at, struct move move)
{
    struct expectimax_branches branches;
    expectimax_branch(&search->variant, at, move, &branches);
    uint64_t sum = 0;
    for (unsigned i = 0; i < branches.count; i++) {
        unsigned winner = state_turn(&branches.state[i])->winner;
        if (!winner)
            sum += count_wins(search, &branches.state[i]);
        else if (winner == SEAT_1)
            sum += branches.deals[i];
    }
    return sum;
}

static uint64_t best_count(struct expectimax *search, const struct state *at)
{
    unsigned mover = state_turn(at)->mover;
    uint64_t all = deals(&search->variant, at), best = mover == SEAT_1 ? 0 : all;
    uint64_t ideal = all - best;
    struct view view = game_view(at, mover);
    struct walk walk = { 0 };
    while (best != ideal && view_walk(&search->variant, &view, &walk)) {
        uint64_t wins = wins_after(search, at, walk.move);
        if (mover == SEAT_1 ? wins > best : wins < best)
            best = wins;
    }
    return best;
}

// In how many of the deals that agree with what is open does seat 1 win?
static uint64_t count_wins(struct expectimax *search, const struct state *at)
{
    struct state gist = game_gist(&search->variant, at);
    uint64_t *known = map_find(&search->known, gist.open);
    if (known)
        return *known;
    if (!solve_count(&search->limits, &search->nodes, &search->stop))
        return 0;
    uint64_t wins = best_count(search, &gist);
    known = search->stop ? NULL : map_add(&search->known, gist.open, search->limits.memory);
    if (known)
        *known = wins;
    else if (!search->stop)
        search->stop = SOLVE_STOP_MEMORY;
    return wins;
}

static void set_chance(mpq_t chance, uint64_t wins, uint64_t all)
{
    static_assert(sizeof(unsigned long) == sizeof wins, "GMP takes a count as it is");
    mpq_set_ui(chance, wins, all);
    mpq_canonicalize(chance);
}

static void rate_moves(struct expectimax *search, const struct state *at, const struct view *view,
                       struct solve_answer *answer)
{
    struct walk walk = { 0 };
    uint64_t all = deals(&search->variant, at);
    for (unsigned i = 0; view_walk(&search->variant, view, &walk); i++) {
        struct solve_move *rated = &answer->moves[i];
        rated->move = walk.move;
        set_chance(rated->lo, wins_after(search, at, walk.move), all);
        mpq_set(rated->hi, rated->lo);
        int order = mpq_cmp(rated->lo, answer->lo);
        if (i == 0 || (view->seat == SEAT_1 ? order > 0 : order < 0))
            mpq_set(answer->lo, rated->lo);
    }
    mpq_set(answer->hi, answer->lo);
    for (unsigned i = 0; i < answer->count; i++)
        answer->moves[i].best = mpq_equal(answer->moves[i].lo, answer->lo);
}

bool expectimax_rate(struct expectimax *search, const struct solve_limits *limits,
                     const struct state *at, struct solve_answer *answer, struct text *why)
{
    struct view view = game_view(at, state_turn(at)->mover);
    search->limits = *limits;
    search->stop = SOLVE_STOP_NOT;
    if (!solve_answer_begin(answer, SOLVE_CHANCE, view_count(&search->variant, &view), why))
        return false;
    rate_moves(search, at, &view, answer);
    answer->method = "exact count of the deals in which seat 1 wins";
    answer->nodes = search->nodes;
    if (!search->stop)
        return true;
    solve_explain(search->stop, limits, why);
    solve_answer_clear(answer);
    return false;
}

bool expectimax_choose(struct expectimax *search, const struct solve_limits *limits,
                       const struct state *at, struct move *move, struct text *why)
{
    struct view view = game_view(at, state_turn(at)->mover);
    struct walk walk = { 0 };
    search->limits = *limits;
    search->stop = SOLVE_STOP_NOT;
    uint64_t best = count_wins(search, at);
    while (!search->stop && view_walk(&search->variant, &view, &walk) &&
           wins_after(search, at, walk.move) != best)
        ;
    *move = walk.move;
    if (search->stop)
        solve_explain(search->stop, limits, why);
    return !search->stop;
}
