// SPDX-License-Identifier: GPL-3.0-or-later
// The full screen without a terminal: what is painted, and what presses mean.
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/memory.h"
#include "ui/choices.h"
#include "fronts/full/full_stage.h"
#include "fronts/full/page.h"
#include "fronts/full/page_hint.h"
#include "fronts/full/verdict.h"
#include "report/review_text.h"
#include "seating.h"
#include "support.h"

static struct seating seating;
static struct full_stage shown;
static struct choice choice;

static void begin(const struct variant *variant, uint64_t seed)
{
    seating_begin(&seating, variant, SEAT_1, SEAT_NOBODY, seed);
}

static void look(unsigned viewer)
{
    table_stage(seating.table, viewer, seating.now, &shown.stage);
    shown.game = table_setup(seating.table)->header.variant.game;
    choice_begin(&choice, &shown);
}

static const char *said(void)
{
    static char words[TEXT_MAX];
    struct text out = text_in(words, sizeof words);
    full_stage_say(&shown, &out);
    return words;
}

static unsigned mover(void)
{
    look(SEAT_NOBODY);
    return shown.stage.mover;
}

static void play(const char *text)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct move move;
    look(SEAT_NOBODY);
    assert_true(move_parse(shown.game, text, &move, &why));
    seating_play(&seating, move);
}

static struct screen paint(unsigned rows, unsigned cols, bool ascii)
{
    struct screen screen = { .ascii = ascii };
    assert_true(screen_resize(&screen, rows, cols));
    page_paint_play(&screen, &(struct page_play){ .shown = &shown, .choice = &choice });
    return screen;
}

// A row of the screen as bytes; what is not ASCII becomes '~'.
static const char *row_of(const struct screen *screen, unsigned row)
{
    static char line[512];
    for (unsigned i = 0; i < screen->cols; i++) {
        wchar_t c = screen->at[row * screen->cols + i].character;
        line[i] = c > 0 && c < 127 ? (char)c : '~';
    }
    line[screen->cols] = '\0';
    return line;
}

static bool shows(const struct screen *screen, const char *text)
{
    for (unsigned row = 0; row < screen->rows; row++)
        if (strstr(row_of(screen, row), text))
            return true;
    return false;
}

#ifdef CAUSEWAY_TORTURE
static void without_memory_the_screen_stays(void **state)
{
    (void)state;
    struct screen screen = { 0 };
    assert_true(screen_resize(&screen, 12, 40));
    mem_fail_after(0);
    assert_false(screen_resize(&screen, 24, 80));
    mem_fail_after(-1);
    assert_int_equal(screen.rows, 12);
    screen_put(&screen, 11, 38, 2, INK_PLAIN, "ok");
    screen_free(&screen);
}
#endif

static void text_stays_in_its_place(void **state)
{
    (void)state;
    struct screen screen = { 0 };
    assert_true(screen_resize(&screen, 2, 8));
    assert_int_equal(screen_put(&screen, 0, 5, 10, INK_PLAIN, "abcdef"), 3);
    assert_int_equal(screen_put(&screen, 7, 0, 10, INK_PLAIN, "x"), 1);
    assert_string_equal(row_of(&screen, 0), "     abc");
    assert_int_equal(screen_put(&screen, 1, 0, 3, INK_PLAIN, "wxyz"), 3);
    assert_string_equal(row_of(&screen, 1), "wxy     ");
    assert_int_equal(screen_width("\xff\xfe"), 2); // no characters: a sign for each byte
    screen_free(&screen);
}

// A width that somebody took too much from is a very large one.
static void filling_ends_at_the_edge(void **state)
{
    (void)state;
    struct screen screen = { 0 };
    assert_true(screen_resize(&screen, 1, 8));
    screen_fill(&screen, 0, 5, UINT32_MAX, INK_PLAIN, L'#');
    assert_string_equal(row_of(&screen, 0), "     ###");
    screen_free(&screen);
}

static void wide_characters_take_two_columns(void **state)
{
    (void)state;
    struct screen screen = { 0 };
    if (!setlocale(LC_CTYPE, "C.UTF-8"))
        skip();
    assert_true(screen_resize(&screen, 1, 5));
    assert_int_equal(screen_width("漢字"), 4);
    assert_int_equal(screen_put(&screen, 0, 0, 5, INK_PLAIN, "a漢字"), 5);
    assert_int_equal(screen.at[1].character, L'漢');
    assert_int_equal(screen.at[2].character, 0);
    assert_int_equal(screen_put(&screen, 0, 2, 5, INK_PLAIN, "漢字"), 2); // no half of one
    screen_free(&screen);
    setlocale(LC_CTYPE, "C");
}

static void text_is_folded_between_words(void **state)
{
    (void)state;
    struct screen screen = { 0 };
    assert_true(screen_resize(&screen, 3, 8));
    static const char text[] = "one two three\n\nfourteenletters";
    assert_int_equal(screen_fold_rows(8, text), 5);
    screen_fold_from(&screen, screen_area(&screen), INK_PLAIN, text, 0);
    assert_string_equal(row_of(&screen, 0), "one two ");
    assert_string_equal(row_of(&screen, 1), "three   ");
    screen_clear(&screen);
    assert_int_equal(screen_fold(&screen, screen_area(&screen), INK_PLAIN, text), 3);
    assert_string_equal(row_of(&screen, 1), "fourteen");
    assert_string_equal(row_of(&screen, 2), "letters ");
    assert_int_equal(screen_fold_rows(0, text), 0);
    screen_free(&screen);
}

static const unsigned sizes[][2] = { { 12, 40 }, { 12, 200 }, { 24, 80 }, { 50, 40 }, { 50, 200 } };

static void lists_keep_their_margin(void **state)
{
    (void)state;
    struct screen screen = { 0 };
    assert_true(screen_resize(&screen, 4, 12));
    screen_fold_from(&screen, screen_area(&screen), INK_PLAIN, "  1. One more word\nend", 0);
    assert_string_equal(row_of(&screen, 0), "  1. One    ");
    assert_string_equal(row_of(&screen, 1), "     more   ");
    assert_string_equal(row_of(&screen, 2), "     word   ");
    assert_string_equal(row_of(&screen, 3), "end         ");
    assert_int_equal(screen_fold_rows(12, "  1. One more word\nend"), 4);
    screen_free(&screen);
}

// Whatever the size, what has the focus is on the screen, under the cursor, and a
// click on it means it.
static void check_focus(unsigned rows, unsigned cols)
{
    struct screen screen = paint(rows, cols, true);
    struct picture picture;
    choice_picture(&choice, &shown, &picture);
    if (picture.focus != NO_CELL) {
        const struct screen_glyph *at = &screen.at[screen.cursor_row * cols + screen.cursor_col];
        assert_int_equal(at->click, PRESS_CELL + picture.focus);
        assert_int_equal(at->ink, INK_FOCUS);
    }
    screen_free(&screen);
}

static void check_painting(const struct variant *variant, struct random *random)
{
    begin(variant, random->draw(random));
    while (mover()) {
        look(mover());
        for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
            check_focus(sizes[i][0], sizes[i][1]);
        struct view view = table_view(seating.table, mover());
        seating_play(&seating, view_draw(variant, &view, random));
    }
    look(SEAT_NOBODY);
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct screen screen = paint(sizes[i][0], sizes[i][1], false);
        assert_true(shows(&screen, "has won"));
        screen_free(&screen);
    }
}

static void every_game_is_painted_at_every_size(void **state)
{
    (void)state;
    support_each(6, check_painting);
}

// As the full screen does: what cannot be is explained by the table.
static enum choice_end press(uint32_t what, struct move *move)
{
    enum choice_end end = choice_press(&choice, &shown, what, move);
    if (end != CHOICE_WRONG)
        return end;
    struct act may = { .kind = ACT_MAY, .seat = shown.stage.mover, .move = *move };
    choice_refuse(&choice, seating_act(&seating, may).words);
    return CHOICE_GOES_ON;
}

static void type_number(unsigned number)
{
    struct move ignored;
    if (number >= 10)
        press('0' + number / 10, &ignored);
    press('0' + number % 10, &ignored);
}

static void select_verb(unsigned verb)
{
    struct move ignored;
    for (unsigned i = 0;
         i < shown.stage.offer_count && shown.stage.offers[choice.offer].offer.verb != verb; i++)
        press(PRESS_TAB, &ignored);
    assert_int_equal(shown.stage.offers[choice.offer].offer.verb, verb);
}

// By its numbers, and by clicks on its cells.
static void check_reachable(struct move wanted)
{
    struct move move = { 0 };
    const struct offer *offer;
    look(mover());
    select_verb(wanted.verb);
    offer = &shown.stage.offers[choice.offer].offer;
    for (cells left = wanted.set; left; left = cells_without_first(left)) {
        type_number(cells_first(left));
        if (offer->pick > 1)
            assert_int_equal(press(' ', &move), CHOICE_GOES_ON);
    }
    assert_int_equal(press(PRESS_ENTER, &move), CHOICE_MADE);
    assert_true(move_equal(move, wanted));
    if (offer->pick < 2)
        return;
    look(mover());
    for (cells left = wanted.set; left; left = cells_without_first(left))
        assert_int_equal(press(PRESS_CELL + cells_first(left), &move), CHOICE_GOES_ON);
    assert_int_equal(press(PRESS_ENTER, &move), CHOICE_MADE);
    assert_true(move_equal(move, wanted));
}

static void check_presses(const struct variant *variant, struct random *random)
{
    begin(variant, random->draw(random));
    while (mover()) {
        struct view view = table_view(seating.table, mover());
        struct walk walk = { 0 };
        for (unsigned i = 0; i < 60 && view_walk(variant, &view, &walk); i++)
            check_reachable(walk.move);
        seating_play(&seating, view_draw(variant, &view, random));
    }
}

static void every_legal_move_can_be_typed_and_clicked(void **state)
{
    (void)state;
    support_each(4, check_presses);
}

static void a_click_plays_on_the_cell(void **state)
{
    (void)state;
    struct variant variant = variant_book(&game_pathfinder);
    struct move move;
    begin(&variant, 1);
    look(SEAT_1);
    assert_int_equal(press(PRESS_CELL + 2, &move), CHOICE_MADE);
    assert_true(move_equal(move, (struct move){ .verb = 0, .set = cell(2) }));
    look(SEAT_1);
    assert_int_equal(press(PRESS_CELL + 5, &move), CHOICE_GOES_ON); // too far to move
    assert_int_equal(shown.stage.offers[choice.offer].offer.verb,
                     1); // an obstacle, if that is meant
    assert_int_equal(press(PRESS_CELL + 5, &move), CHOICE_MADE);
    assert_true(move_equal(move, (struct move){ .verb = 1, .set = cell(5) }));
    look(SEAT_1);
    assert_int_equal(press(PRESS_CELL + 9, &move), CHOICE_GOES_ON);
    assert_true(strlen(choice.note) > 0);
}

static void arrows_follow_the_line(void **state)
{
    (void)state;
    struct variant variant = variant_book(&game_blockade);
    struct move move;
    begin(&variant, 1);
    seating_play(&seating, (struct move){ .verb = 0, .set = cell(2) });
    look(SEAT_1); // a blockade on 1 or 3 to 9
    assert_int_equal(choice.number, 1);
    press(PRESS_RIGHT, &move);
    assert_int_equal(choice.number, 3);
    press(PRESS_END, &move);
    assert_int_equal(choice.number, 9);
    press(PRESS_RIGHT, &move);
    assert_int_equal(choice.number, 9);
    press(PRESS_HOME, &move);
    assert_int_equal(choice.number, 1);
    assert_int_equal(press(PRESS_ENTER, &move), CHOICE_MADE);
    seating_play(&seating, move);
    look(SEAT_2); // moves towards 0: left is farther
    press(PRESS_LEFT, &move);
    assert_int_equal(choice.number, 2);
}

static void up_and_down_go_from_row_to_row(void **state)
{
    (void)state;
    struct variant variant = variant_book(&game_number_mines);
    struct move move;
    begin(&variant, 1);
    look(SEAT_1);
    struct screen screen = paint(12, 40, true); // 1 to 7, 8 to 14, 15 to 20
    struct page_play page = { .shown = &shown, .choice = &choice };
    choice.row = page_row_cells(&screen, &page);
    screen_free(&screen);
    assert_int_equal(choice.number, 2);
    press(PRESS_DOWN, &move);
    assert_int_equal(choice.number, 9);
    press(PRESS_DOWN, &move);
    assert_int_equal(choice.number, 16);
    press(PRESS_UP, &move);
    assert_int_equal(choice.number, 9);
}

static void refusals_speak_as_the_book_does(void **state)
{
    (void)state;
    struct variant variant = variant_book(&game_pathfinder);
    struct move move;
    begin(&variant, 1);
    look(SEAT_1);
    assert_int_equal(press('7', &move), CHOICE_GOES_ON);
    assert_non_null(strstr(choice.note, "Cannot move 7 cells"));
    struct screen screen = paint(24, 80, true);
    assert_true(shows(&screen, "Cannot move 7 cells"));
    screen_free(&screen);
}

static void begin_mined_goal(void)
{
    struct text text = TEXT_OF(TEXT_MAX);
    struct variant variant;
    assert_true(variant_parse(&game_number_mines, "length=6,mines=1", &variant, &text));
    begin(&variant, 1);
    for (unsigned i = 0; i < 2; i++)
        seating_play(&seating, (struct move){ .verb = 0, .set = cell(5) });
    for (unsigned i = 0; i < 2; i++)
        seating_play(&seating, (struct move){ .verb = 1, .set = cell(3 - 2 * i) });
}

// Ann, on 4 of 6, types 3, which is refused: Enter is not to step onto the mine on 5.
static void after_a_refusal_enter_waits_for_a_choice(void **state)
{
    (void)state;
    struct move move;
    begin_mined_goal();
    look(SEAT_1);
    press('3', &move);
    assert_non_null(strstr(choice.note, "You cannot move beyond position 6"));
    assert_int_equal(press(PRESS_ENTER, &move), CHOICE_GOES_ON);
    assert_int_equal(press(PRESS_ENTER, &move), CHOICE_GOES_ON);
    struct screen screen = paint(24, 80, true);
    assert_true(shows(&screen, "Nothing is chosen"));
    screen_free(&screen);
    press('2', &move);
    assert_int_equal(press(PRESS_ENTER, &move), CHOICE_MADE);
    assert_true(move_equal(move, (struct move){ .verb = 1, .set = cell(2) }));
    choice_refuse(&choice, "No.");
    assert_int_equal(press(PRESS_ENTER, &move), CHOICE_GOES_ON);
    press(PRESS_RIGHT, &move);
    assert_int_equal(press(PRESS_ENTER, &move), CHOICE_MADE);
}

// What is marked stays chosen, and Enter says again what is wrong with it.
static void marks_that_were_refused_can_be_tried_again(void **state)
{
    (void)state;
    struct variant variant = variant_book(&game_trap_runner);
    struct move move;
    begin(&variant, 1);
    look(SEAT_1);
    for (unsigned i = 2; i <= 4; i++) {
        press('0' + i, &move);
        press(' ', &move);
    }
    assert_int_equal(press(PRESS_ENTER, &move), CHOICE_MADE);
    choice_refuse(&choice, "These traps leave no safe way.");
    assert_int_equal(press(PRESS_ENTER, &move), CHOICE_MADE);
    assert_true(move.set == cells_span(2, 4));
    press('3', &move);
    press(' ', &move); // one fewer
    choice_refuse(&choice, "No.");
    assert_int_equal(press(PRESS_ENTER, &move), CHOICE_GOES_ON);
    assert_non_null(strstr(choice.note, "Nothing is chosen"));
}

static void a_number_begun_is_shown_and_chooses_nothing(void **state)
{
    (void)state;
    struct variant variant = variant_book(&game_number_mines);
    struct move move;
    begin(&variant, 1);
    look(SEAT_1);
    press(PRESS_RIGHT, &move);
    press('1', &move); // of 10 to 19; 1 itself is the start
    struct screen screen = paint(24, 80, true);
    assert_true(shows(&screen, "Typed so far: 1_"));
    screen_free(&screen);
    press(' ', &move);
    assert_int_equal(choice.marked, 0);
    assert_int_equal(press(PRESS_ENTER, &move), CHOICE_GOES_ON);
    assert_int_equal(choice.marked, 0);
    press('1', &move);
    press('2', &move);
    press(' ', &move);
    assert_int_equal(choice.marked, cell(12));
}

static void undo_is_named_only_where_it_works(void **state)
{
    (void)state;
    struct variant variant = variant_book(&game_trap_runner);
    struct act undo = { .kind = ACT_UNDO, .seat = SEAT_2 };
    for (unsigned people = 1; people <= 2; people++) {
        seating_begin(&seating, &variant, SEAT_1, people == 1 ? SEAT_1 : SEAT_NOBODY, 1);
        seating_play(&seating, (struct move){ .verb = 0, .set = cells_span(4, 6) });
        look(SEAT_2);
        struct screen screen = paint(24, 80, true);
        bool named = shows(&screen, "u undo");
        assert_int_equal(named, seating_act(&seating, undo).kind != NEWS_REFUSED);
        assert_true(people == 2 || !named); // a computer's traps are not hidden twice
        screen_free(&screen);
    }
}

static void a_hint_says_how_much_it_leaves_out(void **state)
{
    (void)state;
    struct variant variant = variant_book(&game_blockade);
    static struct news hint = { .kind = NEWS_HINT, .words = "Best: block 1.", .row_total = 30 };
    begin(&variant, 1);
    seating_play(&seating, (struct move){ .verb = 0, .set = cell(2) });
    look(SEAT_1); // a blockade on 1 or 3 to 9
    for (; hint.row_count < NEWS_ROWS; hint.row_count++)
        hint.rows[hint.row_count].move = (struct move){ .verb = 1, .set = cell(3) };
    for (unsigned cols = 40; cols <= 80; cols += 40) {
        struct screen screen = { .ascii = true };
        assert_true(screen_resize(&screen, 12, cols));
        page_paint_play(&screen,
                        &(struct page_play){ .shown = &shown, .choice = &choice, .hint = &hint });
        unsigned bars = 0, more = 0;
        for (unsigned row = 0; row < screen.rows; row++) {
            const char *rest = strstr(row_of(&screen, row), "... and");
            bars += strstr(row_of(&screen, row), "block 3") != NULL;
            if (rest)
                sscanf(rest, "... and %u more", &more);
        }
        assert_int_equal(bars + more, hint.row_total);
        screen_free(&screen);
    }
}

// Of moves with many numbers, too, in the window that most people have.
static void moves_of_a_hint_can_be_told_apart(void **state)
{
    (void)state;
    struct text why = TEXT_OF(TEXT_MAX);
    struct variant variant;
    static struct news hint = { .kind = NEWS_HINT, .words = "Best: mine 2 3 5 6.", .row_total = 2 };
    assert_true(variant_parse(&game_number_mines, "length=20,mines=4", &variant, &why));
    begin(&variant, 1);
    look(SEAT_1);
    hint.row_count = 2;
    for (unsigned i = 0; i < 2; i++) {
        hint.rows[i].move.set = cell(12) | cell(13) | cell(15) | cell(17 + i);
        hint.rows[i].share = 425;
        strcpy(hint.rows[i].chance, "17/40 (42.5 %); one best plan plays it 9 % of the time");
    }
    struct screen screen = { .ascii = true };
    assert_true(screen_resize(&screen, 24, 80));
    page_paint_play(&screen,
                    &(struct page_play){ .shown = &shown, .choice = &choice, .hint = &hint });
    assert_true(shows(&screen, "mine 12 13 15 17") && shows(&screen, "mine 12 13 15 18"));
    assert_true(shows(&screen, "42.5 %"));
    screen_free(&screen);
}

// Fractions stand in all rows or in none.
static void rows_of_a_hint_are_alike(void **state)
{
    (void)state;
    struct variant variant = variant_book(&game_minefield);
    static struct news hint = { .kind = NEWS_HINT, .words = "Best: move.", .row_total = 2 };
    begin(&variant, 1);
    look(SEAT_1);
    hint.row_count = 2;
    hint.rows[0] = (struct news_row){ .share = 417, .chance = "5/12 (41.7 %)" };
    for (unsigned many = 0; many < 2; many++) {
        const char *other = many ? "8837/23940 (36.9 %)" : "3/8 (37.5 %)";
        hint.rows[1] = (struct news_row){ .move = { .verb = 1, .set = cell(4) }, .share = 370 };
        strcpy(hint.rows[1].chance, other);
        struct screen screen = { .ascii = true };
        assert_true(screen_resize(&screen, 24, 80));
        page_paint_play(&screen,
                        &(struct page_play){ .shown = &shown, .choice = &choice, .hint = &hint });
        assert_true(shows(&screen, "41.7 %") && shows(&screen, many ? "36.9 %" : "3/8 (37.5 %)"));
        assert_int_equal(shows(&screen, "5/12"), !many);
        screen_free(&screen);
    }
}

// Their first groups in one line, as soon as they are there; the proof has all of it.
static void commitments_are_shown_to_be_compared(void **state)
{
    (void)state;
    static const struct game *const hiding[] = { &game_minefield, &game_trap_runner,
                                                 &game_number_mines };
    static const char *const hides[] = { NULL, "trap 1 5 9", "mine 5 9 14" };
    for (unsigned i = 0; i < 3; i++) {
        struct variant variant = variant_book(hiding[i]);
        struct text seal = TEXT_OF(128);
        begin(&variant, 1);
        if (hides[i])
            play(hides[i]);
        look(shown.stage.mover);
        assert_int_equal(shown.stage.seal_count, 1);
        commit_print(shown.stage.seals[0].seal.commitment, &seal);
        struct screen screen = paint(24, 80, false);
        assert_true(shows(&screen, "Sealed: "));
        seal.at[9] = '\0';
        assert_true(shows(&screen, seal.at));
        screen_free(&screen);
    }
}

// Where both hide something first, too.
static void a_toss_is_told(void **state)
{
    (void)state;
    static const struct game *const tossed[] = { &game_minefield, &game_number_mines };
    for (unsigned i = 0; i < 2; i++) {
        struct variant variant = variant_book(tossed[i]);
        seating_begin(&seating, &variant, SEAT_NOBODY, SEAT_NOBODY, 1);
        if (game_has_secrets(tossed[i])) {
            play("mine 5 9 14");
            play("mine 6 10 15");
        }
        look(mover());
        struct screen screen = paint(24, 80, false);
        assert_true(shows(&screen, "The toss: "));
        screen_free(&screen);
    }
}

static void before_the_first_round_everybody_is_waited_for(void **state)
{
    (void)state;
    struct text why = TEXT_OF(TEXT_MAX);
    struct table_setup setup = table_usual(&game_pathfinder);
    struct table *table = table_new(&setup, &why);
    assert_non_null(table);
    table_stage(table, SEAT_1, 0, &shown.stage);
    shown.game = &game_pathfinder;
    choice_begin(&choice, &shown);
    struct screen screen = paint(24, 80, true);
    assert_true(shows(&screen, "Waiting for Player 2."));
    assert_true(shows(&screen, "stride 3"));
    assert_false(shows(&screen, "Round"));
    assert_true(shows(&screen, "+--")); // the board as it will be
    screen_free(&screen);
    table_free(table);
}

static void no_more_is_marked_than_asked_for(void **state)
{
    (void)state;
    struct variant variant = variant_book(&game_trap_runner);
    struct move move;
    begin(&variant, 1);
    look(SEAT_1);
    for (unsigned i = 1; i <= 4; i++)
        press(PRESS_CELL + i, &move);
    assert_int_equal(choice.marked, cells_span(1, 3));
    assert_true(strlen(choice.note) > 0);
    press(PRESS_CELL + 2, &move); // a second click takes the mark away
    assert_int_equal(choice.marked, cell(1) | cell(3));
}

static void secrets_are_for_their_owner_only(void **state)
{
    (void)state;
    struct variant variant = variant_book(&game_number_mines);
    begin(&variant, 1);
    play("mine 5 9 14");
    play("mine 6 10 15");
    look(SEAT_1);
    struct screen own = paint(24, 80, true);
    assert_true(shows(&own, "*A"));
    assert_false(shows(&own, "*B"));
    screen_free(&own);
    look(SEAT_NOBODY);
    struct screen all = paint(24, 80, true);
    assert_false(shows(&all, "*"));
    screen_free(&all);
}

static void the_end_reveals_everything(void **state)
{
    (void)state;
    struct variant variant = variant_book(&game_number_mines);
    begin(&variant, 1);
    play("mine 5 9 14");
    play("mine 2 3 4");
    play("step 1");
    look(SEAT_NOBODY);
    struct screen screen = paint(24, 80, true);
    assert_true(shows(&screen, "*A"));
    assert_true(shows(&screen, "*B"));
    assert_true(shows(&screen, "Player B wins: Player A stepped on"));
    assert_true(shows(&screen, "other begins"));
    screen_free(&screen);
}

static void play_round(const char *const *moves)
{
    for (; *moves; moves++)
        play(*moves);
    look(SEAT_NOBODY);
    assert_int_not_equal(shown.stage.winner, SEAT_NOBODY);
}

static void next_round(unsigned first)
{
    seating_act(&seating, (struct act){ .kind = ACT_READY, .seat = SEAT_1 });
    look(SEAT_NOBODY);
    assert_int_equal(shown.stage.first, first);
}

static void a_match_alternates_and_tallies(void **state)
{
    (void)state;
    struct variant variant = variant_book(&game_trap_runner);
    const char *caught[] = { "trap 1 2 3", "run 1", NULL };
    const char *through[] = { "trap 1 2 4", "run 3", "run 3", "run 3", "run 1", NULL };
    seating_begin_match(&seating, &variant, SEAT_1, 3);
    play_round(caught); // Player 1, as Trapper
    next_round(SEAT_2);
    play_round(through); // Player 1, as Runner
    assert_false(shown.stage.over);
    next_round(SEAT_1);
    play_round(through); // Player 2, as Runner
    assert_true(shown.stage.over);
    assert_non_null(strstr(said(), "After 3 of 3 rounds:\n"
                                   "  Player 1: 2 wins (1 as Trapper, 1 as Runner)\n"
                                   "  Player 2: 1 win (0 as Trapper, 1 as Runner)\n"
                                   "Player 1 wins the match!\n"));
}

static void equal_tallies_are_a_drawn_match(void **state)
{
    (void)state;
    struct variant variant = variant_book(&game_number_mines);
    seating_begin_match(&seating, &variant, SEAT_2, 2);
    play_round((const char *[]){ "mine 2 3 4", "mine 10 11 12", "step 3", NULL });
    assert_null(strstr(said(), "match"));
    next_round(SEAT_1);
    play_round((const char *[]){ "mine 10 11 12", "mine 2 3 4", "step 3", NULL });
    assert_non_null(strstr(said(), "The match is drawn.\n"));
    assert_non_null(strstr(said(), "first player"));
}

static void a_small_window_is_told_so(void **state)
{
    (void)state;
    for (unsigned rows = 1; rows < 14; rows += 3)
        for (unsigned cols = 1; cols < 45; cols += 4) {
            struct screen screen = { 0 };
            assert_true(screen_resize(&screen, rows, cols));
            page_paint_too_small(&screen);
            assert_int_equal(screen.at[0].character, L'T');
            screen_free(&screen);
        }
}

static void fill_file(const char *path, const char *text, unsigned times)
{
    FILE *file = fopen(path, "w");
    while (times--)
        fputs(text, file);
    fclose(file);
}

static void choices_survive_and_tolerate(void **state)
{
    (void)state;
    char directory[] = "/tmp/causeway-choices-XXXXXX", path[64], value[CHOICES_VALUE_SIZE];
    static struct choices choices;
    assert_non_null(mkdtemp(directory));
    setenv("XDG_CONFIG_HOME", directory, 1);
    choices_read(&choices);
    choices_get(&choices, "a", "rounds", value);
    assert_string_equal(value, "");
    choices_set(&choices, "a", "rounds", "3");
    choices_set(&choices, "", "game", "a");
    choices_set(&choices, "a", "rounds", "12");
    choices_write(&choices);
    choices_read(&choices);
    choices_get(&choices, "a", "rounds", value);
    assert_string_equal(value, "12");
    choices_get(&choices, "", "game", value);
    assert_string_equal(value, "a");
    snprintf(path, sizeof path, "%s/causeway/choices", directory);
    fill_file(path, "rubbish\n=\ngame", 1);
    choices_read(&choices);
    choices_get(&choices, "", "game", value);
    assert_string_equal(value, "");
    choices_set(&choices, "", "game", "b");
    choices_get(&choices, "", "game", value);
    assert_string_equal(value, "b");
    fill_file(path, "not ours\n", 3000);
    choices_read(&choices);
    choices_set(&choices, "", "game", "b");
    choices_write(&choices);
    FILE *file = fopen(path, "r");
    fseek(file, 0, SEEK_END);
    assert_int_equal(ftell(file), 27000);
    fclose(file);
    remove(path);
    snprintf(path, sizeof path, "%s/causeway", directory);
    rmdir(path);
    rmdir(directory);
}

static unsigned row_with(const struct screen *screen, const char *text)
{
    for (unsigned row = 0; row < screen->rows; row++)
        if (strstr(row_of(screen, row), text))
            return row;
    fail_msg("there is no '%s'", text);
    return 0;
}

static bool has_ends(const struct variant *variant)
{
    struct state state = game_start(variant, SEAT_1);
    struct view view = game_view(&state, SEAT_NOBODY);
    struct board board;
    bool found = false;
    view_board(variant, &view, &board);
    for (unsigned i = board.first; i <= board.last; i++)
        found |= board.square[i].start || board.square[i].goal;
    return found;
}

// Frames three rows apart, and start and goal under them, or whose goals they are, where the
// board has such.
static void check_board(const struct variant *variant, struct random *random)
{
    begin(variant, random->draw(random));
    look(mover());
    struct screen screen = paint(24, 80, true);
    unsigned top = row_with(&screen, "+--");
    for (unsigned i = 1; i <= 3; i++)
        assert_non_null(strchr(row_of(&screen, top + i), '|'));
    assert_non_null(strstr(row_of(&screen, top + 4), "+--"));
    const char *under = row_of(&screen, top + 6);
    if (has_ends(variant)) {
        assert_true(strstr(under, "start") ||
                    (strstr(under, "goal of P1") && strstr(under, "goal of P2")));
        assert_non_null(strstr(under, "goal"));
    }
    screen_free(&screen);
}

static void every_board_is_three_rows_high(void **state)
{
    (void)state;
    struct random random = random_seeded(1);
    for (const struct game *const *game = games; *game; game++) {
        struct variant variant = variant_book(*game);
        check_board(&variant, &random);
    }
}

static struct screen paint_hint(unsigned rows, unsigned cols, const struct news *hint,
                                unsigned from)
{
    struct screen screen = { .ascii = true };
    assert_true(screen_resize(&screen, rows, cols));
    page_paint_play(
        &screen,
        &(struct page_play){ .shown = &shown, .choice = &choice, .hint = hint, .hint_from = from });
    return screen;
}

static void a_hint_stands_in_the_cells(void **state)
{
    (void)state;
    struct variant variant = variant_book(&game_pathfinder);
    static struct news hint = { .kind = NEWS_HINT, .viewer = SEAT_1, .words = "Best: move 3." };
    begin(&variant, 1);
    look(SEAT_1);
    for (unsigned i = 0; i < 8; i++)
        hint.rows[i] =
            (struct news_row){ .move = { .verb = i > 2, .set = cell(i > 2 ? i - 2 : i + 1) },
                               .share = (uint16_t)(i < 7 ? 371 + 100 * i : 1000),
                               .kind = i == 2 ? NEWS_UNKNOWN : NEWS_EXACT,
                               .chance = "37/100 (37.1 %)" };
    snprintf(hint.rows[2].chance, sizeof hint.rows[2].chance, "not known");
    hint.row_count = hint.row_total = 8;
    struct screen screen = paint_hint(40, 120, &hint, 0);
    unsigned row = row_with(&screen, "37%");
    assert_non_null(strstr(row_of(&screen, row), "47%"));
    assert_null(strstr(row_of(&screen, row), "57%")); // it is not known
    assert_true(shows(&screen, "[Move forward]  Place an obstacle"));
    assert_true(shows(&screen, "Player 1's chance to win:"));
    screen_free(&screen);
    struct move ignored;
    press(PRESS_TAB, &ignored); // the other action, the other chances
    screen = paint_hint(40, 120, &hint, 4);
    assert_true(shows(&screen, "67%"));
    assert_false(shows(&screen, "37%"));
    assert_false(shows(&screen, "move 1"));
    assert_true(shows(&screen, "place 2"));
    screen_free(&screen);
}

// Part of a number would be another one: 100 % is not shown as 10, nor 83 % as [3].
static void chances_are_whole_in_narrow_cells(void **state)
{
    (void)state;
    struct variant variant = variant_book(&game_pathfinder);
    static struct news hint = { .kind = NEWS_HINT, .viewer = SEAT_1, .words = "Best: move 3." };
    begin(&variant, 1);
    look(SEAT_1);
    for (unsigned i = 0; i < 3; i++)
        hint.rows[i] = (struct news_row){ .move = { .set = cell(i + 1) },
                                          .share = i == 2 ? 1000 : 0,
                                          .best = i == 2,
                                          .kind = NEWS_TURNS,
                                          .chance = "loses in 18 turns" };
    hint.row_count = hint.row_total = 3;
    struct screen screen = paint_hint(24, 80, &hint, 0);
    assert_true(shows(&screen, "|0 |0 |> |"));
    assert_true(shows(&screen, "loses in 18 turns"));
    screen_free(&screen);
    hint.rows[0].share = 999; // only what is certain is 0 or 100
    hint.rows[1].share = 1;
    screen = paint_hint(24, 200, &hint, 0);
    unsigned chances = row_with(&screen, ">100%");
    assert_non_null(strstr(row_of(&screen, chances), " 99%"));
    assert_non_null(strstr(row_of(&screen, chances), " 1%"));
    screen_free(&screen);
    variant = variant_book(&game_minefield);
    begin(&variant, 1);
    look(SEAT_1);
    hint.rows[0] = (struct news_row){
        .move = { .verb = 1 }, .share = 833, .kind = NEWS_EXACT, .chance = "5/6 (83.3 %)"
    };
    hint.row_count = hint.row_total = 1;
    screen = paint_hint(12, 50, &hint, 0);
    assert_true(shows(&screen, "83"));
    assert_false(shows(&screen, "[3]"));
    screen_free(&screen);
}

// However few are shown at once, going on shows every move.
static void every_move_of_a_hint_can_be_seen(void **state)
{
    (void)state;
    struct variant variant = variant_book(&game_minefield);
    static struct news hint = { .kind = NEWS_HINT, .viewer = SEAT_1, .words = "Best: scan 3." };
    static const struct {
        unsigned rows, cols;
        bool more;
    } windows[] = { { 12, 40, true }, { 24, 80, true }, { 60, 200, false } };
    begin(&variant, 1);
    look(SEAT_1);
    for (hint.row_count = 0; hint.row_count < 10; hint.row_count++)
        hint.rows[hint.row_count] =
            (struct news_row){ .move = { .verb = 2, .set = cell(hint.row_count + 1u) },
                               .kind = NEWS_EXACT,
                               .chance = "1/2 (50.0 %)" };
    hint.row_total = hint.row_count;
    for (unsigned i = 0; i < sizeof windows / sizeof *windows; i++) {
        struct page_play page = { .shown = &shown, .choice = &choice, .hint = &hint };
        cells seen = 0;
        for (unsigned turn = 0; turn < 12; turn++) {
            struct screen screen = { .ascii = true };
            assert_true(screen_resize(&screen, windows[i].rows, windows[i].cols));
            page_paint_play(&screen, &page);
            for (unsigned n = 1; n <= 10; n++) {
                char move[16];
                snprintf(move, sizeof move, "scan %u ", n);
                seen |= shows(&screen, move) ? cell(n) : 0;
            }
            assert_true(windows[i].cols < 80 || shows(&screen, "PgDn more") == windows[i].more);
            screen_free(&screen);
            assert_true(page_hint_press(&page, turn % 2 ? PRESS_WHEEL_DOWN : PRESS_PAGE_DOWN));
        }
        assert_true(seen == cells_span(1, 10));
    }
}

// What to do and what matters of the rules is whole in the smallest window.
static void a_small_window_says_what_to_do(void **state)
{
    (void)state;
    static const struct {
        const struct game *game;
        const char *asks, *rules;
    } cases[] = { { &game_trap_runner, " traps. ", "3 traps" },
                  { &game_number_mines, " mines. ", "3 mines each" },
                  { &game_minefield, "Move forward to 1 ", "10 steps, 3 mines, 0 found" } };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct variant variant = variant_book(cases[i].game);
        begin(&variant, 1);
        look(SEAT_1);
        struct screen screen = paint(12, 40, true);
        assert_true(shows(&screen, cases[i].asks) && shows(&screen, cases[i].rules));
        screen_free(&screen);
    }
    struct screen screen = { .ascii = true };
    struct page_cover cover = { "Trap Runner", "Annabelle", "Ben", "to hide something" };
    assert_true(screen_resize(&screen, 12, 40));
    page_paint_cover(&screen, &cover);
    assert_true(shows(&screen, "something.") && shows(&screen, "Ben, look away now."));
    screen_free(&screen);
    // Nor do the longest names cost a word of it.
    cover = (struct page_cover){ "Number Mines", "Annabelle Constantinopolitan-Ott",
                                 "Bartholomew Featherstonehaugh-II",
                                 "to look at what you have hidden" };
    screen = (struct screen){ .ascii = true };
    assert_true(screen_resize(&screen, 12, 40));
    page_paint_cover(&screen, &cover);
    assert_true(shows(&screen, "Annabelle") && shows(&screen, "hidden.") &&
                shows(&screen, "Bartholomew") && shows(&screen, "looking.") &&
                shows(&screen, "y it is me"));
    screen_free(&screen);
}

// In one row for both, nothing of a player is cut in the middle of a word.
static void players_are_whole_in_a_small_window(void **state)
{
    (void)state;
    struct text why = support_text();
    struct variant variant;
    assert_true(variant_parse(&game_number_mines, "length=9", &variant, &why));
    begin(&variant, 1);
    play("mine 4 6 8");
    play("mine 4 6 8");
    look(SEAT_1);
    strcpy(shown.stage.supplies[SEAT_1], "lives: 2");
    strcpy(shown.stage.supplies[SEAT_2], "lives: 2");
    strcpy(shown.stage.name[SEAT_1], "Ann");
    strcpy(shown.stage.name[SEAT_2], "Medium");
    strcpy(shown.stage.player[SEAT_2], "medium");
    shown.stage.computer[SEAT_2] = true;
    shown.stage.mover = SEAT_1;
    struct screen screen = paint(12, 40, true);
    unsigned row = row_with(&screen, "A   Ann, lives: 2");
    assert_non_null(strstr(row_of(&screen, row), "B   Medium "));
    assert_null(strstr(row_of(&screen, row), "Medium,"));
    assert_true(shows(&screen, "... (c)"));
    screen_free(&screen);
    strcpy(shown.stage.name[SEAT_1], "Annabelle Constantinopol");
    strcpy(shown.stage.player[SEAT_1], "easy"); // lives matter more than how it plays
    screen = paint(12, 40, true);
    assert_true(shows(&screen, "A   Annabelle Constantinopol ") && !shows(&screen, "Medium"));
    screen_free(&screen);
    strcpy(shown.stage.name[SEAT_1], "Annabelle Constanti");
    screen = paint(12, 40, true);
    assert_true(shows(&screen, "Constanti, lives: 2") && !shows(&screen, "easy"));
    screen_free(&screen);
}

static void a_level_is_said_once(void **state)
{
    (void)state;
    struct variant variant = variant_book(&game_blockade);
    begin(&variant, 1);
    look(SEAT_1);
    strcpy(shown.stage.name[SEAT_2], "Medium 2");
    strcpy(shown.stage.player[SEAT_2], "medium");
    struct screen screen = paint(24, 80, true);
    assert_true(shows(&screen, "Medium 2") && !shows(&screen, ", medium"));
    screen_free(&screen);
    strcpy(shown.stage.name[SEAT_2], "Mole");
    screen = paint(24, 80, true);
    assert_true(shows(&screen, "Mole, medium"));
    screen_free(&screen);
}

static void the_legend_names_what_is_on_the_board(void **state)
{
    (void)state;
    struct variant variant = variant_book(&game_number_mines);
    begin(&variant, 1);
    play("mine 5 9 14");
    play("mine 2 3 4");
    play("step 1");
    look(SEAT_NOBODY);
    struct screen screen = paint(24, 80, true);
    assert_true(shows(&screen, "*B hidden by Player B"));
    assert_true(shows(&screen, "! stepped on"));
    screen_free(&screen);
    shown.stage.board.square[3].mines = shown.stage.board.square[4].mines = 0;
    screen = paint(24, 80, true);
    assert_true(shows(&screen, "A!")); // the only one of B's is under the token
    assert_false(shows(&screen, "*B"));
    assert_true(shows(&screen, "*A hidden by Player A"));
    screen_free(&screen);
}

static void what_was_made_safe_is_no_mine(void **state)
{
    (void)state;
    struct variant variant = variant_book(&game_minefield);
    begin(&variant, 1);
    look(SEAT_NOBODY);
    struct board_square *square = &shown.stage.board.square[3];
    *square = (struct board_square){ .tokens = 1 << SEAT_1, .mines = 1 << SEAT_CHANCE };
    struct screen screen = paint(24, 80, true);
    assert_true(shows(&screen, "P1*"));
    screen_free(&screen);
    square->disarmed = true;
    screen = paint(24, 80, true);
    assert_false(shows(&screen, "P1*"));
    screen_free(&screen);
}

static struct screen paint_end(unsigned rows, unsigned cols)
{
    struct screen screen = { .ascii = true };
    assert_true(screen_resize(&screen, rows, cols));
    page_paint_play(&screen, &(struct page_play){ .shown = &shown,
                                                  .choice = &choice,
                                                  .verdict = "The turning point.",
                                                  .chart = "Chance to win\n" });
    return screen;
}

static unsigned count_ink(const struct screen *screen, enum screen_ink ink)
{
    unsigned count = 0;
    for (unsigned i = 0; i < screen->rows * screen->cols; i++)
        count += screen->at[i].ink == ink;
    return count;
}

// As the person at the screen wants to hear it; and it is the largest thing.
static void the_winner_is_named_last(void **state)
{
    (void)state;
    struct variant variant = variant_book(&game_blockade);
    static const char *const wanted[] = { "Player 1 has won", "You lost", "You won" };
    for (unsigned computer = SEAT_NOBODY; computer <= SEAT_2; computer++) {
        seating_begin(&seating, &variant, SEAT_1, computer, 1);
        play("move 2");
        play("block 9");
        look(computer ? opponent(computer) : SEAT_NOBODY);
        for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            struct screen screen = paint_end(sizes[i][0], sizes[i][1]);
            assert_true(shows(&screen, wanted[computer]));
            assert_true(shows(&screen, "q leave") && shows(&screen, "? help"));
            if (sizes[i][0] >= 18)
                assert_true(count_ink(&screen, INK_SEAT_1) >= 3 * 38);
            screen_free(&screen);
        }
        look(SEAT_NOBODY); // who watches has neither won nor lost
        struct screen screen = paint_end(24, 80);
        assert_true(shows(&screen, "Player 1 has won") && !shows(&screen, "You "));
        screen_free(&screen);
    }
}

static void a_large_window_is_filled_from_the_middle(void **state)
{
    (void)state;
    struct variant variant = variant_book(&game_trap_runner);
    begin(&variant, 1);
    look(SEAT_1);
    struct screen screen = paint(50, 200, true);
    assert_non_null(strstr(row_of(&screen, 0), "          Trap Runner"));
    unsigned top = row_with(&screen, "+--");
    assert_non_null(strstr(row_of(&screen, top + 6), "+--")); // five rows high
    const char *frame = strstr(row_of(&screen, top), "+--");
    unsigned left = (unsigned)(frame - row_of(&screen, top));
    assert_true(left >= 15 && left <= 45);
    screen_free(&screen);
}

static void a_list_is_gone_along(void **state)
{
    (void)state;
    static struct page_row rows[30];
    struct page_list list = { .rows = rows, .count = 30 };
    static const struct {
        uint32_t press;
        unsigned focus;
    } steps[] = { { PRESS_UP, 29 },       { PRESS_DOWN, 0 },        { PRESS_PAGE_DOWN, 10 },
                  { PRESS_TAB, 11 },      { PRESS_END, 29 },        { PRESS_PAGE_DOWN, 29 },
                  { PRESS_PAGE_UP, 19 },  { PRESS_ROW + 4, 4 },     { PRESS_PAGE_UP, 0 },
                  { PRESS_ROW + 29, 29 }, { PRESS_WHEEL_DOWN, 29 }, { PRESS_HOME, 0 },
                  { PRESS_WHEEL_UP, 0 },  { PRESS_WHEEL_DOWN, 1 } };
    for (unsigned i = 0; i < sizeof steps / sizeof *steps; i++) {
        assert_true(page_list_press(&list, steps[i].press));
        assert_int_equal(list.focus, steps[i].focus);
    }
    assert_false(page_list_press(&list, PRESS_ROW + 30));
    assert_false(page_list_press(&list, PRESS_ENTER));
    list.count = 0;
    assert_true(page_list_press(&list, PRESS_DOWN));
    assert_int_equal(list.focus, 0);
}

static void a_list_of_nothing_is_painted(void **state)
{
    (void)state;
    struct screen screen = { .ascii = true };
    static const struct page_key keys[] = { { 0 } };
    struct page_list list = { .title = "T", .state = "0 games", .warning = "None.", .keys = keys };
    assert_true(screen_resize(&screen, 12, 40));
    page_paint_list(&screen, &list);
    assert_true(shows(&screen, "0 games"));
    assert_true(shows(&screen, "None."));
    list.warning = "";
    page_paint_list(&screen, &list);
    screen_free(&screen);
}

static void make_review(struct review *made)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct variant variant = variant_book(&game_blockade);
    struct limits limits = { .memory = 64 << 20 };
    begin(&variant, 1);
    play("move 1");
    play("block 8");
    play("move 1");
    play("block 2");
    look(SEAT_NOBODY);
    assert_int_equal(shown.stage.winner, SEAT_2);
    assert_true(review_make_from(made, &variant, SEAT_1, shown.stage.moves, shown.stage.move_count,
                                 SEAT_NOBODY, &limits, &why));
}

static void the_chart_is_labelled(void **state)
{
    (void)state;
    struct text text = TEXT_OF(TEXT_MAX);
    struct review made;
    const char *name[SEATS] = { "", "Ann", "Benjamin" };
    make_review(&made);
    verdict_chart(&made, name, true, made.count + 1, &text);
    assert_string_equal(text.at, "Chance to win before each move, in ninths:\n"
                                 "Ann      99000  lost\n"
                                 "Benjamin 00999  won\n"
                                 "         1    \n");
    text_clear(&text);
    verdict_chart(&made, name, true, 2, &text);
    assert_non_null(strstr(text.at, "\n           ^  \n"));
    text_clear(&text);
    report_point(&made, 1, name, &text);
    assert_non_null(strstr(text.at, "2. Ann: block 8 ??\n"));
    assert_non_null(strstr(text.at, "best: block 9"));
    review_clear(&made);
}

// Once, to the width of the page: what was folded to another one before would be in shreds.
static void a_review_is_folded_to_its_page(void **state)
{
    (void)state;
    struct text turning = TEXT_OF(TEXT_MAX), folded = TEXT_OF(TEXT_MAX);
    const char *name[SEATS] = { "", "Ann", "Bartholomew Featherstonehaugh-II" };
    char printed[2 * TEXT_MAX] = "";
    struct review made;
    make_review(&made);
    FILE *out = fmemopen(printed, sizeof printed, "w");
    assert_non_null(out);
    report_moves(&made, name, 38, out);
    fclose(out);
    review_print_turning(&made, name, &turning);
    text_add_folded(&folded, turning.at, 38);
    assert_non_null(strchr(folded.at, '\n'));
    assert_non_null(strstr(printed, folded.at));
    review_clear(&made);
}

// Of a legend that is too long the first entries stay whole.
static void a_legend_is_not_cut_in_an_entry(void **state)
{
    (void)state;
    struct variant variant = support_variant(&game_number_mines, "length=20");
    begin(&variant, 1);
    look(SEAT_NOBODY);
    shown.stage.board.square[3].mines = 1 << SEAT_1;
    shown.stage.board.square[4].mines = 1 << SEAT_2;
    struct screen screen = paint(24, 40, true);
    unsigned row = row_with(&screen, "AB both players   G the goal");
    assert_null(strchr(row_of(&screen, row), '*'));
    screen_free(&screen);
    screen = paint(24, 80, true);
    assert_true(shows(&screen, "*A hidden by Player A   *B hidden by Player B"));
    screen_free(&screen);
}

static int end(void **state)
{
    (void)state;
    seating_end(&seating);
    return 0;
}

static const struct CMUnitTest tests[] = {
#ifdef CAUSEWAY_TORTURE
    cmocka_unit_test(without_memory_the_screen_stays),
#endif
    cmocka_unit_test(text_stays_in_its_place),
    cmocka_unit_test(filling_ends_at_the_edge),
    cmocka_unit_test(wide_characters_take_two_columns),
    cmocka_unit_test(text_is_folded_between_words),
    cmocka_unit_test(lists_keep_their_margin),
    cmocka_unit_test(every_game_is_painted_at_every_size),
    cmocka_unit_test(every_legal_move_can_be_typed_and_clicked),
    cmocka_unit_test(a_click_plays_on_the_cell),
    cmocka_unit_test(arrows_follow_the_line),
    cmocka_unit_test(up_and_down_go_from_row_to_row),
    cmocka_unit_test(refusals_speak_as_the_book_does),
    cmocka_unit_test(after_a_refusal_enter_waits_for_a_choice),
    cmocka_unit_test(marks_that_were_refused_can_be_tried_again),
    cmocka_unit_test(a_number_begun_is_shown_and_chooses_nothing),
    cmocka_unit_test(undo_is_named_only_where_it_works),
    cmocka_unit_test(a_hint_says_how_much_it_leaves_out),
    cmocka_unit_test(moves_of_a_hint_can_be_told_apart),
    cmocka_unit_test(rows_of_a_hint_are_alike),
    cmocka_unit_test(commitments_are_shown_to_be_compared),
    cmocka_unit_test(a_toss_is_told),
    cmocka_unit_test(before_the_first_round_everybody_is_waited_for),
    cmocka_unit_test(no_more_is_marked_than_asked_for),
    cmocka_unit_test(secrets_are_for_their_owner_only),
    cmocka_unit_test(the_end_reveals_everything),
    cmocka_unit_test(a_match_alternates_and_tallies),
    cmocka_unit_test(equal_tallies_are_a_drawn_match),
    cmocka_unit_test(a_small_window_is_told_so),
    cmocka_unit_test(choices_survive_and_tolerate),
    cmocka_unit_test(every_board_is_three_rows_high),
    cmocka_unit_test(a_hint_stands_in_the_cells),
    cmocka_unit_test(chances_are_whole_in_narrow_cells),
    cmocka_unit_test(every_move_of_a_hint_can_be_seen),
    cmocka_unit_test(a_small_window_says_what_to_do),
    cmocka_unit_test(players_are_whole_in_a_small_window),
    cmocka_unit_test(a_level_is_said_once),
    cmocka_unit_test(the_legend_names_what_is_on_the_board),
    cmocka_unit_test(what_was_made_safe_is_no_mine),
    cmocka_unit_test(the_winner_is_named_last),
    cmocka_unit_test(a_large_window_is_filled_from_the_middle),
    cmocka_unit_test(a_list_is_gone_along),
    cmocka_unit_test(a_list_of_nothing_is_painted),
    cmocka_unit_test(the_chart_is_labelled),
    cmocka_unit_test(a_review_is_folded_to_its_page),
    cmocka_unit_test(a_legend_is_not_cut_in_an_entry),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, end);
}
