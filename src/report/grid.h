// SPDX-License-Identifier: GPL-3.0-or-later
// A solved grid as text, CSV, JSON and as a picture.
#ifndef REPORT_GRID_H
#define REPORT_GRID_H

#include "analysis/grid.h"

// Two keys make a map, if it is not too wide; else it is a table.
void grid_text(const struct grid *grid, bool color, FILE *out);
void grid_csv(const struct grid *grid, FILE *out);
void grid_json(const struct grid *grid, FILE *out);
void grid_svg(const struct grid *grid, FILE *out);

// The diverging scale, colour-blind safe: seat 2's orange, white, seat 1's blue.
enum { GRID_STEPS = 9 };
unsigned grid_step(double chance);

#endif
