// SPDX-License-Identifier: GPL-3.0-or-later
// What was solved is kept in a file of the cache directory, a line for each
// variant, so that an interrupted grid can go on. Lines that make no sense, whose
// sum does not fit or that another format's program wrote are passed over.
#ifndef ANALYSIS_GRID_CACHE_H
#define ANALYSIS_GRID_CACHE_H

#include "analysis/grid.h"

// Part of every line's sum: what another version has written is not believed.
enum { GRID_CACHE_FORMAT = 3 };
enum { GRID_CACHE_PATH = 4096 };

struct grid_cache {
    FILE *file; // NULL: nothing can be kept
    char path[GRID_CACHE_PATH];
};

enum grid_cache_use { GRID_CACHE_ANEW, GRID_CACHE_RESUME };

// With GRID_CACHE_RESUME what is kept of the grid is filled in. False, with a sentence,
// when nothing can be kept.
bool grid_cache_open(struct grid_cache *cache, struct grid *grid, enum grid_cache_use use,
                     struct text *why);
void grid_cache_add(struct grid_cache *cache, const struct grid *grid, unsigned index);
void grid_cache_close(struct grid_cache *cache);

#endif
