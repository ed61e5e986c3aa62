// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/serve/tables.h"

#include <stdio.h>
#include <string.h>

#include <event2/buffer.h>
#include <sodium.h>

#include "core/now.h"
#include "core/memory.h"
#include "fronts/serve/token.h"
#include "games/games.h"
#include "record/clock.h"

enum {
    BUCKETS = 1 << 16,
    SWEEP = 5000,
    SWEPT_AT_ONCE = 512, // tables
    PIECE = 512,         // events that are read at once,
    TOLD_PIECE = 16,     // and where each may have to be told to those who listen
};

struct tables {
    struct serve *serve;
    const struct tables_events *events;
    struct event *sweep;
    unsigned swept; // buckets, of this round
    unsigned char salt[16];
    struct live_table *bucket[BUCKETS];
};

static void forget_idle(evutil_socket_t from, short what, void *context);

struct tables *tables_new(struct serve *serve, const struct tables_events *events)
{
    struct tables *tables = mem_new(sizeof *tables);
    if (!tables)
        return NULL;
    memset(tables, 0, sizeof *tables);
    tables->serve = serve;
    tables->events = events;
    tables->sweep = loop_event(&serve->loop, -1, 0, forget_idle, tables);
    randombytes_buf(tables->salt, sizeof tables->salt);
    loop_start(tables->sweep, SWEEP);
    return tables;
}

static struct live_table **find_bucket(struct tables *tables, const char *id)
{
    uint64_t hash;
    crypto_shorthash((unsigned char *)&hash, (const unsigned char *)id, strlen(id), tables->salt);
    return &tables->bucket[hash % BUCKETS];
}

struct live_table *tables_peek(struct tables *tables, const char *id)
{
    struct live_table *table = *find_bucket(tables, id);
    while (table && strcmp(table->id, id) != 0)
        table = table->next;
    return table;
}

struct live_table *tables_next(struct tables *tables, const struct live_table *table)
{
    struct live_table **bucket = table ? find_bucket(tables, table->id) + 1 : tables->bucket;
    if (table && table->next)
        return table->next;
    while (bucket < tables->bucket + BUCKETS && !*bucket)
        bucket++;
    return bucket < tables->bucket + BUCKETS ? *bucket : NULL;
}

struct live_table *tables_go_on(struct tables *tables, const char *id)
{
    struct live_table *table = tables_peek(tables, id);
    if (table)
        return tables_next(tables, table);
    struct live_table **bucket = find_bucket(tables, id);
    while (bucket < tables->bucket + BUCKETS && !*bucket)
        bucket++;
    return bucket < tables->bucket + BUCKETS ? *bucket : NULL;
}

// Forgetting.

void tables_forget(struct live_table *table)
{
    session_free(table->session);
    table->session = NULL;
    table->table = NULL;
    table->reading = false;
    if (table->record)
        evbuffer_free(table->record);
    table->record = NULL;
}

static void put_away(struct live_table *table)
{
    tables_forget(table);
    loop_event_free(table->timer);
    table->serve->counts.tables--;
    mem_free(table);
}

void tables_free(struct tables *tables)
{
    if (!tables)
        return;
    for (unsigned i = 0; i < BUCKETS; i++)
        for (struct live_table *table = tables->bucket[i], *next; table; table = next) {
            next = table->next;
            put_away(table);
        }
    loop_event_free(tables->sweep);
    mem_free(tables);
}

// Nothing runs that only memory knows of: a clock or another wait, a computer's thoughts,
// somebody's act.
static bool is_idle(const struct live_table *table, int64_t now)
{
    int64_t after = (int64_t)table->serve->config.forget_seconds * 1000;
    return after && now - table->used >= after && !table->reading && !table->recording &&
           STAILQ_EMPTY(&table->waiting) && (!table->session || session_is_idle(table->session)) &&
           !event_pending(table->timer, EV_TIMEOUT, NULL);
}

// How many were looked at.
static unsigned forget_in(struct live_table **link, int64_t now)
{
    unsigned count = 0;
    for (struct live_table *table; (table = *link); count++) {
        bool idle = is_idle(table, now);
        if (idle)
            tables_forget(table);
        if (!idle || !LIST_EMPTY(&table->streams)) {
            link = &table->next;
            continue;
        }
        *link = table->next;
        put_away(table);
    }
    return count;
}

// In pieces, so that others are served in between.
static void forget_idle(evutil_socket_t from, short what, void *context)
{
    struct tables *tables = context;
    int64_t now = now_monotonic();
    (void)from, (void)what;
    for (unsigned count = 0; count < SWEPT_AT_ONCE && tables->swept < BUCKETS; tables->swept++)
        count += forget_in(&tables->bucket[tables->swept], now);
    bool all = tables->swept == BUCKETS;
    if (all)
        tables->swept = 0;
    loop_start(tables->sweep, all ? SWEEP : 0);
}

// Coming to life.

// Does this server decide for it? A program that has come over the network decides for itself.
static bool is_computer(const char *player)
{
    return strcmp(player, "human") != 0 && strcmp(player, "program") != 0;
}

static struct live_table *add(struct tables *tables, const struct log_header *header,
                              const struct store_meta *meta)
{
    struct live_table *table = mem_new(sizeof *table), **bucket = find_bucket(tables, header->id);
    if (!table)
        return NULL;
    memset(table, 0, sizeof *table);
    table->serve = tables->serve;
    table->events = tables->events;
    memcpy(table->id, header->id, sizeof table->id);
    table->game = header->variant.game;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        table->computer[seat] = is_computer(header->player[seat]);
    table->meta = *meta;
    table->used = now_monotonic();
    STAILQ_INIT(&table->waiting);
    table->timer =
        loop_event_named(&tables->serve->loop, "table", -1, 0, tables->events->time, table);
    table->next = *bucket;
    *bucket = table;
    tables->serve->counts.tables++;
    return table;
}

static void make_session(struct live_table *table, struct session *session)
{
    table->session = session;
    table->woken++;
    table->table = session ? session_table(session) : NULL;
}

static struct session *new_session(const struct log_header *header, struct text *why)
{
    struct session_setup setup = { .table = table_usual(header->variant.game), .ticks = true };
    setup.table.header = *header;
    setup.table.shared = false;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        setup.table.computer[seat] = is_computer(header->player[seat]);
    return session_new(&setup, why);
}

static enum store_answer no_memory(struct text *why)
{
    text_add(why, "There is no memory left for a table.");
    return STORE_RETRY;
}

enum store_answer tables_create(struct tables *tables, const struct table_setup *setup,
                                const struct store_meta *meta, struct live_table **table,
                                struct text *why)
{
    struct session *new = new_session(&setup->header, why);
    if (!new)
        return STORE_BAD;
    enum store_answer answer = stored_create(tables->serve->store, &setup->header, meta, why);
    if (answer == STORE_OK && !(*table = add(tables, &setup->header, meta)))
        answer = no_memory(why);
    if (answer != STORE_OK) {
        session_free(new);
        return answer == STORE_BAD ? STORE_RETRY : answer; // it could have been agreed
    }
    make_session(*table, new);
    tables->serve->counts.created++;
    return STORE_OK;
}

struct reading {
    struct live_table *table;
    struct text *why;
    int64_t at; // when the last event was stored
};

static bool read_event(void *context, const struct log_event *event)
{
    struct reading *reading = context;
    struct live_table *table = reading->table;
    if (!session_take(table->session, event, now_monotonic(), reading->why))
        return false;
    reading->at = event->at;
    if (event->n > table->n) { // else it was told before the table slept
        table->n = event->n;
        table->events->told(table);
    }
    return true;
}

// The player to decide has had the time since the last event in which some node served, on
// whichever node that was.
static void count_time(struct live_table *table, int64_t since)
{
    struct text ignored = TEXT_OF(TEXT_MAX);
    int64_t served;
    if (since && clock_is_set(&table_setup(table->table)->header.clock) &&
        store_served(table->serve->store, since, &served, &ignored) == STORE_OK)
        session_spend(table->session, served);
}

// The next piece of its log; there may be more.
static bool read_events(struct live_table *table, struct text *why)
{
    struct reading reading = { table, why, 0 };
    unsigned before = table_count(table->table);
    unsigned most = LIST_EMPTY(&table->streams) ? PIECE : TOLD_PIECE;
    if (stored_read_some(table->serve->store, &table_setup(table->table)->header, before, most,
                         read_event, &reading, why) != STORE_OK ||
        why->length)
        return false;
    table->reading = table_count(table->table) - before == most;
    if (table->reading)
        loop_start(table->timer, 0);
    else
        count_time(table, reading.at);
    return true;
}

bool tables_catch_up(struct live_table *table, struct text *why)
{
    uint32_t before = table->n;
    if (table->reading)
        return true;
    if (!read_events(table, why))
        return false;
    if (table->n != before)
        table->events->changed(table);
    return true;
}

void tables_note_hints(struct live_table *table)
{
    for (unsigned seat = SEAT_1; table->session && seat <= SEAT_2; seat++)
        if (table->meta.flags & TABLES_HINTED(seat))
            session_note_hint(table->session, seat);
}

bool tables_is_awake(const struct live_table *table)
{
    return table->table && !table->reading;
}

enum tables_wakes tables_wake(struct live_table *table, struct text *why)
{
    struct log_header header;
    struct store_meta meta;
    table->used = now_monotonic();
    if (table->table)
        return table->reading ? TABLES_READING : TABLES_AWAKE;
    if (stored_find(table->serve->store, games, table->id, &header, &meta, why) != STORE_OK)
        return TABLES_LOST;
    table->meta = meta;
    make_session(table, new_session(&header, why));
    if (!table->session || !read_events(table, why)) {
        tables_forget(table);
        return TABLES_LOST;
    }
    if (table->reading)
        return TABLES_READING;
    tables_note_hints(table);
    return TABLES_AWAKE;
}

void tables_wait(struct live_table *table, struct tables_waiter *waiter)
{
    STAILQ_INSERT_TAIL(&table->waiting, waiter, next);
}

// Those who come meanwhile wait for the next time.
void tables_tell_waiting(struct live_table *table, bool good)
{
    struct tables_queue told = STAILQ_HEAD_INITIALIZER(told);
    STAILQ_CONCAT(&told, &table->waiting);
    for (struct tables_waiter *waiter; (waiter = STAILQ_FIRST(&told));) {
        STAILQ_REMOVE_HEAD(&told, next);
        waiter->ready(waiter, good);
    }
}

void tables_stop(struct tables *tables)
{
    for (struct live_table *table = tables_next(tables, NULL); table;
         table = tables_next(tables, table))
        tables_tell_waiting(table, false);
}

void tables_read_on(struct live_table *table)
{
    struct text why = TEXT_OF(TEXT_MAX);
    bool good = read_events(table, &why);
    table->used = now_monotonic();
    if (table->reading && good)
        return;
    if (good)
        tables_note_hints(table);
    else
        tables_forget(table);
    if (!good)
        notes_write(&(struct notes_line){ .what = "unread", .table = table->id, .words = why.at });
    table->events->changed(table);
    tables_tell_waiting(table, good);
    table->events->awake(table);
}

enum store_answer tables_find(struct tables *tables, const char *id, struct live_table **table,
                              struct text *why)
{
    struct log_header header;
    struct store_meta meta;
    *table = tables_peek(tables, id);
    if (*table)
        return STORE_OK;
    enum store_answer answer = stored_find(tables->serve->store, games, id, &header, &meta, why);
    if (answer == STORE_OK && !(*table = add(tables, &header, &meta)))
        return no_memory(why);
    return answer;
}

// Who is here.

bool tables_set_flags(struct live_table *table, unsigned set, unsigned clear, struct text *why)
{
    if (store_set_flags(table->serve->store, table->id, set, clear, why) != STORE_OK)
        return false;
    table->meta.flags = (table->meta.flags & ~clear) | set;
    table->events->changed(table);
    return true;
}

bool tables_is_open(const struct live_table *table, unsigned seat)
{
    unsigned char open[STORE_TOKEN];
    token_open(table->id, seat, open);
    return table->meta.seated[seat] && token_equal(open, table->meta.token[seat]);
}

void tables_change_holder(struct live_table *table, unsigned seat, const struct log_header *header)
{
    unsigned char before[COMMIT_BYTES], now[COMMIT_BYTES];
    bool same = true;
    if (table->table) {
        log_hash_header(&table_setup(table->table)->header, before);
        log_hash_header(header, now);
        same = memcmp(before, now, sizeof now) == 0;
    }
    table->events->drop(table, same ? seat : SEATS);
    if (!same && session_is_idle(table->session))
        tables_forget(table);
}

// How long tables are kept.

int64_t tables_keep_for(const struct serve *serve, unsigned hours)
{
    static const int64_t hour = 3600 * 1000, for_ever = INT64_C(253402300799000); // 9999
    return hours ? loop_date(&serve->loop) + hours * hour : for_ever;
}

static int64_t wanted_until(const struct live_table *table)
{
    const struct config *config = &table->serve->config;
    if (table->n == 0)
        return tables_keep_for(table->serve, config->unclaimed_hours);
    bool goes_on = table_wish(table->table).in_play;
    return tables_keep_for(table->serve,
                           24 * (goes_on ? config->unfinished_days : config->finished_days));
}

// Writes to the store only if the time differs by more than an hour, not at every event.
void tables_extend(struct live_table *table)
{
    int64_t until = table->table ? wanted_until(table) : table->meta.until;
    int64_t change = until - table->meta.until;
    if (change > -3600 * 1000 && change < 3600 * 1000)
        return;
    struct text why = TEXT_OF(TEXT_MAX);
    if (store_extend(table->serve->store, table->id, until, &why) == STORE_OK)
        table->meta.until = until;
}
