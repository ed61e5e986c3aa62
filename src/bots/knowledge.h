// SPDX-License-Identifier: GPL-3.0-or-later
// What computer players have found out about rules: raters, and strategies of large games.
//
// Why: players by the same rules, and the next game's, need not find it out again. It belongs
// to its maker, and nothing is kept anywhere else, so that players of different
// knowledge can play at the same time in different threads. Players who share it cannot.
#ifndef BOTS_KNOWLEDGE_H
#define BOTS_KNOWLEDGE_H

#include "bots/plans.h"
#include "solve/rater.h"

struct knowledge_rules {
    struct knowledge_rules *next;
    struct variant variant;
    struct rater *rater;
    unsigned users;
};

struct knowledge {
    struct knowledge_rules *rules;
    struct plan *plans;
};

// NULL when there is no memory. Free it after its last user.
struct knowledge *knowledge_new(void);
void knowledge_free(struct knowledge *knowledge);

// What is known of some rules, which may be nothing yet; `anew`: nothing. NULL without memory.
struct knowledge_rules *knowledge_take(struct knowledge *knowledge, const struct variant *variant,
                                       bool anew);

// What nobody uses any more is forgotten, but for what was used last: the next game is often by
// the same rules. `left` may be NULL.
void knowledge_leave(struct knowledge *knowledge, struct knowledge_rules *left);

#endif
