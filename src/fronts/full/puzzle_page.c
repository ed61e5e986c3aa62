// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/full/inside.h"

#include <sodium.h>

#include "report/hint.h"
#include "fronts/full/exercise.h"
#include "fronts/posed.h"
#include "fronts/progress.h"
#include "games/games.h"

struct puzzle_page {
    struct exercise exercise;
    struct posed posed;
    bool made, daily, solved;
    unsigned game, grade; // that are wanted; 0: any
};

static const struct page_key keys[] = {
    { "Enter", "answer", PRESS_ENTER },
    { "w", "why", 'w' },
    { "n", "another", 'n' },
    { "Esc", "back", PRESS_ESCAPE },
    { "d", "daily", 'd' },
    { "g", "game", 'g' },
    { "l", "level", 'l' },
    { "r", "rules", 'r' },
    { "t", "whole text", 't' },
    { "?", "help", '?' },
    { 0 },
};

static void set_state(struct puzzle_page *page)
{
    struct text state = text_in(page->exercise.state, sizeof page->exercise.state);
    text_add(&state, "%s, level %u of %d", page->daily ? "Puzzle of the day" : "Puzzle",
             page->posed.puzzle.grade, PUZZLE_GRADES);
}

static bool pose(struct puzzle_page *page, struct text *why)
{
    const struct puzzle *puzzle = &page->posed.puzzle;
    struct exercise_position position = {
        .variant = &puzzle->variant,
        .first = puzzle->first,
        .moves = puzzle->moves,
        .count = puzzle->count,
        .seat = puzzle->seat,
    };
    struct text words = text_in(page->exercise.words, sizeof page->exercise.words);
    posed_ask(&page->posed, &words);
    set_state(page);
    return exercise_set(&page->exercise, &position, keys, why);
}

// Poses another puzzle. False when none was found, with a sentence unless Esc stopped it.
static bool make(struct puzzle_page *page, bool daily, struct text *why)
{
    const struct game *game = page->game ? games[page->game - 1] : NULL;
    if (page->made)
        posed_clear(&page->posed);
    page->made = false;
    page->daily = daily;
    page->solved = false;
    // A seed may lead to nothing that was not posed before; without a sentence it was left.
    for (unsigned tries = 0; tries < 5 && !page->made && (!tries || why->length); tries++) {
        text_clear(why);
        page->made = posed_make(&page->posed, daily ? NULL : game, daily ? 0 : page->grade,
                                daily ? progress_today() : randombytes_random(), !daily, why);
    }
    return page->made && pose(page, why);
}

static void tell_why(struct puzzle_page *page)
{
    struct exercise *exercise = &page->exercise;
    const struct puzzle *puzzle = &page->posed.puzzle;
    exercise->hint = (struct news){ .kind = NEWS_HINT, .viewer = (uint8_t)puzzle->seat };
    hint_tell(&page->posed.advice, &puzzle->variant, &puzzle->view, &exercise->hint);
    exercise->page.hint = &exercise->hint;
    exercise->page.hint_from = 0;
}

static void judge(struct puzzle_page *page, struct move move)
{
    struct exercise *exercise = &page->exercise;
    struct text words = text_in(exercise->words, sizeof exercise->words);
    const struct advice_move *found = advice_find(&page->posed.advice, move);
    if (!found) {
        posed_ask(&page->posed, &words);
        choice_refuse(&exercise->choice, "That is against the rules here.");
        return;
    }
    bool right = posed_judge(&page->posed, found, &words);
    text_add(&words, right ? "\n" : " Try again, or press w for the reason.\n");
    if (right && page->daily && !page->solved) {
        text_add(&words, "Solved on ");
        text_add_count(&words, progress_add_puzzle(), "day", "days");
        text_add(&words, " in a row.\n");
    }
    page->solved |= right;
    exercise->page.resting = right;
    if (right)
        tell_why(page);
}

static void show_help(struct ui *ui)
{
    static const char text[] =
        "One move is better than all others: find it, as in play.\n"
        "\n"
        "Enter        answer with what is chosen\n"
        "w            the reason: what becomes of every move\n"
        "n            another puzzle\n"
        "d            the puzzle of the day: the same for everybody\n"
        "g            puzzles of one game, or of any\n"
        "l            puzzles of one level, 1 to 5, or of any\n"
        "r            the rule book\n"
        "t            all that is said here, in a page of its own\n"
        ":            type a move as text\n"
        "Esc          back to the menu\n"
        "\n"
        "Every puzzle is found by the solver in games of its own, and has exactly one best "
        "move. Its level: how many moves there are to choose from, how far one has to look, and "
        "whether the computer players easy and medium go wrong.\n";
    ui_show_text(ui, "Help", text);
}

// A press that is no part of a move; false when the page is left.
static bool take_key(struct puzzle_page *page, uint32_t press, struct text *why)
{
    struct ui *ui = page->exercise.ui;
    if (ui_is_back(press))
        return false;
    if (press == 'w')
        tell_why(page);
    else if (press == '?')
        show_help(ui);
    else if (press == 'r')
        ui_show_rules(ui, &page->posed.puzzle.variant);
    else if (press == 'g')
        page->game = (page->game + 1) % (games_count() + 1);
    else if (press == 'l')
        page->grade = (page->grade + 1) % (PUZZLE_GRADES + 1);
    bool anew = press == 'n' || press == 'd' || press == 'g' || press == 'l';
    return !anew || make(page, press == 'd', why);
}

void puzzle_page_show(struct ui *ui, struct text *warning)
{
    struct puzzle_page page = { .exercise.ui = ui };
    bool stays = make(&page, !progress_has_puzzle(), warning);
    while (stays) {
        struct move move;
        uint32_t press = exercise_read(&page.exercise, &move);
        if (press == EXERCISE_MOVE)
            judge(&page, move);
        else
            stays = take_key(&page, press, warning);
    }
    if (page.made)
        posed_clear(&page.posed);
    exercise_clear(&page.exercise);
}
