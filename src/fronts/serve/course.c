// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/serve/course.h"

#include <stdio.h>
#include <string.h>

#include <sodium.h>

#include "core/memory.h"
#include "fronts/advisor.h"
#include "fronts/serve/batch.h"
#include "fronts/serve/engines.h"
#include "fronts/serve/jobs.h"
#include "fronts/serve/lobby.h"
#include "fronts/serve/stream.h"
#include "record/joint.h"
#include "table/json.h"
#include "table/session.h"

enum { WAITING_MOST = 16 }; // acts at one table

struct course_act {
    STAILQ_ENTRY(course_act) next;
    struct act act;
    course_done *done; // NULL: the table's own wish
    void *whom;
};

// Acts, one after the other.

static uint64_t draw_from_system(struct random *random)
{
    uint64_t drawn;
    (void)random;
    randombytes_buf(&drawn, sizeof drawn);
    return drawn;
}

static void answer(struct hub_table *table, struct course_act *waiting,
                   const struct course_answer *answer)
{
    if (waiting->done)
        waiting->done(waiting->whom, table, &waiting->act, answer);
    mem_free(waiting);
}

static void answer_with(struct hub_table *table, struct course_act *waiting,
                        enum course_result result)
{
    answer(table, waiting, &(struct course_answer){ .result = result });
}

static struct course_act *first_of(const struct hub_table *table)
{
    return STAILQ_FIRST(&table->acts);
}

static struct course_act *pop(struct hub_table *table)
{
    struct course_act *first = first_of(table);
    STAILQ_REMOVE_HEAD(&table->acts, next);
    table->waiting--;
    return first;
}

static bool add(struct hub_table *table, const struct act *act, course_done *done, void *whom)
{
    struct course_act *waiting = mem_new(sizeof *waiting);
    if (!waiting)
        return false;
    *waiting = (struct course_act){ .act = *act, .done = done, .whom = whom };
    STAILQ_INSERT_TAIL(&table->acts, waiting, next);
    table->waiting++;
    return true;
}

void course_act(struct hub_table *table, const struct act *act, course_done *done, void *whom)
{
    struct course_answer busy = { .result = COURSE_BUSY };
    if (table->waiting >= WAITING_MOST || !add(table, act, done, whom))
        done(whom, table, act, &busy);
    else
        course_go(table);
}

// Hints are made elsewhere, from what the seat may know.

struct hint {
    struct course_act *waiting;
    struct serve *serve;
    char id[COMMIT_ID];
    struct variant variant;
    struct stage stage;
    struct view view;
};

static void make_hint(void *what, FILE *out)
{
    static char line[JSON_LINE];
    struct hint *hint = what;
    struct text text = text_in(line, sizeof line);
    struct news reply = news_refusal(hint->stage.viewer, hint->stage.n, NEWS_ILLEGAL, "");
    reply.kind = NEWS_HINT;
    reply.code = 0;
    advisor_hint(&hint->variant, &hint->stage, &hint->view, &reply);
    json_write_news(&reply, hint->variant.game, &text);
    fwrite(line, 1, text.length, out);
}

static void give_hint(void *whom, const char *bytes, size_t length)
{
    struct hint *hint = whom;
    struct hub_table *table = hub_peek(hint->serve->hub, hint->id);
    struct course_answer reply = { .result = COURSE_LINE, .line = bytes, .length = length };
    if (!bytes)
        reply.result = COURSE_BUSY;
    else if (table && table->table)
        table_note_hint(table->table, hint->stage.viewer);
    answer(table, hint->waiting, &reply);
    mem_free(hint);
}

static void advise(struct hub_table *table, struct course_act *waiting)
{
    struct hint *hint = mem_new(sizeof *hint);
    if (hint) {
        hint->waiting = waiting;
        hint->serve = table->serve;
        memcpy(hint->id, table->id, sizeof hint->id);
        hint->variant = table_setup(table->table)->header.variant;
        hint->view = table_view(table->table, waiting->act.seat);
        table_stage(table->table, waiting->act.seat, serve_now(), &hint->stage);
    }
    if (hint && jobs_start(table->serve->jobs, make_hint, hint, give_hint, hint))
        return;
    mem_free(hint);
    answer_with(table, waiting, COURSE_BUSY);
}

// Is the time of whoever decides over? Then that comes before whatever else is wanted.
static bool flag_first(struct hub_table *table)
{
    struct table_wish wish = table_wish(table->table);
    struct course_act *flag = NULL;
    if (!wish.flag_at || serve_now() < wish.flag_at ||
        (first_of(table) && first_of(table)->act.kind == ACT_FLAG) ||
        !(flag = mem_new(sizeof *flag)))
        return false;
    *flag = (struct course_act){ .act = { .kind = ACT_FLAG, .seat = wish.flagged } };
    STAILQ_INSERT_HEAD(&table->acts, flag, next);
    table->waiting++;
    return true;
}

// The table refuses what it has wished for: a mistake of ours, which must not be repeated
// for ever. What a computer has decided may have come too late.
static bool is_mistaken(const struct course_act *wish, const struct news *reply)
{
    return !wish->done && reply->kind == NEWS_REFUSED && wish->act.kind != ACT_MOVE &&
           wish->act.kind != ACT_RESIGN;
}

// False if nothing more can be done now.
static bool propose_first(struct hub_table *table)
{
    struct random chance = { .draw = draw_from_system };
    struct table_means means = { .now = serve_now(), .chance = &chance };
    struct news reply;
    bool mistaken;
    randombytes_buf(means.nonce, sizeof means.nonce);
    switch (table_propose(table->table, &first_of(table)->act, &means, &table->event, &reply)) {
    case TABLE_EVENT:
        table->pending = batch_add(table->serve->batch, table);
        if (!table->pending)
            answer_with(table, pop(table), COURSE_BUSY);
        return table->pending;
    case TABLE_REPLY:
        mistaken = is_mistaken(first_of(table), &reply);
        answer(table, pop(table), &(struct course_answer){ .result = COURSE_NEWS, .news = &reply });
        return !mistaken;
    default:
        advise(table, pop(table));
        return true;
    }
}

// Wishes.

// A word for chance, for computers, and for whoever does not give one in time.
static void contribute(const struct table_wish *wish, struct act *act)
{
    unsigned char bytes[16];
    *act = (struct act){ .seat = wish->seat, .draw = wish->draw, .kind = ACT_OPEN };
    if (wish->kind == TABLE_WANTS_OPENING)
        return; // the table has the word
    act->kind = ACT_COMMIT;
    randombytes_buf(bytes, sizeof bytes);
    joint_word(bytes, act->word);
}

static bool is_person(const struct hub_table *table, unsigned seat)
{
    return (seat == SEAT_1 || seat == SEAT_2) && !table->computer[seat];
}

// The round begins when everybody has come.
static bool is_complete(const struct hub_table *table)
{
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        if (is_person(table, seat) && !(table->place.flags & HUB_JOINED(seat)))
            return false;
    return true;
}

// Until when a person has time to contribute, or to open what was contributed; INT64_MAX: for ever.
static int64_t patience_with(const struct hub_table *table, const struct table_wish *wish)
{
    const struct config *config = &table->serve->config;
    unsigned most = wish->kind == TABLE_WANTS_COMMIT ? config->joint_seconds : config->open_seconds;
    return most ? table->wish_at + most : INT64_MAX;
}

// A word that the server gave for a person, it opens, too; it cannot open any other, and
// whoever does not open his own loses.
static bool open_for(struct hub_table *table, const struct table_wish *wish, struct act *act)
{
    struct table_means means = { .now = serve_now() };
    struct log_event event;
    struct news reply;
    contribute(wish, act);
    enum table_answer known = table_propose(table->table, act, &means, &event, &reply);
    table_drop(&event);
    if (known == TABLE_EVENT)
        return true;
    *act = (struct act){ .kind = ACT_FORFEIT, .seat = wish->seat, .cause = LOG_UNOPENED };
    return wish->draw == LOG_DRAWS_DEAL && serve_now() >= patience_with(table, wish);
}

static bool draw_for(struct hub_table *table, const struct table_wish *wish, struct act *act)
{
    if (!is_complete(table))
        return false;
    if (!is_person(table, wish->seat)) {
        contribute(wish, act);
        return true;
    }
    if (wish->kind == TABLE_WANTS_OPENING)
        return open_for(table, wish, act);
    contribute(wish, act);
    return serve_now() >= patience_with(table, wish);
}

static void decided(void *whom, const char *id, const struct act *act, int64_t asked);

static void think(struct hub_table *table, unsigned seat)
{
    struct stage stage;
    if (table->thinking)
        return;
    table_stage(table->table, seat, serve_now(), &stage);
    table->thinking =
        engines_ask(table->serve->engines, &stage, table->game, decided, table->serve);
}

// The act that fulfils the wish, if it is one that can be fulfilled now.
static bool act_of(struct hub_table *table, const struct table_wish *wish, struct act *act)
{
    *act = (struct act){ .seat = wish->seat };
    switch (wish->kind) {
    case TABLE_WANTS_ROUND:
        act->kind = ACT_BEGIN;
        return is_complete(table);
    case TABLE_WANTS_DEAL:
        act->kind = ACT_DEAL;
        return true;
    case TABLE_WANTS_END:
        act->kind = ACT_FULL;
        return true;
    case TABLE_WANTS_COMMIT:
    case TABLE_WANTS_OPENING:
        return draw_for(table, wish, act);
    case TABLE_WANTS_MOVE:
        think(table, wish->seat);
        return false;
    default:
        return false;
    }
}

static int64_t earlier(int64_t one, int64_t other)
{
    return !one ? other : !other || one < other ? one : other;
}

// When something will have to be done although nobody has asked for it.
static void set_timer(struct hub_table *table, const struct table_wish *wish)
{
    int64_t now = serve_now(), next = earlier(wish->flag_at, hub_tell_away(table, now));
    bool draws = wish->kind == TABLE_WANTS_COMMIT || wish->kind == TABLE_WANTS_OPENING;
    if (draws && is_person(table, wish->seat) && is_complete(table) &&
        patience_with(table, wish) > now && patience_with(table, wish) < INT64_MAX)
        next = earlier(next, patience_with(table, wish));
    if (next)
        serve_start(table->timer, next - now);
    else
        event_del(table->timer);
}

static bool wish_is_done(struct hub_table *table)
{
    struct table_wish wish = table_wish(table->table);
    struct act act;
    if (table->wish_n != wish.n) {
        table->wish_n = wish.n;
        table->wish_at = serve_now();
    }
    set_timer(table, &wish);
    return !(table->place.flags & KEEP_CLOSED) && act_of(table, &wish, &act) &&
           add(table, &act, NULL, NULL);
}

void course_go(struct hub_table *table)
{
    table->used = serve_now();
    while (!table->pending && table->table) {
        bool wanted = first_of(table) || wish_is_done(table);
        if (!flag_first(table) && !wanted)
            return;
        if (!propose_first(table))
            return;
    }
}

void course_time(evutil_socket_t from, short what, void *whom)
{
    struct hub_table *table = whom;
    (void)from, (void)what;
    if (table->table)
        course_go(table);
    else
        hub_tell_away(table, serve_now());
}

// A computer's decision leaves at the next tick, so that nobody learns from its time.

struct delayed_act {
    struct serve *serve;
    char id[COMMIT_ID];
    struct act act;
    struct event *timer;
};

static void play_reply(evutil_socket_t from, short what, void *whom)
{
    struct delayed_act *reply = whom;
    struct hub_table *table = hub_peek(reply->serve->hub, reply->id);
    (void)from, (void)what;
    if (table) {
        table->thinking = false;
        if (table->table && add(table, &reply->act, NULL, NULL))
            course_go(table);
    }
    event_free(reply->timer);
    mem_free(reply);
}

static void decided(void *whom, const char *id, const struct act *act, int64_t asked)
{
    struct delayed_act *reply = mem_new(sizeof *reply);
    if (!reply)
        return;
    *reply = (struct delayed_act){ .serve = whom, .act = *act };
    snprintf(reply->id, sizeof reply->id, "%s", id);
    reply->timer = event_new(reply->serve->base, -1, 0, play_reply, reply);
    int64_t spent = serve_now() - asked;
    serve_start(reply->timer, session_tick(spent) - spent);
}

// What became of an event.

// It was kept by a call that got no answer, and has been read from the database since.
static bool has_happened(const struct hub_table *table)
{
    return table->n >= table->event.n;
}

static bool commit_event(struct hub_table *table)
{
    struct text why = TEXT_OF(TEXT_MAX);
    if (table_commit(table->table, &table->event, serve_now(), &why)) {
        table->n++;
        stream_tell_event(table, table->n);
        return true;
    }
    notes_write(&(struct notes_line){ .what = "unfit", .table = table->id, .words = why.at });
    return false;
}

static void happen(struct hub_table *table)
{
    struct news done = { .kind = NEWS_DONE,
                         .n = table->event.n,
                         .viewer = first_of(table)->act.seat };
    struct course_answer good = { .result = COURSE_NEWS, .news = &done };
    bool fits = has_happened(table) || commit_event(table);
    table_drop(&table->event);
    if (!fits) { // it is kept: whoever comes next reads it again
        course_unkept(table);
        return;
    }
    table->serve->counts.events++;
    answer(table, pop(table), &good);
    hub_extend(table);
    lobby_change(table);
}

void course_kept(struct hub_table *table)
{
    table->pending = false;
    happen(table);
    course_go(table);
}

// Somebody else was first: what was wanted is tried again after that.
void course_beaten(struct hub_table *table)
{
    struct text why = TEXT_OF(TEXT_MAX);
    bool caught_up = has_happened(table) || (hub_catch_up(table, &why) && has_happened(table));
    table->pending = false;
    table_drop(&table->event);
    if (!caught_up) {
        table->pending = true;
        course_unkept(table);
        return;
    }
    if (first_of(table) && !first_of(table)->done)
        mem_free(pop(table)); // a wish of before
    course_go(table);
}

static void end_all(struct hub_table *table, enum course_result result)
{
    table->pending = false;
    table_drop(&table->event);
    while (first_of(table))
        answer_with(table, pop(table), result);
}

void course_gone(struct hub_table *table)
{
    end_all(table, COURSE_GONE);
    stream_drop_all(table, SEATS);
}

// Nobody knows whether it was kept: the table is made from its log again.
void course_unkept(struct hub_table *table)
{
    table->serve->counts.unkept++;
    end_all(table, COURSE_UNKEPT);
    table_free(table->table);
    table->table = NULL;
}
