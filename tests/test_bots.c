// SPDX-License-Identifier: GPL-3.0-or-later
// The computer players. What `perfect` must keep is worked out here a second
// time, by recursion with memory and nothing of the solver's.
#include <pthread.h>
#include <stdlib.h>

#include "bots/bots.h"
#include "bots/knowledge.h"
#include "core/map.h"
#include "core/memory.h"
#include "solve/deepening.h"
#include "support.h"

static const char *const all[] = { "random", "easy", "medium", "hard", "perfect" };

static struct bot *bot(const char *who)
{
    static struct bot_means means; // what one test has found out is known to the next
    struct text why = support_text();
    if (!means.knowledge) {
        means = bot_usual;
        means.knowledge = knowledge_new();
    }
    struct bot *made = bot_new(who, &means, &why);
    if (!made)
        fail_msg("%s", why.at);
    return made;
}

static struct move choose(struct bot *who, const struct variant *variant, const struct state *at,
                          struct random *random)
{
    struct view view = game_view(at, state_turn(at)->mover);
    struct text why = support_text();
    struct move move;
    if (!bot_choose(who, variant, &view, NULL, random, &move, &why))
        fail_msg("%s", why.at);
    assert_true(view_allows(variant, &view, move));
    return move;
}

static void answer_to_their_names(void **state)
{
    (void)state;
    const char *const good[] = { "random",        "computer",        "computer:easy",
                                 "computer:hard", "Computer:Medium", "PERFECT" };
    const char *const bad[] = { "", "human", "computer:", "computer:random", "easyy", "comp" };
    for (unsigned i = 0; i < sizeof good / sizeof *good; i++)
        bot_free(bot(good[i]));
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct text why = support_text();
        assert_null(bot_new(bad[i], &bot_usual, &why));
        assert_non_null(strstr(why.at, "random, computer, easy, medium, hard, or perfect"));
    }
}

static void play_to_the_end(const struct game *game, const char *from, struct random *random)
{
    struct variant variant = support_variant(game, from);
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        struct bot *who = bot(all[i]);
        struct state at = game_start(&variant, SEAT_1);
        while (!state_turn(&at)->winner) {
            struct move move = state_turn(&at)->mover == SEAT_CHANCE
                                   ? game_draw(&variant, &at, random)
                                   : choose(who, &variant, &at, random);
            game_apply(&variant, &at, move);
        }
        bot_free(who);
    }
}

static void play_every_game(void **state)
{
    (void)state;
    struct random random = random_seeded(1);
    for (const struct game *const *game = games; *game; game++)
        play_to_the_end(*game, "book", &random);
    play_to_the_end(&game_blockade, "fair", &random);
    play_to_the_end(&game_trap_runner, "fair", &random);
    play_to_the_end(&game_number_mines, "length=7,mines=1,passable=yes", &random);
}

// A seed says it all.
static void play_alike_from_the_same_seed(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        struct variant variant = support_variant(&game_pathfinder, "book");
        struct state at[2];
        for (unsigned twice = 0; twice < 2; twice++) {
            struct bot *who = bot(all[i]);
            struct random random = random_seeded(5);
            at[twice] = game_start(&variant, SEAT_1);
            for (unsigned moves = 0; moves < 4; moves++) {
                struct move move = choose(who, &variant, &at[twice], &random);
                game_apply(&variant, &at[twice], move);
            }
            bot_free(who);
        }
        assert_memory_equal(&at[0], &at[1], sizeof at[0]);
    }
}

// ---- Perfect never loses what is won. ----

struct truth {
    struct variant variant;
    struct map known; // by open block: winner and turns
};

static struct truth begin_truth(const struct game *game, const char *from)
{
    return (struct truth){ .variant = support_variant(game, from),
                           .known = map_of(OPEN_SIZE / sizeof(uint64_t), 1) };
}

static struct deepening_value read_value(uint64_t packed)
{
    return (struct deepening_value){ (unsigned)(packed % SEATS), (unsigned)(packed / SEATS) };
}

static struct state next_state(const struct truth *truth, const struct state *at, struct move move)
{
    struct state next = *at;
    game_apply(&truth->variant, &next, move);
    return next;
}

static struct deepening_value value_of(struct truth *truth, const struct state *at);

static struct deepening_value value_after(struct truth *truth, const struct state *at,
                                          struct move move)
{
    struct state next = next_state(truth, at, move);
    struct deepening_value value = value_of(truth, &next);
    value.turns += state_turn(&next)->winner || state_turn(&next)->mover != state_turn(at)->mover;
    return value;
}

static bool better(struct deepening_value a, struct deepening_value b, unsigned mover)
{
    if (a.winner != b.winner)
        return a.winner == mover;
    return a.winner == mover ? a.turns < b.turns : a.turns > b.turns;
}

// Visits everything that can come after a position.
static struct deepening_value value_of(struct truth *truth, const struct state *at)
{
    const struct turn *turn = state_turn(at);
    if (turn->winner)
        return (struct deepening_value){ turn->winner, 0 };
    const uint64_t *known = map_find(&truth->known, at->open);
    if (known)
        return read_value(*known);
    struct deepening_value best = { opponent(turn->mover), 0 };
    struct view view = game_view(at, turn->mover);
    struct walk walk = { 0 };
    while (view_walk(&truth->variant, &view, &walk)) {
        struct deepening_value value = value_after(truth, at, walk.move);
        if (better(value, best, turn->mover))
            best = value;
    }
    uint64_t *found = map_add(&truth->known, at->open, 0);
    assert_non_null(found);
    *found = best.turns * SEATS + best.winner;
    return best;
}

// A perfect move loses neither the win nor a turn.
static void check_choice(struct truth *truth, struct bot *perfect, const struct state *at,
                         struct random *random)
{
    struct deepening_value value = value_of(truth, at);
    struct move move = choose(perfect, &truth->variant, at, random);
    struct deepening_value then = value_after(truth, at, move);
    assert_int_equal(then.winner, value.winner);
    assert_int_equal(then.turns, value.turns);
}

static void check_everywhere(const struct game *game, const char *from)
{
    struct truth truth = begin_truth(game, from);
    struct random random = random_seeded(1);
    struct bot *perfect = bot("perfect");
    struct state at = game_start(&truth.variant, SEAT_1);
    value_of(&truth, &at);
    size_t visited = 0, next = 0;
    for (const void *open; (open = map_next(&truth.known, &next)); visited++) {
        memcpy(at.open, open, sizeof at.open);
        check_choice(&truth, perfect, &at, &random);
    }
    assert_int_equal(visited, truth.known.used);
    map_free(&truth.known);
    bot_free(perfect);
}

static void perfect_keeps_every_win_of_blockade(void **state)
{
    (void)state;
    check_everywhere(&game_blockade, "book");
    check_everywhere(&game_blockade, "fair");
}

static void perfect_keeps_every_win_of_a_small_pathfinder(void **state)
{
    (void)state;
    check_everywhere(&game_pathfinder, "length=8,obstacles=2,reach=3");
}

// Where all is lost it plays the move with the fewest winning replies among the
// longest defences.
static unsigned winning_replies(struct truth *truth, const struct state *at)
{
    unsigned count = 0, mover = state_turn(at)->mover;
    struct view view = game_view(at, mover);
    struct walk walk = { 0 };
    while (view_walk(&truth->variant, &view, &walk))
        count += value_after(truth, at, walk.move).winner == mover;
    return count;
}

static void perfect_defends_as_hard_as_it_can(void **state)
{
    (void)state;
    struct truth truth = begin_truth(&game_pathfinder, "length=9,obstacles=2");
    struct random random = random_seeded(2);
    struct bot *perfect = bot("perfect");
    struct state start = game_start(&truth.variant, SEAT_1);
    value_of(&truth, &start);
    size_t place = 0, checked = 0;
    for (const void *open; checked < 300 && (open = map_next(&truth.known, &place));) {
        struct state at = start;
        memcpy(at.open, open, sizeof at.open);
        unsigned mover = state_turn(&at)->mover;
        struct deepening_value value = read_value(*(uint64_t *)map_find(&truth.known, open));
        if (value.winner == mover)
            continue;
        struct move chosen = choose(perfect, &truth.variant, &at, &random);
        struct state next = next_state(&truth, &at, chosen);
        if (state_turn(&next)->winner)
            continue;
        unsigned replies = winning_replies(&truth, &next);
        struct view view = game_view(&at, mover);
        struct walk walk = { 0 };
        while (view_walk(&truth.variant, &view, &walk))
            if (value_after(&truth, &at, walk.move).turns == value.turns) {
                struct state other = next_state(&truth, &at, walk.move);
                assert_true(winning_replies(&truth, &other) >= replies);
            }
        checked++;
    }
    map_free(&truth.known);
    bot_free(perfect);
}

// Sanitizers take their time.
#if defined(__SANITIZE_ADDRESS__)
enum { POSITIONS = 20000 };
#elif defined(__has_feature)
enum { POSITIONS = __has_feature(address_sanitizer) ? 20000 : 1000000 };
#else
enum { POSITIONS = 1000000 };
#endif

// From positions anywhere in the book's game: what the solver calls won stays so
// through perfect's move, and what is lost lasts as long as it can. Random play
// soon walls itself in, so that one in about twenty of them is a new one.
static void perfect_keeps_wins_of_pathfinder(void **state)
{
    (void)state;
    struct variant variant = support_variant(&game_pathfinder, "book");
    struct deepening *search = deepening_new(&variant);
    struct bot *perfect = bot("perfect");
    struct random random = random_seeded(3);
    for (unsigned checked = 0; checked < POSITIONS;) {
        struct state at = game_start(&variant, SEAT_1);
        for (uint64_t moves = random_below(&random, 14); moves && !state_turn(&at)->winner; moves--)
            game_apply(&variant, &at, game_draw(&variant, &at, &random));
        if (state_turn(&at)->winner)
            continue;
        struct text why = support_text();
        struct deepening_value before, after;
        unsigned mover = state_turn(&at)->mover;
        assert_true(deepening_value(search, &(struct limits){ 0 }, &at, &before, &why));
        game_apply(&variant, &at, choose(perfect, &variant, &at, &random));
        assert_true(deepening_value(search, &(struct limits){ 0 }, &at, &after, &why));
        assert_int_equal(before.winner == mover, after.winner == mover);
        assert_int_equal(before.turns, after.turns + 1);
        checked++;
    }
    deepening_free(search);
    bot_free(perfect);
}

// The better player wins more often, be it seat 1 or seat 2.
static unsigned wins_of(const char *one, const char *other, const struct game *game,
                        unsigned games_played)
{
    struct variant variant = support_variant(game, "fair");
    struct random random = random_seeded(4);
    unsigned won = 0;
    for (unsigned i = 0; i < games_played; i++) {
        struct bot *players[] = { bot(one), bot(other) };
        unsigned seat = SEAT_1 + i % 2;
        struct state at = game_start(&variant, SEAT_1);
        while (!state_turn(&at)->winner) {
            unsigned mover = state_turn(&at)->mover;
            struct move move = mover == SEAT_CHANCE
                                   ? game_draw(&variant, &at, &random)
                                   : choose(players[mover != seat], &variant, &at, &random);
            game_apply(&variant, &at, move);
        }
        won += state_turn(&at)->winner == seat;
        bot_free(players[0]);
        bot_free(players[1]);
    }
    return won;
}

static void levels_differ(void **state)
{
    (void)state;
    assert_true(wins_of("easy", "random", &game_pathfinder, 200) > 110);
    assert_true(wins_of("medium", "easy", &game_pathfinder, 200) > 110);
    assert_true(wins_of("hard", "medium", &game_pathfinder, 200) > 110);
    assert_true(wins_of("perfect", "hard", &game_blockade, 200) > 105);
    assert_true(wins_of("hard", "easy", &game_blockade, 200) > 120);
}

// In the torture build, each allocation in turn fails; elsewhere nothing does.
static void survive_failing_allocations(void **state)
{
    (void)state;
    struct variant variant = support_variant(&game_blockade, "fair");
    struct random random = random_seeded(1);
    struct state at = game_start(&variant, SEAT_1);
    for (long allocations = 0; allocations < 20; allocations++) {
        struct text why = support_text();
        struct view view = game_view(&at, SEAT_1);
        struct move move;
        mem_fail_after(allocations);
        struct bot *perfect = bot_new("perfect", &bot_usual, &why);
        bool chosen = perfect && bot_choose(perfect, &variant, &view, NULL, &random, &move, &why);
        mem_fail_after(-1);
        assert_true(chosen ? view_allows(&variant, &view, move) : why.length > 0);
        bot_free(perfect);
    }
}

// Games by several rules, one after the other: the moves as one number.
struct tour {
    uint64_t seed, moves;
};

static uint64_t play_one(struct bot *who, const struct variant *variant, struct random *random,
                         uint64_t moves)
{
    struct state at = game_start(variant, SEAT_1);
    while (!state_turn(&at)->winner) {
        struct view view = game_view(&at, state_turn(&at)->mover);
        struct text why = support_text();
        struct move move;
        if (!bot_choose(who, variant, &view, NULL, random, &move, &why))
            abort(); // cmocka's assertions are for the main thread
        game_apply(variant, &at, move);
        moves = (moves ^ move.set ^ move.verb) * UINT64_C(0x9e3779b97f4a7c15);
    }
    return moves;
}

static void *play_tour(void *context)
{
    static const char *const rules[] = { "length=5", "length=7", "length=8,hop=yes", "length=9" };
    struct tour *tour = context;
    struct random random = random_seeded(tour->seed);
    struct text why = support_text();
    struct bot *who = bot_new("perfect", &bot_usual, &why);
    for (unsigned i = 0; who && i < 24; i++) {
        struct variant variant = support_variant(&game_blockade, rules[(i + tour->seed) % 4]);
        tour->moves = play_one(who, &variant, &random, tour->moves);
    }
    bot_free(who);
    return NULL;
}

// Players who share nothing play at the same time in different threads as they do alone.
static void players_are_reentrant(void **state)
{
    (void)state;
    enum { TOURS = 4 };
    struct tour alone[TOURS], together[TOURS];
    pthread_t thread[TOURS];
    for (unsigned i = 0; i < TOURS; i++) {
        alone[i] = together[i] = (struct tour){ .seed = i + 1 };
        play_tour(&alone[i]);
    }
    for (unsigned i = 0; i < TOURS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, play_tour, &together[i]), 0);
    for (unsigned i = 0; i < TOURS; i++) {
        pthread_join(thread[i], NULL);
        assert_true(alone[i].moves && alone[i].moves == together[i].moves);
    }
}

// What is shared is found out once, and outlives the player who found it.
static void knowledge_is_shared_and_outlives_players(void **state)
{
    (void)state;
    struct variant variant = support_variant(&game_blockade, "length=9");
    struct state at = game_start(&variant, SEAT_1);
    struct random random = random_seeded(1);
    struct bot_means means = bot_usual;
    struct text why = support_text();
    means.knowledge = knowledge_new();
    struct bot *first = bot_new("perfect", &means, &why),
               *second = bot_new("perfect", &means, &why);
    choose(first, &variant, &at, &random);
    const struct knowledge_rules *rules = means.knowledge->rules;
    choose(second, &variant, &at, &random);
    assert_true(rules && means.knowledge->rules == rules && rules->users == 2 && !rules->next);
    bot_free(first);
    bot_free(second);
    assert_true(means.knowledge->rules == rules && rules->users == 0);
    knowledge_free(means.knowledge);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answer_to_their_names),
        cmocka_unit_test(play_every_game),
        cmocka_unit_test(play_alike_from_the_same_seed),
        cmocka_unit_test(perfect_keeps_every_win_of_blockade),
        cmocka_unit_test(perfect_keeps_every_win_of_a_small_pathfinder),
        cmocka_unit_test(perfect_defends_as_hard_as_it_can),
        cmocka_unit_test(perfect_keeps_wins_of_pathfinder),
        cmocka_unit_test(levels_differ),
        cmocka_unit_test(survive_failing_allocations),
        cmocka_unit_test(players_are_reentrant),
        cmocka_unit_test(knowledge_is_shared_and_outlives_players),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
