// SPDX-License-Identifier: GPL-3.0-or-later
// One variant of a game and what is known of it.
#ifndef ANALYSIS_FINDING_H
#define ANALYSIS_FINDING_H

#include <stdio.h>

#include "analysis/depth.h"
#include "analysis/skill.h"

enum finding_state {
    FINDING_OPEN,    // not solved yet
    FINDING_NO_GAME, // the rules make no game
    FINDING_SOLVED,
    FINDING_FAILED, // the solver gave up
};

enum { FINDING_NOTE = 240 };

struct finding {
    struct variant variant;
    enum finding_state state;
    enum solve_proof proof;
    mpq_t lo, hi;   // seat 1's chance; equal where it is exact
    unsigned turns; // under best play, where they are counted
    uint64_t nodes;
    struct depth depth;      // its decisions are less than 0 where they cannot be told
    struct skill skill;      // as many games as were asked for
    bool marked;             // on the frontier
    char note[FINDING_NOTE]; // why there is no game, or no answer
};

void finding_init(struct finding *finding);
void finding_clear(struct finding *finding);

// `depth` is NULL where it cannot be told.
void finding_take(struct finding *finding, const struct solve_answer *answer,
                  const struct depth *depth);

// Has the check confirmed that it is the value?
bool finding_is_exact(const struct finding *finding);

bool finding_has_depth(const struct finding *finding);

// A solved variant as "exact 49/120 49/120 0 1234 3.537 285/400 .", without a line end,
// and back. Behind a depth that is not exact stands "~", and "-" for one that is not
// known; the last are games won and played, of the skill.
// Reads nothing but a whole one; the line is cut to pieces.
void finding_write(const struct finding *finding, FILE *file);
bool finding_read(struct finding *finding, char *line);

const char *finding_proof_name(enum solve_proof proof);

// "3.5", "~3.5", or "?" where it cannot be told.
void finding_print_depth(const struct finding *finding, struct text *out);

// The middle of what is known of seat 1's chance.
double finding_middle(const struct finding *finding);

// How far seat 1's chance may be from one half.
void finding_unfairness(const struct finding *finding, mpq_t out);

// In a few characters: "0.41", "~0.41" or "0.41-0.48" for bounds, "1 in 17", "-"
// without a game, "?" without an answer.
void finding_print_short(const struct finding *finding, enum claim_class class, struct text *out);

#endif
