// SPDX-License-Identifier: GPL-3.0-or-later
// Best replies to random strategies: what the checker finds by beliefs and bounds against
// what plain enumeration finds. test_reply [STRATEGIES [SEED]]
#include <stdio.h>
#include <stdlib.h>

#include "support.h"

static const struct limits no_limits;
static unsigned strategies = 4000;
static uint64_t seed = 1;

enum { TRUTHS_MAX = 64, BRANCHES_MAX = 128, UNIT = 60 };

struct work_truths {
    struct state at[TRUTHS_MAX];
    unsigned count;
};

// ---- Random strategies. They are grown along all truths that can lead to a place, so that
// every line is one that some play reaches. ----

struct grower {
    const struct variant *variant;
    struct strategy *strategy;
    unsigned seat;
    struct random random;
};

static unsigned draw(struct grower *grower, unsigned below)
{
    return (unsigned)random_below(&grower->random, below);
}

static void add_truth(struct work_truths *truths, const struct state *state)
{
    assert_true(truths->count < TRUTHS_MAX);
    truths->at[truths->count++] = *state;
}

static void grow(struct grower *grower, unsigned node, unsigned long weight,
                 const struct work_truths *truths);

static unsigned add(struct grower *grower, unsigned parent, struct strategy_step step,
                    unsigned long weight)
{
    mpz_t whole;
    mpz_init_set_ui(whole, weight);
    unsigned added = strategy_add(grower->strategy, parent, step, whole);
    mpz_clear(whole);
    return added;
}

static void take_part(const struct work_truths *from, const uint8_t *outcomes, uint8_t outcome,
                      bool with, struct work_truths *part)
{
    part->count = 0;
    for (unsigned i = 0; i < from->count; i++)
        if ((outcomes[i] == outcome) == with)
            add_truth(part, &from->at[i]);
}

// Below a move: one of its outcomes after which the game goes on may have a node of its own.
static void grow_below(struct grower *grower, unsigned node, unsigned long weight,
                       const struct work_truths *after, const uint8_t *outcomes)
{
    struct work_truths *part = malloc(sizeof *part);
    unsigned which = draw(grower, after->count);
    uint8_t outcome = outcomes[which];
    bool own_node =
        draw(grower, 2) && outcome != OUTCOME_PLAIN && !state_turn(&after->at[which])->winner;
    if (own_node) {
        struct strategy_step step = { .kind = STRATEGY_OUTCOME, .outcome = outcome };
        take_part(after, outcomes, outcome, true, part);
        grow(grower, add(grower, node, step, 0), weight, part);
        take_part(after, outcomes, outcome, false, part);
    }
    if (!own_node)
        grow(grower, node, weight, after);
    else if (part->count)
        grow(grower, node, weight, part);
    free(part);
}

static void grow_move(struct grower *grower, unsigned node, struct strategy_step step,
                      unsigned long weight, unsigned long flow, const struct work_truths *truths)
{
    struct work_truths *after = malloc(sizeof *after);
    static uint8_t outcomes[64][TRUTHS_MAX];
    static unsigned depth;
    after->count = 0;
    for (unsigned i = 0; i < truths->count; i++) {
        struct state state = truths->at[i];
        struct view view = game_view(&state, state_turn(&state)->mover);
        if (!view_allows(grower->variant, &view, step.move))
            continue;
        outcomes[depth][after->count] = (uint8_t)game_apply(grower->variant, &state, step.move);
        add_truth(after, &state);
    }
    if (after->count) {
        unsigned child = add(grower, node, step, weight);
        const uint8_t *mine = outcomes[depth++];
        grow_below(grower, child, step.kind == STRATEGY_OWN ? weight : flow, after, mine);
        depth--;
    }
    free(after);
}

// Truths whose mover is this seat, and what becomes of others by hidden moves.
static void sort_out(const struct grower *grower, const struct state *state, unsigned mover,
                     struct work_truths *to)
{
    const struct turn *turn = state_turn(state);
    struct view view = game_view(state, turn->mover);
    struct walk walk = { 0 };
    if (turn->winner)
        return;
    if (turn->mover == mover)
        add_truth(to, state);
    while (turn->mover != grower->seat && view_walk(grower->variant, &view, &walk)) {
        struct state then = *state;
        if (!grower->variant->game->verbs[walk.move.verb].hidden)
            continue;
        game_apply(grower->variant, &then, walk.move);
        sort_out(grower, &then, mover, to);
    }
}

static void grow_own(struct grower *grower, unsigned node, unsigned long weight,
                     const struct work_truths *truths)
{
    struct view view = game_view(&truths->at[0], grower->seat);
    struct walk walk = { 0 };
    struct move moves[64];
    unsigned count = 0, most = 1 + draw(grower, 3);
    while (count < 64 && view_walk(grower->variant, &view, &walk))
        moves[count++] = walk.move;
    for (; most && weight; most--) {
        unsigned chosen = draw(grower, count);
        struct strategy_step step = { .move = moves[chosen], .kind = STRATEGY_OWN };
        unsigned long part = most == 1 || count == 1 ? weight : 1 + draw(grower, (unsigned)weight);
        grow_move(grower, node, step, part, part, truths);
        weight -= part;
        moves[chosen] = moves[--count];
    }
}

static void grow(struct grower *grower, unsigned node, unsigned long weight,
                 const struct work_truths *truths)
{
    struct work_truths *mine = malloc(sizeof *mine), *theirs = malloc(sizeof *theirs);
    mine->count = theirs->count = 0;
    for (unsigned i = 0; i < truths->count; i++) {
        sort_out(grower, &truths->at[i], grower->seat, mine);
        sort_out(grower, &truths->at[i], opponent(grower->seat), theirs);
    }
    bool alike = true; // the own moves must be legal in all of them
    for (unsigned i = 1; i < mine->count; i++)
        alike &= memcmp(mine->at[i].open, mine->at[0].open, OPEN_SIZE) == 0;
    if (mine->count && alike && draw(grower, 8))
        grow_own(grower, node, weight, mine);
    for (unsigned i = 0; theirs->count && i < 2; i++) {
        struct view view = game_view(&theirs->at[0], opponent(grower->seat));
        struct strategy_step step = { .kind = STRATEGY_SEEN };
        step.move = view_draw(grower->variant, &view, &grower->random);
        if (!grower->variant->game->verbs[step.move.verb].hidden &&
            !strategy_find(grower->strategy, node, step))
            grow_move(grower, node, step, 0, weight, theirs);
    }
    free(mine);
    free(theirs);
}

// ---- The best reply, by going through everything. ----

struct branch {
    struct state state;
    unsigned at, own;
};

struct branches {
    struct branch at[BRANCHES_MAX];
    unsigned count;
};

static unsigned long most(const struct grower *grower, const struct branches *branches);

// Groups that look alike are replied to by themselves.
static unsigned long sum_parts(const struct grower *grower, const struct branches *branches)
{
    struct branches *part = malloc(sizeof *part);
    unsigned long sum = 0;
    for (unsigned i = 0; i < branches->count; i++) {
        const unsigned char *open = branches->at[i].state.open;
        bool first = true;
        part->count = 0;
        for (unsigned k = 0; k < branches->count; k++)
            if (memcmp(branches->at[k].state.open, open, OPEN_SIZE) == 0) {
                first &= k >= i;
                part->at[part->count++] = branches->at[k];
            }
        sum += first ? most(grower, part) : 0;
    }
    free(part);
    return sum;
}

static void go_on(const struct grower *grower, const struct branch *from, struct move move,
                  struct branches *to)
{
    struct branch then = *from;
    struct event event = { .move = move, .seat = state_turn(&from->state)->mover };
    event.outcome = (uint8_t)game_apply(grower->variant, &then.state, move);
    then.at =
        strategy_after(grower->strategy, from->at, grower->seat, grower->variant->game, &event);
    struct strategy_step step = { .move = move, .kind = STRATEGY_OWN };
    if (event.seat == grower->seat && then.at != STRATEGY_SILENT)
        then.own = strategy_find(grower->strategy, from->at, step);
    assert_true(to->count < BRANCHES_MAX);
    to->at[to->count++] = then;
}

static bool is_listed(const struct grower *grower, const struct branch *branch, struct move move)
{
    struct strategy_step step = { .move = move, .kind = STRATEGY_OWN };
    return branch->at != STRATEGY_SILENT && strategy_find(grower->strategy, branch->at, step);
}

static unsigned long most_own(const struct grower *grower, const struct branches *branches)
{
    struct branches *next = malloc(sizeof *next);
    next->count = 0;
    for (unsigned i = 0; i < branches->count; i++) {
        struct view view = game_view(&branches->at[i].state, grower->seat);
        struct walk walk = { 0 };
        struct move last = { 0 };
        unsigned before = next->count;
        for (; view_walk(grower->variant, &view, &walk); last = walk.move)
            if (is_listed(grower, &branches->at[i], walk.move))
                go_on(grower, &branches->at[i], walk.move, next);
        if (next->count == before)
            go_on(grower, &branches->at[i], last, next);
    }
    unsigned long sum = sum_parts(grower, next);
    free(next);
    return sum;
}

static unsigned long most(const struct grower *grower, const struct branches *branches)
{
    const struct turn *turn = state_turn(&branches->at[0].state);
    unsigned long best = 0;
    for (unsigned i = 0; turn->winner && turn->winner != grower->seat && i < branches->count; i++)
        best += mpz_get_ui(grower->strategy->nodes[branches->at[i].own].weight);
    if (turn->winner)
        return best;
    if (turn->mover == grower->seat)
        return most_own(grower, branches);
    struct view view = game_view(&branches->at[0].state, turn->mover);
    struct walk walk = { 0 };
    struct branches *next = malloc(sizeof *next);
    while (view_walk(grower->variant, &view, &walk)) {
        next->count = 0;
        for (unsigned i = 0; i < branches->count; i++)
            go_on(grower, &branches->at[i], walk.move, next);
        unsigned long won = sum_parts(grower, next);
        best = won > best ? won : best;
    }
    free(next);
    return best;
}

// ---- Both. ----

static void check_bound(struct claim *claim, unsigned seat, unsigned long least, bool holds)
{
    struct text words = support_text();
    mpq_set_ui(claim->lo, seat == SEAT_1 ? least : 0, UNIT);
    mpq_set_ui(claim->hi, seat == SEAT_1 ? UNIT : UNIT - least, UNIT);
    mpq_canonicalize(claim->lo);
    mpq_canonicalize(claim->hi);
    enum check_verdict verdict = check_claim(claim, &no_limits, &words);
    if (verdict != (holds ? CHECK_PROVED : CHECK_REFUTED))
        fail_msg("%s: seat %u, %lu of %d: %s", claim->variant.game->slug, seat, least, UNIT,
                 words.at);
    if (!holds && !strstr(words.at, "does not get what is claimed"))
        fail_msg("%s", words.at);
}

static void check_random(const struct variant *variant, struct random *random)
{
    struct claim claim;
    mpz_t unit;
    unsigned seat = random_below(random, 2) ? SEAT_1 : SEAT_2;
    unsigned first = random_below(random, 2) ? SEAT_1 : SEAT_2;
    struct work_truths *start = malloc(sizeof *start);
    struct branches *branches = malloc(sizeof *branches);
    mpz_init_set_ui(unit, UNIT);
    claim_begin(&claim, variant, first);
    assert_true(strategy_begin(&claim.strategy[SEAT_1], unit));
    assert_true(strategy_begin(&claim.strategy[SEAT_2], unit));
    struct grower grower = { variant, &claim.strategy[seat], seat, random_seeded(0) };
    grower.random = random_seeded(random_below(random, UINT32_MAX));
    start->at[0] = game_start(variant, first);
    start->count = 1;
    grow(&grower, 0, UNIT, start);
    branches->at[0] = (struct branch){ .state = start->at[0] };
    branches->count = 1;
    unsigned long least = UNIT - most(&grower, branches);
    check_bound(&claim, seat, least, true);
    if (least < UNIT)
        check_bound(&claim, seat, least + 1, false);
    claim_clear(&claim);
    mpz_clear(unit);
    free(start);
    free(branches);
}

static void random_strategies(void **state)
{
    (void)state;
    static const struct {
        const struct game *game;
        const char *rules;
    } each[] = {
        { &game_trap_runner, "length=6,traps=2,stride=2" },
        { &game_trap_runner, "length=7,traps=2,stride=2,passable=yes" },
        { &game_trap_runner, "length=7,traps=2,stride=3,lives=2" },
        { &game_trap_runner, "length=6,traps=3,stride=2,lives=2" },
        { &game_number_mines, "length=5,mines=1,stride=2" },
        { &game_number_mines, "length=6,mines=1,stride=2,passable=yes" },
        { &game_number_mines, "length=5,mines=2,stride=2,lives=2" },
    };
    struct random random = random_seeded(seed);
    print_message("# %u strategies, seed %ju\n", strategies, (uintmax_t)seed);
    for (unsigned i = 0; i < strategies; i++) {
        unsigned which = i % (sizeof each / sizeof *each);
        struct variant variant = support_variant(each[which].game, each[which].rules);
        check_random(&variant, &random);
    }
}

int main(int count, char **words)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(random_strategies) };
    strategies = count > 1 ? (unsigned)strtoul(words[1], NULL, 10) : strategies;
    seed = count > 2 ? strtoull(words[2], NULL, 10) : seed;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
