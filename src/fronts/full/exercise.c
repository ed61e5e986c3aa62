// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/full/exercise.h"

#include "drive/position.h"

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
    choice_begin(&exercise->choice, &exercise->shown);
    exercise->page = (struct page_play){ .shown = &exercise->shown,
                                         .choice = &exercise->choice,
                                         .verdict = exercise->words,
                                         .past = exercise->state,
                                         .keys = keys };
    return true;
}

// Shows why the move is against the rules, in the rule book's words.
static void explain(struct exercise *exercise, struct move move)
{
    struct act may = { .kind = ACT_MAY, .seat = (uint8_t)exercise->seat, .move = move };
    struct table_means means = { 0 };
    struct log_event event;
    struct news reply;
    table_propose(exercise->table, &may, &means, &event, &reply);
    choice_refuse(&exercise->choice, reply.words);
}

// A small window may not have room for all words.
static void show_words(struct exercise *exercise)
{
    struct text text = TEXT_OF(2 * TEXT_MAX);
    text_add(&text, "%s\n\n%s", exercise->shown.stage.status, exercise->words);
    ui_show_text(exercise->ui, exercise->state, text.at);
}

uint32_t exercise_read(struct exercise *exercise, struct move *move)
{
    for (;;) {
        uint32_t press = ui_read(exercise->ui, page_paint_play, &exercise->page);
        switch (ui_press_choice(exercise->ui, &exercise->page, press, move)) {
        case CHOICE_MADE:
            return EXERCISE_MOVE;
        case CHOICE_WRONG:
            explain(exercise, *move);
            break;
        case CHOICE_GOES_ON:
            break;
        case CHOICE_OTHER:
            if (press != 't')
                return press;
            show_words(exercise);
        }
    }
}
