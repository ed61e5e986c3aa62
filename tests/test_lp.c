// SPDX-License-Identifier: GPL-3.0-or-later
// Linear programs and what solves them: a helper process or, compiled with LP_HERE, this one.
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "solve/exact_lp.h"
#include "solve/lp_lift.h"
#include "solve/solve.h"
#include "solve/weights.h"
#include "support.h"

// The value of a matrix game with drawn entries, for whoever maximises.
static struct exact_lp *matrix_game(unsigned size, const struct limits *limits)
{
    struct random random = random_seeded(size);
    struct exact_lp *lp = exact_lp_new(limits);
    struct exact_lp_term *terms = malloc((size + 1) * sizeof *terms);
    assert_true(lp && terms);
    for (unsigned row = 0; row <= size; row++)
        assert_true(exact_lp_add_row(lp, row ? EXACT_LP_AT_MOST : EXACT_LP_EQUAL, !row, NULL, 0));
    for (unsigned row = 1; row <= size; row++)
        terms[row - 1] = (struct exact_lp_term){ row, 1 };
    assert_true(exact_lp_add_column(lp, 1, true, terms, size));
    for (unsigned column = 0; column < size; column++) {
        terms[0] = (struct exact_lp_term){ 0, 1 };
        for (unsigned row = 1; row <= size; row++)
            terms[row] = (struct exact_lp_term){ row, -1 - (int)random_below(&random, 1000) };
        assert_true(exact_lp_add_column(lp, 0, false, terms, size + 1));
    }
    free(terms);
    return lp;
}

// Its value; the prices have to sum to the same, as duality has it.
static void find_value(unsigned size, const struct limits *limits, mpq_t value)
{
    mpq_t *x = weights_new(size + 1), *y = weights_new(size + 1);
    struct exact_lp *lp = matrix_game(size, limits);
    assert_true(exact_lp_solve(lp, value, x, y));
    assert_int_equal(exact_lp_stop(lp), SOLVE_STOP_NOT);
    assert_true(mpq_equal(value, x[0]) && mpq_equal(value, y[0]) && mpq_sgn(value) > 0);
    exact_lp_free(lp);
    weights_free(x, size + 1);
    weights_free(y, size + 1);
}

static void programs_have_one_value(void **state)
{
    (void)state;
    struct limits limits = limits_until(1000);
    mpq_t value[2];
    mpq_inits(value[0], value[1], NULL);
    for (unsigned size = 1; size <= 120; size += size / 2 + 1) {
        find_value(size, NULL, value[0]);
        find_value(size, &limits, value[1]);
        assert_true(mpq_equal(value[0], value[1]));
    }
    mpq_clears(value[0], value[1], NULL);
}

// What x2 wins more than x1 is too little for floating point to see.
static void a_basis_that_is_not_optimal_is_noticed(void **state)
{
    (void)state;
    const struct exact_lp_term one[] = { { 1, 1000000000 } },
                               terms[][2] = { { { 0, 1 }, { 1, -1 } }, { { 0, 1 }, { 1, -2 } } };
    mpq_t value, *x = weights_new(3), *y = weights_new(2);
    struct exact_lp *lp = exact_lp_new(NULL);
    mpq_init(value);
    assert_true(lp && exact_lp_add_row(lp, EXACT_LP_EQUAL, 1, NULL, 0) &&
                exact_lp_add_row(lp, EXACT_LP_AT_MOST, 0, NULL, 0) &&
                exact_lp_add_column(lp, 1, true, one, 1) &&
                exact_lp_add_column(lp, 0, false, terms[0], 2) &&
                exact_lp_add_column(lp, 0, false, terms[1], 2));
    assert_true(exact_lp_solve(lp, value, x, y));
    assert_int_equal(mpq_cmp_ui(value, 1, 500000000), 0);
    assert_int_equal(mpq_cmp_ui(x[2], 1, 1), 0);
    exact_lp_free(lp);
    mpq_clear(value);
    weights_free(x, 3);
    weights_free(y, 2);
}

#ifdef LP_HERE

// A drawn program with every kind of row and column, and some basis of it.
enum { ROWS = 3, COLUMNS = 5, TERMS = ROWS * COLUMNS };

struct drawn {
    struct lp_lift_row row[ROWS];
    struct lp_lift_column column[COLUMNS];
    struct lp_lift_term term[TERMS];
    struct lp_lift lp;
};

static void draw_program(struct drawn *drawn, struct random *random, struct exact_lp *same)
{
    drawn->lp =
        (struct lp_lift){ drawn->row, drawn->column, drawn->term, ROWS, COLUMNS, TERMS, 0, 0, 0 };
    for (unsigned r = 0; r < ROWS; r++) {
        drawn->row[r].equal = r == 0;
        mpq_set_ui(drawn->row[r].right, 1 + random_below(random, 9), 1 + random_below(random, 3));
        mpq_canonicalize(drawn->row[r].right);
        assert_true(exact_lp_add_row(same, r ? EXACT_LP_AT_MOST : EXACT_LP_EQUAL, 0, NULL, 0));
        assert_true(exact_lp_set_right(same, r, drawn->row[r].right));
    }
    for (unsigned c = 0; c < COLUMNS; c++) {
        struct exact_lp_term terms[ROWS];
        drawn->column[c] = (struct lp_lift_column){ .objective = (int)random_below(random, 7) - 1,
                                                    .free = c == 0,
                                                    .capped = c >= 3 };
        for (unsigned r = 0; r < ROWS; r++) {
            terms[r] = (struct exact_lp_term){ r, (int)random_below(random, 9) - 3 };
            drawn->term[c * ROWS + r] = (struct lp_lift_term){ r, c, terms[r].factor };
        }
        assert_true(exact_lp_add_column(same, drawn->column[c].objective, drawn->column[c].free,
                                        terms, ROWS));
        assert_true(!drawn->column[c].capped || exact_lp_cap_column(same, c));
    }
}

// Of all bases those that are accepted have the value, and there is one if there is a value.
static void try_bases(struct drawn *drawn, bool solved, const mpq_t value)
{
    mpq_t *x = weights_new(COLUMNS), *y = weights_new(ROWS), sum, part;
    unsigned accepted = 0, all = 1;
    mpq_inits(sum, part, NULL);
    for (unsigned c = 0; c < COLUMNS; c++)
        all *= 3;
    for (unsigned states = 0; states < all << ROWS; states++) {
        unsigned rest = states >> ROWS;
        for (unsigned r = 0; r < ROWS; r++)
            drawn->row[r].tight = states >> r & 1;
        for (unsigned c = 0; c < COLUMNS; c++, rest /= 3)
            drawn->column[c].state = (enum lp_lift_state)(rest % 3);
        bool possible = true;
        for (unsigned c = 0; c < COLUMNS; c++)
            possible &= drawn->column[c].state != LP_LIFT_AT_ONE || drawn->column[c].capped;
        if (!possible || !lp_lift_solve(&drawn->lp, x, y))
            continue;
        accepted++;
        mpq_set_ui(sum, 0, 1);
        for (unsigned c = 0; c < COLUMNS; c++) {
            mpq_set_si(part, drawn->column[c].objective, 1);
            mpq_mul(part, part, x[c]);
            mpq_add(sum, sum, part);
        }
        assert_true(solved && mpq_equal(sum, value));
    }
    assert_int_equal(accepted > 0, solved);
    mpq_clears(sum, part, NULL);
    weights_free(x, COLUMNS);
    weights_free(y, ROWS);
}

static void only_optimal_bases_are_accepted(void **state)
{
    (void)state;
    struct random random = random_seeded(7);
    struct drawn drawn;
    unsigned with = 0;
    mpq_t value, *x = weights_new(COLUMNS), *y = weights_new(ROWS);
    mpq_init(value);
    for (unsigned r = 0; r < ROWS; r++)
        mpq_init(drawn.row[r].right);
    for (unsigned i = 0; i < 10; i++) {
        struct exact_lp *lp = exact_lp_new(NULL);
        draw_program(&drawn, &random, lp);
        bool solved = exact_lp_solve(lp, value, x, y);
        try_bases(&drawn, solved, value);
        with += solved;
        exact_lp_free(lp);
    }
    assert_true(with > 2 && with < 10);
    for (unsigned r = 0; r < ROWS; r++)
        mpq_clear(drawn.row[r].right);
    mpq_clear(value);
    weights_free(x, COLUMNS);
    weights_free(y, ROWS);
}

#else

static enum solve_stop stop_of(unsigned size, const struct limits *limits)
{
    mpq_t *x = weights_new(size + 1), *y = weights_new(size + 1), value;
    struct exact_lp *lp = matrix_game(size, limits);
    mpq_init(value);
    assert_false(exact_lp_solve(lp, value, x, y));
    enum solve_stop stop = exact_lp_stop(lp);
    exact_lp_free(lp);
    mpq_clear(value);
    weights_free(x, size + 1);
    weights_free(y, size + 1);
    return stop;
}

// The processes that this thread has started and not waited for.
static unsigned children(pid_t *first)
{
    char path[64];
    unsigned count = 0;
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)gettid());
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    for (int pid; fscanf(file, "%d", &pid) == 1; count++)
        if (count == 0)
            *first = pid;
    fclose(file);
    return count;
}

// The first test: no helper runs yet.
static void a_helper_that_is_missing_is_named(void **state)
{
    (void)state;
    struct solve_answer answer;
    struct text why = support_text();
    struct variant variant = support_variant(&game_trap_runner, "fair");
    setenv("CAUSEWAY_LP", "/nonexistent/causeway-lp", 1);
    assert_int_equal(stop_of(3, NULL), SOLVE_STOP_NO_LP);
    assert_false(solve(&variant, SEAT_1, &(struct limits){ 0 }, &answer, &why));
    assert_string_equal(why.at, "This needs the program causeway-lp, which is not found or cannot "
                                "be started. $CAUSEWAY_LP can name it.");
    setenv("CAUSEWAY_LP", "/bin/false", 1);
    assert_int_equal(stop_of(3, NULL), SOLVE_STOP_LP_DIED);
    assert_false(solve(&variant, SEAT_1, &(struct limits){ 0 }, &answer, &why));
    assert_non_null(strstr(why.at, "ended unexpectedly"));
    unsetenv("CAUSEWAY_LP");
    pid_t none;
    assert_int_equal(children(&none), 0);
}

static bool has_only_three_files(pid_t helper)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd", (int)helper);
    DIR *files = opendir(path);
    bool only = files;
    for (struct dirent *entry; files && (entry = readdir(files));)
        only &= *entry->d_name == '.' || (unsigned)atoi(entry->d_name) <= 2;
    if (files)
        closedir(files);
    return only;
}

static void one_helper_stays_and_is_replaced_when_it_ends(void **state)
{
    (void)state;
    mpq_t value;
    pid_t first, second;
    int leaky = open("/dev/null", O_RDONLY); // not close-on-exec
    mpq_init(value);
    find_value(5, NULL, value);
    find_value(9, NULL, value);
    assert_int_equal(children(&first), 1);
    assert_true(has_only_three_files(first));
    kill(first, SIGKILL);
    find_value(5, NULL, value);
    assert_int_equal(children(&second), 1);
    assert_int_not_equal(first, second);
    mpq_clear(value);
    close(leaky);
}

static bool never(void *context, uint64_t nodes)
{
    (void)context, (void)nodes;
    return false;
}

static void a_program_is_stopped(void **state)
{
    (void)state;
    pid_t none;
    const struct limits asked = { .go_on = never }, soon = limits_until(0.2);
    assert_int_equal(stop_of(400, &asked), SOLVE_STOP_ASKED); // else it takes many seconds
    assert_int_equal(stop_of(400, &soon), SOLVE_STOP_ASKED);  // the helper's work counts
    assert_int_equal(children(&none), 0);
}

// Two processes on one socket would read each other's answers.
static void after_a_fork_each_has_its_own(void **state)
{
    (void)state;
    mpq_t before, after;
    int status;
    mpq_inits(before, after, NULL);
    find_value(20, NULL, before);
    pid_t child = fork();
    if (child == 0) {
        pid_t own;
        find_value(20, NULL, after);
        _exit(mpq_equal(before, after) && children(&own) == 1 ? 0 : 1);
    }
    for (unsigned i = 0; i < 20; i++) {
        find_value(20, NULL, after);
        assert_true(mpq_equal(before, after));
    }
    assert_true(waitpid(child, &status, 0) == child && status == 0);
    mpq_clears(before, after, NULL);
}

// --- Threads

enum { THREADS = 8, QUESTIONS = 12 };

struct question {
    const struct game *game;
    const char *rules;
    mpq_t lo, hi;
};

static struct question questions[QUESTIONS];
static unsigned question_count;

static void ask(const struct game *game, const char *rules)
{
    struct question *question = &questions[question_count++];
    *question = (struct question){ .game = game, .rules = rules };
    mpq_inits(question->lo, question->hi, NULL);
}

static bool answer_all(bool first)
{
    bool same = true;
    for (unsigned i = 0; i < question_count; i++) {
        char buffer[TEXT_MAX];
        struct text why = text_in(buffer, sizeof buffer);
        struct question *question = &questions[i];
        struct variant variant;
        struct solve_answer answer;
        if (!variant_parse(question->game, question->rules, &variant, &why) ||
            !solve(&variant, SEAT_1, &(struct limits){ 0 }, &answer, &why))
            return false;
        if (first)
            mpq_set(question->lo, answer.lo), mpq_set(question->hi, answer.hi);
        same &= mpq_equal(question->lo, answer.lo) && mpq_equal(question->hi, answer.hi);
        solve_answer_clear(&answer);
    }
    return same;
}

static void *answer_in_thread(void *same)
{
    *(bool *)same = answer_all(false);
    return NULL;
}

static void threads_solve_side_by_side(void **state)
{
    (void)state;
    pthread_t thread[THREADS];
    bool same[THREADS] = { 0 };
    for (const struct game *const *game = games; *game; game++)
        if (!game_has_secrets(*game) || !game_has_chance(*game)) // no method has both
            ask(*game, game_has_secrets(*game) ? "fair" : "length=9");
    ask(&game_trap_runner, "passable=yes");
    ask(&game_number_mines, "length=8,mines=1,passable=yes");
    assert_true(answer_all(true));
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, answer_in_thread, &same[i]), 0);
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
        assert_true(same[i]);
    }
    for (unsigned i = 0; i < question_count; i++)
        mpq_clears(questions[i].lo, questions[i].hi, NULL);
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
#ifdef LP_HERE
        cmocka_unit_test(only_optimal_bases_are_accepted),
#else
        cmocka_unit_test(a_helper_that_is_missing_is_named),
        cmocka_unit_test(one_helper_stays_and_is_replaced_when_it_ends),
        cmocka_unit_test(a_program_is_stopped),
        cmocka_unit_test(after_a_fork_each_has_its_own),
        cmocka_unit_test(threads_solve_side_by_side),
#endif
        cmocka_unit_test(programs_have_one_value),
        cmocka_unit_test(a_basis_that_is_not_optimal_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
