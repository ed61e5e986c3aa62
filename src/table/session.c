// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/session.h"

#include <string.h>

#include "core/memory.h"
#include "core/vector.h"
#include "record/joint.h"

struct session_waiting {
    struct act act;
    void *ticket; // NULL: the table's own wish, or the home's
};

struct session {
    struct table *table;
    bool ticks;
    struct session_waiting *queue;
    size_t room;      // for those that come back, too: `doing` when it is beaten, and `advised`
    unsigned count;   // in the queue
    unsigned advised; // acts that wait for advice elsewhere

    bool keeps; // `event` is under way, of `doing`
    struct session_waiting doing;
    struct log_event event;
    bool late; // a flag falls before the first in the queue, which is refused then

    bool tells;        // what became of `doing` is to be told to its ticket:
    uint32_t happened; // the number of its event, or 0 if that cannot be kept

    uint32_t thinking; // the number that a computer decides on, or 0
    int64_t asked;     // since when
    bool decided;      // and has: `decision`, which leaves at `leaves`
    struct act decision;
    int64_t leaves;

    uint32_t wish_n; // what the table wishes for is the same as long as this number is the next,
    int64_t wish_at; // since when it is,
    bool asked_draw; // whether the home was asked for a contribution,
    bool draws;      // and gives none
};

struct session *session_new(const struct session_setup *setup, struct text *why)
{
    struct session *session = mem_for("a table", sizeof *session, why);
    if (!session)
        return NULL;
    session->ticks = setup->ticks;
    session->table = table_new(&setup->table, why);
    if (session->table)
        return session;
    mem_free(session);
    return NULL;
}

void session_free(struct session *session)
{
    if (!session)
        return;
    table_drop(&session->event);
    table_free(session->table);
    mem_free(session->queue);
    mem_free(session);
}

struct table *session_end(struct session *session)
{
    struct table *table = session->table;
    session->table = NULL;
    session_free(session);
    return table;
}

const struct table *session_table(const struct session *session)
{
    return session->table;
}

bool session_is_idle(const struct session *session)
{
    return !session->count && !session->keeps && !session->tells && !session->thinking;
}

// The queue.

bool session_act(struct session *session, const struct act *act, void *ticket)
{
    unsigned waiting = session->count + session->advised;
    if (waiting >= SESSION_ACTS ||
        !vector_grow(&session->queue, &session->room, waiting + 1, sizeof *session->queue))
        return false;
    session->queue[session->count++] = (struct session_waiting){ *act, ticket };
    return true;
}

static void put_first(struct session *session, const struct session_waiting *waiting)
{
    assert(session->count < session->room);
    memmove(session->queue + 1, session->queue, session->count * sizeof *session->queue);
    session->queue[0] = *waiting;
    session->count++;
}

static struct session_waiting take_first(struct session *session)
{
    struct session_waiting first = session->queue[0];
    session->count--;
    memmove(session->queue, session->queue + 1, session->count * sizeof *session->queue);
    return first;
}

bool session_withdraw(struct session *session, void **ticket)
{
    if (session->keeps)
        *ticket = session->doing.ticket;
    else if (session->count)
        *ticket = take_first(session).ticket;
    else
        return false;
    session->keeps = false;
    table_drop(&session->event);
    return true;
}

// Proposing.

struct session_chance {
    struct random random;
    const struct session_means *means;
};

static uint64_t draw(struct random *random)
{
    const struct session_means *means = ((struct session_chance *)random)->means;
    uint64_t drawn;
    means->entropy(means->context, &drawn, sizeof drawn);
    return drawn;
}

// Bytes for a commitment are drawn only where there may be one: most moves hide nothing.
static bool commits(const struct session *session, const struct act *act)
{
    const struct game *game = table_setup(session->table)->header.variant.game;
    return act->kind != ACT_MOVE || game->verbs[act->move.verb].hidden;
}

static enum table_answer propose(struct session *session, const struct act *act,
                                 const struct session_means *means, struct log_event *event)
{
    struct session_chance system = { { .draw = draw }, means };
    struct table_means from = { .now = means->now,
                                .chance = means->chance ? means->chance : &system.random };
    if (commits(session, act))
        means->entropy(means->context, from.nonce, sizeof from.nonce);
    return table_propose(session->table, act, &from, event, means->reply);
}

static struct session_request tell(const struct session *session, const struct news *reply)
{
    return (struct session_request){ .want = SESSION_TELL,
                                     .n = table_count(session->table),
                                     .reply = reply,
                                     .ticket = session->doing.ticket };
}

static struct session_request refuse(const struct session *session, enum news_code code,
                                     const char *sentence, struct news *reply)
{
    *reply = news_refusal(session->doing.act.seat, table_count(session->table), code, sentence);
    return tell(session, reply);
}

static struct session_request tell_fate(struct session *session, struct news *reply)
{
    session->tells = false;
    if (!session->happened)
        return refuse(session, NEWS_BUSY, "Too much at once.", reply);
    news_begin(reply, NEWS_DONE, session->doing.act.seat, session->happened);
    return tell(session, reply);
}

// A program that plays from elsewhere is driven there, and what it does wrong is known there alone.
static bool may_forfeit(const struct session *session, const struct act *act)
{
    const struct log_header *header = &table_setup(session->table)->header;
    return act->kind == ACT_FORFEIT && strcmp(header->player[act->seat], "program") == 0 &&
           act->cause <= LOG_NO_HELLO;
}

// What a seat may not ask for is refused here: the table takes it from its driver.
static bool is_own(const struct session *session, const struct session_waiting *waiting)
{
    return waiting->act.kind < ACT_BEGIN || !waiting->ticket || may_forfeit(session, &waiting->act);
}

// The act in `doing`.
static struct session_request begin(struct session *session, const struct session_means *means)
{
    const struct session_waiting *doing = &session->doing;
    struct session_request request = { .seat = doing->act.seat,
                                       .act = &doing->act,
                                       .event = &session->event,
                                       .reply = means->reply,
                                       .ticket = doing->ticket };
    if (!is_own(session, doing))
        return refuse(session, NEWS_FORBIDDEN, "That is not yours to do.", means->reply);
    switch (propose(session, &doing->act, means, &session->event)) {
    case TABLE_EVENT:
        session->keeps = true;
        request.want = SESSION_KEEP;
        request.n = session->event.n;
        return request;
    case TABLE_ADVICE:
        session->advised++;
        request.want = SESSION_ADVISE;
        return request;
    default:
        if (doing->ticket)
            return tell(session, means->reply);
        request.want = SESSION_FAILS;
        return request;
    }
}

static struct session_request begin_own(struct session *session, const struct act *act,
                                        const struct session_means *means)
{
    session->doing = (struct session_waiting){ .act = *act };
    return begin(session, means);
}

// What became of it.

// The event may be at the table already: kept by a call whose answer was lost, and then read from
// the store.
static bool commit(struct session *session, int64_t now, struct text *why)
{
    return table_count(session->table) >= session->event.n ||
           table_commit(session->table, &session->event, now, why);
}

bool session_kept(struct session *session, int64_t now, struct text *why)
{
    assert(session->keeps);
    if (!commit(session, now, why))
        return false;
    session->keeps = false;
    session->tells = true;
    session->happened = session->event.n;
    table_drop(&session->event);
    return true;
}

void session_beaten(struct session *session)
{
    assert(session->keeps);
    session->keeps = session->late = false;
    table_drop(&session->event);
    if (session->doing.ticket)
        put_first(session, &session->doing);
}

void session_dropped(struct session *session)
{
    assert(session->keeps);
    session->keeps = session->late = false;
    session->tells = true;
    session->happened = 0;
    table_drop(&session->event);
}

bool session_take(struct session *session, const struct log_event *event, int64_t now,
                  struct text *why)
{
    return table_take(session->table, event, now, why);
}

void session_spend(struct session *session, int64_t milliseconds)
{
    table_spend(session->table, milliseconds);
}

void session_note_hint(struct session *session, unsigned seat)
{
    table_note_hint(session->table, seat);
}

// The count may be 0 already: advice can come late, for a session that was made anew since it was
// asked for.
void session_advised(struct session *session, const struct act *act, void *ticket,
                     const struct news *advice)
{
    struct session_waiting sure = { *act, ticket };
    sure.act.sure = true;
    session->advised -= session->advised > 0;
    if (!advice)
        put_first(session, &sure);
    else if (advice->kind == NEWS_HINT)
        table_note_hint(session->table, act->seat);
}

// Computers.

int64_t session_tick(int64_t spent)
{
    int64_t tick = spent <= 1000 ? 100 : 1000;
    return spent <= tick ? tick : (spent + tick - 1) / tick * tick;
}

static bool has_people(const struct session *session)
{
    const bool *computer = table_setup(session->table)->computer;
    return !computer[SEAT_1] || !computer[SEAT_2];
}

void session_decided(struct session *session, const struct act *act, int64_t now)
{
    if (!act)
        session->thinking = 0;
    if (!session->thinking || session->decided || act->n != session->thinking)
        return;
    session->decided = true;
    session->decision = *act;
    session->decision.sure = true;
    session->leaves = session->ticks && has_people(session)
                          ? session->asked + session_tick(now - session->asked)
                          : now;
}

// The decision that leaves now. One on a number that has passed is of no use to anybody.
static bool take_decision(struct session *session, int64_t now, struct act *act)
{
    if (!session->decided || now < session->leaves)
        return false;
    session->decided = false;
    session->thinking = 0;
    *act = session->decision;
    return act->n == table_count(session->table) + 1;
}

// Wishes. Each function gives the act that fulfils one; or false, and what is wanted instead
// is in the request, or until when nothing is.

// INT64_MAX: never.
static int64_t after(int64_t since, int64_t patience)
{
    return patience > INT64_MAX - since ? INT64_MAX : since + patience;
}

static void rest_until(struct session_request *request, int64_t until)
{
    request->at = until == INT64_MAX ? 0 : until;
}

static bool think(struct session *session, const struct table_wish *wish,
                  const struct session_means *means, struct session_request *request)
{
    request->thinking = true;
    if (session->thinking)
        return false;
    session->thinking = wish->n;
    session->asked = means->now;
    request->want = SESSION_THINK;
    return false;
}

// A word for chance, for computers, and for people who do not give one in time.
static bool contribute(const struct session_means *means, struct act *act)
{
    unsigned char bytes[16];
    act->kind = ACT_COMMIT;
    means->entropy(means->context, bytes, sizeof bytes);
    joint_word(bytes, act->word);
    return true;
}

static bool is_person(const struct session *session, unsigned seat)
{
    return (seat == SEAT_1 || seat == SEAT_2) && !table_setup(session->table)->computer[seat];
}

static bool wants_word(struct session *session, const struct table_wish *wish,
                       const struct session_means *means, struct act *act,
                       struct session_request *request)
{
    int64_t until = after(session->wish_at, means->draw_patience);
    if (!is_person(session, wish->seat) || session->draws || means->now >= until)
        return contribute(means, act);
    rest_until(request, until);
    if (!session->asked_draw)
        request->want = SESSION_DRAW;
    session->asked_draw = true;
    return false;
}

// Where the table keeps the word of a contribution it opens it by itself. Otherwise only the seat
// can, and a seat that does not open its contribution to a deal in time loses the round.
static bool wants_opening(struct session *session, const struct table_wish *wish,
                          const struct session_means *means, struct act *act,
                          struct session_request *request)
{
    struct log_event event;
    int64_t until = after(session->wish_at, means->open_patience);
    act->kind = ACT_OPEN;
    enum table_answer known = propose(session, act, means, &event);
    table_drop(&event);
    if (known == TABLE_EVENT || !is_person(session, wish->seat))
        return true;
    *act = (struct act){ .kind = ACT_FORFEIT, .seat = wish->seat, .cause = LOG_UNOPENED };
    if (wish->draw != LOG_DRAWS_DEAL)
        return false;
    rest_until(request, until);
    return means->now >= until;
}

static bool fulfil(struct session *session, const struct table_wish *wish,
                   const struct session_means *means, struct act *act,
                   struct session_request *request)
{
    bool held = means->hold == SESSION_INCOMPLETE;
    *act = (struct act){ .seat = wish->seat, .draw = wish->draw };
    if (means->hold == SESSION_CLOSED)
        return false;
    switch ((enum table_wish_kind)wish->kind) {
    case TABLE_WANTS_ROUND:
        act->kind = ACT_BEGIN;
        return !held;
    case TABLE_WANTS_DEAL:
        act->kind = ACT_DEAL;
        return true;
    case TABLE_WANTS_END:
        act->kind = ACT_FULL;
        return true;
    case TABLE_WANTS_MOVE:
        return think(session, wish, means, request);
    case TABLE_WANTS_COMMIT:
        return !held && wants_word(session, wish, means, act, request);
    case TABLE_WANTS_OPENING:
        return !held && wants_opening(session, wish, means, act, request);
    case TABLE_WAITS:
        break;
    }
    return false;
}

static void note_wish(struct session *session, const struct table_wish *wish, int64_t now)
{
    if (session->wish_n == wish->n)
        return;
    session->wish_n = wish->n;
    session->wish_at = now;
    session->asked_draw = session->draws = false;
}

void session_draw(struct session *session)
{
    session->draws = true;
}

// What comes next.

static int64_t earlier(int64_t one, int64_t other)
{
    return !one ? other : !other || one < other ? one : other;
}

static struct session_request rest(const struct session *session,
                                   const struct session_request *wanted,
                                   const struct table_wish *wish)
{
    struct session_request request = *wanted;
    request.seat = wish->seat;
    request.draw = wish->draw;
    request.n = wish->n;
    if (request.want == SESSION_RESTS)
        request.at = earlier(request.at, wish->flag_at);
    if (request.want == SESSION_RESTS && session->decided)
        request.at = earlier(request.at, session->leaves);
    return request;
}

// What comes too late does not count, regardless of who asked for it and how long it has waited:
// the flag falls first.
static bool is_flagged(const struct table_wish *wish, int64_t now)
{
    return wish->flag_at && now >= wish->flag_at;
}

static struct session_request take_act(struct session *session, const struct session_means *means)
{
    session->doing = take_first(session);
    if (!session->late || !session->doing.ticket)
        return begin(session, means);
    session->late = false;
    return refuse(session, NEWS_STALE, "The time is over.", means->reply);
}

struct session_request session_next(struct session *session, const struct session_means *means)
{
    struct session_request request = { .want = SESSION_RESTS };
    struct act act;
    if (session->tells)
        return tell_fate(session, means->reply);
    if (session->keeps)
        return request;
    struct table_wish wish = table_wish(session->table);
    note_wish(session, &wish, means->now);
    if (is_flagged(&wish, means->now)) {
        session->late = session->count > 0;
        act = (struct act){ .kind = ACT_FLAG, .seat = wish.flagged };
        return begin_own(session, &act, means);
    }
    if (session->count)
        return take_act(session, means);
    session->late = false;
    if (take_decision(session, means->now, &act) || fulfil(session, &wish, means, &act, &request))
        return begin_own(session, &act, means);
    return rest(session, &request, &wish);
}
