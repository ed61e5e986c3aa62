// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/serve/home.h"

#include <stdio.h>
#include <string.h>

#include <sodium.h>

#include "core/now.h"
#include "core/memory.h"
#include "fronts/serve/batch.h"
#include "fronts/serve/engines.h"
#include "games/games.h"
#include "table/json.h"

// An act, until it is answered: the session's ticket.
struct home_act {
    struct act act;
    home_done *done;
    void *context;
};

static void answer(struct live_table *table, struct home_act *waiting,
                   const struct home_answer *answer)
{
    waiting->done(waiting->context, table, &waiting->act, answer);
    mem_free(waiting);
}

void home_act(struct live_table *table, const struct act *act, home_done *done, void *context)
{
    struct home_answer busy = { .result = HOME_BUSY };
    struct home_act *waiting = mem_new(sizeof *waiting);
    if (waiting)
        *waiting = (struct home_act){ *act, done, context };
    if (waiting && session_act(table->session, act, waiting)) {
        home_go(table);
        return;
    }
    mem_free(waiting);
    done(context, table, act, &busy);
}

// Hints are made elsewhere, from what the seat may know.

struct hint {
    struct home_act *waiting;
    struct serve *serve;
    char id[COMMIT_ID];
};

// The hint is traced before anybody has it, also for other nodes and for the time after a restart.
static void note_hint(struct live_table *table, unsigned seat)
{
    struct text why = TEXT_OF(TEXT_MAX);
    if (!(table->meta.flags & TABLES_HINTED(seat)) &&
        !tables_set_flags(table, TABLES_HINTED(seat), 0, &why))
        notes_write(&(struct notes_line){ .what = "unkept", .table = table->id, .words = why.at });
}

static void advised(struct live_table *table, struct home_act *waiting, const struct news *advice)
{
    struct home_answer reply = { .result = advice ? HOME_NEWS : HOME_BUSY, .news = advice };
    static const struct news none = { .kind = NEWS_REFUSED, .code = NEWS_BUSY };
    if (table->session)
        session_advised(table->session, &waiting->act, waiting, advice ? advice : &none);
    if (advice && advice->kind == NEWS_HINT)
        note_hint(table, waiting->act.seat);
    answer(table, waiting, &reply);
}

// What an engine wrote is read as a client would read it.
static bool read_hint(const char *text, size_t length, const struct live_table *table,
                      struct news *advice)
{
    static struct stage unused;
    struct text why = TEXT_OF(TEXT_MAX);
    const struct game *game = table->game;
    return text && json_read(games, text, length, &game, &unused, advice, &why) == JSON_NEWS &&
           advice->kind == NEWS_HINT;
}

static void give_hint(void *context, const char *text, size_t length)
{
    static struct news advice;
    struct hint *hint = context;
    struct live_table *table = tables_peek(hint->serve->tables, hint->id);
    if (table)
        advised(table, hint->waiting, read_hint(text, length, table, &advice) ? &advice : NULL);
    else
        answer(NULL, hint->waiting, &(struct home_answer){ .result = HOME_UNKEPT });
    mem_free(hint);
}

static void advise(struct live_table *table, struct home_act *waiting)
{
    struct hint *hint = mem_new(sizeof *hint);
    struct stage stage;
    if (hint) {
        *hint = (struct hint){ .waiting = waiting, .serve = table->serve };
        memcpy(hint->id, table->id, sizeof hint->id);
        table_stage(table->table, waiting->act.seat, now_monotonic(), &stage);
    }
    if (hint && engines_ask_for(table->serve->engines, ENGINES_ADVISE, &stage, table->game,
                                table->by, give_hint, hint))
        return;
    mem_free(hint);
    advised(table, waiting, NULL);
}

// Computers think elsewhere, too.

static void decided(void *context, const char *id, const struct act *act)
{
    struct serve *serve = context;
    struct live_table *table = tables_peek(serve->tables, id);
    if (!table || !table->session)
        return;
    session_decided(table->session, act, now_monotonic());
    home_go(table);
}

static bool think(struct live_table *table, unsigned seat)
{
    struct stage stage;
    table_stage(table->table, seat, now_monotonic(), &stage);
    if (engines_ask(table->serve->engines, &stage, table->game, table->by, decided, table->serve))
        return true;
    session_decided(table->session, NULL, now_monotonic());
    return false;
}

// What the session wants.

static void draw(void *context, void *bytes, size_t size)
{
    (void)context;
    randombytes_buf(bytes, size);
}

// The round begins when everybody has come.
static enum session_hold find_hold(const struct live_table *table)
{
    if (table->meta.flags & STORE_CLOSED)
        return SESSION_CLOSED;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        if (!table->computer[seat] && !(table->meta.flags & TABLES_JOINED(seat)))
            return SESSION_INCOMPLETE;
    return SESSION_FREE;
}

// 0 is no limit, as in every key.
static int64_t patience(unsigned milliseconds)
{
    return milliseconds ? milliseconds : INT64_MAX;
}

static struct session_request next(struct live_table *table, struct news *reply)
{
    const struct config *config = &table->serve->config;
    struct session_means means = { .now = now_monotonic(),
                                   .reply = reply,
                                   .entropy = draw,
                                   .hold = find_hold(table),
                                   .draw_patience = patience(config->joint_seconds),
                                   .open_patience = patience(config->open_seconds) };
    return session_next(table->session, &means);
}

static void set_timer(struct live_table *table, int64_t at)
{
    int64_t now = now_monotonic(), away = table->events->wait(table, now);
    int64_t first = !at || (away && away < at) ? away : at;
    if (first)
        loop_start(table->timer, first - now);
    else
        event_del(table->timer);
}

static bool keep(struct live_table *table, const struct session_request *request)
{
    table->event = request->event;
    if (!batch_add(table->serve->batch, table))
        session_dropped(table->session);
    return true;
}

// A hint is used up by the seat's next move.
static void forget_hints(struct live_table *table)
{
    unsigned used = 0;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        if ((table->meta.flags & TABLES_HINTED(seat)) && !table_has_hint(table->table, seat))
            used |= TABLES_HINTED(seat);
    if (!used)
        return;
    struct text why = TEXT_OF(TEXT_MAX);
    tables_set_flags(table, 0, used, &why);
}

static void tell(struct live_table *table, const struct session_request *request)
{
    bool news = table->n < request->n;
    struct home_answer reply = { .result = HOME_NEWS, .news = request->reply };
    if (request->reply->kind == NEWS_REFUSED && request->reply->code == NEWS_BUSY)
        reply.result = HOME_BUSY;
    while (table->n < request->n) {
        table->n++;
        table->events->told(table);
    }
    table->serve->counts.events += news;
    if (news) {
        forget_hints(table);
        tables_extend(table);
        table->events->changed(table);
    }
    if (request->ticket) // last, for it leaves at once
        answer(table, request->ticket, &reply);
}

// False if nothing more can be done now.
static bool obey(struct live_table *table)
{
    struct news reply;
    struct session_request request = next(table, &reply);
    switch (request.want) {
    case SESSION_KEEP:
        return keep(table, &request);
    case SESSION_THINK:
        return think(table, request.seat);
    case SESSION_ADVISE:
        advise(table, request.ticket);
        return true;
    case SESSION_TELL:
        tell(table, &request);
        return true;
    case SESSION_DRAW: // the seat knows from its stream
        return true;
    case SESSION_RESTS:
        set_timer(table, request.at);
        return false;
    case SESSION_FAILS:
        break;
    }
    notes_write(
        &(struct notes_line){ .what = "refused", .table = table->id, .words = reply.words });
    return false;
}

void home_go(struct live_table *table)
{
    table->used = now_monotonic();
    while (tables_is_awake(table) && obey(table))
        continue;
}

void home_time(evutil_socket_t from, short what, void *context)
{
    struct live_table *table = context;
    (void)from, (void)what;
    if (table->reading)
        tables_read_on(table);
    if (tables_is_awake(table))
        home_go(table);
    else if (!table->reading)
        table->events->wait(table, now_monotonic());
}

void home_join(struct live_table *table, unsigned seat)
{
    table->used = now_monotonic();
    if (table->meta.flags & TABLES_JOINED(seat))
        return;
    struct text why = TEXT_OF(TEXT_MAX);
    if (!tables_set_flags(table, TABLES_JOINED(seat), 0, &why))
        notes_write(&(struct notes_line){ .what = "unkept", .table = table->id, .words = why.at });
    tables_extend(table);
    if (tables_wake(table, &why) == TABLES_AWAKE)
        home_go(table);
}

// What became of an event.

static void unkept(struct live_table *table);

static void kept(struct live_table *table)
{
    struct text why = TEXT_OF(256);
    if (session_kept(table->session, now_monotonic(), &why)) {
        home_go(table);
        return;
    }
    // It is stored: the next reader loads it again.
    notes_write(&(struct notes_line){ .what = "unfit", .table = table->id, .words = why.at });
    unkept(table);
}

// Somebody else was first: what was wanted is tried again after that.
static void beaten(struct live_table *table)
{
    struct text why = TEXT_OF(TEXT_MAX);
    uint32_t n = table->event->n;
    if (table->n < n && !(tables_catch_up(table, &why) && table->n >= n)) {
        unkept(table);
        return;
    }
    session_beaten(table->session);
    home_go(table);
}

static void end_all(struct live_table *table, enum home_result result)
{
    void *waiting;
    while (session_withdraw(table->session, &waiting))
        if (waiting)
            answer(table, waiting, &(struct home_answer){ .result = result });
}

static void gone(struct live_table *table)
{
    end_all(table, HOME_GONE);
    table->events->drop(table, SEATS);
}

// Nobody knows whether it was kept: the table is made from its log again.
static void unkept(struct live_table *table)
{
    table->serve->counts.unkept++;
    end_all(table, HOME_UNKEPT);
    tables_forget(table);
}

const struct batch_fates home_fates = { kept, beaten, gone, unkept };
