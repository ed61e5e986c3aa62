// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/web/web.h"

#include <string.h>

#include <sodium.h>

#include "fronts/advisor.h"
#include "fronts/web/inside.h"
#include "games/games.h"
#include "record/joint.h"
#include "record/line.h"
#include "report/catalogue.h"
#include "table/json.h"

static struct {
    char in[WEB_IN], out[WEB_OUT];
    struct text told; // in `out`
    struct web_table table;
    struct log_event waiting; // to be kept, and not told before
    struct news answer;       // to whoever caused it
    bool is_waiting, answers;
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
    table_stage(web.table.table, viewer, web.now, &stage);
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
        if (is_told(viewer) && table_news(web.table.table, viewer, n, &news)) {
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

// What happens.

static void happen(const struct log_event *event)
{
    struct text why = TEXT_OF(TEXT_MAX);
    web_promise(&web.table, event);
    if (!table_commit(web.table.table, event, web.now, &why)) {
        tell_wrong("wrong", why.at);
        return;
    }
    if (event->kind == LOG_MOVE)
        web.table.hinted[event->seat] = false;
    tell_event(table_count(web.table.table));
}

static void tell_keep(const char *key, const char *line)
{
    text_add(&web.told,
             "{\"type\":\"keep\",\"table\":\"%s\",\"n\":%u,\"%s\":", web.table.setup.header.id,
             web.waiting.n, key);
    text_put_json(&web.told, line);
    text_put(&web.told, "}\n");
}

// It happens once it is kept.
static void settle(const struct log_event *event, const struct news *answer)
{
    struct text line = TEXT_OF(LINE_SIZE);
    if (!web.table.keeps) {
        happen(event);
        if (answer)
            tell_news(answer);
        return;
    }
    web.waiting = *event;
    web.is_waiting = true;
    web.answers = answer;
    if (answer)
        web.answer = *answer;
    line_print_event(&web.table.setup.header, event, true, &line);
    text_put(&line, "}");
    tell_keep("line", line.at);
}

static void take_kept(void)
{
    if (!web.is_waiting)
        return;
    web.is_waiting = false;
    happen(&web.waiting);
    table_drop(&web.waiting);
    if (web.answers)
        tell_news(&web.answer);
}

static void take_unkept(const json_t *said)
{
    const char *words = json_string_value(json_object_get(said, "words"));
    struct news news = news_refusal(web.answers ? web.answer.viewer : SEAT_NOBODY,
                                    table_count(web.table.table), NEWS_BUSY, words ? words : "");
    news.kind = NEWS_UNKEPT;
    news.code = 0;
    tell_news(&news);
}

// Acts.

static void refuse(const struct act *act, enum news_code code, const char *sentence)
{
    struct news news =
        news_refusal(act->seat, web.table.table ? table_count(web.table.table) : 0, code, sentence);
    tell_news(&news);
}

static void propose(const struct act *act, bool answers);

static void advise(const struct act *act)
{
    static struct stage stage;
    const struct variant *variant = &web.table.setup.header.variant;
    struct view view = table_view(web.table.table, act->seat);
    table_stage(web.table.table, act->seat, web.now, &stage);
    struct news reply = news_refusal(act->seat, stage.n, NEWS_ILLEGAL, "");
    reply.code = 0;
    if (act->kind == ACT_HINT) {
        reply.kind = NEWS_HINT;
        advisor_hint(variant, &stage, &view, &reply);
        web.table.hinted[act->seat] = true;
        tell_news(&reply);
        return;
    }
    reply.kind = NEWS_WARNING;
    if (advisor_warn(variant, &stage, &view, act->move, &reply)) {
        tell_news(&reply);
        return;
    }
    struct act sure = *act;
    sure.sure = true;
    propose(&sure, true);
}

static void propose(const struct act *act, bool answers)
{
    struct log_event event;
    struct news reply;
    struct table_means means = { .now = web.now,
                                 .chance = &web.table.chance,
                                 .helped = web.table.hinted[act->seat] };
    randombytes_buf(means.nonce, sizeof means.nonce);
    switch (table_propose(web.table.table, act, &means, &event, &reply)) {
    case TABLE_EVENT:
        settle(&event, answers ? &reply : NULL);
        table_drop(&event);
        break;
    case TABLE_ADVICE:
        advise(act);
        break;
    case TABLE_REPLY:
        if (answers)
            tell_news(&reply);
        else
            tell_wrong("wrong", reply.words); // the table refuses what it has wished for
        break;
    }
}

// What comes too late does not count: the flag falls first.
static bool let_flag_fall(void)
{
    struct table_wish wish = table_wish(web.table.table);
    struct act act = { .kind = ACT_FLAG, .seat = wish.flagged };
    if (!wish.flag_at || web.now < wish.flag_at)
        return false;
    propose(&act, false);
    return true;
}

static void take_act(const char *line, size_t length)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct act act = { 0 };
    const bool *computer = web.table.setup.computer;
    bool good = json_read_act(game_here(), line, length, &act, &why);
    if (good && act.seat == SEAT_NOBODY && computer[SEAT_1] != computer[SEAT_2])
        act.seat = computer[SEAT_1] ? SEAT_2 : SEAT_1;
    if (!good)
        refuse(&act, NEWS_SYNTAX, why.at);
    else if (act.kind == ACT_HELLO)
        tell_hello();
    else if (web.is_waiting)
        refuse(&act, NEWS_BUSY, "What happened before has not been saved yet.");
    else if (act.kind >= ACT_BEGIN)
        refuse(&act, NEWS_FORBIDDEN, "That is not yours to do.");
    else if (act.seat == SEAT_NOBODY || act.seat > SEAT_2 || computer[act.seat])
        refuse(&act, NEWS_TURN, "That is not your seat.");
    else if (let_flag_fall())
        refuse(&act, NEWS_STALE, "The time is over.");
    else
        propose(&act, true);
}

// What comes by itself: a round begins, chance deals, a computer moves, a flag falls.

static bool act_of_wish(const struct table_wish *wish, struct act *act, struct text *why)
{
    unsigned char bytes[16];
    *act = (struct act){ .seat = wish->seat, .draw = wish->draw };
    switch (wish->kind) {
    case TABLE_WANTS_ROUND:
        act->kind = ACT_BEGIN;
        return true;
    case TABLE_WANTS_DEAL:
        act->kind = ACT_DEAL;
        return true;
    case TABLE_WANTS_COMMIT:
        act->kind = ACT_COMMIT;
        randombytes_buf(bytes, sizeof bytes);
        joint_word(bytes, act->word);
        return true;
    case TABLE_WANTS_OPENING:
        act->kind = ACT_OPEN;
        return true;
    case TABLE_WANTS_MOVE: {
        struct view view = table_view(web.table.table, wish->seat);
        static struct history history;
        table_history(web.table.table, wish->seat, &history);
        act->kind = ACT_MOVE;
        act->sure = true;
        return bot_choose(web.table.bot[wish->seat], &web.table.setup.header.variant, &view,
                          &history, &web.table.random[wish->seat], &act->move, why);
    }
    default:
        return false;
    }
}

double web_poll(double now)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct act act;
    web.now = (int64_t)now;
    if (!web.table.table || web.is_waiting)
        return -1;
    if (let_flag_fall())
        return 0;
    struct table_wish wish = table_wish(web.table.table);
    if (act_of_wish(&wish, &act, &why)) {
        propose(&act, false);
        return 0;
    }
    if (why.length)
        tell_wrong("wrong", why.at);
    return wish.flag_at ? (double)(wish.flag_at - web.now) : -1;
}

// What the host says.

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
    json_int_t as = json_integer_value(json_object_get(said, "as"));
    if (!web.table.table || as < 0 || as > SEAT_CHANCE ||
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
    } else if (!web.table.table) {
        tell_wrong("wrong", "There is no table here.");
    } else if (type && strcmp(type, "kept") == 0) {
        take_kept();
    } else if (type && strcmp(type, "unkept") == 0) {
        take_unkept(said);
    } else {
        take_act(web.in, length);
    }
    json_decref(said);
}
