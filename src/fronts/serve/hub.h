// SPDX-License-Identifier: GPL-3.0-or-later
// The tables that are in memory. Each is made from its log when somebody comes, and is
// forgotten when nothing has happened for a while: even under its listeners, of which only
// the streams are left then.
#ifndef FRONTS_SERVE_HUB_H
#define FRONTS_SERVE_HUB_H

#include <sys/queue.h>

#include "fronts/serve/inside.h"
#include "table/session.h"

struct hub;
struct stream;
LIST_HEAD(stream_list, stream);

// Somebody who waits until a long log has been read, or its record made; called once: false if it
// cannot be.
struct hub_waiter {
    STAILQ_ENTRY(hub_waiter) next;
    void (*ready)(struct hub_waiter *waiter, bool good);
};

// Flags of a place, besides those of keep.h: this seat's holder has come once.
#define HUB_JOINED(seat) (1u << (7 + (seat)))

// And: it has had a hint and not moved since.
#define HUB_HINTED(seat) (1u << (9 + (seat)))

struct hub_table;

// What those who drive the tables and those who tell of them have to know; the hub knows neither.
struct hub_events {
    event_callback_fn time;                            // the table's timer
    void (*told)(struct hub_table *table, uint32_t n); // event n has happened
    void (*changed)(const struct hub_table *table);    // what lists show of it
    void (*awake)(struct hub_table *table);            // its log was read, or cannot be
    void (*drop)(struct hub_table *table,
                 unsigned viewer); // whoever listens as that one; SEATS: as any
    int64_t (*wait)(struct hub_table *table, int64_t now); // does what is due; when next, or 0
};

struct hub_table {
    struct hub_table *next; // in its bucket
    struct serve *serve;
    const struct hub_events *events;
    char id[COMMIT_ID];
    const struct game *game;
    bool computer[SEATS];
    struct store_place place;
    struct session *session;   // NULL while it is forgotten: hub_wake()
    const struct table *table; // the session's, or NULL
    uint32_t n;                // the last event that was told
    bool reading;              // not all events have been read yet: nothing is asked of the session
    unsigned woken;            // how often: a record that was begun before is not of this session
    bool recording;            // the record is being made
    STAILQ_HEAD(hub_queue, hub_waiter) waiting;

    struct stream_list streams;
    unsigned listeners[SEATS]; // by viewer; of SEAT_NOBODY: watchers
    int64_t away_at[SEATS];    // when the seat will be said to be away, or 0
    bool away[SEATS];
    int64_t acted[SEATS];         // buckets
    unsigned char by[BUCKET_KEY]; // the address on whose account its computers think

    const struct log_event *event; // in the batch: the session's
    struct event *timer;
    struct evbuffer *record; // of all that happened, once that is open; NULL: not made yet
    uint32_t record_n;       // the last event in it
    int64_t used;            // last
};

// NULL when there is no memory.
struct hub *hub_new(struct serve *serve, const struct hub_events *events);
void hub_free(struct hub *hub);

// Makes a table. False, with a sentence: STORE_BAD it cannot be, else try again.
enum store_answer hub_create(struct hub *hub, const struct table_setup *setup,
                             const struct store_place *place, struct hub_table **table,
                             struct text *why);

// From memory, or from the store. STORE_NONE if there is no such table.
enum store_answer hub_find(struct hub *hub, const char *id, struct hub_table **table,
                           struct text *why);

// If it is in memory; else NULL.
struct hub_table *hub_peek(struct hub *hub, const char *id);

// All that are in memory, one after the other, beginning with NULL; NULL after the last.
struct hub_table *hub_next(struct hub *hub, const struct hub_table *table);

// Makes sure that table->table is there, with all events that are kept. A long log is read in
// pieces, so that nobody else waits for it: see hub_wait(). HUB_LOST comes with a sentence.
enum hub_wakes { HUB_AWAKE, HUB_READING, HUB_LOST };
enum hub_wakes hub_wake(struct hub_table *table, struct text *why);
bool hub_is_awake(const struct hub_table *table);

// To be called when the table is awake, or its record is made. And that this is so.
void hub_wait(struct hub_table *table, struct hub_waiter *waiter);
void hub_tell_waiting(struct hub_table *table, bool good);

// Nobody is served any more: whoever waits is told so.
void hub_stop(struct hub *hub);

// From the table's timer: the next piece of its log.
void hub_read_on(struct hub_table *table);

// It is made again from its log when it is needed.
void hub_forget(struct hub_table *table);

// What the flags say of hints, after they have been read.
void hub_note_hints(struct hub_table *table);

// Reads the events that others have kept meanwhile, and tells them. If there are very many, the
// rest is read in pieces.
bool hub_catch_up(struct hub_table *table, struct text *why);

// The flags are kept and others are told.
bool hub_set_flags(struct hub_table *table, unsigned set, unsigned clear, struct text *why);

// Does the seat belong to a person, and has not been taken yet?
bool hub_is_open(const struct hub_table *table, unsigned seat);

// The seat has another link, or another holder, and this is the header now: whoever listens with
// the old link is dropped and, where the header is another one, everybody, to be told again.
void hub_change_holder(struct hub_table *table, unsigned seat, const struct log_header *header);

// When what is kept for that many hours is swept away; 0: never.
int64_t hub_keep_for(const struct serve *serve, unsigned hours);

// When it will be swept away, after this event.
void hub_extend(struct hub_table *table);

#endif
