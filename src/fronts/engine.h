// SPDX-License-Identifier: GPL-3.0-or-later
// Our own players behind the seat protocol: reads what a seat is told, a line each, and
// answers with moves.
#ifndef FRONTS_ENGINE_H
#define FRONTS_ENGINE_H

#include <stdio.h>

#include "core/game.h"

// Plays any number of games, until the input ends. The seed decides all that is drawn; without
// one (NULL) the noise that hello brings does, if there is any. False, with a sentence, when it
// is told nonsense or cannot go on.
bool engine_run(const struct game *const *games, const char *level, const uint64_t *seed, FILE *in,
                FILE *out, struct text *why);

#endif
