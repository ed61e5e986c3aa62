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

static bool find_unit(mpz_t factor, const mpq_t *from, size_t count)
{
    mpz_set_ui(factor, 1);
    for (size_t i = 0; i < count; i++)
        mpz_lcm(factor, factor, mpq_denref(from[i]));
    return mpz_sizeinbase(factor, 2) <= WEIGHT_BITS;
}

static weight whole(const mpz_t from)
{
    uint64_t word[2] = { 0 };
    mpz_export(word, NULL, -1, sizeof *word, 0, 0, from);
    return (weight)word[1] << 64 | word[0];
}

static weight scaled(const mpq_t from, const mpz_t factor)
{
    mpz_t product;
    mpz_init(product);
    mpz_divexact(product, factor, mpq_denref(from));
    mpz_mul(product, product, mpq_numref(from));
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

bool weights_exact(const mpq_t *from, size_t count, const mpq_t value, bool up, weight *to,
                   weight *value_to)
{
    mpz_t factor, product;
    mpz_inits(factor, product, NULL);
    bool fine = find_unit(factor, from, count);
    for (size_t i = 0; fine && i < count; i++)
        to[i] = scaled(from[i], factor);
    mpz_mul(product, factor, mpq_numref(value));
    if (up)
        mpz_cdiv_q(product, product, mpq_denref(value));
    else
        mpz_fdiv_q(product, product, mpq_denref(value));
    if (fine)
        *value_to = whole(product);
    mpz_clears(factor, product, NULL);
    return fine;
}
