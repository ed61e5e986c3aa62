// SPDX-License-Identifier: GPL-3.0-or-later
// The rounds of a table's log: each is a slice of it, which lists, replays and reviews read.
#ifndef RECORD_ROUND_H
#define RECORD_ROUND_H

#include "record/log.h"

struct match;

// The events from the one with which the round began up to the next that begins one. They stay
// the log's, which must outlive it.
struct round {
    const struct log_header *header;
    const struct log_event *events; // the first is a LOG_ROUND
    unsigned count;
    uint16_t number;      // in its match, from 1
    uint32_t match_began; // the event with which its match began
    unsigned as;          // whose knowledge it is: enum log_as
};

// The event with which the next round after this one began; 0 if there is none.
uint32_t round_next(const struct log *log, uint32_t after);

// The round that began with this event, 0: the last one, as `as` knows it. False, with a sentence.
bool round_find(const struct log *log, uint32_t began, unsigned as, struct round *round,
                struct text *why);

void round_id(const struct round *round, char id[COMMIT_ID]);
unsigned round_first(const struct round *round);
unsigned round_winner(const struct round *round); // as its first event says

// How a seat lost it other than by the moves: LOG_RESIGN, LOG_FLAG or LOG_FORFEIT; or NULL.
const struct log_event *round_loss(const struct round *round);

// The same in a sentence.
void round_tell_loss(const struct round *round, struct text *out);

bool round_has_hidden(const struct round *round);

// The events, by index, of the moves that count, in order; how many they are.
unsigned round_moves(const struct round *round, unsigned moves[MOVES_MAX]);

// Plays its first `count` events into *match: moves, and that they are taken back. False, with a
// sentence, at the first that is against the rules, has another outcome, or is not opened.
bool round_play(const struct round *round, unsigned count, struct match *match, struct text *why);

// Plays event i into a match that has all before it. Where the move is legal but has another
// outcome, the match has gone on with it.
bool round_step(const struct round *round, unsigned i, struct match *match, struct text *why);

// The board as `as` knows it: AS_ALL, with everything that is hidden on it.
void round_board(const struct match *match, unsigned as, struct board *board);

// --- All rounds of a log

// How each round stands at the log's end, or after one more event unless it is NULL. Free them
// with mem_free() in any case. False, with a sentence, if an event is against the rules.
bool rounds_stand(const struct log *log, const struct log_event *next, struct log_standing **rounds,
                  unsigned *count, struct text *why);

// How the last one stands.
bool rounds_last(const struct log *log, struct log_standing *last, struct text *why);

// Writes into the rounds' events who won them. Everything must be open.
bool rounds_settle(struct log *log, struct text *why);

// The same for a log that is read in pieces: call it for each event as it was added. NULL when
// there is no memory; free with mem_free().
struct rounds_settling;
struct rounds_settling *rounds_settling_new(void);
bool rounds_settle_last(struct rounds_settling *settling, struct log *log, struct text *why);

// Every event legal, every commitment fitting; everything must be opened.
bool rounds_check(const struct log *log, struct text *why);

#endif
