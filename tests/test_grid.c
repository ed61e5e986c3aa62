// SPDX-License-Identifier: GPL-3.0-or-later
// Variants compared: what is known of each is said as what it is, and comes back as it was
// from the files and processes that it goes through.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include <jansson.h>

#include "bots/cache.h"
#include "analysis/workers.h"
#include "analysis/grid_cache.h"
#include "core/memory.h"
#include "report/fraction.h"
#include "report/grid.h"
#include "report/outlook.h"
#include "support.h"

static char home[] = "/tmp/causeway-grid-XXXXXX";

static int begin(void **state)
{
    (void)state;
    return !mkdtemp(home) || setenv("XDG_CACHE_HOME", home, 1);
}

static int end(void **state)
{
    (void)state;
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", home);
    return system(command);
}

static struct grid grid_of(const struct game *game, const char *rules, const char *one,
                           const char *two)
{
    const char *const vary[] = { one, two };
    struct grid grid;
    struct text why = support_text();
    if (!grid_open(&grid, game, rules, vary, two ? 2 : 1, &why))
        fail_msg("%s", why.at);
    return grid;
}

static void set(struct finding *finding, enum solve_proof proof, const char *lo, const char *hi)
{
    finding->state = FINDING_SOLVED;
    finding->proof = proof;
    finding->turns = 7;
    mpq_set_str(finding->lo, lo, 10);
    mpq_set_str(finding->hi, hi, 10);
}

static void fail_one(struct finding *finding)
{
    finding->state = FINDING_FAILED;
    snprintf(finding->note, sizeof finding->note, "it took \"too\" long");
}

typedef void show(const struct grid *grid, FILE *out);

static void show_plain(const struct grid *grid, FILE *out)
{
    grid_text(grid, false, out);
}

static void show_coloured(const struct grid *grid, FILE *out)
{
    grid_text(grid, true, out);
}

// To be freed.
static char *shown(const struct grid *grid, show *as)
{
    char *bytes = NULL;
    size_t length;
    FILE *out = open_memstream(&bytes, &length);
    as(grid, out);
    fclose(out);
    return bytes;
}

static void says(const struct grid *grid, show *as, const char *words)
{
    char *bytes = shown(grid, as);
    if (!strstr(bytes, words))
        fail_msg("'%s' is missing in:\n%s", words, bytes);
    free(bytes);
}

// --- Words

static void a_table_says_what_each_number_is(void **state)
{
    (void)state;
    struct grid grid = grid_of(&game_number_mines, "mines=2", "length=6..10", NULL);
    set(&grid.variants[0], SOLVE_EXACT, "1/3", "1/3");
    set(&grid.variants[1], SOLVE_SURE, "1", "1");
    set(&grid.variants[2], SOLVE_BOUNDS, "1/3", "1/2");
    set(&grid.variants[3], SOLVE_UNCHECKED, "1/3", "1/3");
    fail_one(&grid.variants[4]);
    grid.variants[0].depth = (struct depth){ .decisions = 3.51 };
    grid.variants[1].depth = (struct depth){ .decisions = 2, .about = true };
    grid.variants[0].skill = (struct skill){ .won = 3, .games = 4 };
    grid_mark(&grid);
    says(&grid, show_plain, "0.3333  1/3  depth 3.5  skill 0.75 (+-0.22)\n");
    says(&grid, show_plain, "1.0000  1 for sure  depth ~2.0\n");
    says(&grid, show_plain, "0.3333-0.5000  depth ?\n"); // rounded outwards
    says(&grid, show_plain, "~0.3333  not checked");
    says(&grid, show_plain, "not solved: it took \"too\" long\n");
    says(&grid, grid_csv, ",exact,1/3,1/3,0.333333,,3.510,3,4,");
    says(&grid, grid_csv, ",bounds,1/3,1/2,0.416667,,,,,");
    says(&grid, grid_csv, ",failed,,,,,,,,,\"it took \"\"too\"\" long\"\n");
    char *bytes = shown(&grid, grid_json);
    json_t *root = json_loads(bytes, 0, NULL), *list = json_object_get(root, "variants");
    assert_int_equal(json_array_size(list), 5);
    assert_true(json_is_true(json_object_get(json_array_get(list, 0), "exact")));
    assert_true(json_is_false(json_object_get(json_array_get(list, 2), "exact")));
    assert_int_equal(json_array_size(json_object_get(json_array_get(list, 2), "bounds")), 2);
    assert_non_null(json_object_get(json_array_get(list, 4), "note"));
    json_decref(root);
    free(bytes);
    says(&grid, grid_svg, "</svg>");
    grid_close(&grid);
}

// As a map, with a legend for what there is.
static void a_map_explains_its_signs(void **state)
{
    (void)state;
    struct grid grid = grid_of(&game_number_mines, "stride=3", "length=6..8", "mines=1..3");
    for (unsigned i = 0; i < grid.count; i++)
        if (grid.variants[i].state == FINDING_OPEN)
            set(&grid.variants[i], SOLVE_EXACT, "1/2", "1/2");
    set(&grid.variants[1], SOLVE_BOUNDS, "333/1000", "334/1000");
    set(&grid.variants[3], SOLVE_BOUNDS, "1/3", "1/2");
    fail_one(&grid.variants[0]);
    grid_mark(&grid);
    says(&grid, show_plain, "~0.33");
    says(&grid, show_plain, "0.33-0.50");
    says(&grid, show_plain, "~: proved bounds, this close together.");
    says(&grid, show_plain, "?: not solved.");
    says(&grid, show_plain, "1.00: Player A always wins; 0.00: Player B does.");
    says(&grid, show_coloured, "\033[38;5;16;48;5;");
    says(&grid, grid_svg, "</svg>");
    grid_close(&grid);
}

static void open_games_are_told_by_their_turns(void **state)
{
    (void)state;
    struct grid one = grid_of(&game_blockade, "book", "length=7..9", NULL);
    struct grid two = grid_of(&game_blockade, "book", "length=7..9", "stride=2..3");
    for (unsigned i = 0; i < one.count; i++)
        set(&one.variants[i], i ? SOLVE_EXACT : SOLVE_UNCHECKED, i % 2 ? "1" : "0",
            i % 2 ? "1" : "0");
    for (unsigned i = 0; i < two.count; i++)
        set(&two.variants[i], SOLVE_EXACT, "1", "1");
    two.variants[1].turns = 9;
    grid_mark(&two);
    assert_true(two.variants[1].marked);
    assert_false(two.variants[0].marked);
    says(&one, show_plain, "who wins under best play, and in how many turns");
    says(&one, show_plain, "Player 2 in 7, not checked");
    says(&one, show_plain, "Player 1 in 7  depth");
    says(&one, grid_csv, ",7,");
    says(&two, show_plain, "1 in 5: Player 1 wins in 5 turns.");
    says(&two, show_plain, "1 in 9*");
    grid_close(&one);
    grid_close(&two);
}

static void more_marks_than_fit_are_counted(void **state)
{
    (void)state;
    struct grid grid = grid_of(&game_minefield, "book", "length=8..10", "mines=1..4");
    for (unsigned i = 0; i < grid.count; i++)
        set(&grid.variants[i], SOLVE_EXACT, "1/2", "1/2");
    grid_mark(&grid);
    says(&grid, show_plain, "  and 4 more\n");
    grid_close(&grid);
}

static const char *const wrong_axes[][2] = {
    { "width=1..2", "has no option 'width'; it has length" },
    { "lenght=1..2", "Did you mean length?" },
    { "length", "--vary takes KEY=LO..HI" },
    { "length=8", "--vary takes KEY=LO..HI" },
    { "length=9..8", "the first value comes after the last" },
    { "length=1..2", "" },
    { "length=2..x", "" },
};

static void wrong_axes_are_named(void **state)
{
    (void)state;
    struct grid grid;
    for (unsigned i = 0; i < sizeof wrong_axes / sizeof *wrong_axes; i++) {
        struct text why = support_text();
        assert_false(grid_open(&grid, &game_minefield, "book", &wrong_axes[i][0], 1, &why));
        assert_true(why.length > 0);
        assert_non_null(strstr(why.at, wrong_axes[i][1]));
    }
    const char *const twice[] = { "length=8..9", "length=8..9" };
    const char *const many[] = { "length=2..63", "mines=0..63", "detectors=0..20" };
    struct text why = support_text();
    assert_false(grid_open(&grid, &game_minefield, "book", twice, 2, &why));
    assert_non_null(strstr(why.at, "varied already"));
    text_clear(&why);
    assert_false(grid_open(&grid, &game_minefield, "book", many, 3, &why));
    assert_non_null(strstr(why.at, "83328 variants; up to 10000"));
    text_clear(&why);
    assert_false(grid_open(&grid, &game_minefield, "book", NULL, 0, &why));
    assert_non_null(strstr(why.at, "What is to be varied?"));
    const char *const none[] = { "mines=50..60" };
    text_clear(&why);
    assert_false(grid_open(&grid, &game_minefield, "book", none, 1, &why));
    assert_true(why.length > 0); // nothing of it makes a game
    mem_fail_after(0);
    const char *const one[] = { "length=8..9" };
    text_clear(&why);
    bool good = grid_open(&grid, &game_minefield, "book", one, 1, &why);
    mem_fail_after(-1);
    assert_int_equal(good, why.length == 0);
    if (good)
        grid_close(&grid);
}

// --- Findings as lines

static const char *const right_lines[] = {
    "exact 1/3 1/3 0 12 3.510000 3/4 .",
    "sure 1 1 0 12 - 0/4 .",
    "bounds 1/3 1/2 0 12 2.000000~ 4/4 .",
    "unchecked 1/3 1/3 5 12 - 1/4 .",
};

static const char *const wrong_lines[] = {
    "",
    "exact",
    "true 1/3 1/3 0 12 - 3/4 .",
    "exact 1/3 1/2 0 12 - 3/4 .",
    "bounds 1/2 1/3 0 12 - 3/4 .",
    "exact 4/3 4/3 0 12 - 3/4 .",
    "exact 1/0 1/0 0 12 - 3/4 .",
    "exact -1 -1 0 12 - 3/4 .",
    "exact x x 0 12 - 3/4 .",
    "exact 1/3 1/3 y 12 - 3/4 .",
    "exact 1/3 1/3 0 z - 3/4 .",
    "exact 1/3 1/3 0 12 -5 3/4 .",
    "exact 1/3 1/3 0 12 3x 3/4 .",
    "exact 1/3 1/3 0 12 - 5/4 .",
    "exact 1/3 1/3 0 12 - 3/5 .",
    "exact 1/3 1/3 0 12 - 3 .",
    "exact 1/3 1/3 0 12 - 3/4",
    "exact 1/3 1/3 0 12 - 3/4 . more",
};

static void a_finding_is_read_as_it_was_written(void **state)
{
    (void)state;
    struct finding finding;
    finding_init(&finding);
    for (unsigned i = 0; i < sizeof right_lines / sizeof *right_lines; i++) {
        char line[80], again[80] = "";
        FILE *out = fmemopen(again, sizeof again, "w");
        snprintf(line, sizeof line, "%s", right_lines[i]);
        finding.skill = (struct skill){ .games = 4 };
        assert_true(finding_read(&finding, line));
        finding_write(&finding, out);
        fclose(out);
        assert_string_equal(again, right_lines[i]);
    }
    for (unsigned i = 0; i < sizeof wrong_lines / sizeof *wrong_lines; i++) {
        char line[80];
        snprintf(line, sizeof line, "%s", wrong_lines[i]);
        finding.skill = (struct skill){ .games = 4 };
        if (finding_read(&finding, line))
            fail_msg("'%s' is read", wrong_lines[i]);
    }
    finding_clear(&finding);
}

// What was kept is known again; what was changed by hand, or belongs elsewhere, is not.
static void what_is_kept_is_known_again(void **state)
{
    (void)state;
    struct grid_cache cache;
    struct text why = support_text();
    struct grid grid = grid_of(&game_minefield, "book", "length=8..10", NULL);
    assert_true(grid_cache_open(&cache, &grid, GRID_CACHE_ANEW, &why));
    for (unsigned i = 0; i < 2; i++) {
        set(&grid.variants[i], SOLVE_EXACT, "1/3", "1/3");
        grid_cache_add(&cache, &grid, i);
    }
    fprintf(cache.file, "length=10,mines=3,detectors=2,meet=leap exact 1 1 0 1 - 0/0 . 0000\n");
    fprintf(cache.file, "nonsense\n");
    grid_cache_close(&cache);
    grid_cache_add(&cache, &grid, 0); // nowhere
    grid_close(&grid);
    for (unsigned i = 0; i < 2; i++) {
        grid = grid_of(&game_minefield, "book", "length=8..10", NULL);
        assert_true(grid_cache_open(&cache, &grid, i ? GRID_CACHE_ANEW : GRID_CACHE_RESUME, &why));
        assert_int_equal(grid_count(&grid, FINDING_SOLVED), i ? 0 : 2);
        assert_int_equal(grid.variants[2].state, FINDING_OPEN);
        grid_cache_close(&cache);
        grid_close(&grid);
    }
}

static void where_nothing_can_be_kept_it_is_said(void **state)
{
    (void)state;
    struct grid_cache cache;
    struct text why = support_text(), path = TEXT_OF(CACHE_PATH), file = support_text();
    struct grid grid = grid_of(&game_minefield, "book", "length=8..10", NULL);
    static char endless[CACHE_PATH + 8];
    memset(endless, 'x', sizeof endless - 1);
    endless[0] = '/';
    text_add(&file, "%s/file", home);
    fclose(fopen(file.at, "w"));
    char *was = strdup(getenv("HOME") ? getenv("HOME") : "/");
    setenv("XDG_CACHE_HOME", file.at, 1);
    assert_false(grid_cache_open(&cache, &grid, GRID_CACHE_RESUME, &why));
    assert_non_null(strstr(why.at, "cannot make the directory"));
    text_clear(&why);
    setenv("XDG_CACHE_HOME", "relative", 1);
    setenv("HOME", "", 1);
    assert_false(cache_directory(NULL, &path, &why));
    assert_non_null(strstr(why.at, "neither XDG_CACHE_HOME nor HOME"));
    text_clear(&why);
    text_clear(&path);
    setenv("HOME", home, 1);
    assert_true(cache_directory("under", &path, &why));
    assert_non_null(strstr(path.at, "/.cache/causeway/under"));
    setenv("XDG_CACHE_HOME", endless, 1);
    struct text full = TEXT_OF(CACHE_PATH);
    assert_false(cache_directory(NULL, &full, &why));
    setenv("HOME", was, 1);
    setenv("XDG_CACHE_HOME", home, 1);
    free(was);
    grid_close(&grid);
}

// --- The workers

static void work_off(struct workers *workers)
{
    unsigned index;
    while (workers_wait(workers, &index) != WORKERS_DONE)
        continue;
}

static void a_crew_solves_a_grid(void **state)
{
    (void)state;
    struct workers workers;
    struct grid grid = grid_of(&game_minefield, "mines=1,detectors=1", "length=3..5", NULL);
    grid_set_games(&grid, 4);
    workers_begin(&workers, &grid, 64 << 20);
    work_off(&workers);
    assert_int_equal(grid_count(&grid, FINDING_SOLVED), 3);
    for (unsigned i = 0; i < grid.count; i++) {
        assert_true(finding_is_exact(&grid.variants[i]));
        assert_true(finding_has_depth(&grid.variants[i]));
        assert_int_equal(grid.variants[i].skill.games, 4);
    }
    workers_stop(&workers);
    grid_close(&grid);
    assert_int_equal(support_children(), 0);
}

// A solver without memory says so; one that is ended by somebody is no answer either.
static void a_solver_that_fails_is_no_answer(void **state)
{
    (void)state;
    struct workers workers;
    struct grid grid = grid_of(&game_pathfinder, "book", "length=21..22", NULL);
    unsigned index;
    workers_begin(&workers, &grid, 0);
    workers.memory = 1;
    work_off(&workers);
    assert_int_equal(grid_count(&grid, FINDING_FAILED), 2);
    assert_non_null(strstr(grid.variants[0].note, "memory"));
    grid_close(&grid);

    // These take minutes.
    grid = grid_of(&game_pathfinder, "obstacles=12,reach=20,stride=6", "length=62..63", NULL);
    workers_begin(&workers, &grid, 0);
    workers.size = 1;
    assert_int_equal(workers_wait(&workers, &index), WORKERS_NOTHING);
    kill(workers.workers[0].process, SIGKILL);
    while (workers_wait(&workers, &index) != WORKERS_FINISHED)
        continue;
    assert_int_equal(index, 0);
    assert_non_null(strstr(grid.variants[0].note, "The solver was ended: Killed"));
    workers_wait(&workers, &index); // the second one is at work
    workers_stop(&workers);
    grid_close(&grid);
    assert_int_equal(support_children(), 0);
}

static void where_no_process_can_be_started_it_is_said(void **state)
{
    (void)state;
    struct workers workers;
    struct grid grid = grid_of(&game_pathfinder, "book", "length=8..9", NULL);
    unsigned index;
    workers_begin(&workers, &grid, 0);
    struct rlimit few, many;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &many), 0);
    few = (struct rlimit){ 3, many.rlim_max };
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
    enum workers_news news = workers_wait(&workers, &index);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &many), 0);
    assert_int_equal(news, WORKERS_FINISHED);
    assert_non_null(strstr(grid.variants[0].note, "No process can be started"));
    workers_stop(&workers);
    grid_close(&grid);
    assert_int_equal(support_children(), 0);
}

// In the torture build there is no memory for what a solver says.
static void short_of_memory_an_answer_is_not_heard(void **state)
{
    (void)state;
    struct workers workers;
    struct grid grid = grid_of(&game_minefield, "mines=1,detectors=1", "length=3..3", NULL);
    unsigned index;
    workers_begin(&workers, &grid, 64 << 20);
    while (workers.busy == 0)
        workers_wait(&workers, &index);
    mem_fail_after(0);
    work_off(&workers);
    mem_fail_after(-1);
    assert_true(grid.variants[0].state == FINDING_SOLVED || *grid.variants[0].note);
    workers_stop(&workers);
    grid_close(&grid);
}

// Each allocation of what is measured fails in turn, where the build lets it.
static void short_of_memory_no_depth_is_told(void **state)
{
    (void)state;
    struct variant variant = support_variant(&game_minefield, "length=3,mines=1,detectors=1");
    static const struct limits no_limits;
    bool good = false;
    for (long allocations = 0; !good; allocations++) {
        struct depth depth;
        struct text why = support_text();
        mem_fail_after(allocations);
        good = depth_measure(&variant, &no_limits, &depth, &why);
        mem_fail_after(-1);
        assert_int_equal(good, why.length == 0);
    }
    good = false;
    for (long allocations = 0; !good; allocations++) {
        struct skill skill = { .games = 2 };
        struct text why = support_text();
        mem_fail_after(allocations);
        good = skill_measure(&variant, &skill, &why);
        mem_fail_after(-1);
        assert_true(good || why.length > 0);
    }
}

// --- Fractions, and what rules promise

static void long_fractions_are_rounded(void **state)
{
    (void)state;
    char out[FRACTION_SIZE];
    mpq_t value;
    mpq_init(value);
    mpq_set_ui(value, 2, 3);
    fraction_print(value, out);
    assert_string_equal(out, "2/3");
    fraction_print_down(value, out);
    assert_string_equal(out, "0.6666");
    fraction_print_up(value, out);
    assert_string_equal(out, "0.6667");
    mpz_ui_pow_ui(mpq_numref(value), 7, 5000);
    mpz_ui_pow_ui(mpq_denref(value), 7, 5000);
    mpz_mul_ui(mpq_denref(value), mpq_denref(value), 3);
    mpz_add_ui(mpq_denref(value), mpq_denref(value), 1);
    fraction_print(value, out);
    assert_string_equal(out, "~0.333333333333");
    mpq_clear(value);
}

static void rules_promise_what_was_found_of_them(void **state)
{
    (void)state;
    static const struct {
        const struct game *game;
        const char *rules, *words;
    } cases[] = {
        { &game_blockade, "book", "whoever moves first can win on the first turn" },
        { &game_blockade, "fair", "whoever moves first can always win, in 9 turns" },
        { &game_trap_runner, "book", "the Trapper can always win" },
        { &game_trap_runner, "fair", "even when both play perfectly" },
        { &game_minefield, "book", "whoever moves second wins about 59 %" },
        { &game_number_mines, "book", "whoever moves second can always win" },
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct variant variant = support_variant(cases[i].game, cases[i].rules);
        struct text out = support_text();
        assert_true(outlook_print(&variant, &out));
        if (!text_begins(out.at, cases[i].words))
            fail_msg("%s", out.at);
    }
    struct variant variant = support_variant(&game_blockade, "length=9");
    struct text out = support_text();
    assert_false(outlook_print(&variant, &out));
    assert_int_equal(out.length, 0);
    outlook_print_presets(&game_blockade, &out);
    assert_true(text_begins(out.at,
                            "  book: whoever moves first can win on the first turn; even over two "
                            "rounds.\n"));
    assert_non_null(strstr(out.at, "\n  fair: "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_says_what_each_number_is),
        cmocka_unit_test(a_map_explains_its_signs),
        cmocka_unit_test(open_games_are_told_by_their_turns),
        cmocka_unit_test(more_marks_than_fit_are_counted),
        cmocka_unit_test(wrong_axes_are_named),
        cmocka_unit_test(a_finding_is_read_as_it_was_written),
        cmocka_unit_test(what_is_kept_is_known_again),
        cmocka_unit_test(where_nothing_can_be_kept_it_is_said),
        cmocka_unit_test(a_crew_solves_a_grid),
        cmocka_unit_test(a_solver_that_fails_is_no_answer),
        cmocka_unit_test(where_no_process_can_be_started_it_is_said),
        cmocka_unit_test(short_of_memory_an_answer_is_not_heard),
        cmocka_unit_test(short_of_memory_no_depth_is_told),
        cmocka_unit_test(long_fractions_are_rounded),
        cmocka_unit_test(rules_promise_what_was_found_of_them),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
