// SPDX-License-Identifier: GPL-3.0-or-later
// Computer seats: a small crew of engine processes (causeway engine), and a queue for when
// all of them think.
#ifndef FRONTS_SERVE_ENGINES_H
#define FRONTS_SERVE_ENGINES_H

#include "fronts/serve/inside.h"
#include "table/act.h"
#include "table/stage.h"

struct engines;

// NULL, with a sentence.
struct engines *engines_new(struct serve *serve, struct text *why);
void engines_free(struct engines *engines);

// What an engine decides; ACT_FORFEIT, with the cause, if it cannot.
typedef void engines_done(void *whom, const char *id, const struct act *act);

// A decision on this stage by its viewer, of this level, on the account of an address: of all
// processes one address has at most all but one, and who has the fewest comes first. False when
// there is no memory.
bool engines_ask(struct engines *engines, const struct stage *stage, const struct game *game,
                 const unsigned char by[BUCKET_KEY], engines_done *done, void *whom);

#endif
