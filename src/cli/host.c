// SPDX-License-Identifier: GPL-3.0-or-later
// causeway host
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "cli/commands.h"
#include "cli/online.h"
#include "core/memory.h"
#include "drive/setup_words.h"
#include "fronts/join/answer.h"
#include "fronts/join/link.h"
#include "fronts/join/http.h"
#include "ui/settings.h"
#include "record/clock.h"
#include "record/name.h"

static const unsigned char seats[] = { OPTION_P1, OPTION_P2 };

static bool at_terminal(const struct cli_invocation *invocation)
{
    return !cli_value(invocation, OPTION_LINKS) && !cli_value(invocation, OPTION_JSON) &&
           isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

// The maker of the table has the first seat of a person, under the name of the settings.
static void name_host(struct drive_setup *setup)
{
    struct settings settings;
    struct text warnings = TEXT_OF(TEXT_MAX);
    char name[SETTINGS_NAME_SIZE];
    unsigned seat = setup->table.computer[SEAT_1] ? SEAT_2 : SEAT_1;
    struct log_header *header = &setup->table.header;
    settings_load(&settings, &warnings);
    settings_own_name(&settings, name);
    if (!setup->table.computer[seat] && printable_is_name(name) &&
        !name_same(name, header->name[opponent(seat)]))
        snprintf(header->name[seat], LOG_NAME, "%s", name);
}

// What can be refused here is refused here, in the words of 'causeway play'.
static bool configure(const struct cli_invocation *invocation, const struct variant *variant,
                      struct drive_setup *setup, struct text *why)
{
    *setup = setup_words_default(variant->game);
    setup->table.header.variant = *variant;
    const char *names = cli_value(invocation, OPTION_NAMES);
    const char *rounds = cli_value(invocation, OPTION_ROUNDS);
    const char *clock = cli_value(invocation, OPTION_CLOCK);
    for (unsigned i = 0; i < 2; i++) {
        const char *who = cli_value(invocation, seats[i]);
        if (who && text_begins(who, "program:")) {
            text_add(why, "A program plays on its owner's side: 'causeway join --as %.40s'.", who);
            return false;
        }
        if (who && !setup_words_player(setup, SEAT_1 + i, who, why))
            return false;
    }
    if (!names && at_terminal(invocation))
        name_host(setup);
    return (!names || setup_words_names(setup, names, why)) &&
           (!rounds || setup_words_rounds(setup, rounds, why)) &&
           command_set_first(setup, invocation, why) &&
           (!clock || clock_parse(clock, &setup->table.header.clock, why));
}

static void add_string(json_t *order, const char *key, const char *value)
{
    if (value)
        json_object_set_new(order, key, json_string(value));
}

// "computer" is the perfect one, "computer:easy" a level, as elsewhere.
static const char *player(const struct cli_invocation *invocation, unsigned char option)
{
    const char *who = cli_value(invocation, option);
    if (!who)
        return "human";
    if (strcmp(who, "computer") == 0)
        return "perfect";
    return text_begins(who, "computer:") ? who + strlen("computer:") : who;
}

static void add_first(json_t *order, const struct cli_invocation *invocation)
{
    const char *first = cli_value(invocation, OPTION_FIRST);
    if (!first)
        first = cli_value(invocation, OPTION_ROLE);
    if (first && strcmp(first, "toss") == 0)
        add_string(order, "first", first);
    else if (first)
        json_object_set_new(order, "first", json_integer(atoi(first)));
}

static char *write_order(const struct cli_invocation *invocation, const struct variant *variant,
                         const struct drive_setup *setup)
{
    const struct log_header *header = &setup->table.header;
    struct text rules = TEXT_OF(TEXT_MAX);
    const char *rounds = cli_value(invocation, OPTION_ROUNDS);
    json_t *order = json_object();
    variant_print(variant, &rules);
    add_string(order, "game", variant->game->slug);
    add_string(order, "rules", rules.at);
    json_object_set_new(order, "names",
                        json_pack("[s, s]", header->name[SEAT_1], header->name[SEAT_2]));
    json_object_set_new(
        order, "players",
        json_pack("[s, s]", player(invocation, OPTION_P1), player(invocation, OPTION_P2)));
    add_first(order, invocation);
    if (rounds)
        json_object_set_new(order, "rounds", json_integer(atoi(rounds)));
    add_string(order, "clock", cli_value(invocation, OPTION_CLOCK));
    json_object_set_new(order, "public",
                        json_boolean(cli_value(invocation, OPTION_PUBLIC) != NULL));
    json_object_set_new(order, "open", json_boolean(cli_value(invocation, OPTION_OPEN) != NULL));
    json_object_set_new(order, "hints", json_boolean(cli_value(invocation, OPTION_HINTS) != NULL));
    char *body = json_dumps(order, JSON_COMPACT);
    json_decref(order);
    return body;
}

// The answer.

// What is printed can be joined; what leads elsewhere is named.
static bool is_link(const json_t *value, const char *base, struct text *elsewhere)
{
    struct link link;
    struct text why = TEXT_OF(TEXT_MAX);
    if (!json_is_string(value) || !link_parse(json_string_value(value), &link, &why))
        return false;
    if (!elsewhere->length)
        link_stays(&link, base, "", elsewhere);
    return true;
}

// The link of the i-th seat of a person, or NULL.
static const char *link_at(const json_t *object, size_t i)
{
    const json_t *entry = json_array_get(json_object_get(object, "links"), i);
    return json_string_value(json_object_get(entry, "link"));
}

static bool are_links(const json_t *object, const char *base, struct text *elsewhere)
{
    const json_t *links = json_object_get(object, "links");
    bool good = json_is_array(links) && is_link(json_object_get(object, "watch"), base, elsewhere);
    for (size_t i = 0; good && i < json_array_size(links); i++)
        good = is_link(json_object_get(json_array_get(links, i), "link"), base, elsewhere);
    return good;
}

static bool is_open(const json_t *object)
{
    return json_array_size(json_object_get(object, "open")) > 0;
}

// To people with whose seat it is.
static void print_links(const json_t *object, const struct drive_setup *setup, bool people)
{
    const json_t *links = json_object_get(object, "links");
    for (size_t i = 0; i < json_array_size(links); i++) {
        const json_t *number = json_object_get(json_array_get(links, i), "seat");
        unsigned seat = json_integer_value(number) == SEAT_2 ? SEAT_2 : SEAT_1;
        printf("Seat %u%s%s: %s\n", seat, people ? ", " : "",
               people ? setup->table.header.name[seat] : "", link_at(object, i));
    }
    printf("To watch: %s\n", json_string_value(json_object_get(object, "watch")));
    if (is_open(object))
        printf("Seat 2 is open: 'causeway join --take' with that link takes it.\n");
}

// In the first seat of a person.
static int sit_down(const struct cli_invocation *invocation, const json_t *object, struct text *why)
{
    struct link link;
    const char *own = link_at(object, 0);
    const char *send =
        is_open(object) ? json_string_value(json_object_get(object, "watch")) : link_at(object, 1);
    if (!link_parse(own, &link, why))
        return EXIT_FAILED;
    console_keep_memory_private();
    int status = online_sit_down(invocation, &link, send, why);
    printf("To come back: 'causeway join', with the link %s\n", own);
    return status;
}

// At a terminal the maker of the table sits down.
static int tell_links(const struct cli_invocation *invocation, const json_t *object,
                      const struct drive_setup *setup, const struct text *elsewhere,
                      struct text *why)
{
    if (cli_value(invocation, OPTION_JSON)) {
        json_dumpf(object, stdout, JSON_COMPACT | JSON_ENSURE_ASCII);
        putchar('\n');
    } else {
        print_links(object, setup, at_terminal(invocation));
    }
    if (elsewhere->length)
        cli_failure("Look at the link before you pass it on. %s", elsewhere->at);
    else if (at_terminal(invocation) && link_at(object, 0))
        return sit_down(invocation, object, why);
    return EXIT_FINE;
}

static int tell(const struct cli_invocation *invocation, const char *base,
                const struct http_answer *answer, const struct drive_setup *setup, struct text *why)
{
    struct text elsewhere = TEXT_OF(TEXT_MAX);
    json_error_t error;
    json_t *object = answer->body ? json_loadb(answer->body, answer->length, 0, &error) : NULL;
    int status;
    if (answer->status != 201) {
        struct text refusal = TEXT_OF(TEXT_MAX);
        answer_refusal(answer, &refusal);
        status = cli_failure("It makes no table. %s", refusal.at);
    } else if (!are_links(object, base, &elsewhere)) {
        status = cli_failure("What answers there is not a server of Causeway.");
    } else {
        status = tell_links(invocation, object, setup, &elsewhere, why);
    }
    json_decref(object);
    return status;
}

int online_host(const struct cli_invocation *invocation, struct text *why)
{
    enum { ANSWER = 1 << 16 };
    struct variant variant;
    struct drive_setup setup;
    struct http_answer answer;
    char base[LINK_BASE];
    const char *game = invocation->operand[invocation->operand_count - 1];
    if (!command_read_game(invocation, game, &variant, why) ||
        !online_find_server(invocation, 2, base, why) ||
        !configure(invocation, &variant, &setup, why))
        return EXIT_USAGE;
    json_set_alloc_funcs(mem_new, mem_free);
    struct http *http = http_new(base, "", why);
    char *body = http ? write_order(invocation, &variant, &setup) : NULL;
    bool asked = body && http_ask(http, "/api/tables", body, ANSWER, &answer, why) == HTTP_FINE;
    http_free(http);
    mem_free(body);
    int status = asked ? tell(invocation, base, &answer, &setup, why) : EXIT_FAILED;
    if (asked)
        mem_free(answer.body);
    return status;
}
