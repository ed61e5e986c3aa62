// SPDX-License-Identifier: GPL-3.0-or-later
// Where logs live: bytes in, bytes out. The store is told what they mean (struct store_round) and
// knows no game, no match and no replay. SQLite keeps the games of one machine and the tables of a
// server with one node, PostgreSQL those of many; both behave alike, and one suite
// (tests/test_store_tables.c) demands it. drive/stored.h turns logs into lines and lines into logs.
//
// The only lock is the number of an event: of two programs that append an event with the same table
// and number one succeeds, and the other is told so. What a call has acknowledged survives the end
// of the program and of the machine; what it refuses, with a sentence, has changed nothing. After
// STORE_RETRY it is unknown whether it was done; every call may be made again with the same
// arguments, and what was done the first time is answered as if it were done now.
//
// Not thread-safe: use each store from one thread. Calls wait for the disk or the network, but
// never for long. What they call back must not use the store, but for that of store_hear() and
// store_ask().
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "record/log.h"

struct store;

enum { STORE_PATH = 4096 };

// The user's own store, and what is kept beside it under other names: in CAUSEWAY_DATA, or in
// the XDG data directory.
#define STORE_GAMES  "games.db"
#define STORE_BESIDE "games-8.db" // where that is of an older version
bool store_path(const char *name, char path[STORE_PATH], struct text *why);

// The numbers that databases have as their version; those of others are refused.
enum { STORE_VERSION = 8, STORE_POSTGRES_VERSION = 7 };

enum store_answer {
    STORE_OK,
    STORE_NONE,  // there is no such table or token, or not any more
    STORE_RETRY, // the database cannot be reached now, or others hold it
    STORE_BAD,   // trying again will not help: the disk is full, the database is damaged, ...
};

// All calls that take `why` write a sentence for STORE_RETRY and STORE_BAD, and where they return
// false. It names no token, no password and nothing that is hidden.

// A SQLite database at this path, for its owner alone. For reading, one that is not there is an
// empty one; for writing it is made, with its directory; a server does not wait for a lock that
// others hold. NULL, with a sentence. postgres/pg_store.h opens both kinds, by URL.
enum store_use { STORE_READ, STORE_WRITE, STORE_SERVE };
struct store *store_open(const char *path, enum store_use use, struct text *why);
void store_close(struct store *store);

// Is there a database of an older version? Then with the sentence that refuses it.
bool store_is_older(const char *path, struct text *why);

// Copies such a file as it is at one moment, while others may go on using it, into one that is not
// there yet. False, with a sentence; then nothing is left of the copy.
bool store_backup(const char *path, const char *to, struct text *why);

// Tables.

enum {
    STORE_LINE = 4096, // of a header or an event, with the NUL byte
    STORE_TOKEN = 32,  // bytes of a token's SHA-256
};

enum store_flag {
    STORE_PUBLIC = 1, // in the lobby, as long as it is not closed
    STORE_CLOSED = 2, // by the operator
};

// What is stored of a table besides its log; nothing but `until` for a local game.
struct store_meta {
    bool seated[SEATS]; // a person's seat, which has a token
    unsigned char token[SEATS][STORE_TOKEN];
    unsigned flags;   // of enum store_flag
    int64_t until;    // when it is swept away, in milliseconds since 1970
    uint32_t version; // grows with every change but of `until`; given by the database
};

struct store_table {
    const char *id, *header; // and the line
    int64_t created;         // milliseconds since 1970
    struct store_meta meta;
    uint32_t count; // of events, in lists
};

// A new table, without events. STORE_BAD if there is another with that id or one of the tokens.
enum store_answer store_create(struct store *store, const struct store_table *table,
                               struct text *why);

// Calls back once with the table, whose texts last as long.
typedef bool store_each_table(void *context, const struct store_table *table);
enum store_answer store_find_table(struct store *store, const char *id, store_each_table *each,
                                   void *context, struct text *why);

// At most this many events, in order and without a gap, as they were stored, until `each` returns
// false. STORE_OK also where there are none.
struct store_event {
    const char *id; // of the table
    uint32_t n;
    const char *line;          // text that ends with a NUL byte
    int64_t at;                // by the clock of the database, if 0 when it is appended
    const char *const *before; // to save it: the lines of the events before it, the last one first,
                               // as far as they are compared; NULL: whatever they are
};
typedef bool store_each_event(void *context, const struct store_event *event);
enum store_answer store_read(struct store *store, const char *id, uint32_t after, unsigned most,
                             store_each_event *each, void *context, struct text *why);

// What became of an event that was to be appended.
enum append {
    APPEND_OK,
    APPEND_CONFLICT, // another event has this number, or the one before it is not there
    APPEND_GONE,     // there is no such table any more
    APPEND_RETRY,    // as STORE_RETRY, and as STORE_BAD, with a sentence
    APPEND_BAD,
};

// Appends events of different tables at once: what a server has collected while the batch before
// was written. At most one a table: the next one follows from what became of this one, which
// `fates` say if the answer is STORE_OK. Other nodes are told of the batch.
enum store_answer store_append(struct store *store, const struct store_event *events,
                               unsigned count, enum append *fates, struct text *why);

// Rounds: what lists and statistics are made of.

enum { STORE_WHO = LOG_PLAYER + 9 }; // of `who`, with the NUL byte

// The texts last until the call returns.
struct store_round {
    const char *id, *home; // its own, and the table's
    const char *series;    // the id of the first round of the same match
    const char *game, *rules;
    const char *name[SEATS];
    const char *player[SEATS]; // "human", or which program
    const char *who[SEATS];    // a person by the name, else "computer:medium" or "program:..."
    unsigned rounds;
    int64_t created;
    struct log_standing standing; // but for `match_began`
    bool open;                    // given by the store: there is a move to make, or a round to play
};

// Appends events of one table, with the rounds that they belong to as they stand then: all of it,
// or nothing. The table is made first unless it is NULL. With `played` they are what was last
// played. A sentence only for APPEND_RETRY and APPEND_BAD.
enum append store_save(struct store *store, const struct store_table *table,
                       const struct store_event *events, unsigned count,
                       const struct store_round *rounds, unsigned round_count, bool played,
                       struct text *why);

// The log of the table that this round belongs to, as it is at one moment; false ends it. What is
// damaged is STORE_BAD.
struct store_reader {
    bool (*round)(void *context, const struct store_round *round);
    store_each_table *table;
    store_each_event *event;
    void *context;
};
enum store_answer store_load(struct store *store, const char *id, const struct store_reader *reader,
                             struct text *why);

// Says what is wrong with a game, without what must not reach a terminal; always false.
bool store_damaged(const char *id, const char *what, struct text *why);

// Notes that this seat has had a hint in the last round of the table, and has not moved since.
bool store_note_hint(struct store *store, const char *home, unsigned seat, struct text *why);

// The seats, by seat_bit(), for which that was noted, or who had other help in that round.
bool store_aided(struct store *store, const char *home, unsigned *seats, struct text *why);

// Removes the table that this round belongs to.
bool store_delete(struct store *store, const char *id, struct text *why);

// The id that begins so, if only one does.
bool store_find(struct store *store, const char *beginning, char id[COMMIT_ID], struct text *why);

// The round that was last played of those that are open, whatever the clock said, after the first
// `skip` of them.
bool store_newest_unfinished(struct store *store, unsigned skip, char id[COMMIT_ID],
                             struct text *why);

// Which rounds: members that are NULL or false do not restrict.
struct store_filter {
    const char *game;   // slug
    const char *player; // as in store_round.who, case aside
    bool unfinished;    // open
    bool finished;      // there is a winner
    bool oldest_first;  // else the newest comes first
    const char *rated;  // rules: with a game and a player, the newest first, those that the player,
                        // a person, has finished under these rules against a computer without help
};

// Calls `each` for every round until it returns false. What is damaged is left out, and named in
// the sentence that is then given although the answer is true.
typedef bool store_each(void *context, const struct store_round *round);
bool store_list(struct store *store, const struct store_filter *filter, store_each *each,
                void *context, struct text *why);

// Sums over finished rounds, those with a winner, which are kept beside them: they are there at
// once, however many rounds there are. `who` is as in store_round.who, case aside.

struct store_sum {
    const char *game;
    unsigned seat;
    bool first;          // went first, or had the first role
    const char *against; // of a person's games against a computer: which, in small letters; else ""
    bool helped;         // of these games only
    unsigned played, won;
    uint64_t moves;
};

// Of one player, or, with NULL, of everybody: then each round counts for both, and `against` is "".
typedef void store_each_sum(void *context, const struct store_sum *sum);
bool store_sums(struct store *store, const char *who, store_each_sum *each, void *context,
                struct text *why);

// What a player won and lost in a row, by when the rounds' tables were made: in all rounds, if
// `against` is "", or, as a person, against this computer without help.
struct store_streak {
    unsigned won, lost; // up to now
    unsigned longest;   // most won
};
bool store_streak(struct store *store, const char *who, const char *against,
                  struct store_streak *streak, struct text *why);

// At most this many of those who have finished a round, who played most first, with the name in
// small letters; *all is how many there are.
struct store_player {
    const char *who;
    unsigned played, won;
};
typedef bool store_each_player(void *context, const struct store_player *player);
bool store_players(struct store *store, unsigned most, store_each_player *each, void *context,
                   unsigned *all, struct text *why);

// What only a server needs. Other nodes are told of changes, but for store_extend().

// A new token instead of the old one, which opens nothing any more. STORE_NONE if it did not.
enum store_answer store_replace_token(struct store *store, const char *id, unsigned seat,
                                      const unsigned char old[STORE_TOKEN],
                                      const unsigned char new[STORE_TOKEN], struct text *why);

// The same for the taker of the seat, and the header is another one with it: who it is. Only before
// the first event, which binds the header; STORE_NONE afterwards, and if the header was not
// `before`.
enum store_answer store_take_seat(struct store *store, const char *id, const char *before,
                                  const char *after, unsigned seat,
                                  const unsigned char old[STORE_TOKEN],
                                  const unsigned char new[STORE_TOKEN], struct text *why);

// Another header; STORE_NONE if it was not the old one.
enum store_answer store_replace_header(struct store *store, const char *id, const char *old,
                                       const char *new, struct text *why);

// Flags of a table, whatever other nodes do to the others: those of `set` are on then, those
// of `clear` off. To hide a table clear STORE_PUBLIC.
enum store_answer store_set_flags(struct store *store, const char *id, unsigned set, unsigned clear,
                                  struct text *why);

// Swept away at another time. Call it when somebody came, when a game has ended, and now
// and then while it is played; not for every event.
enum store_answer store_extend(struct store *store, const char *id, int64_t until,
                               struct text *why);

// Removes tables whose time has come, with their logs; so little at once that nobody waits: call it
// again until it has removed nothing. *removed is how many tables, or 1 for a piece of a long one,
// which nobody finds any more from then on.
enum store_answer store_sweep(struct store *store, int64_t now, unsigned *removed,
                              struct text *why);

// Calls `each` for tables, the newest first, until it returns false or there were `most`. What is
// damaged is left out.
enum store_which { STORE_ALL, STORE_LOBBY };
enum store_answer store_list_tables(struct store *store, enum store_which which, unsigned most,
                                    store_each_table *each, void *context, struct text *why);

// Addresses that are not served: 16 bytes each, as of IPv6. Other nodes ask now and then.
enum { STORE_ADDRESS = 16, STORE_BLOCKED_MOST = 256 };
enum store_answer store_block(struct store *store, const unsigned char address[STORE_ADDRESS],
                              bool blocks, struct text *why);

typedef void store_each_address(void *context, const unsigned char address[STORE_ADDRESS]);
enum store_answer store_list_blocked(struct store *store, store_each_address *each, void *context,
                                     struct text *why);

// Takes all tables of one store along into another one, which may have them already or in
// part, and what it has blocked; not their rounds, which a server has none of. What is damaged is
// left where it is and counted.
struct store_copied {
    unsigned tables, damaged;
};
enum store_answer store_copy(struct store *from, struct store *to, struct store_copied *copied,
                             struct text *why);

// Notes, by the clock of the database, that this node serves: every few seconds, under a name of
// its own, which it changes after a pause. *now is what that clock says, in milliseconds since
// 1970: the clocks of nodes may differ.
enum store_answer store_beat(struct store *store, const char *node, int64_t *now, struct text *why);

// How long some node has served since that time, an event's: a time in which none did is
// nobody's. What came after the last note is not counted, in favour of the player who thinks.
enum store_answer store_served(struct store *store, int64_t since, int64_t *milliseconds,
                               struct text *why);

// Readable when other nodes have written something: call store_hear() then. -1 where there
// are no other nodes, and while the connection is lost; it may be another one after any
// call that answered STORE_RETRY, and after store_hear().
int store_descriptor(const struct store *store);

// What others have written: event n of the table; with 0, its metadata has changed, or it
// was swept away. After a new connection what one has written oneself may be among it.
// Waits for nothing. STORE_RETRY: something may have been missed, so ask
// with store_ask(); it connects again if need be, hence call it every second or so, too.
typedef void store_each_change(void *context, const char *id, uint32_t n);
enum store_answer store_hear(struct store *store, store_each_change *each, void *context,
                             struct text *why);

// What is known of a table.
struct store_known {
    const char *id;
    uint32_t n, version;
};

// Which of these have changed, by the same call: the net below the notifications, which
// are lost with a connection. To be asked slowly, and after STORE_RETRY.
enum store_answer store_ask(struct store *store, const struct store_known *known, unsigned count,
                            store_each_change *each, void *context, struct text *why);

#endif
