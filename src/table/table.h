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
// An event that was kept elsewhere enters by table_commit(), too. Two tables fed the same
// events give equal stages and news.
#ifndef TABLE_TABLE_H
#define TABLE_TABLE_H

#include "table/act.h"
#include "table/news.h"
#include "table/stage.h"

struct table;

// What is known of how well each seat plays: by who begins and by seat, "perfect, at least
// 0.8557 of 0.8748"; empty where there is nothing to say.
struct table_promises {
    char words[SEAT_2 + 1][SEAT_2 + 1][96];
};

struct table_setup {
    struct log_header header; // id, names and all that is agreed
    bool computer[SEATS];     // the driver moves for it: see table_wish()
    bool shared;              // two people at one screen
    bool coach;               // people are warned before they throw the game away
    bool given;               // chance's hidden numbers are given in `deal`, not drawn
    cells deal;
    const struct table_promises *promises; // outlive the table; NULL: none
};

// The game's own names for its players, the book's rules, one round, seat 1 begins, two
// people who share a screen, everything free. The caller sets the id and the time.
struct table_setup table_usual(const struct game *game);

// Who plays a seat: "human", or else a computer, in fewer than LOG_PLAYER bytes. A seat that
// nobody has named is called after it: "Medium", or "Medium 1" and "Medium 2".
void table_set_player(struct table_setup *setup, unsigned seat, const char *who);

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

// It has been kept, and happens now. False, with a sentence, if it does not fit: it has
// another number than the next, or is against the rules. Nothing has changed then.
bool table_commit(struct table *table, const struct log_event *event, int64_t now,
                  struct text *why);

// The last event happened that many milliseconds before it was committed: they count for the player
// who decides now.
void table_spend(struct table *table, int64_t milliseconds);

// The seat is given a hint, or was before the log was read: its next move says so (`helped`).
void table_note_hint(struct table *table, unsigned seat);
bool table_has_hint(const struct table *table, unsigned seat);

// It was not kept and never happens. Forgets what it had to hide.
void table_drop(struct log_event *event);

// What the table waits for from its driver.
enum table_wish_kind {
    TABLE_WAITS,         // for people, or for nothing at all
    TABLE_WANTS_ROUND,   // ACT_BEGIN
    TABLE_WANTS_DEAL,    // ACT_DEAL
    TABLE_WANTS_MOVE,    // ACT_MOVE by the computer at `seat`, from table_view()
    TABLE_WANTS_COMMIT,  // ACT_COMMIT by `seat` (or chance) to `draw`
    TABLE_WANTS_OPENING, // ACT_OPEN by it
    TABLE_WANTS_END,     // ACT_FULL
};

struct table_wish {
    uint8_t kind;
    uint8_t seat, draw;
    bool in_play;    // a round is, or something is drawn for one
    uint32_t n;      // the number that the act is to have
    int64_t flag_at; // when the time of `flagged` is over: ACT_FLAG; 0: never
    uint8_t flagged;
};

struct table_wish table_wish(const struct table *table);

// The number of the last event.
uint32_t table_count(const struct table *table);

// All that the viewer may know and do at this moment.
void table_stage(const struct table *table, unsigned viewer, int64_t now, struct stage *stage);

// Event n as the viewer is told of it. False if there is none.
bool table_news(const struct table *table, unsigned viewer, uint32_t n, struct news *news);

// What a seat sees of the round in play: computer players and hints work from it.
struct view table_view(const struct table *table, unsigned seat);

// What it was told of the round in play, as match_history() has it: they need that, too.
void table_history(const struct table *table, unsigned seat, struct history *history);

const struct table_setup *table_setup(const struct table *table);

#endif
