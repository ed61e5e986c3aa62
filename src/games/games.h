// SPDX-License-Identifier: GPL-3.0-or-later
// All games. The registry, which alone names them, is registry.def.
#ifndef GAMES_GAMES_H
#define GAMES_GAMES_H

#include "core/game.h"
#include "core/move_text.h"
#include "core/variant.h"

#define GAME(name) extern const struct game game_##name;
#include "games/registry.def"
#undef GAME

// All games; ends with NULL.
extern const struct game *const games[];
unsigned games_count(void);

// By slug, by title in any case, or by the beginning of either if only one game
// begins so. Else NULL, with the nearest names.
const struct game *games_find(const char *name, struct text *why);

// The game for somebody who is new here: the first that has rules for that; NULL: none has.
const struct game *games_for_beginners(void);

#endif
