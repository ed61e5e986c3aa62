// SPDX-License-Identifier: GPL-3.0-or-later
// Variants as text and back, in the words of their game.
#ifndef CORE_VARIANT_H
#define CORE_VARIANT_H

#include "core/rules.h"

// The game with the rule book's own values.
struct variant variant_book(const struct game *game);

// "fair", "length=12", "fair,hop=no": a preset, if any, comes first. Parses into
// *variant only what is complete and makes a game; else says why not.
bool variant_parse(const struct game *game, const char *from, struct variant *variant,
                   struct text *why);

// All options as "length=10,mines=3,...", which variant_parse() reads back. What was
// written before an option existed stays the same text, and so keeps its sums.
void variant_print(const struct variant *variant, struct text *out);

// Says that the game has no such option, which it has, and which of them may be meant.
void variant_refuse_key(const struct game *game, const char *key, struct text *why);

// Sets one option from its written value.
bool variant_set(struct variant *variant, unsigned option, const char *value, struct text *why);

// True if the values, each within its range, make a game together.
bool variant_check(const struct variant *variant, struct text *why);

// The preset that these rules are: "book", "fair", or "" if they are neither.
const char *variant_preset(const struct variant *variant);

bool variant_equal(const struct variant *a, const struct variant *b);

#endif
