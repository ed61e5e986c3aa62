// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/cli.h"

#include <assert.h>
#include <errno.h>
#include <getopt.h>
#include <jansson.h>
#include <limits.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "bots/knowledge.h"
#include "bots/library.h"
#include "cli/version.h"
#include "core/memory.h"
#include "drive/player.h"
#include "games/games.h"
#include "record/printable.h"
#include "solve/threads.h"

static bool next_role(struct cli_walk *walk)
{
    while (games[walk->game]) {
        const struct game *game = games[walk->game++];
        if (!game->role_option)
            continue;
        walk->option = cli_options[OPTION_ROLE];
        walk->option.name = game->role_option;
        walk->option.help = game->role_help;
        return true;
    }
    walk->game = 0;
    return false;
}

// The option at this index of a list, behind which come those of all commands.
static enum cli_option_id option_at(const unsigned char *ids, unsigned index)
{
    static const unsigned char common[] = { OPTION_HELP, OPTION_VERSION, OPTION_END };
    for (; ids && *ids; ids++, index--)
        if (index == 0)
            return *ids;
    return common[index];
}

bool cli_walk(const unsigned char *ids, struct cli_walk *walk)
{
    for (; (walk->id = option_at(ids, walk->next)); walk->next++) {
        if (walk->id != OPTION_ROLE) {
            walk->option = cli_options[walk->id];
            walk->next++;
            return true;
        }
        if (next_role(walk))
            return true;
    }
    return false;
}

static const struct cli_given *find_given(const struct cli_invocation *invocation,
                                          enum cli_option_id id)
{
    for (unsigned i = invocation->given_count; i > 0; i--)
        if (invocation->given[i - 1].id == id)
            return &invocation->given[i - 1];
    return NULL;
}

const char *cli_value(const struct cli_invocation *invocation, enum cli_option_id id)
{
    const struct cli_given *given = find_given(invocation, id);
    return given ? given->value : NULL;
}

const char *cli_name(const struct cli_invocation *invocation, enum cli_option_id id)
{
    const struct cli_given *given = find_given(invocation, id);
    return given ? given->name : NULL;
}

// What was typed is repeated, but nothing that a terminal would obey or hide.
static void complain(const char *format, va_list arguments)
{
    char buffer[2 * TEXT_MAX];
    vsnprintf(buffer, sizeof buffer, format, arguments);
    printable_blot_lines(buffer);
    fputs(buffer, stderr);
}

int cli_usage_error(const struct cli_invocation *invocation, const char *format, ...)
{
    const char *name = invocation->command->name, *space = *name ? " " : "";
    va_list arguments;
    fprintf(stderr, "causeway%s%s: ", space, name);
    va_start(arguments, format);
    complain(format, arguments);
    va_end(arguments);
    fprintf(stderr, "\nTry 'causeway%s%s --help'.\n", space, name);
    return EXIT_USAGE;
}

int cli_failure(const char *format, ...)
{
    va_list arguments;
    fputs("causeway: ", stderr);
    va_start(arguments, format);
    complain(format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    return EXIT_FAILED;
}

static bool is_one_of(const char *value, const char *words)
{
    size_t length = strlen(value);
    for (const char *word = words; *word; word += strspn(word, " ")) {
        size_t width = strcspn(word, " ");
        bool beginning = word[width - 1] == ':' && length > width;
        if (*word >= 'A' && *word <= 'Z' && length > 0)
            return true;
        if ((beginning || length == width) && strncmp(word, value, width) == 0)
            return true;
        word += width;
    }
    return false;
}

// What other programs call the players.
static bool is_called(const char *known, const char *typed)
{
    static const char *const called[][2] = {
        { "beginner", "easy" },  { "novice", "easy" },     { "normal", "medium" },
        { "expert", "hard" },    { "strong", "hard" },     { "best", "perfect" },
        { "master", "perfect" }, { "optimal", "perfect" }, { "ai", "computer" },
        { "bot", "computer" },   { "cpu", "computer" },    { "me", "human" },
        { "person", "human" },   { "player", "human" },
    };
    for (unsigned i = 0; i < sizeof called / sizeof *called; i++)
        if (text_same(called[i][0], typed) && strcmp(called[i][1], known) == 0)
            return true;
    return false;
}

// Where there are roles, who begins is said by an option of its own.
static void find_role(const char *typed, char *near, size_t size)
{
    for (const struct game *const *game = games; *game; game++)
        for (unsigned i = 0; (*game)->role_option && i < 2; i++)
            if (text_is_near((*game)->role[i], typed))
                snprintf(near, size, "--%s", (*game)->role_option);
}

// Longer forms of a word ("computer:easy") are not listed beside it.
static int refuse_value(const struct cli_invocation *invocation, const struct cli_walk *found,
                        const char *value)
{
    const struct cli_option *option = &found->option;
    struct text list = TEXT_OF(TEXT_MAX);
    char near[64] = "";
    for (const char *word = option->values; *word; word += strspn(word, " ")) {
        char one[64];
        size_t width = strcspn(word, " ");
        const char *colon = memchr(word, ':', width);
        snprintf(one, sizeof one, "%.*s", (int)width, word);
        if (!colon || colon == word + width - 1)
            text_add(&list, "%s%s%s", list.length ? ", " : "", one, colon ? "COMMAND" : "");
        if (text_is_near(one, value) || is_called(one, value))
            memcpy(near, one, sizeof near);
        word += width;
    }
    if (found->id == OPTION_FIRST)
        find_role(value, near, sizeof near);
    if (*near)
        return cli_usage_error(invocation, "--%s takes %s; not '%.40s'. Did you mean %s?",
                               option->name, list.at, value, near);
    return cli_usage_error(invocation, "--%s takes %s; not '%.40s'.", option->name, list.at, value);
}

static int add_given(struct cli_invocation *invocation, const struct cli_walk *found,
                     const char *value)
{
    const struct cli_option *option = &found->option;
    if (option->values && !is_one_of(value, option->values))
        return refuse_value(invocation, found, value);
    if (invocation->given_count == GIVEN_MAX)
        return cli_usage_error(invocation, "There are more than %d options.", GIVEN_MAX);
    invocation->given[invocation->given_count++] =
        (struct cli_given){ .id = found->id, .name = option->name, .value = value };
    return EXIT_FINE;
}

// getopt's own messages are replaced by ours; `typed` is the argument at fault.
static int refuse_option(const struct cli_invocation *invocation, int found, const char *typed)
{
    char name[64]; // without the value that may follow it
    const char *near = NULL, *from = typed + strspn(typed, "-");
    snprintf(name, sizeof name, "%.*s", (int)strcspn(from, "="), from);
    for (struct cli_walk walk = { 0 }; cli_walk(invocation->command->options, &walk);)
        if (walk.option.name && text_is_near(walk.option.name, name))
            near = walk.option.name;
    if (found == ':')
        return cli_usage_error(invocation, "The option '%s' needs a value.", typed);
    if (near && strcmp(near, name) != 0)
        return cli_usage_error(invocation, "There is no option '%s' here. Did you mean --%s?",
                               typed, near);
    return cli_usage_error(invocation, "There is no option '%s' here, or it takes no value.",
                           typed);
}

enum { LISTED = 64 };

// As getopt wants them; what it finds is the index in the list.
static unsigned list_options(const struct cli_command *command, struct cli_walk *options,
                             struct option *list)
{
    unsigned count = 0;
    struct cli_walk walk = { 0 };
    while (cli_walk(command->options, &walk)) {
        assert(count < LISTED);
        options[count] = walk;
        list[count++] = (struct option){
            .name = walk.option.name,
            .has_arg = walk.option.argument ? required_argument : no_argument,
        };
    }
    list[count] = (struct option){ 0 };
    return count;
}

static int parse_options(struct cli_invocation *invocation, int argc, char **argv)
{
    static const struct cli_walk help = { .id = OPTION_HELP };
    struct option list[LISTED + 1];
    struct cli_walk options[LISTED];
    list_options(invocation->command, options, list);
    opterr = 0;
    optind = 1;
    for (int found, index; (found = getopt_long(argc, argv, ":h", list, &index)) != -1;) {
        if (found == '?' || found == ':')
            return refuse_option(invocation, found, argv[optind - 1]);
        int status =
            add_given(invocation, found == 'h' ? &help : &options[index], optarg ? optarg : "");
        if (status)
            return status;
    }
    return EXIT_FINE;
}

// How many operands a usage line allows.
static void count_operands(const char *usage, unsigned *least, unsigned *most)
{
    unsigned depth = 0;
    *least = *most = 0;
    for (const char *at = usage; *at; at++) {
        bool begins = at == usage || at[-1] == ' ' || at[-1] == '[';
        depth += *at == '[';
        depth -= *at == ']';
        if (begins && *at >= 'A' && *at <= 'Z') {
            *least += depth == 0;
            ++*most;
        }
        if (*at == '.')
            *most = UINT_MAX;
    }
}

static int check_operands(const struct cli_invocation *invocation)
{
    unsigned least, most;
    count_operands(invocation->command->operands, &least, &most);
    if (invocation->operand_count < least)
        return cli_usage_error(invocation, "Missing: %s.", invocation->command->operands);
    if (invocation->operand_count > most)
        return cli_usage_error(invocation, "Too many words: '%s' was not expected.",
                               invocation->operand[most]);
    return EXIT_FINE;
}

static int carry_out(const struct cli_invocation *invocation, cli_run *run)
{
    struct text why = TEXT_OF(2 * TEXT_MAX);
    int status = run(invocation, &why);
    if (status == EXIT_USAGE && why.length)
        return cli_usage_error(invocation, "%s", why.at);
    if (status == EXIT_FAILED && why.length)
        return cli_failure("%s", why.at);
    return status;
}

// Help.

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

static void print_help(const struct cli_command *command)
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

void cli_describe(void)
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

static struct bot_means means; // of all computer players of this process

static int run(const struct cli_command *command, int argc, char **argv, cli_run *online)
{
    struct cli_invocation invocation = { .command = command, .words = argv };
    int status = parse_options(&invocation, argc, argv);
    if (status)
        return status;
    invocation.operand = argv + optind;
    invocation.operand_count = (unsigned)(argc - optind);
    if (cli_value(&invocation, OPTION_HELP)) {
        print_help(command);
        return EXIT_FINE;
    }
    if (cli_value(&invocation, OPTION_VERSION)) {
        version_print(cli_value(&invocation, OPTION_DETAILS) ||
                      cli_value(&invocation, OPTION_VERBOSE));
        return EXIT_FINE;
    }
    status = check_operands(&invocation);
    if (status)
        return status;
    means.cores = command->alone ? threads_cores() : 1;
    bool here = command->run && !cli_value(&invocation, OPTION_WORK);
    return carry_out(&invocation, here ? command->run : online);
}

const struct cli_command *cli_find(const char *name)
{
    for (const struct cli_command *command = cli_commands; command->name; command++)
        if (strcmp(command->name, name) == 0)
            return command;
    return NULL;
}

static int refuse_command(const char *name)
{
    const struct cli_command *nearest = NULL;
    for (const struct cli_command *command = cli_commands; command->name; command++)
        if (text_is_near(command->name, name) &&
            (!nearest || text_distance(command->name, name) < text_distance(nearest->name, name)))
            nearest = command;
    struct cli_invocation none = { .command = cli_find("") };
    struct text why = TEXT_OF(TEXT_MAX);
    const struct game *game = nearest ? NULL : games_find(name, &why);
    if (game)
        return cli_usage_error(&none, "There is no command '%s'. Did you mean 'causeway play %s'?",
                               name, game->slug);
    if (text_same(name, "version") || text_same(name, "help"))
        return cli_usage_error(&none, "There is no command '%s'. Did you mean --%s?", name,
                               text_same(name, "help") ? "help" : "version");
    if (!nearest)
        return cli_usage_error(&none, "There is no command '%s'.", name);
    return cli_usage_error(&none, "There is no command '%s'. Did you mean '%s'?", name,
                           nearest->name);
}

// What was written may not have arrived, for instance on a full disk.
static int close_output(int status)
{
    bool broken = ferror(stdout) != 0;
    errno = 0;
    if (fflush(stdout) == 0 && !broken)
        return status;
    return cli_failure("cannot write the output: %s.",
                       errno ? strerror(errno) : "it was cut short");
}

int cli_main(int argc, char **argv, cli_run *online)
{
    // A core would have in it what players have hidden.
    setrlimit(RLIMIT_CORE, &(struct rlimit){ 0 });
    // Characters only: numbers are written the same everywhere.
    setlocale(LC_CTYPE, "");
    // Before the first object is made: it is freed by whatever is set then.
    json_set_alloc_funcs(mem_new, mem_free);
    means = bot_usual;
    means.library = &library_on_disk;
    means.knowledge = knowledge_new(); // without it each player has its own
    player_use(&means);
    if (argc < 2 || argv[1][0] == '-')
        return close_output(run(cli_find(""), argc, argv, online));
    const char *subject = strcmp(argv[1], "help") != 0 ? NULL : argc > 2 ? argv[2] : "";
    if (subject && cli_find(subject)) {
        print_help(cli_find(subject));
        return close_output(EXIT_FINE);
    }
    const struct cli_command *command = cli_find(argv[1]);
    if (!command)
        return refuse_command(subject ? subject : argv[1]);
    return close_output(run(command, argc - 1, argv + 1, online));
}
