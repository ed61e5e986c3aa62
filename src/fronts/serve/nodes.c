// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/serve/nodes.h"

#include <string.h>

#include "core/now.h"
#include "core/memory.h"
#include "fronts/serve/home.h"
#include "fronts/serve/lobby.h"
#include "fronts/serve/stream.h"
#include "fronts/serve/web.h"
#include "games/games.h"

enum {
    LISTEN_AGAIN = 1000, // milliseconds
    ASK = 5,             // one in this many
    ASKED_MOST = 256,    // tables at once
    PAUSE = 10000,       // milliseconds: a node that was stopped for so long did not serve
};

struct nodes {
    struct serve *serve;
    struct event *timer, *readable, *asking;
    int descriptor; // that `readable` is for
    unsigned beats;
    char asked[COMMIT_ID]; // the last table that was asked about, or "": of all
    char name[COMMIT_ID];  // under which it is noted that this node serves
    int64_t noted;         // when that was done last
};

static void hear(evutil_socket_t from, short what, void *context);
static void beat(evutil_socket_t from, short what, void *context);
static void ask(evutil_socket_t from, short what, void *context);
static void note_serving(struct nodes *nodes);

struct nodes *nodes_new(struct serve *serve, struct text *why)
{
    struct nodes *nodes = mem_new(sizeof *nodes);
    if (!nodes) {
        text_add(why, "There is not enough memory.");
        return NULL;
    }
    *nodes = (struct nodes){ .serve = serve, .descriptor = -1 };
    nodes->timer = loop_event(&serve->loop, -1, EV_PERSIST, beat, nodes);
    nodes->asking = loop_event(&serve->loop, -1, 0, ask, nodes);
    loop_start(nodes->timer, LISTEN_AGAIN);
    hear(-1, 0, nodes);
    note_serving(nodes);
    return nodes;
}

void nodes_free(struct nodes *nodes)
{
    if (!nodes)
        return;
    loop_event_free(nodes->timer);
    loop_event_free(nodes->asking);
    loop_event_free(nodes->readable);
    mem_free(nodes);
}

// Flags, tokens and times of the table may be others; or it is gone.
static void read_meta(struct live_table *table)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct log_header header;
    struct store_meta meta, before = table->meta;
    enum store_answer answer =
        stored_find(table->serve->store, games, table->id, &header, &meta, &why);
    if (answer == STORE_NONE)
        stream_drop_all(table, SEATS);
    if (answer != STORE_OK)
        return;
    table->meta = meta;
    if (meta.flags & ~before.flags)
        tables_note_hints(table);
    if ((meta.flags & STORE_CLOSED) && !(before.flags & STORE_CLOSED))
        stream_tell_closed(table);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        if (memcmp(before.token[seat], meta.token[seat], STORE_TOKEN) != 0)
            tables_change_holder(table, seat, &header);
    lobby_change(table);
}

static void take_change(void *context, const char *id, uint32_t n)
{
    struct nodes *nodes = context;
    struct text why = TEXT_OF(TEXT_MAX);
    struct live_table *table = tables_peek(nodes->serve->tables, id);
    if (!table)
        return;
    bool needs = n > table->n && (table->table || !LIST_EMPTY(&table->streams));
    if (n == 0)
        read_meta(table);
    else if (needs && tables_wake(table, &why) == TABLES_AWAKE)
        tables_catch_up(table, &why);
    if (why.length)
        notes_write(&(struct notes_line){ .what = "unread", .table = id, .words = why.at });
    if (table->session)
        home_go(table);
}

// A new connection may have the number of the one that was lost.
static void listen_to(struct nodes *nodes, bool lost)
{
    int descriptor = store_descriptor(nodes->serve->store);
    if (descriptor == nodes->descriptor && descriptor >= 0 && !lost)
        return;
    loop_event_free(nodes->readable);
    nodes->readable = NULL;
    nodes->descriptor = descriptor;
    if (descriptor < 0)
        return;
    nodes->readable =
        loop_event(&nodes->serve->loop, descriptor, EV_READ | EV_PERSIST, hear, nodes);
    event_add(nodes->readable, NULL);
}

// About some of the tables in memory; the others follow, after what else there is to do.
static void ask(evutil_socket_t from, short what, void *context)
{
    struct nodes *nodes = context;
    static struct store_known known[ASKED_MOST];
    struct tables *tables = nodes->serve->tables;
    struct text why = TEXT_OF(TEXT_MAX);
    unsigned count = 0;
    struct live_table *table =
        *nodes->asked ? tables_go_on(tables, nodes->asked) : tables_next(tables, NULL);
    (void)from, (void)what;
    for (; table && count < ASKED_MOST; table = tables_next(tables, table)) {
        known[count++] = (struct store_known){ table->id, table->n, table->meta.version };
        memcpy(nodes->asked, table->id, COMMIT_ID);
    }
    bool more = table != NULL;
    if (count > 0 &&
        store_ask(nodes->serve->store, known, count, take_change, nodes, &why) != STORE_OK)
        more = false; // all of them again, with the next beat
    if (more)
        loop_start(nodes->asking, 0);
    else
        *nodes->asked = '\0';
}

// About all tables, beginning with the first.
static void ask_all(struct nodes *nodes)
{
    *nodes->asked = '\0';
    ask(-1, 0, nodes);
}

static void hear(evutil_socket_t from, short what, void *context)
{
    struct nodes *nodes = context;
    struct text why = TEXT_OF(TEXT_MAX);
    (void)from, (void)what;
    bool lost = store_hear(nodes->serve->store, take_change, nodes, &why) == STORE_RETRY;
    if (lost)
        ask_all(nodes);
    listen_to(nodes, lost);
}

// The time in which no node does this is nobody's.
static void note_serving(struct nodes *nodes)
{
    struct text ignored = TEXT_OF(TEXT_MAX);
    int64_t now = now_monotonic(), date;
    if ((!*nodes->name || now - nodes->noted > PAUSE) && !commit_new_id(nodes->name))
        return;
    if (store_beat(nodes->serve->store, nodes->name, &date, &ignored) != STORE_OK)
        return;
    nodes->noted = now;
    loop_set_date(&nodes->serve->loop, date);
}

static void beat(evutil_socket_t from, short what, void *context)
{
    struct nodes *nodes = context;
    struct text ignored = TEXT_OF(TEXT_MAX);
    hear(from, what, nodes);
    if (++nodes->beats % ASK != 0)
        return;
    note_serving(nodes);
    if (nodes->descriptor < 0)
        return;
    if (!*nodes->asked)
        ask_all(nodes);
    web_read_blocked(nodes->serve->front, &ignored);
}
