// SPDX-License-Identifier: GPL-3.0-or-later
// Non-interference on the bytes of the pipe: a program plays the same game twice, with
// other numbers hidden from it. Up to the first disclosure that differs it must get the
// same bytes; and that must be the first difference. A game that leaks shows that this
// would be noticed: test_pipe HURRY
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/memory.h"
#include "drive/program.h"
#include "support.h"

enum { BYTES = 1 << 20 };

static const char *hurry;

static bool act(struct table *table, const struct act *wanted, struct random *chance)
{
    struct text why = support_text();
    struct table_means means = { .now = 1, .chance = chance };
    struct log_event event;
    struct news reply;
    return table_propose(table, wanted, &means, &event, &reply) == TABLE_EVENT &&
           table_commit(table, &event, means.now, &why);
}

// Numbers of hidden moves are drawn from one source, all else from another that the two
// games have in common.
struct sources {
    struct random open, hidden;
};

static void oppose(struct table *table, unsigned seat, struct sources *sources)
{
    struct stage stage;
    struct act wanted = { .kind = ACT_MOVE, .seat = (uint8_t)seat };
    struct view view = table_view(table, seat);
    table_stage(table, seat, 1, &stage);
    wanted.move = view_draw(&table_setup(table)->header.variant, &view,
                            stage.hides ? &sources->hidden : &sources->open);
    assert_true(act(table, &wanted, NULL));
}

static struct table *lay_table(const struct variant *variant, unsigned seat)
{
    struct text why = support_text();
    struct table_setup setup = table_usual(variant->game);
    setup.header.variant = *variant;
    setup.shared = false;
    setup.computer[seat] = true;
    strcpy(setup.header.id, "0123456789ab");
    struct table *table = table_new(&setup, &why);
    if (!table)
        fail_msg("%s", why.at);
    return table;
}

// Plays a game with the program in a seat; what it was told is in the file.
static void play(const struct variant *variant, unsigned seat, struct sources sources,
                 const char *path)
{
    char command[4096];
    struct text why = support_text();
    struct table *table = lay_table(variant, seat);
    snprintf(command, sizeof command, "tee %s | %s", path, hurry);
    struct program *program = program_new(&(struct program_setup){ .command = command }, &why);
    assert_non_null(program);
    program_sit(program, table, seat, 1);
    for (struct table_wish wish; (wish = table_wish(table)).kind != TABLE_WAITS || wish.seat;) {
        struct act wanted = { .seat = wish.seat };
        wanted.kind = wish.kind == TABLE_WANTS_ROUND ? ACT_BEGIN : ACT_DEAL;
        if (wish.kind == TABLE_WANTS_MOVE)
            wanted = program_decide(program, table, 1);
        if (wish.kind == TABLE_WAITS)
            oppose(table, wish.seat, &sources);
        else
            assert_true(act(table, &wanted, &sources.hidden));
    }
    program_tell(program, table, 1);
    assert_string_equal(program_trouble(program), "");
    assert_true(program_quit(program));
    program_free(program);
    table_free(table);
}

static char *load(const char *path)
{
    char *bytes = mem_new(BYTES);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    bytes[fread(bytes, 1, BYTES - 1, file)] = '\0';
    fclose(file);
    // A commitment differs from game to game: it must.
    for (char *at = bytes; (at = strstr(at, "\"commitment\":\"")); at++)
        memset(at + strlen("\"commitment\":\""), '0', COMMIT_HEX - 1);
    return bytes;
}

// The beginning of the line that the first difference is in; NULL if there is none.
static const char *first_difference(const char *one, const char *two)
{
    size_t at = 0, line = 0;
    for (; one[at] && one[at] == two[at]; at++)
        if (one[at] == '\n')
            line = at + 1;
    return one[at] == two[at] ? NULL : one + line;
}

static bool line_has(const char *line, const char *text)
{
    const char *found = strstr(line, text);
    return found && found < strchr(line, '\n');
}

// A move whose outcome everybody sees: from there on the games are different ones. Once
// the round is over everything is open.
static bool may_differ(const char *line)
{
    return line_has(line, "\"why\":\"played\"") ||
           (line_has(line, "\"type\":\"event\"") && line_has(line, "\"outcome\":\"") &&
            !line_has(line, "\"outcome\":\"plain"));
}

// Plays twice. False if the program was told more than it may know; counts how often the
// hidden numbers made a difference at all.
static bool keeps_secrets(const struct variant *variant, unsigned seat, uint64_t seed,
                          unsigned *differed)
{
    char paths[2][32] = { "/tmp/causeway-pipe-XXXXXX", "/tmp/causeway-pipe-XXXXXX" };
    char *told[2];
    for (unsigned i = 0; i < 2; i++) {
        struct sources sources = { random_seeded(seed), random_seeded(seed + 1000 * (i + 1)) };
        close(mkstemp(paths[i]));
        play(variant, seat, sources, paths[i]);
        told[i] = load(paths[i]);
        unlink(paths[i]);
    }
    const char *line = first_difference(told[0], told[1]);
    bool kept = !line || may_differ(line);
    *differed += line != NULL;
    if (!kept && variant->game != &game_leaky)
        printf("# %.300s\n", line);
    mem_free(told[0]);
    mem_free(told[1]);
    return kept;
}

static void programs_learn_nothing_hidden(void **state)
{
    (void)state;
    for (const struct game *const *game = games; *game; game++) {
        unsigned differed = 0;
        for (uint64_t seed = 1; seed <= 12; seed++) {
            struct variant variant = support_variant(*game, seed % 2 ? "book" : "fair");
            assert_true(keeps_secrets(&variant, seed % 4 < 2 ? SEAT_1 : SEAT_2, seed, &differed));
        }
        // Else nothing was tried.
        assert_true((differed > 3) == (game_has_secrets(*game) || game_has_chance(*game)));
    }
}

static void leaks_are_noticed(void **state)
{
    (void)state;
    struct variant variant = variant_book(&game_leaky);
    const enum leak leaks[] = { LEAK_TURN, LEAK_WORDS, LEAK_BOARD };
    unsigned differed = 0;
    for (uint64_t seed = 1; seed <= 6; seed++)
        assert_true(keeps_secrets(&variant, SEAT_2, seed, &differed));
    for (unsigned i = 0; i < sizeof leaks / sizeof *leaks; i++) {
        unsigned caught = 0;
        leaky_game_leak = leaks[i];
        for (uint64_t seed = 1; seed <= 6; seed++)
            caught += !keeps_secrets(&variant, SEAT_2, seed, &differed);
        leaky_game_leak = LEAK_NONE;
        assert_true(caught > 0);
    }
}

int main(int argc, char **argv)
{
    (void)argc;
    hurry = argv[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_learn_nothing_hidden),
        cmocka_unit_test(leaks_are_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
