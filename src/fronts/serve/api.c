// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/serve/api.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "core/now.h"
#include "fronts/serve/home.h"
#include "fronts/serve/lobby.h"
#include "fronts/serve/site.h"
#include "fronts/serve/stream.h"
#include "fronts/serve/token.h"
#include "games/games.h"
#include "record/printable.h"
#include "table/json.h"

// What requests have in common.

json_t *api_read_body(const struct web *web)
{
    return json_loadb(web->request->body, web->request->length, JSON_REJECT_DUPLICATES, NULL);
}

static void refuse_database(struct web *web, const char *words)
{
    notes_write(&(struct notes_line){ .what = "unread", .table = web->id, .words = words });
    web_refuse(web, 503, "The table cannot be read now. Try again.");
}

// One that is not in memory.
static struct live_table *look_up(struct web *web, const char *id)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct live_table *table = NULL;
    enum store_answer answer =
        commit_is_id(id) ? tables_find(web->serve->tables, id, &table, &why) : STORE_NONE;
    if (answer == STORE_NONE) {
        web_refuse(web, 404, "There is no such table, or not any more.");
        return NULL;
    }
    strcpy(web->id, id);
    if (answer != STORE_OK)
        refuse_database(web, why.at);
    return answer == STORE_OK ? table : NULL;
}

// As it stands in the database, whether its log has been read or not.
static struct live_table *find_table(struct web *web, const char *id)
{
    struct live_table *table = tables_peek(web->serve->tables, id);
    if (!table)
        return look_up(web, id);
    strcpy(web->id, id);
    return table;
}

// What it waited for is there: it is answered as if it came now, if its client is still there.
static void begin_again(struct tables_waiter *waiter, bool good)
{
    struct web *web = (struct web *)((char *)waiter - offsetof(struct web, waiter));
    web->seat = 0;
    if (!good || !connection_is_open(web->connection))
        refuse_database(web, "");
    else
        api_handle(web);
}

void api_wait(struct web *web, struct live_table *table)
{
    web->waiter.ready = begin_again;
    tables_wait(table, &web->waiter);
}

// False if it waits for its log, or is answered.
static bool read_log(struct web *web, struct live_table *table)
{
    struct text why = TEXT_OF(TEXT_MAX);
    web->woke |= !table->table;
    switch (tables_wake(table, &why)) {
    case TABLES_READING:
        api_wait(web, table);
        return false;
    case TABLES_LOST:
        refuse_database(web, why.at);
        return false;
    case TABLES_AWAKE:
        break;
    }
    return true;
}

// Its log is read if need be, and it goes on. What that costs, and what its computers think about
// from now on, is on the address's account.
static struct live_table *wake(struct web *web, struct live_table *table)
{
    if (!tables_is_awake(table) && !read_log(web, table))
        return NULL;
    if (web->woke || web->seat)
        memcpy(table->by, web->key, sizeof table->by);
    if (web->woke)
        web_charge(web, table->n);
    web->woke = false;
    home_go(table);
    if (table->table)
        return table;
    refuse_database(web, "");
    return NULL;
}

struct live_table *api_table(struct web *web, const char *id)
{
    struct live_table *table = find_table(web, id);
    return table ? wake(web, table) : NULL;
}

// Seats are capabilities: the token is the seat.

static bool holds(const struct web *web, struct live_table *table, unsigned seat)
{
    const char *bearer = web_header(web, REQUEST_AUTHORIZATION);
    return (seat == SEAT_1 || seat == SEAT_2) && table->meta.seated[seat] && bearer &&
           strncasecmp(bearer, "Bearer ", 7) == 0 &&
           token_opens(bearer + 7, table->meta.token[seat], table->seen[seat]);
}

static void refuse_token(struct web *web)
{
    web_add_header(web, "WWW-Authenticate", "Bearer");
    web_refuse(web, 401, "This needs the token of the seat, from its link.");
}

// "TABLE.1": the table, if the request has the seat's token; else it is answered.
static struct live_table *find_seat(struct web *web, const char *name)
{
    char id[COMMIT_ID];
    const char *dot = strrchr(name, '.');
    if (!dot || dot - name != COMMIT_ID - 1 || strlen(dot) != 2) {
        web_refuse(web, 404, "There is no such seat.");
        return NULL;
    }
    memcpy(id, name, COMMIT_ID - 1);
    id[COMMIT_ID - 1] = '\0';
    struct live_table *table = find_table(web, id);
    if (!table)
        return NULL;
    web->seat = (unsigned)(dot[1] - '0');
    if (!holds(web, table, web->seat)) {
        refuse_token(web);
        return NULL;
    }
    if (!(table = wake(web, table)))
        return NULL;
    home_join(table, web->seat);
    if (table->table)
        return table;
    refuse_database(web, "");
    return NULL;
}

static bool is_closed(struct web *web, const struct live_table *table)
{
    if (!(table->meta.flags & STORE_CLOSED))
        return false;
    web_refuse(web, 403, "This table was closed by whoever runs the server.");
    return true;
}

// Acts.

static void put_missed(struct text *out, struct live_table *table, unsigned viewer, uint32_t after)
{
    const char *comma = "";
    struct news news;
    text_put(out, "\"missed\":[");
    for (uint32_t n = after; table_news(table->table, viewer, n, &news); n++) {
        text_put(out, comma);
        json_write_news(&news, table->game, out);
        comma = ",";
    }
    text_put(out, "]");
}

static void put_stage(struct text *out, struct live_table *table, unsigned viewer, bool hello)
{
    struct stage stage;
    table_stage(table->table, viewer, now_monotonic(), &stage);
    if (hello) {
        text_put(out, "\"hello\":");
        json_write_hello(&stage, table->game, out);
        text_put(out, ",");
    }
    text_put(out, "\"state\":");
    json_write_state(&stage, table->game, out);
    text_add(out, ",\"%s\":", stage.end == LOG_END_NONE ? "turn" : "end");
    json_write_turn(&stage, table->game, out);
}

// 409, with what the actor has missed; the oldest of it is left out if it is too much.
static void answer_stale(struct web *web, struct live_table *table, const struct act *act)
{
    enum { MOST = 64 };
    static char bytes[4 * JSON_LINE];
    struct text out = text_in(bytes, sizeof bytes);
    uint32_t after = act->n < 1 || act->n > table->n ? table->n + 1 : act->n;
    if (table->n >= MOST && after < table->n - MOST)
        after = table->n - MOST;
    text_add(&out,
             "{\"n\":%u,\"refused\":\"Something else has happened meanwhile.\",\"code\":"
             "\"stale\",",
             (unsigned)table->n);
    put_missed(&out, table, act->seat, after);
    text_put(&out, ",");
    put_stage(&out, table, act->seat, false);
    text_put(&out, "}");
    web_answer_text(web, 409, &out);
}

static void answer_refused(struct web *web, const struct news *news)
{
    struct text out = TEXT_OF(2 * STAGE_WORDS + 256);
    text_put(&out, "{\"refused\":");
    text_put_json(&out, news->words);
    text_add(&out, ",\"code\":\"%s\",\"n\":%u}", news_codes[news->code], (unsigned)news->n);
    web_answer_text(web, 422, &out);
}

static void answer_news(struct web *web, struct live_table *table, const struct act *act,
                        const struct news *news)
{
    static char bytes[JSON_LINE];
    struct text out = text_in(bytes, sizeof bytes);
    if (news->kind == NEWS_REFUSED && news->code == NEWS_STALE) {
        answer_stale(web, table, act);
    } else if (news->kind == NEWS_REFUSED) {
        answer_refused(web, news);
    } else if (news->kind == NEWS_DONE) {
        text_put(&out, "{\"n\":");
        text_put_number(&out, news->n);
        text_put(&out, "}");
        web_answer_text(web, 200, &out);
    } else {
        json_write_news(news, table->game, &out);
        web_answer_text(web, 200, &out);
    }
}

static void answer_act(void *context, struct live_table *table, const struct act *act,
                       const struct home_answer *answer)
{
    struct web *web = context;
    switch (answer->result) {
    case HOME_NEWS:
        answer_news(web, table, act, answer->news);
        break;
    case HOME_BUSY:
        web_refuse_for(web, 1);
        break;
    case HOME_UNKEPT:
        web_refuse(web, 503, "It could not be kept, and may not have happened. Try again.");
        break;
    case HOME_GONE:
        web_refuse(web, 404, "There is no such table any more.");
        break;
    }
}

static bool may_act(struct web *web, struct live_table *table)
{
    const struct config *config = &web->serve->config;
    struct bucket_rate rate = { config->acts_minute, config->acts_burst };
    unsigned wait;
    if (bucket_take(&table->acted[web->seat], rate, 1, now_monotonic(), &wait))
        return true;
    web_refuse_for(web, wait);
    return false;
}

// A client that was told of event n by another node is ahead of this one.
static void follow(struct live_table *table, unsigned long n)
{
    struct text why = TEXT_OF(TEXT_MAX);
    if (n > table->n && n <= LOG_EVENTS_MAX)
        tables_catch_up(table, &why);
}

static void take_act(struct web *web, struct live_table *table, unsigned kind)
{
    const struct request *request = web->request;
    struct text why = TEXT_OF(STAGE_WORDS);
    struct act act;
    if (is_closed(web, table) || !may_act(web, table) ||
        (kind == ACT_HINT && !web_allows(web, WEB_HINTS)))
        return;
    if (request->length == 0 ||
        !json_read_act(table->game, request->body, request->length, &act, &why)) {
        struct news refusal = news_refusal(web->seat, table->n, NEWS_SYNTAX, why.at);
        answer_refused(web, &refusal);
    } else if (act.kind != kind) {
        web_refuse(web, 400, "The message is of another type than the address.");
    } else if (act.seat && act.seat != web->seat) {
        web_refuse(web, 403, "That is not your seat.");
    } else {
        act.seat = (uint8_t)web->seat;
        follow(table, act.n > 0 ? act.n - 1 : 0);
        home_act(table, &act, answer_act, web);
    }
}

// Seats.

// A link has the table and the token, but not which seat that is.
static void tell_seat(struct web *web)
{
    char id[COMMIT_ID];
    struct text out = TEXT_OF(256);
    web->route = "POST seats";
    json_t *object = api_read_body(web);
    const char *wanted = json_string_value(json_object_get(object, "table"));
    snprintf(id, sizeof id, "%s", wanted && strlen(wanted) < COMMIT_ID ? wanted : "");
    json_decref(object);
    struct live_table *table = find_table(web, id);
    if (!table)
        return;
    web->seat = holds(web, table, SEAT_1) ? SEAT_1 : holds(web, table, SEAT_2) ? SEAT_2 : 0;
    if (!web->seat) {
        refuse_token(web);
        return;
    }
    if (!(table = wake(web, table)))
        return;
    home_join(table, web->seat);
    text_add(&out, "{\"seat\":\"%s.%u\",\"table\":\"%s\",\"game\":\"%s\"}", table->id, web->seat,
             table->id, table->game->slug);
    web_answer_text(web, 200, &out);
}

// A new link to the seat; with a header, to its holder and takes the seat. The first who
// comes gets it: the database decides who that is.
static void give_link(struct web *web, struct live_table *table, unsigned seat,
                      const struct log_header *header)
{
    char token[TOKEN_TEXT];
    unsigned char new[STORE_TOKEN], old[STORE_TOKEN];
    struct text why = TEXT_OF(TEXT_MAX), out = TEXT_OF(1024);
    struct store *keep = web->serve->store;
    memcpy(old, table->meta.token[seat], STORE_TOKEN);
    token_make(token, new);
    enum store_answer answer = header ? stored_take_seat(keep, &table_setup(table->table)->header,
                                                         header, seat, old, new, &why)
                                      : store_replace_token(keep, table->id, seat, old, new, &why);
    if (answer == STORE_NONE) {
        web_refuse(web, 409, "Somebody else was quicker.");
        return;
    }
    if (answer != STORE_OK) {
        refuse_database(web, why.at);
        return;
    }
    memcpy(table->meta.token[seat], new, STORE_TOKEN);
    tables_change_holder(table, seat, header ? header : &table_setup(table->table)->header);
    lobby_change(table);
    text_add(&out, "{\"seat\":\"%s.%u\",\"link\":\"", table->id, seat);
    web_put_link(&out, web->serve, table->id, token);
    text_put(&out, "\"}");
    web_answer_text(web, 200, &out);
}

// The name goes, the game stays: commitments can still be checked, but not what the
// name was.
static void forget_name(struct web *web, struct live_table *table)
{
    struct text why = TEXT_OF(TEXT_MAX);
    if (table->n == 0 || table_wish(table->table).in_play || !session_is_idle(table->session)) {
        web_refuse(web, 409, "A name can be removed when the game is over.");
        return;
    }
    if (stored_unname(web->serve->store, games, table->id, web->seat, &why) != STORE_OK) {
        refuse_database(web, why.at);
        return;
    }
    tables_forget(table); // it is made again, without the name
    lobby_change(table);
    web_answer(web, 200, "application/json", "{}", 2);
}

static void renew_link(struct web *web, struct live_table *table)
{
    give_link(web, table, web->seat, NULL);
}

static bool read_text(json_t *object, const char *key, char *to, size_t size, struct text *why)
{
    json_t *member = json_object_get(object, key);
    if (member && (!json_is_string(member) || json_string_length(member) >= size ||
                   !printable_is_text(json_string_value(member)))) {
        text_add(why, "'%s' is a text of up to %zu bytes.", key, size - 1);
        return false;
    }
    if (member)
        snprintf(to, size, "%s", json_string_value(member));
    return true;
}

// A client that takes a seat may give a name, and say that it is a program, and which one.
static bool read_sitter(struct web *web, unsigned seat, struct log_header *header, struct text *why)
{
    json_t *object = api_read_body(web);
    bool good = read_text(object, "name", header->name[seat], LOG_NAME, why) &&
                read_text(object, "player", header->player[seat], LOG_PLAYER, why) &&
                read_text(object, "program", header->program[seat], LOG_PROGRAM, why);
    json_decref(object);
    if (!good)
        return false;
    header->programmed |= *header->program[seat];
    if (strcmp(header->player[seat], "human") != 0 && strcmp(header->player[seat], "program") != 0)
        text_add(why, "'player' is human or program; not '%s'.", header->player[seat]);
    return !why->length && log_check_header(header, why);
}

static void take_seat(struct web *web, struct live_table *table)
{
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        if (tables_is_open(table, seat)) {
            struct log_header header = table_setup(table->table)->header;
            struct text why = TEXT_OF(TEXT_MAX);
            if (read_sitter(web, seat, &header, &why))
                give_link(web, table, seat, &header);
            else
                web_refuse(web, 422, why.at);
            return;
        }
    web_refuse(web, 409, "No seat is free at this table.");
}

static void show_stage(struct web *web, struct live_table *table)
{
    static char bytes[4 * JSON_LINE];
    struct text out = text_in(bytes, sizeof bytes);
    text_put(&out, "{");
    put_stage(&out, table, web->seat, true);
    text_put(&out, "}");
    web_answer_text(web, 200, &out);
}

static void listen_to(struct web *web, struct live_table *table)
{
    const char *last = web_header(web, REQUEST_LAST_EVENT);
    char *end;
    unsigned long after = last ? strtoul(last, &end, 10) : 0;
    follow(table, after);
    bool known = last && *last >= '0' && *last <= '9' && !*end && after <= table->n;
    stream_open(web, table, web->seat, known ? (uint32_t)after : STREAM_NEW);
}

// Which address does what.

static const struct route {
    const char *name, *route;
    bool posts;
    void (*answer)(struct web *web, struct live_table *table); // NULL: an act
    enum act_kind kind;
} of_table[] = {
    { "", "GET table", false, show_stage, 0 },
    { "events", "GET table events", false, listen_to, 0 },
    { "record", "GET table record", false, archive_record, 0 },
    { "review", "GET table review", false, archive_review, 0 },
    { "seat", "POST table seat", true, take_seat, 0 },
    { 0 },
}, of_seat[] = {
    { "", "GET seat", false, show_stage, 0 },
    { "events", "GET seat events", false, listen_to, 0 },
    { "record", "GET seat record", false, archive_record, 0 },
    { "link", "POST link", true, renew_link, 0 },
    { "forget", "POST forget", true, forget_name, 0 },
    { "moves", "POST moves", true, NULL, ACT_MOVE },
    { "may", "POST may", true, NULL, ACT_MAY },
    { "hint", "POST hint", true, NULL, ACT_HINT },
    { "undo", "POST undo", true, NULL, ACT_UNDO },
    { "redo", "POST redo", true, NULL, ACT_REDO },
    { "accept", "POST accept", true, NULL, ACT_ACCEPT },
    { "decline", "POST decline", true, NULL, ACT_DECLINE },
    { "resign", "POST resign", true, NULL, ACT_RESIGN },
    { "forfeit", "POST forfeit", true, NULL, ACT_FORFEIT },
    { "ready", "POST ready", true, NULL, ACT_READY },
    { "commit", "POST commit", true, NULL, ACT_COMMIT },
    { "open", "POST open", true, NULL, ACT_OPEN },
    { 0 },
};

static void refuse_path(struct web *web)
{
    web_refuse(web, 404, "There is nothing at this address.");
}

static void handle_route(struct web *web, const struct route *route, const char *whose,
                         const char *what)
{
    bool seat = route == of_seat;
    while (route->name && (route->posts != web_posts(web) || strcmp(route->name, what) != 0))
        route++;
    if (!route->name) {
        refuse_path(web);
        return;
    }
    web->route = route->route;
    struct live_table *table = seat ? find_seat(web, whose) : api_table(web, whose);
    if (table && route->answer)
        route->answer(web, table);
    else if (table)
        take_act(web, table, route->kind);
}

static void handle_lobby(struct web *web)
{
    const char *accept = web_header(web, REQUEST_ACCEPT);
    web->route = "tables";
    if (web_posts(web)) {
        create_table(web);
    } else if (accept && strstr(accept, "text/event-stream")) {
        lobby_open_stream(web);
    } else {
        const char *list = lobby_list(web->serve->lobby);
        if (*list)
            web_answer(web, 200, "application/json", list, strlen(list));
        else
            web_refuse(web, 503, "The tables cannot be listed now.");
    }
}

enum { PARTS = 4 };

// "/api/seats/TABLE.1/moves" in parts; what is missing is "". False if there are more, or
// one that is empty is not the last.
static bool split(const char *path, char parts[PARTS][64])
{
    unsigned count = 0;
    memset(parts, 0, PARTS * sizeof *parts);
    while (*path == '/') {
        size_t length = strcspn(++path, "/");
        if (count == PARTS || length >= 64 || (length == 0 && path[length]))
            return false;
        memcpy(parts[count++], path, length);
        path += length;
    }
    return !*path;
}

static void handle_api(struct web *web, char parts[PARTS][64])
{
    if (strcmp(parts[1], "tables") == 0 && !*parts[2])
        handle_lobby(web);
    else if (strcmp(parts[1], "tables") == 0)
        handle_route(web, of_table, parts[2], parts[3]);
    else if (strcmp(parts[1], "seats") == 0 && *parts[2])
        handle_route(web, of_seat, parts[2], parts[3]);
    else if (strcmp(parts[1], "seats") == 0 && web_posts(web))
        tell_seat(web);
    else if (strcmp(parts[1], "games") == 0 && !*parts[2] && !web_posts(web))
        pages_games(web);
    else
        refuse_path(web);
}

static void answer_health(struct web *web)
{
    web->route = "GET healthz";
    if (web->serve->draining) // load balancers send nobody here any more
        web_answer(web, 503, "text/plain", "draining\n", 9);
    else
        web_answer(web, 200, "text/plain", "ok\n", 3);
}

static bool handle_page(struct web *web, const char *path, char parts[PARTS][64])
{
    if (strcmp(parts[0], "healthz") == 0 && !*parts[1])
        answer_health(web);
    else if (site_answer(web, path + 1))
        return true;
    else if (!*parts[0] || (strcmp(parts[0], "about") == 0 && !*parts[1]))
        pages_about(web);
    else if (strcmp(parts[0], "t") == 0 && *parts[1] && !*parts[2])
        pages_table(web, parts[1]);
    else if (strcmp(parts[0], "style.css") == 0 && !*parts[1])
        pages_style(web);
    else
        return false;
    return true;
}

void api_handle(struct web *web)
{
    char parts[PARTS][64];
    const char *path = web->request->path;
    bool whole = split(path, parts), api = whole && strcmp(parts[0], "api") == 0;
    if (api)
        handle_api(web, parts);
    else if (!whole || web_posts(web) || !handle_page(web, path, parts))
        refuse_path(web);
}
