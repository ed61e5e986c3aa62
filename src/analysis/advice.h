// SPDX-License-Identifier: GPL-3.0-or-later
// What can be said to a player about each legal move, from what that player may know:
// what is certain, and with what chance it wins. Values, not words.
#ifndef ANALYSIS_ADVICE_H
#define ANALYSIS_ADVICE_H

#include "solve/rater.h"

// What holds in every case that the player cannot exclude.
enum advice_certain {
    ADVICE_NOTHING,
    ADVICE_SAFE, // the move cannot go wrong at once
    ADVICE_WIN,  // it wins whatever the opponent does
    ADVICE_LOSS, // it loses if only the opponent does right, whatever one does then
};

// What the chances are: if they are checked; else they are the solver's alone.
enum advice_kind {
    ADVICE_TURNS,   // no chance at all: who wins, and in how many turns
    ADVICE_EXACT,   // exact; nobody hides anything
    ADVICE_AGAINST, // exact against the plan of an opponent who gives nothing away
    ADVICE_ABOUT,   // against a plan that is near the best; never checked
    ADVICE_CASES,   // no chances of winning, but in how many cases of a puzzle the move is safe
};

struct advice_move {
    struct move move;
    enum advice_certain certain;
    bool known;        // else only what is certain can be told, and chance and turns are 0
    mpq_t chance;      // the mover's
    mpq_t share;       // how often the mover's own plan makes this move, where it mixes
    mpq_t least, most; // the chance over all best plans of the other, with `ranged`
    unsigned turns;    // until the end, with ADVICE_TURNS
    bool best;         // none is better: a sure win before a chance, before what is not known,
                       // before no chance, before a sure loss; with ADVICE_ABOUT, but for rounding
};

struct advice {
    enum advice_kind kind;
    bool checked;   // the check has confirmed every chance that is known; what is certain, always
    bool ranged;    // with ADVICE_AGAINST: what differs between best plans is known
    unsigned cases; // with ADVICE_CASES: how many there are
    struct advice_move *moves;
    unsigned count;
    const struct advice_move *best; // one of the best; NULL if nothing tells moves apart
};

// All legal moves, and nothing said of them yet. False, with a sentence, without memory.
bool advice_begin(struct advice *advice, const struct variant *variant, const struct view *view,
                  struct text *why);

// For the mover, who was told `history`. Without a rater only what is certain with secrets. Where
// chances cannot be told it still says what is certain. False, with a sentence, when interrupted or
// when there is nothing to say. Free it with advice_clear().
bool advice_make(struct advice *advice, struct rater *rater, const struct limits *limits,
                 const struct variant *variant, const struct view *view,
                 const struct history *history, struct text *why);

// The same without what differs between best plans, which takes most of the time in small games.
bool advice_make_plain(struct advice *advice, struct rater *rater, const struct limits *limits,
                       const struct variant *variant, const struct view *view,
                       const struct history *history, struct text *why);
void advice_clear(struct advice *advice);

// What a move gives away, if that is worth a word.
enum advice_loss {
    ADVICE_LOSES_NOTHING,
    ADVICE_LOSES_WIN,    // a sure win
    ADVICE_LOSES_ALL,    // it loses for sure, and another does not
    ADVICE_LOSES_SAFETY, // it may go wrong at once, another cannot, and no chance is known
    ADVICE_LOSES_CHANCE, // at least a fifth
};
enum advice_loss advice_loss(const struct advice *advice, const struct advice_move *chosen);

// Has the move the same chance against all best plans? Not where that is not known.
bool advice_agrees(const struct advice *advice, const struct advice_move *move);

// Does every move surely lose?
bool advice_all_lose(const struct advice *advice);

const struct advice_move *advice_find(const struct advice *advice, struct move move);

#endif
