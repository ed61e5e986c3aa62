// SPDX-License-Identifier: GPL-3.0-or-later
// One's own score: how a person does against each level of computer player, and how strong
// that makes the person. Games with a hint, a coach or a move taken back count apart.
#ifndef CONTEST_OWN_H
#define CONTEST_OWN_H

#include "analysis/levels.h"
#include "store/stats.h"

struct own_level {
    struct stats_score alone, helped;
    struct store_streak streak; // of the games alone
};

struct own_rating {
    struct levels levels; // without a game: these levels are not known
    struct levels_game last[LEVELS_RATED];
    unsigned games; // that count for it: only the last ones of these rules
    struct ratings_value value;
};

struct own {
    struct own_level level[LEVELS];
    struct own_rating rating[STATS_GAMES]; // by index in the registry
};

// False, with a sentence; what is damaged is named although the answer is true, as
// store_list() does.
bool own_collect(struct store *store, const struct game *const *games, const char *player,
                 struct own *own, struct text *why);

bool own_is_empty(const struct own *own);

#endif
