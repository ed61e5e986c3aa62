// SPDX-License-Identifier: GPL-3.0-or-later
// Puzzles: exactly one move is best, and the same seed gives the same puzzle and grade.
#include <stdlib.h>

#include "analysis/puzzle.h"
#include "support.h"

static unsigned puzzles(void)
{
    return getenv("CAUSEWAY_SOAK") ? 1000 : 50;
}

static const struct limits limits = { .memory = 256 << 20 };

// Judged anew, by a rater that has seen nothing else.
static void judge_anew(const struct puzzle *puzzle)
{
    struct text why = support_text();
    struct rater *rater = rater_new(&puzzle->variant, &why);
    struct advice advice;
    unsigned best = 0;
    assert_non_null(rater);
    assert_true(puzzle_solve(puzzle, rater, &limits, &advice, &why));
    assert_true(puzzle_is_clear(&advice));
    for (unsigned i = 0; i < advice.count; i++) {
        best += advice.moves[i].best;
        if (advice.moves[i].best)
            assert_true(move_equal(advice.moves[i].move, puzzle->best));
    }
    assert_int_equal(best, 1);
    assert_true(view_allows(&puzzle->variant, &puzzle->view, puzzle->best));
    advice_clear(&advice);
    rater_free(rater);
}

static void each_has_exactly_one_best_move(void **state)
{
    (void)state;
    static struct puzzle puzzle, again;
    for (const struct game *const *game = games; *game; game++)
        for (unsigned seed = 0; seed < puzzles(); seed++) {
            struct text why = support_text();
            if (!puzzle_make(&puzzle, *game, 0, seed, &limits, &why))
                fail_msg("%s, seed %u: %s", (*game)->slug, seed, why.at);
            judge_anew(&puzzle);
            if (seed % 10 == 0) {
                assert_true(puzzle_make(&again, *game, 0, seed, &limits, &why));
                assert_int_equal(again.grade, puzzle.grade);
                assert_true(move_equal(again.best, puzzle.best));
                assert_int_equal(again.count, puzzle.count);
                assert_memory_equal(&again.view, &puzzle.view, sizeof again.view);
            }
        }
}

static void a_wanted_grade_is_come_near_to(void **state)
{
    (void)state;
    static struct puzzle easy, hard;
    unsigned nearer = 0;
    for (unsigned seed = 0; seed < 10; seed++) {
        struct text why = support_text();
        assert_true(puzzle_make(&easy, &game_blockade, 1, seed, &limits, &why));
        assert_true(puzzle_make(&hard, &game_blockade, PUZZLE_GRADES, seed, &limits, &why));
        assert_true(easy.grade <= hard.grade);
        nearer += easy.grade < hard.grade;
    }
    assert_true(nearer > 5);
}

// Whatever was looked for: a grade is the position's own.
static void a_position_has_one_grade(void **state)
{
    (void)state;
    static struct puzzle met[200];
    unsigned count = 0, again = 0;
    for (unsigned seed = 0; seed < 40; seed++)
        for (unsigned grade = 0; grade <= PUZZLE_GRADES; grade++) {
            struct text why = support_text();
            struct puzzle *new = &met[count];
            assert_true(puzzle_make(new, &game_blockade, grade, seed, &limits, &why));
            for (unsigned i = 0; i < count; i++) {
                if (!variant_equal(&met[i].variant, &new->variant) ||
                    memcmp(&met[i].view, &new->view, sizeof new->view) != 0)
                    continue;
                assert_int_equal(met[i].grade, new->grade);
                again++;
            }
            count += count + 1 < sizeof met / sizeof *met;
        }
    assert_true(again > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_position_has_one_grade),
        cmocka_unit_test(each_has_exactly_one_best_move),
        cmocka_unit_test(a_wanted_grade_is_come_near_to),
    };
    return cmocka_run_group_tests_name("puzzle", tests, NULL, NULL);
}
