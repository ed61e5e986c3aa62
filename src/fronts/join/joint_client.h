// SPDX-License-Identifier: GPL-3.0-or-later
// This side's part in joint draws: a word that is committed to before the others are
// opened, and opened when all have committed (record/joint.h). The word stays here until
// then, in the commitment log.
#ifndef FRONTS_JOIN_JOINT_CLIENT_H
#define FRONTS_JOIN_JOINT_CLIENT_H

#include "fronts/join/commitment_log.h"
#include "table/act.h"

struct joint_client {
    uint32_t committed[LOG_DRAWS][SEATS]; // by seat, and by chance: the event's number
    bool opened[LOG_DRAWS][SEATS];
    uint32_t tried; // events when something was tried last
};

// Every event, in order.
void joint_client_hear(struct joint_client *draws, const struct log_event *event);

enum joint_client_due { JOINT_CLIENT_NOTHING, JOINT_CLIENT_COMMIT, JOINT_CLIENT_OPEN };

// Is it time for a contribution of this seat? After event `last`, once.
enum joint_client_due joint_client_due(struct joint_client *draws, unsigned seat, uint32_t last,
                                       enum log_draw *draw);

// The act that commits to the word, or, if it is empty, to one that is drawn; the word is
// noted first.
bool joint_client_commit(struct commitment_log *book, const struct game *game, enum log_draw draw,
                         uint32_t n, const char *word, struct act *act, struct text *why);

// Is the commitment of event n, by this seat, to a word of our own? A server that has waited
// too long contributes in a seat's place.
bool joint_client_is_own(const struct commitment_log *book, const struct game *game,
                         const struct log_event *event);

// The act that opens what was committed to; false if it is not known here.
bool joint_client_open(const struct joint_client *draws, const struct commitment_log *book,
                       const struct game *game, enum log_draw draw, uint32_t n, struct act *act);

#endif
