// SPDX-License-Identifier: GPL-3.0-or-later
// Exact fractions as text.
#ifndef REPORT_FRACTION_H
#define REPORT_FRACTION_H

#include <gmp.h>
#include <jansson.h>

enum { FRACTION_SIZE = 400 };

// "49/120", in lowest terms; one that is too long is printed as its decimals,
// with "~" before them.
void fraction_print(const mpq_t value, char buffer[FRACTION_SIZE]);

// However long it is.
json_t *fraction_json(const mpq_t value);

#endif
