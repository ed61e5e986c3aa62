// SPDX-License-Identifier: GPL-3.0-or-later
// What there is to be played, as JSON, for pages that offer it.
#ifndef REPORT_CATALOGUE_H
#define REPORT_CATALOGUE_H

#include "core/game.h"

enum { CATALOGUE_SIZE = 96 << 10 };

// {"games":[{game, title, pitch, secrets, chance, roles, presets, options},
// …],"levels":[…]}
void catalogue_print(const struct game *const *games, struct text *out);

// {"rules":…, "preset":…, "outlook":…, "book":[paragraphs]}: what these rules are and promise.
void catalogue_print_rules(const struct variant *variant, struct text *out);

#endif
