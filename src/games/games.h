// SPDX-License-Identifier: GPL-3.0-or-later
// The registry: the only place that names the games.
#ifndef GAMES_GAMES_H
#define GAMES_GAMES_H

#include "core/game.h"

extern const struct game game_minefield;
extern const struct game game_pathfinder;
extern const struct game game_trap_runner;
extern const struct game game_blockade;
extern const struct game game_number_mines;

// All games; ends with NULL.
extern const struct game *const games[];

// By slug, by title in any case, or by the beginning of either if only one game
// begins so. Else NULL, with the nearest names.
const struct game *games_find(const char *name, struct text *why);

#endif
