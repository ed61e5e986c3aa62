// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/weights.h"

#include "core/memory.h"

mpq_t *weights_new(size_t count)
{
    mpq_t *at = mem_new(count * sizeof *at);
    for (size_t i = 0; at && i < count; i++)
        mpq_init(at[i]);
    return at;
}

void weights_free(mpq_t *at, size_t count)
{
    for (size_t i = 0; at && i < count; i++)
        mpq_clear(at[i]);
    mem_free(at);
}

static weight whole(const mpz_t from)
{
    uint64_t word[2] = { 0 };
    mpz_export(word, NULL, -1, sizeof *word, 0, 0, from);
    return (weight)word[1] << 64 | word[0];
}

bool weights_unit(const mpz_t denominator, weight *unit)
{
    bool fits = mpz_sizeinbase(denominator, 2) <= WEIGHT_BITS;
    *unit = fits ? whole(denominator) : 0;
    return fits;
}

weight weights_share(const mpq_t share, const mpz_t denominator)
{
    mpz_t product;
    mpz_init(product);
    mpz_divexact(product, denominator, mpq_denref(share));
    mpz_mul(product, product, mpq_numref(share));
    weight value = whole(product);
    mpz_clear(product);
    return value;
}

void weights_ratio(mpq_t to, weight part, weight all)
{
    uint64_t word[2] = { (uint64_t)part, (uint64_t)(part >> 64) };
    mpz_import(mpq_numref(to), 2, -1, sizeof *word, 0, 0, word);
    word[0] = (uint64_t)all;
    word[1] = (uint64_t)(all >> 64);
    mpz_import(mpq_denref(to), 2, -1, sizeof *word, 0, 0, word);
    mpq_canonicalize(to);
}
