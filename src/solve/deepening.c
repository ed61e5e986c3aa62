// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/deepening.h"

#include <string.h>

#include "core/map.h"
#include "core/memory.h"
#include "core/vector.h"

// A position's score: WON - turns where the mover wins, the negative of it where
// the other does. Each is better for the mover than the smaller ones.
enum { WON = 1000, NO_MOVE = 0xffff, HISTORY = 256 };
static_assert((int)WON > (int)MOVES_MAX, "a score's sign says who wins");

// What is known of a position. `best` is a number in the order of the legal moves, of this
// position or of one with the same essence: the first to try, and no more.
struct deepening_bounds {
    int16_t lo, hi;
    uint16_t best;
    uint16_t unused; // so that all bytes have a value
};

struct deepening_choice {
    struct move move;
    uint32_t rank;
    uint16_t index;
};

struct deepening {
    struct variant variant;
    struct limits limits;
    struct map known;                 // bounds by essence
    struct deepening_choice *choices; // of all positions on the way to the current one
    size_t room, used;
    uint32_t history[SEATS][HISTORY]; // how often a move settled a question
    uint64_t nodes;
    enum solve_stop stop;
};

struct deepening *deepening_new(const struct variant *variant)
{
    struct deepening *search = mem_new(sizeof *search);
    if (!search)
        return NULL;
    memset(search, 0, sizeof *search);
    search->variant = *variant;
    search->known = map_of(game_open_words(variant->game), MAP_WORDS(struct deepening_bounds));
    return search;
}

void deepening_free(struct deepening *search)
{
    if (!search)
        return;
    map_free(&search->known);
    mem_free(search->choices);
    mem_free(search);
}

static void begin(struct deepening *search, const struct limits *limits)
{
    search->limits = *limits;
    search->stop = SOLVE_STOP_NOT;
    search->used = 0;
}

static bool end(struct deepening *search, struct text *why)
{
    if (search->stop)
        solve_explain(search->stop, &search->limits, why);
    return !search->stop;
}

static uint32_t *history(struct deepening *search, unsigned mover, struct move move)
{
    uint64_t mixed = (move.set + move.verb) * UINT64_C(0x9e3779b97f4a7c15);
    return &search->history[mover][mixed >> 56];
}

// Puts the legal moves onto the stack of choices; returns how many.
static size_t push_choices(struct deepening *search, const struct state *at)
{
    unsigned mover = state_turn(at)->mover;
    struct view view = game_view(at, mover);
    struct walk walk = { 0 };
    size_t count = 0;
    while (view_walk(&search->variant, &view, &walk)) {
        if (!vector_grow(&search->choices, &search->room, search->used + count,
                         sizeof *search->choices)) {
            search->stop = SOLVE_STOP_MEMORY;
            return 0;
        }
        search->choices[search->used + count] = (struct deepening_choice){
            .move = walk.move, .rank = *history(search, mover, walk.move), .index = (uint16_t)count
        };
        count++;
    }
    assert(count > 0 && count < NO_MOVE);
    search->used += count;
    return count;
}

// The move that settled the last question here first, then by the history heuristic.
static void sort_choices(struct deepening_choice *choices, size_t count, unsigned best)
{
    for (size_t i = 0; i < count; i++)
        if (choices[i].index == best)
            choices[i].rank = UINT32_MAX;
    for (size_t i = 1; i < count; i++) {
        struct deepening_choice moved = choices[i];
        size_t to = i;
        for (; to > 0 && choices[to - 1].rank < moved.rank; to--)
            choices[to] = choices[to - 1];
        choices[to] = moved;
    }
}

// The history heuristic: a move that settled a deep question comes early from now on.
static void reward(struct deepening *search, unsigned mover, struct move move, int turns)
{
    uint32_t *rank = history(search, mover, move);
    *rank += (uint32_t)turns;
    if (*rank > UINT32_MAX / 2)
        for (unsigned i = 0; i < HISTORY; i++)
            search->history[mover][i] /= 2;
}

// Positions are remembered by their essence.
static struct deepening_bounds recall(const struct deepening *search, const struct state *essence)
{
    struct deepening_bounds bounds = { -WON, WON, NO_MOVE, 0 };
    const void *known = map_find(&search->known, essence->open);
    if (known)
        memcpy(&bounds, known, sizeof bounds);
    return bounds;
}

static void remember(struct deepening *search, const struct state *essence,
                     struct deepening_bounds bounds)
{
    void *known = map_add(&search->known, essence->open, search->limits.memory);
    if (known)
        memcpy(known, &bounds, sizeof bounds);
    else
        search->stop = SOLVE_STOP_MEMORY;
}

enum verdict { NO, YES, NOT_KNOWN };

// What the bounds say on whether the mover, or the other, wins within a number of turns.
static enum verdict verdict(struct deepening_bounds bounds, bool mover, int turns)
{
    int lo = mover ? bounds.lo : -bounds.hi;
    int hi = mover ? bounds.hi : -bounds.lo;
    return lo >= WON - turns ? YES : hi < WON - turns ? NO : NOT_KNOWN;
}

static void learn(struct deepening_bounds *bounds, bool mover, int turns, bool yes)
{
    int16_t score = (int16_t)(WON - turns - (yes ? 0 : 1));
    if (mover)
        *(yes ? &bounds->lo : &bounds->hi) = score;
    else
        *(yes ? &bounds->hi : &bounds->lo) = (int16_t)-score;
}

// How many of the turns are left after a mover's move.
static int turns_left(unsigned mover, const struct state *next, int turns)
{
    const struct turn *turn = state_turn(next);
    return turn->mover == mover && !turn->winner ? turns : turns - 1;
}

static struct state after(const struct deepening *search, const struct state *at, struct move move)
{
    struct state next = *at;
    game_apply(&search->variant, &next, move);
    return next;
}

// Does the game say that a seat needs more turns than these? The seats take turns,
// so that each of its own but the first comes with one of the other's.
static bool too_few(const struct deepening *search, const struct state *at, unsigned who, int turns)
{
    if (!search->variant.game->need)
        return false;
    const struct open *open = (const struct open *)(const void *)at->open;
    int need = 2 * (int)search->variant.game->need(&search->variant.rules, open, who);
    return turns < (state_turn(at)->mover == who ? need - 1 : need);
}

static bool wins(struct deepening *search, const struct state *at, unsigned who, int turns);

// Looks for a move that settles the question: for the seat itself one that wins,
// for its opponent one that prevents it.
static bool explore(struct deepening *search, const struct state *at, unsigned who, int turns,
                    uint16_t *best)
{
    unsigned mover = state_turn(at)->mover;
    bool settles = mover == who, result = !settles;
    size_t first = search->used, count = push_choices(search, at);
    sort_choices(search->choices + first, count, *best);
    for (size_t i = first; i < first + count && result != settles; i++) {
        struct deepening_choice choice = search->choices[i];
        struct state next = after(search, at, choice.move);
        result = wins(search, &next, who, turns_left(mover, &next, turns));
        if (result != settles)
            continue;
        *best = choice.index;
        reward(search, mover, choice.move, turns);
    }
    search->used = first;
    return result;
}

// What is known without a search, of positions with more than one turn to go.
static enum verdict look_up(const struct deepening *search, const struct state *at, unsigned who,
                            int turns, struct state *essence, struct deepening_bounds *bounds)
{
    const struct turn *turn = state_turn(at);
    if (turn->winner)
        return turn->winner == who ? YES : NO;
    if (turns <= 0 || too_few(search, at, who, turns))
        return NO;
    if (turns == 1) // cheaper to find out again than to remember
        return NOT_KNOWN;
    *essence = game_essence(&search->variant, at);
    *bounds = recall(search, essence);
    return verdict(*bounds, who == turn->mover, turns);
}

// Can a seat force a win within `turns` turns, the current one included?
static bool wins(struct deepening *search, const struct state *at, unsigned who, int turns)
{
    struct state essence;
    struct deepening_bounds bounds = { .best = NO_MOVE };
    enum verdict known = look_up(search, at, who, turns, &essence, &bounds);
    if (known != NOT_KNOWN)
        return known == YES;
    if (!solve_count(&search->limits, &search->nodes, &search->stop))
        return false;
    bool result = explore(search, at, who, turns, &bounds.best);
    if (search->stop || turns == 1)
        return result && !search->stop;
    // No position comes back, so nothing was learnt of this one meanwhile.
    learn(&bounds, who == state_turn(at)->mover, turns, result);
    remember(search, &essence, bounds);
    return result;
}

// Where the players take turns, the mover wins after an odd number of them and
// the opponent after an even one: the other questions are asked only of the turn
// before the one that was found, for games in which a player can also lose by moving.
static struct deepening_value evaluate(struct deepening *search, const struct state *at)
{
    const struct turn *turn = state_turn(at);
    if (turn->winner)
        return (struct deepening_value){ turn->winner, 0 };
    int most = (int)game_bound(&search->variant);
    for (int turns = 1; turns <= most + 1 && !search->stop; turns++) {
        unsigned who = turns % 2 ? turn->mover : opponent(turn->mover);
        if (wins(search, at, who, turns))
            return (struct deepening_value){ who,
                                             (unsigned)turns - wins(search, at, who, turns - 1) };
    }
    assert(search->stop);
    return (struct deepening_value){ 0 };
}

bool deepening_value(struct deepening *search, const struct limits *limits, const struct state *at,
                     struct deepening_value *value, struct text *why)
{
    begin(search, limits);
    *value = evaluate(search, at);
    return end(search, why);
}

static struct deepening_value value_after(struct deepening *search, const struct state *at,
                                          struct move move)
{
    struct state next = after(search, at, move);
    struct deepening_value value = evaluate(search, &next);
    value.turns += (unsigned)(1 - turns_left(state_turn(at)->mover, &next, 1));
    return value;
}

static void rate_moves(struct deepening *search, const struct state *at,
                       struct solve_answer *answer)
{
    unsigned mover = state_turn(at)->mover;
    struct deepening_value best = evaluate(search, at);
    for (unsigned i = 0; i < answer->count; i++) {
        struct solve_move *rated = &answer->moves[i];
        struct deepening_value value = value_after(search, at, rated->move);
        mpq_set_ui(rated->lo, value.winner == SEAT_1, 1);
        mpq_set(rated->hi, rated->lo);
        rated->turns = value.turns;
        rated->best = value.winner == mover || (best.winner != mover && value.turns == best.turns);
    }
    mpq_set_ui(answer->lo, best.winner == SEAT_1, 1);
    mpq_set(answer->hi, answer->lo);
    answer->turns = best.turns;
}

bool deepening_rate(struct deepening *search, const struct limits *limits, const struct state *at,
                    struct solve_answer *answer, struct text *why)
{
    begin(search, limits);
    unsigned count = (unsigned)push_choices(search, at);
    if (search->stop)
        return end(search, why);
    if (!solve_answer_begin(answer, CLAIM_OPEN, count, why))
        return false;
    for (unsigned i = 0; i < count; i++)
        answer->moves[i].move = search->choices[i].move;
    rate_moves(search, at, answer);
    answer->method = "search with growing depth";
    answer->nodes = search->nodes;
    if (end(search, why))
        return true;
    solve_answer_clear(answer);
    return false;
}

// A move after which the position keeps its value: both sides' best.
static struct move best_move(struct deepening *search, const struct state *at,
                             struct deepening_value value)
{
    size_t first = search->used, count = push_choices(search, at);
    struct move found = { 0 };
    for (size_t i = first; i < first + count && !search->stop; i++) {
        struct move move = search->choices[i].move;
        struct deepening_value then = value_after(search, at, move);
        if (then.winner != value.winner || then.turns != value.turns)
            continue;
        found = move;
        break;
    }
    search->used = first;
    return found;
}

// The most turns in which the mover's opponent is known not to win.
static int turns_held(const struct deepening *search, const struct state *at,
                      struct deepening_bounds bounds)
{
    int held = WON - 1 + bounds.lo;
    while (too_few(search, at, opponent(state_turn(at)->mover), held + 1))
        held++;
    return held;
}

// The first move that is known to settle the question.
static bool find_known(struct deepening *search, const struct state *at, unsigned who, int turns,
                       struct move *move)
{
    unsigned mover = state_turn(at)->mover;
    struct view view = game_view(at, mover);
    struct walk walk = { 0 };
    struct state essence;
    struct deepening_bounds bounds;
    while (view_walk(&search->variant, &view, &walk)) {
        struct state next = after(search, at, walk.move);
        int left = turns_left(mover, &next, turns);
        enum verdict known = look_up(search, &next, who, left, &essence, &bounds);
        if (known == NOT_KNOWN && left == 1)
            known = wins(search, &next, who, left) ? YES : NO;
        *move = walk.move;
        if (known == (mover == who ? YES : NO))
            return true;
    }
    return false;
}

// What the mover is known to get: a win in some turns, or no loss within as many as the other
// seat is known to be held off. Two bounds are not in the table, because they cost no search: that
// the mover wins with this turn, and that the other seat needs more turns than are left (too_few).
bool deepening_choose(struct deepening *search, const struct limits *limits, const struct state *at,
                      struct move *move, struct text *why)
{
    unsigned mover = state_turn(at)->mover;
    struct state essence = game_essence(&search->variant, at);
    struct deepening_bounds bounds = recall(search, &essence);
    int held = turns_held(search, at, bounds);
    begin(search, limits);
    if (!find_known(search, at, mover, 1, move) &&
        !(bounds.lo > 0 && find_known(search, at, mover, WON - bounds.lo, move)) &&
        !(bounds.lo <= 0 && held > 0 && find_known(search, at, opponent(mover), held, move)))
        *move = best_move(search, at, evaluate(search, at));
    return end(search, why);
}

bool deepening_line(struct deepening *search, const struct limits *limits, const struct state *at,
                    struct solve_answer *answer, struct text *why)
{
    begin(search, limits);
    answer->line = mem_new(game_bound(&search->variant) * sizeof *answer->line);
    if (!answer->line)
        search->stop = SOLVE_STOP_MEMORY;
    struct state here = *at;
    while (!search->stop && !state_turn(&here)->winner) {
        struct move move = best_move(search, &here, evaluate(search, &here));
        answer->line[answer->line_count++] = move;
        here = search->stop ? here : after(search, &here, move);
    }
    answer->nodes = search->nodes;
    return end(search, why);
}
