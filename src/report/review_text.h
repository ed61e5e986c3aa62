// SPDX-License-Identifier: GPL-3.0-or-later
// A review as text and as a picture.
#ifndef REPORT_REVIEW_TEXT_H
#define REPORT_REVIEW_TEXT_H

#include <stdio.h>

#include "analysis/review.h"

enum { REPORT_WIDTH = 80 }; // of a page that is nobody's window

// Move by move, then the turning point; sentences are folded to `width` columns.
void report_moves(const struct review *review, const char *const *name, unsigned width, FILE *out);

// One move in a few short lines: its worth with the best move and as it was made, what was
// best, and luck.
void report_point(const struct review *review, unsigned i, const char *const *name,
                  struct text *out);

// Both players' chances over the game, in letters; with lines around it where the
// locale has them.
void report_chart(const struct review *review, const char *const *name, unsigned width, FILE *out);

void report_svg(const struct review *review, const char *const *name, FILE *out);

#endif
