// SPDX-License-Identifier: GPL-3.0-or-later
// The truth about a game: who wins, with what exact chance, and by which moves. The
// method is chosen by what the game declares, never by its name (rater.h, secrets.h).
//
// What is found is a claim (claim/claim.h): only after a check has passed on it may
// anybody call it exact. Limits bound memory and ask whether to go on; every loop of
// every method honours them, so that Ctrl-C is answered at once.
#ifndef SOLVE_SOLVE_H
#define SOLVE_SOLVE_H

#include "claim/claim.h"
#include "core/limits.h"

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

struct rater;

// Solves the game from its start. False, with a sentence, when interrupted or
// when it would not fit in memory. Free the answer with solve_answer_clear().
bool solve(const struct variant *variant, unsigned first, const struct limits *limits,
           struct solve_answer *answer, struct text *why);

// The first position in which a player decides. Where chance deals before it, it has dealt
// something, of which nothing is open.
struct state solve_first_position(const struct variant *variant, unsigned first);

// As solve(), and claims what was found, with the strategies that get it. Where players
// hide nothing a strategy is a move for each of very many positions: these are not listed
// in the claim, but the rater, if it is not NULL, has them: rater_choose(). Clear the
// claim, and free the rater, in any case.
bool solve_claim(const struct variant *variant, unsigned first, const struct limits *limits,
                 struct solve_answer *answer, struct claim *claim, struct rater **rater,
                 struct text *why);

// Where players hide things: strategies to play by at once, and what they guarantee. What
// was proved when the limits say stop has to do. The claim was begun, and is to be cleared
// in any case.
bool solve_plans(const struct variant *variant, unsigned first, const struct limits *limits,
                 struct claim *claim, struct text *why);

// For those who fill in an answer: an empty one of a class, with room for so many
// moves. False, with a sentence, when there is no memory for them.
bool solve_answer_begin(struct solve_answer *answer, enum claim_class class, unsigned moves,
                        struct text *why);
void solve_answer_clear(struct solve_answer *answer);

// What all solvers say when they have to give up.
enum solve_stop { SOLVE_STOP_NOT, SOLVE_STOP_ASKED, SOLVE_STOP_MEMORY };
void solve_explain(enum solve_stop stop, const struct limits *limits, struct text *why);

// Counts a position and asks now and then whether to go on. Here, since a search
// does little else with many a position.
static inline bool solve_count(const struct limits *limits, uint64_t *nodes, enum solve_stop *stop)
{
    enum { TICK = 8192 };
    if (++*nodes % TICK == 0 && !limits_go_on(limits, *nodes))
        *stop = SOLVE_STOP_ASKED;
    return *stop == SOLVE_STOP_NOT;
}

#endif
