// SPDX-License-Identifier: GPL-3.0-or-later
// The menu: which game, and then how it is to be played.
#include <stdio.h>
#include <string.h>

#include "core/memory.h"
#include "drive/setup_words.h"
#include "ui/advisor.h"
#include "fronts/full/inside.h"
#include "fronts/full/page.h"
#include "ui/puzzle_session.h"
#include "ui/achievements.h"
#include "report/rulebook.h"
#include "report/scores.h"
#include "games/games.h"

enum { GAMES_SHOWN = 32, MORE = 9 };

// The games, each with the picture of its first position, and what else there is.
struct catalogue {
    struct page_row rows[GAMES_SHOWN + MORE];
    struct picture pictures[GAMES_SHOWN];
    struct board boards[GAMES_SHOWN];
    unsigned games;
};

struct menu {
    struct ui *ui;
    struct store *store;
    const struct full_words *words;
    struct choices choices;
    struct catalogue catalogue;
    struct page_list page;
    char warning[2 * TEXT_MAX];
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
        .token = { [SEAT_1] = game->token[SEAT_1], [SEAT_2] = game->token[SEAT_2] },
        .obstacle = game->obstacle,
        .board = &catalogue->boards[i],
        .focus = NO_CELL,
    };
    snprintf(row->label, sizeof row->label, "%u %s", i + 1, game->title);
    snprintf(row->note, sizeof row->note, "%s", game->pitch);
    row->picture = &catalogue->pictures[i];
}

// The index of the game that was played last; `count` if none was.
static unsigned last_game(const struct choices *choices, unsigned count)
{
    char slug[CHOICES_VALUE_SIZE];
    choices_get(choices, "", "game", slug);
    for (unsigned i = 0; i < count; i++)
        if (strcmp(games[i]->slug, slug) == 0)
            return i;
    return count;
}

// Asks a player for a word to a joint draw. It is not shown as it is typed, and becomes plain
// ASCII, as the log wants it.
static void ask_word(void *context, const char *name, enum log_draw draw, char word[LOG_NAME])
{
    static const struct page_key none[] = { { 0 } };
    char why[256], prompt[128];
    struct page_list page = { .title = "A joint draw", .warning = why, .keys = none };
    struct ui_line line = { .prompt = prompt, .answer = word, .size = LOG_NAME, .secret = true };
    snprintf(why, sizeof why,
             "Everyone types a secret word, and the %s is made from all of them and one of the "
             "program's: nobody can choose it alone. Enter alone: a word is drawn.",
             draw == LOG_DRAWS_TOSS ? "toss" : "deal");
    snprintf(prompt, sizeof prompt, "%s, type a word (it is not shown):", name);
    word[0] = '\0';
    ui_ask(context, page_paint_list, &page, &line);
    for (char *c = word; *c; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
}

void full_ask_words(struct ui *ui, struct drive *drive)
{
    drive_set_asker(drive, &(struct drive_asker){ ask_word, ui });
}

void full_drive(struct ui *ui, struct drive *drive)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct advisor *advisor = advisor_new(drive, &why);
    full_ask_words(ui, drive);
    if (advisor)
        full_play(ui, drive_seat(drive), table_setup(drive_table(drive))->header.variant.game);
    else
        ui_fail(ui, why.at);
    drive_free(drive);
    advisor_free(advisor);
}

static const struct page_key keys[] = {
    { "Enter", "choose", PRESS_ENTER },
    { "r", "rule book", 'r' },
    { "?", "help", '?' },
    { "q", "leave", 'q' },
    { "Up Down", "move", 0 },
    { 0 },
};

static void show_rules(struct ui *ui, const struct game *game)
{
    struct variant variant = variant_book(game);
    ui_show_rules(ui, variant.game->title, &variant);
}

static void show_help(struct ui *ui)
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
        "o          play online: open a link, make a table, look at the public ones\n"
        "p          puzzles: find the one best move\n"
        "u          unfinished games, to go on with one\n"
        "g          finished games, to look at one again or to play on from a move of it\n"
        "s          statistics\n"
        "t          settings\n"
        "q          leave\n"
        "Mouse      click a line or a key below; the wheel goes along lists and pages\n"
        "Ctrl-L     paint the screen anew\n"
        "\n"
        "In the little pictures, letters are the players' tokens and G is a goal. Where "
        "both players stand on one cell, both their letters are shown.\n"
        "\n"
        "Causeway also plays in plain lines, for screen readers and simple terminals: "
        "causeway play GAME --ui line\n";
    ui_show_text(ui, "Help", text);
}

// The player's own score, which comes before everybody's.
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

static void print_statistics(struct menu *menu, FILE *out, struct text *why)
{
    struct stats stats;
    struct stats_ranking ranking = { 0 };
    struct text puzzles = TEXT_OF(TEXT_MAX);
    bool good = print_own(menu, out, why) && stats_collect(menu->store, games, NULL, &stats, why) &&
                stats_rank(menu->store, SCORES_SHOWN, &ranking, why);
    if (good && stats.total.all.played)
        scores_print_everybody(out, page_area(&menu->ui->screen).cols, &stats, &ranking);
    else if (good)
        fputs("No game has been finished yet.\n", out);
    achievements_tell_puzzles(&puzzles);
    fprintf(out, "%s%s", puzzles.length ? "\n" : "", puzzles.at);
    mem_free(ranking.all);
}

static void show_statistics(struct menu *menu, struct text *warning)
{
    char buffer[8 * TEXT_MAX] = "";
    FILE *out = fmemopen(buffer, sizeof buffer, "w");
    if (!out)
        return;
    print_statistics(menu, out, warning);
    fclose(out);
    if (*buffer) // a game that is damaged is the warning's
        ui_show_text(menu->ui, "Statistics", buffer);
}

// A table that cannot be opened, as for a program that does not start, is a warning.
static void begin(struct menu *menu, const struct drive_setup *setup, struct text *warning)
{
    struct drive *drive = drive_new(setup, warning);
    if (drive)
        full_drive(menu->ui, drive);
}

static void play_game(struct menu *menu, const struct game *game, struct text *warning)
{
    struct drive_setup setup = setup_words_default(game);
    choices_set(&menu->choices, "", "game", game->slug);
    setup.store = menu->store;
    if (setup_show(menu->ui, &setup, &menu->choices, menu->words))
        begin(menu, &setup, warning);
}

static void play_again(struct menu *menu, struct text *warning)
{
    unsigned last = last_game(&menu->choices, menu->catalogue.games);
    if (last == menu->catalogue.games) {
        text_add(warning, "Nothing has been played yet: choose a game.");
        return;
    }
    struct drive_setup setup = setup_words_default(games[last]);
    setup.store = menu->store;
    if (setup_again(&menu->ui->settings, &setup, &menu->choices, warning))
        begin(menu, &setup, warning);
}

static void learn(struct menu *menu, struct text *warning)
{
    learn_page_show(menu->ui, NULL, 0, warning);
    choices_read(&menu->choices); // what was got done is kept there, too
}

static void solve_puzzles(struct menu *menu, struct text *warning)
{
    puzzle_page_show(menu->ui, &(struct puzzle_session_wish){ .daily = !achievements_has_puzzle() },
                     warning);
    choices_read(&menu->choices);
}

static void show_unfinished(struct menu *menu, struct text *warning)
{
    game_list_show(menu->ui, menu->store, false, warning);
}

static void show_finished(struct menu *menu, struct text *warning)
{
    game_list_show(menu->ui, menu->store, true, warning);
}

static void change_settings(struct menu *menu, struct text *warning)
{
    (void)warning;
    settings_page_show(menu->ui);
}

static void leave(struct menu *menu, struct text *warning)
{
    (void)warning;
    menu->ui->leaving = true;
}

// --- With somebody elsewhere

// The terminal is the other program's meanwhile.
static void run_online(struct menu *menu, const char *command, const char *one, const char *two,
                       const char *link, struct text *warning)
{
    struct settings settings = menu->ui->settings;
    enum console_color color = menu->ui->color;
    ui_close(menu->ui);
    menu->words->online(command, one, two, link, warning);
    printf("\nEnter goes back to the menu. ");
    fflush(stdout);
    for (int c = 0; c != '\n' && c != EOF;)
        c = getchar();
    if (!ui_open(menu->ui, &settings, color))
        menu->ui->leaving = true;
}

static void open_link(struct menu *menu, struct page_list *page, struct text *warning)
{
    char link[512] = "";
    struct ui_line line = {
        .prompt = "The link (not shown):", .answer = link, .size = sizeof link, .secret = true
    };
    if (ui_ask(menu->ui, page_paint_list, page, &line) && *link)
        run_online(menu, "join", NULL, NULL, link, warning);
}

static void make_table(struct menu *menu, struct text *warning)
{
    static const struct page_key make_keys[] = { { "Enter", "make a table", PRESS_ENTER },
                                                 { "Esc", "back", PRESS_ESCAPE },
                                                 { 0 } };
    struct page_list page = { .title = "Which game?",
                              .rows = menu->catalogue.rows,
                              .count = menu->catalogue.games,
                              .warning = "",
                              .keys = make_keys };
    if (ui_read_list(menu->ui, &page) == PRESS_ENTER)
        run_online(menu, "host", menu->ui->settings.server, games[page.focus]->slug, NULL, warning);
}

static void play_online(struct menu *menu, struct text *warning)
{
    static const struct page_key online_keys[] = { { "Enter", "choose", PRESS_ENTER },
                                                   { "Esc", "back", PRESS_ESCAPE },
                                                   { 0 } };
    struct page_row rows[] = { { .label = "Open a link", .note = "that somebody has sent you" },
                               { .label = "Make a table", .note = "and send somebody its link" },
                               { .label = "Public tables", .note = "to sit down or to watch" } };
    struct page_list page = {
        .title = "Play online", .rows = rows, .count = 3, .warning = "", .keys = online_keys
    };
    const char *server = menu->ui->settings.server;
    if (!menu->words->online) {
        text_add(warning, "From here nothing can be played online: type 'causeway join'.");
        return;
    }
    if (ui_read_list(menu->ui, &page) != PRESS_ENTER)
        return;
    if (page.focus == 0)
        open_link(menu, &page, warning);
    else if (!*server)
        text_add(warning, "First name a server in the settings (t): server = https://HOST.");
    else if (page.focus == 1)
        make_table(menu, warning);
    else
        run_online(menu, "lobby", server, NULL, NULL, warning);
}

// For somebody who is new: a small game at once, and then its lessons.
static void welcome(struct menu *menu)
{
    static const struct page_key new_keys[] = { { "Enter", "choose", PRESS_ENTER },
                                                { "Esc", "menu", PRESS_ESCAPE },
                                                { 0 } };
    struct page_row rows[] = {
        { .label = "Play",
          .note = "a two-minute game with the coach, against " SETUP_WORDS_OPPONENT
                  ", who is careless" },
        { .label = "Learn", .note = "five short lessons a game" },
        { .label = "Menu", .note = "all that there is" },
    };
    struct page_list page = { .title = "New here? Enter plays a two-minute game with the coach",
                              .rows = rows,
                              .count = 3,
                              .warning = "",
                              .keys = new_keys };
    struct text warning = text_in(menu->warning, sizeof menu->warning);
    char name[SETTINGS_NAME_SIZE];
    const struct game *game = achievements_is_new() ? games_for_beginners() : NULL;
    if (!game || ui_read_list(menu->ui, &page) != PRESS_ENTER || page.focus == 2)
        return;
    settings_own_name(&menu->ui->settings, name);
    struct drive_setup setup = setup_words_beginner(game, name);
    setup.store = menu->store;
    // As far as it holds for the beginners' small game, too.
    snprintf(menu->ui->notice, sizeof menu->ui->notice, "This one: %.*s. Enter plays, ? helps.",
             (int)strcspn(game->pitch, ","), game->pitch);
    if (page.focus == 0)
        begin(menu, &setup, &warning);
    if (!menu->ui->leaving)
        learn_page_show(menu->ui, NULL, 0, &warning);
}

// What follows the games in the list; the note of the first says what was played last.
static const struct {
    const char *label, *note;
    void (*open)(struct menu *menu, struct text *warning);
    bool stored; // only where games are saved
} more[MORE] = {
    { "a Play again", "", play_again, false },
    { "l Learn", "five short lessons a game", learn, false },
    { "o Play online", "open a link, make a table, look at the public ones", play_online, false },
    { "p Puzzles", "find the one best move; one for every day", solve_puzzles, false },
    { "u Unfinished games", "go on with one of them", show_unfinished, true },
    { "g Finished games", "look at one again, move by move", show_finished, true },
    { "s Statistics", "your score and rating, and who won how often", show_statistics, true },
    { "t Settings", "name, opponent, colours, speed, bell", change_settings, false },
    { "q Leave", "", leave, false },
};

static void fill(struct catalogue *catalogue)
{
    for (const struct game *const *game = games; *game && catalogue->games < GAMES_SHOWN; game++)
        add_game(catalogue, *game);
    for (unsigned i = 0; i < MORE; i++) {
        struct page_row *row = &catalogue->rows[catalogue->games + i];
        snprintf(row->label, sizeof row->label, "%s", more[i].label);
        snprintf(row->note, sizeof row->note, "%s", more[i].note);
    }
}

static void say_last(struct menu *menu)
{
    unsigned count = menu->catalogue.games, last = last_game(&menu->choices, count);
    struct page_row *row = &menu->catalogue.rows[count];
    struct text note = text_in(row->note, sizeof row->note), ignored = TEXT_OF(TEXT_MAX);
    if (last == count) {
        text_add(&note, "nothing has been played yet");
        return;
    }
    struct drive_setup setup = setup_words_default(games[last]);
    const struct log_header *header = &setup.table.header;
    setup_again(&menu->ui->settings, &setup, &menu->choices, &ignored);
    text_add(&note, "%s, %s rules, ", games[last]->title, rulebook_preset(&header->variant));
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        text_add(&note, "%s%s", header->name[seat], seat == SEAT_1 ? " and " : "");
}

static void take_press(struct menu *menu, uint32_t press)
{
    unsigned row = menu->page.focus, count = menu->catalogue.games;
    struct text warning = text_in(menu->warning, sizeof menu->warning);
    if (press == 'r' && row < count)
        show_rules(menu->ui, games[row]);
    else if (press == '?')
        show_help(menu->ui);
    else if (press == PRESS_LEFT || press == PRESS_RIGHT)
        page_list_press(&menu->page, press == PRESS_LEFT ? PRESS_UP : PRESS_DOWN);
    else if (press == PRESS_ENTER && row < count)
        play_game(menu, games[row], &warning);
    else if (press == PRESS_ENTER && more[row - count].stored && !menu->store)
        text_add(&warning, "Games are not being saved.");
    else if (press == PRESS_ENTER)
        more[row - count].open(menu, &warning);
}

void full_menu(struct ui *ui, struct store *store, const struct full_words *words)
{
    struct menu menu = { .ui = ui, .store = store, .words = words };
    choices_read(&menu.choices);
    fill(&menu.catalogue);
    menu.page = (struct page_list){
        .title = "Causeway: duels on a line",
        .rows = menu.catalogue.rows,
        .count = menu.catalogue.games + MORE,
        .focus = last_game(&menu.choices, menu.catalogue.games),
        .keyed = true,
        .keys = keys,
    };
    if (menu.page.focus == menu.catalogue.games)
        menu.page.focus = 0;
    welcome(&menu);
    choices_read(&menu.choices);
    while (!ui->leaving) {
        say_last(&menu);
        menu.page.warning = menu.warning;
        take_press(&menu, ui_read_list(ui, &menu.page));
    }
}
