// SPDX-License-Identifier: GPL-3.0-or-later
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bots/bots.h"
#include "cli/commands.h"
#include "drive/tournament.h"

// computer is the perfect one; computer:easy and so on mean the levels. What ends with a
// colon is a beginning; a word in capitals stands for any.
#define LEVEL(level)    " " #level
#define COMPUTER(level) " computer:" #level
#define PLAYERS         "human random" BOT_LEVELS(LEVEL) " computer" BOT_LEVELS(COMPUTER) " program:"

#define SITTERS "random" BOT_LEVELS(LEVEL) " program:"

const struct cli_option cli_options[OPTIONS] = {
    [OPTION_ADMIN] = { "admin", NULL, NULL, "tell the server that runs here to do something" },
    [OPTION_ALL] = { "all", NULL, NULL, "print it through, without waiting" },
    [OPTION_AS] = { "as", "WHO", "1 2 NAME watch all",
                    "what this player, an onlooker or all could see" },
    [OPTION_ASCII] = { "ascii", NULL, NULL, "use plain ASCII characters only" },
    [OPTION_CERTIFICATE] = { "certificate", "FILE", NULL,
                             "write what proves the answer, for causeway check" },
    [OPTION_CHECK] = { "check", "COMMAND", NULL, "try the manners of this program" },
    [OPTION_CLOCK] = { "clock", "CLOCK", NULL,
                       "seconds for a round and for each move: 60+1, 60, 5/move, 60+1,5/move; "
                       "3d/move is days" },
    [OPTION_COACH] = { "coach", NULL, NULL, "warn before a move that throws the game away" },
    [OPTION_COLOR] = { "color", "WHEN", "auto always never", "use colours" },
    [OPTION_COMMITMENTS] = { "commitments", NULL, NULL,
                             "show commitments to hidden moves whole, and in play their openings" },
    [OPTION_CONFIG] = { "config", "FILE", NULL,
                        "a file of lines KEY = VALUE; --write-config prints one" },
    [OPTION_CSV] = { "csv", NULL, NULL, "print comma-separated values" },
    [OPTION_DAILY] = { "daily", NULL, NULL, "the puzzle of the day, the same for everybody" },
    [OPTION_DATABASE] = { "database", "URL", NULL,
                          "where tables are kept: a file, or postgresql://..." },
    [OPTION_DEAL] = { "deal", "N,N,...", NULL, "what chance deals, instead of drawing it" },
    [OPTION_FIRST] = { "first", "WHO", "1 2 toss", "who goes first" },
    [OPTION_FORCE] = { "force", NULL, NULL, "however large it is" },
    [OPTION_GAME] = { "game", "GAME", NULL, "only this game" },
    [OPTION_GAUNTLET] = { "gauntlet", "PLAYER", NULL,
                          "this player meets all others, who do not meet each other" },
    [OPTION_HELP] = { "help", NULL, NULL, "say this" },
    [OPTION_HINTS] = { "hints", NULL, NULL, "both may ask for hints" },
    [OPTION_IMPORT] = { "import", "FILE", NULL,
                        "take the tables of another server's SQLite database along, and end" },
    [OPTION_JOINT] = { "joint", NULL, NULL,
                       "draw toss and deal from a word of each player's and a seed" },
    [OPTION_JOBS] = { "jobs", "N", NULL, "play so many games at a time; else one a processor" },
    [OPTION_JSON] = { "json", NULL, NULL, "print JSON" },
    [OPTION_KEY] = { "key", "SEAT=N", NULL,
                     "for developers: what a computer's random numbers come from" },
    [OPTION_LEVEL] = { "level", "N", "1 2 3 4 5", "how hard" },
    [OPTION_LINK_FILE] = { "link-file", "FILE", NULL, "read the link from this file" },
    [OPTION_LISTEN] = { "listen", "ADDRESS:PORT", NULL, "where to listen (127.0.0.1:8437)" },
    [OPTION_LUCK_ADJUSTED] = { "luck-adjusted", NULL, NULL,
                               "take luck out of the scores, however long solving takes" },
    [OPTION_NAMES] = { "names", "A,B", NULL, "what the players are called" },
    [OPTION_NO_ANIMATION] = { "no-animation", NULL, NULL, "show moves at once" },
    [OPTION_NO_SAVE] = { "no-save", NULL, NULL, "do not keep the game" },
    [OPTION_NOTES] = { "notes", "FILE", NULL,
                       "compare it with what was noted while it was played" },
    [OPTION_OPEN] = { "open", NULL, NULL,
                      "list the table, and let the first who comes have seat 2" },
    [OPTION_P1] = { "p1", "WHO", PLAYERS, "who plays seat 1, a person if it is not said" },
    [OPTION_P2] = { "p2", "WHO", PLAYERS, "who plays seat 2, a person if it is not said" },
    [OPTION_PAIRS] = { "pairs", "N", NULL,
                       "pairs of games for each two players; seats are exchanged (100)" },
    [OPTION_PLAYER] = { "player", "NAME", NULL, "only games of this player" },
    [OPTION_PLAYERS] = { "players", "A,B,...", NULL,
                         "who takes part, as in --p1; may be given several times" },
    [OPTION_PUBLIC] = { "public", NULL, NULL, "list the table, so that anybody can watch" },
    [OPTION_RECORD] = { "record", "FILE", NULL, "write the record there when the match is over" },
    [OPTION_RESUME] = { "resume", NULL, NULL, "go on with what was done before" },
    [OPTION_ROLE] = { .argument = "WHO", .values = "1 2 toss" }, // the games say the rest
    [OPTION_ROUNDS] = { "rounds", "N", NULL,
                        "play so many rounds; first player or roles alternate" },
    [OPTION_RULES] = { "rules", "RULES", NULL,
                       "book, fair, or KEY=VALUE,...; a preset may be followed by changes" },
    [OPTION_SECONDS] = { "seconds", "N", NULL, "give up after so many seconds (600)" },
    [OPTION_SEED] = { "seed", "N", NULL, "make every random choice reproducible" },
    [OPTION_SIT] = { "as", "WHO", SITTERS, "who plays in your place" },
    [OPTION_SKILL] = { "skill", "GAMES", NULL,
                       "play each so often, the perfect computer against a random one" },
    [OPTION_SPRT] = { "sprt", "ELO0,ELO1", NULL,
                      "stop once it is clear by which of these the first player is better" },
    [OPTION_SVG] = { "svg", "FILE", NULL, "draw a picture into this file as well" },
    [OPTION_TAKE] = { "take", NULL, NULL, "take a seat that is open there, and print its link" },
    [OPTION_UI] = { "ui", "UI", "line full json",
                    "play in lines, on the full screen (the usual one on a terminal), or by "
                    "messages" },
    [OPTION_UNFINISHED] = { "unfinished", NULL, NULL, "only games and matches to go on with" },
    [OPTION_VARY] = { "vary", "KEY=LO..HI", NULL,
                      "let this option take these values; may be given several times" },
    [OPTION_VERSION] = { "version", NULL, NULL, "say which version this is" },
    [OPTION_WORD] = { "word", NULL, NULL,
                      "ask you for your words for joint draws, instead of drawing them" },
    [OPTION_WORK] = { "work", "URL", NULL,
                      "let others do it, who find it in this PostgreSQL database" },
    [OPTION_WRITE_CONFIG] = { "write-config", NULL, NULL,
                              "print a configuration with all keys and their usual values" },
    [OPTION_YES] = { "yes", NULL, NULL, "do it without asking" },
};

const struct cli_command *const cli_commands[] = {
    &command_menu,   &command_play,       &command_resume,
    &command_list,   &command_rules,      &command_solve,
    &command_check,  &command_efg,        &command_balance,
    &command_engine, &command_tournament, &command_review,
    &command_learn,  &command_puzzle,     &command_games,
    &command_replay, &command_stats,      &command_export,
    &command_import, &command_verify,     &command_delete,
    &command_serve,  &command_join,       &command_host,
    &command_work,   &command_describe,   NULL,
};

bool command_read_game(const struct cli_invocation *invocation, const char *name,
                       struct variant *variant, struct text *why)
{
    const char *wanted = cli_value(invocation, OPTION_RULES);
    const struct game *game = games_find(name, why);
    return game && variant_parse(game, wanted ? wanted : "book", variant, why);
}

bool command_read_number(const struct cli_invocation *invocation, enum cli_option_id id,
                         uint64_t lo, uint64_t hi, uint64_t *number, struct text *why)
{
    const char *value = cli_value(invocation, id);
    uint64_t parsed;
    if (!value)
        return true;
    if (text_parse_number(value, hi, &parsed) && parsed >= lo) {
        *number = parsed;
        return true;
    }
    text_add(why, "--%s takes a whole number from %ju to %ju, not '%.40s'.", cli_options[id].name,
             (uintmax_t)lo, (uintmax_t)hi, value);
    return false;
}

bool command_read_jobs(const struct cli_invocation *invocation, unsigned *jobs, struct text *why)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t count = cores < 1 ? 1 : cores > TOURNAMENT_JOBS ? TOURNAMENT_JOBS : (uint64_t)cores;
    bool good = command_read_number(invocation, OPTION_JOBS, 1, TOURNAMENT_JOBS, &count, why);
    *jobs = (unsigned)count;
    return good;
}

bool command_close_file(FILE *file, const char *path, struct text *why)
{
    bool broken = !file || ferror(file);
    if (file) {
        errno = 0;
        broken |= fclose(file) != 0;
    }
    if (broken)
        text_add(why, "cannot write '%s': %s.", path, errno ? strerror(errno) : "it was cut short");
    return !broken;
}

enum console_color command_color(const struct cli_invocation *invocation)
{
    const char *when = cli_value(invocation, OPTION_COLOR);
    if (!when || strcmp(when, "auto") == 0)
        return COLOR_AUTO;
    return strcmp(when, "always") == 0 ? COLOR_ALWAYS : COLOR_NEVER;
}

bool command_open_full(const struct cli_invocation *invocation, struct ui *ui)
{
    const char *wanted = cli_value(invocation, OPTION_UI);
    struct settings settings;
    struct text warnings = TEXT_OF(TEXT_MAX);
    settings_load(&settings, &warnings);
    fputs(warnings.at, stderr);
    if (cli_value(invocation, OPTION_ASCII))
        settings.value[SETTINGS_ASCII] = true;
    if (cli_value(invocation, OPTION_NO_ANIMATION))
        settings.value[SETTINGS_ANIMATION] = ANIMATION_OFF;
    if (wanted && strcmp(wanted, "full") != 0)
        return false;
    if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) &&
        ui_open(ui, &settings, command_color(invocation)))
        return true;
    if (wanted)
        fprintf(stderr, "causeway: This is no terminal for the full screen; here is line mode.\n");
    return false;
}

int command_close_full(struct ui *ui, struct text *why)
{
    ui_close(ui);
    text_put(why, ui->failure);
    return *ui->failure ? EXIT_FAILED : full_status();
}
