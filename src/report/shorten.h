// SPDX-License-Identifier: GPL-3.0-or-later
// What is too long for a column of a table.
#ifndef REPORT_SHORTEN_H
#define REPORT_SHORTEN_H

#include "core/text.h"

// In characters of UTF-8, not in bytes.
size_t shorten_count(const char *text, size_t length);

// The text in at most `most` characters: what is longer loses its middle.
void shorten_add(struct text *out, const char *text, size_t most);

#endif
