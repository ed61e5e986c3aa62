// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/complete.h"

#include <stdio.h>
#include <string.h>

#include "bots/bots.h"
#include "cli/cli.h"
#include "core/memory.h"
#include "fronts/saved.h"
#include "games/games.h"
#include "store/stats.h"

// What can stand somewhere: a set of these.
enum {
    NOTHING = 0,
    WORDS = 1,
    GAMES = 2,
    FILES = 4,
    RULES = 8,
    KEYS = 16,
    IDS = 32,
    PEOPLE = 64,
};

struct choice {
    unsigned kinds;
    const char *words;
};

static struct choice argument_of(const struct cli_option *option)
{
    static const struct {
        const char *argument;
        unsigned kinds;
    } known[] = { { "FILE", FILES },
                  { "GAME", GAMES },
                  { "RULES", RULES },
                  { "NAME", PEOPLE },
                  { "KEY=LO..HI", KEYS } };
    const char *argument = option->argument ? option->argument : "";
    if (option->values)
        return (struct choice){ WORDS | (strstr(option->values, "NAME") ? PEOPLE : 0),
                                option->values };
    if (strcmp(argument, "PLAYER") == 0 || strcmp(argument, "A,B,...") == 0)
        return (struct choice){ WORDS, cli_options[OPTION_P1].values };
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(argument, known[i].argument) == 0)
            return (struct choice){ known[i].kinds, "" };
    return (struct choice){ NOTHING, "" };
}

#define LEVEL(level) " " #level

static struct choice operands_of(const struct cli_command *command)
{
    const char *operands = command->operands;
    if (strstr(operands, "READER"))
        return (struct choice){ WORDS, "bash zsh fish scdoc ids players rules keys" };
    if (strstr(operands, "LEVEL"))
        return (struct choice){ WORDS, "random" BOT_LEVELS(LEVEL) };
    return (struct choice){ (strstr(operands, "GAME") ? GAMES : 0) |
                                (strstr(operands, "ID") ? IDS : 0) |
                                (strstr(operands, "FILE") ? FILES : 0) |
                                (strstr(operands, "PLAYER") ? PEOPLE : 0),
                            "" };
}

// A word in capitals stands for others. A colon is written as a shell reads it.
static void print_words(const struct choice *choice, const char *colon)
{
    const char *words = choice->kinds & WORDS ? choice->words : "";
    for (const char *word = words; *word; word += strspn(word, " ")) {
        size_t width = strcspn(word, " ");
        bool stands = *word >= 'A' && *word <= 'Z';
        printf("%s", stands || word == words ? "" : " ");
        for (const char *end = word + width; word < end; word++)
            if (!stands)
                printf("%.*s", *word == ':' ? (int)strlen(colon) : 1, *word == ':' ? colon : word);
    }
}

static void print_slugs(void)
{
    for (const struct game *const *game = games; *game; game++)
        printf("%s%s", game == games ? "" : " ", (*game)->slug);
}

// --- bash

// The words to choose from, as bash makes them.
static void print_bash_words(const struct choice *choice)
{
    printf("words='");
    print_words(choice, ":");
    printf(choice->kinds & WORDS ? " '" : "'");
    if (choice->kinds & GAMES) {
        printf("'");
        print_slugs();
        printf("'");
    }
    if (choice->kinds & RULES)
        printf("$(causeway describe rules \"$game\" 2>/dev/null)");
    if (choice->kinds & KEYS)
        printf("$(causeway describe keys \"$game\" 2>/dev/null)");
    if (choice->kinds & IDS)
        printf("$(causeway describe ids 2>/dev/null)");
    if (choice->kinds & PEOPLE)
        printf("$(causeway describe players 2>/dev/null)");
    if (choice->kinds & FILES)
        printf(" files=1");
}

static void describe_bash_command(const struct cli_command *command)
{
    struct choice operands = operands_of(command);
    printf("  %s)\n    case $before in\n", *command->name ? command->name : "''");
    for (struct cli_walk walk = { 0 }; cli_walk(command->options, &walk);) {
        struct choice choice = argument_of(&walk.option);
        if (!walk.option.argument)
            continue;
        printf("    --%s) ", walk.option.name);
        print_bash_words(&choice);
        printf(" ;;\n");
    }
    printf("    *) ");
    print_bash_words(&operands);
    printf("\n      case $now in -*) words='");
    for (struct cli_walk walk = { 0 }; cli_walk(command->options, &walk);)
        printf("--%s ", walk.option.name);
    printf("' files= ;; esac ;;\n    esac ;;\n");
}

// A word goes on over = and :, where bash would begin another; rules are a list with commas.
static const char bash_beginning[] =
    "# bash completion for causeway\n"
    "_causeway() {\n"
    "  local line=${COMP_LINE:0:COMP_POINT} now before command= game= words= files= typed word\n"
    "  now=${line##*[[:space:]]}\n"
    "  read -ra typed <<<\"${line%\"$now\"}\"\n"
    "  [ ${#typed[@]} -gt 1 ] && command=${typed[1]} && before=${typed[${#typed[@]}-1]}\n"
    "  for word in \"${typed[@]:2}\"; do case $word in -*) ;; *) game=$word; break ;; esac; done\n"
    "  case $command in -*) command= ;; esac\n"
    "  case $command in\n";

static const char bash_end[] =
    "  esac\n"
    "  local begun=${now##*,} kept=${now%\"${now##*,}\"}\n"
    "  COMPREPLY=($(compgen -P \"$kept\" -W \"$words\" -- \"$begun\"))\n"
    "  [ -n \"$files\" ] && COMPREPLY+=($(compgen -f -- \"$now\"))\n"
    "  case ${COMPREPLY[0]} in *=|*:) compopt -o nospace 2>/dev/null ;; esac\n"
    "  COMPREPLY=(\"${COMPREPLY[@]#\"${now%\"${now##*[=:]}\"}\"}\")\n"
    "}\n"
    "complete -F _causeway causeway\n";

static void describe_bash(void)
{
    printf("%s", bash_beginning);
    for (const struct cli_command *const *command = cli_commands; *command; command++)
        describe_bash_command(*command);
    printf("  esac\n  case ${#typed[@]}:$now in 1:-*) ;; 1:*) words='");
    for (const struct cli_command *const *command = cli_commands; *command; command++)
        printf("%s ", (*command)->name);
    printf("' ;;\n%s", bash_end);
}

// --- zsh

// A colon and brackets inside a description are read as zsh's own.
static void print_zsh_text(const char *text)
{
    for (; *text; text++)
        if (*text == '\'')
            printf("'\\''");
        else if (strchr("[]:\\", *text))
            printf("\\%c", *text);
        else
            putchar(*text);
}

// ":message:action", with words that are asked for put in by a function of ours.
static void print_zsh_choice(const char *what, const struct choice *choice)
{
    printf(":%s:", what);
    if (choice->kinds & WORDS) {
        printf("(");
        print_words(choice, "\\:");
        printf(")");
    } else if (choice->kinds & GAMES) {
        printf("(");
        print_slugs();
        printf(")");
    } else if (choice->kinds & RULES)
        printf("{_causeway_ask rules}");
    else if (choice->kinds & KEYS)
        printf("{_causeway_ask keys}");
    else if (choice->kinds & IDS)
        printf("{_causeway_ask ids%s}", choice->kinds & FILES ? "; _files" : "");
    else if (choice->kinds & PEOPLE)
        printf("{_causeway_ask players}");
    else if (choice->kinds & FILES)
        printf("_files");
    else
        printf(" ");
}

static void describe_zsh_command(const struct cli_command *command)
{
    struct choice operands = operands_of(command);
    printf("    %s) _arguments", *command->name ? command->name : "''");
    for (struct cli_walk walk = { 0 }; cli_walk(command->options, &walk);) {
        struct choice choice = argument_of(&walk.option);
        printf(" '--%s[", walk.option.name);
        print_zsh_text(walk.option.help);
        printf("]");
        if (walk.option.argument)
            print_zsh_choice(walk.option.name, &choice);
        printf("'");
    }
    if (operands.kinds) {
        printf(" '*");
        print_zsh_choice("operand", &operands);
        printf("'");
    }
    printf(" ;;\n");
}

static void describe_zsh(void)
{
    printf("#compdef causeway\n"
           "_causeway_ask() { compset -P '*,'; compadd -S '' -- ${(f)\"$(causeway describe $1 "
           "$words[2] 2>/dev/null)\"} }\n"
           "if (( CURRENT == 2 )); then\n  local -a commands=(");
    for (const struct cli_command *const *command = cli_commands; *command; command++) {
        if (!*(*command)->name)
            continue;
        printf(" '%s:", (*command)->name);
        print_zsh_text((*command)->summary);
        printf("'");
    }
    printf(" )\n  _describe command commands\nelse\n  local name=$words[2]\n"
           "  shift words; (( CURRENT-- ))\n  case $name in\n");
    for (const struct cli_command *const *command = cli_commands; *command; command++)
        describe_zsh_command(*command);
    printf("  esac\nfi\n");
}

// --- fish

static void print_fish_text(const char *text)
{
    for (; *text; text++)
        printf(*text == '\'' || *text == '\\' ? "\\%c" : "%c", *text);
}

// What may be chosen; no files but where they belong.
static void print_fish_choice(const struct choice *choice)
{
    printf("%s -a '", choice->kinds & FILES ? " -F" : " -f");
    print_words(choice, ":");
    printf(choice->kinds & WORDS ? " " : "");
    if (choice->kinds & GAMES)
        print_slugs();
    if (choice->kinds & RULES)
        printf("(causeway describe rules (commandline -opc)[3] 2>/dev/null)");
    if (choice->kinds & KEYS)
        printf("(causeway describe keys (commandline -opc)[3] 2>/dev/null)");
    if (choice->kinds & IDS)
        printf("(causeway describe ids 2>/dev/null)");
    if (choice->kinds & PEOPLE)
        printf("(causeway describe players 2>/dev/null)");
    printf("'");
}

static void describe_fish_option(const struct cli_command *command, const struct cli_option *option)
{
    const char *condition =
        *command->name ? "__fish_seen_subcommand_from " : "__fish_use_subcommand";
    struct choice choice = argument_of(option);
    printf("complete -c causeway -n '%s%s' -l %s", condition, command->name, option->name);
    if (option->argument) {
        printf(" -r");
        print_fish_choice(&choice);
    }
    printf(" -d '");
    print_fish_text(option->help);
    printf("'\n");
}

static void describe_fish_command(const struct cli_command *command)
{
    struct choice operands = operands_of(command);
    if (*command->name) {
        printf("complete -c causeway -n __fish_use_subcommand -a %s -d '", command->name);
        print_fish_text(command->summary);
        printf("'\n");
    }
    if (operands.kinds) {
        printf("complete -c causeway -n '__fish_seen_subcommand_from %s'", command->name);
        print_fish_choice(&operands);
        printf("\n");
    }
    for (struct cli_walk walk = { 0 }; cli_walk(command->options, &walk);)
        describe_fish_option(command, &walk.option);
}

static void describe_fish(void)
{
    printf("# fish completion for causeway\ncomplete -c causeway -f\n");
    for (const struct cli_command *const *command = cli_commands; *command; command++)
        describe_fish_command(*command);
}

bool complete_describe(const char *shell)
{
    if (strcmp(shell, "bash") == 0)
        describe_bash();
    else if (strcmp(shell, "zsh") == 0)
        describe_zsh();
    else if (strcmp(shell, "fish") == 0)
        describe_fish();
    else
        return false;
    return true;
}

// --- Words that are asked for

static bool print_id(void *whom, const struct store_summary *game)
{
    (void)whom;
    puts(game->id);
    return true;
}

bool complete_ids(struct text *why)
{
    struct store *store = saved_open(STORE_READ, why);
    bool good =
        store && store_list(store, &(struct store_filter){ .game = NULL }, print_id, NULL, why);
    store_close(store);
    return good;
}

bool complete_players(struct text *why)
{
    struct stats_standing *standings = NULL;
    unsigned count = 0;
    struct store *store = saved_open(STORE_READ, why);
    bool good = store && stats_standings(store, &standings, &count, why);
    for (unsigned i = 0; good && i < count; i++)
        puts(standings[i].name);
    mem_free(standings);
    store_close(store);
    return good;
}

void complete_keys(const struct game *game)
{
    for (const struct rules_option *option = game->options; option->key; option++)
        printf("%s=\n", option->key);
}

void complete_rules(const struct game *game)
{
    puts(game->fair ? "book\nfair" : "book");
    for (const struct rules_option *option = game->options; option->key; option++) {
        if (!option->words)
            printf("%s=\n", option->key);
        for (unsigned i = option->lo; option->words && i <= option->hi; i++)
            printf("%s=%s\n", option->key, option->words[i]);
    }
}
