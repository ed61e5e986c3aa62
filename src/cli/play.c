// SPDX-License-Identifier: GPL-3.0-or-later
// causeway play
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "fronts/line/line.h"
#include "cli/saved.h"

static bool set_players(struct session *session, const struct cli_invocation *invocation,
                        struct text *why)
{
    const char *names = cli_value(invocation, OPTION_NAMES);
    const char *one = cli_value(invocation, OPTION_P1), *two = cli_value(invocation, OPTION_P2);
    return (!names || session_set_names(session, names, why)) &&
           (!one || session_set_player(session, SEAT_1, one, why)) &&
           (!two || session_set_player(session, SEAT_2, two, why));
}

// Where there are roles, the game's own option settles them; elsewhere --first says who
// begins.
static bool set_first(struct session *session, const struct cli_invocation *invocation,
                      struct text *why)
{
    const struct game *game = session->variant.game;
    const char *right = game->role_option ? game->role_option : cli_options[OPTION_FIRST].name;
    const unsigned char ids[] = { OPTION_FIRST, OPTION_ROLE };
    for (unsigned i = 0; i < sizeof ids; i++) {
        const char *name = cli_name(invocation, ids[i]);
        if (name && strcmp(name, right) != 0) {
            text_add(why, "%s has no option --%s: who begins is said by --%s.", game->title, name,
                     right);
            return false;
        }
        if (name)
            session_set_first(session, cli_value(invocation, ids[i]));
    }
    return true;
}

static bool configure(struct session *session, const struct cli_invocation *invocation,
                      struct text *why)
{
    const char *seed = cli_value(invocation, OPTION_SEED);
    const char *rounds = cli_value(invocation, OPTION_ROUNDS);
    const char *deal = cli_value(invocation, OPTION_DEAL);
    return set_players(session, invocation, why) &&
           (!seed || session_set_seed(session, seed, why)) &&
           (!rounds || session_set_rounds(session, rounds, why)) &&
           (!deal || session_set_deal(session, deal, why)) && set_first(session, invocation, why);
}

static int play_in_lines(const struct cli_invocation *invocation, struct session *session)
{
    struct console console;
    console_open(&console, stdin, stdout, command_color(invocation));
    enum line_end end = line_play(session, &console);
    console_close(&console);
    return end == LINE_PLAYED || end == LINE_QUIT ? EXIT_FINE : EXIT_FAILED;
}

// The full screen is gone, and with it all that was said there.
static void say_how_to_go_on(const struct session *session)
{
    const char *id = session->record.header.id;
    if (session->store && !match_over(&session->match))
        printf("The game is left unfinished; 'causeway resume %s' goes on with it.\n", id);
}

int command_play_session(const struct cli_invocation *invocation, struct session *session)
{
    struct ui ui;
    struct text why = TEXT_OF(TEXT_MAX);
    session->commitments = cli_value(invocation, OPTION_COMMITMENTS) != NULL;
    if (!command_open_full(invocation, &ui))
        return play_in_lines(invocation, session);
    struct store *store = session->store;
    enum full_end end = full_play(&ui, session, &why);
    bool left = end == FULL_QUIT || end == FULL_LEAVE;
    if (end == FULL_OTHER)
        end = full_menu(&ui, store, &why);
    ui_close(&ui);
    if (end == FULL_FAILED)
        return cli_failure("%s", why.at);
    if (left && !full_status())
        say_how_to_go_on(session);
    return full_status();
}

bool command_open_store(const struct cli_invocation *invocation, struct store **store)
{
    struct text why = TEXT_OF(2 * TEXT_MAX);
    *store = NULL;
    if (cli_value(invocation, OPTION_NO_SAVE) || (*store = saved_open(STORE_WRITE, &why)))
        return true;
    struct console console;
    console_open(&console, stdin, stdout, command_color(invocation));
    bool unsaved = line_go_on_unsaved(&console, why.at);
    console_close(&console);
    return unsaved;
}

static int choose_from_menu(const struct cli_invocation *invocation)
{
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return cli_usage_error(invocation, "Missing: GAME.");
    return command_menu.run(invocation);
}

static int run_play(const struct cli_invocation *invocation)
{
    struct variant variant;
    struct session session;
    struct store *store;
    struct text why = TEXT_OF(TEXT_MAX);
    if (invocation->operand_count == 0)
        return choose_from_menu(invocation);
    if (!command_read_game(invocation, invocation->operand[0], &variant))
        return EXIT_USAGE;
    session_init(&session, variant.game);
    session.variant = variant;
    session.coached = cli_value(invocation, OPTION_COACH) != NULL;
    if (!configure(&session, invocation, &why)) {
        session_clear(&session);
        return cli_usage_error(invocation, "%s", why.at);
    }
    int status = EXIT_FAILED;
    if (command_open_store(invocation, &store)) {
        session.store = store;
        status = command_play_session(invocation, &session);
        store_close(store);
    }
    session_clear(&session);
    return status;
}

const struct cli_command command_play = {
    .name = "play",
    .operands = "[GAME]",
    .summary = "Play a game, two at one keyboard or against the computer",
    .details =
        "GAME is a name from 'causeway list', a title, or the beginning of either; without it, on\n"
        "a terminal, a menu opens.\n"
        "In a pipe, the answers are read from standard input, one a line.\n",
    .options =
        (const unsigned char[]){ OPTION_RULES, OPTION_P1, OPTION_P2, OPTION_NAMES, OPTION_FIRST,
                                 OPTION_ROLE, OPTION_ROUNDS, OPTION_DEAL, OPTION_SEED, OPTION_COACH,
                                 OPTION_NO_SAVE, OPTION_COMMITMENTS, OPTION_UI, OPTION_ASCII,
                                 OPTION_NO_ANIMATION, OPTION_COLOR, OPTION_HELP, OPTION_VERSION,
                                 OPTION_END },
    .most = 1,
    .run = run_play,
};
