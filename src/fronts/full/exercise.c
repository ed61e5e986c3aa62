// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/full/exercise.h"

#include "drive/position.h"
#include "fronts/full/page_hint.h"

static void paint_play(struct screen *screen, void *page)
{
    page_paint_play(screen, page);
}

void exercise_clear(struct exercise *exercise)
{
    table_free(exercise->table);
    exercise->table = NULL;
}

bool exercise_set(struct exercise *exercise, const struct exercise_position *position,
                  const struct page_key *keys, struct text *why)
{
    struct table_setup setup = table_usual(position->variant->game);
    setup.header.variant = *position->variant;
    setup.header.first = (uint8_t)position->first;
    exercise_clear(exercise);
    exercise->table = position_table(&setup, position->moves, position->count, why);
    if (!exercise->table)
        return false;
    exercise->seat = position->seat;
    exercise->shown.game = position->variant->game;
    table_stage(exercise->table, position->seat, 0, &exercise->shown.stage);
    exercise->shown.stage.seal_count = 0;
    full_stage_fill(&exercise->shown);
    exercise->shown.sealed[0] = '\0';
    choice_begin(&exercise->choice, &exercise->shown);
    exercise->page = (struct page_play){ .shown = &exercise->shown,
                                         .choice = &exercise->choice,
                                         .verdict = exercise->words,
                                         .past = exercise->state,
                                         .keys = keys };
    return true;
}

// Why it cannot be, as the book says it.
static void explain(struct exercise *exercise, struct move move)
{
    struct act may = { .kind = ACT_MAY, .seat = (uint8_t)exercise->seat, .move = move };
    struct table_means means = { 0 };
    struct log_event event;
    struct news reply;
    table_propose(exercise->table, &may, &means, &event, &reply);
    choice_refuse(&exercise->choice, reply.words);
}

// A move typed as text; false if none was.
static bool type_move(struct exercise *exercise, struct move *move)
{
    char typed[256] = "";
    struct text why = TEXT_OF(STAGE_WORDS);
    struct ui_line line = { .prompt = "Move:", .answer = typed, .size = sizeof typed };
    if (!ui_ask(exercise->ui, paint_play, &exercise->page, &line) || !*typed)
        return false;
    if (choice_read(&exercise->choice, &exercise->shown, typed, move, &why))
        return true;
    choice_refuse(&exercise->choice, why.at);
    return false;
}

// Keys that all exercises have; false if it is none of them. A small window may not have
// room for all words.
static bool obey(struct exercise *exercise, uint32_t press, bool *leave)
{
    if (press == 't')
        *leave = !ui_show_text(exercise->ui, exercise->state, exercise->words);
    return press == 't' || page_hint_press(&exercise->page, press);
}

uint32_t exercise_read(struct exercise *exercise, struct move *move)
{
    struct page_play *page = &exercise->page;
    bool leave = false;
    while (!leave) {
        uint32_t press = ui_read(exercise->ui, paint_play, page);
        if (obey(exercise, press, &leave))
            continue;
        if (press == ':' && !page->resting) {
            if (type_move(exercise, move))
                return EXERCISE_MOVE;
            continue;
        }
        exercise->choice.row = page_row_cells(&exercise->ui->screen, page);
        switch (page->resting ? CHOICE_OTHER
                              : choice_press(&exercise->choice, &exercise->shown, press, move)) {
        case CHOICE_MADE:
            return EXERCISE_MOVE;
        case CHOICE_WRONG:
            explain(exercise, *move);
            break;
        case CHOICE_GOES_ON:
            break;
        case CHOICE_OTHER:
            return press;
        }
    }
    return PRESS_LEAVE;
}
