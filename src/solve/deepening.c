// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/deepening.h"

#include <string.h>

#include "core/memory.h"
#include "core/vector.h"
#include "solve/crew.h"

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
static_assert(sizeof(struct deepening_bounds) == sizeof(uint64_t), "what is known is a word");

struct deepening_choice {
    struct move move;
    uint32_t rank;
    uint16_t index;
};

// A question on the way to the current one: does a seat win within these turns?
struct deepening_question {
    const struct state *essence;
    const struct deepening_question *above;
    int turns;
    bool mover; // wins, or the other seat
};

// In a crew: by a hash of position and move, which moves somebody is looking at.
enum { MARKS = 256 };

struct deepening {
    struct variant variant;
    struct limits limits;
    struct positions own, *known;     // bounds by essence
    struct deepening *aside;          // for what a choice has to find out; NULL: nothing yet
    struct deepening_choice *choices; // of all positions on the way to the current one
    size_t room, used;
    uint32_t history[SEATS][HISTORY]; // how often a move settled a question
    uint64_t nodes;
    enum solve_stop stop;
    struct crew crew;
    void (*task)(struct deepening *search, const struct state *at); // the crew's
    const struct state *asked;
    uint64_t marks[MARKS], *crowd;           // those of the crew's owner; NULL: alone
    const struct deepening_question *path;   // the innermost question
    const struct deepening_question *answer; // the outermost one that somebody else has answered
};

struct deepening *deepening_new(const struct variant *variant)
{
    struct deepening *search = mem_new(sizeof *search);
    if (!search)
        return NULL;
    memset(search, 0, sizeof *search);
    search->variant = *variant;
    search->own = positions_of(game_open_words(variant->game));
    search->known = &search->own;
    return search;
}

void deepening_free(struct deepening *search)
{
    if (!search)
        return;
    deepening_free(search->aside);
    positions_free(&search->own);
    mem_free(search->choices);
    mem_free(search);
}

struct deepening *deepening_beside(const struct deepening *other)
{
    struct deepening *search = deepening_new(&other->variant);
    if (search)
        search->known = other->known;
    return search;
}

// A search by itself, which shares what this one has found out, for the same task.
static void help(void *context, unsigned number)
{
    struct deepening *owner = context;
    struct deepening helper = { .variant = owner->variant,
                                .limits = crew_limits(&owner->crew),
                                .crowd = owner->marks };
    (void)number;
    if (!positions_beside(&helper.own, owner->known))
        return;
    helper.known = &helper.own;
    owner->task(&helper, owner->asked);
    mem_free(helper.choices);
    positions_free(&helper.own);
    crew_leave(&owner->crew, helper.nodes);
}

static void begin(struct deepening *search, const struct limits *limits, const struct state *at,
                  void (*task)(struct deepening *search, const struct state *at))
{
    search->stop = SOLVE_STOP_NOT;
    search->used = 0;
    search->asked = at;
    search->task = task;
    search->crowd = limits->cores > 1 ? search->marks : NULL;
    search->crew.work = help;
    search->crew.context = search;
    search->crew.positions = search->known;
    search->limits = crew_begin(&search->crew, limits);
}

static bool end(struct deepening *search, const struct limits *limits, struct text *why)
{
    search->nodes += crew_end(&search->crew);
    if (search->stop)
        solve_explain(search->stop, limits, why);
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
    uint64_t word;
    if (positions_find(search->known, essence->open, &word))
        memcpy(&bounds, &word, sizeof bounds);
    return bounds;
}

// With what others have learnt of it meanwhile.
static uint64_t join(struct deepening_bounds bounds, uint64_t others)
{
    struct deepening_bounds theirs;
    uint64_t word;
    memcpy(&theirs, &others, sizeof theirs);
    if (others) {
        bounds.lo = bounds.lo > theirs.lo ? bounds.lo : theirs.lo;
        bounds.hi = bounds.hi < theirs.hi ? bounds.hi : theirs.hi;
    }
    memcpy(&word, &bounds, sizeof word);
    return word;
}

static void remember(struct deepening *search, const struct state *essence,
                     struct deepening_bounds bounds)
{
    size_t limit = search->limits.memory;
    uint64_t was, *taken = positions_take(search->known, essence->open, limit, &was);
    if (!taken && crew_dismiss(&search->crew, &search->nodes))
        taken = positions_take(search->known, essence->open, limit, &was);
    if (!taken)
        search->stop = SOLVE_STOP_MEMORY;
    while (taken && !positions_leave(search->known, taken, &was, join(bounds, was)))
        ;
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

static struct need need_of(const struct deepening *search, const struct state *at, unsigned who)
{
    const struct open *open = (const struct open *)(const void *)at->open;
    if (!search->variant.game->need)
        return (struct need){ 1, MOVES_MAX };
    return search->variant.game->need(&search->variant.rules, open, who);
}

// What the game itself says on whether a seat wins within a number of turns. The seats take turns,
// so that each of its own but the first comes with one of the other's.
static enum verdict foretold(const struct deepening *search, const struct state *at, unsigned who,
                             int turns)
{
    struct need need = need_of(search, at, who);
    unsigned own = ((unsigned)turns + (state_turn(at)->mover == who)) / 2;
    return own < need.least ? NO : own < need.most ? NOT_KNOWN : YES;
}

static bool wins(struct deepening *search, const struct state *at, unsigned who, int turns);

// Somebody has answered a question of ours.
static inline bool is_answered(const struct deepening *search)
{
    return search->stop || search->answer;
}

// Does this move settle the question?
static inline bool settle(struct deepening *search, const struct state *at, unsigned who, int turns,
                          size_t i, uint16_t *best)
{
    unsigned mover = state_turn(at)->mover;
    struct deepening_choice choice = search->choices[i];
    struct state next = after(search, at, choice.move);
    bool result = wins(search, &next, who, turns_left(mover, &next, turns));
    if (is_answered(search) || result != (mover == who))
        return false;
    *best = choice.index;
    reward(search, mover, choice.move, turns);
    return true;
}

static uint64_t *mark_of(struct deepening *search, const struct state *at, size_t i, uint64_t *own)
{
    uint64_t words[OPEN_SIZE / sizeof(uint64_t)];
    memcpy(words, at->open, sizeof words);
    *own = search->choices[i].index + 1u;
    for (unsigned w = 0; w < OPEN_SIZE / sizeof(uint64_t); w++)
        *own = (*own ^ words[w]) * UINT64_C(0x9e3779b97f4a7c15);
    return &search->crowd[*own >> 56];
}

// The same in a crew: what others are looking at is put off, and comes when all else is done.
static bool settle_in_crowd(struct deepening *search, const struct state *at, unsigned who,
                            int turns, size_t first, size_t end, uint16_t *best)
{
    uint64_t own;
    size_t late = first;
    bool settled = false;
    for (size_t i = first; i < end && !settled && !is_answered(search); i++) {
        uint64_t *mark = mark_of(search, at, i, &own);
        if (i > first && __atomic_load_n(mark, __ATOMIC_RELAXED) == own) {
            search->choices[late++] = search->choices[i];
            continue;
        }
        __atomic_store_n(mark, own, __ATOMIC_RELAXED);
        settled = settle(search, at, who, turns, i, best);
        __atomic_store_n(mark, 0, __ATOMIC_RELAXED);
    }
    for (size_t i = first; i < late && !settled && !is_answered(search); i++)
        settled = settle(search, at, who, turns, i, best);
    return settled;
}

// Looks for a move that settles the question: for the seat itself one that wins,
// for its opponent one that prevents it.
static bool explore(struct deepening *search, const struct state *at, unsigned who, int turns,
                    uint16_t *best)
{
    enum { SHORT = 4 }; // questions that are not worth a mark
    size_t first = search->used, count = push_choices(search, at), end = first + count;
    bool settled = false;
    sort_choices(search->choices + first, count, *best);
    if (search->crowd && turns > SHORT)
        settled = settle_in_crowd(search, at, who, turns, first, end, best);
    else
        for (size_t i = first; i < end && !settled && !is_answered(search); i++)
            settled = settle(search, at, who, turns, i, best);
    search->used = first;
    return settled == (state_turn(at)->mover == who);
}

// What is known without a search, of positions with more than one turn to go.
static inline enum verdict look_up(const struct deepening *search, const struct state *at,
                                   unsigned who, int turns, struct state *essence,
                                   struct deepening_bounds *bounds)
{
    const struct turn *turn = state_turn(at);
    if (turn->winner)
        return turn->winner == who ? YES : NO;
    if (turns <= 0)
        return NO;
    enum verdict told = foretold(search, at, who, turns);
    if (told != NOT_KNOWN || turns == 1) // cheaper to find out again than to remember
        return told;
    *essence = game_essence(&search->variant, at);
    *bounds = recall(search, essence);
    return verdict(*bounds, who == turn->mover, turns);
}

static enum verdict verdict_of(const struct deepening *search,
                               const struct deepening_question *question)
{
    return verdict(recall(search, question->essence), question->mover, question->turns);
}

// Has another of the crew answered a question on the way here? Then all below it is for nothing.
static void look_around(struct deepening *search)
{
    for (const struct deepening_question *at = search->path; at; at = at->above)
        if (verdict_of(search, at) != NOT_KNOWN)
            search->answer = at;
}

// Can a seat force a win within `turns` turns, the current one included?
static bool wins(struct deepening *search, const struct state *at, unsigned who, int turns)
{
    enum { SOON = 256 };
    struct state essence;
    struct deepening_bounds bounds = { .best = NO_MOVE };
    enum verdict known = look_up(search, at, who, turns, &essence, &bounds);
    if (known != NOT_KNOWN)
        return known == YES;
    if (!solve_count(&search->limits, &search->nodes, &search->stop))
        return false;
    if (turns == 1)
        return explore(search, at, who, turns, &bounds.best) && !search->stop;
    const struct deepening_question question = { &essence, search->path, turns,
                                                 who == state_turn(at)->mover };
    search->path = &question;
    if (search->crowd && search->nodes % SOON == 0)
        look_around(search);
    bool result = explore(search, at, who, turns, &bounds.best);
    search->path = question.above;
    if (search->answer == &question) {
        search->answer = NULL;
        return verdict_of(search, &question) == YES;
    }
    if (is_answered(search))
        return false;
    // No position comes back, so nothing was learnt of this one meanwhile, but by others.
    learn(&bounds, question.mover, turns, result);
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

static void find_value(struct deepening *search, const struct state *at)
{
    evaluate(search, at);
}

bool deepening_value(struct deepening *search, const struct limits *limits, const struct state *at,
                     struct deepening_value *value, struct text *why)
{
    begin(search, limits, at, find_value);
    *value = evaluate(search, at);
    return end(search, limits, why);
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

static void find_values(struct deepening *search, const struct state *at)
{
    evaluate(search, at);
    size_t count = search->stop ? 0 : push_choices(search, at);
    for (size_t i = 0; i < count && !search->stop; i++)
        value_after(search, at, search->choices[i].move);
}

bool deepening_rate(struct deepening *search, const struct limits *limits, const struct state *at,
                    struct solve_answer *answer, struct text *why)
{
    struct view view = game_view(at, state_turn(at)->mover);
    struct walk walk = { 0 };
    if (!solve_answer_begin(answer, CLAIM_OPEN, view_count(&search->variant, &view), why))
        return false;
    for (unsigned i = 0; view_walk(&search->variant, &view, &walk); i++)
        answer->moves[i].move = walk.move;
    begin(search, limits, at, find_values);
    rate_moves(search, at, answer);
    bool rated = end(search, limits, why);
    answer->method = "search with growing depth";
    answer->nodes = search->nodes;
    if (!rated)
        solve_answer_clear(answer);
    return rated;
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
    while (foretold(search, at, opponent(state_turn(at)->mover), held + 1) == NO)
        held++;
    return held;
}

// The fewest turns in which the mover is known to win; more than there are if it is not.
static int turns_won(const struct deepening *search, const struct state *at,
                     struct deepening_bounds bounds)
{
    int known = WON - bounds.lo;
    int told = 2 * (int)need_of(search, at, state_turn(at)->mover).most - 1;
    return known < told ? known : told;
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

// Aside, so that what is chosen elsewhere does not depend on what was asked before.
static bool choose_aside(struct deepening *search, const struct limits *limits,
                         const struct state *at, struct move *move, struct text *why)
{
    if (!search->aside)
        search->aside = deepening_new(&search->variant);
    if (!search->aside) {
        solve_explain(SOLVE_STOP_MEMORY, limits, why);
        return false;
    }
    begin(search->aside, limits, at, find_value);
    *move = best_move(search->aside, at, evaluate(search->aside, at));
    return end(search->aside, limits, why);
}

// What the mover is known to get: a win in some turns, or no loss within as many as the other
// seat is known to be held off. Some bounds are not in the table, because they cost no search: that
// the mover wins with this turn, and what the game itself says.
bool deepening_choose(struct deepening *search, const struct limits *limits, const struct state *at,
                      struct move *move, struct text *why)
{
    unsigned mover = state_turn(at)->mover;
    struct state essence = game_essence(&search->variant, at);
    struct deepening_bounds bounds = recall(search, &essence);
    int won = turns_won(search, at, bounds), held = turns_held(search, at, bounds);
    search->limits = *limits;
    search->stop = SOLVE_STOP_NOT;
    bool known =
        find_known(search, at, mover, 1, move) ||
        (won <= MOVES_MAX && find_known(search, at, mover, won, move)) ||
        (won > MOVES_MAX && held > 0 && find_known(search, at, opponent(mover), held, move));
    return known || search->stop ? end(search, limits, why)
                                 : choose_aside(search, limits, at, move, why);
}

// Until the end, or until there is no going on; with an answer, writes it down.
static void follow_line(struct deepening *search, const struct state *at,
                        struct solve_answer *answer)
{
    struct state here = *at;
    while (!search->stop && !state_turn(&here)->winner) {
        struct move move = best_move(search, &here, evaluate(search, &here));
        if (answer)
            answer->line[answer->line_count++] = move;
        here = search->stop ? here : after(search, &here, move);
    }
}

static void find_line(struct deepening *search, const struct state *at)
{
    follow_line(search, at, NULL);
}

bool deepening_line(struct deepening *search, const struct limits *limits, const struct state *at,
                    struct solve_answer *answer, struct text *why)
{
    begin(search, limits, at, find_line);
    answer->line = mem_new(game_bound(&search->variant) * sizeof *answer->line);
    if (!answer->line)
        search->stop = SOLVE_STOP_MEMORY;
    follow_line(search, at, answer);
    bool found = end(search, limits, why);
    answer->nodes = search->nodes;
    return found;
}
