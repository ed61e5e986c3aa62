// SPDX-License-Identifier: GPL-3.0-or-later
// Games in which players hide things from each other. In this order: a sure win
// (sure.c); the exact value by the double oracle (double_oracle.c), begun with what
// matrix_oracle.c finds where that fits; certified bounds, where the work allowed ends
// first. What was found is kept, for rating moves and for playing as the optimal plans
// do.
//
// Why this order: each is cheaper than the next and says more.
// Cost: bounded by work, not by time, so that the same question gets the same answer.
#ifndef SOLVE_SECRETS_H
#define SOLVE_SECRETS_H

#include "solve/double_oracle.h"

// How the public part of a game went, move by move: which edge of each position, and which
// of its ways.
struct secrets_step {
    struct move move;
    uint8_t e, way;
};

struct secrets_trail {
    unsigned position; // of the graph, at its end
    struct secrets_step steps[MOVES_MAX];
    unsigned count;
};

struct secrets {
    struct variant variant;
    unsigned first;
    const char *method;         // in words
    unsigned winner;            // of a sure win; nobody, if there is none: then there are plans
    bool sure_hides;            // does the winner hide something?
    struct move sure_move;      // what
    struct public_graph graph;  // nothing in it where there is too much to hide
    struct double_oracle found; // both seats' plans and what they prove, over one tree
    struct secrets_trail trail; // of the last rated position
    mpq_t lo, hi;               // chance that seat 1 wins
    uint64_t nodes;
};

// How close bounds have to be: for an answer, or to play by at once.
enum secrets_care { SECRETS_CLOSELY, SECRETS_QUICKLY };

// Solves the game. NULL, with the reason and a sentence, when interrupted, when it would not
// fit in memory, or when the game hides things in another way. Free with secrets_free().
struct secrets *secrets_new(const struct variant *variant, unsigned first, enum secrets_care care,
                            const struct limits *limits, enum solve_stop *stop, struct text *why);
void secrets_free(struct secrets *secrets);

// Is the sure win still one after its winner has hidden this? Where the other hides
// something first, only the move that was found is known to be.
bool secrets_stays_sure(struct secrets *secrets, struct move move);

// Rates the legal moves of the mover, who was told `history`: what each wins for seat 1 against the
// other seat's plan when the mover goes on as well as can be. `best` are those that the mover's own
// plan mixes. False, with a sentence, when that cannot be told.
bool secrets_rate(struct secrets *secrets, const struct view *view, const struct history *history,
                  struct solve_answer *answer, struct text *why);

// What was found, as a claim that was begun; or why it cannot be claimed.
enum solve_stop secrets_claim(const struct secrets *secrets, struct claim *claim);

// How the answer was found, and what kind of answer it is.
void secrets_describe(const struct secrets *secrets, struct solve_answer *answer);

// As solve(), for games of this class; and as solve_claim(), unless the claim is NULL.
bool secrets_solve(const struct variant *variant, unsigned first, const struct limits *limits,
                   struct solve_answer *answer, struct claim *claim, struct text *why);

#endif
