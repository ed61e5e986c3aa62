// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdio.h> // before GMP's header, which then has functions for files

#include "solve/lp_qsopt.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#include <qsopt_ex/QSopt_ex.h>
#include <qsopt_ex/qstruct_dbl.h>
#pragma GCC diagnostic pop

#include "core/memory.h"
#include "core/vector.h"
#include "solve/lp_lift.h"
#include "solve/weights.h"

struct lp_qsopt {
    dbl_QSprob rough;
    struct lp_lift lp;
    int *index; // of the terms of one row or column
    double *factor;
    unsigned room;
    bool priced; // no column has come since the last guess, whose prices still hold
};

// What the library has to say is of no use to a player.
static void say_nothing(const char *message, void *data)
{
    (void)message, (void)data;
}

void lp_qsopt_start(void)
{
    QSexactStart();
    QSlog_set_handler(say_nothing, NULL);
    // Zero, for the simplex in floating point. With the library's 1e-6 bases of large programs are
    // often a little off, so that lifting them shows no optimum; with 1e-10 it cycles.
    dbl_PFEAS_TOLER = dbl_DFEAS_TOLER = 1e-9;
}

struct lp_qsopt *lp_qsopt_new(void)
{
    struct lp_qsopt *lp = mem_new(sizeof *lp);
    if (lp)
        *lp = (struct lp_qsopt){ .rough = dbl_QScreate_prob("game", QS_MAX) };
    return lp;
}

void lp_qsopt_free(struct lp_qsopt *lp)
{
    if (!lp)
        return;
    for (unsigned r = 0; r < lp->lp.row_count; r++)
        mpq_clear(lp->lp.rows[r].right);
    mem_free(lp->lp.rows);
    mem_free(lp->lp.columns);
    mem_free(lp->lp.terms);
    dbl_QSfree_prob(lp->rough);
    mem_free(lp->index);
    mem_free(lp->factor);
    mem_free(lp);
}

// --- Steps

static bool make_room(struct lp_qsopt *lp, unsigned count)
{
    if (count <= lp->room)
        return true;
    int *index = mem_grow(lp->index, count * sizeof *index);
    if (index)
        lp->index = index;
    double *factor = mem_grow(lp->factor, count * sizeof *factor);
    if (factor)
        lp->factor = factor;
    lp->room = index && factor ? count : lp->room;
    return index && factor;
}

// Terms of the last row, or of the last column, which name any of `most` columns or rows.
static bool take_terms(struct lp_qsopt *lp, struct lp_reader *reader, bool row, unsigned most,
                       unsigned *count)
{
    struct lp_lift *to = &lp->lp;
    *count = lp_reader_take(reader);
    if ((size_t)(reader->end - reader->at) / 2 < *count || !make_room(lp, *count ? *count : 1) ||
        !vector_grow(&to->terms, &to->term_room, to->term_count + *count, sizeof *to->terms))
        return false;
    for (unsigned i = 0; i < *count; i++) {
        unsigned at = lp_reader_take(reader);
        int factor = (int)lp_reader_take(reader);
        if (at >= most)
            return false;
        lp->index[i] = (int)at;
        lp->factor[i] = factor;
        to->terms[to->term_count++] =
            (struct lp_lift_term){ row ? to->row_count - 1 : at, row ? at : to->column_count - 1,
                                   factor };
    }
    return true;
}

// With its row a program's basis gets the row's norm, for which the library makes room if the basis
// says that there is too little. It never sets what the basis says.
static int add_roughly(struct lp_qsopt *lp, unsigned count, double limit, int sense)
{
    if (lp->rough->basis)
        lp->rough->basis->rownorms_size = 0;
    return dbl_QSadd_row(lp->rough, (int)count, lp->index, lp->factor, &limit, sense, NULL);
}

static bool add_row(struct lp_qsopt *lp, struct lp_reader *reader)
{
    int sense = (int)lp_reader_take(reader), right = (int)lp_reader_take(reader);
    struct lp_lift *to = &lp->lp;
    unsigned count;
    if ((sense != 'E' && sense != 'L') ||
        !vector_grow(&to->rows, &to->row_room, to->row_count, sizeof *to->rows))
        return false;
    struct lp_lift_row *row = &to->rows[to->row_count++];
    row->equal = sense == 'E';
    mpq_init(row->right);
    mpq_set_si(row->right, right, 1);
    return take_terms(lp, reader, true, to->column_count, &count) &&
           !add_roughly(lp, count, right, sense);
}

static bool add_column(struct lp_qsopt *lp, struct lp_reader *reader)
{
    int objective = (int)lp_reader_take(reader);
    bool free = lp_reader_take(reader);
    struct lp_lift *to = &lp->lp;
    unsigned count;
    lp->priced = false;
    if (!vector_grow(&to->columns, &to->column_room, to->column_count, sizeof *to->columns))
        return false;
    to->columns[to->column_count++] =
        (struct lp_lift_column){ .objective = objective, .free = free };
    return take_terms(lp, reader, false, to->row_count, &count) &&
           !dbl_QSadd_col(lp->rough, (int)count, lp->index, lp->factor, objective,
                          free ? dbl_ILL_MINDOUBLE : 0, dbl_ILL_MAXDOUBLE, NULL);
}

static bool set_right(struct lp_qsopt *lp, struct lp_reader *reader)
{
    unsigned row = lp_reader_take(reader);
    if (row >= lp->lp.row_count)
        return false;
    mpq_t *right = &lp->lp.rows[row].right;
    lp_reader_take_number(reader, *right);
    return !dbl_QSchange_rhscoef(lp->rough, (int)row, mpq_get_d(*right));
}

static bool cap_column(struct lp_qsopt *lp, struct lp_reader *reader)
{
    unsigned column = lp_reader_take(reader);
    if (column >= lp->lp.column_count)
        return false;
    lp->lp.columns[column].capped = true;
    return !dbl_QSchange_bound(lp->rough, (int)column, 'U', 1);
}

bool lp_qsopt_add(struct lp_qsopt *lp, const uint32_t *words, size_t count)
{
    static bool (*const add[])(struct lp_qsopt *, struct lp_reader *) = {
        [LP_ROW] = add_row,
        [LP_COLUMN] = add_column,
        [LP_RIGHT] = set_right,
        [LP_CAP] = cap_column,
    };
    struct lp_reader reader = { .at = words, .end = words + count };
    bool fine = true;
    while (fine && reader.at < reader.end) {
        uint32_t step = lp_reader_take(&reader);
        fine = step <= LP_CAP && add[step](lp, &reader) && !reader.short_of;
    }
    return fine;
}

// --- Solving

// The library's simplex can cycle: one way or the other ends.
static int most_pivots(const struct lp_qsopt *lp)
{
    return 1000 + 20 * (int)(lp->lp.row_count + lp->lp.column_count);
}

// Goes on from the basis that it had.
static bool guess(dbl_QSprob rough, int (*optimise)(dbl_QSprob, int *))
{
    int status = 0;
    return !optimise(rough, &status) && status == QS_LP_OPTIMAL;
}

// Where the prices still hold the dual simplex has little to do, else the primal one.
static void solve_roughly(struct lp_qsopt *lp, struct lp_words *reply)
{
    int (*const simplex[])(dbl_QSprob, int *) = { dbl_QSopt_primal, dbl_QSopt_dual };
    unsigned columns = lp->lp.column_count, count = 1 + columns + lp->lp.row_count;
    double *number = mem_new(count * sizeof *number);
    bool solved =
        number &&
        (guess(lp->rough, simplex[lp->priced]) || guess(lp->rough, simplex[!lp->priced])) &&
        !dbl_QSget_solution(lp->rough, number, number + 1, number + 1 + columns, NULL, NULL);
    lp->priced = solved;
    if (solved) // a basis that is nearly right is put right before steepest edges would be found
        dbl_QSset_param(lp->rough, QS_PARAM_PRIMAL_PRICING, QS_PRICE_PDEVEX);
    lp_words_put(reply, solved);
    for (unsigned i = 0; solved && i < count; i++)
        lp_words_put_double(reply, number[i]);
    mem_free(number);
}

// The exact numbers of the rough program's basis, if it is optimal.
static bool repair(struct lp_qsopt *lp, mpq_t *x, mpq_t *y)
{
    struct lp_lift *of = &lp->lp;
    char *states = mem_new(of->column_count + of->row_count + 1);
    bool fine = states && !dbl_QSget_basis_array(lp->rough, states, states + of->column_count);
    for (unsigned c = 0; fine && c < of->column_count; c++)
        of->columns[c].state = states[c] == QS_COL_BSTAT_BASIC   ? LP_LIFT_BASIC
                               : states[c] == QS_COL_BSTAT_UPPER ? LP_LIFT_AT_ONE
                                                                 : LP_LIFT_AT_ZERO;
    for (unsigned r = 0; fine && r < of->row_count; r++)
        of->rows[r].tight = states[of->column_count + r] != QS_ROW_BSTAT_BASIC;
    mem_free(states);
    return fine && lp_lift_solve(of, x, y);
}

// The program in rationals; NULL without memory.
static mpq_QSprob copy_exactly(const struct lp_lift *of)
{
    mpq_QSprob exact = mpq_QScreate_prob("game", QS_MAX);
    mpq_t one, zero, price;
    mpq_inits(one, zero, price, NULL);
    mpq_set_ui(one, 1, 1);
    bool fine = true;
    for (unsigned r = 0; fine && r < of->row_count; r++)
        fine = !mpq_QSnew_row(exact, of->rows[r].right, of->rows[r].equal ? 'E' : 'L', NULL);
    for (unsigned c = 0; fine && c < of->column_count; c++) {
        mpq_set_si(price, of->columns[c].objective, 1);
        fine = !mpq_QSnew_col(exact, price, of->columns[c].free ? mpq_ILL_MINDOUBLE : zero,
                              of->columns[c].capped ? one : mpq_ILL_MAXDOUBLE, NULL);
    }
    for (size_t i = 0; fine && i < of->term_count; i++) {
        mpq_set_si(price, of->terms[i].factor, 1);
        fine = !mpq_QSchange_coef(exact, (int)of->terms[i].row, (int)of->terms[i].column, price);
    }
    mpq_clears(one, zero, price, NULL);
    if (fine)
        return exact;
    mpq_QSfree_prob(exact);
    return NULL;
}

static bool prove(mpq_QSprob exact, int simplex)
{
    int status = 0;
    return !QSexact_solver(exact, NULL, NULL, NULL, simplex, &status) && status == QS_LP_OPTIMAL;
}

// Where the rough basis is not optimal: with more and more digits until one is.
static bool search(struct lp_qsopt *lp, mpq_t *number)
{
    mpq_QSprob exact = copy_exactly(&lp->lp);
    if (!exact)
        return false;
    mpq_QSset_param(exact, QS_PARAM_SIMPLEX_MAX_ITERATIONS, most_pivots(lp));
    bool found = (prove(exact, DUAL_SIMPLEX) || prove(exact, PRIMAL_SIMPLEX)) &&
                 !mpq_QSget_solution(exact, number, number + 1, number + 1 + lp->lp.column_count,
                                     NULL, NULL);
    mpq_QSfree_prob(exact);
    return found;
}

static void find_value(const struct lp_lift *of, mpq_t *x, mpq_t value)
{
    mpq_t part;
    mpq_init(part);
    for (unsigned c = 0; c < of->column_count; c++)
        if (of->columns[c].objective) {
            mpq_set_si(part, of->columns[c].objective, 1);
            mpq_mul(part, part, x[c]);
            mpq_add(value, value, part);
        }
    mpq_clear(part);
}

static void solve_exactly(struct lp_qsopt *lp, struct lp_words *reply)
{
    unsigned columns = lp->lp.column_count, count = 1 + columns + lp->lp.row_count;
    mpq_t *number = weights_new(count);
    bool solved =
        number &&
        ((guess(lp->rough, dbl_QSopt_dual) && repair(lp, number + 1, number + 1 + columns)) ||
         (guess(lp->rough, dbl_QSopt_primal) && repair(lp, number + 1, number + 1 + columns)));
    if (solved)
        find_value(&lp->lp, number + 1, number[0]);
    else
        solved = number && search(lp, number);
    lp_words_put(reply, solved);
    for (unsigned i = 0; solved && i < count; i++)
        lp_words_put_number(reply, number[i]);
    weights_free(number, count);
}

void lp_qsopt_solve(struct lp_qsopt *lp, bool exact, struct lp_words *reply)
{
    dbl_QSset_param(lp->rough, QS_PARAM_SIMPLEX_MAX_ITERATIONS, most_pivots(lp));
    (exact ? solve_exactly : solve_roughly)(lp, reply);
}
