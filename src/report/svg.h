// SPDX-License-Identifier: GPL-3.0-or-later
// What every picture needs.
#ifndef REPORT_SVG_H
#define REPORT_SVG_H

#include <stdio.h>

// A white page of this size with a title for those who cannot see it.
void svg_begin(FILE *out, int width, int height, const char *title);
void svg_end(FILE *out);

// Escapes what XML would take for its own. `attributes` may be "".
void svg_text(FILE *out, int x, int y, const char *attributes, const char *text);

#endif
