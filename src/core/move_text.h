// SPDX-License-Identifier: GPL-3.0-or-later
// Moves as text and back, in the words of their game.
#ifndef CORE_MOVE_TEXT_H
#define CORE_MOVE_TEXT_H

#include "core/move.h"

struct game;

void move_print(const struct game *game, struct move move, struct text *out);

// As move_parse_verbs().
bool move_parse(const struct game *game, const char *from, struct move *move, struct text *why);

// How the game's rule book sets its page, for who prints it: what is said there is a stage's.
struct move_layout {
    struct page page;
    const struct verb *verbs;
};
struct move_layout move_layout(const struct game *game);

#endif
