// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/serve/hub.h"

#include <stdio.h>
#include <string.h>

#include <event2/buffer.h>
#include <sodium.h>

#include "core/memory.h"
#include "fronts/serve/course.h"
#include "fronts/serve/lobby.h"
#include "fronts/serve/stream.h"
#include "fronts/serve/token.h"
#include "games/games.h"
#include "record/clock.h"

enum { BUCKETS = 1 << 16, SWEEP = 5000 };

struct hub {
    struct serve *serve;
    struct event *sweep;
    unsigned char salt[16];
    struct hub_table *bucket[BUCKETS];
};

static void forget_idle(evutil_socket_t from, short what, void *whom);

struct hub *hub_new(struct serve *serve)
{
    struct hub *hub = mem_new(sizeof *hub);
    if (!hub)
        return NULL;
    memset(hub, 0, sizeof *hub);
    hub->serve = serve;
    hub->sweep = event_new(serve->base, -1, EV_PERSIST, forget_idle, hub);
    randombytes_buf(hub->salt, sizeof hub->salt);
    serve_start(hub->sweep, SWEEP);
    return hub;
}

static struct hub_table **find_bucket(struct hub *hub, const char *id)
{
    uint64_t hash;
    crypto_shorthash((unsigned char *)&hash, (const unsigned char *)id, strlen(id), hub->salt);
    return &hub->bucket[hash % BUCKETS];
}

struct hub_table *hub_peek(struct hub *hub, const char *id)
{
    struct hub_table *table = *find_bucket(hub, id);
    while (table && strcmp(table->id, id) != 0)
        table = table->next;
    return table;
}

struct hub_table *hub_next(struct hub *hub, const struct hub_table *table)
{
    struct hub_table **bucket = table ? find_bucket(hub, table->id) + 1 : hub->bucket;
    if (table && table->next)
        return table->next;
    while (bucket < hub->bucket + BUCKETS && !*bucket)
        bucket++;
    return bucket < hub->bucket + BUCKETS ? *bucket : NULL;
}

// Forgetting.

void hub_forget(struct hub_table *table)
{
    session_free(table->session);
    table->session = NULL;
    table->table = NULL;
    if (table->record)
        evbuffer_free(table->record);
    table->record = NULL;
}

static void put_away(struct hub_table *table)
{
    hub_forget(table);
    event_free(table->timer);
    table->serve->counts.tables--;
    mem_free(table);
}

void hub_free(struct hub *hub)
{
    if (!hub)
        return;
    for (unsigned i = 0; i < BUCKETS; i++)
        for (struct hub_table *table = hub->bucket[i], *next; table; table = next) {
            next = table->next;
            put_away(table);
        }
    event_free(hub->sweep);
    mem_free(hub);
}

// Nothing runs that only memory knows of: a clock or another wait, a computer's thoughts,
// somebody's act.
static bool is_idle(const struct hub_table *table, int64_t now)
{
    int64_t after = (int64_t)table->serve->config.forget_seconds * 1000;
    return after && now - table->used >= after &&
           (!table->session || session_is_idle(table->session)) &&
           !event_pending(table->timer, EV_TIMEOUT, NULL);
}

static void forget_idle(evutil_socket_t from, short what, void *whom)
{
    struct hub *hub = whom;
    int64_t now = serve_now();
    (void)from, (void)what;
    for (unsigned i = 0; i < BUCKETS; i++)
        for (struct hub_table **link = &hub->bucket[i], *table; (table = *link);) {
            bool idle = is_idle(table, now);
            if (idle)
                hub_forget(table);
            if (!idle || !LIST_EMPTY(&table->streams)) {
                link = &table->next;
                continue;
            }
            *link = table->next;
            put_away(table);
        }
}

// Coming to life.

static struct hub_table *add(struct hub *hub, const struct log_header *header,
                             const struct keep_place *place)
{
    struct hub_table *table = mem_new(sizeof *table), **bucket = find_bucket(hub, header->id);
    if (!table)
        return NULL;
    memset(table, 0, sizeof *table);
    table->serve = hub->serve;
    memcpy(table->id, header->id, sizeof table->id);
    table->game = header->variant.game;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        table->computer[seat] = strcmp(header->player[seat], "human") != 0;
    table->place = *place;
    table->used = serve_now();
    table->timer = event_new(hub->serve->base, -1, 0, course_time, table);
    table->next = *bucket;
    *bucket = table;
    hub->serve->counts.tables++;
    return table;
}

static void make_session(struct hub_table *table, struct session *session)
{
    table->session = session;
    table->table = session ? session_table(session) : NULL;
}

static struct session *new_session(const struct log_header *header, struct text *why)
{
    struct session_setup setup = { .table = table_usual(header->variant.game), .ticks = true };
    setup.table.header = *header;
    setup.table.shared = false;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        setup.table.computer[seat] = strcmp(header->player[seat], "human") != 0;
    return session_new(&setup, why);
}

static enum keep_answer no_memory(struct text *why)
{
    text_add(why, "There is no memory left for a table.");
    return KEEP_LOST;
}

enum keep_answer hub_create(struct hub *hub, const struct table_setup *setup,
                            const struct keep_place *place, struct hub_table **table,
                            struct text *why)
{
    struct session *new = new_session(&setup->header, why);
    if (!new)
        return KEEP_BAD;
    enum keep_answer answer = keep_create(hub->serve->keep, &setup->header, place, why);
    if (answer == KEEP_FINE && !(*table = add(hub, &setup->header, place)))
        answer = no_memory(why);
    if (answer != KEEP_FINE) {
        session_free(new);
        return answer == KEEP_BAD ? KEEP_LOST : answer; // it could have been agreed
    }
    make_session(*table, new);
    hub->serve->counts.created++;
    return KEEP_FINE;
}

struct reading {
    struct hub_table *table;
    struct text *why;
    int64_t at; // when the last event was stored
};

static bool read_event(void *whom, const struct log_event *event)
{
    struct reading *reading = whom;
    struct hub_table *table = reading->table;
    if (!session_take(table->session, event, serve_now(), reading->why))
        return false;
    reading->at = event->at;
    if (event->n > table->n) { // else it was told before the table slept
        table->n = event->n;
        stream_tell_event(table, event->n);
    }
    return true;
}

// Whoever decides has had the time since the last event in which some node served, on whichever
// node that was.
static void count_time(struct hub_table *table, int64_t since)
{
    struct text ignored = TEXT_OF(TEXT_MAX);
    int64_t served;
    if (since && clock_is_set(&table_setup(table->table)->header.clock) &&
        keep_served(table->serve->keep, since, &served, &ignored) == KEEP_FINE)
        session_spend(table->session, served);
}

static bool read_events(struct hub_table *table, struct text *why)
{
    struct reading reading = { table, why, 0 };
    if (keep_read(table->serve->keep, &table_setup(table->table)->header, table_count(table->table),
                  read_event, &reading, why) != KEEP_FINE ||
        why->length)
        return false;
    count_time(table, reading.at);
    return true;
}

bool hub_catch_up(struct hub_table *table, struct text *why)
{
    uint32_t before = table->n;
    if (!read_events(table, why))
        return false;
    if (table->n != before)
        lobby_change(table);
    return true;
}

void hub_note_hints(struct hub_table *table)
{
    for (unsigned seat = SEAT_1; table->session && seat <= SEAT_2; seat++)
        if (table->place.flags & HUB_HINTED(seat))
            session_note_hint(table->session, seat);
}

bool hub_wake(struct hub_table *table, struct text *why)
{
    struct log_header header;
    struct keep_place place;
    table->used = serve_now();
    if (table->table)
        return true;
    if (keep_find(table->serve->keep, games, table->id, &header, &place, why) != KEEP_FINE)
        return false;
    table->place = place;
    make_session(table, new_session(&header, why));
    if (table->session && read_events(table, why)) {
        hub_note_hints(table);
        return true;
    }
    hub_forget(table);
    return false;
}

enum keep_answer hub_find(struct hub *hub, const char *id, struct hub_table **table,
                          struct text *why)
{
    struct log_header header;
    struct keep_place place;
    *table = hub_peek(hub, id);
    if (*table)
        return KEEP_FINE;
    enum keep_answer answer = keep_find(hub->serve->keep, games, id, &header, &place, why);
    if (answer == KEEP_FINE && !(*table = add(hub, &header, &place)))
        return no_memory(why);
    return answer;
}

// Who is here.

bool hub_set_flags(struct hub_table *table, unsigned set, unsigned clear, struct text *why)
{
    if (keep_set_flags(table->serve->keep, table->id, set, clear, why) != KEEP_FINE)
        return false;
    table->place.flags = (table->place.flags & ~clear) | set;
    lobby_change(table);
    return true;
}

void hub_join(struct hub_table *table, unsigned seat)
{
    struct text why = TEXT_OF(TEXT_MAX);
    table->used = serve_now();
    if (table->place.flags & HUB_JOINED(seat))
        return;
    if (!hub_set_flags(table, HUB_JOINED(seat), 0, &why))
        notes_write(&(struct notes_line){ .what = "unkept", .table = table->id, .words = why.at });
    hub_extend(table);
    if (hub_wake(table, &why))
        course_go(table);
}

bool hub_is_open(const struct hub_table *table, unsigned seat)
{
    unsigned char open[KEEP_TOKEN];
    token_open(table->id, seat, open);
    return table->place.seated[seat] && token_equal(open, table->place.token[seat]);
}

static void tell_presence(struct hub_table *table, unsigned seat, bool back)
{
    for (unsigned viewer = SEAT_NOBODY; viewer <= SEAT_2; viewer++) {
        struct news news = { .kind = NEWS_AWAY, .viewer = (uint8_t)viewer, .n = table->n };
        news.seat = (uint8_t)seat;
        news.allowed = back;
        if (viewer != seat)
            stream_tell_news(table, &news);
    }
}

void hub_listen(struct hub_table *table, unsigned viewer)
{
    table->listeners[viewer]++;
    if (viewer == SEAT_NOBODY) {
        stream_tell_watchers(table);
        return;
    }
    table->away_at[viewer] = 0;
    if (table->away[viewer])
        tell_presence(table, viewer, true);
    table->away[viewer] = false;
}

void hub_unlisten(struct hub_table *table, unsigned viewer)
{
    if (--table->listeners[viewer] > 0 && viewer != SEAT_NOBODY)
        return;
    if (viewer == SEAT_NOBODY) {
        stream_tell_watchers(table);
        return;
    }
    if (!table->serve->config.away_seconds)
        return;
    table->away_at[viewer] = serve_now() + (int64_t)table->serve->config.away_seconds * 1000;
    if (table->session)
        course_go(table);
    else
        serve_start(table->timer, (int64_t)table->serve->config.away_seconds * 1000);
}

int64_t hub_tell_away(struct hub_table *table, int64_t now)
{
    int64_t next = 0;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        if (!table->away_at[seat])
            continue;
        if (table->away_at[seat] <= now) {
            table->away_at[seat] = 0;
            table->away[seat] = true;
            tell_presence(table, seat, false);
        } else if (!next || table->away_at[seat] < next) {
            next = table->away_at[seat];
        }
    }
    return next;
}

// How long tables are kept.

int64_t hub_keep_for(unsigned hours)
{
    static const int64_t hour = 3600 * 1000, for_ever = INT64_C(253402300799000); // 9999
    return hours ? serve_date() + hours * hour : for_ever;
}

static int64_t wanted_until(const struct hub_table *table)
{
    const struct config *config = &table->serve->config;
    if (table->n == 0)
        return hub_keep_for(config->unclaimed_hours);
    bool goes_on = table_wish(table->table).in_play;
    return hub_keep_for(24 * (goes_on ? config->unfinished_days : config->finished_days));
}

// Not for every event: within an hour nothing changes.
void hub_extend(struct hub_table *table)
{
    struct text why = TEXT_OF(TEXT_MAX);
    int64_t until = table->table ? wanted_until(table) : table->place.until;
    int64_t change = until - table->place.until;
    if (change > -3600 * 1000 && change < 3600 * 1000)
        return;
    if (keep_extend(table->serve->keep, table->id, until, &why) == KEEP_FINE)
        table->place.until = until;
}
