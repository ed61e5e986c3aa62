// SPDX-License-Identifier: GPL-3.0-or-later
// The rules as they are played, to be read.
#ifndef REPORT_RULEBOOK_H
#define REPORT_RULEBOOK_H

#include "core/game.h"

// Title, rules, options with their values and ranges, presets. 2 * TEXT_MAX is enough.
void rulebook_print(const struct variant *variant, struct text *out);

// The preset that these rules are: "book", "fair", or "custom" if they are neither.
const char *rulebook_preset(const struct variant *variant);

#endif
