// SPDX-License-Identifier: GPL-3.0-or-later
// Tables at a given position, and games that are gone on with, also those that an older
// Causeway began.
#include <stdio.h>

#include "core/memory.h"
#include "drive/position.h"
#include "drive/resume.h"
#include "drive/stored.h"
#include "record_help.h"
#include "support.h"
#include "table/table.h"
#include "table/truth.h"

static char directory[HELP_DIRECTORY], path[HELP_DIRECTORY + 16];
static struct store *store;

static int fresh(void **state)
{
    struct text why = support_text();
    (void)state;
    help_make_directory(directory);
    snprintf(path, sizeof path, "%s/games.db", directory);
    store = store_open(path, STORE_WRITE, &why);
    return store ? 0 : -1;
}

static int done(void **state)
{
    (void)state;
    store_close(store);
    help_remove_directory(directory);
    return 0;
}

// --- Positions

static unsigned moves_of(const struct match *match, struct move moves[MOVES_MAX])
{
    for (unsigned i = 0; i < match->count; i++)
        moves[i] = match->log[i].move;
    return match->count;
}

static struct table_setup setup_of(const struct match *match)
{
    struct table_setup setup = table_usual(match->variant.game);
    setup.header.variant = match->variant;
    setup.header.first = (uint8_t)match->first;
    setup.header.created = 1;
    return setup;
}

// Every seat sees what it would have seen in the match.
static void is_the_position(const struct variant *variant, struct random *random)
{
    struct match match;
    struct move moves[MOVES_MAX];
    struct text why = support_text();
    match_start(&match, variant, SEAT_1 + (unsigned)random_below(random, 2));
    unsigned most = (unsigned)random_below(random, 20);
    while (!match_over(&match) && match.count < most) {
        struct event event;
        struct view view = match_view(&match, match_turn(&match)->mover);
        assert_true(match_play(&match, view.seat, view_draw(variant, &view, random), &event));
    }
    struct table_setup setup = setup_of(&match);
    unsigned count = moves_of(&match, moves);
    struct table *table = position_table(&setup, moves, count, &why);
    if (!table)
        fail_msg("%s: %s", variant->game->slug, why.at);
    for (unsigned seat = SEAT_1; seat <= SEAT_2 && !match_over(&match); seat++) {
        struct view expected = match_view(&match, seat), view = table_view(table, seat);
        assert_memory_equal(view.open, expected.open, sizeof view.open);
        assert_memory_equal(view.secret, expected.secret, sizeof view.secret);
    }
    struct log log;
    assert_true(position_log(&setup, moves, count, &log, &why));
    assert_int_equal(log.count, table_count(table));
    assert_string_equal(log.header.id, setup.header.id);
    log_clear(&log);
    table_free(table);
}

static void a_table_is_laid_at_any_position(void **state)
{
    (void)state;
    support_each(2, is_the_position);
}

static void what_is_against_the_rules_is_no_position(void **state)
{
    (void)state;
    for (unsigned i = 0; games[i]; i++) {
        struct match match;
        struct log log;
        struct text why = support_text();
        struct variant variant = support_variant(games[i], "book");
        struct move moves[2] = { { 0 } }; // nothing is picked
        match_start(&match, &variant, SEAT_1);
        struct table_setup setup = setup_of(&match);
        moves[0].set = cells_span(0, 63); // everything is
        assert_false(position_log(&setup, moves, 1, &log, &why));
        assert_true(why.length > 0);
        log_clear(&log);
        text_clear(&why);
        assert_null(position_table(&setup, moves, 1, &why));
        assert_true(why.length > 0);
    }
}

// After the end nobody moves.
static void a_position_ends_with_the_game(void **state)
{
    (void)state;
    struct random random = random_seeded(support_seed(3));
    struct match match;
    struct move moves[MOVES_MAX];
    struct text why = support_text();
    struct variant variant = support_variant(&game_pathfinder, "book");
    match_start(&match, &variant, SEAT_1);
    support_finish(&match, &random);
    struct table_setup setup = setup_of(&match);
    unsigned count = moves_of(&match, moves);
    moves[count] = moves[0];
    assert_null(position_table(&setup, moves, count + 1, &why));
    assert_true(why.length > 0);
}

// In the torture build each allocation fails in turn; elsewhere none does.
static void short_of_memory_there_is_no_position(void **state)
{
    (void)state;
    struct match match;
    struct move moves[MOVES_MAX];
    struct variant variant = support_variant(&game_minefield, "book");
    match_start(&match, &variant, SEAT_1);
    support_play(&match, "deal 4 5 6");
    support_play(&match, "move");
    struct table_setup setup = setup_of(&match);
    unsigned count = moves_of(&match, moves);
    struct table *table = NULL;
    for (long allocations = 0; !table; allocations++) {
        struct text why = support_text();
        mem_fail_after(allocations);
        table = position_table(&setup, moves, count, &why);
        mem_fail_after(-1);
        assert_int_equal(table == NULL, why.length > 0);
    }
    table_free(table);
}

// --- Games that are gone on with

static struct drive *resumed(const char *id)
{
    struct text why = support_text();
    struct drive *drive = resume_game(store, games, id, false, &why);
    if (!drive)
        fail_msg("%s", why.at);
    return drive;
}

static struct stage look(struct drive *drive)
{
    struct stage stage;
    table_stage(drive_table(drive), SEAT_NOBODY, 0, &stage);
    return stage;
}

// With the log and the round's number as they were left, whatever the game.
static void a_game_goes_on_where_it_was_left(void **state)
{
    (void)state;
    for (unsigned i = 0; games[i]; i++) {
        struct log log;
        struct match match;
        struct text why = support_text();
        for (unsigned seed = 12;; seed++) { // an unfinished game, whatever it takes
            help_play(&log, &match, games[i], "", 5 - seed % 4, seed);
            if (!match_over(&match))
                break;
            log_clear(&log);
        }
        if (!stored_import(store, &log, &why))
            fail_msg("%s", why.at);
        struct drive *drive = resumed(log.header.id);
        struct stage stage = look(drive);
        assert_int_equal(stage.n, log.count);
        assert_int_equal(stage.first, log.header.first);
        assert_string_equal(stage.name[SEAT_1], log.header.name[SEAT_1]);
        assert_string_equal(stage.id, log.header.id);
        const struct match *now = table_match(drive_table(drive));
        assert_int_equal(now->count, match.count);
        assert_memory_equal(&now->state, &match.state, sizeof match.state);
        drive_free(drive);
        log_clear(&log);
    }
}

static void what_is_not_there_is_not_gone_on_with(void **state)
{
    (void)state;
    struct text why = support_text();
    assert_null(resume_game(store, games, "0123456789ab", false, &why));
    assert_non_null(strstr(why.at, "There is no game 0123456789ab"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_is_laid_at_any_position),
        cmocka_unit_test(what_is_against_the_rules_is_no_position),
        cmocka_unit_test(a_position_ends_with_the_game),
        cmocka_unit_test(short_of_memory_there_is_no_position),
        cmocka_unit_test_setup_teardown(a_game_goes_on_where_it_was_left, fresh, done),
        cmocka_unit_test_setup_teardown(what_is_not_there_is_not_gone_on_with, fresh, done),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
