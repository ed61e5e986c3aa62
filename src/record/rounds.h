// SPDX-License-Identifier: GPL-3.0-or-later
// The rounds of a log, each as a record of its own: what lists, replays and reviews of
// single rounds are made of.
#ifndef RECORD_ROUNDS_H
#define RECORD_ROUNDS_H

#include "record/record.h"

struct rounds_settling;

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
struct rounds_settling *rounds_settling_new(void);
bool rounds_settle_last(struct rounds_settling *settling, struct log *log, struct text *why);

// The event with which the next round after this one began; 0 if there is none.
uint32_t rounds_next(const struct log *log, uint32_t after);

// The round that began with this event, 0: the last one, as `as` knows it. Its winner is
// taken from the round's event. Free the record with record_clear() in any case.
bool rounds_record(const struct log *log, uint32_t began, unsigned as, struct record *record,
                   struct text *why);

// Every event legal, every commitment fitting; everything must be opened.
bool rounds_check(const struct log *log, struct text *why);

#endif
