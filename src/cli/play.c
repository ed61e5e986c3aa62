// SPDX-License-Identifier: GPL-3.0-or-later
// causeway play
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/online.h"
#include "drive/setup_words.h"
#include "ui/advisor.h"
#include "fronts/json/json.h"
#include "fronts/line/line.h"
#include "ui/saved.h"
#include "record/clock.h"
#include "record/name.h"

static bool set_players(struct drive_setup *setup, const struct cli_invocation *invocation,
                        struct text *why)
{
    const char *names = cli_value(invocation, OPTION_NAMES);
    const char *one = cli_value(invocation, OPTION_P1), *two = cli_value(invocation, OPTION_P2);
    return (!names || setup_words_names(setup, names, why)) &&
           (!one || setup_words_player(setup, SEAT_1, one, why)) &&
           (!two || setup_words_player(setup, SEAT_2, two, why));
}

bool command_set_first(struct drive_setup *setup, const struct cli_invocation *invocation,
                       struct text *why)
{
    const struct game *game = setup->table.header.variant.game;
    const char *right = game->role_option ? game->role_option : cli_options[OPTION_FIRST].name;
    const char *first = cli_value(invocation, OPTION_FIRST);
    const char *name = cli_name(invocation, OPTION_ROLE);
    if (name && (!game->role_option || strcmp(name, game->role_option) != 0)) {
        text_add(why, "%s has no option --%s: who begins is said by --%s.", game->title, name,
                 right);
        return false;
    }
    if (name && first && strcmp(first, cli_value(invocation, OPTION_ROLE)) != 0) {
        text_add(why, "--first %s and --%s %s contradict each other.", first, name,
                 cli_value(invocation, OPTION_ROLE));
        return false;
    }
    if (name || first)
        setup_words_first(setup, name ? cli_value(invocation, OPTION_ROLE) : first);
    return true;
}

static bool set_keys(struct drive_setup *setup, const struct cli_invocation *invocation,
                     struct text *why)
{
    for (unsigned i = 0; i < invocation->given_count; i++)
        if (invocation->given[i].id == OPTION_KEY &&
            !setup_words_key(setup, invocation->given[i].value, why))
            return false;
    return true;
}

static bool configure(struct drive_setup *setup, const struct cli_invocation *invocation,
                      struct text *why)
{
    const char *seed = cli_value(invocation, OPTION_SEED);
    const char *rounds = cli_value(invocation, OPTION_ROUNDS);
    const char *deal = cli_value(invocation, OPTION_DEAL);
    const char *clock = cli_value(invocation, OPTION_CLOCK);
    setup->table.coach = cli_value(invocation, OPTION_COACH) != NULL;
    setup->trace = cli_value(invocation, OPTION_TRACE);
    return set_players(setup, invocation, why) && (!seed || setup_words_seed(setup, seed, why)) &&
           (!rounds || setup_words_rounds(setup, rounds, why)) &&
           (!deal || setup_words_deal(setup, deal, why)) &&
           (!clock || clock_parse(clock, &setup->table.header.clock, why)) &&
           command_read_memory(invocation, &setup->memory, why) &&
           set_keys(setup, invocation, why) && command_set_first(setup, invocation, why) &&
           (!cli_value(invocation, OPTION_JOINT) || setup_words_joint(setup, why));
}

static bool by_messages(const struct cli_invocation *invocation)
{
    const char *ui = cli_value(invocation, OPTION_UI);
    return ui && strcmp(ui, "json") == 0;
}

static int play_by_messages(struct drive *drive, struct text *why)
{
    if (json_play(drive, stdin, stdout, why))
        return EXIT_FINE;
    text_put(why, why->length ? "" : "The input ended before the match was over.");
    return EXIT_FAILED;
}

// For tests: everything that passes between a front and its table is written as JSON and
// read back.
static struct seat_handle *seat_of(struct drive *drive, struct seat_handle *through,
                                   struct seat_json *between)
{
    struct text why = TEXT_OF(TEXT_MAX);
    *between = (struct seat_json){ .inner = drive_seat(drive), .games = games };
    if (!getenv("CAUSEWAY_THROUGH_JSON"))
        return drive_seat(drive);
    bool good = seat_through_json(through, between, &why);
    assert(good);
    return through;
}

// A word that the others must not see yet; in plain ASCII, as all answers are.
void command_ask_word(void *context, const char *name, enum log_draw draw, char word[LOG_NAME])
{
    char prompt[192];
    struct console *console = context;
    snprintf(prompt, sizeof prompt,
             "%s, enter a word for the %s (not shown as you type; Enter alone: one is drawn): ",
             name, draw == LOG_DRAWS_TOSS ? "toss" : "deal");
    const char *answer = console->typed ? console_ask(console, prompt, ASK_SECRETLY) : NULL;
    snprintf(word, LOG_NAME, "%s", answer ? answer : "");
}

static bool names_players(const struct cli_invocation *invocation)
{
    return cli_value(invocation, OPTION_P1) || cli_value(invocation, OPTION_P2) ||
           cli_value(invocation, OPTION_NAMES);
}

// What the settings have chosen, and how to choose otherwise.
static void add_chosen(const struct cli_invocation *invocation, const struct drive *drive,
                       struct text *out)
{
    const struct table_setup *setup = table_setup(drive_table(drive));
    bool resumed = invocation->command->run != command_play;
    if (setup->computer[SEAT_2] && !resumed && !names_players(invocation))
        text_add(out, "Against %.40s: --p2 human is for two; the settings say who else.",
                 setup->header.player[SEAT_2]);
}

static int play_in_lines(const struct cli_invocation *invocation, struct drive *drive,
                         const struct game *game)
{
    struct console console;
    struct text notice = TEXT_OF(160);
    struct seat_handle through;
    struct seat_json between;
    struct line_setup setup = {
        .game = game,
        .commitments = cli_value(invocation, OPTION_COMMITMENTS) != NULL,
        .saved = drive_is_saved(drive),
    };
    console_open(&console, stdin, stdout, command_color(invocation));
    add_chosen(invocation, drive, &notice);
    text_add(&notice, "%s", notice.length ? "\n\n" : "");
    console_say(&console, STYLE_PLAIN, notice.at);
    drive_set_asker(drive, &(struct drive_asker){ command_ask_word, &console });
    enum line_end end = line_play(seat_of(drive, &through, &between), &console, &setup);
    console_close(&console);
    return end == LINE_PLAYED || end == LINE_QUIT ? EXIT_FINE : EXIT_FAILED;
}

// The full screen is gone, and with it all that was said there.
static void say_how_to_go_on(const struct drive *drive)
{
    struct stage stage;
    table_stage(drive_table(drive), SEAT_NOBODY, 0, &stage);
    if (drive_is_saved(drive) && drive_is_begun(drive) && !stage.over)
        printf("The game is left unfinished; 'causeway resume %s' goes on with it.\n", stage.id);
}

// At a terminal opponent, name and rules come from the settings, where the command line says
// nothing of players and rules; with --ui line it is two people and the book, as in a pipe.
static void take_settings(const struct cli_invocation *invocation, struct drive_setup *setup)
{
    struct settings settings;
    struct text why = TEXT_OF(TEXT_MAX);
    char name[SETTINGS_NAME_SIZE];
    struct log_header *header = &setup->table.header;
    bool players = names_players(invocation);
    bool terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    if (!command_wants_full(invocation, &settings) &&
        (!terminal || cli_value(invocation, OPTION_UI)))
        return;
    settings_own_name(&settings, name);
    if (!players)
        setup_words_player(setup, SEAT_2, settings_word(&settings, SETTINGS_OPPONENT), &why);
    const char *one = cli_value(invocation, OPTION_P1), *two = cli_value(invocation, OPTION_P2);
    unsigned own = !one || strcmp(one, "human") == 0 ? SEAT_1 : SEAT_2;
    bool sits = own == SEAT_1 || !two || strcmp(two, "human") == 0;
    if (sits && !cli_value(invocation, OPTION_NAMES) && printable_is_name(name) &&
        !name_same(name, header->name[opponent(own)]))
        snprintf(header->name[own], LOG_NAME, "%s", name);
    if (!cli_value(invocation, OPTION_RULES) && !cli_value(invocation, OPTION_DEAL))
        variant_parse(header->variant.game, settings_word(&settings, SETTINGS_RULES),
                      &header->variant, &why);
}

static int play_on(const struct cli_invocation *invocation, struct drive *drive,
                   struct store *store, struct text *why)
{
    struct ui ui;
    struct seat_handle through;
    struct seat_json between;
    const struct game *game = table_setup(drive_table(drive))->header.variant.game;
    if (by_messages(invocation))
        return play_by_messages(drive, why);
    if (!command_open_full(invocation, &ui))
        return play_in_lines(invocation, drive, game);
    full_ask_words(&ui, drive);
    struct text notice = text_in(ui.notice, sizeof ui.notice);
    add_chosen(invocation, drive, &notice);
    bool other = full_play(&ui, seat_of(drive, &through, &between), game);
    if (other)
        full_menu(&ui, store, &(struct full_words){ .online = online_run });
    int status = command_close_full(&ui, why);
    if (status == EXIT_FINE && !other)
        say_how_to_go_on(drive);
    return status;
}

int command_play_table(const struct cli_invocation *invocation, struct drive *drive,
                       struct store *store, struct text *why)
{
    struct advisor *advisor = advisor_new(drive, why);
    int status = advisor ? play_on(invocation, drive, store, why) : EXIT_FAILED;
    advisor_free(advisor);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        if (*drive_trouble(drive, seat))
            fprintf(stderr, "causeway: %s\n", drive_trouble(drive, seat));
    return status;
}

int command_end_list(bool good, const struct text *why)
{
    if (good && why->length)
        cli_failure("%s", why->at);
    return good ? EXIT_FINE : EXIT_FAILED;
}

bool command_open_store(const struct cli_invocation *invocation, struct store **store)
{
    char buffer[2 * TEXT_MAX];
    struct console console;
    enum line_unsaved answer = LINE_SAVE_AGAIN;
    *store = NULL;
    if (cli_value(invocation, OPTION_NO_SAVE))
        return true;
    while (answer == LINE_SAVE_AGAIN) {
        struct text why = text_in(buffer, sizeof buffer);
        if ((*store = saved_open(STORE_WRITE, &why)))
            return true;
        if (by_messages(invocation)) {
            cli_failure("%s With --no-save nothing is saved.", buffer);
            return false;
        }
        console_open(&console, stdin, stdout, command_color(invocation));
        answer = line_ask_unsaved(&console, buffer);
        console_close(&console);
    }
    return answer == LINE_GO_ON;
}

static int choose_from_menu(const struct cli_invocation *invocation, struct text *why)
{
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || by_messages(invocation))
        return cli_usage_error(invocation, "Missing: GAME.");
    return command_menu(invocation, why);
}

int command_play(const struct cli_invocation *invocation, struct text *why)
{
    struct variant variant;
    if (invocation->operand_count == 0)
        return choose_from_menu(invocation, why);
    if (!command_read_game(invocation, invocation->operand[0], &variant, why))
        return EXIT_USAGE;
    struct drive_setup setup = setup_words_default(variant.game);
    setup.table.header.variant = variant;
    take_settings(invocation, &setup);
    if (!configure(&setup, invocation, why))
        return EXIT_USAGE;
    setup.table.shared = setup.table.shared && !by_messages(invocation);
    if (!command_open_store(invocation, &setup.store))
        return EXIT_FAILED;
    struct drive *drive = drive_new(&setup, why);
    int status = drive ? command_play_table(invocation, drive, setup.store, why) : EXIT_FAILED;
    drive_free(drive);
    store_close(setup.store);
    return status;
}
