// SPDX-License-Identifier: GPL-3.0-or-later
// Several tournaments as one: all pairs of their journals, of the same players and fields.
#ifndef CONTEST_RATE_H
#define CONTEST_RATE_H

#include "contest/journal.h"

// A schedule in which everybody could have met everybody, of which some pairs were played.
struct rate {
    struct schedule schedule;
    struct standings_pair *pairs; // by the schedule's numbers
    struct journal_facts facts;
};

// Adds a journal, in a file or in the directory of a tournament. A player is the same one if it
// was typed alike, has the same name and, as a program, calls itself alike. Begin with a zeroed
// rate; clear it in any case. False, with a sentence.
bool rate_add(struct rate *rate, const struct game *const *games, const char *path,
              struct text *why);
void rate_clear(struct rate *rate);

#endif
