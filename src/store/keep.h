// SPDX-License-Identifier: GPL-3.0-or-later
// Where a server keeps its tables: in SQLite for one node, in PostgreSQL for many. Both
// behave alike; one suite (tests/test_keep.c) demands it.
//
// The only lock is the number of an event: of two nodes that keep an event with the same
// table and number one succeeds, and the other is told so. What a call has answered with
// KEEP_FINE survives the end of the program and of the machine. After KEEP_LOST nobody
// knows whether it was done; every call may be made again with the same arguments, and
// what was done the first time is answered as if it were done now.
//
// A keep is of one thread. Calls wait for the disk or the network, but never for long. What
// they call back (`each`) must not use the keep, but for that of keep_hear() and keep_ask().
#ifndef STORE_KEEP_H
#define STORE_KEEP_H

#include "record/log.h"

struct keep;

enum keep_answer {
    KEEP_FINE,
    KEEP_NONE, // there is no such table, or no such token, or not any more
    KEEP_LOST, // the database cannot be reached now, or others hold it: try again later
    KEEP_BAD,  // trying again will not help: the disk is full, the database is damaged, ...
};

// All calls that take `why` write a sentence for KEEP_LOST and KEEP_BAD. It names no token,
// no password and nothing that is hidden.

// A SQLite database at this path, made if it is not there, for its owner alone. NULL, with
// a sentence. postgres/pg_keep.h opens both kinds, by URL.
struct keep *keep_open_file(const char *path, struct text *why);

// Copies such a file as it is at one moment, while a server may go on using it, into one that is
// not there yet. False, with a sentence; then nothing is left of the copy.
bool keep_backup_file(const char *path, const char *to, struct text *why);
void keep_close(struct keep *keep);

// Tables.

enum { KEEP_TOKEN = 32 }; // bytes of a token's SHA-256

enum keep_flag {
    KEEP_PUBLIC = 1, // in the lobby, as long as it is not closed
    KEEP_CLOSED = 2, // by whoever runs the server
};

// What is kept of a table besides its log.
struct keep_place {
    bool seated[SEATS]; // a person's seat, which has a token
    unsigned char token[SEATS][KEEP_TOKEN];
    unsigned flags;   // of enum keep_flag
    int64_t until;    // when it is swept away, in milliseconds since 1970
    uint32_t version; // grows with every change but of `until`; given by the database
};

// Keeps a new table, without events; its id is the header's. KEEP_BAD if there is another
// table with that id or one of the tokens.
enum keep_answer keep_create(struct keep *keep, const struct log_header *header,
                             const struct keep_place *place, struct text *why);

// The header and the rest. To bring a table to life: keep_find(), table_new(), and
// table_commit() for each event of keep_read() after 0.
enum keep_answer keep_find(struct keep *keep, const struct game *const *games, const char *id,
                           struct log_header *header, struct keep_place *place, struct text *why);

// Events, in order and without a gap, as long as `each` returns true. They are read, not
// checked: table_commit() does that. KEEP_FINE also where there are none.
typedef bool keep_each_event(void *whom, const struct log_event *event);
enum keep_answer keep_read(struct keep *keep, const struct log_header *header, uint32_t after,
                           keep_each_event *each, void *whom, struct text *why);

enum keep_fate {
    KEEP_KEPT,   // it is stored
    KEEP_BEATEN, // another event has this number, or the one before it is not stored
    KEEP_GONE,   // the table was swept away
};

struct keep_item {
    const struct log_header *header;
    const struct log_event *event;
    enum keep_fate fate; // the answer, if that of the whole batch is KEEP_FINE
};

// Keeps events of different tables at once: what a server has collected while the batch
// before was written. At most one event a table: the next one follows from whether this
// one was kept. Other nodes are told of the batch.
enum keep_answer keep_append(struct keep *keep, struct keep_item *items, unsigned count,
                             struct text *why);

// Changes. Other nodes are told of them, but for keep_extend().

// The seat that a token opens.
enum keep_answer keep_find_seat(struct keep *keep, const unsigned char token[KEEP_TOKEN],
                                char id[COMMIT_ID], unsigned *seat, struct text *why);

// A new token instead of the old one, which opens nothing any more. KEEP_NONE if it did not.
enum keep_answer keep_replace_token(struct keep *keep, const char *id, unsigned seat,
                                    const unsigned char old[KEEP_TOKEN],
                                    const unsigned char new[KEEP_TOKEN], struct text *why);

// Flags of a table, whatever other nodes do to the others: those of `set` are on then, those
// of `clear` off. To hide a table clear KEEP_PUBLIC.
enum keep_answer keep_set_flags(struct keep *keep, const char *id, unsigned set, unsigned clear,
                                struct text *why);

// Swept away at another time. Call it when somebody came, when a game has ended, and now
// and then while it is played; not for every event.
enum keep_answer keep_extend(struct keep *keep, const char *id, int64_t until, struct text *why);

// Removes a player's name from a game that is over; other nodes read it again.
enum keep_answer keep_unname(struct keep *keep, const struct game *const *games, const char *id,
                             unsigned seat, struct text *why);

// Removes tables whose time has come, with their logs; so few at once that nobody waits:
// call it again until it has removed none.
enum keep_answer keep_sweep(struct keep *keep, int64_t now, unsigned *removed, struct text *why);

struct keep_listed {
    struct log_header header;
    struct keep_place place;
    uint32_t count; // of events
};

// Calls `each` for tables, the newest first, until it returns false or there were `most`.
// What is damaged is left out.
enum keep_which { KEEP_ALL, KEEP_LOBBY };
typedef bool keep_each_table(void *whom, const struct keep_listed *listed);
enum keep_answer keep_list(struct keep *keep, const struct game *const *games,
                           enum keep_which which, unsigned most, keep_each_table *each, void *whom,
                           struct text *why);

// Addresses that are not served: 16 bytes each, as of IPv6. Other nodes ask now and then.
enum { KEEP_ADDRESS = 16, KEEP_BLOCKED_MOST = 256 };
enum keep_answer keep_block(struct keep *keep, const unsigned char address[KEEP_ADDRESS],
                            bool blocks, struct text *why);

typedef void keep_each_address(void *whom, const unsigned char address[KEEP_ADDRESS]);
enum keep_answer keep_list_blocked(struct keep *keep, keep_each_address *each, void *whom,
                                   struct text *why);

// Takes all tables of one keep along into another one, which may have them already or in
// part, and what it has blocked. What is damaged is left where it is and counted.
struct keep_copied {
    unsigned tables, damaged;
};
enum keep_answer keep_copy(struct keep *from, struct keep *to, const struct game *const *games,
                           struct keep_copied *copied, struct text *why);

// Time.

// Notes, by the clock of the database, that this node serves: every few seconds, under a name of
// its own, which it changes after a pause.
enum keep_answer keep_beat(struct keep *keep, const char *node, struct text *why);

// How long some node has served since that time, an event's: a time in which none did is
// nobody's. What came after the last note is not counted, in favour of whoever thinks.
enum keep_answer keep_served(struct keep *keep, int64_t since, int64_t *milliseconds,
                             struct text *why);

// Other nodes.

// Readable when other nodes have written something: call keep_hear() then. -1 where there
// are no other nodes, and while the connection is lost; it may be another one after any
// call that answered KEEP_LOST, and after keep_hear().
int keep_descriptor(const struct keep *keep);

// What others have written: event n of the table; with 0, its place has changed, or it
// was swept away. After a new connection what one has written oneself may be among it.
// Waits for nothing. KEEP_LOST: something may have been missed, so ask
// with keep_ask(); it connects again if need be, hence call it every second or so, too.
typedef void keep_each_change(void *whom, const char *id, uint32_t n);
enum keep_answer keep_hear(struct keep *keep, keep_each_change *each, void *whom, struct text *why);

// What somebody knows of a table.
struct keep_known {
    const char *id;
    uint32_t n, version;
};

// Which of these have changed, by the same call: the net below the notifications, which
// are lost with a connection. To be asked slowly, and after KEEP_LOST.
enum keep_answer keep_ask(struct keep *keep, const struct keep_known *known, unsigned count,
                          keep_each_change *each, void *whom, struct text *why);

#endif
