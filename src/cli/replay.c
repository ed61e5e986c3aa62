// SPDX-License-Identifier: GPL-3.0-or-later
// causeway replay
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "core/board_text.h"
#include "ui/saved.h"
#include "match/match.h"
#include "record/suppose.h"
#include "record/verify.h"

struct showing {
    const struct round *round;
    const struct round *whole; // the same, with numbers for all that is hidden
    struct console *console;
    unsigned as;
    unsigned shown; // moves, and moves that are taken back
    bool stepping;
    const char *name[SEATS];
};

static void print_board(const struct showing *replay, const struct match *match)
{
    struct text text = TEXT_OF(TEXT_MAX);
    struct board board;
    round_board(match, replay->as, &board);
    board_print(match_game(match), &board, console_width(replay->console), replay->name, &text);
    console_say(replay->console, STYLE_PLAIN, text.at);
}

// A hidden move is named without its numbers to those who may not know them.
static void print_heading(struct showing *replay, const struct log_event *event)
{
    const struct game *game = replay->round->header->variant.game;
    struct text text = TEXT_OF(TEXT_MAX);
    unsigned seat = event->seat;
    text_add(&text, "\n%u. ", ++replay->shown);
    if (event->kind == LOG_UNDO) {
        text_add(&text, "The last move is taken back.\n");
    } else {
        struct event made = { .move = event->move, .seat = event->seat };
        struct event told = event_told(game, &made, replay->as == AS_ALL ? seat : replay->as);
        text_add(&text, "%s: ", seat == SEAT_CHANCE ? "Chance" : replay->name[seat]);
        move_print(game, told.move, &text);
        bool known = event->opened && (replay->as == AS_ALL || replay->as == seat);
        bool hidden = log_is_hidden(replay->round->header, event);
        text_add(&text, "%s\n", hidden && !known ? " (hidden)" : "");
    }
    console_say(replay->console, STYLE_STRONG, text.at);
}

static void print_result(const struct showing *replay, const struct match *match)
{
    struct text text = TEXT_OF(TEXT_MAX);
    struct view view = match_view(match, SEAT_NOBODY);
    struct scene scene = match_scene(match, &view, replay->name);
    match_game(match)->result(&scene, &text);
    text_put(&text, "\n");
    console_say(replay->console, STYLE_STRONG, text.at);
}

// Plays the move, or takes one back, and tells of it; the match has all before it. The round was
// verified.
static void print_step(const struct showing *replay, struct match *match, unsigned i)
{
    struct text text = TEXT_OF(TEXT_MAX);
    const struct log_event *event = &replay->round->events[i];
    if (event->kind == LOG_UNDO) {
        match_undo(match);
    } else {
        bool sound = round_step(replay->whole, i, match, &text);
        assert(sound);
        struct match_step step = match_step_at(match, match_count(match) - 1);
        match_recount_step(&replay->round->header->variant, &step,
                           replay->as == AS_ALL ? event->seat : replay->as, replay->name, &text);
        text_put(&text, "\n");
    }
    console_say(replay->console, STYLE_PLAIN, text.at);
    print_board(replay, match);
    if (match_over(match))
        print_result(replay, match);
}

// False if enough has been seen.
static bool wait(const struct showing *replay)
{
    if (!replay->stepping)
        return true;
    for (;;) {
        const char *answer =
            console_ask(replay->console, "(Enter goes on, quit leaves) ", ASK_OPENLY);
        if (!answer || text_same(answer, "quit") || text_same(answer, "q"))
            return false;
        if (!text_same(answer, "?"))
            return true;
        console_say(replay->console, STYLE_PLAIN,
                    "Enter alone shows the next move, quit leaves; with --all everything is shown "
                    "at once.\n");
    }
}

static void print_title(const struct showing *replay)
{
    const struct log_header *header = replay->round->header;
    struct text rules = TEXT_OF(256);
    struct text text = TEXT_OF(TEXT_MAX);
    char id[COMMIT_ID];
    round_id(replay->round, id);
    variant_print(&header->variant, &rules);
    text_add(&text, "Game %s: %s, %s against %s\nRules: %s\n", id, header->variant.game->title,
             header->name[SEAT_1], header->name[SEAT_2], rules.at);
    console_say(replay->console, STYLE_PLAIN, text.at);
}

static void print_loss(const struct showing *replay)
{
    struct text text = TEXT_OF(256);
    text_add(&text, "\n");
    round_tell_loss(replay->round, &text);
    console_say(replay->console, STYLE_STRONG, text.at);
}

// How many steps an event is.
static unsigned steps_of(const struct log_event *event)
{
    return event->kind == LOG_MOVE ? 1 : event->kind == LOG_UNDO ? event->count : 0;
}

static void print_all(struct showing *replay)
{
    const struct round *round = replay->round;
    struct match_room room;
    struct match *match = match_in(&room);
    match_start(match, &round->header->variant, round_first(round));
    print_title(replay);
    for (unsigned i = 0; i < round->count; i++)
        for (unsigned steps = steps_of(&round->events[i]); steps > 0; steps--) {
            if (replay->shown > 0 && !wait(replay))
                return;
            print_heading(replay, &round->events[i]);
            print_step(replay, match, i);
        }
    if (!round_winner(round))
        console_say(replay->console, STYLE_PLAIN, "\nThe game is not over.\n");
    else if (round_loss(round))
        print_loss(replay);
}

static bool choose_view(const struct cli_invocation *invocation, const struct round *round,
                        unsigned *as, struct text *why)
{
    char id[COMMIT_ID];
    unsigned usual = round_winner(round) || round->as != AS_ALL ? round->as : AS_WATCH;
    if (!command_as(invocation, round, usual, as, why))
        return false;
    if (*as == AS_ALL)
        *as = round->as;
    if (round->as != AS_ALL && *as != round->as && *as != AS_WATCH) {
        text_add(why, "The record has only what '%s' could know: it cannot be shown as %s.",
                 log_as_name(round->as), log_as_name(*as));
        return false;
    }
    if (*as != AS_ALL || round_winner(round) || !round_has_hidden(round))
        return true;
    round_id(round, id);
    text_add(why, "Game %s is not over and something is hidden in it: it cannot be shown as all.",
             id);
    return false;
}

// What is missing in one player's record is supposed, so that it can be played;
// no view but that player's and an onlooker's is ever shown of it.
static bool load(const struct cli_invocation *invocation, const struct round *round,
                 struct supposed *whole, unsigned *as, struct text *why)
{
    struct verify_findings findings;
    return choose_view(invocation, round, as, why) && verify_round(round, &findings, why) &&
           suppose(round, whole, why) == SUPPOSE_FOUND;
}

// What somebody still hides is shown to that person alone, on screens of which nothing
// stays.
static bool show_secret(struct showing *replay, struct text *why)
{
    char *text = NULL;
    size_t size;
    struct console *console = replay->console, caught = *console;
    if (!command_ask_owner(console, replay->round, replay->as, why))
        return false;
    if (!(caught.out = open_memstream(&text, &size))) {
        text_add(why, "There is not enough memory.");
        return false;
    }
    caught.color = false;
    replay->console = &caught;
    print_all(replay);
    replay->console = console;
    fclose(caught.out);
    console_show_secret(console, text);
    free(text);
    return true;
}

static bool show(struct showing *replay, bool all, struct text *why)
{
    if (command_shows_secret(replay->round, replay->as))
        return show_secret(replay, why);
    replay->stepping = replay->console->typed && replay->console->screen && !all;
    print_all(replay);
    return true;
}

static bool show_round(const struct cli_invocation *invocation, const struct round *round,
                       struct text *why)
{
    struct supposed whole = { 0 };
    struct console console;
    struct showing replay = { .round = round, .whole = &whole.round, .console = &console };
    bool good = load(invocation, round, &whole, &replay.as, why);
    if (good) {
        log_names(round->header, replay.name);
        console_open(&console, stdin, stdout, command_color(invocation));
        good = show(&replay, cli_value(invocation, OPTION_ALL) != NULL, why);
        console_close(&console);
    }
    suppose_clear(&whole);
    return good;
}

int command_replay(const struct cli_invocation *invocation, struct text *why)
{
    struct saved saved;
    struct round round;
    bool good = saved_load(invocation->operand[0], &saved, why);
    for (uint32_t began = saved_next(&saved, 0); good && began; began = saved_next(&saved, began))
        good = round_find(&saved.log, began, saved.as, &round, why) &&
               show_round(invocation, &round, why);
    saved_clear(&saved);
    return good ? EXIT_FINE : EXIT_FAILED;
}
