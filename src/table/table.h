// SPDX-License-Identifier: GPL-3.0-or-later
// The table: the middle of the program, between the referee and the players. It knows
// who decides next, what each viewer may see and do, and all policy: who may see a hint,
// when a shared screen is covered, what may be taken back, what is revealed at the end.
//
// Pure: it does no input or output, waits for nothing, and reads neither a clock nor a
// random source. Time is milliseconds on any clock that only goes forward; chance comes
// in with the means.
//
// Two steps: table_propose() checks an act and gives the event to be kept, and changes
// nothing. The driver stores the event (alone or in a batch), then calls
// table_commit(), and it has happened and is news; or table_drop(), and it never did.
// An event that was kept elsewhere enters by table_take(), which checks it. Two tables fed the
// same events give equal stages and news.
#ifndef TABLE_TABLE_H
#define TABLE_TABLE_H

#include "table/act.h"
#include "table/news.h"
#include "table/setup.h"
#include "table/stage.h"
#include "table/wish.h"

// NULL, with a sentence, if this cannot be agreed or there is no memory.
struct table *table_new(const struct table_setup *setup, struct text *why);
void table_free(struct table *table);

// What comes from outside.
struct table_means {
    int64_t now;
    struct random *chance;             // tosses and deals are drawn from it
    unsigned char nonce[COMMIT_BYTES]; // new secret random bytes, for one commitment
};

enum table_answer {
    TABLE_EVENT,  // *event is to be kept and committed; tell *reply then
    TABLE_REPLY,  // *reply is all that comes of it
    TABLE_ADVICE, // allowed, and the driver makes the reply: for ACT_HINT a hint; for ACT_MOVE a
                  // warning, or, if there is nothing to warn of, proposes it again as `sure`
};

enum table_answer table_propose(const struct table *table, const struct act *act,
                                const struct table_means *means, struct log_event *event,
                                struct news *reply);

// The event that was proposed here last, and nothing has happened since, was kept and happens
// now. A move is not checked again. False, with a sentence, if there is no memory, or if it has
// another number than the next; nothing has changed then.
bool table_commit(struct table *table, const struct log_event *event, int64_t now,
                  struct text *why);

// The same for an event from elsewhere: a store, another node, another process. False, with a
// sentence, also if it is against the rules, or its commitment was made for something else.
bool table_take(struct table *table, const struct log_event *event, int64_t now, struct text *why);

// The last event happened that many milliseconds before it was committed: they count for the player
// who decides now.
void table_spend(struct table *table, int64_t milliseconds);

// The seat is given a hint, or was before the log was read: its next move says so (`helped`).
void table_note_hint(struct table *table, unsigned seat);
bool table_has_hint(const struct table *table, unsigned seat);

// It was not kept and never happens. Forgets what it had to hide.
void table_drop(struct log_event *event);

// The number of the last event.
uint32_t table_count(const struct table *table);

// What a seat sees of the round in play: computer players and hints work from it.
struct view table_view(const struct table *table, unsigned seat);

// What it was told of the round in play, as match_history() has it: they need that, too.
void table_history(const struct table *table, unsigned seat, struct history *history);

const struct table_setup *table_setup(const struct table *table);

#endif
