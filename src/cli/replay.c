// SPDX-License-Identifier: GPL-3.0-or-later
// causeway replay
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "ui/saved.h"
#include "match/match.h"
#include "record/suppose.h"
#include "record/verify.h"

struct showing {
    const struct record *record;
    const struct record *whole; // the same, with numbers for all that is hidden
    struct console *console;
    unsigned as;
    bool stepping;
    const char *name[SEATS];
};

static void print_board(const struct showing *replay, const struct match *match)
{
    struct text text = TEXT_OF(TEXT_MAX);
    struct board board;
    record_board(match, replay->as, &board);
    board_print(match_game(match), &board, console_width(replay->console), replay->name, &text);
    console_say(replay->console, STYLE_PLAIN, text.at);
}

// A hidden move is named without its numbers to those who may not know them.
static void print_heading(const struct showing *replay, unsigned i)
{
    const struct record *record = replay->record;
    const struct record_entry *entry = &record->entries[i];
    struct text text = TEXT_OF(TEXT_MAX);
    unsigned seat = entry->event.seat;
    struct event told = event_told(record->header.variant.game, &entry->event,
                                   replay->as == AS_ALL ? seat : replay->as);
    text_add(&text, "\n%u. ", i + 1);
    if (entry->undo) {
        text_add(&text, "The last move is taken back.\n");
    } else {
        text_add(&text, "%s: ", seat == SEAT_CHANCE ? "Chance" : replay->name[seat]);
        move_print(record->header.variant.game, told.move, &text);
        bool known = entry->opened && (replay->as == AS_ALL || replay->as == seat);
        text_add(&text, "%s\n", record_is_hidden(record, entry) && !known ? " (hidden)" : "");
    }
    console_say(replay->console, STYLE_STRONG, text.at);
}

// Plays entry i, and tells of it; the match has all before it.
static void print_step(const struct showing *replay, struct match *match, unsigned i)
{
    struct text text = TEXT_OF(TEXT_MAX);
    const struct record_entry *entry = &replay->record->entries[i];
    bool sound = record_step(replay->whole, i, match, &text);
    assert(sound); // it was verified
    if (!entry->undo) {
        struct match_step step = match_step_at(match, match_count(match) - 1);
        match_recount_step(&replay->record->header.variant, &step,
                           replay->as == AS_ALL ? entry->event.seat : replay->as, replay->name,
                           &text);
        text_put(&text, "\n");
    }
    console_say(replay->console, STYLE_PLAIN, text.at);
    print_board(replay, match);
    if (!match_over(match))
        return;
    struct view view = match_view(match, SEAT_NOBODY);
    struct scene scene = match_scene(match, &view, replay->name);
    text_clear(&text);
    match_game(match)->result(&scene, &text);
    text_put(&text, "\n");
    console_say(replay->console, STYLE_STRONG, text.at);
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
    const struct record_header *header = &replay->record->header;
    struct text rules = TEXT_OF(256);
    struct text text = TEXT_OF(TEXT_MAX);
    variant_print(&header->variant, &rules);
    text_add(&text, "Game %s: %s, %s against %s\nRules: %s\n", header->id,
             header->variant.game->title, header->name[SEAT_1], header->name[SEAT_2], rules.at);
    console_say(replay->console, STYLE_PLAIN, text.at);
}

static void print_given_up(const struct showing *replay)
{
    struct text text = TEXT_OF(256);
    text_add(&text, "\n");
    record_tell_given_up(replay->record, &text);
    console_say(replay->console, STYLE_STRONG, text.at);
}

static void print_all(const struct showing *replay)
{
    const struct record *record = replay->record;
    struct match_room room;
    struct match *match = match_in(&room);
    struct text none = TEXT_OF(64);
    bool started = record_play(replay->whole, 0, match, &none);
    assert(started);
    print_title(replay);
    for (unsigned i = 0; i < record->count; i++) {
        if (i > 0 && !wait(replay))
            return;
        print_heading(replay, i);
        print_step(replay, match, i);
    }
    if (!record->winner)
        console_say(replay->console, STYLE_PLAIN, "\nThe game is not over.\n");
    else if (record->given_up)
        print_given_up(replay);
}

static bool choose_view(const struct cli_invocation *invocation, const struct record *record,
                        unsigned *as, struct text *why)
{
    unsigned usual = record->winner || record->as != AS_ALL ? record->as : AS_WATCH;
    if (!command_as(invocation, &record->header, usual, as, why))
        return false;
    if (*as == AS_ALL)
        *as = record->as;
    if (record->as != AS_ALL && *as != record->as && *as != AS_WATCH) {
        text_add(why, "The record has only what '%s' could know: it cannot be shown as %s.",
                 record_as_name(record->as), record_as_name(*as));
        return false;
    }
    if (*as != AS_ALL || record->winner || !record_has_hidden(record))
        return true;
    text_add(why, "Game %s is not over and something is hidden in it: it cannot be shown as all.",
             record->header.id);
    return false;
}

// What is missing in one player's record is supposed, so that it can be played;
// no view but that player's and an onlooker's is ever shown of it.
static bool load(const struct cli_invocation *invocation, const struct record *record,
                 struct record *whole, unsigned *as, struct text *why)
{
    struct verify_findings findings;
    return choose_view(invocation, record, as, why) && verify_record(record, &findings, why) &&
           suppose(record, whole, why) == SUPPOSE_FOUND;
}

// What somebody still hides is shown to that person alone, on screens of which nothing
// stays.
static bool show_secret(struct showing *replay, struct text *why)
{
    char *text = NULL;
    size_t size;
    struct console *console = replay->console, caught = *console;
    if (!command_ask_owner(console, replay->record, replay->as, why))
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
    if (command_shows_secret(replay->record, replay->as))
        return show_secret(replay, why);
    replay->stepping = replay->console->typed && replay->console->screen && !all;
    print_all(replay);
    return true;
}

static bool show_round(const struct cli_invocation *invocation, const struct record *record,
                       struct text *why)
{
    struct record whole = { 0 };
    struct console console;
    struct showing replay = { .record = record, .whole = &whole, .console = &console };
    bool good = load(invocation, record, &whole, &replay.as, why);
    if (good) {
        record_names(record, replay.name);
        console_open(&console, stdin, stdout, command_color(invocation));
        good = show(&replay, cli_value(invocation, OPTION_ALL) != NULL, why);
        console_close(&console);
    }
    record_clear(&whole);
    return good;
}

int command_replay(const struct cli_invocation *invocation, struct text *why)
{
    struct saved saved;
    bool good = saved_load(invocation->operand[0], &saved, why);
    for (uint32_t began = saved_next(&saved, 0); good && began; began = saved_next(&saved, began)) {
        struct record record;
        good = saved_round(&saved, began, &record, why) && show_round(invocation, &record, why);
        record_clear(&record);
    }
    saved_clear(&saved);
    return good ? EXIT_FINE : EXIT_FAILED;
}
