// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/expectimax.h"

#include <string.h>

#include "claim/wide.h"
#include "core/map.h"
#include "core/memory.h"

struct expectimax {
    struct variant variant;
    struct limits limits;
    struct map known; // the mover's wins, by essence
    uint64_t nodes;
    enum solve_stop stop;
};

struct expectimax *expectimax_new(const struct variant *variant)
{
    struct expectimax *search = mem_new(sizeof *search);
    if (search)
        *search = (struct expectimax){ .variant = *variant,
                                       .known = map_of(game_open_words(variant->game), 1) };
    return search;
}

void expectimax_free(struct expectimax *search)
{
    if (!search)
        return;
    map_free(&search->known);
    mem_free(search);
}

// Of a position: what chance can have hidden, and what it takes to make the truth of it.
struct dealer {
    const struct variant *variant;
    const struct state *at;
    struct unknown left;
    uint64_t deals;     // how many sets of numbers agree with what is open
    struct state start; // before the deal
    uint8_t verb;       // of the deal
};

static struct unknown unknown(const struct variant *variant, const struct state *at)
{
    return variant->game->unknown(&variant->rules, (const struct open *)(const void *)at->open);
}

static uint64_t count_deals(struct unknown left)
{
    return cells_choose(cells_count(left.from), left.pick);
}

static struct dealer dealer_at(const struct variant *variant, const struct state *at)
{
    struct unknown left = unknown(variant, at);
    struct state start = game_start(variant, state_turn(at)->first);
    struct offer offers[OFFERS_MAX];
    game_offers(variant, &start, offers);
    return (struct dealer){ .variant = variant,
                            .at = at,
                            .left = left,
                            .deals = count_deals(left),
                            .start = start,
                            .verb = offers[0].verb };
}

// Adds what is open after a move if chance has hidden these numbers, unless it is there.
// Returns the numbers of which nothing is known then.
static cells add_branch(const struct dealer *dealer, cells hidden, struct move move,
                        struct expectimax_branches *branches)
{
    assert(branches->count < BRANCHES_MAX);
    struct state *next = &branches->state[branches->count];
    *next = dealer->start;
    game_apply(dealer->variant, next,
               (struct move){ .verb = dealer->verb, .set = dealer->left.known | hidden });
    memcpy(next->open, dealer->at->open, sizeof next->open);
    game_apply(dealer->variant, next, move);
    struct unknown left = unknown(dealer->variant, next);
    for (unsigned i = 0; i < branches->count; i++)
        if (memcmp(branches->state[i].open, next->open, sizeof next->open) == 0)
            return left.from;
    branches->deals[branches->count] = count_deals(left);
    branches->covered += branches->deals[branches->count++];
    return left.from;
}

// One deal for everything that can be hidden on these cells; the one that was `tried` is there.
static void add_alternatives(const struct dealer *dealer, cells disclosed, cells tried,
                             struct move move, struct expectimax_branches *branches)
{
    unsigned most = dealer->left.pick;
    cells others = dealer->left.from & ~disclosed, here, there;
    for (unsigned pick = 0; pick <= most && cells_first_pick(disclosed, pick, &here); pick++)
        do
            if (here != (tried & disclosed) && cells_first_pick(others, most - pick, &there))
                add_branch(dealer, here | there, move, branches);
        while (branches->covered < dealer->deals && cells_next_pick(disclosed, &here));
}

// Different branches share no deal, so they are all there when the numbers of their deals add
// up. The first deal shows which cells the move discloses. Mostly these are the same in all
// deals; else the rest is found by going through the deals.
static void find_branches(const struct dealer *dealer, struct move move,
                          struct expectimax_branches *branches)
{
    cells hidden;
    bool more = cells_first_pick(dealer->left.from, dealer->left.pick, &hidden);
    branches->count = 0;
    branches->covered = 0;
    cells disclosed = dealer->left.from & ~add_branch(dealer, hidden, move, branches);
    if (branches->covered < dealer->deals)
        add_alternatives(dealer, disclosed, hidden, move, branches);
    for (; more && branches->covered < dealer->deals;
         more = cells_next_pick(dealer->left.from, &hidden))
        add_branch(dealer, hidden, move, branches);
    assert(branches->covered == dealer->deals);
}

void expectimax_branch(const struct variant *variant, const struct state *at, struct move move,
                       struct expectimax_branches *branches)
{
    struct dealer dealer = dealer_at(variant, at);
    find_branches(&dealer, move, branches);
}

static uint64_t count_wins(struct expectimax *search, const struct state *at, uint64_t deals);

static uint64_t wins_after(struct expectimax *search, const struct dealer *dealer, struct move move)
{
    struct expectimax_branches branches;
    find_branches(dealer, move, &branches);
    uint64_t sum = 0;
    for (unsigned i = 0; i < branches.count; i++) {
        unsigned winner = state_turn(&branches.state[i])->winner;
        if (!winner)
            sum += count_wins(search, &branches.state[i], branches.deals[i]);
        else if (winner == SEAT_1)
            sum += branches.deals[i];
    }
    return sum;
}

static uint64_t best_count(struct expectimax *search, const struct dealer *dealer)
{
    struct view view = game_view(dealer->at, state_turn(dealer->at)->mover);
    struct walk walk = { 0 };
    uint64_t best = view.seat == SEAT_1 ? 0 : dealer->deals, ideal = dealer->deals - best;
    while (best != ideal && view_walk(&search->variant, &view, &walk)) {
        uint64_t wins = wins_after(search, dealer, walk.move);
        if (view.seat == SEAT_1 ? wins > best : wins < best)
            best = wins;
    }
    return best;
}

// In how many of these deals, all that agree with what is open, does seat 1 win? What is
// remembered of a position is in how many the mover does.
static uint64_t count_wins(struct expectimax *search, const struct state *at, uint64_t deals)
{
    struct state essence = game_essence(&search->variant, at);
    bool swapped = state_turn(at)->mover != SEAT_1;
    uint64_t *known = map_find(&search->known, essence.open);
    if (known)
        return swapped ? deals - *known : *known;
    if (!solve_count(&search->limits, &search->nodes, &search->stop))
        return 0;
    struct dealer dealer = dealer_at(&search->variant, at);
    uint64_t wins = best_count(search, &dealer);
    known = search->stop ? NULL : map_add(&search->known, essence.open, search->limits.memory);
    if (known)
        *known = swapped ? deals - wins : wins;
    else if (!search->stop)
        search->stop = SOLVE_STOP_MEMORY;
    return wins;
}

static void set_chance(mpq_t chance, uint64_t wins, uint64_t all)
{
    wide_set(mpq_numref(chance), wins);
    wide_set(mpq_denref(chance), all);
    mpq_canonicalize(chance);
}

static void rate_moves(struct expectimax *search, const struct state *at, const struct view *view,
                       struct solve_answer *answer)
{
    struct walk walk = { 0 };
    struct dealer dealer = dealer_at(&search->variant, at);
    for (unsigned i = 0; view_walk(&search->variant, view, &walk); i++) {
        struct solve_move *rated = &answer->moves[i];
        rated->move = walk.move;
        set_chance(rated->lo, wins_after(search, &dealer, walk.move), dealer.deals);
        mpq_set(rated->hi, rated->lo);
        int order = mpq_cmp(rated->lo, answer->lo);
        if (i == 0 || (view->seat == SEAT_1 ? order > 0 : order < 0))
            mpq_set(answer->lo, rated->lo);
    }
    mpq_set(answer->hi, answer->lo);
    for (unsigned i = 0; i < answer->count; i++)
        answer->moves[i].best = mpq_equal(answer->moves[i].lo, answer->lo);
}

bool expectimax_rate(struct expectimax *search, const struct limits *limits, const struct state *at,
                     struct solve_answer *answer, struct text *why)
{
    struct view view = game_view(at, state_turn(at)->mover);
    search->limits = *limits;
    search->stop = SOLVE_STOP_NOT;
    if (!solve_answer_begin(answer, CLAIM_CHANCE, view_count(&search->variant, &view), why))
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

bool expectimax_choose(struct expectimax *search, const struct limits *limits,
                       const struct state *at, struct move *move, struct text *why)
{
    struct view view = game_view(at, state_turn(at)->mover);
    struct walk walk = { 0 };
    struct dealer dealer = dealer_at(&search->variant, at);
    search->limits = *limits;
    search->stop = SOLVE_STOP_NOT;
    uint64_t best = count_wins(search, at, dealer.deals);
    while (!search->stop && view_walk(&search->variant, &view, &walk) &&
           wins_after(search, &dealer, walk.move) != best)
        ;
    *move = walk.move;
    if (search->stop)
        solve_explain(search->stop, limits, why);
    return !search->stop;
}
