// SPDX-License-Identifier: GPL-3.0-or-later
// Mixtures as whole numbers over a common denominator, and as rationals.
//
// Why: whole numbers of 128 bits add much faster than GMP's rationals and are as exact, as
// long as a denominator fits; where it does not, that is told, and nothing is rounded.
#ifndef SOLVE_WEIGHTS_H
#define SOLVE_WEIGHTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

// Exact: nothing is rounded. Sums stay below 2^WEIGHT_BITS.
__extension__ typedef unsigned __int128 weight;

enum { WEIGHT_BITS = 120 };

// Rationals, all zero; NULL without memory.
mpq_t *weights_new(size_t count);
void weights_free(mpq_t *at, size_t count);

void weights_ratio(mpq_t to, weight part, weight all);

// A common denominator as a unit: false if it is too large. And a share of it.
bool weights_unit(const mpz_t denominator, weight *unit);
weight weights_share(const mpq_t share, const mpz_t denominator);

#endif
