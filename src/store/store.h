// SPDX-License-Identifier: GPL-3.0-or-later
// All games, in one SQLite database. What a call here has acknowledged survives
// the end of the program and of the machine; what it refuses, with a sentence,
// has changed nothing. Several programs may use the database at once.
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "record/record.h"

struct store;

enum { STORE_PATH = 4096 };

// Where the games are: in CAUSEWAY_DATA, or in the XDG data directory.
bool store_path(char path[STORE_PATH], struct text *why);

// For reading, a database that is not there is an empty one; for writing it is
// made, with its directory. NULL, with a sentence, if it cannot be used.
enum store_use { STORE_READ, STORE_WRITE };
struct store *store_open(const char *path, enum store_use use, struct text *why);
void store_close(struct store *store);

// Keeps a whole record: a new game's, which has no entries yet, or one from
// elsewhere. Refused if there is a game with its id.
bool store_add(struct store *store, const struct record *record, struct text *why);

// Lets the record follow the match, and keeps what is new: call it after every
// move, before anybody is told of it. When it fails the record is as before.
bool store_follow(struct store *store, struct record *record, const struct match *match,
                  struct text *why);

// Reads a game and plays it through. Free the record with record_clear() in any
// case.
bool store_load(struct store *store, const struct game *const *games, const char *id,
                struct record *record, struct text *why);

bool store_delete(struct store *store, const char *id, struct text *why);

// The id that begins so, if only one does.
bool store_find(struct store *store, const char *beginning, char id[COMMIT_ID], struct text *why);

// The newest game that is not over, or after which a match of several rounds was
// not gone on with.
bool store_newest_unfinished(struct store *store, char id[COMMIT_ID], struct text *why);

// What lists and statistics are made of. The texts last until the next one.
struct store_summary {
    const char *id;
    const char *game; // slug
    const char *name[SEATS];
    const char *player[SEATS]; // "human", or which program
    unsigned first, round, rounds, moves, winner;
    int64_t created;
};

// Which games: members that are NULL or false do not restrict.
struct store_filter {
    const char *game;   // slug
    const char *player; // a name, case aside
    const char *series;
    bool unfinished;   // there is a move to make, or the match's next round to play
    bool finished;     // there is a winner
    bool oldest_first; // else the newest comes first
};

// Calls `each` for every game until it returns false.
typedef bool store_each(void *whom, const struct store_summary *summary);
bool store_list(struct store *store, const struct store_filter *filter, store_each *each,
                void *whom, struct text *why);

#endif
