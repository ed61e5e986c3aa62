// SPDX-License-Identifier: GPL-3.0-or-later
// One variant of a game and what is known of it.
#ifndef ANALYSIS_VARIANT_H
#define ANALYSIS_VARIANT_H

#include <stdio.h>

#include "solve/solve.h"

enum variant_state {
    VARIANT_OPEN,    // not solved yet
    VARIANT_NO_GAME, // the rules make no game
    VARIANT_SOLVED,
    VARIANT_FAILED, // the solver gave up
};

enum { VARIANT_NOTE = 240 };

struct variant {
    struct rules rules;
    enum variant_state state;
    enum solve_proof proof;
    mpq_t lo, hi;   // seat 1's chance; equal unless PROOF_BOUNDS
    unsigned turns; // under best play, where they are counted
    uint64_t nodes;
    bool marked;             // nearest to even, or longest
    char note[VARIANT_NOTE]; // why there is no game, or no answer
};

void variant_init(struct variant *variant);
void variant_clear(struct variant *variant);

void variant_take(struct variant *variant, const struct answer *answer);

// A solved variant as "exact 49/120 49/120 0 1234 .", without a line end, and back.
// Reads nothing but a whole one; the line is cut to pieces.
void variant_write(const struct variant *variant, FILE *file);
bool variant_read(struct variant *variant, char *line);

const char *variant_proof_name(enum solve_proof proof);

// The middle of what is known of seat 1's chance.
double variant_middle(const struct variant *variant);

// How far seat 1's chance may be from one half.
void variant_unfairness(const struct variant *variant, mpq_t out);

// In a few characters: "0.41", "~0.41" or "0.41-0.48" for bounds, "1 in 17", "-"
// without a game, "?" without an answer.
void variant_print_short(const struct variant *variant, enum solve_class class, struct text *out);

#endif
