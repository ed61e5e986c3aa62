// SPDX-License-Identifier: GPL-3.0-or-later
// The tables that are in memory. Each is made from its log when somebody comes, and is
// forgotten when nothing has happened for a while: even under its listeners, of which only
// the streams are left then.
#ifndef FRONTS_SERVE_TABLES_H
#define FRONTS_SERVE_TABLES_H

#include <sys/queue.h>

#include "fronts/serve/inside.h"
#include "fronts/serve/token.h"
#include "table/session.h"

struct tables;
struct stream;
LIST_HEAD(stream_list, stream);

// Somebody who waits until a long log has been read, or its record made; called once: false if it
// cannot be.
struct tables_waiter {
    STAILQ_ENTRY(tables_waiter) next;
    void (*ready)(struct tables_waiter *waiter, bool good);
};

// Flags of a table, besides those of store.h: this seat's holder has come once.
#define TABLES_JOINED(seat) (1u << (7 + (seat)))

// And: it has had a hint and not moved since.
#define TABLES_HINTED(seat) (1u << (9 + (seat)))

struct live_table;

// What those who drive the tables and those who tell of them have to know; this module includes
// neither.
struct tables_events {
    event_callback_fn time;                          // the table's timer
    void (*told)(struct live_table *table);          // event n of it has happened
    void (*changed)(const struct live_table *table); // what lists show of it
    void (*awake)(struct live_table *table);         // its log was read, or cannot be
    void (*drop)(struct live_table *table,
                 unsigned viewer);                          // its listeners; SEATS: everybody
    int64_t (*wait)(struct live_table *table, int64_t now); // does what is due; when next, or 0
};

struct live_table {
    struct live_table *next; // in its bucket
    struct serve *serve;
    const struct tables_events *events;
    char id[COMMIT_ID];
    const struct game *game;
    bool computer[SEATS];
    struct store_meta meta;
    struct session *session;   // NULL while it is forgotten: tables_wake()
    const struct table *table; // the session's, or NULL
    uint32_t n;                // the last event that was told
    bool reading;              // not all events have been read yet: nothing is asked of the session
    unsigned woken;            // how often: a record that was begun before is not of this session
    bool recording;            // the record is being made
    STAILQ_HEAD(tables_queue, tables_waiter) waiting;

    struct stream_list streams;
    unsigned listeners[SEATS]; // by viewer; of SEAT_NOBODY: watchers
    uint32_t heard[SEATS];     // by viewer: the last event that its listeners were told
    int64_t heard_at[SEATS];   // and when
    int64_t late_at;           // when those who have not heard of the last event are told, or 0
    TAILQ_ENTRY(live_table) late_next;
    int64_t away_at[SEATS]; // when the seat will be said to be away, or 0
    bool away[SEATS];
    int64_t acted[SEATS];                  // buckets
    unsigned char seen[SEATS][TOKEN_SEEN]; // token_opens()
    unsigned char by[BUCKET_KEY];          // the address on whose account its computers think

    const struct log_event *event; // in the batch: the session's
    struct event *timer;
    struct evbuffer *record; // of all that happened, once that is open; NULL: not made yet
    uint32_t record_n;       // the last event in it
    int64_t used;            // last
};

// NULL when there is no memory.
struct tables *tables_new(struct serve *serve, const struct tables_events *events);
void tables_free(struct tables *tables);

// Makes a table. False, with a sentence: STORE_BAD it cannot be, else try again.
enum store_answer tables_create(struct tables *tables, const struct table_setup *setup,
                                const struct store_meta *meta, struct live_table **table,
                                struct text *why);

// From memory, or from the store. STORE_NONE if there is no such table.
enum store_answer tables_find(struct tables *tables, const char *id, struct live_table **table,
                              struct text *why);

// If it is in memory; else NULL.
struct live_table *tables_peek(struct tables *tables, const char *id);

// All that are in memory, one after the other, beginning with NULL; NULL after the last.
struct live_table *tables_next(struct tables *tables, const struct live_table *table);

// The same, of which the last one was this, which may be out of memory now: then some come again.
struct live_table *tables_go_on(struct tables *tables, const char *id);

// Makes sure that table->table is there, with all events that are kept. A long log is read in
// pieces, so that nobody else waits for it: see tables_wait(). TABLES_LOST comes with a sentence.
enum tables_wakes { TABLES_AWAKE, TABLES_READING, TABLES_LOST };
enum tables_wakes tables_wake(struct live_table *table, struct text *why);
bool tables_is_awake(const struct live_table *table);

// To be called when the table is awake, or its record is made. And that this is so.
void tables_wait(struct live_table *table, struct tables_waiter *waiter);
void tables_tell_waiting(struct live_table *table, bool good);

// Nobody is served any more: those who wait are told so.
void tables_stop(struct tables *tables);

// From the table's timer: the next piece of its log.
void tables_read_on(struct live_table *table);

// It is made again from its log when it is needed.
void tables_forget(struct live_table *table);

// What the flags say of hints, after they have been read.
void tables_note_hints(struct live_table *table);

// Reads the events that others have kept meanwhile, and tells them. If there are very many, the
// rest is read in pieces.
bool tables_catch_up(struct live_table *table, struct text *why);

// The flags are kept and others are told.
bool tables_set_flags(struct live_table *table, unsigned set, unsigned clear, struct text *why);

// Does the seat belong to a person, and has not been taken yet?
bool tables_is_open(const struct live_table *table, unsigned seat);

// The seat has another link, or another holder, and this is the header now: who listens with
// the old link is dropped and, where the header is another one, everybody, to be told again.
void tables_change_holder(struct live_table *table, unsigned seat, const struct log_header *header);

// When what is kept for that many hours is swept away; 0: never.
int64_t tables_keep_for(const struct serve *serve, unsigned hours);

// When it will be swept away, after this event.
void tables_extend(struct live_table *table);

#endif
