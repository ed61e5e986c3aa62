// SPDX-License-Identifier: GPL-3.0-or-later
// Streams of server-sent events: what a seat, a watcher or a visitor of the lobby is told.
// A listener who does not read is dropped and comes back with Last-Event-ID; one who
// sends on its stream is dropped, too.
//
// A listener that comes back is sent what it missed in pieces, the next when the last is written,
// and hears of nothing newer meanwhile: a long log costs a listener's own time and no one else's.
//
// Who has to decide is told of an event at once, and so is everybody else, unless it is a move and
// they were told of another one a moment ago: then they hear of all that happens in that moment
// together, and how it stands after it. People do not notice; between programs, which make many
// moves in that time, it is most of the cost of telling that is saved.
#ifndef FRONTS_SERVE_STREAM_H
#define FRONTS_SERVE_STREAM_H

#include "fronts/serve/tables.h"
#include "fronts/serve/web.h"

enum {
    STREAM_UNREAD = 64 << 10, // bytes that wait for a listener, and of a piece
    STREAM_BEAT = 20000,      // milliseconds between signs of life
    STREAM_PACE = 50,         // and between what those are told whose turn it is not
    STREAM_FEW = 16,          // watchers who are told at once how many they are
};

struct stream {
    LIST_ENTRY(stream) next; // of the same table, or of the lobby
    LIST_ENTRY(stream) all;  // of all
    struct streams *streams;
    struct live_table *table; // NULL: the lobby's
    struct connection *connection;
    unsigned *from;    // how many there are from this address
    uint32_t told;     // the last event that it was sent, or knows
    bool behind;       // not all that it missed was sent yet
    size_t unread;     // bytes that waited at the last sign of life, while it was behind
    unsigned watchers; // that it was told of
    uint8_t viewer;
    bool dropped;
};

// NULL when there is no memory.
struct streams *streams_new(struct serve *serve);

// Says goodbye to all.
void streams_end(struct streams *streams);
void streams_free(struct streams *streams);

// Begins a stream in answer to the request. `after`: the last event that the listener
// knows, or STREAM_NEW. Where there are too many it answers so.
#define STREAM_NEW UINT32_MAX
void stream_open(struct web *web, struct live_table *table, unsigned viewer, uint32_t after);
void stream_open_lobby(struct web *web, struct stream_list *lobby, const char *bytes,
                       size_t length);

// To all who listen to the lobby.
void stream_tell_lobby(struct streams *streams, const struct stream_list *lobby, const char *bytes,
                       size_t length);

// All frames of a stream are made of whole lines of JSON.
void stream_send(struct stream *stream, const char *bytes, size_t length);

// The table is awake again, or cannot be read: listeners who miss something are sent it, or go.
void stream_go_on(struct live_table *table);

// The table's last event, and how it stands now, to everybody who listens to it.
void stream_tell_event(struct live_table *table);

// Something that is not numbered, to the streams of one viewer.
void stream_tell_news(struct live_table *table, const struct news *news);

// How many watch (where there are many, with the next sign of life: else each who comes would
// be told to all the others), and that the operator has closed the table: events with
// names of their own.
void stream_tell_watchers(struct live_table *table);
void stream_tell_closed(struct live_table *table);

// Announces the seats that have been disconnected for away_seconds. Returns when to call it
// again, or 0.
int64_t stream_tell_away(struct live_table *table, int64_t now);

// Drops all streams of a viewer, or of all viewers (SEATS).
void stream_drop_all(struct live_table *table, unsigned viewer);

#endif
