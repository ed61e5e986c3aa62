// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/fraction.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

void fraction_print(const mpq_t value, char buffer[FRACTION_SIZE])
{
    size_t digits = mpz_sizeinbase(mpq_numref(value), 10) + mpz_sizeinbase(mpq_denref(value), 10);
    if (digits + 3 <= FRACTION_SIZE)
        mpq_get_str(buffer, 10, value);
    else
        snprintf(buffer, FRACTION_SIZE, "~%.12f", mpq_get_d(value));
}

// In ten-thousandths, by exact arithmetic: a chance, and so not below 0.
static void print_rounded(const mpq_t value, bool up, char buffer[FRACTION_SIZE])
{
    mpz_t parts;
    mpz_init(parts);
    mpz_mul_ui(parts, mpq_numref(value), 10000);
    if (up)
        mpz_cdiv_q(parts, parts, mpq_denref(value));
    else
        mpz_fdiv_q(parts, parts, mpq_denref(value));
    unsigned long whole = mpz_get_ui(parts);
    mpz_clear(parts);
    snprintf(buffer, FRACTION_SIZE, "%lu.%04lu", whole / 10000, whole % 10000);
}

void fraction_print_down(const mpq_t value, char buffer[FRACTION_SIZE])
{
    print_rounded(value, false, buffer);
}

void fraction_print_up(const mpq_t value, char buffer[FRACTION_SIZE])
{
    print_rounded(value, true, buffer);
}

json_t *fraction_json(const mpq_t value)
{
    char *digits = mpq_get_str(NULL, 10, value);
    json_t *text = json_string(digits);
    free(digits); // GMP's own
    return text;
}
