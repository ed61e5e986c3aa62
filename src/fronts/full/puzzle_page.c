// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/now.h"
#include "fronts/full/inside.h"

#include <sodium.h>

#include "drive/process.h"
#include "fronts/full/exercise.h"
#include "ui/puzzle_session.h"
#include "ui/achievements.h"
#include "games/games.h"

enum { RUN = 5 };

struct puzzle_page {
    struct exercise exercise;
    struct puzzle_session session;
    bool made;
    unsigned game, grade; // that are wanted; 0: any

    // A run against the clock: which puzzle of it this is, or 0; how many were found at the first
    // try, and the time that was spent on those before this one.
    unsigned run, run_right;
    int64_t run_spent, run_began;
};

static const struct page_key keys[] = {
    { "Enter", "answer", PRESS_ENTER },
    { "w", "why", 'w' },
    { "n", "another", 'n' },
    { "Esc", "back", PRESS_ESCAPE },
    { "d", "daily", 'd' },
    { "g", "game", 'g' },
    { "l", "level", 'l' },
    { "f", "five", 'f' },
    { "r", "rules", 'r' },
    { "t", "whole text", 't' },
    { "?", "help", '?' },
    { 0 },
};

// Once it is solved.
static const struct page_key solved_keys[] = {
    { "Enter", "next puzzle", PRESS_ENTER },
    { "w", "why", 'w' },
    { "Esc", "back", PRESS_ESCAPE },
    { "d", "daily", 'd' },
    { "g", "game", 'g' },
    { "l", "level", 'l' },
    { "f", "five", 'f' },
    { "r", "rules", 'r' },
    { "t", "whole text", 't' },
    { "?", "help", '?' },
    { 0 },
};

static void set_state(struct puzzle_page *page)
{
    struct text state = text_in(page->exercise.state, sizeof page->exercise.state);
    if (page->run)
        text_add(&state, "Run, %u of %d, level %u", page->run, RUN,
                 page->session.question.puzzle.grade);
    else
        text_add(&state, "%s, level %u of %u", page->session.daily ? "Puzzle of the day" : "Puzzle",
                 page->session.question.puzzle.grade,
                 puzzle_grades(page->session.question.puzzle.variant.game));
}

// Shows the position or, once it is solved, the one after the right move.
static bool set_position(struct puzzle_page *page, struct text *why)
{
    struct puzzle *puzzle = &page->session.question.puzzle;
    bool solved = page->session.solved && puzzle->count < MOVES_MAX;
    puzzle->moves[puzzle->count < MOVES_MAX ? puzzle->count : 0] = puzzle->best;
    struct exercise_position position = {
        .variant = &puzzle->variant,
        .first = puzzle->first,
        .moves = puzzle->moves,
        .count = puzzle->count + solved,
        .seat = puzzle->seat,
    };
    if (!exercise_set(&page->exercise, &position, solved ? solved_keys : keys, why))
        return false;
    page->exercise.page.resting = solved;
    return true;
}

static bool pose(struct puzzle_page *page, struct text *why)
{
    struct text words = text_in(page->exercise.words, sizeof page->exercise.words);
    solved_puzzle_ask(&page->session.question, &words);
    set_state(page);
    page->run_began = now_monotonic();
    return set_position(page, why);
}

// Poses another puzzle. False when none was found, with a sentence unless Esc stopped it.
static bool make(struct puzzle_page *page, bool daily, struct text *why)
{
    struct puzzle_session_wish order = { .game =
                                             page->game && !daily ? games[page->game - 1] : NULL,
                                         .grade = daily ? 0 : page->grade,
                                         .daily = daily };
    if (page->made)
        puzzle_session_clear(&page->session);
    page->made = false;
    // A seed may lead to nothing that was not posed before; without a sentence it was left.
    for (unsigned tries = 0; tries < 5 && !page->made && (!tries || why->length); tries++) {
        text_clear(why);
        order.seed = daily ? achievements_today() : randombytes_random();
        page->made = puzzle_session_make(&page->session, &order, why);
    }
    return page->made && pose(page, why);
}

// The play that shows it and, before it is solved or where there is none, what becomes of every
// move.
static void tell_why(struct puzzle_page *page)
{
    struct exercise *exercise = &page->exercise;
    struct text words = text_in(exercise->words, sizeof exercise->words);
    puzzle_session_explain(&page->session, &words);
    if (words.length && page->session.solved)
        return;
    if (!words.length)
        solved_puzzle_ask(&page->session.question, &words);
    exercise->hint =
        (struct news){ .kind = NEWS_HINT, .viewer = (uint8_t)page->session.question.puzzle.seat };
    solved_puzzle_tell(&page->session.question, &exercise->hint);
    exercise->page.hint = &exercise->hint;
    exercise->page.hint_from = 0;
}

// A puzzle of the run is solved.
static void end_leg(struct puzzle_page *page, struct text *words)
{
    page->run_spent += now_monotonic() - page->run_began;
    page->run_right += !page->session.has_wrong && !page->session.helped;
    if (page->run < RUN)
        return;
    text_add(words, "%u of %d at the first try, in %u seconds%s\n", page->run_right, RUN,
             (unsigned)(page->run_spent / 1000),
             achievements_add_run(page->run_right, page->run_spent) ? ": your best run." : ".");
    page->run = 0;
}

static void judge(struct puzzle_page *page, struct move move, struct text *why)
{
    struct exercise *exercise = &page->exercise;
    struct text words = text_in(exercise->words, sizeof exercise->words);
    const struct advice_move *found = advice_find(&page->session.question.advice, move);
    if (!found) {
        solved_puzzle_ask(&page->session.question, &words);
        choice_refuse(&exercise->choice, "That is against the rules here.");
        return;
    }
    bool right = move_equal(move, page->session.question.puzzle.best);
    if (!right) // what is asked is still to be read
        solved_puzzle_ask(&page->session.question, &words);
    puzzle_session_judge(&page->session, found, &words);
    text_add(&words, right ? "\n" : " Try again, or press w for the reason.\n");
    if (right && page->run)
        end_leg(page, &words);
    if (right)
        set_position(page, why);
}

static void show_help(struct ui *ui)
{
    static const char text[] =
        "One move is the answer: find it, as in play.\n"
        "\n"
        "Enter        answer with what is chosen\n"
        "w            the reason: the play that shows it, and what becomes of every move\n"
        "n            another puzzle; Enter, too, once it is solved\n"
        "d            the puzzle of the day: the same for everybody\n"
        "f            five, one after the other, against the clock\n"
        "g            puzzles of one game, or of any\n"
        "l            puzzles of one level, as far as the game has them, or of any\n"
        "r            the rule book\n"
        "t            all that is said here, in a page of its own\n"
        ":            type a move as text\n"
        "Esc          back to the menu\n"
        "\n"
        "Every puzzle is found by the solver in games of its own, and has exactly one answer. "
        "Its level: how many moves there are to choose from, how far one has to look, and "
        "whether one who looks one turn ahead goes wrong, or one who looks two; where things are "
        "hidden, how many cases there are, and whether one may overlook that some are excluded. "
        "Only the first answer counts, "
        "for your rating and for the days in a row, and only without a look at the reason.\n";
    ui_show_text(ui, "Help", text);
}

static unsigned grades_of(const struct puzzle_page *page)
{
    unsigned most = 0;
    for (unsigned i = 0; i < games_count(); i++)
        if ((!page->game || page->game == i + 1) && puzzle_grades(games[i]) > most)
            most = puzzle_grades(games[i]);
    return most;
}

// A grade that the game does not have is no longer wanted.
static void set_game(struct puzzle_page *page, unsigned game)
{
    page->game = game;
    if (page->grade > grades_of(page))
        page->grade = 0;
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
        ui_show_rules(ui, page->exercise.shown.stage.title, &page->session.question.puzzle.variant);
    else if (press == 'g')
        set_game(page, (page->game + 1) % (games_count() + 1));
    else if (press == 'l')
        page->grade = (page->grade + 1) % (grades_of(page) + 1);
    if (press == 'f') {
        page->run = page->run_right = 0;
        page->run_spent = 0;
    }
    bool next = press == 'n' || (press == PRESS_ENTER && page->session.solved);
    bool anew = next || press == 'd' || press == 'g' || press == 'l' || press == 'f';
    page->run = !anew ? page->run : press == 'f' || (next && page->run) ? page->run + 1 : 0;
    return !anew || make(page, press == 'd', why);
}

static unsigned number_of(const struct game *game)
{
    unsigned i = 0;
    while (games[i] && games[i] != game)
        i++;
    return games[i] ? i + 1 : 0;
}

void puzzle_page_show(struct ui *ui, const struct puzzle_session_wish *order, struct text *warning)
{
    struct puzzle_page page = { .exercise.ui = ui,
                                .game = number_of(order->game),
                                .grade = order->grade };
    bool stays = make(&page, order->daily, warning);
    while (stays) {
        struct move move;
        uint32_t press = exercise_read(&page.exercise, &move);
        if (press == EXERCISE_MOVE)
            judge(&page, move, warning);
        else
            stays = take_key(&page, press, warning);
    }
    if (page.made)
        puzzle_session_clear(&page.session);
    exercise_clear(&page.exercise);
}
