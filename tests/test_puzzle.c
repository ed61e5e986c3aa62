// SPDX-License-Identifier: GPL-3.0-or-later
// Puzzles: exactly one move is right, in every case where players hide things; none is posed
// twice, and each has the grade that was asked for; no answer is right in more than half of them,
// and the longest move in at most two of five. With CAUSEWAY_SOAK set, 300 of each game and grade.
//
// test_puzzle GAME [COUNT]: prints, for each grade of the game, how many different puzzles were
// found, how often its commonest answer is right, how often the longest move is, and the CPU time
// of one.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

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
    assert_non_null(rater);
    assert_true(puzzle_solve(puzzle, rater, &limits, &advice, &why));
    const struct advice_move *answer = puzzle_answer(&advice, puzzle->question);
    assert_non_null(answer);
    assert_true(move_equal(answer->move, puzzle->best));
    assert_true(view_allows(&puzzle->variant, &puzzle->view, puzzle->best));
    assert_true(!puzzle->case_count == !game_has_secrets(puzzle->variant.game));
    if (puzzle->question == PUZZLE_BEST)
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

// How often the commonest answer is right, and which it is.
static unsigned commonest(const struct posed *posed, struct text *name)
{
    unsigned most = 0;
    for (unsigned i = 0; i < posed->count; i++) {
        unsigned equal = 0;
        for (unsigned k = 0; k < posed->count; k++)
            equal += move_equal(posed->puzzle[i].best, posed->puzzle[k].best);
        if (equal <= most)
            continue;
        most = equal;
        text_clear(name);
        move_print(posed->puzzle[i].variant.game, posed->puzzle[i].best, name);
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
    for (uint64_t seed = 1; posed.count < count && seed <= 2 * count + 8; seed++) {
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

static void check_spread(const char *what, unsigned wanted)
{
    struct text name = support_text();
    unsigned most = commonest(&posed, &name);
    printf("# %s: %u different, %s is right in %u, the longest move in %u\n", what, posed.count,
           name.at, most, longest(&posed));
    assert_int_equal(posed.count, wanted);
    assert_true(2 * most <= wanted);
    assert_true(5 * longest(&posed) <= 2 * wanted);
    for (unsigned i = 0; i < posed.count; i++)
        judge_anew(&posed.puzzle[i]);
}

// A sample of all grades in every run; in a soak as many as are promised of each.
static void answers_are_spread(void **state)
{
    (void)state;
    for (const struct game *const *game = games; *game; game++)
        for (unsigned grade = soaks();
             (*game)->puzzles && grade <= (soaks() ? puzzle_grades(*game) : 0); grade++) {
            char what[64];
            unsigned wanted = soaks() ? ENOUGH : 20;
            snprintf(what, sizeof what, "%s, grade %u", (*game)->slug, grade);
            pose(*game, grade, wanted);
            check_spread(what, wanted);
        }
}

static void each_has_the_grade_that_was_asked_for(void **state)
{
    (void)state;
    for (const struct game *const *game = games; *game; game++)
        for (unsigned grade = 1; (*game)->puzzles && grade <= puzzle_grades(*game); grade++) {
            pose(*game, grade, 1);
            if (posed.count != 1)
                fail_msg("no puzzle of %s, grade %u", (*game)->slug, grade);
        }
}

static void the_same_seed_gives_the_same_puzzle(void **state)
{
    (void)state;
    static struct puzzle one, again;
    for (const struct game *const *game = games; *game; game++)
        for (unsigned seed = 0; (*game)->puzzles && seed < 2; seed++) {
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
        for (unsigned grade = 1; grade <= puzzle_grades(*game); grade++) {
            if (strcmp(slug, (*game)->slug) != 0)
                continue;
            clock_t began = clock();
            pose(*game, grade, seeds);
            double each = (double)(clock() - began) / CLOCKS_PER_SEC / (posed.count + !posed.count);
            struct text name = support_text();
            unsigned most = commonest(&posed, &name);
            printf("%-14s %u: %4u different, commonest %4u (%s), longest %4u, %4.0f ms each\n",
                   (*game)->slug, grade, posed.count, most, name.at, longest(&posed), each * 1000);
            fflush(stdout);
        }
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_seed_gives_the_same_puzzle),
        cmocka_unit_test(answers_are_spread),
        cmocka_unit_test(each_has_the_grade_that_was_asked_for),
    };
    if (argc > 1)
        return print_histogram(argv[1], argc > 2 ? (unsigned)atoi(argv[2]) : ENOUGH);
    return cmocka_run_group_tests_name("puzzle", tests, NULL, NULL);
}
