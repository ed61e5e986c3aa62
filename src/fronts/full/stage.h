// SPDX-License-Identifier: GPL-3.0-or-later
// All that the screen of a game is painted from, as one viewer may know it. The
// match stays behind: what is not here cannot be painted.
#ifndef FRONTS_FULL_STAGE_H
#define FRONTS_FULL_STAGE_H

#include "fronts/session.h"

struct stage {
    struct variant variant;
    const char *const *name;
    char who[SEATS][NAME_SIZE];
    struct series series; // with this round, once it is over
    struct view view;
    struct board board; // with everything on it, once the game is over
    struct offer offers[OFFERS_MAX];
    unsigned count; // of offers; 0 unless a person is on turn
    struct event told[MOVES_MAX];
    unsigned told_count;
    char said[TEXT_MAX];   // what came of the last moves, in the rule book's words
    char sealed[TEXT_MAX]; // commitments to what is hidden
    char supplies[SEATS][NAME_SIZE];
    bool undoable;
};

// `viewer` is the seat, or SEAT_NOBODY for what everybody may know.
void stage_set(struct stage *stage, const struct session *session, unsigned viewer);

// Something to be said after all else.
void stage_say(struct stage *stage, const char *line);

// Who is to decide, and who has won, if anybody has.
unsigned stage_mover(const struct stage *stage);
unsigned stage_winner(const struct stage *stage);

// "Trapper" and the like, or NULL where there are no roles.
const char *stage_role_of(const struct stage *stage, unsigned seat);

struct scene stage_scene(const struct stage *stage);

#endif
