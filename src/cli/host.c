// SPDX-License-Identifier: GPL-3.0-or-later
// causeway host
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "cli/commands.h"
#include "cli/online.h"
#include "core/memory.h"
#include "drive/order.h"
#include "fronts/join/answer.h"
#include "fronts/join/link.h"
#include "fronts/join/wire.h"
#include "record/clock.h"

static const unsigned char seats[] = { OPTION_P1, OPTION_P2 };

// What can be refused here is refused here, in the words of 'causeway play'.
static bool check(const struct cli_invocation *invocation, const struct variant *variant,
                  struct text *why)
{
    struct drive_setup setup = order_usual(variant->game);
    setup.table.header.variant = *variant;
    const char *names = cli_value(invocation, OPTION_NAMES);
    const char *rounds = cli_value(invocation, OPTION_ROUNDS);
    const char *clock = cli_value(invocation, OPTION_CLOCK);
    for (unsigned i = 0; i < 2; i++) {
        const char *who = cli_value(invocation, seats[i]);
        if (who && text_begins(who, "program:")) {
            text_add(why, "A program plays on its owner's side: 'causeway join --as %.40s'.", who);
            return false;
        }
    }
    return (!names || order_names(&setup, names, why)) &&
           (!rounds || order_rounds(&setup, rounds, why)) &&
           command_set_first(&setup, invocation, why) &&
           (!clock || clock_parse(clock, &setup.table.header.clock, why));
}

static void add_string(json_t *order, const char *key, const char *value)
{
    if (value)
        json_object_set_new(order, key, json_string(value));
}

static void add_names(json_t *order, const char *both)
{
    const char *comma = both ? strchr(both, ',') : NULL;
    if (comma)
        json_object_set_new(order, "names",
                            json_pack("[s#, s]", both, (int)(comma - both), comma + 1));
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

static char *write_order(const struct cli_invocation *invocation, const struct variant *variant)
{
    struct text rules = TEXT_OF(TEXT_MAX);
    const char *rounds = cli_value(invocation, OPTION_ROUNDS);
    json_t *order = json_object();
    variant_print(variant, &rules);
    add_string(order, "game", variant->game->slug);
    add_string(order, "rules", rules.at);
    add_names(order, cli_value(invocation, OPTION_NAMES));
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

// What is printed can be joined.
static bool is_link(const json_t *value)
{
    struct link link;
    struct text why = TEXT_OF(TEXT_MAX);
    return json_is_string(value) && link_parse(json_string_value(value), &link, &why);
}

static bool print_links(const json_t *object)
{
    const json_t *links = json_object_get(object, "links");
    const json_t *watch = json_object_get(object, "watch");
    if (!is_link(watch) || !json_is_array(links))
        return false;
    for (size_t i = 0; i < json_array_size(links); i++) {
        const json_t *entry = json_array_get(links, i);
        const json_t *link = json_object_get(entry, "link");
        if (!is_link(link))
            return false;
        printf("Seat %d: %s\n", (int)json_integer_value(json_object_get(entry, "seat")),
               json_string_value(link));
    }
    printf("To watch: %s\n", json_string_value(watch));
    if (json_array_size(json_object_get(object, "open")) > 0)
        printf("Seat 2 is open: 'causeway join --take' with that link takes it.\n");
    return true;
}

static int tell(const struct cli_invocation *invocation, const struct wire_answer *answer)
{
    json_error_t error;
    json_t *object = answer->body ? json_loadb(answer->body, answer->length, 0, &error) : NULL;
    int status = EXIT_FINE;
    if (answer->status != 201) {
        struct text why = TEXT_OF(TEXT_MAX);
        answer_refusal(answer, &why);
        status = cli_failure("It makes no table. %s", why.at);
    } else if (!object || (!cli_value(invocation, OPTION_JSON) && !print_links(object)))
        status = cli_failure("What answers there is not a server of Causeway.");
    else if (cli_value(invocation, OPTION_JSON))
        json_dumpf(object, stdout, JSON_COMPACT), putchar('\n');
    json_decref(object);
    return status;
}

int online_host(const struct cli_invocation *invocation, struct text *why)
{
    enum { ANSWER = 1 << 16 };
    struct variant variant;
    struct wire_answer answer;
    char base[LINK_BASE];
    if (!command_read_game(invocation, invocation->operand[1], &variant, why) ||
        !link_parse_base(invocation->operand[0], base, why) || !check(invocation, &variant, why))
        return EXIT_USAGE;
    json_set_alloc_funcs(mem_new, mem_free);
    struct wire *wire = wire_new(base, "", why);
    char *body = wire ? write_order(invocation, &variant) : NULL;
    bool asked = body && wire_ask(wire, "/api/tables", body, ANSWER, &answer, why) == WIRE_FINE;
    int status = asked ? tell(invocation, &answer) : EXIT_FAILED;
    if (asked)
        mem_free(answer.body);
    mem_free(body);
    wire_free(wire);
    return status;
}
