// SPDX-License-Identifier: GPL-3.0-or-later
// A seat handle: all that a front knows of a table. Where the table is, in this process
// or elsewhere, is the maker's business.
//
//     struct stage stage;
//     seat_stage(seat, seat->viewer, &stage);        what can be seen and done now
//     seat_act(seat, &act, &reply);                  do it; the reply is for the actor alone
//     while (seat_next(seat, viewer, &news) == SEAT_TOLD) ...    what happened, in order
//
// A front shows a stage, asks a person when seat_next() says SEAT_YOURS, acts, and hears
// what came of it. It never decides who may see what: stage.cover, .hint_alone, .peeks
// and .undo say so.
#ifndef TABLE_SEAT_H
#define TABLE_SEAT_H

#include "table/act.h"
#include "table/json.h"
#include "table/news.h"
#include "table/stage.h"

enum seat_next {
    SEAT_TOLD,   // *news is the next event, or NEWS_AWAY, or NEWS_UNKEPT
    SEAT_YOURS,  // nothing new; somebody here has to act (move, ready, answer an offer)
    SEAT_QUIET,  // nothing yet, from a table elsewhere: look at the keyboard and come again
    SEAT_CLOSED, // nothing more will come, and why
};

enum seat_wait {
    SEAT_SENDS,  // an act is on its way to a table elsewhere. If it is not waited for, the reply is
                 // a refusal (NEWS_BUSY); it may still arrive; sent again, it happens once
    SEAT_THINKS, // a computer here does, on its move or before a round. If it is not waited for,
                 // the table is left
};

struct seat_handle;

struct seat_maker {
    bool (*stage)(struct seat_handle *seat, unsigned viewer, struct stage *stage, struct text *why);
    bool (*act)(struct seat_handle *seat, const struct act *act, struct news *reply,
                struct text *why);
    enum seat_next (*next)(struct seat_handle *seat, unsigned viewer, struct news *news,
                           struct text *why);
    bool (*has_news)(struct seat_handle *seat);         // NULL: nothing happens by itself
    void (*rest)(struct seat_handle *seat, bool rests); // NULL: no clock can be stopped
};

struct seat_handle {
    const struct seat_maker *maker;
    void *context;    // the maker's
    bool here[SEATS]; // whose decisions are made here: one seat, both, or none (watching)
    uint8_t viewer;   // whose stage is shown by default: the only seat here, or SEAT_NOBODY

    const char *invitation; // what to send to those who have not come yet; NULL: nothing is known

    // The front's, or NULL: called many times a second while something takes its time, with how
    // long it has been. False: it is not waited for any longer.
    bool (*waits)(void *waiter, enum seat_wait what, int64_t milliseconds);
    void *waiter;
};

// The stage of one who is here, or of SEAT_NOBODY. False, with a sentence, if there is
// no connection to the table any more.
static inline bool seat_stage(struct seat_handle *seat, unsigned viewer, struct stage *stage,
                              struct text *why)
{
    return seat->maker->stage(seat, viewer, stage, why);
}

// The reply: NEWS_DONE, or why not. False, with a sentence, if there is no connection.
static inline bool seat_act(struct seat_handle *seat, const struct act *act, struct news *reply,
                            struct text *why)
{
    return seat->maker->act(seat, act, reply, why);
}

// Waits for what happens next, as the viewer (one who is here, or SEAT_NOBODY) is told
// of it. A computer's move is made meanwhile.
static inline enum seat_next seat_next(struct seat_handle *seat, unsigned viewer, struct news *news,
                                       struct text *why)
{
    return seat->maker->next(seat, viewer, news, why);
}

// While somebody here is being asked: has something else happened meanwhile, so that
// seat_next() has news? Does not wait.
static inline bool seat_has_news(struct seat_handle *seat)
{
    return seat->maker->has_news && seat->maker->has_news(seat);
}

// At a shared screen: nobody may see the board now, and no clock runs until it is shown again.
static inline void seat_rest(struct seat_handle *seat, bool rests)
{
    if (seat->maker->rest)
        seat->maker->rest(seat, rests);
}

// Is it somebody here who has to act now? A player who has made an offer waits for the answer.
bool seat_is_asked(const struct seat_handle *seat, const struct stage *stage);

// The standing offer is for somebody here to accept or to decline.
bool seat_is_offered(const struct seat_handle *seat, const struct stage *stage);

// Everybody here who is waited for is ready for the next round, or for a rematch; where nobody
// is waited for, one of them says so. False, with a sentence, if there is no connection.
bool seat_get_ready(struct seat_handle *seat, const struct stage *stage, bool swap,
                    struct text *why);

// Of a stage from elsewhere: the player to decide has something to choose from, and an offer
// is somebody's. A front may rely on that.
bool seat_makes_sense(const struct stage *stage);

// The makers are the driver of a table in this process (drive/drive.h), and the client of a
// server (fronts/join/remote.h). And, to show that nothing else is needed, this one: the same
// seat, with everything written as JSON and read back in between.
struct seat_json {
    struct seat_handle *inner;
    const struct game *const *games;

    // Of the handle.
    const struct game *game;
    char line[JSON_LINE];
};
bool seat_through_json(struct seat_handle *seat, struct seat_json *between, struct text *why);

#endif
