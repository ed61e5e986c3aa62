// SPDX-License-Identifier: GPL-3.0-or-later
// A round of a table's log: its moves, what was agreed, and whose knowledge it is. The game's
// state is what playing it gives.
#ifndef RECORD_RECORD_H
#define RECORD_RECORD_H

#include "record/log.h"

struct match;

// Whose knowledge a record, a replay or an export shows. A seat stands for itself.
enum record_as { AS_WATCH = SEAT_NOBODY, AS_1 = SEAT_1, AS_2 = SEAT_2, AS_ALL = SEATS };

bool record_parse_as(const char *from, unsigned *as, struct text *why);
const char *record_as_name(unsigned as);

struct record_header {
    char id[COMMIT_ID];
    char series[COMMIT_ID]; // the id of the first round of the same match
    struct variant variant;
    unsigned first;
    unsigned round, rounds;
    char name[SEATS][LOG_NAME];
    char player[SEATS][LOG_PLAYER];   // who plays: "human", or which program
    int64_t created;                  // milliseconds since 1970
    unsigned char hash[COMMIT_BYTES]; // of the table's header
};

// A move, or that the last move was taken back. Taking back is an entry of its
// own: what was once written stays.
struct record_entry {
    struct event event;      // of a move
    struct commit_seal seal; // of a hidden move
    bool undo;
    bool opened; // the numbers of a hidden move, and its nonce, are known
    uint32_t n;  // the number in the table's log
};

struct record {
    struct record_header header;
    struct record_entry *entries;
    size_t room;
    unsigned count;
    unsigned live;     // moves that were not taken back
    unsigned winner;   // SEAT_NOBODY while the game goes on
    unsigned given_up; // who did not lose by the moves,
    unsigned lost_by;  // but by this: LOG_RESIGN, LOG_FLAG or LOG_FORFEIT
    unsigned as;       // whose knowledge it is; AS_ALL for what we keep ourselves
};

void record_clear(struct record *record);

// Clear *to in any case.
bool record_copy(const struct record *from, struct record *to, struct text *why);

bool record_add(struct record *record, const struct record_entry *entry, struct text *why);

// Plays the first `count` entries into *match. False, with a sentence, at the
// first that is against the rules, has another outcome, or is not opened.
bool record_play(const struct record *record, unsigned count, struct match *match,
                 struct text *why);

// Plays entry i into a match that has all before it. Where the move is legal but
// has another outcome, the match has gone on with it.
bool record_step(const struct record *record, unsigned i, struct match *match, struct text *why);

// Was the commitment of a hidden move, which is opened, made for it?
bool record_seal_fits(const struct record *record, const struct record_entry *entry);

// The moves that count, in order, as many as there are `live`.
void record_moves(const struct record *record, struct move moves[MOVES_MAX]);

// The board as `as` knows it: AS_ALL, with everything that is hidden on it.
void record_board(const struct match *match, unsigned as, struct board *board);

bool record_is_hidden(const struct record *record, const struct record_entry *entry);
bool record_has_hidden(const struct record *record);

// Who gave the round up, in a sentence.
void record_tell_given_up(const struct record *record, struct text *out);

// The players' names by seat, as the dialogue wants them.
void record_names(const struct record *record, const char *name[SEATS]);

#endif
