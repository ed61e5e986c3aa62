// SPDX-License-Identifier: GPL-3.0-or-later
// The menu: which game, and then how it is to be played.
#include <stdio.h>
#include <string.h>

#include "core/memory.h"
#include "drive/order.h"
#include "fronts/advisor.h"
#include "fronts/full/choices.h"
#include "fronts/full/full.h"
#include "fronts/full/learn_page.h"
#include "fronts/full/page.h"
#include "fronts/full/puzzle_page.h"
#include "fronts/full/settings_page.h"
#include "fronts/full/setup.h"
#include "fronts/full/shelf.h"
#include "report/rulebook.h"
#include "report/scores.h"
#include "games/games.h"

enum { GAMES_SHOWN = 32 };

static void paint_list(struct screen *screen, void *page)
{
    page_paint_list(screen, page);
}

// What follows the games in the list.
enum more {
    MORE_AGAIN,
    MORE_LEARN,
    MORE_PUZZLES,
    MORE_UNFINISHED,
    MORE_FINISHED,
    MORE_STATISTICS,
    MORE_SETTINGS,
    MORE_LEAVE,
    MORE
};

// The games, each with the picture of its first position, and what else there is.
struct catalogue {
    struct page_row rows[GAMES_SHOWN + MORE];
    struct picture pictures[GAMES_SHOWN];
    struct board boards[GAMES_SHOWN];
    unsigned games;
};

static void add_game(struct catalogue *catalogue, const struct game *game)
{
    unsigned i = catalogue->games++;
    struct page_row *row = &catalogue->rows[i];
    struct variant variant = variant_book(game);
    struct state state = game_start(&variant, SEAT_1);
    struct view view = game_view(&state, SEAT_NOBODY);
    view_board(&variant, &view, &catalogue->boards[i]);
    catalogue->pictures[i] = (struct picture){
        .game = game,
        .board = &catalogue->boards[i],
        .focus = NO_CELL,
    };
    snprintf(row->label, sizeof row->label, "%u %s", i + 1, game->title);
    snprintf(row->note, sizeof row->note, "%s", game->pitch);
    row->picture = &catalogue->pictures[i];
}

static void fill(struct catalogue *catalogue)
{
    static const struct page_row more[MORE] = {
        [MORE_AGAIN] = { .label = "a Play again" },
        [MORE_LEARN] = { .label = "l Learn", .note = "five short lessons a game" },
        [MORE_PUZZLES] = { .label = "p Puzzles",
                           .note = "find the one best move; one for every day" },
        [MORE_UNFINISHED] = { .label = "u Unfinished games", .note = "go on with one of them" },
        [MORE_FINISHED] = { .label = "g Finished games",
                            .note = "look at one again, move by move" },
        [MORE_STATISTICS] = { .label = "s Statistics",
                              .note = "your score and rating, and who won how often" },
        [MORE_SETTINGS] = { .label = "t Settings", .note = "name, opponent, colours, speed, bell" },
        [MORE_LEAVE] = { .label = "q Leave" },
    };
    memset(catalogue, 0, sizeof *catalogue);
    for (const struct game *const *game = games; *game && catalogue->games < GAMES_SHOWN; game++)
        add_game(catalogue, *game);
    memcpy(&catalogue->rows[catalogue->games], more, sizeof more);
}

// The place of what was played last; `count` if nothing was.
static unsigned last_game(const struct choices *choices, unsigned count)
{
    char slug[CHOICES_VALUE_SIZE];
    choices_get(choices, "", "game", slug);
    for (unsigned i = 0; i < count; i++)
        if (strcmp(games[i]->slug, slug) == 0)
            return i;
    return count;
}

static void paint_asking(struct screen *screen, void *page)
{
    static const struct page_key none[] = { { 0 } };
    struct page_list list = { .title = "A joint draw", .warning = page, .keys = none };
    page_paint_list(screen, &list);
}

// Not shown as it is typed; in plain ASCII.
static void ask_word(void *whom, const char *name, enum log_draw draw, char word[LOG_NAME])
{
    char why[256], prompt[128];
    struct ui_line line = { .prompt = prompt, .answer = word, .size = LOG_NAME, .secret = true };
    snprintf(why, sizeof why,
             "The %s follows from a word of each player and one of the program, so that nobody "
             "can have chosen it alone. Enter alone: one is drawn.",
             draw == LOG_DRAWS_TOSS ? "toss" : "deal");
    snprintf(prompt, sizeof prompt, "%s, type a word (it is not shown):", name);
    word[0] = '\0';
    ui_ask(whom, paint_asking, why, &line);
    for (char *c = word; *c; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
}

void full_ask_words(struct ui *ui, struct drive *drive)
{
    drive_set_asker(drive, &(struct drive_asker){ ask_word, ui });
}

enum full_end full_drive(struct ui *ui, struct drive *drive, struct text *why)
{
    struct advisor *advisor = drive ? advisor_new(drive, why) : NULL;
    enum full_end end = FULL_FAILED;
    if (drive)
        full_ask_words(ui, drive);
    if (advisor)
        end = full_play(ui, drive_seat(drive), table_setup(drive_table(drive))->header.variant.game,
                        why);
    drive_free(drive);
    advisor_free(advisor);
    return end;
}

struct menu {
    struct ui *ui;
    struct store *store;
    const struct full_orders *orders;
    struct choices choices;
    struct catalogue catalogue;
    struct page_list page;
    char warning[2 * TEXT_MAX];
    struct text *why;
};

// A row by the arrows, by its key or by a click; true if it is chosen.
static bool choose_row(struct menu *menu, uint32_t press)
{
    struct page_list *page = &menu->page;
    unsigned count = menu->catalogue.games;
    static const char more[MORE + 1] = "alpugstq";
    const char *letter = press > 0 && press < 128 ? strchr(more, (int)press) : NULL;
    if (press == PRESS_UP || press == PRESS_LEFT)
        page->focus = page->focus ? page->focus - 1 : page->count - 1;
    else if (press == PRESS_DOWN || press == PRESS_RIGHT || press == PRESS_TAB)
        page->focus = (page->focus + 1) % page->count;
    else if (press >= '1' && press < '1' + count)
        page->focus = press - '1';
    else if (press >= PRESS_ROW && press < PRESS_ROW + page->count)
        page->focus = press - PRESS_ROW;
    else if (letter)
        page->focus = count + (unsigned)(letter - more);
    else
        return press == PRESS_ENTER;
    return press < PRESS_LEFT ? press != PRESS_TAB : press >= PRESS_ROW;
}

static const struct page_key keys[] = {
    { "Enter", "choose", PRESS_ENTER },
    { "r", "rule book", 'r' },
    { "?", "help", '?' },
    { "q", "leave", 'q' },
    { "Up Down", "move", 0 },
    { 0 },
};

static enum full_end show_rules(struct ui *ui, const struct game *game)
{
    struct variant variant = variant_book(game);
    return ui_show_rules(ui, &variant) ? FULL_OTHER : FULL_LEAVE;
}

static enum full_end show_help(struct ui *ui)
{
    static const char text[] =
        "Choose a game; its rules and players are asked for next.\n"
        "\n"
        "Up Down    move along the list\n"
        "1 to 9     choose a game by its number\n"
        "Enter      choose what is marked\n"
        "r          the rule book of the marked game\n"
        "a          play again what was played last, set up as it was then\n"
        "l          learn a game in five short lessons\n"
        "p          puzzles: find the one best move\n"
        "u          unfinished games, to go on with one\n"
        "g          finished games, to look at one again or to play on from a move of it\n"
        "s          statistics\n"
        "t          settings\n"
        "q          leave\n"
        "Mouse      click a line or a key below\n"
        "Ctrl-L     paint the screen anew\n"
        "\n"
        "In the little pictures, letters are the players' tokens and G is a goal. Where "
        "both players stand on one cell, both their letters are shown.\n"
        "\n"
        "Causeway also plays in plain lines, for screen readers and simple terminals: "
        "causeway play GAME --ui line\n";
    return ui_show_text(ui, "Help", text) ? FULL_OTHER : FULL_LEAVE;
}

// One's own score comes first.
static bool print_own(struct menu *menu, FILE *out, struct text *why)
{
    static struct own own;
    struct stats stats;
    char name[SETTINGS_NAME_SIZE];
    settings_own_name(&menu->ui->settings, name);
    if (!stats_collect(menu->store, games, name, &stats, why) ||
        !own_collect(menu->store, games, name, &own, why))
        return false;
    if (stats.total.all.played) {
        scores_print_player(out, page_area(&menu->ui->screen).cols, name, &stats, &own);
        fputs("\nEverybody: ", out);
    }
    return true;
}

static void print_statistics(struct menu *menu, FILE *out)
{
    struct text why = text_in(menu->warning, sizeof menu->warning);
    struct stats stats;
    struct stats_standing *standings = NULL;
    unsigned count;
    bool good = print_own(menu, out, &why) &&
                stats_collect(menu->store, games, NULL, &stats, &why) &&
                stats_standings(menu->store, &standings, &count, &why);
    if (good && stats.total.all.played)
        scores_print_everybody(out, page_area(&menu->ui->screen).cols, &stats, standings, count);
    else if (good)
        fputs("No game has been finished yet.\n", out);
    mem_free(standings);
}

static enum full_end show_statistics(struct menu *menu)
{
    char buffer[8 * TEXT_MAX] = "";
    FILE *out = fmemopen(buffer, sizeof buffer, "w");
    if (!out)
        return FULL_OTHER;
    print_statistics(menu, out);
    fclose(out);
    if (*menu->warning)
        return FULL_OTHER;
    return ui_show_text(menu->ui, "Statistics", buffer) ? FULL_OTHER : FULL_LEAVE;
}

// What cannot begin, as a program that is not there, is a warning.
static enum full_end begin(struct menu *menu, const struct drive_setup *setup)
{
    struct text why = text_in(menu->warning, sizeof menu->warning);
    struct drive *drive = drive_new(setup, &why);
    return drive ? full_drive(menu->ui, drive, menu->why) : FULL_OTHER;
}

// Sets up one game and plays it, as often as is wanted.
static enum full_end play_game(struct menu *menu, const struct game *game)
{
    struct drive_setup setup = order_usual(game);
    choices_set(&menu->choices, "", "game", game->slug);
    setup.store = menu->store;
    enum full_end end = setup_show(menu->ui, &setup, &menu->choices, menu->orders);
    return end == FULL_PLAY ? begin(menu, &setup) : end;
}

static void say_last(struct menu *menu)
{
    unsigned count = menu->catalogue.games, last = last_game(&menu->choices, count);
    struct page_row *row = &menu->catalogue.rows[count + MORE_AGAIN];
    struct text note = text_in(row->note, sizeof row->note), ignored = TEXT_OF(TEXT_MAX);
    if (last == count) {
        text_add(&note, "nothing has been played yet");
        return;
    }
    struct drive_setup setup = order_usual(games[last]);
    const struct log_header *header = &setup.table.header;
    setup_again(&menu->ui->settings, &setup, &menu->choices, &ignored);
    text_add(&note, "%s, %s rules, ", games[last]->title, rulebook_preset(&header->variant));
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        text_add(&note, "%s%s", header->name[seat], seat == SEAT_1 ? " and " : "");
}

static enum full_end play_again(struct menu *menu, struct text *warning)
{
    unsigned count = menu->catalogue.games, last = last_game(&menu->choices, count);
    if (last == count) {
        text_add(warning, "Nothing has been played yet: choose a game.");
        return FULL_OTHER;
    }
    struct drive_setup setup = order_usual(games[last]);
    setup.store = menu->store;
    if (!setup_again(&menu->ui->settings, &setup, &menu->choices, warning))
        return FULL_OTHER;
    return begin(menu, &setup);
}

static enum full_end open_exercises(struct menu *menu, enum more what, struct text *warning)
{
    enum full_end end = what == MORE_LEARN ? learn_page_show(menu->ui, warning)
                                           : puzzle_page_show(menu->ui, warning);
    choices_read(&menu->choices); // what was got done is kept there, too
    return end;
}

static enum full_end open_kept(struct menu *menu, enum more what, struct text *warning)
{
    if (!menu->store) {
        text_add(warning, "Games are not being saved.");
        return FULL_OTHER;
    }
    if (what == MORE_STATISTICS)
        return show_statistics(menu);
    return shelf_show(menu->ui, menu->store, what == MORE_FINISHED, warning, menu->why);
}

static enum full_end follow(struct menu *menu)
{
    unsigned row = menu->page.focus, count = menu->catalogue.games;
    struct text warning = text_in(menu->warning, sizeof menu->warning);
    if (row < count)
        return play_game(menu, games[row]);
    switch ((enum more)(row - count)) {
    case MORE_AGAIN:
        return play_again(menu, &warning);
    case MORE_LEARN:
    case MORE_PUZZLES:
        return open_exercises(menu, (enum more)(row - count), &warning);
    case MORE_SETTINGS:
        return settings_page_show(menu->ui) ? FULL_OTHER : FULL_LEAVE;
    case MORE_LEAVE:
        return FULL_LEAVE;
    default:
        return open_kept(menu, (enum more)(row - count), &warning);
    }
}

static enum full_end take_press(struct menu *menu, uint32_t press)
{
    unsigned row = menu->page.focus;
    menu->warning[0] = '\0';
    if (press == PRESS_LEAVE)
        return FULL_LEAVE;
    if (press == 'r' && row < menu->catalogue.games)
        return show_rules(menu->ui, games[row]);
    if (press == '?')
        return show_help(menu->ui);
    return choose_row(menu, press) ? follow(menu) : FULL_OTHER;
}

enum full_end full_menu(struct ui *ui, struct store *store, const struct full_orders *orders,
                        struct text *why)
{
    struct menu menu = { .ui = ui, .store = store, .orders = orders, .why = why };
    choices_read(&menu.choices);
    fill(&menu.catalogue);
    menu.page = (struct page_list){
        .title = "Causeway: duels on a line",
        .rows = menu.catalogue.rows,
        .count = menu.catalogue.games + MORE,
        .focus = last_game(&menu.choices, menu.catalogue.games),
        .warning = menu.warning,
        .keys = keys,
    };
    if (menu.page.focus == menu.catalogue.games)
        menu.page.focus = 0;
    for (;;) {
        say_last(&menu);
        enum full_end end = take_press(&menu, ui_read(ui, paint_list, &menu.page));
        if (end == FULL_LEAVE || end == FULL_FAILED)
            return end;
    }
}
