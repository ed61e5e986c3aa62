// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/fraction.h"

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

json_t *fraction_json(const mpq_t value)
{
    char *digits = mpq_get_str(NULL, 10, value);
    json_t *text = json_string(digits);
    free(digits); // GMP's own
    return text;
}
