// SPDX-License-Identifier: GPL-3.0-or-later
// Strategies that are kept from one program to the next: found again, never believed, never
// many; and what the perfect player guarantees by them, measured by brute force.
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "bots/library.h"
#include "bots/bots.h"
#include "solve/solve.h"
#include "support.h"

// Too large for a refined equilibrium, and solved in a moment.
static const char exact_rules[] = "passable=yes,length=14";
static const char exact_file[] = "trap-runner-1-length=14,traps=3,stride=3,passable=yes,lives=1";

static char place[] = "/tmp/causeway-library-XXXXXX";

static int make_place(void **state)
{
    (void)state;
    return mkdtemp(place) && setenv("XDG_CACHE_HOME", place, 1) == 0 ? 0 : -1;
}

static int remove_place(void **state)
{
    char command[64];
    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", place);
    return system(command);
}

static const char *path_of(const char *file)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/causeway/strategies-%d/%s", place, LIBRARY_FORMAT, file);
    return path;
}

static struct variant variant_of(const char *rules)
{
    return support_variant(&game_trap_runner, rules);
}

// Solves and keeps.
static void keep(const char *rules)
{
    struct text why = support_text();
    struct variant variant = variant_of(rules);
    struct claim claim;
    claim_begin(&claim, &variant, SEAT_1);
    assert_int_equal(solve_plans(&variant, SEAT_1, &(struct limits){ 0 }, &claim, &why),
                     SOLVE_STOP_NOT);
    library_keep(&claim);
    claim_clear(&claim);
}

static bool is_found(const char *rules)
{
    struct variant variant = variant_of(rules);
    struct claim claim;
    bool found = library_find(&variant, SEAT_1, &claim);
    if (found)
        claim_clear(&claim);
    return found;
}

static unsigned mode_of(const char *path)
{
    struct stat status;
    assert_int_equal(lstat(path, &status), 0);
    return status.st_mode & 0777;
}

static void keeps_what_holds(void **state)
{
    (void)state;
    struct variant variant = variant_of(exact_rules);
    struct claim claim;
    assert_false(is_found(exact_rules));
    keep(exact_rules);
    clock_t begun = clock();
    assert_true(library_find(&variant, SEAT_1, &claim));
    printf("# read and checked in %.0f ms\n", (double)(clock() - begun) * 1000 / CLOCKS_PER_SEC);
    assert_int_equal(mpq_cmp_ui(claim.lo, 44, 51), 0);
    assert_int_equal(mpq_cmp_ui(claim.hi, 44, 51), 0);
    claim_clear(&claim);
    assert_false(library_find(&variant, SEAT_2, &claim)); // who begins is part of the question
    assert_int_equal(mode_of(path_of(exact_file)), 0600);
    assert_int_equal(mode_of(path_of("")), 0700);
}

// Reads a file, replaces a piece of it and writes it back.
static void forge(const char *path, const char *from, const char *to)
{
    static char text[1 << 20];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    char *at = strstr(text, from);
    assert_non_null(at);
    file = fopen(path, "w");
    fprintf(file, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    fclose(file);
}

static void believes_nothing_else(void **state)
{
    (void)state;
    static const char *const forged[][2] = {
        { "\"bounds\":[\"44/51\",\"44/51\"]", "\"bounds\":[\"45/51\",\"45/51\"]" }, // worth more
        { "\"bounds\":[\"44/51\"", "\"bounds\":[\"1\"" },                           // no interval
        { "length=14", "length=15" }, // another variant
        { "\"first\":1", "\"first\":2" },
        { "{\"end\":true}", "" }, // cut short
        { "trap ", "trap 1 " },   // an illegal move
    };
    char path[512];
    snprintf(path, sizeof path, "%s", path_of(exact_file));
    for (unsigned i = 0; i < sizeof forged / sizeof *forged; i++) {
        keep(exact_rules);
        assert_true(is_found(exact_rules));
        forge(path, forged[i][0], forged[i][1]);
        assert_false(is_found(exact_rules));
        assert_int_not_equal(access(path, F_OK), 0); // it is gone, so that a better one replaces it
    }
}

static void reads_plain_files_only(void **state)
{
    (void)state;
    char path[512], elsewhere[512];
    snprintf(path, sizeof path, "%s", path_of(exact_file));
    snprintf(elsewhere, sizeof elsewhere, "%s", path_of("elsewhere"));
    keep(exact_rules);
    assert_int_equal(rename(path, elsewhere), 0);
    assert_int_equal(symlink(elsewhere, path), 0);
    assert_false(is_found(exact_rules));
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_false(is_found(exact_rules)); // and does not wait for somebody to write
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rename(elsewhere, path), 0);
    assert_true(is_found(exact_rules));
    assert_int_equal(truncate(path, LIBRARY_FILE + 1), 0);
    assert_false(is_found(exact_rules));
}

static void stays_small(void **state)
{
    (void)state;
    char path[512];
    for (unsigned i = 0; i < 3; i++) {
        char name[16];
        snprintf(name, sizeof name, "old-%u", i);
        snprintf(path, sizeof path, "%s", path_of(name));
        int file = open(path, O_WRONLY | O_CREAT, 0600);
        assert_int_equal(ftruncate(file, LIBRARY_WHOLE / 3), 0);
        struct timespec times[2] = { { .tv_sec = 1000 + i }, { .tv_sec = 1000 + i } };
        assert_int_equal(futimens(file, times), 0);
        close(file);
    }
    keep(exact_rules);
    assert_true(is_found(exact_rules));
    assert_int_not_equal(access(path_of("old-0"), F_OK), 0);
    assert_int_equal(access(path_of("old-1"), F_OK), 0);
    unlink(path_of("old-1"));
    unlink(path_of("old-2"));
}

// ---- What the perfect player guarantees. ----

// The cells of the path that the least weight of the Trapper's placements lies on.
struct search {
    const struct strategy *strategy;
    unsigned length, stride;
    double least;
    cells best;
};

static void weigh_path(struct search *search, cells path)
{
    const struct strategy_node *nodes = search->strategy->nodes;
    double hit = 0;
    for (unsigned i = nodes[0].child; i; i = nodes[i].next)
        if (nodes[i].step.move.set & path)
            hit += mpz_get_d(nodes[i].weight);
    if (!search->best || hit < search->least) {
        search->least = hit;
        search->best = path;
    }
}

static void try_paths(struct search *search, unsigned at, cells path)
{
    if (at == search->length) {
        weigh_path(search, path);
        return;
    }
    for (unsigned step = 1; step <= search->stride; step++) {
        unsigned to = at + step < search->length ? at + step : search->length;
        try_paths(search, to, path | (cells)1 << to);
    }
}

// How often the real player catches whoever knows its strategy and takes the best path.
static double catches(struct bot *bot, const struct variant *variant, cells path, unsigned often)
{
    struct text why = support_text();
    struct random random = random_seeded(support_seed(3));
    struct state start = game_start(variant, SEAT_1);
    struct view view = game_view(&start, SEAT_1);
    struct history history = { 0 };
    double caught = 0;
    for (unsigned i = 0; i < often; i++) {
        struct move move;
        assert_true(bot_choose(bot, variant, &view, &history, &random, &move, &why));
        caught += (move.set & path) != 0;
    }
    return caught / often;
}

// Found in a hurry, so that only bounds are known: it wins exactly what it promises against
// the best of all paths, and is not worth more than the bound.
static void perfect_keeps_its_promise(void **state)
{
    (void)state;
    struct text why = support_text(), words = support_text();
    struct variant variant = variant_of("passable=yes,length=20");
    struct bot_means means = bot_usual;
    means.library = &library_on_disk;
    struct bot *bot = bot_new("perfect", &means, &why);
    struct claim claim;
    clock_t begun = clock();
    assert_true(bot_promise(bot, &variant, SEAT_1, SEAT_1, &words));
    double first = (double)(clock() - begun) / CLOCKS_PER_SEC;
    begun = clock();
    assert_true(library_find(&variant, SEAT_1, &claim)); // a second program would play by it
    double second = (double)(clock() - begun) / CLOCKS_PER_SEC;
    printf("# %s; found in %.2f s, read in %.2f s\n", words.at, first, second);
    assert_true(second < first);
    struct search search = { .strategy = &claim.strategy[SEAT_1], .length = 20, .stride = 3 };
    try_paths(&search, 0, 0);
    double promised = mpq_get_d(claim.lo);
    double measured = search.least / mpz_get_d(claim.strategy[SEAT_1].nodes[0].weight);
    assert_true(fabs(measured - promised) < 1e-12);
    if (words.length) {
        double said;
        assert_int_equal(sscanf(words.at, "perfect, at least %lf of", &said), 1);
        assert_true(said <= promised && promised < said + 0.0001);
    }
    double caught = catches(bot, &variant, search.best, 4000);
    assert_true(fabs(caught - promised) < 4 * sqrt(promised * (1 - promised) / 4000));
    claim_clear(&claim);
    bot_free(bot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_what_holds),          cmocka_unit_test(believes_nothing_else),
        cmocka_unit_test(reads_plain_files_only),    cmocka_unit_test(stays_small),
        cmocka_unit_test(perfect_keeps_its_promise),
    };
    return cmocka_run_group_tests(tests, make_place, remove_place);
}
