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

// As a decimal with four digits behind the point, rounded down or up: bounds go outwards.
void fraction_print_down(const mpq_t value, char buffer[FRACTION_SIZE]);
void fraction_print_up(const mpq_t value, char buffer[FRACTION_SIZE]);

// However long it is.
json_t *fraction_json(const mpq_t value);

#endif
