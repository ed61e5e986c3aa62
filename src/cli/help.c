// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/help.h"

#include <stdio.h>
#include <string.h>

#include "games/games.h"

static void print_option(const struct cli_option *option)
{
    struct text text = TEXT_OF(80);
    text_add(&text, "--%s", option->name);
    if (option->argument)
        text_add(&text, " %s", option->argument);
    printf("  %-22s %s\n", text.at, option->help);
}

static void print_options(const struct cli_command *command)
{
    printf("\nOptions:\n");
    for (struct cli_walk walk = { 0 }; cli_walk(command->options, &walk);)
        print_option(&walk.option);
}

static void print_commands(void)
{
    printf("\nCommands:\n");
    for (const struct cli_command *const *command = cli_commands; *command; command++) {
        if (!*(*command)->name)
            continue;
        struct text text = TEXT_OF(80);
        text_add(&text, "%s %s", (*command)->name, (*command)->operands);
        printf("  %-22s %s\n", text.at, (*command)->summary);
    }
    printf("\nGames:\n");
    for (const struct game *const *game = games; *game; game++)
        printf("  %-22s %s\n", (*game)->slug, (*game)->title);
}

void help_print(const struct cli_command *command)
{
    const char *space = *command->name ? " " : "";
    printf("Usage: causeway%s%s%s%s [OPTION]...\n", space, command->name,
           *command->operands ? " " : "", command->operands);
    if (!*command->name)
        printf("       causeway COMMAND [OPTION]...\n");
    printf("%s.\n", command->summary);
    if (command->details)
        printf("\n%s", command->details);
    if (!*command->name)
        print_commands();
    print_options(command);
    if (!*command->name)
        printf(
            "\n'causeway COMMAND --help' says more. Exit status: 0 fine, 1 failed, 2 wrong usage,\n"
            "128 and the signal's number when ended by a signal.\n");
}

static void print_game_slugs(void)
{
    for (const struct game *const *game = games; *game; game++)
        printf("%s%s", game == games ? "" : " ", (*game)->slug);
}

// What may follow: options, if it begins with a dash; else games, readers or files.
static void describe_bash_command(const struct cli_command *command)
{
    printf("    %s) options='", *command->name ? command->name : "''");
    for (struct cli_walk walk = { 0 }; cli_walk(command->options, &walk);)
        printf("--%s ", walk.option.name);
    printf("' operands='");
    if (strstr(command->operands, "GAME"))
        print_game_slugs();
    if (strstr(command->operands, "READER"))
        printf("bash zsh fish scdoc");
    printf("' ;;\n");
}

static void describe_bash_values(const struct cli_option *option)
{
    if (option->values)
        printf("    --%s) COMPREPLY=($(compgen -W '%s' -- \"$now\")); return ;;\n", option->name,
               option->values);
    else if (option->argument)
        printf("    --%s) COMPREPLY=($(compgen -f -- \"$now\")); return ;;\n", option->name);
}

static void each_option(void (*describe)(const struct cli_option *option))
{
    unsigned char ids[OPTIONS] = { 0 };
    for (unsigned char id = 1; id < OPTIONS; id++)
        ids[id - 1] = id;
    for (struct cli_walk walk = { 0 }; cli_walk(ids, &walk);)
        describe(&walk.option);
}

static void describe_bash(void)
{
    printf("# bash completion for causeway\n"
           "_causeway() {\n"
           "  local now=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
           "  local command= options= operands=\n"
           "  case $before in\n");
    each_option(describe_bash_values);
    printf("  esac\n"
           "  [ \"$COMP_CWORD\" -gt 1 ] && command=${COMP_WORDS[1]}\n"
           "  case $command in\n");
    for (const struct cli_command *const *command = cli_commands; *command; command++)
        describe_bash_command(*command);
    printf("  esac\n"
           "  [ \"$COMP_CWORD\" = 1 ] && operands='");
    for (const struct cli_command *const *command = cli_commands; *command; command++)
        printf("%s ", (*command)->name);
    printf("'\n"
           "  if [[ $now == -* ]]; then\n"
           "    COMPREPLY=($(compgen -W \"$options\" -- \"$now\"))\n"
           "  elif [ -n \"$operands\" ]; then\n"
           "    COMPREPLY=($(compgen -W \"$operands\" -- \"$now\"))\n"
           "  else\n"
           "    COMPREPLY=($(compgen -f -- \"$now\"))\n"
           "  fi\n"
           "}\n"
           "complete -F _causeway causeway\n");
}

// zsh reads a colon and brackets inside a description as its own.
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

static void describe_zsh_command(const struct cli_command *command)
{
    printf("    %s) _arguments", *command->name ? command->name : "''");
    for (struct cli_walk walk = { 0 }; cli_walk(command->options, &walk);) {
        const struct cli_option *option = &walk.option;
        printf(" '--%s[", option->name);
        print_zsh_text(option->help);
        printf("]");
        if (option->values)
            printf(":%s:(%s)", option->name, option->values);
        else if (option->argument)
            printf(":%s:_files", option->name);
        printf("'");
    }
    if (strstr(command->operands, "GAME")) {
        printf(" '*:game:(");
        print_game_slugs();
        printf(")'");
    } else {
        printf(" '*:file:_files'");
    }
    printf(" ;;\n");
}

static void describe_zsh(void)
{
    printf("#compdef causeway\n"
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

static void print_fish_text(const char *text)
{
    for (; *text; text++)
        printf(*text == '\'' || *text == '\\' ? "\\%c" : "%c", *text);
}

static void describe_fish_option(const struct cli_command *command, const struct cli_option *option)
{
    const char *condition =
        *command->name ? "__fish_seen_subcommand_from " : "__fish_use_subcommand";
    printf("complete -c causeway -n '%s%s' -l %s", condition, command->name, option->name);
    if (option->values)
        printf(" -xa '%s'", option->values);
    else if (option->argument)
        printf(" -r");
    printf(" -d '");
    print_fish_text(option->help);
    printf("'\n");
}

static void describe_fish(void)
{
    printf("# fish completion for causeway\n");
    for (const struct cli_command *const *command = cli_commands; *command; command++) {
        if (*(*command)->name) {
            printf("complete -c causeway -n __fish_use_subcommand -a %s -d '", (*command)->name);
            print_fish_text((*command)->summary);
            printf("'\n");
        }
        if (strstr((*command)->operands, "GAME")) {
            printf("complete -c causeway -n '__fish_seen_subcommand_from %s' -xa '",
                   (*command)->name);
            print_game_slugs();
            printf("'\n");
        }
        for (struct cli_walk walk = { 0 }; cli_walk((*command)->options, &walk);)
            describe_fish_option(*command, &walk.option);
    }
}

// scdoc's own marks are escaped.
static void print_scdoc_text(const char *text)
{
    for (; *text; text++) {
        if (strchr("_*\\#<>[]", *text))
            putchar('\\');
        putchar(*text);
    }
}

static void describe_scdoc_option(const struct cli_option *option)
{
    printf("*--%s*", option->name);
    if (option->argument) {
        printf(" _");
        print_scdoc_text(option->argument);
        printf("_");
    }
    printf("\n\t");
    print_scdoc_text(option->help);
    printf("\n\n");
}

static void describe_scdoc(void)
{
    printf("# COMMANDS\n\n");
    for (const struct cli_command *const *command = cli_commands; *command; command++) {
        if (!*(*command)->name)
            continue;
        printf("*causeway %s* ", (*command)->name);
        print_scdoc_text((*command)->operands);
        printf("\n\t");
        print_scdoc_text((*command)->summary);
        printf(".");
        const char *separator = " Options: ";
        for (struct cli_walk walk = { 0 }; cli_walk((*command)->options, &walk); separator = ", ")
            printf("%s*--%s*", separator, walk.option.name);
        printf(".\n\n");
    }
    printf("# OPTIONS\n\n");
    each_option(describe_scdoc_option);
}

void help_describe(const char *reader)
{
    if (strcmp(reader, "bash") == 0)
        describe_bash();
    else if (strcmp(reader, "zsh") == 0)
        describe_zsh();
    else if (strcmp(reader, "fish") == 0)
        describe_fish();
    else
        describe_scdoc();
}
