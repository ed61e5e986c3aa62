// SPDX-License-Identifier: GPL-3.0-or-later
// The rounds of a log, each as a record of its own: what lists, replays and reviews of
// single rounds are made of.
#ifndef RECORD_ROUNDS_H
#define RECORD_ROUNDS_H

#include "record/log.h"
#include "record/record.h"

// How the last round of a log stands.
struct rounds_standing {
    uint32_t began;       // the event with which it began; 0: none has
    uint32_t match_began; // and the one with which its match did
    uint16_t round;
    uint8_t first, winner;
    uint16_t moves; // that count
    uint8_t aided;  // seats, by seat_bit(): who had a hint or a coach, or took a move back
};

// With one more event, unless it is NULL. False, with a sentence, if an event is
// against the rules.
bool rounds_stand(const struct log *log, const struct log_event *next,
                  struct rounds_standing *standing, struct text *why);

// The id of the round that began with this event: the table's own for the first, and one
// that follows from both for the others.
void rounds_id(const struct log_header *header, uint32_t began, char id[COMMIT_ID]);

// Writes into the rounds' events who won them. Everything must be open.
bool rounds_settle(struct log *log, struct text *why);

// The event with which the next round after this one began; 0 if there is none.
uint32_t rounds_next(const struct log *log, uint32_t after);

// The round that began with this event, 0: the last one, as `as` knows it. Its winner is
// taken from the round's event. Free the record with record_clear() in any case.
bool rounds_record(const struct log *log, uint32_t began, unsigned as, struct record *record,
                   struct text *why);

// Every event legal, every commitment fitting; everything must be opened.
bool rounds_check(const struct log *log, struct text *why);

#endif
