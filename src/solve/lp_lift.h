// SPDX-License-Identifier: GPL-3.0-or-later
// The exact optimum of a linear program from a basis that floating point found: the basis'
// equations are solved in rationals by lifting modulo powers of a prime (Dixon 1982), and whether
// that is an optimum is then checked in whole numbers.
//
// Why: a simplex in floating point nearly always ends at a right basis; all that is missing are its
// exact numbers, and elimination in rationals takes far longer than modulo a prime.
// Cost: the cube of the number of basic columns, in operations on 32 bits, if they are dense.
#ifndef SOLVE_LP_LIFT_H
#define SOLVE_LP_LIFT_H

#include <stdbool.h>
#include <stdint.h>

#include <gmp.h>

enum lp_lift_state { LP_LIFT_AT_ZERO, LP_LIFT_BASIC, LP_LIFT_AT_ONE };

struct lp_lift_column {
    int objective;
    bool free, capped;        // else at least 0; capped: at most 1
    enum lp_lift_state state; // by the basis
};

struct lp_lift_row {
    bool equal; // else at most the right side
    bool tight; // by the basis
    mpq_t right;
};

struct lp_lift_term {
    unsigned row, column;
    int factor;
};

// To be maximised.
struct lp_lift {
    struct lp_lift_row *rows;
    struct lp_lift_column *columns;
    struct lp_lift_term *terms; // in any order, none twice
    unsigned row_count, column_count;
    size_t term_count, row_room, column_room, term_room;
};

// The basis' x by column and prices y by row. False unless they are optimal, and without memory.
bool lp_lift_solve(const struct lp_lift *lp, mpq_t *x, mpq_t *y);

#endif
