// SPDX-License-Identifier: GPL-3.0-or-later
// The command line: one table of options and one of commands, from which come
// parsing, help, completions and the manual's lists.
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <stdbool.h>

#include "core/text.h"

enum cli_option_id {
    OPTION_END, // ends a command's list
    OPTION_ADMIN,
    OPTION_ALL,
    OPTION_ANEW,
    OPTION_AS,
    OPTION_ASCII,
    OPTION_AT_ONCE,
    OPTION_CANCEL,
    OPTION_CERTIFICATE,
    OPTION_CHART,
    OPTION_CHECK,
    OPTION_CLOCK,
    OPTION_CLOCKS,
    OPTION_COACH,
    OPTION_COLOR,
    OPTION_COMMITMENTS,
    OPTION_CONFIG,
    OPTION_CSV,
    OPTION_DAILY,
    OPTION_DATABASE,
    OPTION_DEAL,
    OPTION_DETAILS,
    OPTION_EVERY,
    OPTION_FIRST,
    OPTION_FIVE,
    OPTION_FORCE,
    OPTION_GAME,
    OPTION_GAMES,
    OPTION_GAUNTLET,
    OPTION_HELP,
    OPTION_HINTS,
    OPTION_IMPORT,
    OPTION_INTERIM,
    OPTION_JOBS,
    OPTION_JOINT,
    OPTION_JSON,
    OPTION_KEY,
    OPTION_LEVEL,
    OPTION_LINK_FILE,
    OPTION_LINKS,
    OPTION_LIST,
    OPTION_LISTEN,
    OPTION_LUCK_ADJUSTED,
    OPTION_NAME,
    OPTION_NAMES,
    OPTION_NO_ANIMATION,
    OPTION_NO_SAVE,
    OPTION_NOISE,
    OPTION_NOTES,
    OPTION_OPEN,
    OPTION_OPENINGS,
    OPTION_P1,
    OPTION_P2,
    OPTION_PAIRS,
    OPTION_PLAYER,
    OPTION_PLAYERS,
    OPTION_POSITION,
    OPTION_PROGRAM_MEMORY,
    OPTION_PUBLIC,
    OPTION_RECORD,
    OPTION_RESUME,
    OPTION_ROLE, // one for each game that has roles, by the name that the game gives it
    OPTION_ROUNDS,
    OPTION_RULES,
    OPTION_SEAT,
    OPTION_SECONDS,
    OPTION_SEED,
    OPTION_SIT,
    OPTION_SKILL,
    OPTION_SPRT,
    OPTION_STRICT,
    OPTION_SVG,
    OPTION_TAKE,
    OPTION_TRACE,
    OPTION_UI,
    OPTION_UNFINISHED,
    OPTION_VARY,
    OPTION_VERBOSE,
    OPTION_VERSION,
    OPTION_WORD,
    OPTION_WORK,
    OPTION_WRITE_CONFIG,
    OPTION_YES,
    OPTIONS
};

struct cli_option {
    const char *name;
    const char *argument; // what to call it, or NULL for a switch
    const char *values;   // if only a few words are allowed: see table.c
    const char *help;
};

extern const struct cli_option cli_options[OPTIONS];

// The options of a list, one after the other, roles by their games, and then those that every
// command has: false after the last. The list ends with OPTION_END; NULL is an empty one.
// Begin with a zeroed walk.
struct cli_walk {
    enum cli_option_id id;
    struct cli_option option;
    unsigned next, game;
};
bool cli_walk(const unsigned char *ids, struct cli_walk *walk);

enum { GIVEN_MAX = 32 };

struct cli_given {
    enum cli_option_id id;
    const char *name;
    const char *value; // "" for a switch
};

// What was typed behind the command's name.
struct cli_invocation {
    const struct cli_command *command;
    struct cli_given given[GIVEN_MAX];
    unsigned given_count;
    char *const *operand;
    unsigned operand_count;
    char *const *words; // all of it, from the command's name, up to NULL
};

enum { EXIT_FINE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

// Gives the exit status. What it leaves in *why is then said: as a failure, or as what is
// wrong with the command line.
typedef int cli_run(const struct cli_invocation *invocation, struct text *why);

struct cli_command {
    const char *name; // "" for what runs without one
    // As in the usage line, which also says how many there may be: a word in capitals is one,
    // brackets are around what can be left out, dots are behind what can be repeated.
    const char *operands;
    const char *summary;
    const char *details;          // more help, or NULL
    const unsigned char *options; // but for --help and --version
    cli_run *run;                 // NULL: it needs the network, and causeway-online runs it
    bool alone;                   // thinks for one person, on all cores that there are
};

#define CLI_OPTIONS(...)                                                                           \
    (const unsigned char[])                                                                        \
    {                                                                                              \
        __VA_ARGS__, OPTION_END                                                                    \
    }

// Ends with one without a name.
extern const struct cli_command cli_commands[];

// NULL if there is none of this name.
const struct cli_command *cli_find(const char *name);

// `online` runs the commands that have no run() of their own, and what is given to others
// by --work.
int cli_main(int argc, char **argv, cli_run *online);

// The manual's lists of commands and options, for scdoc.
void cli_describe(void);

// The last value given, or NULL; and the name by which it was given.
const char *cli_value(const struct cli_invocation *invocation, enum cli_option_id id);
const char *cli_name(const struct cli_invocation *invocation, enum cli_option_id id);

// Says on standard error what is wrong with the command line; EXIT_USAGE.
int cli_usage_error(const struct cli_invocation *invocation, const char *format, ...)
    TEXT_PRINTF(2, 3);

// Says on standard error what went wrong; EXIT_FAILED.
int cli_failure(const char *format, ...) TEXT_PRINTF(1, 2);

#endif
