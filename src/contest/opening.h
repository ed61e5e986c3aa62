// SPDX-License-Identifier: GPL-3.0-or-later
// The first plies of both games of a pair, drawn for the players: without them programs that
// do not draw play the same two games again and again.
//
// An opening follows from the schedule and the pair's number alone, so that every worker finds
// the same. Where chance does not deal, the openings of a field lead to different positions as
// long as there are enough of them; where the solver can tell in time, one after which the game
// ends within two further turns under best play is drawn again.
#ifndef CONTEST_OPENING_H
#define CONTEST_OPENING_H

#include "contest/schedule.h"
#include "core/move.h"

enum { OPENING_MOST = 16, OPENING_VALUE = 96 };

struct opening {
    struct move moves[OPENING_MOST];
    unsigned count;
    char value[OPENING_VALUE]; // seat 1's chance after it, exact; "": not known
};

// The openings of a schedule, which must outlive them.
struct openings;
struct openings *openings_new(const struct schedule *schedule, struct text *why);
void openings_free(struct openings *openings);

// The opening of a pair. False, with a sentence, when there is no memory.
bool openings_find(struct openings *openings, unsigned index, struct opening *opening,
                   struct text *why);

#endif
