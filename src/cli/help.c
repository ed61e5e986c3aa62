// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/help.h"

#include <stdio.h>
#include <string.h>

#include "games/games.h"

// Two columns, the second folded at words.
static void print_entry(const char *what, const char *words)
{
    enum { LEFT = 25, WIDTH = 80 };
    struct text text = TEXT_OF(TEXT_MAX);
    text_add_folded(&text, words, WIDTH - LEFT);
    printf("  %-*s ", LEFT - 3, what);
    for (const char *line = text.at; *line;) {
        size_t length = strcspn(line, "\n");
        printf("%*s%.*s\n", line == text.at ? 0 : LEFT, "", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

// What is said of an option, and the values that it takes; those that are other words for
// the same are left out.
static void add_help(const struct cli_option *option, struct text *out)
{
    const char *separator = ": ";
    text_add(out, "%s", option->help);
    for (const char *word = option->values; word && *word; word += strspn(word, " ")) {
        size_t width = strcspn(word, " ");
        if (!text_begins(word, "computer:")) {
            text_add(out, "%s%.*s%s", separator, (int)width, word,
                     word[width - 1] == ':' ? "COMMAND" : "");
            separator = ", ";
        }
        word += width;
    }
}

// Folded anew, whatever its lines are in the source.
static void print_details(const char *details)
{
    struct text joined = TEXT_OF(TEXT_MAX), folded = TEXT_OF(TEXT_MAX);
    for (; *details; details++)
        text_put_bytes(&joined, *details == '\n' && details[1] ? " " : details, 1);
    text_add_folded(&folded, joined.at, 80);
    printf("\n%s", folded.at);
}

static void print_option(const struct cli_option *option)
{
    struct text text = TEXT_OF(80), help = TEXT_OF(TEXT_MAX);
    text_add(&text, "--%s", option->name);
    if (option->argument)
        text_add(&text, " %s", option->argument);
    add_help(option, &help);
    print_entry(text.at, help.at);
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
    for (const struct cli_command *command = cli_commands; command->name; command++) {
        if (!*command->name)
            continue;
        struct text text = TEXT_OF(80);
        text_add(&text, "%s %s", command->name, command->operands);
        print_entry(text.at, command->summary);
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
        print_details(command->details);
    if (!*command->name)
        print_commands();
    print_options(command);
    if (!*command->name)
        printf("\n'causeway COMMAND --help' says more. Exit status: 0 fine, 1 failed, 2 wrong\n"
               "usage, 128 and the signal's number when ended by a signal.\n");
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
    struct text help = TEXT_OF(TEXT_MAX);
    add_help(option, &help);
    print_scdoc_text(help.at);
    printf("\n\n");
}

static void each_option(void (*describe)(const struct cli_option *option))
{
    unsigned char ids[OPTIONS] = { 0 };
    unsigned count = 0;
    for (unsigned char id = 1; id < OPTIONS; id++)
        if (id != OPTION_HELP && id != OPTION_VERSION) // which come last
            ids[count++] = id;
    for (struct cli_walk walk = { 0 }; cli_walk(ids, &walk);)
        describe(&walk.option);
}

void help_describe(void)
{
    printf("# COMMANDS\n\n");
    for (const struct cli_command *command = cli_commands; command->name; command++) {
        if (!*command->name)
            continue;
        printf("*causeway %s* ", command->name);
        print_scdoc_text(command->operands);
        printf("\n\t");
        print_scdoc_text(command->summary);
        printf(".");
        const char *separator = " Options: ";
        for (struct cli_walk walk = { 0 }; cli_walk(command->options, &walk); separator = ", ")
            printf("%s*--%s*", separator, walk.option.name);
        printf(".\n\n");
    }
    printf("# OPTIONS\n\n");
    each_option(describe_scdoc_option);
}
