// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/serve/stream.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "core/now.h"
#include "core/memory.h"
#include "fronts/serve/address.h"
#include "fronts/serve/home.h"
#include "table/json.h"

enum { BEATEN_AT_ONCE = 256, TOLD_AT_ONCE = 256, SPREADS_MOST = 256, LATE_AT_ONCE = 64 };

// What many are told: in pieces, so that others are served in between, and in order. Who comes
// meanwhile stands before `at` in the list, and knows it.
struct spread {
    STAILQ_ENTRY(spread) next;
    struct stream *at; // who is told next, and after it those that follow; NULL: nobody
    uint32_t n;        // of an event; 0: of none
    uint8_t viewer;    // who is told; SEATS: all
    size_t length;
    char bytes[];
};

struct streams {
    struct serve *serve;
    struct stream_list all;
    STAILQ_HEAD(spread_queue, spread) spreads;
    unsigned spread_count;
    struct event *spreader;
    struct event *beat;
    struct stream *beaten; // which has its sign of life next; NULL: none before the next round
    TAILQ_HEAD(late_tables, live_table) late;
    struct event *pace;
    struct tally *tally;
};

// What is told at once: an event, the state and the turn, each with its frame.
static char frames[3 * (JSON_LINE + 64)];

static void beat_all(evutil_socket_t from, short what, void *context);
static void spread_on(evutil_socket_t from, short what, void *context);
static void tell_late(evutil_socket_t from, short what, void *context);
static void tell_unheard(struct live_table *table, int64_t before);

struct streams *streams_new(struct serve *serve)
{
    struct streams *streams = mem_new(sizeof *streams);
    if (!streams)
        return NULL;
    memset(streams, 0, sizeof *streams);
    streams->serve = serve;
    streams->beat = loop_event(&serve->loop, -1, 0, beat_all, streams);
    streams->spreader = loop_event(&serve->loop, -1, 0, spread_on, streams);
    streams->pace = loop_event(&serve->loop, -1, 0, tell_late, streams);
    STAILQ_INIT(&streams->spreads);
    TAILQ_INIT(&streams->late);
    streams->tally = tally_new();
    if (!streams->tally) {
        streams_free(streams);
        return NULL;
    }
    loop_start(streams->beat, STREAM_BEAT);
    return streams;
}

static void end_spread(struct streams *streams)
{
    struct spread *spread = STAILQ_FIRST(&streams->spreads);
    STAILQ_REMOVE_HEAD(&streams->spreads, next);
    streams->spread_count--;
    mem_free(spread);
}

void streams_free(struct streams *streams)
{
    if (!streams)
        return;
    loop_event_free(streams->beat);
    loop_event_free(streams->spreader);
    loop_event_free(streams->pace);
    while (streams->spread_count)
        end_spread(streams);
    mem_free(streams->tally);
    mem_free(streams);
}

// As if the listener had gone.
static void drop(struct stream *stream)
{
    if (stream->dropped)
        return;
    stream->dropped = true;
    stream->streams->serve->counts.dropped++;
    connection_drop(stream->connection);
}

static size_t unread_by(const struct stream *stream)
{
    return connection_unread(stream->connection);
}

void stream_send(struct stream *stream, const char *bytes, size_t length)
{
    size_t most = stream->behind ? 2 * STREAM_UNREAD : STREAM_UNREAD;
    if (stream->dropped)
        return;
    if (unread_by(stream) > most)
        drop(stream);
    else
        connection_send(stream->connection, bytes, length);
}

static void put_watchers(struct stream *stream, struct text *out)
{
    stream->watchers = stream->table->listeners[SEAT_NOBODY];
    text_add(out, "event: watchers\ndata: {\"count\":%u}\n\n", stream->watchers);
}

static void beat(struct stream *stream)
{
    struct text out = TEXT_OF(64);
    if (stream->table && stream->watchers != stream->table->listeners[SEAT_NOBODY])
        put_watchers(stream, &out);
    else
        text_put(&out, ":\n\n");
    stream_send(stream, out.at, out.length);
}

// Newer events, which would fill the buffer of one who does not read, are not sent to a
// listener who is behind. So it is looked at whether the piece gets shorter.
static bool is_stuck(struct stream *stream)
{
    size_t before = stream->unread;
    stream->unread = stream->behind ? unread_by(stream) : 0;
    return before && stream->unread >= before;
}

// In pieces, so that others are served in between.
static void beat_all(evutil_socket_t from, short what, void *context)
{
    struct streams *streams = context;
    (void)from, (void)what;
    if (!streams->beaten)
        streams->beaten = LIST_FIRST(&streams->all);
    for (unsigned i = 0; i < BEATEN_AT_ONCE && streams->beaten; i++) {
        struct stream *stream = streams->beaten;
        streams->beaten = LIST_NEXT(stream, all);
        if (is_stuck(stream))
            drop(stream);
        else
            beat(stream);
    }
    loop_start(streams->beat, streams->beaten ? 0 : STREAM_BEAT);
}

void streams_end(struct streams *streams)
{
    static const char goodbye[] = "event: ending\ndata: {}\n\n";
    while (!TAILQ_EMPTY(&streams->late))
        tell_unheard(TAILQ_FIRST(&streams->late), INT64_MAX);
    for (struct stream *stream = LIST_FIRST(&streams->all); stream; stream = LIST_NEXT(stream, all))
        stream_send(stream, goodbye, sizeof goodbye - 1);
}

// Who is here.

static void tell_presence(struct live_table *table, unsigned seat, bool back)
{
    for (unsigned viewer = SEAT_NOBODY; viewer <= SEAT_2; viewer++) {
        struct news news = { .kind = NEWS_AWAY, .viewer = (uint8_t)viewer, .n = table->n };
        news.seat = (uint8_t)seat;
        news.allowed = back;
        if (viewer != seat)
            stream_tell_news(table, &news);
    }
}

static void add_listener(struct live_table *table, unsigned viewer)
{
    if (table->listeners[viewer]++ == 0)
        table->heard[viewer] = table->n;
    table->heard_at[viewer] = now_monotonic();
    if (viewer == SEAT_NOBODY) {
        stream_tell_watchers(table);
        return;
    }
    table->away_at[viewer] = 0;
    if (table->away[viewer])
        tell_presence(table, viewer, true);
    table->away[viewer] = false;
}

static void remove_listener(struct live_table *table, unsigned viewer)
{
    if (--table->listeners[viewer] > 0 && viewer != SEAT_NOBODY)
        return;
    if (viewer == SEAT_NOBODY) {
        stream_tell_watchers(table);
        return;
    }
    if (!table->serve->config.away_seconds)
        return;
    table->away_at[viewer] = now_monotonic() + (int64_t)table->serve->config.away_seconds * 1000;
    if (table->session)
        home_go(table);
    else
        loop_start(table->timer, (int64_t)table->serve->config.away_seconds * 1000);
}

int64_t stream_tell_away(struct live_table *table, int64_t now)
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

static void forget_late(struct streams *streams, struct live_table *table)
{
    if (table->late_at)
        TAILQ_REMOVE(&streams->late, table, late_next);
    table->late_at = 0;
}

static void closed(void *context)
{
    struct stream *stream = context;
    struct live_table *table = stream->table;
    struct spread *spread;
    STAILQ_FOREACH(spread, &stream->streams->spreads, next)
    if (spread->at == stream)
        spread->at = LIST_NEXT(stream, next);
    LIST_REMOVE(stream, next);
    if (table && LIST_EMPTY(&table->streams))
        forget_late(stream->streams, table);
    if (stream->streams->beaten == stream)
        stream->streams->beaten = LIST_NEXT(stream, all);
    LIST_REMOVE(stream, all);
    --*stream->from;
    stream->streams->serve->counts.streams--;
    if (table && !table->serve->ending)
        remove_listener(table, stream->viewer);
    mem_free(stream);
}

// Opening.

static void send_piece(struct stream *stream);

// Nothing waits for the listener any more.
static void written(void *context)
{
    struct stream *stream = context;
    if (stream->behind && !stream->dropped)
        send_piece(stream);
}

static bool is_too_many(const struct web *web, const struct live_table *table, unsigned viewer,
                        unsigned from)
{
    const struct config *config = &web->serve->config;
    return (config->streams && web->serve->counts.streams >= config->streams) ||
           (config->address_streams && from >= config->address_streams) ||
           (table && viewer && config->seat_streams &&
            table->listeners[viewer] >= config->seat_streams);
}

static struct stream *begin(struct web *web, struct live_table *table, unsigned viewer,
                            struct stream_list *list)
{
    struct streams *streams = web->serve->streams;
    unsigned *from = tally_of(streams->tally, web->key);
    bool too_many = is_too_many(web, table, viewer, *from);
    struct stream *stream = too_many ? NULL : mem_new(sizeof *stream);
    if (!stream) {
        web_refuse_for(web, 30);
        return NULL;
    }
    *stream = (struct stream){ .streams = streams,
                               .table = table,
                               .connection = web->connection,
                               .from = from,
                               .viewer = (uint8_t)viewer };
    LIST_INSERT_HEAD(list, stream, next);
    LIST_INSERT_HEAD(&streams->all, stream, all);
    ++*from;
    web->serve->counts.streams++;
    web_begin_stream(web, &(struct connection_stream){ written, closed, stream });
    return stream;
}

// Frames.

static void put_news(struct text *out, const struct live_table *table, const struct news *news)
{
    if (news->kind == NEWS_EVENT)
        text_add(out, "id: %u\n", (unsigned)news->n);
    text_put(out, "data: ");
    json_write_news(news, table->game, out);
    text_put(out, "\n\n");
}

typedef void write_part(const struct stage *stage, const struct game *game, struct text *out);

static void put_part(struct text *out, const struct live_table *table, const struct stage *stage,
                     write_part *part)
{
    text_put(out, "data: ");
    part(stage, table->game, out);
    text_put(out, "\n\n");
}

static void put_stage(struct text *out, const struct live_table *table, const struct stage *stage)
{
    put_part(out, table, stage, json_write_state);
    put_part(out, table, stage, json_write_turn);
}

// Begins with an empty event that has the number: a browser that reconnects sends the last number
// that it saw.
static void send_stage(struct stream *stream)
{
    struct live_table *table = stream->table;
    struct text out = text_in(frames, sizeof frames);
    struct stage stage;
    table_stage(table->table, stream->viewer, now_monotonic(), &stage);
    text_add(&out, "id: %u\n\n", (unsigned)stage.n);
    put_stage(&out, table, &stage);
    stream_send(stream, out.at, out.length);
}

static void send_hello(struct stream *stream)
{
    struct live_table *table = stream->table;
    struct text out = text_in(frames, sizeof frames);
    struct stage stage;
    table_stage(table->table, stream->viewer, now_monotonic(), &stage);
    text_put(&out, "retry: 1000\n");
    put_part(&out, table, &stage, json_write_hello);
    put_watchers(stream, &out);
    stream_send(stream, out.at, out.length);
}

static void send_away(struct stream *stream)
{
    struct live_table *table = stream->table;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        if (table->away[seat] && seat != stream->viewer) {
            struct news news = { .kind = NEWS_AWAY, .viewer = stream->viewer, .n = table->n };
            struct text out = text_in(frames, sizeof frames);
            news.seat = (uint8_t)seat;
            put_news(&out, table, &news);
            stream_send(stream, out.at, out.length);
        }
}

// As much of what the listener missed as goes into a piece. False if there was nothing left.
static bool fill_piece(struct stream *stream, struct text *piece)
{
    static_assert(STREAM_UNREAD > JSON_LINE + 64, "a message goes into a piece");
    struct live_table *table = stream->table;
    struct news news;
    while (table_news(table->table, stream->viewer, stream->told + 1, &news)) {
        struct text out = text_in(frames, sizeof frames);
        put_news(&out, table, &news);
        if (piece->length + out.length >= piece->size)
            return true;
        text_put_bytes(piece, out.at, out.length);
        stream->told++;
    }
    return piece->length > 0;
}

// The next piece; after the last one how things stand, and from then on the listener hears of
// events when they happen. The table may have been forgotten since the last piece.
static void send_piece(struct stream *stream)
{
    static char bytes[STREAM_UNREAD];
    struct text why = TEXT_OF(TEXT_MAX), piece = text_in(bytes, sizeof bytes);
    enum tables_wakes wakes = tables_wake(stream->table, &why);
    if (wakes == TABLES_READING)
        return; // stream_go_on()
    if (wakes == TABLES_LOST) {
        drop(stream);
    } else if (fill_piece(stream, &piece)) {
        connection_send(stream->connection, piece.at, piece.length);
        connection_call_written(stream->connection);
    } else {
        tell_unheard(stream->table, INT64_MAX); // this one knows it already
        stream->behind = false;
        send_stage(stream);
        send_away(stream);
    }
}

void stream_open(struct web *web, struct live_table *table, unsigned viewer, uint32_t after)
{
    tell_unheard(table, INT64_MAX); // or the others' next event would bring it again
    struct stream *stream = begin(web, table, viewer, &table->streams);
    if (!stream)
        return;
    stream->behind = after < table->n;
    stream->told = stream->behind ? after : table->n;
    send_hello(stream);
    if (stream->behind)
        connection_call_written(stream->connection); // then the first piece follows
    else
        send_stage(stream);
    add_listener(table, viewer);
    if (!stream->behind)
        send_away(stream);
}

void stream_go_on(struct live_table *table)
{
    for (struct stream *stream = LIST_FIRST(&table->streams); stream;
         stream = LIST_NEXT(stream, next))
        if (stream->behind && !stream->dropped && unread_by(stream) == 0)
            send_piece(stream);
}

void stream_open_lobby(struct web *web, struct stream_list *lobby, const char *bytes, size_t length)
{
    struct stream *stream = begin(web, NULL, SEAT_NOBODY, lobby);
    if (stream)
        stream_send(stream, bytes, length);
}

// Telling.

// A listener that is behind is told when it has caught up, and then may know it already.
static bool is_meant(const struct spread *spread, const struct stream *stream)
{
    return spread->viewer == SEATS || (stream->viewer == spread->viewer && !stream->behind &&
                                       (!spread->n || stream->told < spread->n));
}

static void tell_some(struct spread *spread, unsigned most, const char *bytes)
{
    for (unsigned count = 0; spread->at && count < most; spread->at = LIST_NEXT(spread->at, next)) {
        if (!is_meant(spread, spread->at))
            continue;
        stream_send(spread->at, bytes, spread->length);
        if (spread->n)
            spread->at->told = spread->n;
        count++;
    }
}

static void spread_on(evutil_socket_t from, short what, void *context)
{
    struct streams *streams = context;
    struct spread *first = STAILQ_FIRST(&streams->spreads);
    (void)from, (void)what;
    tell_some(first, TOLD_AT_ONCE, first->bytes);
    if (!first->at)
        end_spread(streams);
    if (streams->spread_count)
        loop_start(streams->spreader, 0);
}

// The others are told later. Where too much waits already, everybody waits for the oldest.
static bool tell_later(struct streams *streams, const struct spread *spread, const char *bytes)
{
    struct spread *later = mem_new(sizeof *later + spread->length);
    if (!later)
        return false;
    *later = *spread;
    memcpy(later->bytes, bytes, spread->length);
    STAILQ_INSERT_TAIL(&streams->spreads, later, next);
    if (++streams->spread_count > SPREADS_MOST) {
        tell_some(STAILQ_FIRST(&streams->spreads), UINT_MAX,
                  STAILQ_FIRST(&streams->spreads)->bytes);
        end_spread(streams);
    }
    loop_start(streams->spreader, 0);
    return true;
}

// Seats are told at once: they are few.
static void send_to(struct streams *streams, struct spread *spread, const char *bytes)
{
    bool few = spread->viewer == SEAT_1 || spread->viewer == SEAT_2;
    if (few || !streams->spread_count)
        tell_some(spread, few ? UINT_MAX : TOLD_AT_ONCE, bytes);
    if (spread->at && !tell_later(streams, spread, bytes))
        tell_some(spread, UINT_MAX, bytes);
}

static void send_all(struct live_table *table, unsigned viewer, uint32_t n, const struct text *out)
{
    struct spread spread = {
        .at = LIST_FIRST(&table->streams), .n = n, .viewer = (uint8_t)viewer, .length = out->length
    };
    send_to(table->serve->streams, &spread, out->at);
}

void stream_tell_lobby(struct streams *streams, const struct stream_list *lobby, const char *bytes,
                       size_t length)
{
    struct spread spread = { .at = LIST_FIRST(lobby), .viewer = SEATS, .length = length };
    send_to(streams, &spread, bytes);
}

// All that the viewer's listeners have not heard of. The last piece, for which there is room for
// a stage, is left to be sent.
static void put_unheard(struct live_table *table, unsigned viewer, struct text *out)
{
    struct news news;
    while (table->heard[viewer] < table->n &&
           table_news(table->table, viewer, table->heard[viewer] + 1, &news)) {
        put_news(out, table, &news);
        table->heard[viewer]++;
        if (out->size - out->length >= sizeof frames)
            continue;
        send_all(table, viewer, table->heard[viewer], out);
        out->length = 0;
    }
}

// How it stands for each of these viewers, from what all know. The state for one stays until the
// next one's has been made from it.
static void tell_viewers(struct live_table *table, const bool hears[SEATS], struct stage *shared)
{
    static char told[2][2 * sizeof frames];
    struct stage stages[2];
    struct member_draft draft = { 0 };
    unsigned left = 0, at = 0;
    for (unsigned viewer = SEAT_NOBODY; viewer <= SEAT_2; viewer++)
        left += hears[viewer];
    for (unsigned viewer = SEAT_NOBODY; viewer <= SEAT_2; viewer++) {
        if (!hears[viewer])
            continue;
        struct text out = text_in(told[at], sizeof told[at]);
        struct stage *stage = --left > 0 ? &stages[at] : shared;
        if (stage != shared)
            *stage = *shared;
        table_stage_finish(table->table, viewer, stage);
        put_unheard(table, viewer, &out);
        text_put(&out, "data: ");
        json_write_next_state(stage, table->game, &draft, &out);
        text_put(&out, "\n\n");
        put_part(&out, table, stage, json_write_turn);
        send_all(table, viewer, table->n, &out);
        table->heard_at[viewer] = now_monotonic();
        at = !at;
    }
}

// What they have not heard of is fetched by each of them, as by those who come back.
static void fall_behind(struct live_table *table)
{
    for (struct stream *stream = LIST_FIRST(&table->streams); stream;
         stream = LIST_NEXT(stream, next)) {
        if (stream->behind || stream->told >= table->n)
            continue;
        stream->behind = true;
        connection_call_written(stream->connection);
    }
    for (unsigned viewer = SEAT_NOBODY; viewer <= SEAT_2; viewer++)
        table->heard[viewer] = table->n;
}

static void be_late(struct streams *streams, struct live_table *table)
{
    if (table->late_at)
        return;
    table->late_at = now_monotonic() + STREAM_PACE;
    if (TAILQ_EMPTY(&streams->late))
        loop_start(streams->pace, STREAM_PACE);
    TAILQ_INSERT_TAIL(&streams->late, table, late_next);
}

static bool has_unheard(const struct live_table *table, unsigned viewer)
{
    return table->listeners[viewer] > 0 && table->heard[viewer] < table->n;
}

// May those whose turn it is not wait? Only a move follows another quickly, and asks them nothing.
static bool can_wait(const struct stage *stage)
{
    const struct stage_said *last = &stage->said[stage->said_count ? stage->said_count - 1 : 0];
    return stage->mover != SEAT_NOBODY && last->n == stage->n;
}

// Who decides is told of all that is unheard, and after a move the others are, too, if they heard
// of something at that time last, or before; after anything else everybody is.
static void tell_unheard(struct live_table *table, int64_t before)
{
    struct stage shared;
    bool hears[SEATS], late = false;
    forget_late(table->serve->streams, table);
    if (!has_unheard(table, SEAT_NOBODY) && !has_unheard(table, SEAT_1) &&
        !has_unheard(table, SEAT_2))
        return;
    if (!table->table) {
        fall_behind(table);
        return;
    }
    table_stage_begin(table->table, now_monotonic(), &shared);
    for (unsigned viewer = SEAT_NOBODY; viewer <= SEAT_2; viewer++) {
        bool unheard = has_unheard(table, viewer);
        hears[viewer] = unheard && (!can_wait(&shared) || viewer == shared.mover ||
                                    table->heard_at[viewer] <= before);
        late |= unheard && !hears[viewer];
    }
    tell_viewers(table, hears, &shared);
    if (late)
        be_late(table->serve->streams, table);
}

void stream_tell_event(struct live_table *table)
{
    tell_unheard(table, now_monotonic() - STREAM_PACE);
}

// In pieces, so that others are served in between.
static void tell_late(evutil_socket_t from, short what, void *context)
{
    struct streams *streams = context;
    struct live_table *table = NULL;
    int64_t now = now_monotonic();
    (void)from, (void)what;
    for (unsigned i = 0; i < LATE_AT_ONCE && (table = TAILQ_FIRST(&streams->late)); i++) {
        if (table->late_at > now)
            break;
        tell_unheard(table, now - STREAM_PACE);
    }
    if ((table = TAILQ_FIRST(&streams->late)))
        loop_start(streams->pace, table->late_at - now);
}

void stream_tell_news(struct live_table *table, const struct news *news)
{
    struct text out = text_in(frames, sizeof frames);
    if (!table->listeners[news->viewer])
        return;
    tell_unheard(table, INT64_MAX);
    put_news(&out, table, news);
    send_all(table, news->viewer, 0, &out);
}

void stream_tell_watchers(struct live_table *table)
{
    for (struct stream *stream = LIST_FIRST(&table->streams); stream;
         stream = LIST_NEXT(stream, next)) {
        struct text out = TEXT_OF(64);
        if (table->listeners[SEAT_NOBODY] > STREAM_FEW ||
            stream->watchers == table->listeners[SEAT_NOBODY])
            continue;
        put_watchers(stream, &out);
        stream_send(stream, out.at, out.length);
    }
}

void stream_tell_closed(struct live_table *table)
{
    struct text out = TEXT_OF(64);
    tell_unheard(table, INT64_MAX);
    text_put(&out, "event: closed\ndata: {}\n\n");
    send_all(table, SEATS, 0, &out);
}

void stream_drop_all(struct live_table *table, unsigned viewer)
{
    for (struct stream *stream = LIST_FIRST(&table->streams); stream;
         stream = LIST_NEXT(stream, next))
        if (viewer == SEATS || stream->viewer == viewer)
            drop(stream);
}
