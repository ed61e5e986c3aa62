// SPDX-License-Identifier: GPL-3.0-or-later
// causeway without a command: a menu on a terminal, a pointer elsewhere.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "drive/order.h"
#include "fronts/advisor.h"
#include "fronts/line/line.h"
#include "fronts/settings.h"
#include "record/name.h"
#include "report/outlook.h"

struct menu_dialogue {
    struct console *console;
    struct drive_setup setup; // without a store nothing is saved
    struct store *store;
    bool leave;
    bool cut_short; // the input ended in the middle of a game
};

// Asks for a number from 1 to `most`; an empty answer means the usual one. 0 at the end.
static unsigned choose(struct menu_dialogue *menu, const char *question, unsigned most,
                       unsigned usual)
{
    char prompt[96];
    snprintf(prompt, sizeof prompt, "%s [%u] ", question, usual);
    for (;;) {
        struct text why = TEXT_OF(TEXT_MAX);
        uint64_t number = usual;
        const char *answer = console_ask(menu->console, prompt, ASK_OPENLY);
        if (!answer || text_same(answer, "quit") || text_same(answer, "leave")) {
            menu->leave = true;
            return 0;
        }
        if (!*answer || (text_parse_number(answer, most, &number) && number > 0))
            return (unsigned)number;
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
    fprintf(menu->console->out,
            "  %u. Leave\n\n"
            "Elsewhere: causeway learn has lessons, causeway puzzle something to find.\n\n",
            count + 1);
    unsigned chosen = choose(menu, "Which game?", count + 1, 1);
    if (chosen == count + 1)
        menu->leave = true;
    if (!menu->leave)
        menu->setup = order_usual(games[chosen - 1]);
}

static void set_player(struct menu_dialogue *menu, unsigned seat, const char *who)
{
    struct text why = TEXT_OF(TEXT_MAX);
    if (order_player(&menu->setup, seat, who, &why))
        return;
    console_say(menu->console, STYLE_WARNING, why.at);
    console_say(menu->console, STYLE_PLAIN, "\n");
}

static void choose_level(struct menu_dialogue *menu, unsigned seat)
{
    static const char *const levels[] = { "easy", "medium", "hard", "perfect" };
    enum { LEVELS = sizeof levels / sizeof *levels };
    fprintf(menu->console->out, "\n");
    for (unsigned i = 0; i < LEVELS; i++)
        fprintf(menu->console->out, "  %u. %s\n", i + 1, levels[i]);
    unsigned chosen = choose(menu, "\nHow well does it play?", LEVELS, 2);
    if (chosen)
        set_player(menu, seat, levels[chosen - 1]);
}

// Whoever plays against the computer is the one whom the settings, or the system, name.
static void set_own_name(struct menu_dialogue *menu, unsigned seat)
{
    struct settings settings;
    struct text warnings = TEXT_OF(TEXT_MAX);
    char name[SETTINGS_NAME_SIZE];
    struct log_header *header = &menu->setup.table.header;
    settings_load(&settings, &warnings);
    settings_own_name(&settings, name);
    if (record_is_name(name) && !name_same(name, header->name[opponent(seat)]))
        snprintf(header->name[seat], LOG_NAME, "%s", name);
}

static void choose_players(struct menu_dialogue *menu)
{
    const struct game *game = menu->setup.table.header.variant.game;
    const char *first = game->role[0] ? game->role[0] : game->name[SEAT_1];
    const char *second = game->role[1] ? game->role[1] : game->name[SEAT_2];
    fprintf(menu->console->out,
            "\n  1. Two people at this keyboard\n"
            "  2. You are %s, against the computer\n"
            "  3. You are %s, against the computer\n\n",
            first, second);
    unsigned chosen = choose(menu, "Who plays?", 3, 2);
    if (chosen > 1) {
        set_own_name(menu, chosen == 2 ? SEAT_1 : SEAT_2);
        choose_level(menu, chosen == 2 ? SEAT_2 : SEAT_1);
    }
}

static void choose_rules(struct menu_dialogue *menu)
{
    struct text why = TEXT_OF(TEXT_MAX), outlook = TEXT_OF(TEXT_MAX);
    const struct game *game = menu->setup.table.header.variant.game;
    if (!game->fair || menu->leave)
        return;
    outlook_print_presets(game, &outlook);
    fprintf(menu->console->out,
            "\n  1. The rule book's rules\n"
            "  2. Fair rules: %s\n\n%s%s",
            game->fair, outlook.at, outlook.length ? "\n" : "");
    if (choose(menu, "Which rules?", 2, 2) == 2)
        variant_parse(game, "fair", &menu->setup.table.header.variant, &why);
}

static void choose_rounds(struct menu_dialogue *menu)
{
    char prompt[64];
    snprintf(prompt, sizeof prompt, "\nHow many rounds (1 to %d)?", LOG_ROUNDS_MAX);
    if (!menu->leave)
        menu->setup.table.header.rounds = (uint16_t)choose(menu, prompt, LOG_ROUNDS_MAX, 1);
}

// Where something is drawn, as with --joint.
static void choose_drawing(struct menu_dialogue *menu)
{
    struct text why = TEXT_OF(TEXT_MAX);
    const struct log_header *header = &menu->setup.table.header;
    if (menu->leave || (header->first != SEAT_NOBODY && !game_has_chance(header->variant.game)))
        return;
    fprintf(menu->console->out, "\n  1. The program draws what is dealt\n"
                                "  2. It is drawn from a word of each player's and a seed, so that "
                                "nobody chooses it\n\n");
    if (choose(menu, "Who deals?", 2, 1) == 2)
        order_joint(&menu->setup, &why);
}

// At the end of a match line mode itself offers another one.
static void play(struct menu_dialogue *menu)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct line_setup setup = { .game = menu->setup.table.header.variant.game,
                                .saved = menu->store != NULL };
    if (menu->leave)
        return;
    menu->setup.store = menu->store;
    struct drive *drive = drive_new(&menu->setup, &why);
    if (!drive) {
        console_say(menu->console, STYLE_WARNING, why.at);
        console_say(menu->console, STYLE_PLAIN, "\n");
        return;
    }
    struct advisor *advisor = advisor_new(drive, &why); // without one there are no hints
    drive_set_asker(drive, &(struct drive_asker){ command_ask_word, menu->console });
    menu->cut_short = line_play(drive_seat(drive), menu->console, &setup) == LINE_INPUT_ENDED;
    menu->leave = menu->cut_short;
    drive_free(drive);
    advisor_free(advisor);
}

static int print_pointer(void)
{
    printf("Causeway: two-player duels on a line of cells.\n\n"
           "On a terminal, 'causeway' opens a menu. To start at once:\n"
           "  causeway list              the games\n"
           "  causeway play blockade     play one\n"
           "  causeway rules blockade    how it is played\n"
           "  causeway learn             lessons\n"
           "  causeway puzzle            something to find\n"
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
        choose_drawing(&menu);
        play(&menu);
    }
    console_close(&console);
    return menu.cut_short ? EXIT_FAILED : EXIT_FINE;
}

static int show(const struct cli_invocation *invocation, struct store *store, struct text *why)
{
    struct ui ui;
    if (!command_open_full(invocation, &ui))
        return show_in_lines(invocation, store);
    struct full_orders orders = { .word = {
                                      [FULL_NAMES] = cli_value(invocation, OPTION_NAMES),
                                      [FULL_P1] = cli_value(invocation, OPTION_P1),
                                      [FULL_P2] = cli_value(invocation, OPTION_P2),
                                      [FULL_ROUNDS] = cli_value(invocation, OPTION_ROUNDS),
                                      [FULL_COACH] =
                                          cli_value(invocation, OPTION_COACH) ? "yes" : NULL,
                                      [FULL_RULES] = cli_value(invocation, OPTION_RULES),
                                      [FULL_CLOCK] = cli_value(invocation, OPTION_CLOCK),
                                      [FULL_JOINT] =
                                          cli_value(invocation, OPTION_JOINT) ? "yes" : NULL,
                                  } };
    full_menu(&ui, store, &orders);
    return command_close_full(&ui, why);
}

int command_menu(const struct cli_invocation *invocation, struct text *why)
{
    struct store *store;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return print_pointer();
    if (!command_open_store(invocation, &store))
        return EXIT_FINE;
    int status = show(invocation, store, why);
    store_close(store);
    return status;
}
