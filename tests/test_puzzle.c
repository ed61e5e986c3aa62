// SPDX-License-Identifier: GPL-3.0-or-later
// Puzzles: exactly one move is right, in every case where players hide things; none is posed
// twice, and each has the grade that was asked for. How often the commonest answer and
// the longest move are right is printed.
//
// test_puzzle GAME [SEEDS]: prints, for each grade of the game, how many different puzzles the
// seeds find, how often its commonest answer is right, and how often the longest move is.
#include <stdio.h>
#include <stdlib.h>

#include "analysis/puzzle.h"
#include "support.h"

enum { MOST = 4096, ENOUGH = 300 };

static const struct limits limits = { .memory = 256 << 20 };

static bool soaks(void)
{
    return getenv("CAUSEWAY_SOAK");
}

// Judged anew, by a rater that has seen nothing else.
static void judge_anew(const struct puzzle *puzzle)
{
    struct text why = support_text();
    struct rater *rater = rater_new(&puzzle->variant, &why);
    struct advice advice;
    enum puzzle_question question;
    unsigned certain[ADVICE_LOSS + 1] = { 0 };
    assert_non_null(rater);
    assert_true(puzzle_solve(puzzle, rater, &limits, &advice, &why));
    const struct advice_move *answer = puzzle_answer(&advice, &question);
    assert_non_null(answer);
    assert_int_equal(question, puzzle->question);
    assert_true(move_equal(answer->move, puzzle->best));
    assert_true(view_allows(&puzzle->variant, &puzzle->view, puzzle->best));
    for (unsigned i = 0; i < advice.count; i++)
        certain[advice.moves[i].certain]++;
    if (game_has_secrets(puzzle->variant.game)) // true in every case, so against every plan
        assert_true((question == PUZZLE_WINS && certain[ADVICE_WIN] == 1) ||
                    (question == PUZZLE_SAVES && certain[ADVICE_LOSS] == advice.count - 1));
    else
        assert_true(answer == advice.best);
    advice_clear(&advice);
    rater_free(rater);
}

// --- What was posed

struct posed {
    struct puzzle puzzle[MOST];
    uint64_t key[MOST];
    unsigned count;
};

static bool knows(void *context, uint64_t key)
{
    const struct posed *posed = context;
    for (unsigned i = 0; i < posed->count; i++)
        if (posed->key[i] == key)
            return true;
    return false;
}

static bool is_longest(const struct puzzle *puzzle)
{
    struct walk walk = { 0 };
    unsigned of_verb = 0;
    while (view_walk(&puzzle->variant, &puzzle->view, &walk)) {
        if (walk.move.verb == puzzle->best.verb && walk.move.set > puzzle->best.set)
            return false;
        of_verb += walk.move.verb == puzzle->best.verb;
    }
    return of_verb > 1;
}

// How often the commonest answer is right.
static unsigned commonest(const struct posed *posed)
{
    unsigned most = 0;
    for (unsigned i = 0; i < posed->count; i++) {
        unsigned equal = 0;
        for (unsigned k = 0; k < posed->count; k++)
            equal += move_equal(posed->puzzle[i].best, posed->puzzle[k].best);
        most = equal > most ? equal : most;
    }
    return most;
}

static unsigned longest(const struct posed *posed)
{
    unsigned count = 0;
    for (unsigned i = 0; i < posed->count; i++)
        count += is_longest(&posed->puzzle[i]);
    return count;
}

static struct posed posed;

// Poses so many of a grade, or as many as there are; each is new.
static void pose(const struct game *game, unsigned grade, unsigned count)
{
    struct puzzle_memory memory = { knows, &posed };
    posed.count = 0;
    for (uint64_t seed = 1; posed.count < count && seed <= 2 * count; seed++) {
        struct text why = support_text();
        struct puzzle *new = &posed.puzzle[posed.count];
        if (!puzzle_make(new, game, grade, seed, &memory, &limits, &why))
            continue;
        uint64_t key = puzzle_key(new);
        assert_false(knows(&posed, key));
        assert_true(!grade || new->grade == grade);
        posed.key[posed.count++] = key;
    }
}

// A sample in every run; in a soak as many as are promised.
static void none_comes_twice_and_each_has_its_grade(void **state)
{
    (void)state;
    unsigned wanted = soaks() ? ENOUGH : 2;
    for (const struct game *const *game = games; *game; game++)
        for (unsigned grade = 1; grade <= 3; grade++) {
            if (grade > 1 && *game == &game_number_mines)
                continue; // has few
            pose(*game, grade, wanted);
            printf("# %s, grade %u: %u different, the commonest answer %u, the longest move %u\n",
                   (*game)->slug, grade, posed.count, commonest(&posed), longest(&posed));
            assert_int_equal(posed.count, wanted);
            for (unsigned i = 0; i < posed.count; i++)
                judge_anew(&posed.puzzle[i]);
        }
}

static void the_same_seed_gives_the_same_puzzle(void **state)
{
    (void)state;
    static struct puzzle one, again;
    for (const struct game *const *game = games; *game; game++)
        for (unsigned seed = 0; seed < 2; seed++) {
            struct text why = support_text();
            if (!puzzle_make(&one, *game, 0, seed, NULL, &limits, &why))
                fail_msg("%s, seed %u: %s", (*game)->slug, seed, why.at);
            assert_true(puzzle_make(&again, *game, 0, seed, NULL, &limits, &why));
            assert_int_equal(again.grade, one.grade);
            assert_true(puzzle_key(&again) == puzzle_key(&one));
            assert_true(move_equal(again.best, one.best));
        }
}

static int print_histogram(const char *slug, unsigned seeds)
{
    for (const struct game *const *game = games; *game; game++)
        for (unsigned grade = 1; grade <= PUZZLE_GRADES; grade++) {
            if (strcmp(slug, (*game)->slug) != 0)
                continue;
            pose(*game, grade, seeds);
            printf("%-14s %u: %4u different, commonest %4u, longest %4u\n", (*game)->slug, grade,
                   posed.count, commonest(&posed), longest(&posed));
            fflush(stdout);
        }
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_seed_gives_the_same_puzzle),
        cmocka_unit_test(none_comes_twice_and_each_has_its_grade),
    };
    if (argc > 1)
        return print_histogram(argv[1], argc > 2 ? (unsigned)atoi(argv[2]) : ENOUGH);
    return cmocka_run_group_tests_name("puzzle", tests, NULL, NULL);
}
