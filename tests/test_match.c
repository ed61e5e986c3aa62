// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "match/debug.h"
#include "support.h"

static void begin(struct match *match, const struct game *game, const char *from)
{
    struct variant variant = support_variant(game, from);
    match_start(match, &variant, SEAT_1);
}

static void only_the_mover_may_move(void **state)
{
    (void)state;
    struct match match;
    struct event event;
    struct move move = { .set = cell(1), .verb = 0 };
    begin(&match, &game_pathfinder, "book");
    assert_false(match_play(&match, SEAT_2, move, &event));
    assert_false(match_play(&match, SEAT_NOBODY, move, &event));
    assert_true(match_play(&match, SEAT_1, move, &event));
    assert_int_equal(event.seat, SEAT_1);
    assert_int_equal(match_turn(&match)->mover, SEAT_2);
}

static void chance_is_dealt_for_and_logged(void **state)
{
    (void)state;
    struct match match;
    struct random random = random_seeded(6);
    begin(&match, &game_minefield, "book");
    assert_int_equal(match_turn(&match)->mover, SEAT_CHANCE);
    match_deal(&match, &random);
    assert_int_equal(match.count, 1);
    assert_int_equal(match.log[0].seat, SEAT_CHANCE);
    assert_int_equal(cells_count(match.log[0].move.set), 3);
    match_deal(&match, &random);
    assert_int_equal(match.count, 1);
}

static void others_are_told_the_verb_alone(void **state)
{
    (void)state;
    struct match match;
    begin(&match, &game_trap_runner, "book");
    support_play(&match, "trap 3 6 8");
    assert_int_equal(match_told(&match, 0, SEAT_1).move.set, cell(3) | cell(6) | cell(8));
    assert_int_equal(match_told(&match, 0, SEAT_2).move.set, 0);
    assert_int_equal(match_told(&match, 0, SEAT_NOBODY).move.set, 0);
    support_play(&match, "run 3");
    assert_true(match_over(&match));
    assert_int_equal(match_told(&match, 0, SEAT_2).move.set, cell(3) | cell(6) | cell(8));
}

static void undo_goes_back_to_the_last_disclosure(void **state)
{
    (void)state;
    struct match match;
    begin(&match, &game_minefield, "book");
    assert_false(match_can_undo(&match));
    support_play(&match, "deal 3 6 9");
    assert_false(match_can_undo(&match)); // chance's own
    support_play(&match, "scan 3");
    assert_false(match_can_undo(&match)); // found a mine
    support_play(&match, "scan 3");
    assert_true(match_can_undo(&match)); // said nothing new
    support_play(&match, "move");
    assert_false(match_can_undo(&match)); // safe, as one learns
}

static void undo_restores_every_byte(void **state)
{
    (void)state;
    struct match match;
    begin(&match, &game_pathfinder, "book");
    struct state start = match.state;
    support_play(&match, "move 3");
    support_play(&match, "place 17");
    match_undo(&match);
    match_undo(&match);
    assert_memory_equal(&start, &match.state, sizeof start);
    assert_int_equal(match.count, 0);
    assert_false(match_can_undo(&match));
}

static void an_end_that_reveals_is_final(void **state)
{
    (void)state;
    struct match match;
    begin(&match, &game_number_mines, "length=4,mines=0");
    support_play(&match, "mine");
    support_play(&match, "mine");
    support_play(&match, "step 3");
    assert_true(match_over(&match));
    assert_false(match_can_undo(&match));
    begin(&match, &game_blockade, "length=3");
    support_play(&match, "move 1");
    assert_true(match_over(&match)); // nothing to block, and no way on
    assert_true(match_can_undo(&match));
    match_undo(&match);
    assert_false(match_over(&match));
}

static void the_end_reveals_everything(void **state)
{
    (void)state;
    struct match match;
    struct board board;
    begin(&match, &game_number_mines, "book");
    support_play(&match, "mine 5 9 14");
    support_play(&match, "mine 2 3 4");
    support_play(&match, "step 1");
    match_reveal(&match, &board);
    assert_int_equal(board.square[14].mines, 1 << SEAT_1);
    assert_int_equal(board.square[4].mines, 1 << SEAT_2);
    assert_true(board.square[2].blown);
    begin(&match, &game_minefield, "book");
    support_play(&match, "deal 1 5 9");
    support_play(&match, "move");
    match_reveal(&match, &board);
    assert_int_equal(board.square[9].mines, 1 << SEAT_CHANCE);
}

static void games_are_found_by_name(void **state)
{
    (void)state;
    struct text why = support_text();
    assert_ptr_equal(games_find("minefield", &why), &game_minefield);
    assert_ptr_equal(games_find("TRAP RUNNER", &why), &game_trap_runner);
    assert_ptr_equal(games_find("num", &why), &game_number_mines);
    assert_int_equal(why.length, 0);
    assert_null(games_find("pathfindr", &why));
    assert_non_null(strstr(why.at, "'pathfindr'"));
    assert_non_null(strstr(why.at, "pathfinder"));
    text_clear(&why);
    assert_null(games_find("", &why));
    assert_true(why.length > 0);
}

// What the debugger's call prints to the standard error; to be freed.
static char *read_errors(const struct match *match)
{
    char *printed = calloc(1, 2 * TEXT_MAX);
    FILE *file = tmpfile();
    int errors = dup(STDERR_FILENO);
    assert_int_equal(dup2(fileno(file), STDERR_FILENO), STDERR_FILENO);
    match_debug(match);
    assert_int_equal(dup2(errors, STDERR_FILENO), STDERR_FILENO);
    close(errors);
    rewind(file);
    assert_true(fread(printed, 1, 2 * TEXT_MAX - 1, file) > 0);
    fclose(file);
    return printed;
}

static void the_debug_printer_shows_everything(void **state)
{
    (void)state;
    struct match match;
    struct text out = support_text();
    begin(&match, &game_number_mines, "book");
    support_play(&match, "mine 5 9 14");
    match_debug_print(&match, &out);
    assert_non_null(strstr(out.at, "Number Mines, length=20"));
    assert_non_null(strstr(out.at, "mover 2"));
    assert_non_null(strstr(out.at, "1. 1 mine 5 9 14, plain"));
    assert_non_null(strstr(out.at, "open: "));
    assert_false(out.cut);
    char *printed = read_errors(&match);
    assert_string_equal(printed, out.at);
    free(printed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_debug_printer_shows_everything),
        cmocka_unit_test(only_the_mover_may_move),
        cmocka_unit_test(chance_is_dealt_for_and_logged),
        cmocka_unit_test(others_are_told_the_verb_alone),
        cmocka_unit_test(undo_goes_back_to_the_last_disclosure),
        cmocka_unit_test(undo_restores_every_byte),
        cmocka_unit_test(an_end_that_reveals_is_final),
        cmocka_unit_test(the_end_reveals_everything),
        cmocka_unit_test(games_are_found_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
