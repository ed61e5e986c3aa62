// SPDX-License-Identifier: GPL-3.0-or-later
// This side's part in joint draws: a word that is committed to before the others are
// opened, and opened when all have committed (record/joint.h). The word stays here until
// then, in the notebook.
#ifndef FRONTS_JOIN_DRAWS_H
#define FRONTS_JOIN_DRAWS_H

#include "fronts/join/notebook.h"
#include "table/act.h"

struct draws {
    uint32_t committed[LOG_DRAWS][SEATS]; // by seat, and by chance: the event's number
    bool opened[LOG_DRAWS][SEATS];
    uint32_t tried; // events when something was tried last
};

// Every event, in order.
void draws_hear(struct draws *draws, const struct log_event *event);

enum draws_due { DRAWS_NOTHING, DRAWS_COMMIT, DRAWS_OPEN };

// Is it time for a contribution of this seat? After event `last`, once.
enum draws_due draws_due(struct draws *draws, unsigned seat, uint32_t last, enum log_draw *draw);

// The act that commits to the word, or, if it is empty, to one that is drawn; the word is
// noted first.
bool draws_commit(struct notebook *book, const struct game *game, enum log_draw draw, uint32_t n,
                  const char *word, struct act *act, struct text *why);

// Is the commitment of event n, by this seat, to a word of our own? A server that has waited
// too long contributes in a seat's place.
bool draws_is_own(const struct notebook *book, const struct game *game,
                  const struct log_event *event);

// The act that opens what was committed to; false if it is not known here.
bool draws_open(const struct draws *draws, const struct notebook *book, const struct game *game,
                enum log_draw draw, uint32_t n, struct act *act);

#endif
