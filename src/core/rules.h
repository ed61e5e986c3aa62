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

struct rules_option {
    const char *key;
    const char *help;
    const char *const *words; // the values' names, for an option that is not a number
    uint32_t lo, hi;
    uint32_t usual; // the rule book's value
};

struct rules {
    uint32_t value[RULES_MAX];
};

struct game;

// A game together with its rules, as one value: what is played, solved and recorded.
struct variant {
    const struct game *game;
    struct rules rules;
};

// One option's value as it is written; and the values that it takes, as
// "2 to 63" or "leap or share".
void rules_print_value(const struct rules_option *option, unsigned value, struct text *out);
void rules_print_range(const struct rules_option *option, struct text *out);

#endif
