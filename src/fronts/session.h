// SPDX-License-Identifier: GPL-3.0-or-later
// A match in play: the game and its rules, who sits where, the series that it
// belongs to. Fronts differ only in how they show it and ask for moves.
#ifndef FRONTS_SESSION_H
#define FRONTS_SESSION_H

#include "bots/bots.h"
#include "match/truth.h"
#include "store/store.h"
#include "series/series.h"
#include "solve/rate.h"

enum { NAME_SIZE = RECORD_TEXT, ROUNDS_MAX = RECORD_ROUNDS };

struct session {
    struct variant variant;
    char name_text[SEATS][NAME_SIZE];
    const char *name[SEATS];
    char who[SEATS][NAME_SIZE]; // as in --p1: "human" or a computer player's name
    struct bot *bot[SEATS];     // NULL for a human
    struct series series;
    struct match match;
    struct random random;
    bool tossed;         // who goes first, and nobody has been told yet
    struct rater *rater; // what hints have found out so far, or NULL
    bool coached;        // humans are warned before they throw the game away
    bool dealt;          // the hidden things are given, not drawn
    cells deal;
    bool seeded; // whoever knows the seed knows what is drawn

    struct record record; // of the round in play
    struct store *store;  // where it is kept, or NULL
    bool resumed;         // the round to be played next has already begun
    bool commitments;     // show them whole

    // Asked when the game cannot be saved, and why not: may it go on unsaved?
    // NULL: no. The session is stopped then.
    bool (*go_on_unsaved)(void *whom, const char *why);
    void *whom;
    bool stopped;
};

// Names and players as the game has them, book rules, one round, the system's
// own random numbers.
void session_init(struct session *session, const struct game *game);
void session_clear(struct session *session);

// Each says why not, if not.
bool session_set_names(struct session *session, const char *both, struct text *why);
bool session_set_player(struct session *session, unsigned seat, const char *who, struct text *why);
bool session_set_deal(struct session *session, const char *numbers, struct text *why);
bool session_set_seed(struct session *session, const char *number, struct text *why);
bool session_set_rounds(struct session *session, const char *number, struct text *why);

// "1", "2" or "toss".
void session_set_first(struct session *session, const char *who);

// How the toss fell, if there was one and now is the time to say so: where there
// are roles at once, else when nothing is left to hide.
void session_print_toss(struct session *session, struct text *out);

// A session that goes on where the record, which it takes over, ends: with its
// next move or, if it is over, with the next round of its match.
bool session_resume(struct session *session, struct record *record, struct store *store,
                    struct text *why);

// Sets the next round up and lets chance deal. This, session_play() and
// session_undo() keep what happened before they return; see `stopped`.
void session_start_round(struct session *session);

// Every move of every player, in every front, goes through here.
bool session_play(struct session *session, struct move move, struct event *event);

// The move of the computer player whose turn it is; false if it has none to
// offer, with a sentence.
bool session_bot_move(struct session *session, struct move *move, struct text *why);

// Takes back the last move of a human and all that came after it; but what somebody
// else has hidden is not the mover's to take back. How many moves that were, or 0
// with the reason.
unsigned session_undo(struct session *session, struct text *why);
bool session_can_undo(const struct session *session);

// The human, if there is just one; else SEAT_NOBODY.
unsigned session_only_human(const struct session *session);

#endif
