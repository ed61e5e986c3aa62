// SPDX-License-Identifier: GPL-3.0-or-later
// What was solved is kept in a file of the cache directory, a line for each
// variant, so that an interrupted grid can go on. Lines that make no sense, whose
// sum does not fit or that another format's program wrote are passed over.
#ifndef ANALYSIS_KEPT_H
#define ANALYSIS_KEPT_H

#include "analysis/grid.h"

// Part of every line's sum: what another version has written is not believed.
enum { KEPT_FORMAT = 3 };
enum { KEPT_PATH = 4096 };

struct kept {
    FILE *file; // NULL: nothing can be kept
    char path[KEPT_PATH];
};

enum kept_use { KEPT_ANEW, KEPT_RESUME };

// With KEPT_RESUME what is kept of the grid is filled in. False, with a sentence,
// when nothing can be kept.
bool kept_open(struct kept *kept, struct grid *grid, enum kept_use use, struct text *why);
void kept_add(struct kept *kept, const struct grid *grid, unsigned index);
void kept_close(struct kept *kept);

#endif
