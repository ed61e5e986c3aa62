// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/dialogue.h"

#include <ctype.h>

#include "core/board_text.h"
#include "core/move_text.h"
#include "record/printable.h"

void dialogue_say_board(struct console *console, const struct variant *variant,
                        const struct view *view)
{
    struct text text = TEXT_OF(TEXT_MAX);
    struct board board;
    view_board(variant, view, &board);
    board_print(variant->game, &board, console_width(console), variant->game->name, &text);
    console_say(console, STYLE_PLAIN, text.at);
}

static void add_sentence_begin(const char *words, struct text *out)
{
    text_add(out, "%s%c%s", out->length ? " " : "", toupper((unsigned char)*words), words + 1);
}

// What matters of the rules and is still hidden, and what each has left, the reader first.
static void add_facts(const struct variant *variant, const struct view *view, struct text *out)
{
    const struct game *game = variant->game;
    struct scene scene = { .rules = &variant->rules, .open = view_open(view), .name = game->name };
    struct text status = TEXT_OF(256);
    const char *between = NULL;
    game->status(&scene, &status);
    add_sentence_begin(status.at, out);
    text_add(out, ".");
    for (unsigned i = 0; game->supply && i < 2; i++) {
        unsigned seat = i ? opponent(view->seat) : view->seat;
        struct supply supply = game->supply(&variant->rules, scene.open, seat);
        if (!supply.what)
            continue;
        if (!between)
            add_sentence_begin(supply.what, out);
        text_add(out, "%s %s %u", between ? between : " left:", i ? game->name[seat] : "you",
                 supply.left);
        between = ",";
    }
    text_add(out, "%s", between ? "." : "");
}

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
            text_add(&text, ", %s", outcome_name(game, event->outcome));
        text_add(&text, "\n");
    }
    text_add(&text, "%s", text.length ? "\n" : "");
    console_say(console, STYLE_PLAIN, text.at);
    dialogue_say_board(console, variant, view);
    text_clear(&text);
    view_board(variant, view, &board);
    board_describe(game, &board, view->seat, game->name, &text);
    add_facts(variant, view, &text);
    dialogue_say(console, STYLE_PLAIN, text.at);
}

void dialogue_say(struct console *console, enum console_style style, const char *words)
{
    enum { USUAL = 80 };
    struct text plain = TEXT_OF(2 * TEXT_MAX), text = TEXT_OF(2 * TEXT_MAX);
    unsigned width = console_width(console);
    text_put(&plain, words);
    printable_blot_lines(plain.at); // an answer may have been cut within a character
    text_add_folded(&text, plain.at, width ? width : USUAL);
    text_put(&text, "\n");
    console_say(console, style, text.at);
}

void dialogue_say_rules(struct console *console, const struct variant *variant)
{
    struct text text = TEXT_OF(2 * TEXT_MAX);
    game_print_rulebook(variant, &text);
    dialogue_say(console, STYLE_PLAIN, text.at);
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

// "Type the move, for example: move 2, or scan 4."
static void list_verbs(const struct game *game, const struct offer *offers, unsigned count,
                       struct text *out)
{
    text_add(out, "Type the move, for example: ");
    for (unsigned i = 0; i < count; i++) {
        cells numbers = offers[i].from;
        text_add(out, "%s%s", i ? ", or " : "", game->verbs[offers[i].verb].name);
        for (unsigned k = 0; k < offers[i].pick; k++, numbers = cells_without_first(numbers))
            text_add(out, " %u", cells_first(numbers));
    }
    text_add(out, ".");
}

// Where a game asks for an action first, a number alone is that action's, as in play: the offer
// that it means, or NULL.
static const struct offer *action_of(const struct game *game, const struct offer *offers,
                                     unsigned count, cells number)
{
    unsigned listed = 0;
    for (unsigned verb = 0; game->verbs[verb].name; verb++)
        if (game->verbs[verb].listed && number == cell(++listed))
            for (unsigned i = 0; i < count; i++)
                if (offers[i].verb == verb)
                    return &offers[i];
    return NULL;
}

bool dialogue_read_move(const struct variant *variant, const struct view *view, const char *answer,
                        struct move *move, struct text *why)
{
    struct offer offers[OFFERS_MAX];
    const struct game *game = variant->game;
    unsigned count = view_offers(variant, view, offers);
    const struct offer *only = only_numbers(offers, count);
    if (*answer && (*answer < '0' || *answer > '9'))
        return move_parse(game, answer, move, why);
    *move = (struct move){ 0 };
    if (*answer && !move_parse_numbers(answer, &move->set, why))
        return false;
    bool listed = game->verbs[offers[0].verb].listed;
    if (listed)
        only = action_of(game, offers, count, move->set);
    if (!*answer || !only || (only->pick && listed)) {
        list_verbs(game, offers, count, why);
        return false;
    }
    move->verb = only->verb;
    if (!only->pick)
        move->set = 0;
    return true;
}
