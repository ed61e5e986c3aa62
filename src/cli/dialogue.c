// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/dialogue.h"

#include "record/record.h"

void dialogue_say_position(struct console *console, const struct variant *variant,
                           const struct view *view, const struct history *history, unsigned since)
{
    struct text text = TEXT_OF(2 * TEXT_MAX);
    const struct game *game = variant->game;
    struct board board;
    for (unsigned i = since; i < history->count; i++) {
        const struct event *event = &history->event[i];
        if (event->seat == SEAT_CHANCE)
            continue;
        text_add(&text, "  %s: ", game->name[event->seat]);
        move_print(game, event->move, &text);
        if (event->outcome != OUTCOME_PLAIN)
            text_add(&text, ", %s", outcome_name(event->outcome));
        text_add(&text, "\n");
    }
    text_add(&text, "%s", text.length ? "\n" : "");
    view_board(variant, view, &board);
    board_print(game, &board, console_width(console), game->name, &text);
    console_say(console, STYLE_PLAIN, text.at);
}

void dialogue_say(struct console *console, enum console_style style, const char *words)
{
    enum { USUAL = 80 };
    struct text plain = TEXT_OF(2 * TEXT_MAX), text = TEXT_OF(2 * TEXT_MAX);
    unsigned width = console_width(console);
    text_put(&plain, words);
    record_blot_lines(plain.at); // an answer may have been cut within a character
    text_add_folded(&text, plain.at, width ? width : USUAL);
    text_put(&text, "\n");
    console_say(console, style, text.at);
}

// The only offer with numbers, or NULL where there are several.
static const struct offer *only_numbers(const struct offer *offers, unsigned count)
{
    const struct offer *found = NULL;
    for (unsigned i = 0; i < count; i++) {
        if (offers[i].pick && found)
            return NULL;
        if (offers[i].pick)
            found = &offers[i];
    }
    return found;
}

static void list_verbs(const struct game *game, const struct offer *offers, unsigned count,
                       struct text *out)
{
    text_add(out, "Say which move it is, in a word: ");
    for (unsigned i = 0; i < count; i++)
        text_add(out, "%s%s%s", i ? " or " : "", game->verbs[offers[i].verb].name,
                 offers[i].pick ? " and a number" : "");
    text_add(out, ".");
}

bool dialogue_read_move(const struct variant *variant, const struct view *view, const char *answer,
                        struct move *move, struct text *why)
{
    struct offer offers[OFFERS_MAX];
    unsigned count = view_offers(variant, view, offers);
    const struct offer *only = only_numbers(offers, count);
    if (*answer && (*answer < '0' || *answer > '9'))
        return move_parse(variant->game, answer, move, why);
    if (!*answer || !only) {
        list_verbs(variant->game, offers, count, why);
        return false;
    }
    *move = (struct move){ .verb = only->verb };
    return move_parse_numbers(answer, &move->set, why);
}
