// SPDX-License-Identifier: GPL-3.0-or-later
// Our own players behind the seat protocol: reads what a seat is told, a line each, and
// answers with moves.
#ifndef FRONTS_ENGINE_H
#define FRONTS_ENGINE_H

#include <stdio.h>

#include "core/text.h"

struct game;

// A server asks its own engines for more than moves. After a hello and a state of a seat, or of a
// watcher when the round is over, a line {"type":"advise"} or {"type":"review"} is answered with a
// text: pieces of it as lines that begin with '+', or with '/' where the text has a newline after
// them, and a line "." at the end. The first is a hint as the seat protocol has it.
#define ENGINE_ADVISE "{\"type\":\"advise\"}"
#define ENGINE_REVIEW "{\"type\":\"review\"}"
enum { ENGINE_PIECE = 3000 }; // bytes of a piece

// Plays any number of games, until the input ends. The seed decides all that is drawn; without
// one (NULL) the noise that hello brings does, if there is any. False, with a sentence, when it
// is told nonsense or cannot go on.
bool engine_run(const struct game *const *games, const char *level, const uint64_t *seed, FILE *in,
                FILE *out, struct text *why);

#endif
