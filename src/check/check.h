// SPDX-License-Identifier: GPL-3.0-or-later
// Proves or refutes a claim, by the rules of the game and with exact arithmetic. This
// layer includes core and claim alone; it knows nothing of how a claim was found. What
// it trusts: a game's setup, offers, forbids, apply and gist, and how long its open block is.
//
// Read pure.c for games without secrets, then legal.c and reply.c for those with.
#ifndef CHECK_CHECK_H
#define CHECK_CHECK_H

#include "check/verdict.h"
#include "claim/claim.h"
#include "core/limits.h"

enum { CHECK_SECONDS = 600 }; // what the programs give a check unless they are told

// The work that a file may cost unless more is asked for: it grows with the file, so that a few
// lines about a large game cannot keep a check busy.
uint64_t check_fair_work(const struct claim *claim);

// In words: what was checked and is right, or what is wrong and in which line.
enum check_verdict check_claim(const struct claim *claim, const struct limits *limits,
                               struct text *words);

// As check_claim(), for a claim of the kind against: of each of these moves, in place of the
// claim's own. The strategies are checked once.
struct check_chance {
    struct move move;
    mpq_srcptr chance;
};
enum check_verdict check_chances(const struct claim *claim, const struct check_chance *chances,
                                 unsigned count, const struct limits *limits, struct text *words);

// Of a claim of that kind whose strategies were checked: what its seat still wins, at most,
// after the claim's history, which may end the game. Refuted: the other's strategy never lets
// it come to that.
enum check_verdict check_standing(const struct claim *claim, const struct limits *limits,
                                  mpq_t chance, struct text *words);

// As check_claim(), for a claim without moves: they are asked for, checked and, in the
// order of the file, added to the claim.
enum check_verdict check_and_list(struct claim *claim, const struct check_source *source,
                                  const struct limits *limits, struct text *words);

#endif
