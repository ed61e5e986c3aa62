// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/full/inside.h"

#include <stdio.h>
#include <string.h>

#include "drive/setup_words.h"
#include "drive/player.h"
#include "drive/position.h"
#include "drive/stored.h"
#include "fronts/full/page.h"
#include "fronts/full/verdict.h"
#include "ui/names.h"
#include "ui/reviewer.h"
#include "games/games.h"
#include "report/review_text.h"

struct past {
    struct ui *ui;
    struct log log;
    struct round round;
    struct move moves[MOVES_MAX]; // those that were not taken back
    unsigned dealt, count;        // how many chance made, at the beginning; and how many in all
    unsigned at;                  // how many have been made in the position that is shown
    struct review review;
    bool reviewed;
    struct full_stage shown;
    struct choice choice;
    struct page_play page;
    char state[64], words[TEXT_MAX], note[TEXT_MAX];
};

// The table of the game, with nobody at it.
static struct table_setup setup_of(const struct past *past)
{
    const struct log_header *header = &past->log.header;
    struct table_setup setup = table_usual(header->variant.game);
    setup.header.variant = header->variant;
    setup.header.first = (uint8_t)round_first(&past->round);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        snprintf(setup.header.name[seat], LOG_NAME, "%s", header->name[seat]);
        snprintf(setup.header.player[seat], LOG_PLAYER, "%s", header->player[seat]);
    }
    return setup;
}

// The game is over, so everything that was hidden may be seen: on the board, and in the moves.
static void open_secrets(const struct past *past, struct stage *stage)
{
    struct match_room room;
    struct match *match = match_in(&room);
    struct event event;
    match_start(match, &past->log.header.variant, round_first(&past->round));
    for (unsigned i = 0; i < past->at; i++)
        match_play(match, match_turn(match)->mover, past->moves[i], &event);
    round_board(match, AS_ALL, &stage->board);
    for (unsigned i = 0; i < stage->move_count; i++)
        stage->moves[i] = match_made(match, i);
}

static bool set_stage(struct past *past, struct text *why)
{
    struct table_setup setup = setup_of(past);
    struct table *table = position_table(&setup, past->moves, past->at, why);
    if (!table)
        return false;
    table_stage(table, SEAT_NOBODY, 0, &past->shown.stage);
    table_free(table);
    open_secrets(past, &past->shown.stage);
    choice_begin(&past->choice, &past->shown);
    return true;
}

// What the review says of the move that led to this position, and the chances over the game
// with the position marked.
static void set_words(struct past *past)
{
    struct text words = text_in(past->words, sizeof past->words);
    const char *name[SEATS];
    unsigned point = past->at - past->dealt;
    names_of(&past->shown.stage, name);
    if (past->reviewed) {
        if (point > 0)
            report_point(&past->review, point - 1, name, &words);
        verdict_chart(&past->review, name, past->ui->screen.ascii, point, &words);
    } else {
        text_add(&words, "%s\n", past->note);
    }
    if (past->at == past->count && round_loss(&past->round))
        round_tell_loss(&past->round, &words);
    snprintf(past->state, sizeof past->state, "move %u of %u", point, past->count - past->dealt);
}

static const struct page_key keys[] = {
    { "Left Right", "move by move", PRESS_RIGHT },
    { "Esc", "back", PRESS_ESCAPE },
    { "p", "play on from here", 'p' },
    { "v", "review", 'v' },
    { "?", "help", '?' },
    { 0 },
};

static bool go(struct past *past, unsigned at, struct text *why)
{
    past->at = at;
    if (!set_stage(past, why))
        return false;
    set_words(past);
    past->page = (struct page_play){ .shown = &past->shown,
                                     .choice = &past->choice,
                                     .verdict = past->words,
                                     .resting = true,
                                     .past = past->state,
                                     .keys = keys };
    return true;
}

static bool load(struct past *past, struct store *store, const char *id, struct text *why)
{
    struct stored_found found;
    unsigned moves[MOVES_MAX];
    if (!stored_load(store, games, id, &past->log, &found, why) ||
        !round_find(&past->log, found.began, AS_ALL, &past->round, why))
        return false;
    past->shown.game = past->log.header.variant.game;
    past->count = round_moves(&past->round, moves);
    for (unsigned i = 0; i < past->count; i++)
        past->moves[i] = past->round.events[moves[i]].move;
    if (game_has_chance(past->shown.game))
        past->dealt = 1;
    return true;
}

// Which seat the player takes when the game is played on: the one with the player's name, or
// that of the only person, or the one on turn.
static unsigned own_seat(const struct past *past)
{
    char own[SETTINGS_NAME_SIZE];
    const struct log_header *header = &past->log.header;
    settings_own_name(&past->ui->settings, own);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        if (text_same(header->name[seat], own) && strcmp(header->player[seat], "human") == 0)
            return seat;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        if (strcmp(header->player[opponent(seat)], "human") != 0 &&
            strcmp(header->player[seat], "human") == 0)
            return seat;
    return past->shown.stage.mover;
}

// Who plays the other seat: the level it was played by, or the one in the settings.
static const char *level_of(const struct past *past, unsigned seat)
{
    struct text ignored = TEXT_OF(TEXT_MAX);
    const char *before = past->log.header.player[seat];
    const char *usual = settings_word(&past->ui->settings, SETTINGS_OPPONENT);
    if (strncmp(before, "program:", 8) != 0 && player_check(before, &ignored))
        return before;
    return strcmp(usual, "human") != 0 ? usual : "medium";
}

// This game is not saved: it did not begin at the beginning, and its player has seen how it
// went on.
static struct drive *make_drive(const struct past *past, struct text *why)
{
    struct drive_setup setup = { .table = setup_of(past), .ticks = true };
    struct log log;
    unsigned own = own_seat(past);
    bool good = setup_words_player(&setup, own, "human", why) &&
                setup_words_player(&setup, opponent(own), level_of(past, opponent(own)), why) &&
                position_log(&setup.table, past->moves, past->at, &log, why);
    struct drive *drive = good ? drive_resume(&setup, &log, why) : NULL;
    if (good)
        log_clear(&log);
    return drive;
}

static void play_on(struct past *past)
{
    struct text note = text_in(past->choice.note, sizeof past->choice.note);
    if (past->shown.stage.end) {
        text_add(&note, "The game is over here: go back to a move before the end.");
        return;
    }
    struct drive *drive = make_drive(past, &note);
    if (drive)
        full_drive(past->ui, drive);
}

static void show_help(struct past *past)
{
    static const char text[] =
        "A finished game, move by move. Everything that was hidden is open.\n"
        "\n"
        "Left Right   a move back or on; so do Up, Down and the wheel\n"
        "Home End     the first and the last position\n"
        "p            play on from here against the computer; that game is not kept\n"
        "v            the review of all moves\n"
        "Esc          back to the list\n"
        "\n"
        "Under the board: the move that led to this position, with its mover's chance after the "
        "best move and after this one (? gave away at least a twentieth, ?? at least a fifth, or "
        "a sure win); then both players' chances over the game, with this position marked.\n";
    ui_show_text(past->ui, "Help", text);
}

static unsigned where(const struct past *past, uint32_t press)
{
    if (press == PRESS_LEFT || press == PRESS_UP || press == PRESS_WHEEL_UP)
        return past->at > past->dealt ? past->at - 1 : past->dealt;
    if (press == PRESS_RIGHT || press == PRESS_DOWN || press == PRESS_WHEEL_DOWN ||
        press == PRESS_ENTER || press == ' ')
        return past->at < past->count ? past->at + 1 : past->count;
    return press == PRESS_HOME ? past->dealt : press == PRESS_END ? past->count : past->at;
}

static void take_press(struct past *past, uint32_t press)
{
    struct text why = TEXT_OF(TEXT_MAX);
    if (press == 'v')
        verdict_show(past->ui, past->reviewed ? &past->review : NULL, &past->shown, past->note);
    else if (press == '?')
        show_help(past);
    else if (press == 'p')
        play_on(past);
    else if (!go(past, where(past, press), &why))
        ui_fail(past->ui, why.at);
}

static void show(struct past *past)
{
    uint32_t press = PRESS_END;
    struct text note = text_in(past->note, sizeof past->note);
    ui_show(past->ui, page_paint_play, &past->page);
    past->reviewed = reviewer_make(&past->review, past->shown.game, &past->shown.stage, &note);
    do
        take_press(past, press);
    while (!ui_is_back(press = ui_read(past->ui, page_paint_play, &past->page)));
    if (past->reviewed)
        review_clear(&past->review);
}

void replay_page_show(struct ui *ui, struct store *store, const char *id, struct text *warning)
{
    struct past past = { .ui = ui };
    if (load(&past, store, id, warning) && go(&past, past.count, warning))
        show(&past);
    log_clear(&past.log);
}
