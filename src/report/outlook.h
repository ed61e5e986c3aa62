// SPDX-License-Identifier: GPL-3.0-or-later
// What a game's rules promise, in one true sentence, from what the solver has found of them.
// The results are data: docs/presets.txt, which a test lets the solver confirm.
#ifndef REPORT_OUTLOOK_H
#define REPORT_OUTLOOK_H

#include "core/variant.h"

// "whoever moves first can win on the first turn", without a full stop. False, and nothing,
// where nothing is known of these rules.
bool outlook_print(const struct variant *variant, struct text *out);

// As "book: ..." and "fair: ...", a line each, for a game's presets.
void outlook_print_presets(const struct game *game, struct text *out);

#endif
