// SPDX-License-Identifier: GPL-3.0-or-later
// causeway without a command: a menu on a terminal, a pointer elsewhere.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "fronts/line/line.h"

struct menu_dialogue {
    struct console *console;
    struct session session;
    struct store *store; // NULL: nothing is saved
    bool leave;
    bool cut_short; // the input ended in the middle of a game
};

// Asks for a number from 1 to `most`; an empty answer means 1. 0 at the end.
static unsigned choose(struct menu_dialogue *menu, const char *prompt, unsigned most)
{
    for (;;) {
        struct text why = TEXT_OF(TEXT_MAX);
        cells chosen;
        const char *answer = console_ask(menu->console, prompt, ASK_OPENLY);
        if (!answer || text_same(answer, "quit") || text_same(answer, "leave")) {
            menu->leave = true;
            return 0;
        }
        if (!*answer)
            return 1;
        if (move_parse_numbers(answer, &chosen, &why) && cells_count(chosen) == 1 &&
            cells_first(chosen) >= 1 && cells_first(chosen) <= most)
            return cells_first(chosen);
        text_clear(&why);
        text_add(&why, "'%.40s' is not possible here: enter 1 to %u, or quit to leave.\n", answer,
                 most);
        console_say(menu->console, STYLE_WARNING, why.at);
    }
}

static void choose_game(struct menu_dialogue *menu)
{
    unsigned count = 0;
    fprintf(menu->console->out, "\nCauseway: duels on a line\n\n");
    for (; games[count]; count++)
        fprintf(menu->console->out, "  %u. %s: %s\n", count + 1, games[count]->title,
                games[count]->pitch);
    fprintf(menu->console->out, "  %u. Leave\n\n", count + 1);
    unsigned chosen = choose(menu, "Which game? [1] ", count + 1);
    if (chosen == count + 1)
        menu->leave = true;
    if (!menu->leave)
        session_init(&menu->session, games[chosen - 1]);
}

static void set_player(struct menu_dialogue *menu, unsigned seat, const char *who)
{
    struct text why = TEXT_OF(TEXT_MAX);
    if (session_set_player(&menu->session, seat, who, &why))
        return;
    console_say(menu->console, STYLE_WARNING, why.at);
    console_say(menu->console, STYLE_PLAIN, "\n");
}

static void choose_level(struct menu_dialogue *menu, unsigned seat)
{
    unsigned levels = 0; // without the weakest, who plays at random
    fprintf(menu->console->out, "\n");
    for (const char *level; (level = bot_name(levels + 1)); levels++)
        fprintf(menu->console->out, "  %u. %s\n", levels + 1, level);
    unsigned chosen = choose(menu, "\nHow well does it play? [1] ", levels);
    if (chosen)
        set_player(menu, seat, bot_name(chosen));
}

static void choose_players(struct menu_dialogue *menu)
{
    const struct game *game = menu->session.variant.game;
    const char *first = game->role[0] ? game->role[0] : game->name[SEAT_1];
    const char *second = game->role[1] ? game->role[1] : game->name[SEAT_2];
    fprintf(menu->console->out,
            "\n  1. Two people at this keyboard\n"
            "  2. You are %s, against the computer\n"
            "  3. You are %s, against the computer\n\n",
            first, second);
    unsigned chosen = choose(menu, "Who plays? [1] ", 3);
    if (chosen > 1)
        choose_level(menu, chosen == 2 ? SEAT_2 : SEAT_1);
}

static void choose_rules(struct menu_dialogue *menu)
{
    struct text why = TEXT_OF(TEXT_MAX);
    const struct game *game = menu->session.variant.game;
    if (!game->fair || menu->leave)
        return;
    fprintf(menu->console->out,
            "\n  1. The rule book's rules\n"
            "  2. Fair rules: %s\n\n",
            game->fair);
    if (choose(menu, "Which rules? [1] ", 2) == 2)
        variant_parse(game, "fair", &menu->session.variant, &why);
}

static void choose_rounds(struct menu_dialogue *menu)
{
    if (!menu->leave)
        menu->session.series.rounds = choose(menu, "\nHow many rounds (1 to 60)? [1] ", 60);
}

// Until another game, or none, is wanted.
static void play_on(struct menu_dialogue *menu)
{
    while (!menu->leave) {
        menu->session.store = menu->store;
        if (line_play(&menu->session, menu->console) == LINE_INPUT_ENDED) {
            menu->leave = menu->cut_short = true;
            return;
        }
        struct series *series = &menu->session.series;
        fprintf(
            menu->console->out,
            "\n  1. Again\n  2. Again, the other side first\n  3. Another game\n  4. Leave\n\n");
        unsigned chosen = choose(menu, "What now? [1] ", 4);
        if (chosen == 3)
            return;
        if (chosen == 4)
            menu->leave = true;
        *series = series_of(series->rounds, chosen == 2 ? opponent(series->first) : series->first);
    }
}

static int print_pointer(void)
{
    printf("Causeway: two-player duels on a line of cells.\n\n"
           "On a terminal, 'causeway' opens a menu. To start at once:\n"
           "  causeway list              the games\n"
           "  causeway play blockade     play one\n"
           "  causeway rules blockade    how it is played\n"
           "  causeway --help            everything else\n");
    return EXIT_FINE;
}

static int show_in_lines(const struct cli_invocation *invocation, struct store *store)
{
    struct console console;
    struct menu_dialogue menu = { .console = &console, .store = store };
    console_open(&console, stdin, stdout, command_color(invocation));
    while (!menu.leave) {
        choose_game(&menu);
        if (menu.leave)
            break;
        choose_players(&menu);
        choose_rules(&menu);
        choose_rounds(&menu);
        play_on(&menu);
        session_clear(&menu.session);
    }
    console_close(&console);
    return menu.cut_short ? EXIT_FAILED : EXIT_FINE;
}

static int show(const struct cli_invocation *invocation, struct store *store)
{
    struct ui ui;
    struct text why = TEXT_OF(TEXT_MAX);
    if (!command_open_full(invocation, &ui))
        return show_in_lines(invocation, store);
    enum full_end end = full_menu(&ui, store, &why);
    ui_close(&ui);
    return end == FULL_FAILED ? cli_failure("%s", why.at) : full_status();
}

static int run_menu(const struct cli_invocation *invocation)
{
    struct store *store;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return print_pointer();
    if (!command_open_store(invocation, &store))
        return EXIT_FINE;
    int status = show(invocation, store);
    store_close(store);
    return status;
}

const struct cli_command command_menu = {
    .name = "",
    .operands = "",
    .summary = "Two-player duels on a line of cells; on a terminal, opens a menu",
    .options = (const unsigned char[]){ OPTION_UI, OPTION_ASCII, OPTION_NO_ANIMATION, OPTION_COLOR,
                                        OPTION_HELP, OPTION_VERSION, OPTION_END },
    .run = run_menu,
};
