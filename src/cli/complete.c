// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/complete.h"

#include <stdio.h>
#include <string.h>

#include "bots/bots.h"
#include "cli/cli.h"
#include "core/memory.h"
#include "ui/saved.h"
#include "games/games.h"
#include "store/stats.h"

// --- Scripts

// A word goes on over = and :, where bash would begin another.
static const char bash[] =
    "# bash completion for causeway\n"
    "_causeway() {\n"
    "  local line=${COMP_LINE:0:COMP_POINT} now typed word\n"
    "  now=${line##*[[:space:]]}\n"
    "  read -ra typed <<<\"${line%\"$now\"}\"\n"
    "  COMPREPLY=()\n"
    "  while IFS=$'\\t' read -r word _; do\n"
    "    case $word in\n"
    "    '*') COMPREPLY+=($(compgen -f -- \"$now\")) ;;\n"
    "    *) COMPREPLY+=(\"${word#\"${now%\"${now##*[=:]}\"}\"}\") ;;\n"
    "    esac\n"
    "  done < <(causeway describe words -- \"${typed[@]:1}\" \"$now\" 2>/dev/null)\n"
    "  case ${COMPREPLY[0]} in *=|*:) compopt -o nospace 2>/dev/null ;; esac\n"
    "}\n"
    "complete -F _causeway causeway\n";

static const char zsh[] =
    "#compdef causeway\n"
    "local line\n"
    "local -a begun said_begun whole said_whole\n"
    "while IFS= read -r line; do\n"
    "  case ${line%%$'\\t'*} in\n"
    "  '*') _files ;;\n"
    "  *[=:]) begun+=(\"${line%%$'\\t'*}\") said_begun+=(\"${line/$'\\t'/  -- }\") ;;\n"
    "  *) whole+=(\"${line%%$'\\t'*}\") said_whole+=(\"${line/$'\\t'/  -- }\") ;;\n"
    "  esac\n"
    "done < <(causeway describe words -- \"${(@Q)words[2,CURRENT-1]}\" \"${(Q)words[CURRENT]}\" "
    "2>/dev/null)\n"
    "compadd -S '' -d said_begun -a begun\n"
    "compadd -d said_whole -a whole\n";

static const char fish[] =
    "# fish completion for causeway\n"
    "function __causeway\n"
    "  set -l typed (commandline -opc)\n"
    "  causeway describe words -- $typed[2..] (commandline -ct) 2>/dev/null | while read -l line\n"
    "    if test \"$line\" = '*'\n"
    "      __fish_complete_path (commandline -ct)\n"
    "    else\n"
    "      echo $line\n"
    "    end\n"
    "  end\n"
    "end\n"
    "complete -c causeway -f -a '(__causeway)'\n";

const char *complete_script(const char *shell)
{
    if (strcmp(shell, "bash") == 0)
        return bash;
    if (strcmp(shell, "zsh") == 0)
        return zsh;
    return strcmp(shell, "fish") == 0 ? fish : NULL;
}

// --- Words

// Where a word is missing: what of it is typed, after what stays as it is.
struct gap {
    const struct game *game; // that was named before, or NULL
    const char *kept, *begun;
    int kept_length;
};

static void offer(const struct gap *gap, const char *word, size_t length, const char *meaning)
{
    if (strncmp(word, gap->begun, strlen(gap->begun)) == 0)
        printf("%.*s%.*s%s%s\n", gap->kept_length, gap->kept, (int)length, word,
               *meaning ? "\t" : "", meaning);
}

static void offer_word(const struct gap *gap, const char *word, const char *meaning)
{
    offer(gap, word, strlen(word), meaning);
}

static bool offer_id(void *context, const struct store_round *game)
{
    offer_word(context, game->id, "");
    return true;
}

static bool offer_ids(struct gap *gap, bool unfinished, struct text *why)
{
    struct store *store = saved_open(STORE_READ, why);
    struct store_filter filter = { .unfinished = unfinished };
    bool good = store && store_list(store, &filter, offer_id, gap, why);
    store_close(store);
    return good;
}

bool complete_ids(struct text *why)
{
    return offer_ids(&(struct gap){ .begun = "" }, false, why);
}

static void offer_people(struct gap *gap)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct stats_ranking ranking = { 0 };
    struct store *store = saved_open(STORE_READ, &why);
    bool good = store && stats_rank(store, UINT32_MAX, &ranking, &why);
    for (unsigned i = 0; good && i < ranking.count; i++)
        offer_word(gap, ranking.all[i].name, "");
    mem_free(ranking.all);
    store_close(store);
}

// A word in capitals stands for others: NAME for who has played.
static void offer_words(struct gap *gap, const char *words)
{
    for (const char *word = words; *word; word += strspn(word, " ")) {
        size_t width = strcspn(word, " ");
        if (*word < 'A' || *word > 'Z')
            offer(gap, word, width, "");
        word += width;
    }
    if (strstr(words, "NAME"))
        offer_people(gap);
}

static void offer_games(struct gap *gap)
{
    for (const struct game *const *game = games; *game; game++)
        offer_word(gap, (*game)->slug, (*game)->title);
}

static void offer_key(struct gap *gap, const struct rules_option *option, const char *value)
{
    struct text word = TEXT_OF(128);
    text_add(&word, "%s=%s", option->key, value);
    offer_word(gap, word.at, option->help);
}

static void offer_keys(struct gap *gap)
{
    for (const struct rules_option *option = gap->game->options; option->key; option++)
        offer_key(gap, option, "");
}

// A list with commas, of which the last member is missing.
static void offer_rules(struct gap *gap)
{
    const char *comma = strrchr(gap->begun, ',');
    if (comma) {
        gap->kept = gap->begun;
        gap->begun = comma + 1;
        gap->kept_length = (int)(gap->begun - gap->kept);
    }
    offer_word(gap, "book", "");
    if (gap->game->fair)
        offer_word(gap, "fair", gap->game->fair);
    for (const struct rules_option *option = gap->game->options; option->key; option++) {
        if (!option->words)
            offer_key(gap, option, "");
        for (unsigned i = option->lo; option->words && i <= option->hi; i++)
            offer_key(gap, option, option->words[i]);
    }
}

static void offer_files(void)
{
    puts("*");
}

static void offer_value(struct gap *gap, const struct cli_option *option)
{
    if (option->values)
        offer_words(gap, option->values);
    else if (strcmp(option->argument, "PLAYER") == 0 || strcmp(option->argument, "A,B,...") == 0)
        offer_words(gap, cli_options[OPTION_P1].values);
    else if (strcmp(option->argument, "FILE") == 0)
        offer_files();
    else if (text_begins(option->argument, "GAME"))
        offer_games(gap);
    else if (strcmp(option->argument, "NAME") == 0)
        offer_people(gap);
    else if (strcmp(option->argument, "RULES") == 0 && gap->game)
        offer_rules(gap);
    else if (strcmp(option->argument, "KEY=LO..HI") == 0 && gap->game)
        offer_keys(gap);
}

#define LEVEL(level) " " #level

static void offer_operands(struct gap *gap, const struct cli_command *command)
{
    struct text why = TEXT_OF(TEXT_MAX);
    const char *operands = command->operands;
    if (strstr(operands, "READER"))
        offer_words(gap, "bash zsh fish scdoc ids words");
    if (strstr(operands, "LEVEL"))
        offer_words(gap, "random" BOT_LEVELS(LEVEL));
    if (strstr(operands, gap->game ? "GAME..." : "GAME"))
        offer_games(gap);
    if (strstr(operands, "ID"))
        offer_ids(gap, strcmp(command->name, "resume") == 0, &why);
    if (strstr(operands, "PLAYER"))
        offer_people(gap);
    if (strstr(operands, "FILE"))
        offer_files();
}

static void offer_options(struct gap *gap, const struct cli_command *command)
{
    for (struct cli_walk walk = { 0 }; cli_walk(command->options, &walk);) {
        struct text word = TEXT_OF(64);
        text_add(&word, "--%s", walk.option.name);
        offer_word(gap, word.at, walk.option.help);
    }
}

static void offer_commands(struct gap *gap)
{
    for (const struct cli_command *command = cli_commands; command->name; command++)
        if (*command->name)
            offer_word(gap, command->name, command->summary);
}

// Is it an option that needs a value behind it?
static bool takes_value(const struct cli_command *command, const char *word,
                        struct cli_option *option)
{
    for (struct cli_walk walk = { 0 }; cli_walk(command->options, &walk);)
        if (text_begins(word, "--") && strcmp(word + 2, walk.option.name) == 0) {
            *option = walk.option;
            return option->argument;
        }
    return false;
}

void complete_words(char *const *typed, unsigned count)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct gap gap = { .begun = count ? typed[count - 1] : "" };
    struct cli_option option = { 0 };
    bool named = count > 1 && *typed[0] != '-', wants = false;
    const struct cli_command *command = cli_find(named ? typed[0] : "");
    for (unsigned i = named; command && i + 1 < count; i++) {
        bool value = wants;
        wants = !value && takes_value(command, typed[i], &option);
        if (!value && *typed[i] != '-' && !gap.game)
            gap.game = games_find(typed[i], &why);
    }
    if (!command)
        return;
    if (wants)
        offer_value(&gap, &option);
    else if (*gap.begun == '-')
        offer_options(&gap, command);
    else if (named)
        offer_operands(&gap, command);
    else
        offer_commands(&gap);
}
