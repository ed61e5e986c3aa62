// SPDX-License-Identifier: GPL-3.0-or-later
// GMP takes an unsigned long, which has 32 bits on some machines: there, half of a wider number
// would be lost without a word.
#ifndef CLAIM_WIDE_H
#define CLAIM_WIDE_H

#include <stdint.h>

#include <gmp.h>

static inline void wide_set(mpz_t to, uint64_t from)
{
    mpz_import(to, 1, 1, sizeof from, 0, 0, &from);
}

#endif
