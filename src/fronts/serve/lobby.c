// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/serve/lobby.h"

#include <stdio.h>
#include <string.h>

#include "core/now.h"
#include "core/memory.h"
#include "fronts/serve/stream.h"
#include "fronts/serve/token.h"
#include "games/games.h"
#include "record/clock.h"

enum { LISTED = 100, SIZE = LISTED * 1024, FRESH = 1000, POSTED = 1024 };

// A table that was put into the lobby here, and by which address: while it is in the list it
// counts among those that the address may have there.
struct posted {
    char id[COMMIT_ID];
    unsigned char key[BUCKET_KEY];
    bool listed;
};

struct lobby {
    struct serve *serve;
    struct stream_list streams;
    struct event *timer;
    bool changed;
    int64_t made; // when the list was
    struct posted posted[POSTED];
    unsigned posted_count;
    struct text list;
    char bytes[SIZE];
    char frame[SIZE + 32];
};

static void tell(evutil_socket_t from, short what, void *context);

struct lobby *lobby_new(struct serve *serve)
{
    struct lobby *lobby = mem_new(sizeof *lobby);
    if (!lobby)
        return NULL;
    memset(lobby, 0, sizeof *lobby);
    lobby->serve = serve;
    lobby->made = -FRESH;
    lobby->timer = loop_event(&serve->loop, -1, 0, tell, lobby);
    return lobby;
}

void lobby_free(struct lobby *lobby)
{
    if (!lobby)
        return;
    loop_event_free(lobby->timer);
    mem_free(lobby);
}

static void put_two(struct text *out, const char *key, const char *one, const char *two)
{
    text_add(out, ",\"%s\":[", key);
    text_put_json(out, one);
    text_put(out, ",");
    text_put_json(out, two);
    text_put(out, "]");
}

static void put_open(struct text *out, const struct stored_listed *listed)
{
    const char *comma = "";
    unsigned char open[STORE_TOKEN];
    text_put(out, ",\"open\":[");
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        token_open(listed->header.id, seat, open);
        if (!listed->meta.seated[seat] || !token_equal(open, listed->meta.token[seat]))
            continue;
        text_add(out, "%s%u", comma, seat);
        comma = ",";
    }
    text_put(out, "]");
}

static void note_listed(struct lobby *lobby, const char *id)
{
    for (unsigned i = 0; i < lobby->posted_count; i++)
        lobby->posted[i].listed |= strcmp(lobby->posted[i].id, id) == 0;
}

static void begin_list(struct lobby *lobby)
{
    lobby->list = text_in(lobby->bytes, sizeof lobby->bytes);
    text_put(&lobby->list, "{\"tables\":[");
    for (unsigned i = 0; i < lobby->posted_count; i++)
        lobby->posted[i].listed = false;
}

static void forget_unlisted(struct lobby *lobby)
{
    unsigned left = 0;
    for (unsigned i = 0; i < lobby->posted_count; i++)
        if (lobby->posted[i].listed)
            lobby->posted[left++] = lobby->posted[i];
    lobby->posted_count = left;
}

static bool put_table(void *context, const struct stored_listed *listed)
{
    struct lobby *lobby = context;
    struct text *out = &lobby->list, rules = TEXT_OF(256), clock = TEXT_OF(64);
    const struct log_header *header = &listed->header;
    const struct live_table *table = tables_peek(lobby->serve->tables, header->id);
    note_listed(lobby, header->id);
    variant_print(&header->variant, &rules);
    clock_print(&header->clock, &clock);
    text_add(out, "%s{\"table\":\"%s\",\"game\":\"%s\",\"rules\":\"%s\"",
             out->at[out->length - 1] == '[' ? "" : ",", header->id, header->variant.game->slug,
             rules.at);
    put_two(out, "names", header->name[SEAT_1], header->name[SEAT_2]);
    put_two(out, "players", header->player[SEAT_1], header->player[SEAT_2]);
    put_open(out, listed);
    text_add(out, ",\"clock\":\"%s\",\"rounds\":%u,\"n\":%u,\"watchers\":%u,\"watch\":\"", clock.at,
             header->rounds, (unsigned)listed->count, table ? table->listeners[SEAT_NOBODY] : 0);
    web_put_link(out, lobby->serve, header->id, NULL);
    text_put(out, "\"}");
    return true;
}

const char *lobby_list(struct lobby *lobby)
{
    struct text why = TEXT_OF(TEXT_MAX);
    int64_t now = now_monotonic();
    if (now - lobby->made < FRESH)
        return lobby->bytes;
    begin_list(lobby);
    if (stored_list(lobby->serve->store, games, STORE_LOBBY, LISTED, put_table, lobby, &why) !=
        STORE_OK) {
        notes_write(&(struct notes_line){ .what = "lobby", .words = why.at });
        return "";
    }
    forget_unlisted(lobby);
    text_put(&lobby->list, "]}");
    lobby->made = now;
    return lobby->list.cut ? "" : lobby->bytes;
}

static size_t write_frame(struct lobby *lobby)
{
    struct text frame = text_in(lobby->frame, sizeof lobby->frame);
    text_put(&frame, "data: ");
    text_put(&frame, lobby_list(lobby));
    text_put(&frame, "\n\n");
    return frame.length;
}

static void tell(evutil_socket_t from, short what, void *context)
{
    struct lobby *lobby = context;
    (void)from, (void)what;
    lobby->changed = false;
    if (LIST_EMPTY(&lobby->streams))
        return;
    lobby->made = -FRESH;
    size_t length = write_frame(lobby);
    stream_tell_lobby(lobby->serve->streams, &lobby->streams, lobby->frame, length);
}

void lobby_change(const struct live_table *table)
{
    struct lobby *lobby = table->serve->lobby;
    if (!(table->meta.flags & STORE_PUBLIC) || lobby->changed)
        return;
    lobby->changed = true;
    loop_start(lobby->timer, FRESH);
}

void lobby_open_stream(struct web *web)
{
    struct lobby *lobby = web->serve->lobby;
    size_t length = write_frame(lobby);
    stream_open_lobby(web, &lobby->streams, lobby->frame, length);
}

bool lobby_allows(struct lobby *lobby, const unsigned char key[BUCKET_KEY])
{
    unsigned most = lobby->serve->config.address_lobby, count = 0;
    lobby_list(lobby);
    for (unsigned i = 0; i < lobby->posted_count; i++)
        count += memcmp(lobby->posted[i].key, key, BUCKET_KEY) == 0;
    return !most || (count < most && lobby->posted_count < POSTED);
}

void lobby_post(struct lobby *lobby, const char *id, const unsigned char key[BUCKET_KEY])
{
    if (lobby->posted_count == POSTED)
        return;
    struct posted *posted = &lobby->posted[lobby->posted_count++];
    *posted = (struct posted){ .listed = true };
    snprintf(posted->id, sizeof posted->id, "%s", id);
    memcpy(posted->key, key, BUCKET_KEY);
}
