// SPDX-License-Identifier: GPL-3.0-or-later
// Linear programs and their optima as words of 32 bits: what goes between exact_lp.c and
// whatever solves programs (lp_backend.h). Both ends are of one build and one machine.
//
// A program is a list of steps, each a word that says which and then:
//   LP_ROW    sense, right side, number of terms, then column and factor of each
//   LP_COLUMN objective, whether it is free, number of terms, then row and factor of each
//   LP_RIGHT  row, and its right side as a number
//   LP_CAP    column: at most 1
// A number is the sizes of numerator and denominator, in words, the lowest bit of the first
// being its sign; then both, the lowest word first.
//
// An optimum is a word that is 1, or 0 where there is none; then the value, the columns and the
// rows' prices: numbers, or in a guess two words each that are a double.
#ifndef SOLVE_LP_WORDS_H
#define SOLVE_LP_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

enum lp_step { LP_ROW, LP_COLUMN, LP_RIGHT, LP_CAP };

struct lp_words {
    uint32_t *at;
    size_t count, room;
    bool failed; // no memory: some are missing
};

void lp_words_clear(struct lp_words *words);
bool lp_words_make_room(struct lp_words *words, size_t more);
void lp_words_put(struct lp_words *words, uint32_t word);
void lp_words_put_number(struct lp_words *words, const mpq_t number);
void lp_words_put_double(struct lp_words *words, double number);

// What is left to be read. Past its end everything is zero, and `short_of` is set.
struct lp_reader {
    const uint32_t *at, *end;
    bool short_of;
};

uint32_t lp_reader_take(struct lp_reader *reader);
void lp_reader_take_number(struct lp_reader *reader, mpq_t number); // canonical, as it was put
double lp_reader_take_double(struct lp_reader *reader);

// Before each message on a socket: `count` words follow.
struct lp_header {
    uint32_t magic, kind;
    uint64_t count;
};
enum {
    LP_MAGIC = 0x4c504332, // changes with the format, so that another build's helper is noticed
    LP_EXACT = 1,          // else a guess in floating point
    LP_ANEW = 2,           // the program before is forgotten; else the steps are added to it
};

#endif
