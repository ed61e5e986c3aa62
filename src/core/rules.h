// SPDX-License-Identifier: GPL-3.0-or-later
// Rules are a value: one number for each option of a game's table. The table
// alone gives parsing, printing, help, range errors and menus.
#ifndef CORE_RULES_H
#define CORE_RULES_H

#include <stdbool.h>
#include <stdint.h>

#include "core/text.h"

#ifdef CAUSEWAY_TORTURE
enum { RULES_MAX = 5 };
#else
enum { RULES_MAX = 8 };
#endif

struct option {
    const char *key;
    const char *help;
    const char *const *words; // the values' names, for an option that is not a number
    int16_t lo, hi;
    int16_t usual; // the rule book's value
};

struct rules {
    int16_t value[RULES_MAX];
};

struct game;

// The rule book's own values.
struct rules rules_book(const struct game *game);

// "fair", "length=12", "fair,hop=no": a preset, if any, comes first. Parses into
// *rules only what is complete and makes a game; else says why not.
bool rules_parse(const struct game *game, const char *from, struct rules *rules, struct text *why);

// All options as "length=10,mines=3,...", which rules_parse() reads back. What was
// written before an option existed stays the same text, and so keeps its sums.
void rules_print(const struct game *game, const struct rules *rules, struct text *out);

// One option's value as it is written; and the values that it takes, as
// "2 to 63" or "leap or share".
void rules_print_value(const struct option *option, int value, struct text *out);
void rules_print_range(const struct option *option, struct text *out);

// Sets one option from its written value.
bool rules_set(const struct game *game, struct rules *rules, unsigned option, const char *value,
               struct text *why);

// True if the values, each within its range, make a game together.
bool rules_check(const struct game *game, const struct rules *rules, struct text *why);

unsigned rules_count(const struct game *game);

bool rules_equal(const struct rules *a, const struct rules *b);

#endif
