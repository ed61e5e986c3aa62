// SPDX-License-Identifier: GPL-3.0-or-later
// A round between two players that are no persons, at a table of its own: nobody looks
// on, and the log is the caller's to keep.
#ifndef CONTEST_CONTEST_GAME_H
#define CONTEST_CONTEST_GAME_H

#include "contest/opening.h"
#include "drive/player.h"

struct contest_game {
    struct variant variant;
    struct log_clock clock;
    const char *name[SEATS], *who[SEATS]; // names, and players as in --p1
    struct player *player[SEATS];
    unsigned pair;                 // its number in the tournament, from 1
    uint64_t deal;                 // seed of what chance does
    const struct opening *opening; // moves that nobody is asked for, or NULL
    const char *noise[SEATS];      // for programs: player_noise()
    char id[COMMIT_ID];
};

// Plays it, seat 1 being first. The table is over; free it with table_free(). NULL, with
// a sentence, when there is no memory.
struct table *contest_game_play(const struct contest_game *game, struct text *why);

// Lays a table of this variant for the player, who is told hello and answers it: as a program
// is tried before it counts. What went wrong is the player's to say.
bool contest_game_greet(const struct variant *variant, struct player *player, struct text *why);

#endif
