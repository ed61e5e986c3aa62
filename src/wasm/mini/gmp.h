// SPDX-License-Identifier: GPL-3.0-or-later
// GMP's header where mini-gmp stands for it, with those of GMP's functions that we use and
// mini-gmp does not have.
#ifndef WASM_MINI_GMP_H
#define WASM_MINI_GMP_H

#include <stdarg.h>
#include <stdio.h>

#include <mini-gmp.h>
#include <mini-mpq.h>

void mpz_inits(mpz_ptr first, ...);
void mpz_clears(mpz_ptr first, ...);
void mpq_inits(mpq_ptr first, ...);
void mpq_clears(mpq_ptr first, ...);
size_t mpz_out_raw(FILE *file, mpz_srcptr number);
size_t mpz_inp_raw(mpz_ptr number, FILE *file);

// Of the conversions those of printf() without width or stars, %Zd and %Qd.
int gmp_fprintf(FILE *file, const char *format, ...);
int gmp_snprintf(char *out, size_t size, const char *format, ...);

#endif
