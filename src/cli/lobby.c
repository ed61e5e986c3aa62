// SPDX-License-Identifier: GPL-3.0-or-later
// causeway lobby
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "cli/commands.h"
#include "cli/online.h"
#include "core/memory.h"
#include "fronts/join/answer.h"
#include "fronts/join/link.h"
#include "fronts/join/http.h"
#include "ui/settings.h"

bool online_find_server(const struct cli_invocation *invocation, unsigned count, char *base,
                        struct text *why)
{
    struct settings settings;
    struct text warnings = TEXT_OF(TEXT_MAX);
    settings_load(&settings, &warnings);
    if (invocation->operand_count >= count)
        return link_parse_base(invocation->operand[0], base, why);
    if (*settings.server)
        return link_parse_base(settings.server, base, why);
    text_add(why, "Which server? Give its URL, or name one in the settings: server = https://HOST");
    return false;
}

static const char *text_of(const json_t *table, const char *key, size_t i)
{
    const json_t *value = json_object_get(table, key);
    const char *text = json_string_value(json_is_array(value) ? json_array_get(value, i) : value);
    return text && printable_is_text(text) ? text : "";
}

static bool is_open(const json_t *table)
{
    return json_array_size(json_object_get(table, "open")) > 0;
}

static void print_table(unsigned number, const json_t *table)
{
    struct text why = TEXT_OF(TEXT_MAX);
    const struct game *game = games_find(text_of(table, "game", 0), &why);
    printf("  %u. %.40s, %.32s against %.32s%s\n", number,
           game ? game->title : text_of(table, "game", 0), text_of(table, "names", 0),
           text_of(table, "names", 1), is_open(table) ? " (the seat is free)" : "");
}

// At a terminal one may sit down, or watch.
static int choose(const struct cli_invocation *invocation, const char *base, const json_t *tables,
                  struct text *why)
{
    struct console console;
    struct link link;
    uint64_t number = 0;
    console_open(&console, stdin, stdout, command_color(invocation));
    for (;;) {
        const char *answer = console_ask(
            &console, "Which table, to sit down or to watch? Enter alone leaves: ", ASK_OPENLY);
        if (!answer || !*answer || text_same(answer, "quit") || text_same(answer, "q"))
            break;
        if (text_parse_number(answer, json_array_size(tables), &number) && number > 0)
            break;
        console_say(&console, STYLE_WARNING, "Enter the number of a table, or Enter alone.\n");
        number = 0;
    }
    console_close(&console);
    if (!number)
        return EXIT_FINE;
    const json_t *table = json_array_get(tables, (size_t)number - 1);
    if (!link_parse(text_of(table, "watch", 0), &link, why) || !link_stays(&link, base, "", why) ||
        (is_open(table) && !online_take_seat(invocation, &link, why)))
        return EXIT_FAILED;
    return online_sit_down(invocation, &link, NULL, why);
}

static int tell(const struct cli_invocation *invocation, const char *base,
                const struct http_answer *answer, struct text *why)
{
    json_error_t error;
    json_t *object = answer->body ? json_loadb(answer->body, answer->length, 0, &error) : NULL;
    const json_t *tables = json_object_get(object, "tables");
    int status = EXIT_FINE;
    if (answer->status != 200)
        status = cli_failure("It shows no tables.");
    else if (!json_is_array(tables))
        status = cli_failure("What answers there is not a server of Causeway.");
    else if (!json_array_size(tables))
        puts("No table is open to the public now. 'causeway host --open' makes one.");
    for (size_t i = 0; status == EXIT_FINE && i < json_array_size(tables); i++)
        print_table((unsigned)i + 1, json_array_get(tables, i));
    if (status == EXIT_FINE && json_array_size(tables) && isatty(STDIN_FILENO) &&
        isatty(STDOUT_FILENO))
        status = choose(invocation, base, tables, why);
    json_decref(object);
    return status;
}

int online_lobby(const struct cli_invocation *invocation, struct text *why)
{
    enum { ANSWER = 1 << 20 };
    char base[LINK_BASE];
    struct http_answer answer;
    if (!online_find_server(invocation, 1, base, why))
        return EXIT_USAGE;
    json_set_alloc_funcs(mem_new, mem_free);
    struct http *http = http_new(base, "", why);
    bool asked = http && http_ask(http, "/api/tables", NULL, ANSWER, &answer, why) == HTTP_FINE;
    http_free(http);
    int status = asked ? tell(invocation, base, &answer, why) : EXIT_FAILED;
    if (asked)
        mem_free(answer.body);
    return status;
}
