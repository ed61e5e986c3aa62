// SPDX-License-Identifier: GPL-3.0-or-later
// The tables that are in memory. Each is made from its log when somebody comes, and is
// forgotten when nothing has happened for a while: even under its listeners, of whom only
// the streams are left then.
#ifndef FRONTS_SERVE_HUB_H
#define FRONTS_SERVE_HUB_H

#include <sys/queue.h>

#include "fronts/serve/inside.h"
#include "table/session.h"

struct hub;
struct stream;
LIST_HEAD(stream_list, stream);

// Flags of a place, besides those of keep.h: this seat's holder has come once.
#define HUB_JOINED(seat) (1u << (7 + (seat)))

// And: it has had a hint and not moved since.
#define HUB_HINTED(seat) (1u << (9 + (seat)))

struct hub_table {
    struct hub_table *next; // in its bucket
    struct serve *serve;
    char id[COMMIT_ID];
    const struct game *game;
    bool computer[SEATS];
    struct keep_place place;
    struct session *session;   // NULL while it is forgotten: hub_wake()
    const struct table *table; // the session's, or NULL
    uint32_t n;                // the last event that was told

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
struct hub *hub_new(struct serve *serve);
void hub_free(struct hub *hub);

// Makes a table. False, with a sentence: KEEP_BAD it cannot be, else try again.
enum keep_answer hub_create(struct hub *hub, const struct table_setup *setup,
                            const struct keep_place *place, struct hub_table **table,
                            struct text *why);

// From memory, or from the store. KEEP_NONE if there is no such table.
enum keep_answer hub_find(struct hub *hub, const char *id, struct hub_table **table,
                          struct text *why);

// If it is in memory; else NULL.
struct hub_table *hub_peek(struct hub *hub, const char *id);

// All that are in memory, one after the other, beginning with NULL; NULL after the last.
struct hub_table *hub_next(struct hub *hub, const struct hub_table *table);

// Makes sure that table->table is there, with all events that are kept. False, with a
// sentence.
bool hub_wake(struct hub_table *table, struct text *why);

// It is made again from its log when it is needed.
void hub_forget(struct hub_table *table);

// What the flags say of hints, after they have been read.
void hub_note_hints(struct hub_table *table);

// Reads the events that others have kept meanwhile, and tells them.
bool hub_catch_up(struct hub_table *table, struct text *why);

// The flags are kept and others are told.
bool hub_set_flags(struct hub_table *table, unsigned set, unsigned clear, struct text *why);

// This seat's holder is here: what waited for that begins.
void hub_join(struct hub_table *table, unsigned seat);

// Does the seat belong to a person whom nobody has taken it for yet?
bool hub_is_open(const struct hub_table *table, unsigned seat);

// Somebody listens, or has stopped.
void hub_listen(struct hub_table *table, unsigned viewer);
void hub_unlisten(struct hub_table *table, unsigned viewer);

// Whoever has gone for long enough is said to be away; the time of the next such moment,
// or 0.
int64_t hub_tell_away(struct hub_table *table, int64_t now);

// When what is kept for so many hours from now on is swept away; 0: never.
int64_t hub_keep_for(unsigned hours);

// When it will be swept away, after this event.
void hub_extend(struct hub_table *table);

#endif
