// SPDX-License-Identifier: GPL-3.0-or-later
// The menu in lines: all that the full screen's has. What is a command of its own is run as one.
#include "cli/line_menu.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "analysis/lesson.h"
#include "cli/online.h"
#include "drive/setup_words.h"
#include "ui/advisor.h"
#include "fronts/line/line.h"
#include "ui/achievements.h"
#include "ui/settings.h"
#include "record/name.h"
#include "report/outlook.h"

struct menu_dialogue {
    const struct cli_invocation *invocation;
    struct console *console;
    struct drive_setup setup;
    struct store *store; // NULL: nothing is saved
    bool leave;
    bool cut_short; // the input ended in the middle of a game
};

static void warn(struct menu_dialogue *menu, const char *sentence)
{
    console_say(menu->console, STYLE_WARNING, sentence);
    console_say(menu->console, STYLE_PLAIN, "\n");
}

static bool is_back(const char *answer)
{
    return text_same(answer, "back") || text_same(answer, "b");
}

// What is asked: a number from 1 to `most`, or one of the letters, which stand for the last
// numbers.
struct menu_question {
    const char *words;
    unsigned most;
    unsigned usual;      // an empty answer; 0: it goes back
    const char *letters; // or NULL
    const char *help;    // what ? says
};

static unsigned find_letter(const struct menu_question *question, const char *answer)
{
    const char *letters = question->letters ? question->letters : "";
    const char *found = answer[0] && !answer[1] ? strchr(letters, answer[0]) : NULL;
    return found ? question->most - (unsigned)strlen(letters) + (unsigned)(found - letters) + 1 : 0;
}

// 0: back to the menu, or the end.
static unsigned choose(struct menu_dialogue *menu, const struct menu_question *question)
{
    char prompt[160];
    if (question->usual)
        snprintf(prompt, sizeof prompt, "%s [%u] ", question->words, question->usual);
    else
        snprintf(prompt, sizeof prompt, "%s ", question->words);
    for (;;) {
        struct text why = TEXT_OF(TEXT_MAX);
        uint64_t number = question->usual;
        const char *answer = console_ask(menu->console, prompt, ASK_OPENLY);
        unsigned letter = answer ? find_letter(question, answer) : 0;
        if (!answer || text_same(answer, "quit") || text_same(answer, "q") ||
            text_same(answer, "leave"))
            menu->leave = true;
        if (menu->leave || is_back(answer))
            return 0;
        if (letter)
            return letter;
        if (!*answer || (text_parse_number(answer, question->most, &number) && number > 0))
            return (unsigned)number;
        if (text_same(answer, "?") || text_same(answer, "help")) {
            text_add(&why,
                     "%s Enter a number from 1 to %u; back goes back to the menu, quit leaves.",
                     question->help, question->most);
        } else {
            text_add(&why,
                     "'%.40s' is not possible here: enter 1 to %u, ? for help, or quit to leave.",
                     answer, question->most);
        }
        warn(menu, why.at);
    }
}

// Runs a command as if it had been typed, in lines.
static void run(struct menu_dialogue *menu, const char *name, const char *one, const char *two,
                enum cli_option_id option, const char *value)
{
    struct text why = TEXT_OF(2 * TEXT_MAX);
    char first[NAME_TYPED], second[16];
    char *const operands[] = { first, second, NULL };
    struct cli_invocation invocation = {
        .command = cli_find(name),
        .given = { { OPTION_UI, cli_options[OPTION_UI].name, "line" },
                   { option, cli_options[option].name, value } },
        .given_count = option ? 2 : 1,
        .operand = operands,
        .operand_count = two   ? 2
                         : one ? 1
                               : 0,
    };
    snprintf(first, sizeof first, "%s", one ? one : "");
    snprintf(second, sizeof second, "%s", two ? two : "");
    console_close(menu->console);
    invocation.command->run(&invocation, &why);
    console_open(menu->console, stdin, stdout, command_color(menu->invocation));
    if (why.length)
        warn(menu, why.at);
}

// --- A game

static void set_player(struct menu_dialogue *menu, unsigned seat, const char *who)
{
    struct text why = TEXT_OF(TEXT_MAX);
    if (!setup_words_player(&menu->setup, seat, who, &why))
        warn(menu, why.at);
}

static bool choose_level(struct menu_dialogue *menu, unsigned seat)
{
    static const char *const levels[] = { "easy", "medium", "hard", "perfect" };
    enum { LEVELS = sizeof levels / sizeof *levels };
    fprintf(menu->console->out, "\n");
    for (unsigned i = 0; i < LEVELS; i++)
        fprintf(menu->console->out, "  %u. %s\n", i + 1, levels[i]);
    unsigned chosen =
        choose(menu, &(struct menu_question){ "\nHow well does it play?", LEVELS, 2, NULL,
                                              "Easy makes many mistakes, perfect none." });
    if (chosen)
        set_player(menu, seat, levels[chosen - 1]);
    return chosen;
}

static void load_own_name(char name[SETTINGS_NAME_SIZE])
{
    struct settings settings;
    struct text warnings = TEXT_OF(TEXT_MAX);
    settings_load(&settings, &warnings);
    settings_own_name(&settings, name);
}

// The person against the computer bears the name of the settings, or of the system.
static void set_own_name(struct menu_dialogue *menu, unsigned seat)
{
    char name[SETTINGS_NAME_SIZE];
    struct log_header *header = &menu->setup.table.header;
    load_own_name(name);
    if (printable_is_name(name) && !name_same(name, header->name[opponent(seat)]))
        snprintf(header->name[seat], LOG_NAME, "%s", name);
}

static bool choose_players(struct menu_dialogue *menu)
{
    const struct game *game = menu->setup.table.header.variant.game;
    const char *first = game->role[0] ? game->role[0] : game->name[SEAT_1];
    const char *second = game->role[1] ? game->role[1] : game->name[SEAT_2];
    fprintf(menu->console->out,
            "\n  1. Two people at this keyboard\n"
            "  2. You are %s, against the computer\n"
            "  3. You are %s, against the computer\n\n",
            first, second);
    unsigned chosen = choose(
        menu, &(struct menu_question){ "Who plays?", 3, 2, NULL, "Who sits at this keyboard?" });
    if (chosen < 2)
        return chosen;
    set_own_name(menu, chosen == 2 ? SEAT_1 : SEAT_2);
    return choose_level(menu, chosen == 2 ? SEAT_2 : SEAT_1);
}

static bool choose_rules(struct menu_dialogue *menu)
{
    struct text why = TEXT_OF(TEXT_MAX), outlook = TEXT_OF(TEXT_MAX);
    const struct game *game = menu->setup.table.header.variant.game;
    if (!game->fair)
        return true;
    outlook_print_presets(game, &outlook);
    fprintf(menu->console->out,
            "\n  1. The rule book's rules\n"
            "  2. Other rules: %s\n\n%s%s",
            game->fair, outlook.at, outlook.length ? "\n" : "");
    unsigned chosen = choose(
        menu, &(struct menu_question){ "Which rules?", 2, 2, NULL,
                                       "The second are measured to give a more even and deeper "
                                       "game; 'causeway rules GAME' explains both." });
    if (chosen == 2)
        variant_parse(game, "fair", &menu->setup.table.header.variant, &why);
    return chosen;
}

static bool choose_rounds(struct menu_dialogue *menu)
{
    char words[64];
    snprintf(words, sizeof words, "\nHow many rounds (1 to %d)?", LOG_ROUNDS_MAX);
    unsigned rounds =
        choose(menu, &(struct menu_question){ words, LOG_ROUNDS_MAX, 1, NULL,
                                              "Sides alternate from round to round." });
    menu->setup.table.header.rounds = (uint16_t)rounds;
    return rounds;
}

// Where something is drawn, as with --joint.
static bool choose_drawing(struct menu_dialogue *menu)
{
    struct text why = TEXT_OF(TEXT_MAX);
    const struct log_header *header = &menu->setup.table.header;
    if (header->first != SEAT_NOBODY && !game_has_chance(header->variant.game))
        return true;
    fprintf(menu->console->out,
            "\n  1. The program draws what is dealt\n"
            "  2. Everyone types a secret word, and the deal is made from all of them\n\n");
    unsigned chosen = choose(menu, &(struct menu_question){ "Who deals?", 2, 1, NULL,
                                                            "With words nobody can have chosen "
                                                            "the deal, the program included." });
    if (chosen == 2)
        setup_words_joint(&menu->setup, &why);
    return chosen;
}

// At the end of a match line mode itself offers another one.
static void play(struct menu_dialogue *menu)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct line_setup setup = { .game = menu->setup.table.header.variant.game,
                                .saved = menu->store != NULL };
    menu->setup.store = menu->store;
    struct drive *drive = drive_new(&menu->setup, &why);
    if (!drive) {
        warn(menu, why.at);
        return;
    }
    struct advisor *advisor = advisor_new(drive, &why); // without one there are no hints
    drive_set_asker(drive, &(struct drive_asker){ command_ask_word, menu->console });
    menu->cut_short = line_play(drive_seat(drive), menu->console, &setup) == LINE_INPUT_ENDED;
    menu->leave = menu->cut_short;
    drive_free(drive);
    advisor_free(advisor);
}

static void play_game(struct menu_dialogue *menu, const struct game *game)
{
    menu->setup = setup_words_default(game);
    if (choose_players(menu) && choose_rules(menu) && choose_rounds(menu) && choose_drawing(menu))
        play(menu);
}

// --- What else there is

static const struct game *choose_game(struct menu_dialogue *menu, const char *words)
{
    unsigned count = 0;
    fprintf(menu->console->out, "\n");
    for (; games[count]; count++)
        fprintf(menu->console->out, "  %u. %s\n", count + 1, games[count]->title);
    fprintf(menu->console->out, "\n");
    unsigned chosen =
        choose(menu, &(struct menu_question){ words, count, 1, NULL, "A game by its number." });
    return chosen ? games[chosen - 1] : NULL;
}

static void learn(struct menu_dialogue *menu)
{
    static struct lesson lesson;
    char number[16];
    const struct game *game = choose_game(menu, "Which game?");
    unsigned count = game ? lesson_count(game, lesson_lines) : 0;
    cells done = game ? achievements_lessons(game) : 0;
    if (!count)
        return;
    fprintf(menu->console->out, "\n");
    for (unsigned i = 1; i <= count; i++) {
        struct text why = TEXT_OF(TEXT_MAX);
        if (lesson_read(&lesson, game, lesson_lines, i, &why))
            fprintf(menu->console->out, "  %u. %s%s\n", i, lesson.title,
                    cells_has(done, i) ? " (done)" : "");
    }
    unsigned chosen = choose(menu, &(struct menu_question){ "\nWhich lesson?", count,
                                                            achievements_next_lesson(game), NULL,
                                                            "They build upon each other." });
    snprintf(number, sizeof number, "%u", chosen);
    if (chosen)
        run(menu, "learn", game->slug, number, OPTION_END, NULL);
}

static void solve_puzzles(struct menu_dialogue *menu)
{
    fprintf(menu->console->out, "\n  1. Today's puzzle%s\n  2. Any game\n  3. One game\n",
            achievements_has_puzzle() ? " (solved)" : "");
    unsigned chosen = choose(menu, &(struct menu_question){ "\nWhich puzzles?", 3,
                                                            achievements_has_puzzle() ? 2 : 1, NULL,
                                                            "Today's is the same for everybody." });
    const struct game *game = chosen == 3 ? choose_game(menu, "Which game?") : NULL;
    if (chosen == 1)
        run(menu, "puzzle", NULL, NULL, OPTION_DAILY, "");
    else if (chosen == 2 || game)
        run(menu, "puzzle", game ? game->slug : NULL, NULL, OPTION_END, NULL);
}

enum { LISTED = 20 }; // older ones are in 'causeway games'

struct menu_list {
    struct menu_dialogue *menu;
    char id[LISTED][COMMIT_ID];
    unsigned count;
};

static bool list_game(void *context, const struct store_round *game)
{
    struct menu_list *list = context;
    struct text why = TEXT_OF(TEXT_MAX), moves = TEXT_OF(32);
    const struct game *of = games_find(game->game, &why);
    unsigned winner = game->standing.winner;
    time_t created = (time_t)(game->created / 1000);
    struct tm when;
    char day[32] = "";
    if (localtime_r(&created, &when))
        strftime(day, sizeof day, "%Y-%m-%d", &when);
    text_add_count(&moves, game->standing.moves, "move", "moves");
    memcpy(list->id[list->count++], game->id, COMMIT_ID);
    fprintf(list->menu->console->out, "  %u. %s, %s against %s, %s, %s%s%s\n", list->count,
            of ? of->title : game->game, game->name[SEAT_1], game->name[SEAT_2], day, moves.at,
            winner ? ", won by " : "", winner ? game->name[winner] : "");
    return list->count < LISTED;
}

// The id of the one that is chosen; NULL: none.
static const char *choose_stored(struct menu_dialogue *menu, bool finished, struct menu_list *list)
{
    struct text why = TEXT_OF(2 * TEXT_MAX);
    struct store_filter filter = { .finished = finished, .unfinished = !finished };
    *list = (struct menu_list){ .menu = menu };
    if (!menu->store) {
        warn(menu, "Games are not being saved.");
        return NULL;
    }
    fprintf(menu->console->out, "\n");
    store_list(menu->store, &filter, list_game, list, &why);
    if (why.length)
        warn(menu, why.at);
    if (!list->count) {
        console_say(menu->console, STYLE_PLAIN,
                    finished ? "No game has been finished yet.\n" : "No game is unfinished.\n");
        return NULL;
    }
    unsigned chosen =
        choose(menu, &(struct menu_question){ "\nWhich one?", list->count, 1, NULL,
                                              "The newest come first; 'causeway games' has all." });
    return chosen ? list->id[chosen - 1] : NULL;
}

static void resume(struct menu_dialogue *menu)
{
    struct menu_list list;
    const char *id = choose_stored(menu, false, &list);
    if (id)
        run(menu, "resume", id, NULL, OPTION_END, NULL);
}

static void look_again(struct menu_dialogue *menu)
{
    struct menu_list list;
    const char *id = choose_stored(menu, true, &list);
    if (!id)
        return;
    fprintf(menu->console->out,
            "\n  1. Go through it, move by move\n  2. Have its moves judged\n\n");
    unsigned chosen = choose(menu, &(struct menu_question){ "What?", 2, 1, NULL,
                                                            "A judgement says which moves cost "
                                                            "how much, and what was luck." });
    if (chosen)
        run(menu, chosen == 1 ? "replay" : "review", id, NULL, OPTION_END, NULL);
}

static void tell_statistics(struct menu_dialogue *menu)
{
    char name[SETTINGS_NAME_SIZE];
    load_own_name(name);
    if (*name)
        run(menu, "stats", name, NULL, OPTION_END, NULL);
    fprintf(menu->console->out, "\n");
    run(menu, "stats", NULL, NULL, OPTION_END, NULL);
}

// Asks for a value until there is one that is possible, or none.
static void change_setting(struct menu_dialogue *menu, struct settings *settings,
                           enum settings_key key)
{
    const struct settings_field *field = &settings_fields[key];
    struct text prompt = TEXT_OF(TEXT_MAX);
    text_add(&prompt, "%s", field->key);
    for (unsigned i = 0; field->words && field->words[i]; i++)
        text_add(&prompt, "%s%s", i == 0 ? " (" : ", ", field->words[i]);
    text_add(&prompt, "%s [%s] ", field->words ? ")" : "", settings_word(settings, key));
    for (;;) {
        struct text why = TEXT_OF(TEXT_MAX);
        const char *answer = console_ask(menu->console, prompt.at, ASK_OPENLY);
        menu->leave = !answer;
        if (!answer || !*answer)
            return;
        if (text_same(answer, "?"))
            text_add(&why, "It is %s. Enter alone leaves it as it is.", field->help);
        else if (settings_set(settings, key, answer, &why) && settings_save(settings, &why))
            return;
        warn(menu, why.at);
    }
}

static void change_settings(struct menu_dialogue *menu)
{
    while (!menu->leave) {
        struct settings settings;
        struct text warnings = TEXT_OF(TEXT_MAX);
        settings_load(&settings, &warnings);
        fprintf(menu->console->out, "\n%s", warnings.at);
        for (unsigned key = 0; key < SETTINGS_KEYS; key++)
            fprintf(menu->console->out, "  %u. %s = %s: %s\n", key + 1, settings_fields[key].key,
                    settings_word(&settings, key), settings_fields[key].help);
        unsigned chosen = choose(
            menu, &(struct menu_question){ "\nWhich one to change? Enter alone goes back:",
                                           SETTINGS_KEYS, 0, NULL, "A setting by its number." });
        if (!chosen)
            return;
        change_setting(menu, &settings, chosen - 1);
    }
}

// Words that are asked for once; NULL: nothing was entered.
static const char *ask(struct menu_dialogue *menu, const char *prompt, enum console_secrecy secrecy)
{
    const char *answer = console_ask(menu->console, prompt, secrecy);
    menu->leave = !answer;
    return answer && *answer ? answer : NULL;
}

static void run_online(struct menu_dialogue *menu, const char *command, const char *one,
                       const char *two, const char *link)
{
    struct text why = TEXT_OF(TEXT_MAX);
    console_close(menu->console);
    online_run(command, one, two, link, &why);
    console_open(menu->console, stdin, stdout, command_color(menu->invocation));
    if (why.length)
        warn(menu, why.at);
}

static void play_online(struct menu_dialogue *menu)
{
    struct settings settings;
    struct text warnings = TEXT_OF(TEXT_MAX);
    char link[CONSOLE_LINE_MAX + 1];
    settings_load(&settings, &warnings);
    const char *server = *settings.server ? settings.server : "no server is named in the settings";
    fprintf(menu->console->out,
            "\n  1. Open a link that somebody has sent\n"
            "  2. Make a table (%s)\n  3. Look at the public tables (%s)\n\n",
            server, server);
    unsigned chosen = choose(menu, &(struct menu_question){ "What?", 3, 1, NULL,
                                                            "A table is on a server; who has the "
                                                            "link of a seat has the seat." });
    if (chosen > 1 && !*settings.server)
        warn(menu, "First name a server in the settings: server = https://HOST.");
    else if (chosen == 3)
        run_online(menu, "lobby", settings.server, NULL, NULL);
    const struct game *game =
        chosen == 2 && *settings.server ? choose_game(menu, "Which game?") : NULL;
    if (game)
        run_online(menu, "host", settings.server, game->slug, NULL);
    const char *answer =
        chosen == 1 ? ask(menu, "The link (not shown as you type): ", ASK_SECRETLY) : NULL;
    if (!answer)
        return;
    snprintf(link, sizeof link, "%s", answer);
    run_online(menu, "join", NULL, NULL, link);
}

// --- The menu

static const struct {
    char letter;
    const char *words;
    void (*open)(struct menu_dialogue *menu);
} more[] = {
    { 'l', "Learn: five short lessons a game", learn },
    { 'o', "Online: play with somebody elsewhere", play_online },
    { 'p', "Puzzles: find the one best move; one for every day", solve_puzzles },
    { 'u', "Unfinished games: go on with one of them", resume },
    { 'g', "Finished games: look at one again", look_again },
    { 's', "Statistics: your score and rating, and who won how often", tell_statistics },
    { 't', "Settings: name, opponent, plain lines or full screen", change_settings },
    { 'q', "Leave", NULL },
};
enum { MORE = sizeof more / sizeof *more };

static void show(struct menu_dialogue *menu)
{
    unsigned count = 0;
    char letters[MORE + 1] = "";
    fprintf(menu->console->out, "\nCauseway: duels on a line\n\n");
    for (; games[count]; count++)
        fprintf(menu->console->out, "  %u. %s: %s\n", count + 1, games[count]->title,
                games[count]->pitch);
    for (unsigned i = 0; i < MORE; i++) {
        fprintf(menu->console->out, "  %u. %s\n", count + i + 1, more[i].words);
        letters[i] = more[i].letter;
    }
    unsigned chosen = choose(
        menu, &(struct menu_question){ "\nWhich one?", count + MORE, 1, letters,
                                       "A game is set up by a few questions. The letters l, o, p, "
                                       "u, g, s, t and q stand for what follows the games. In a "
                                       "game, ? tells what can be entered." });
    if (chosen > count && more[chosen - count - 1].open)
        more[chosen - count - 1].open(menu);
    else if (chosen > count)
        menu->leave = true;
    else if (chosen)
        play_game(menu, games[chosen - 1]);
}

// For somebody who is new: a small game at once, and then its lessons.
static void welcome(struct menu_dialogue *menu)
{
    char name[SETTINGS_NAME_SIZE];
    const struct game *game = achievements_is_new() ? games_for_beginners() : NULL;
    if (!game)
        return;
    const char *answer = console_ask(
        menu->console,
        "\nNew here? Enter plays a two-minute game with the coach, menu shows all there is: ",
        ASK_OPENLY);
    menu->leave = !answer;
    if (!answer || *answer)
        return;
    load_own_name(name);
    menu->setup = setup_words_beginner(game, name);
    fprintf(menu->console->out,
            "\nThis one: %.*s, against " SETUP_WORDS_OPPONENT
            ", who is careless. Enter ? when in doubt.\n\n",
            (int)strcspn(game->pitch, ","), game->pitch);
    play(menu);
    if (!menu->leave)
        run(menu, "learn", game->slug, NULL, OPTION_END, NULL);
}

int line_menu_show(const struct cli_invocation *invocation, struct store *store)
{
    struct console console;
    struct menu_dialogue menu = { .invocation = invocation, .console = &console, .store = store };
    console_open(&console, stdin, stdout, command_color(invocation));
    welcome(&menu);
    while (!menu.leave)
        show(&menu);
    console_close(&console);
    return menu.cut_short ? EXIT_FAILED : EXIT_FINE;
}
