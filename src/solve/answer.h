// SPDX-License-Identifier: GPL-3.0-or-later
// What the solvers share: the answer that each fills in. The doors are rater.h and solve.h.
#ifndef SOLVE_ANSWER_H
#define SOLVE_ANSWER_H

#include "claim/claim.h"
#include "solve/stop.h"

// How sure an answer is.
enum solve_proof {
    SOLVE_EXACT,     // the exact value
    SOLVE_SURE,      // exact, because one side wins whatever the other does and hides
    SOLVE_BOUNDS,    // the value is between lo and hi; a best response on each side proves it
    SOLVE_UNCHECKED, // a value that the check was too large for: nobody may call it exact
};

// A legal move and seat 1's exact chance (or bounds of it) after it.
struct solve_move {
    struct move move;
    mpq_t lo, hi;   // equal when exact; with SOLVE_BOUNDS an estimate, not a proof
    mpq_t share;    // how often the mover's plan plays it, where players hide things
    unsigned turns; // until the end under best play, where the class counts them
    bool best;      // keeps the value; where all lose, loses as late as can be
    bool sure;      // wins for the mover in all that the mover cannot exclude
};

struct solve_answer {
    enum claim_class class;
    enum solve_proof proof;
    const char *method;       // in words
    mpq_t lo, hi;             // chance that seat 1 wins; equal unless SOLVE_BOUNDS
    unsigned turns;           // by both players until the end under best play; CLAIM_OPEN only
    struct solve_move *moves; // every legal first move of the first player to decide
    unsigned count;
    struct move *line; // principal line, where there is one
    unsigned line_count;
    uint64_t nodes;
};

// For those who fill in an answer: an empty one of a class, with room for `moves`
// moves. False, with a sentence, when there is no memory for them.
bool solve_answer_begin(struct solve_answer *answer, enum claim_class class, unsigned moves,
                        struct text *why);
void solve_answer_clear(struct solve_answer *answer);

// Why a solver gave up, as a sentence.
void solve_explain(enum solve_stop stop, const struct limits *limits, struct text *why);

#endif
