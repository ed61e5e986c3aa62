// SPDX-License-Identifier: GPL-3.0-or-later
// All variants of a game with some options varied and the others fixed.
#ifndef ANALYSIS_GRID_H
#define ANALYSIS_GRID_H

#include "analysis/finding.h"

enum { GRID_MAX = 10000 };

struct grid_axis {
    unsigned option;
    unsigned lo, hi;
};

struct grid {
    const struct game *game;
    struct grid_axis axes[RULES_MAX];
    unsigned axis_count;
    struct finding *variants; // the last axis varies fastest
    unsigned count;
};

// `rules` as in --rules, each of `vary` as in --vary. False, with a sentence, when
// these do not say what to vary or nothing of it makes a game. Free it with
// grid_close().
bool grid_open(struct grid *grid, const struct game *game, const char *rules,
               const char *const *vary, unsigned vary_count, struct text *why);
void grid_close(struct grid *grid);

// A variant's value on an axis.
unsigned grid_value(const struct grid *grid, unsigned index, unsigned axis);
unsigned grid_width(const struct grid_axis *axis);

// The axis that an option is varied on, or NULL.
const struct grid_axis *grid_axis_of(const struct grid *grid, unsigned option);

// Every variant is to be played `games` times, for its skill; before anything is solved.
void grid_set_games(struct grid *grid, unsigned games);

// Where all of it is known: marks the frontier, the variants that no other surpasses in
// depth and evenness (or, where best play decides the game, in depth and length) both.
void grid_mark(struct grid *grid);

// What the marks mean.
const char *grid_mark_meaning(const struct grid *grid);

// "length=8..12,mines=3,...": all options, with ranges for those that vary.
void grid_print(const struct grid *grid, struct text *out);

unsigned grid_count(const struct grid *grid, enum finding_state state);
bool grid_has_bounds(const struct grid *grid);

#endif
