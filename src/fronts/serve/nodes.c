// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/serve/nodes.h"

#include <string.h>

#include "core/memory.h"
#include "fronts/serve/course.h"
#include "fronts/serve/lobby.h"
#include "fronts/serve/stream.h"
#include "fronts/serve/web.h"
#include "games/games.h"

enum {
    LISTEN_AGAIN = 1000, // milliseconds
    ASK = 5,             // every so many of these
    ASKED_MOST = 4096,
    PAUSE = 10000, // milliseconds: a node that was stopped for so long did not serve
};

struct nodes {
    struct serve *serve;
    struct event *timer, *readable;
    int descriptor; // that `readable` is for
    unsigned beats;
    char name[COMMIT_ID]; // under which it is noted that this node serves
    int64_t noted;        // when that was done last
};

static void hear(evutil_socket_t from, short what, void *whom);
static void beat(evutil_socket_t from, short what, void *whom);
static void note_serving(struct nodes *nodes);

struct nodes *nodes_new(struct serve *serve, struct text *why)
{
    struct nodes *nodes = mem_new(sizeof *nodes);
    if (!nodes) {
        text_add(why, "There is not enough memory.");
        return NULL;
    }
    *nodes = (struct nodes){ .serve = serve, .descriptor = -1 };
    nodes->timer = event_new(serve->base, -1, EV_PERSIST, beat, nodes);
    serve_start(nodes->timer, LISTEN_AGAIN);
    hear(-1, 0, nodes);
    note_serving(nodes);
    return nodes;
}

void nodes_free(struct nodes *nodes)
{
    if (!nodes)
        return;
    event_free(nodes->timer);
    if (nodes->readable)
        event_free(nodes->readable);
    mem_free(nodes);
}

// Flags, tokens and times of the table may be others; or it is gone.
static void read_place(struct hub_table *table)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct log_header header;
    struct keep_place place, before = table->place;
    enum keep_answer answer =
        keep_find(table->serve->keep, games, table->id, &header, &place, &why);
    if (answer == KEEP_NONE)
        stream_drop_all(table, SEATS);
    if (answer != KEEP_FINE)
        return;
    table->place = place;
    if (place.flags & ~before.flags)
        hub_note_hints(table);
    if ((place.flags & KEEP_CLOSED) && !(before.flags & KEEP_CLOSED))
        stream_tell_closed(table);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        if (memcmp(before.token[seat], place.token[seat], KEEP_TOKEN) != 0)
            stream_drop_all(table, seat);
    lobby_change(table);
}

static void take_change(void *whom, const char *id, uint32_t n)
{
    struct nodes *nodes = whom;
    struct text why = TEXT_OF(TEXT_MAX);
    struct hub_table *table = hub_peek(nodes->serve->hub, id);
    if (!table)
        return;
    bool needs = n > table->n && (table->table || !LIST_EMPTY(&table->streams));
    if (n == 0)
        read_place(table);
    else if (needs && hub_wake(table, &why))
        hub_catch_up(table, &why);
    if (why.length)
        notes_write(&(struct notes_line){ .what = "unread", .table = id, .words = why.at });
    if (table->session)
        course_go(table);
}

// A new connection may have the number of the one that was lost.
static void listen_to(struct nodes *nodes, bool lost)
{
    int descriptor = keep_descriptor(nodes->serve->keep);
    if (descriptor == nodes->descriptor && descriptor >= 0 && !lost)
        return;
    if (nodes->readable)
        event_free(nodes->readable);
    nodes->readable = NULL;
    nodes->descriptor = descriptor;
    if (descriptor < 0)
        return;
    nodes->readable = event_new(nodes->serve->base, descriptor, EV_READ | EV_PERSIST, hear, nodes);
    event_add(nodes->readable, NULL);
}

static void ask(struct nodes *nodes)
{
    static struct keep_known known[ASKED_MOST];
    struct text why = TEXT_OF(TEXT_MAX);
    unsigned count = 0;
    struct hub_table *table = NULL;
    while (count < ASKED_MOST && (table = hub_next(nodes->serve->hub, table)))
        known[count++] = (struct keep_known){ table->id, table->n, table->place.version };
    if (count > 0)
        keep_ask(nodes->serve->keep, known, count, take_change, nodes, &why);
}

static void hear(evutil_socket_t from, short what, void *whom)
{
    struct nodes *nodes = whom;
    struct text why = TEXT_OF(TEXT_MAX);
    (void)from, (void)what;
    bool lost = keep_hear(nodes->serve->keep, take_change, nodes, &why) == KEEP_LOST;
    if (lost)
        ask(nodes);
    listen_to(nodes, lost);
}

// The time in which no node does this is nobody's.
static void note_serving(struct nodes *nodes)
{
    struct text ignored = TEXT_OF(TEXT_MAX);
    int64_t now = serve_now();
    if ((!*nodes->name || now - nodes->noted > PAUSE) && !commit_new_id(nodes->name))
        return;
    if (keep_beat(nodes->serve->keep, nodes->name, &ignored) == KEEP_FINE)
        nodes->noted = now;
}

static void beat(evutil_socket_t from, short what, void *whom)
{
    struct nodes *nodes = whom;
    struct text ignored = TEXT_OF(TEXT_MAX);
    hear(from, what, nodes);
    if (++nodes->beats % ASK != 0)
        return;
    note_serving(nodes);
    if (nodes->descriptor < 0)
        return;
    ask(nodes);
    web_read_blocked(nodes->serve->front, &ignored);
}
