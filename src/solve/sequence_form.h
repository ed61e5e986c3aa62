// SPDX-License-Identifier: GPL-3.0-or-later
// The game that a public tree allows, as the linear program of the sequence form
// (Koller, Megiddo and von Stengel 1996): one column for each sequence of the planner's
// and for each place at which the answerer chooses, one row for each sequence of the
// answerer's; the prices of those rows are the answerer's plan.
//
// Column 0 is what is won against every type of the answerer's, over what is needed. With
// nothing needed that is the value of the game.
//
// Why: it is as large as the tree, where a matrix of pure strategies is exponential in
// it. Where a class has one move there is nothing to choose, and nothing of it is in the
// program.
// Cost: that of the linear program; building it is linear in its entries.
#ifndef SOLVE_SEQUENCE_FORM_H
#define SOLVE_SEQUENCE_FORM_H

#include "solve/exact_lp.h"
#include "solve/realisation.h"

// What a column or a row stands for. A sequence of the planner's is a column and an
// information set of its a row, in which what comes in goes out; of the answerer's it is
// the other way round, an information set being worth the least of its sequences. A long sum
// of columns is a column of its own, and its row says so.
enum sequence_form_kind {
    SEQUENCE_FORM_SEQUENCE = 1,
    SEQUENCE_FORM_SET,
    SEQUENCE_FORM_SUM,
    SEQUENCE_FORM_SLACK, // a column, of one row
};

struct sequence_form_line {
    uint32_t kind;
    uint32_t node; // PUBLIC_TREE_NONE: hiding
    uint32_t class;
    uint32_t e;   // of a sequence: its last move
    mpq_t *right; // of a row: what is given or needed; NULL: nothing
};

struct sequence_form_lines {
    struct sequence_form_line *at;
    unsigned count;
    size_t room;
};

struct sequence_form {
    unsigned planner; // a seat
    struct sequence_form_lines columns, rows;
    struct exact_lp_entry *entries;
    size_t entry_count, entry_room;
    unsigned capped;  // columns from here on are at most 1; 0: none
    bool sums_to_one; // the right side of row 0
    bool failed;      // no memory
};

// The planner's types have the weights that are given, or any that sum to `sum` times column 0,
// or to one if that is 0. Against each type of the answerer's `won` times column 0 is won, and
// what is needed. Both arrays are by class at the tree's root, and have to outlive the form.
struct sequence_form_terms {
    mpq_t *given, *need; // may be NULL
    int sum, won;
};

// Clear it in any case.
bool sequence_form_build(struct sequence_form *form, const struct public_tree *tree,
                         unsigned planner, const struct sequence_form_terms *terms);
void sequence_form_clear(struct sequence_form *form);

// Another line, or factor of one, for programs that want more: see `failed`.
unsigned sequence_form_add(struct sequence_form *form, struct sequence_form_lines *lines,
                           struct sequence_form_line line);
void sequence_form_set(struct sequence_form *form, unsigned row, unsigned column, int factor);

// `wanted` is the objective by column, NULL: column 0. NULL without memory.
struct exact_lp *sequence_form_load(const struct sequence_form *form, const int *wanted,
                                    const struct limits *limits);

// Both seats' plans, the value that they give seat 1, and the program's rows times its columns: in
// floating point, rounded to whole numbers; or exact. Not *solved, though nothing stopped it: no
// optimum was found, or the whole numbers are too large. Clear the plans in any case.
enum solve_stop sequence_form_solve(const struct public_tree *tree, bool exact,
                                    const struct limits *limits, struct realisation plan[SEATS],
                                    double *value, uint64_t *size, bool *solved);

#endif
