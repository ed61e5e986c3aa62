// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/web/web.h"

#include <string.h>

#include <sodium.h>

#include "fronts/advisor.h"
#include "fronts/web/inside.h"
#include "games/games.h"
#include "record/line.h"
#include "record/record.h"
#include "report/catalogue.h"
#include "table/json.h"

static struct {
    char in[WEB_IN], out[WEB_OUT];
    struct text told; // in `out`
    struct web_table table;
    struct log_event waiting; // being kept by the host
    bool is_waiting;
    uint8_t viewer; // who has caused it
    int64_t now;
} web;

char *web_in(void)
{
    return web.in;
}

const char *web_out(void)
{
    return web.out;
}

size_t web_out_length(void)
{
    return web.told.length;
}

void web_taken(void)
{
    web.told = text_in(web.out, sizeof web.out);
}

// Telling.

static const struct game *game_here(void)
{
    return web.table.setup.header.variant.game;
}

static const struct table *table_here(void)
{
    return session_table(web.table.session);
}

static void end_line(void)
{
    text_put(&web.told, "\n");
}

static void tell_news(const struct news *news)
{
    json_write_news(news, game_here(), &web.told);
    end_line();
}

static void tell_stage(unsigned viewer, bool hello)
{
    static struct stage stage;
    table_stage(table_here(), viewer, web.now, &stage);
    if (hello) {
        json_write_hello(&stage, game_here(), &web.told);
        end_line();
    }
    json_write_state(&stage, game_here(), &web.told);
    end_line();
    json_write_turn(&stage, game_here(), &web.told);
    end_line();
}

// Each person has a stream. Where two share a screen there is one besides that both may see, and
// where nobody plays a watcher's.
static bool is_told(unsigned viewer)
{
    const struct table_setup *setup = &web.table.setup;
    if (viewer == SEAT_NOBODY)
        return setup->shared || (setup->computer[SEAT_1] && setup->computer[SEAT_2]);
    return !setup->computer[viewer];
}

static void tell_hello(void)
{
    for (unsigned viewer = SEAT_NOBODY; viewer <= SEAT_2; viewer++)
        if (is_told(viewer))
            tell_stage(viewer, true);
}

static void tell_event(uint32_t n)
{
    static struct news news;
    for (unsigned viewer = SEAT_NOBODY; viewer <= SEAT_2; viewer++)
        if (is_told(viewer) && table_news(table_here(), viewer, n, &news)) {
            tell_news(&news);
            tell_stage(viewer, false);
        }
}

static void tell_wrong(const char *type, const char *words)
{
    text_add(&web.told, "{\"type\":\"%s\",\"words\":", type);
    text_put_json(&web.told, words);
    text_put(&web.told, "}\n");
}

// What the session asks for.

static void tell_keep(const char *key, const char *line)
{
    text_add(&web.told,
             "{\"type\":\"keep\",\"table\":\"%s\",\"n\":%u,\"%s\":", web.table.setup.header.id,
             web.waiting.n, key);
    text_put_json(&web.told, line);
    text_put(&web.told, "}\n");
}

static void take_kept(void)
{
    struct text why = TEXT_OF(TEXT_MAX);
    web.is_waiting = false;
    web_promise(&web.table, &web.waiting);
    table_drop(&web.waiting);
    if (!session_kept(web.table.session, web.now, &why))
        tell_wrong("wrong", why.at);
}

static void keep(const struct session_request *request)
{
    struct text line = TEXT_OF(LINE_SIZE);
    web.waiting = *request->event;
    web.viewer = request->seat;
    if (!web.table.keeps) {
        take_kept();
        return;
    }
    web.is_waiting = true;
    line_print_event(&web.table.setup.header, &web.waiting, true, &line);
    text_put(&line, "}");
    tell_keep("line", line.at);
}

static void take_unkept(const json_t *said)
{
    const char *words = json_string_value(json_object_get(said, "words"));
    struct news news =
        news_refusal(web.viewer, table_count(table_here()), NEWS_BUSY, words ? words : "");
    news.kind = NEWS_UNKEPT;
    news.code = 0;
    tell_news(&news);
}

static void think(unsigned seat)
{
    static struct history history;
    struct view view = table_view(table_here(), seat);
    struct act act = { .kind = ACT_MOVE, .seat = (uint8_t)seat };
    struct text why = TEXT_OF(TEXT_MAX);
    table_history(table_here(), seat, &history);
    act.n = table_count(table_here()) + 1;
    if (bot_choose(web.table.bot[seat], &web.table.setup.header.variant, &view, &history,
                   &web.table.random[seat], &act.move, &why)) {
        session_decided(web.table.session, &act, web.now);
        return;
    }
    session_decided(web.table.session, NULL, web.now);
    tell_wrong("wrong", why.at);
}

static void advise(const struct session_request *request)
{
    static struct stage stage;
    const struct variant *variant = &web.table.setup.header.variant;
    struct act act = *request->act;
    struct view view = table_view(table_here(), act.seat);
    bool advised = true;
    table_stage(table_here(), act.seat, web.now, &stage);
    struct news reply = news_refusal(act.seat, stage.n, NEWS_ILLEGAL, "");
    reply.code = 0;
    reply.kind = act.kind == ACT_HINT ? NEWS_HINT : NEWS_WARNING;
    if (act.kind == ACT_HINT)
        advisor_hint(variant, &stage, &view, &reply);
    else
        advised = advisor_warn(variant, &stage, &view, act.move, &reply);
    session_advised(web.table.session, &act, request->ticket, advised ? &reply : NULL);
    if (advised)
        tell_news(&reply);
}

static void tell_new(const struct session_request *request)
{
    for (; web.table.told < table_count(table_here()); web.table.told++)
        tell_event(web.table.told + 1);
    if (request->ticket)
        tell_news(request->reply);
}

static void draw(void *context, void *bytes, size_t size)
{
    (void)context;
    randombytes_buf(bytes, size);
}

double web_poll(double now)
{
    const struct session_means means = { .now = (int64_t)now,
                                         .chance = &web.table.chance,
                                         .entropy = draw };
    web.now = (int64_t)now;
    if (!web.table.session || web.is_waiting)
        return -1;
    struct session_request request = session_next(web.table.session, &means);
    switch (request.want) {
    case SESSION_KEEP:
        keep(&request);
        break;
    case SESSION_THINK:
        think(request.seat);
        break;
    case SESSION_ADVISE:
        advise(&request);
        break;
    case SESSION_DRAW: // nobody at this screen cares for a word
        session_draw(web.table.session);
        break;
    case SESSION_TELL:
        tell_new(&request);
        break;
    case SESSION_FAILS:
        tell_wrong("wrong", request.reply->words);
        return -1;
    case SESSION_RESTS:
        return request.at ? (double)(request.at - web.now) : -1;
    }
    return 0;
}

// What the host says.

static void refuse(const struct act *act, enum news_code code, const char *sentence)
{
    struct news news = news_refusal(act->seat, table_count(table_here()), code, sentence);
    tell_news(&news);
}

static void take_act(const char *line, size_t length)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct act act = { 0 };
    const bool *computer = web.table.setup.computer;
    bool good = json_read_act(game_here(), line, length, &act, &why);
    if (good && act.seat == SEAT_NOBODY && computer[SEAT_1] != computer[SEAT_2])
        act.seat = computer[SEAT_1] ? SEAT_2 : SEAT_1;
    bool watches = act.seat == SEAT_NOBODY && computer[SEAT_1] && computer[SEAT_2];
    if (!good)
        refuse(&act, NEWS_SYNTAX, why.at);
    else if (act.kind == ACT_HELLO)
        tell_hello();
    else if (web.is_waiting)
        refuse(&act, NEWS_BUSY, "What happened before has not been saved yet.");
    else if (!watches && (act.seat == SEAT_NOBODY || act.seat > SEAT_2 || computer[act.seat]))
        refuse(&act, NEWS_TURN, "That is not your seat.");
    else if (!session_act(web.table.session, &act, &web))
        refuse(&act, NEWS_BUSY, "That is too much at once.");
}

static void open_table(const json_t *said, bool resumes)
{
    struct text why = TEXT_OF(TEXT_MAX), line = TEXT_OF(LINE_SIZE);
    web_leave(&web.table);
    web.is_waiting = false;
    bool good = resumes ? web_resume(said, &web.table, web.now, &why)
                        : web_agree(said, &web.table, &why) && web_sit(&web.table, &why);
    if (!good) {
        web_leave(&web.table);
        tell_wrong("wrong", why.at);
        return;
    }
    if (web.table.keeps && !resumes) {
        web.waiting.n = 0;
        line_print_header(&web.table.setup.header, &line);
        text_put(&line, "}");
        tell_keep("header", line.at);
    }
    tell_hello();
}

static void tell_rules(const json_t *said)
{
    const char *name = json_string_value(json_object_get(said, "game"));
    const char *rules = json_string_value(json_object_get(said, "rules"));
    struct text why = TEXT_OF(TEXT_MAX);
    const struct game *game = games_find(name ? name : "", &why);
    struct variant variant;
    if (!game || !variant_parse(game, rules ? rules : "book", &variant, &why)) {
        tell_wrong("wrong", why.at);
        return;
    }
    text_put(&web.told, "{\"type\":\"rules\",\"said\":");
    catalogue_print_rules(&variant, &web.told);
    text_put(&web.told, "}\n");
}

static void tell_saved(const json_t *said)
{
    static char bytes[WEB_OUT / 4];
    struct text record = text_in(bytes, sizeof bytes), why = TEXT_OF(TEXT_MAX);
    const json_t *who = json_object_get(said, "as");
    json_int_t as = json_is_string(who) ? AS_ALL : json_integer_value(who);
    if (!web.table.session || as < AS_WATCH || (as > AS_2 && as != AS_ALL) ||
        !web_save(&web.table, (unsigned)as, &record, &why)) {
        tell_wrong("wrong", why.at);
        return;
    }
    text_put(&web.told, "{\"type\":\"saved\",\"record\":");
    text_put_json(&web.told, record.at);
    text_put(&web.told, "}\n");
}

void web_send(size_t length, double now)
{
    json_t *said = json_loadb(web.in, length, 0, NULL);
    const char *type = json_string_value(json_object_get(said, "type"));
    web.now = (int64_t)now;
    if (!web.told.at)
        web_taken();
    if (type && strcmp(type, "games") == 0) {
        text_put(&web.told, "{\"type\":\"games\",\"said\":");
        catalogue_print(games, &web.told);
        text_put(&web.told, "}\n");
    } else if (type && strcmp(type, "rules") == 0) {
        tell_rules(said);
    } else if (type && (strcmp(type, "table") == 0 || strcmp(type, "resume") == 0)) {
        open_table(said, *type == 'r');
    } else if (type && strcmp(type, "save") == 0) {
        tell_saved(said);
    } else if (!web.table.session) {
        tell_wrong("wrong", "There is no table here.");
    } else if (type && strcmp(type, "kept") == 0 && web.is_waiting) {
        take_kept();
    } else if (type && strcmp(type, "unkept") == 0 && web.is_waiting) {
        take_unkept(said);
    } else {
        take_act(web.in, length);
    }
    json_decref(said);
}
