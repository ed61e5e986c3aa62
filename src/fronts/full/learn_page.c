// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/full/inside.h"

#include <stdio.h>
#include <string.h>

#include "analysis/lesson.h"
#include "fronts/full/exercise.h"
#include "ui/achievements.h"
#include "games/games.h"

enum { LESSONS = 160 };

struct learn_page {
    struct ui *ui;
    struct page_list list;
    struct page_row rows[LESSONS];
    const struct game *game[LESSONS];
    uint8_t number[LESSONS];
    struct lesson lesson;
    struct lesson_play play;
    struct exercise exercise;
};

static void add_lesson(struct learn_page *page, const struct game *game, unsigned number, bool done)
{
    struct text why = TEXT_OF(TEXT_MAX);
    unsigned i = page->list.count;
    struct page_row *row = &page->rows[i];
    if (i == LESSONS || !lesson_read(&page->lesson, game, lesson_lines, number, &why))
        return;
    snprintf(row->label, sizeof row->label, "%s %u", game->title, number);
    snprintf(row->value, sizeof row->value, "%s", done ? "done" : "-");
    snprintf(row->note, sizeof row->note, "%s", page->lesson.title);
    page->game[i] = game;
    page->number[i] = (uint8_t)number;
    page->list.count++;
}

static void fill(struct learn_page *page)
{
    page->list.count = 0;
    for (const struct game *const *game = games; *game; game++) {
        cells done = achievements_lessons(*game);
        for (unsigned i = 1; i <= lesson_count(*game, lesson_lines); i++)
            add_lesson(page, *game, i, cells_has(done, i));
    }
}

// The first that is not done has the focus.
static void focus_next(struct learn_page *page)
{
    while (page->list.focus + 1 < page->list.count &&
           strcmp(page->rows[page->list.focus].value, "done") == 0)
        page->list.focus++;
}

static const struct page_key open_keys[] = {
    { "Enter", "answer", PRESS_ENTER }, { "a", "tell me", 'a' },
    { "Esc", "back", PRESS_ESCAPE },    { "r", "rules", 'r' },
    { "t", "whole text", 't' },         { 0 },
};
static const struct page_key done_keys[] = {
    { "Enter", "next lesson", PRESS_ENTER },
    { "Esc", "back", PRESS_ESCAPE },
    { "r", "rules", 'r' },
    { 0 },
};

// The position, the words about the last answer and, unless they say it all, the question.
static bool set(struct learn_page *page, const char *words, bool ask, struct text *why)
{
    struct exercise *exercise = &page->exercise;
    struct text out = text_in(exercise->words, sizeof exercise->words);
    bool done = lesson_done(&page->play);
    struct exercise_position position = {
        .variant = &page->lesson.variant,
        .first = page->lesson.first,
        .moves = page->play.moves,
        .count = page->play.count,
        .seat = page->play.seat,
    };
    text_add(&out, "%s%s", words, *words ? "\n" : "");
    if (done || ask)
        text_add(&out, "%s\n", done ? "Lesson done." : page->lesson.step[page->play.step].ask);
    if (!exercise_set(exercise, &position, done ? done_keys : open_keys, why))
        return false;
    exercise->page.resting = done;
    return true;
}

static bool begin(struct learn_page *page, struct text *why)
{
    unsigned row = page->list.focus;
    const struct game *game = page->game[row];
    unsigned number = page->number[row];
    snprintf(page->exercise.state, sizeof page->exercise.state, "Lesson %u: %.60s", number,
             page->rows[row].note);
    return lesson_read(&page->lesson, game, lesson_lines, number, why) &&
           lesson_begin(&page->play, &page->lesson) && set(page, "", true, why);
}

static bool answer(struct learn_page *page, struct move move, struct text *why)
{
    struct text words = TEXT_OF(TEXT_MAX), told = TEXT_OF(TEXT_MAX);
    enum lesson_verdict verdict = lesson_answer(&page->play, move, &words);
    if (verdict == LESSON_FORBIDDEN) {
        choice_refuse(&page->exercise.choice, words.at);
        return true;
    }
    if (lesson_done(&page->play))
        achievements_add_lesson(page->lesson.variant.game, page->number[page->list.focus]);
    text_add(&told, "%s %s", verdict == LESSON_RIGHT ? "Right." : "No.", words.at);
    return set(page, told.at, verdict == LESSON_RIGHT, why);
}

static bool tell_answer(struct learn_page *page, struct text *why)
{
    struct text told = TEXT_OF(TEXT_MAX);
    lesson_tell_answer(&page->play, &told);
    return set(page, told.at, true, why);
}

// The next one in the list; false after the last.
static bool go_on(struct learn_page *page, struct text *why)
{
    if (page->list.focus + 1 >= page->list.count)
        return false;
    page->list.focus++;
    return begin(page, why);
}

// A press that is no part of a move; false when the lesson is left.
static bool take_key(struct learn_page *page, uint32_t press, struct text *why)
{
    bool done = lesson_done(&page->play);
    if (ui_is_back(press))
        return false;
    if (press == 'r')
        ui_show_rules(page->ui, page->lesson.variant.game->title, &page->lesson.variant);
    if (press == 'a' && !done)
        return tell_answer(page, why);
    if (done && (press == PRESS_ENTER || press == 'n' || press == ' '))
        return go_on(page, why);
    return true;
}

static void teach(struct learn_page *page, struct text *why)
{
    bool stays = begin(page, why);
    while (stays) {
        struct move move;
        uint32_t press = exercise_read(&page->exercise, &move);
        stays = press == EXERCISE_MOVE ? answer(page, move, why) : take_key(page, press, why);
    }
}

static const struct page_key list_keys[] = {
    { "Enter", "begin", PRESS_ENTER },
    { "Esc", "back", PRESS_ESCAPE },
    { "Up Down", "move", 0 },
    { 0 },
};

static void focus_on(struct learn_page *page, const struct game *game, unsigned number)
{
    for (unsigned i = 0; i < page->list.count; i++)
        if (page->game[i] == game && page->number[i] == number)
            page->list.focus = i;
}

void learn_page_show(struct ui *ui, const struct game *game, unsigned number, struct text *warning)
{
    struct learn_page page = { .ui = ui, .exercise.ui = ui };
    uint32_t press;
    page.list =
        (struct page_list){ .title = "Learn", .rows = page.rows, .warning = "", .keys = list_keys };
    fill(&page);
    focus_next(&page);
    if (game) {
        focus_on(&page, game, number);
        teach(&page, warning);
        fill(&page);
    }
    do {
        press = ui_read_list(ui, &page.list);
        if (press == PRESS_ENTER)
            teach(&page, warning);
        fill(&page);
    } while (!ui_is_back(press) && !warning->length);
    exercise_clear(&page.exercise);
}
