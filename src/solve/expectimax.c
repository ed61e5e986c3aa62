// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/expectimax.h"

#include <limits.h>
#include <string.h>

#include "claim/wide.h"
#include "core/memory.h"
#include "solve/crew.h"

// Of a position: what chance can have hidden, and what it takes to make the truth of it.
struct dealer {
    const struct variant *variant;
    const struct state *at;
    struct unknown left;
    uint64_t deals;     // how many sets of numbers agree with what is open
    struct state start; // before the deal
    uint8_t verb;       // of the deal
};

struct expectimax {
    struct variant variant;
    struct limits limits;
    struct positions own, *known; // one more than the mover's wins, by essence
    struct crew crew;
    struct dealer asked; // of the question
    unsigned helper;     // the number of a helper, which begins elsewhere in each row of moves
    uint64_t nodes;
    enum solve_stop stop;
};

struct expectimax *expectimax_new(const struct variant *variant)
{
    struct expectimax *search = mem_new(sizeof *search);
    if (!search)
        return NULL;
    *search = (struct expectimax){ .variant = *variant,
                                   .own = positions_of(game_open_words(variant->game)) };
    search->known = &search->own;
    return search;
}

struct expectimax *expectimax_beside(const struct expectimax *other)
{
    struct expectimax *search = mem_new(sizeof *search);
    if (!search)
        return NULL;
    *search = (struct expectimax){ .variant = other->variant, .known = &search->own };
    if (positions_share(other->known) && positions_beside(&search->own, other->known))
        return search;
    mem_free(search);
    return NULL;
}

void expectimax_free(struct expectimax *search)
{
    if (!search)
        return;
    positions_free(&search->own);
    mem_free(search);
}

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

// A move of the row from one to before another that is better than `best`: the best of them.
static uint64_t best_among(struct expectimax *search, const struct dealer *dealer, unsigned from,
                           unsigned to, uint64_t best)
{
    struct view view = game_view(dealer->at, state_turn(dealer->at)->mover);
    struct walk walk = { 0 };
    uint64_t ideal = view.seat == SEAT_1 ? dealer->deals : 0;
    for (unsigned i = 0; best != ideal && i < to && view_walk(&search->variant, &view, &walk);
         i++) {
        if (i < from)
            continue;
        uint64_t wins = wins_after(search, dealer, walk.move);
        if (view.seat == SEAT_1 ? wins > best : wins < best)
            best = wins;
    }
    return best;
}

// Where a helper begins in the row of moves from a position, so that it meets the others as late
// as can be.
static unsigned begins_at(const struct expectimax *search, const struct state *at)
{
    struct view view = game_view(at, state_turn(at)->mover);
    return view_count(&search->variant, &view) * search->helper / search->crew.asked.cores;
}

// A helper takes the moves in another order only as long as little is known of the deal: later the
// threads are in different positions anyway, and the usual order comes to an ideal move sooner.
static uint64_t best_count(struct expectimax *search, const struct dealer *dealer)
{
    uint64_t best = state_turn(dealer->at)->mover == SEAT_1 ? 0 : dealer->deals;
    if (!search->helper || dealer->deals < search->asked.deals / 2)
        return best_among(search, dealer, 0, UINT_MAX, best);
    unsigned from = begins_at(search, dealer->at);
    best = best_among(search, dealer, from, UINT_MAX, best);
    return best_among(search, dealer, 0, from, best);
}

// In how many of these deals, all that agree with what is open, does seat 1 win? What is
// remembered of a position is in how many the mover does.
static uint64_t count_wins(struct expectimax *search, const struct state *at, uint64_t deals)
{
    struct state essence = game_essence(&search->variant, at);
    bool swapped = state_turn(at)->mover != SEAT_1;
    uint64_t known;
    if (positions_find(search->known, essence.open, &known))
        return swapped ? deals - (known - 1) : known - 1;
    if (!solve_count(&search->limits, &search->nodes, &search->stop))
        return 0;
    struct dealer dealer = search->asked;
    dealer.at = at;
    dealer.left = unknown(&search->variant, at);
    dealer.deals = deals;
    uint64_t wins = best_count(search, &dealer);
    if (search->stop)
        return wins;
    uint64_t was, *word = positions_take(search->known, essence.open, search->limits.memory, &was);
    if (!word && crew_dismiss(&search->crew, &search->nodes))
        word = positions_take(search->known, essence.open, search->limits.memory, &was);
    if (!word)
        search->stop = SOLVE_STOP_MEMORY;
    while (word && !positions_leave(search->known, word, &was, 1 + (swapped ? deals - wins : wins)))
        ;
    return wins;
}

static void set_chance(mpq_t chance, uint64_t wins, uint64_t all)
{
    wide_set(mpq_numref(chance), wins);
    wide_set(mpq_denref(chance), all);
    mpq_canonicalize(chance);
}

static void rate_moves(struct expectimax *search, const struct view *view,
                       struct solve_answer *answer)
{
    struct walk walk = { 0 };
    for (unsigned i = 0; view_walk(&search->variant, view, &walk); i++) {
        struct solve_move *rated = &answer->moves[i];
        rated->move = walk.move;
        set_chance(rated->lo, wins_after(search, &search->asked, walk.move), search->asked.deals);
        mpq_set(rated->hi, rated->lo);
        int order = mpq_cmp(rated->lo, answer->lo);
        if (i == 0 || (view->seat == SEAT_1 ? order > 0 : order < 0))
            mpq_set(answer->lo, rated->lo);
    }
    mpq_set(answer->hi, answer->lo);
    for (unsigned i = 0; i < answer->count; i++)
        answer->moves[i].best = mpq_equal(answer->moves[i].lo, answer->lo);
}

// A helper looks at all moves from the position in question.
static void help(void *context, unsigned number)
{
    struct expectimax *owner = context;
    struct expectimax helper = { .variant = owner->variant,
                                 .limits = crew_limits(&owner->crew),
                                 .asked = owner->asked,
                                 .crew = { .asked = owner->crew.asked },
                                 .helper = number };
    if (!positions_beside(&helper.own, owner->known))
        return;
    helper.known = &helper.own;
    helper.asked.variant = &helper.variant;
    struct view view = game_view(helper.asked.at, state_turn(helper.asked.at)->mover);
    unsigned from = begins_at(&helper, helper.asked.at);
    for (unsigned part = 0; part < 2; part++) {
        struct walk walk = { 0 };
        for (unsigned i = 0; !helper.stop && view_walk(&helper.variant, &view, &walk); i++)
            if ((i >= from) == (part == 0))
                wins_after(&helper, &helper.asked, walk.move);
    }
    positions_free(&helper.own);
    crew_leave(&owner->crew, helper.nodes);
}

static void begin(struct expectimax *search, const struct limits *limits, const struct state *at)
{
    search->asked = dealer_at(&search->variant, at);
    search->stop = SOLVE_STOP_NOT;
    search->crew.work = help;
    search->crew.context = search;
    search->crew.positions = search->known;
    search->limits = crew_begin(&search->crew, limits);
}

static bool end(struct expectimax *search, const struct limits *limits, struct text *why)
{
    search->nodes += crew_end(&search->crew);
    if (search->stop)
        solve_explain(search->stop, limits, why);
    return !search->stop;
}

bool expectimax_rate(struct expectimax *search, const struct limits *limits, const struct state *at,
                     struct solve_answer *answer, struct text *why)
{
    struct view view = game_view(at, state_turn(at)->mover);
    if (!solve_answer_begin(answer, CLAIM_CHANCE, view_count(&search->variant, &view), why))
        return false;
    begin(search, limits, at);
    rate_moves(search, &view, answer);
    bool rated = end(search, limits, why);
    answer->method = "exact count of the deals in which seat 1 wins";
    answer->nodes = search->nodes;
    if (!rated)
        solve_answer_clear(answer);
    return rated;
}

bool expectimax_choose(struct expectimax *search, const struct limits *limits,
                       const struct state *at, struct move *move, struct text *why)
{
    struct view view = game_view(at, state_turn(at)->mover);
    struct walk walk = { 0 };
    begin(search, limits, at);
    uint64_t best = count_wins(search, at, search->asked.deals);
    while (!search->stop && view_walk(&search->variant, &view, &walk) &&
           wins_after(search, &search->asked, walk.move) != best)
        ;
    *move = walk.move;
    return end(search, limits, why);
}
