// SPDX-License-Identifier: GPL-3.0-or-later
// A finished game looked at again: what every decision was worth from what the
// player could know, what it gave away, and what was luck.
#ifndef ANALYSIS_REVIEW_H
#define ANALYSIS_REVIEW_H

#include "match/match.h"
#include "solve/solve.h"

enum { REVIEW_SECONDS = 20 }; // for longer nobody waits: what is not told then is not known

// What is known of a chance: two bounds, equal where it is known; and whether the check has
// confirmed it.
struct review_worth {
    mpq_t lo, hi;
    bool exact;
};

// One decision of a player. All chances are the mover's.
struct review_point {
    struct event event;
    bool rated;                        // else the solver could not tell, and only the event is set
    bool chose_best;                   // the move was one of the best
    bool gave_up_win;                  // a sure win, which the check has confirmed
    bool lost;                         // every move was a sure loss
    bool unforeseen;                   // what came out could not come out against best play
    bool settled;                      // the mover's own chance after it is known: after + luck
    struct move best;                  // one of them
    struct review_worth before, after; // with the best move, and with the one that was made
    mpq_t cost;                        // what the decision gave away, at least
    mpq_t luck;          // the mover's own chance after what came out, less what was to be
                         // expected; 0 where one of them is not known
    unsigned turns[2];   // until the end, with the best move and with this one; open games
    mpq_t chance[SEATS]; // each player's own before the move, by what that player knew
    bool known[SEATS];   // else it is not known
};

struct review {
    const struct match *match;
    struct match_room *own; // where it is, if the review has made it
    enum claim_class class;
    struct review_point *points;
    unsigned count;
    unsigned turning; // the point that decided the game; `count` if none did
    unsigned winner;
    bool given_up; // it was not played to its end: somebody resigned, or ran out of time
    mpq_t left;    // then the chance of the one who lost by that, at the end
    bool left_known;
    bool estimated;        // not all of the chances were confirmed
    bool against, differs; // some are against best plans, of which there are others
    bool gaps;             // not every chance is known
    bool stopped;          // the limits said so before the last point was rated
    char reason[TEXT_MAX]; // why there are gaps; may be empty
};

// The match must outlive the review. If it is not over, `winner` is who won all the same. When
// the limits say stop, what was rated before is the review. False, with a sentence, when
// nothing of it can be told. Free it with review_clear().
bool review_make(struct review *review, const struct match *match, unsigned winner,
                 const struct limits *limits, struct text *why);
void review_clear(struct review *review);

// The same of the moves of a game that is over, as everybody may then know them.
bool review_make_from(struct review *review, const struct variant *variant, unsigned first,
                      const struct event *moves, unsigned count, unsigned winner,
                      const struct limits *limits, struct text *why);

// A seat's own chance before a point, by what it knew; with `count`, its result. False where
// it is not known. With secrets the two need not add up to 1.
bool review_chance(const struct review *review, unsigned point, unsigned seat, double *chance);

enum review_mark { REVIEW_FINE, REVIEW_MISTAKE, REVIEW_BLUNDER };
enum review_mark review_mark(const struct review_point *point);
const char *review_mark_text(enum review_mark mark); // "", "?", "??"

// Luck that counts, at least a fifth; bad luck only after a decision that was not to blame.
bool review_was_unlucky(const struct review *review, const struct review_point *point);
bool review_was_lucky(const struct review_point *point);

// The turning point in words.
void review_print_turning(const struct review *review, const char *const *name, struct text *out);

#endif
