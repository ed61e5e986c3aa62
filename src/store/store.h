// SPDX-License-Identifier: GPL-3.0-or-later
// All games, in one SQLite database. What a call here has acknowledged survives
// the end of the program and of the machine; what it refuses, with a sentence,
// has changed nothing. Several programs may use the database at once.
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "record/log.h"

struct store;

enum { STORE_PATH = 4096 };

// The user's own store, and what is kept beside it under other names: in CAUSEWAY_DATA, or in
// the XDG data directory.
#define STORE_GAMES  "games.db"
#define STORE_BESIDE "games-6.db" // where that is of an older version
bool store_path(const char *name, char path[STORE_PATH], struct text *why);

// For reading, a database that is not there is an empty one; for writing it is
// made, with its directory. NULL, with a sentence, if it cannot be used.
enum store_use { STORE_READ, STORE_WRITE };
struct store *store_open(const char *path, enum store_use use, struct text *why);
void store_close(struct store *store);

// Is there a database of games of an older version? Then with the sentence that refuses it.
bool store_is_older(const char *path, struct text *why);

// The number that databases of games have as their version; those of others are refused.
enum { STORE_VERSION = 6 };

// Keeps the next event of a table's log, which is not in the log yet, together with those of
// the log that are not stored: the first `kept` are. All of them are then stored, or none.
// `rounds` are those that the events belong to, as they stand after them: the store is told,
// and plays nothing. Call it before anybody is told of the event. Refused if another program
// has gone on with the table.
bool store_keep(struct store *store, const struct log *log, uint32_t kept,
                const struct log_event *event, const struct log_standing *rounds, unsigned count,
                struct text *why);

// Keeps that this seat has had a hint in the last round of the table, and has not moved since.
bool store_note_hint(struct store *store, const char *home, unsigned seat, struct text *why);

// The seats, by seat_bit(), for whom that was kept, or who had other help in that round.
bool store_aided(struct store *store, const char *home, unsigned *seats, struct text *why);

// Keeps a whole log from elsewhere, with all its rounds: it is not what was last played.
// Refused if there is a game with its id.
bool store_import(struct store *store, const struct log *log, const struct log_standing *rounds,
                  unsigned count, struct text *why);

// What the lists say of a round: it must be what its log says.
struct store_listed {
    struct log_standing standing; // but for `match_began`
    char series[COMMIT_ID];       // the id of the first round of the same match
};

// Reads the log of the table that this game is a round of. Its bytes are as they were stored;
// whether its events are legal is for the caller to find out. Free it with log_clear() in any
// case.
bool store_load(struct store *store, const struct game *const *games, const char *id,
                struct log *log, struct store_listed *listed, struct text *why);

// Says what is wrong with a game, without what must not reach a terminal; always false.
bool store_damaged(const char *id, const char *what, struct text *why);

bool store_delete(struct store *store, const char *id, struct text *why);

// The id that begins so, if only one does.
bool store_find(struct store *store, const char *beginning, char id[COMMIT_ID], struct text *why);

// The game that was last played of those that are not over, or after which a match of
// several rounds was not gone on with; whatever the clock said. So many are left out.
bool store_newest_unfinished(struct store *store, unsigned skip, char id[COMMIT_ID],
                             struct text *why);

// What lists and statistics are made of. The texts last until the next one.
struct store_summary {
    const char *id;
    const char *game; // slug
    const char *name[SEATS];
    const char *player[SEATS]; // "human", or which program
    const char *who[SEATS];    // a person by the name, else "computer:medium" or "program:..."
    const char *rules;
    unsigned first, round, rounds, moves, winner;
    unsigned aided; // seats, by seat_bit(): who had a hint or a coach, or took a move back
    int64_t created;
};

// Which games: members that are NULL or false do not restrict.
struct store_filter {
    const char *game;   // slug
    const char *player; // as in store_summary.who, case aside
    const char *series;
    bool unfinished;   // there is a move to make, or the match's next round to play
    bool finished;     // there is a winner
    bool oldest_first; // else the newest comes first
};

// Calls `each` for every game until it returns false. What is damaged is left out, and
// named in the sentence that is then given although the answer is true.
typedef bool store_each(void *whom, const struct store_summary *summary);
bool store_list(struct store *store, const struct store_filter *filter, store_each *each,
                void *whom, struct text *why);

#endif
