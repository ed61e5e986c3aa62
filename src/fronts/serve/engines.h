// SPDX-License-Identifier: GPL-3.0-or-later
// What takes longer than others can wait, done by a few engine processes (causeway
// engine): decisions of computers, hints and reviews. There is a queue for when all of them think;
// of the processes one address has at most all but one.
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
typedef void engines_done(void *context, const char *id, const struct act *act);

// A decision on this stage by its viewer, of this level, on the account of an address: of all
// processes one address has at most all but one, and who has the fewest comes first. False when
// there is no memory.
bool engines_ask(struct engines *engines, const struct stage *stage, const struct game *game,
                 const unsigned char by[BUCKET_KEY], engines_done *done, void *context);

// A hint for the stage's viewer, as a message of the seat protocol, or a review of the round, which
// is over, as text; NULL if there is none. False if the address has asked for too much already, or
// all together have: then `told` is not called.
enum engines_what { ENGINES_DECIDE, ENGINES_ADVISE, ENGINES_REVIEW };
typedef void engines_told(void *context, const char *text, size_t length);
bool engines_ask_for(struct engines *engines, enum engines_what what, const struct stage *stage,
                     const struct game *game, const unsigned char by[BUCKET_KEY],
                     engines_told *told, void *context);

#endif
