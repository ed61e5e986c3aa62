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
#include "table/agree.h"

struct creation {
    struct web *web;
    json_t *body;
    struct table_setup setup;
    struct store_meta meta;
    char token[SEATS][TOKEN_TEXT]; // of people's seats that are not open; else ""
    bool open;
    struct text *why;
};

// What a table on a server has besides what is agreed: may others find it, and sit down?
static bool read_meta(struct creation *creation)
{
    const struct table_setup *setup = &creation->setup;
    bool people = !setup->computer[SEAT_1] && !setup->computer[SEAT_2], listed;
    if (!agree_read_bool(creation->body, "public", false, &listed, creation->why) ||
        !agree_read_bool(creation->body, "open", false, &creation->open, creation->why))
        return false;
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
    creation->meta.flags = listed || creation->open ? STORE_PUBLIC : 0;
    creation->setup.header.created = loop_date(&creation->web->serve->loop);
    return true;
}

static bool agree(struct creation *creation)
{
    struct agree_terms terms = { .find_game = games_find,
                                 .level = bot_name,
                                 .computers = creation->web->serve->config.computers };
    return agree_read(creation->body, &terms, &creation->setup, creation->why) &&
           read_meta(creation);
}

static void make_tokens(struct creation *creation)
{
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        if (creation->setup.computer[seat])
            continue;
        creation->meta.seated[seat] = true;
        if (creation->open && seat == SEAT_2)
            token_open(creation->setup.header.id, seat, creation->meta.token[seat]);
        else
            token_make(creation->token[seat], creation->meta.token[seat]);
    }
    creation->meta.until =
        tables_keep_for(creation->web->serve, creation->web->serve->config.unclaimed_hours);
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
        web_put_link(out, serve, id, creation->token[seat]);
        text_put(out, "\"}");
        comma = ",";
    }
    text_put(out, "],\"watch\":\"");
    web_put_link(out, serve, id, NULL);
    text_add(out, "\",\"open\":[%s]}", creation->open ? "2" : "");
}

static void finish(struct creation *creation)
{
    struct web *web = creation->web;
    struct text out = TEXT_OF(4096);
    struct live_table *table;
    switch (tables_create(web->serve->tables, &creation->setup, &creation->meta, &table,
                          creation->why)) {
    case STORE_OK:
        memcpy(web->id, table->id, sizeof web->id);
        memcpy(table->by, web->key, sizeof table->by);
        put_created(creation, &out);
        if (creation->meta.flags & STORE_PUBLIC)
            lobby_post(web->serve->lobby, table->id, web->key);
        lobby_change(table);
        web_answer_text(web, 201, &out);
        break;
    case STORE_BAD:
        web_refuse(web, 422, creation->why->at);
        break;
    default:
        web_refuse(web, 503, "The table could not be kept. Try again.");
        break;
    }
}

void create_table(struct web *web)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct creation creation = { .web = web, .why = &why };
    if (!web->serve->config.create) {
        web_refuse(web, 403, "Tables cannot be made on this server.");
        return;
    }
    if (web->serve->draining) {
        web_refuse(web, 503, "This server is about to be restarted. Try again in a minute.");
        return;
    }
    if (!web_allows(web, WEB_TABLES))
        return;
    creation.body = api_read_body(web);
    if (!json_is_object(creation.body))
        web_refuse(web, 400, "The body is not an object of JSON.");
    else if (!agree(&creation))
        web_refuse(web, 422, why.at);
    else if (!commit_new_id(creation.setup.header.id))
        web_refuse(web, 503, "The system gives no random numbers.");
    else {
        make_tokens(&creation);
        finish(&creation);
    }
    json_decref(creation.body);
}
