// SPDX-License-Identifier: GPL-3.0-or-later
// POST /api/tables: what is agreed at a new table.
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "bots/bots.h"
#include "fronts/serve/api.h"
#include "fronts/serve/lobby.h"
#include "fronts/serve/token.h"
#include "games/games.h"
#include "record/clock.h"
#include "record/name.h"
#include "record/record.h"

struct creation {
    struct web *web;
    json_t *body;
    struct table_setup setup;
    struct keep_place place;
    char token[SEATS][TOKEN_TEXT]; // of people's seats that are not open; else ""
    bool open;
    struct text *why;
};

static const char *read_text(const struct creation *creation, const char *key)
{
    return json_string_value(json_object_get(creation->body, key));
}

static bool read_bool(const struct creation *creation, const char *key, bool usual)
{
    const json_t *value = json_object_get(creation->body, key);
    return json_is_boolean(value) ? json_is_true(value) : usual;
}

// What is of another type than it takes is not passed over: somebody would play by other
// rules than they have asked for.
static bool check_types(struct creation *creation)
{
    static const char *const texts[] = { "game", "rules", "clock" };
    static const char *const truths[] = { "public", "open", "hints", "joint" };
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        const json_t *value = json_object_get(creation->body, texts[i]);
        if (value && !json_is_null(value) && !json_is_string(value))
            text_add(creation->why, "'%s' takes a text. ", texts[i]);
    }
    for (unsigned i = 0; i < sizeof truths / sizeof *truths; i++) {
        const json_t *value = json_object_get(creation->body, truths[i]);
        if (value && !json_is_null(value) && !json_is_boolean(value))
            text_add(creation->why, "'%s' takes true or false. ", truths[i]);
    }
    return creation->why->length == 0;
}

static bool read_game(struct creation *creation)
{
    const char *name = read_text(creation, "game"), *rules = read_text(creation, "rules");
    const struct game *game = name ? games_find(name, creation->why) : NULL;
    if (!name)
        text_add(creation->why, "Which game? 'game' is missing.");
    if (!game)
        return false;
    creation->setup = table_usual(game);
    return variant_parse(game, rules ? rules : "book", &creation->setup.header.variant,
                         creation->why);
}

// Two texts in a list, each shorter than `size`; as they were if there is no such list.
static bool read_two(struct creation *creation, const char *key, char *one, char *two, size_t size)
{
    const json_t *list = json_object_get(creation->body, key);
    char *place[] = { one, two };
    if (!list)
        return true;
    for (size_t i = 0; i < 2; i++) {
        const char *text = json_string_value(json_array_get(list, i));
        if (!text || json_array_size(list) != 2 || strlen(text) >= size) {
            text_add(creation->why, "'%s' takes two texts of at most %zu bytes.", key, size - 1);
            return false;
        }
        strcpy(place[i], text);
    }
    return true;
}

static bool read_names(struct creation *creation)
{
    char typed[SEATS][NAME_TYPED] = { "" };
    struct log_header *header = &creation->setup.header;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        strcpy(typed[seat], header->name[seat]);
    if (!read_two(creation, "names", typed[SEAT_1], typed[SEAT_2], NAME_TYPED))
        return false;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        name_normalise(typed[seat], NAME_TYPED);
    if (!record_check_names(typed[SEAT_1], typed[SEAT_2], creation->why))
        return false;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        memcpy(header->name[seat], typed[seat], LOG_NAME);
    return true;
}

static bool is_player(const char *who)
{
    for (unsigned i = 0; bot_name(i); i++)
        if (strcmp(who, bot_name(i)) == 0)
            return true;
    return strcmp(who, "human") == 0;
}

static bool read_players(struct creation *creation)
{
    struct log_header *header = &creation->setup.header;
    if (!read_names(creation) ||
        !read_two(creation, "players", header->player[SEAT_1], header->player[SEAT_2], LOG_PLAYER))
        return false;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        const char *who = header->player[seat];
        creation->setup.computer[seat] = strcmp(who, "human") != 0;
        if (!is_player(who)) {
            text_add(creation->why,
                     "'%.40s' is no player here: human, random, easy, medium, hard "
                     "or perfect is.",
                     who);
            return false;
        }
        if (creation->setup.computer[seat] && !creation->web->serve->config.computers) {
            text_add(creation->why, "Computers do not play on this server.");
            return false;
        }
    }
    return true;
}

static bool read_first(struct creation *creation, bool joint)
{
    struct log_header *header = &creation->setup.header;
    const json_t *first = json_object_get(creation->body, "first");
    const char *word = json_string_value(first);
    header->deal = !game_has_chance(header->variant.game) ? LOG_SETTLED
                   : joint                                ? LOG_JOINT
                                                          : LOG_RANDOM;
    if (word && strcmp(word, "toss") == 0) {
        header->first = SEAT_NOBODY;
        header->toss = joint ? LOG_JOINT : LOG_RANDOM;
        return true;
    }
    if (!first || json_integer_value(first) == 1 || json_integer_value(first) == 2) {
        header->first = first ? (uint8_t)json_integer_value(first) : SEAT_1;
        return true;
    }
    text_add(creation->why, "'first' takes 1, 2 or \"toss\".");
    return false;
}

static bool read_rounds(struct creation *creation)
{
    struct log_header *header = &creation->setup.header;
    const json_t *rounds = json_object_get(creation->body, "rounds");
    bool computers = creation->setup.computer[SEAT_1] && creation->setup.computer[SEAT_2];
    json_int_t count = rounds ? json_integer_value(rounds) : 1;
    if (count < 1 || count > LOG_ROUNDS_MAX) {
        text_add(creation->why, "'rounds' takes a number from 1 to %d.", LOG_ROUNDS_MAX);
        return false;
    }
    if (count > 1 && computers) {
        text_add(creation->why, "Two computers play one round: nobody says that they may go on.");
        return false;
    }
    header->rounds = (uint16_t)count;
    return true;
}

static bool read_rest(struct creation *creation)
{
    struct log_header *header = &creation->setup.header;
    const char *clock = read_text(creation, "clock");
    bool people = !creation->setup.computer[SEAT_1] && !creation->setup.computer[SEAT_2];
    bool listed = read_bool(creation, "public", false);
    creation->open = read_bool(creation, "open", false);
    if (creation->open && !people) {
        text_add(creation->why, "'open' is for tables of two people: a computer has the seat.");
        return false;
    }
    if ((listed || creation->open) && !creation->web->serve->config.open_lobby) {
        text_add(creation->why, "Tables are not public on this server.");
        return false;
    }
    if ((listed || creation->open) &&
        !lobby_allows(creation->web->serve->lobby, creation->web->key)) {
        text_add(creation->why, "Your address has as many tables in the lobby as it may.");
        return false;
    }
    creation->place.flags = listed || creation->open ? KEEP_PUBLIC : 0;
    header->hints = read_bool(creation, "hints", false);
    header->undo = header->rematch = people ? LOG_AGREED : LOG_FREELY;
    header->created = serve_date();
    creation->setup.shared = false;
    return !clock || !*clock || clock_parse(clock, &header->clock, creation->why);
}

static void make_tokens(struct creation *creation)
{
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        if (creation->setup.computer[seat])
            continue;
        creation->place.seated[seat] = true;
        if (creation->open && seat == SEAT_2)
            token_open(creation->setup.header.id, seat, creation->place.token[seat]);
        else
            token_make(creation->token[seat], creation->place.token[seat]);
    }
    creation->place.until = hub_keep_for(creation->web->serve->config.unclaimed_hours);
}

static void put_created(const struct creation *creation, struct text *out)
{
    const struct serve *serve = creation->web->serve;
    const char *id = creation->setup.header.id, *comma = "";
    text_add(out, "{\"table\":\"%s\",\"links\":[", id);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        if (!*creation->token[seat])
            continue;
        text_add(out, "%s{\"seat\":%u,\"link\":\"", comma, seat);
        api_put_link(out, serve, id, creation->token[seat]);
        text_put(out, "\"}");
        comma = ",";
    }
    text_put(out, "],\"watch\":\"");
    api_put_link(out, serve, id, NULL);
    text_add(out, "\",\"open\":[%s]}", creation->open ? "2" : "");
}

static void finish(struct creation *creation)
{
    struct web *web = creation->web;
    struct text out = TEXT_OF(4096);
    struct hub_table *table;
    switch (
        hub_create(web->serve->hub, &creation->setup, &creation->place, &table, creation->why)) {
    case KEEP_FINE:
        memcpy(web->id, table->id, sizeof web->id);
        put_created(creation, &out);
        if (creation->place.flags & KEEP_PUBLIC)
            lobby_post(web->serve->lobby, table->id, web->key);
        lobby_change(table);
        web_answer_text(web, 201, &out);
        break;
    case KEEP_BAD:
        web_refuse(web, 422, creation->why->at);
        break;
    default:
        web_refuse(web, 503, "The table could not be kept. Try again.");
        break;
    }
}

void create_table(struct web *web)
{
    char body[WEB_BODY + 1];
    struct text why = TEXT_OF(TEXT_MAX);
    struct creation creation = { .web = web, .why = &why };
    if (!web->serve->config.create) {
        web_refuse(web, 403, "Tables cannot be made on this server.");
        return;
    }
    if (!web_allows(web, WEB_TABLES))
        return;
    size_t length = api_body(web, body);
    creation.body = json_loadb(body, length, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(creation.body))
        web_refuse(web, 400, "The body is not an object of JSON.");
    else if (!check_types(&creation) || !read_game(&creation) || !read_players(&creation) ||
             !read_first(&creation, read_bool(&creation, "joint", true)) ||
             !read_rounds(&creation) || !read_rest(&creation))
        web_refuse(web, 422, why.at);
    else if (!commit_new_id(creation.setup.header.id))
        web_refuse(web, 503, "The system gives no random numbers.");
    else {
        make_tokens(&creation);
        finish(&creation);
    }
    json_decref(creation.body);
}
