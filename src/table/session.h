// SPDX-License-Identifier: GPL-3.0-or-later
// The session: a table and everything that drives it, without input, output, clock or random
// source. It owns the queue of acts, the event under way, flags, the ticks at which computers
// reply, contributions to joint draws, and what a refused wish means. Its home (the blocking
// driver, the server, a browser) asks it what to do next, one request at a time, and only waits
// differently:
//
//     session_act(session, &act, ticket);
//     for (;;) {
//         struct session_request request = session_next(session, &means);
//         switch (request.want) { ... }
//     }
//
// until it rests. Whatever the home is asked for may be answered at once or much later; meanwhile
// it may ask again, and hears of whatever else can be done.
//
// Nothing is told before it is kept, one event is under way at a time, and what waits behind it
// is checked when it has happened: nothing is answered from a state that may not come to be.
#ifndef TABLE_SESSION_H
#define TABLE_SESSION_H

#include "table/table.h"

struct session;

enum { SESSION_ACTS = 16 }; // that may wait

enum session_want {
    // Nothing to do before `at`, 0: before somebody acts or something that was asked for is
    // answered. `thinking`: a computer's decision is under way, or waits for its tick.
    SESSION_RESTS,

    // Keep *event, which `seat` has caused; then session_kept(), session_beaten() or
    // session_dropped().
    SESSION_KEEP,

    // The computer in `seat` decides on event n: session_decided().
    SESSION_THINK,

    // *act, of `ticket`, wants a hint (ACT_HINT) or perhaps a warning (ACT_MOVE):
    // session_advised() with both.
    SESSION_ADVISE,

    // The person in `seat` is to contribute to `draw`: session_act() with ACT_COMMIT, until `at`
    // (0: there is no limit), or session_draw(). Said once for each contribution.
    SESSION_DRAW,

    // Events up to table_count() are new; then *reply is for `ticket`, if there is one.
    SESSION_TELL,

    // The table refuses what it has wished for, which is a mistake of ours: *reply. The home
    // stops here, since asking again gives the same answer.
    SESSION_FAILS,
};

struct session_request {
    enum session_want want;
    int64_t at;
    uint32_t n;
    uint8_t seat, draw;
    bool thinking;

    // The session's, until it is next called; the reply is in the room that the means gave.
    const struct log_event *event;
    const struct act *act;
    const struct news *reply;
    void *ticket;
};

// What holds the table's own wishes up.
enum session_hold {
    SESSION_FREE,
    SESSION_INCOMPLETE, // not everybody has come: no round begins and nothing is drawn
    SESSION_CLOSED,     // nothing happens by itself but that flags fall
};

// What comes from outside, the same kind of time at every call.
struct session_means {
    int64_t now;
    struct news *reply;    // room for one: a session has none of its own, since it is long
    struct random *chance; // tosses and deals are drawn from it; NULL: from the entropy
    void (*entropy)(void *context, void *bytes, size_t size); // secret random bytes
    void *context;
    enum session_hold hold;
    int64_t draw_patience; // until the session draws for a person, and
    int64_t open_patience; // until a person who has not opened a contribution to a deal forfeits
};

struct session_setup {
    struct table_setup table;
    bool ticks; // towards a person a computer's reply leaves at the next tick
};

// NULL, with a sentence, if this cannot be agreed or there is no memory.
struct session *session_new(const struct session_setup *setup, struct text *why);
void session_free(struct session *session);

// The session is over; its table is the caller's.
struct table *session_end(struct session *session);

const struct table *session_table(const struct session *session);

// No act waits, none is being kept, and no computer thinks.
bool session_is_idle(const struct session *session);

// An act by somebody at the table; its reply comes with the ticket. Without a ticket it is the
// home's own (a program that has failed forfeits). False if too many wait for an answer, and
// without memory.
bool session_act(struct session *session, const struct act *act, void *ticket);

struct session_request session_next(struct session *session, const struct session_means *means);

// What became of the event that was to be kept.
//
// It was kept, and happens. False, with a sentence, if it cannot: there is no memory. What was
// kept is there when the log is read again.
bool session_kept(struct session *session, int64_t now, struct text *why);

// Another node was first, and its events have come by session_take(): an act is tried again,
// and a wish of before forgotten.
void session_beaten(struct session *session);

// It cannot be kept, and never happens: its act is refused with NEWS_BUSY.
void session_dropped(struct session *session);

// An event that was kept before or elsewhere happens. False, with a sentence, if it does not fit.
bool session_take(struct session *session, const struct log_event *event, int64_t now,
                  struct text *why);

// How many milliseconds before now the last event had happened.
void session_spend(struct session *session, int64_t milliseconds);

// Of a log that is gone on with: the seat has had a hint and not moved since.
void session_note_hint(struct session *session, unsigned seat);

// Answers to other requests. What a computer has decided, at act->n; NULL: it cannot be asked
// now. What comes too late, or was never asked for, is passed over.
void session_decided(struct session *session, const struct act *act, int64_t now);

// The advice: the home tells it to the ticket itself, after the session has traced that a hint
// was had. NULL: there is nothing to warn of, and the move is made, with a reply of its own.
void session_advised(struct session *session, const struct act *act, void *ticket,
                     const struct news *advice);

// The person who was to contribute does not care: the session draws.
void session_draw(struct session *session);

// Takes the act out that has waited longest, the one being kept first, without an answer. False
// if there is none.
bool session_withdraw(struct session *session, void **ticket);

// When a reply leaves, in milliseconds since it was asked for, after this much thinking: at the
// next tenth of a second, after more than a second at the next whole one. How long a computer
// has thought tells a person nothing then.
int64_t session_tick(int64_t spent);

#endif
