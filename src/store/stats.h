// SPDX-License-Identifier: GPL-3.0-or-later
// Who won how often, from the finished games of a store.
#ifndef STORE_STATS_H
#define STORE_STATS_H

#include "store/store.h"

struct stats_score {
    unsigned played, won;
};

struct stats_tally {
    struct stats_score all;
    struct stats_score seat[SEATS];
    struct stats_score role[2]; // first player or Trapper, and the other
    uint64_t moves;             // of all games played
};

enum { STATS_GAMES = 32 };

// Of one player; or of everybody, each game then counting for both.
struct stats {
    struct stats_tally total;
    struct stats_tally game[STATS_GAMES]; // by index in the registry
    struct store_streak streak;           // of one player
};

// For this player (a name, or a computer as in store_round.who; case does not matter), or
// everybody if NULL.
// Games that are not in the registry are left out, but not of the streak.
bool stats_collect(struct store *store, const struct game *const *games, const char *player,
                   struct stats *stats, struct text *why);

struct stats_standing {
    char name[STORE_WHO]; // as in store_round.who
    bool named;           // else it is in small letters
    struct stats_score score;
};

// Everybody who has finished a game, who played most first, by the spelling of the name that was
// used last.
struct stats_ranking {
    struct stats_standing *all;
    unsigned count;   // of these
    unsigned players; // that there are
};

// At most `most` of them. Free `all` with mem_free() in any case.
bool stats_rank(struct store *store, unsigned most, struct stats_ranking *ranking,
                struct text *why);

#endif
