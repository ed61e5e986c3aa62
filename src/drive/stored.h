// SPDX-License-Identifier: GPL-3.0-or-later
// Logs to and from the store, which keeps lines and believes what it is told: here they are
// written and read and, of local games, played through.
#ifndef DRIVE_STORED_H
#define DRIVE_STORED_H

#include "record/round.h"
#include "store/store.h"

// Local games.

// Stores the next event of a table's log, which is not in the log yet, together with those of
// the log that are not stored: the first `kept` are. All of them are then stored, or none.
// `rounds` are those that the events belong to, as they stand after them. Call it before anybody
// is told of the event. Refused, with a sentence, if another program has gone on with the table.
bool stored_keep(struct store *store, const struct log *log, uint32_t kept,
                 const struct log_event *event, const struct log_standing *rounds, unsigned count,
                 struct text *why);

// Stores a whole log from elsewhere: it is not what was last played. Refused, with a sentence, if
// it is not sound, or if there is a game with its id.
bool stored_import(struct store *store, const struct log *log, struct text *why);

// The log of the table that this game is a round of, sound, with the winners of its rounds; and
// that round, unless it is NULL. Free the log with log_clear() in any case. False, with a sentence.
struct stored_found {
    uint32_t began; // the event that the round began with
    bool open;      // there is a move to make in it, or a round to play after it
};
bool stored_load(struct store *store, const struct game *const *games, const char *id,
                 struct log *log, struct stored_found *found, struct text *why);

// A server's tables: as the calls of store.h.

enum store_answer stored_create(struct store *store, const struct log_header *header,
                                const struct store_meta *meta, struct text *why);

enum store_answer stored_find(struct store *store, const struct game *const *games, const char *id,
                              struct log_header *header, struct store_meta *meta, struct text *why);

// Events are read, not checked: table_take() does that.
typedef bool stored_each_event(void *context, const struct log_event *event);
enum store_answer stored_read(struct store *store, const struct log_header *header, uint32_t after,
                              stored_each_event *each, void *context, struct text *why);

// At most this many of them.
enum store_answer stored_read_some(struct store *store, const struct log_header *header,
                                   uint32_t after, unsigned most, stored_each_event *each,
                                   void *context, struct text *why);

struct stored_item {
    const struct log_header *header;
    const struct log_event *event;
    enum append fate; // if the answer of the whole batch is STORE_OK
};
enum store_answer stored_append(struct store *store, struct stored_item *items, unsigned count,
                                struct text *why);

enum store_answer stored_take_seat(struct store *store, const struct log_header *before,
                                   const struct log_header *after, unsigned seat,
                                   const unsigned char old[STORE_TOKEN],
                                   const unsigned char new[STORE_TOKEN], struct text *why);

// Removes a player's name from a game that is over; other nodes read it again.
enum store_answer stored_unname(struct store *store, const struct game *const *games,
                                const char *id, unsigned seat, struct text *why);

struct stored_listed {
    struct log_header header;
    struct store_meta meta;
    uint32_t count; // of events
};
typedef bool stored_each_table(void *context, const struct stored_listed *listed);
enum store_answer stored_list(struct store *store, const struct game *const *games,
                              enum store_which which, unsigned most, stored_each_table *each,
                              void *context, struct text *why);

#endif
