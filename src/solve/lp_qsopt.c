// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdio.h> // before GMP's header, which then has functions for files

#include "solve/lp_qsopt.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#include <qsopt_ex/QSopt_ex.h>
#pragma GCC diagnostic pop

#include "core/memory.h"
#include "solve/weights.h"

struct lp_qsopt {
    mpq_QSprob exact; // this
    dbl_QSprob rough; // or that
    int *index;       // of the terms of one row or column
    mpq_t *factor;
    double *rough_factor;
    unsigned room;
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
}

struct lp_qsopt *lp_qsopt_new(bool exact)
{
    struct lp_qsopt *lp = mem_new(sizeof *lp);
    if (!lp)
        return NULL;
    *lp = (struct lp_qsopt){ 0 };
    if (exact)
        lp->exact = mpq_QScreate_prob("game", QS_MAX);
    else
        lp->rough = dbl_QScreate_prob("game", QS_MAX);
    return lp;
}

void lp_qsopt_free(struct lp_qsopt *lp)
{
    if (!lp)
        return;
    weights_free(lp->factor, lp->room);
    if (lp->exact)
        mpq_QSfree_prob(lp->exact);
    if (lp->rough)
        dbl_QSfree_prob(lp->rough);
    mem_free(lp->index);
    mem_free(lp->rough_factor);
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
    double *rough = mem_grow(lp->rough_factor, count * sizeof *rough);
    if (rough)
        lp->rough_factor = rough;
    mpq_t *factor = mem_grow(lp->factor, count * sizeof *factor);
    if (factor)
        lp->factor = factor;
    if (!index || !rough || !factor)
        return false;
    while (lp->room < count)
        mpq_init(lp->factor[lp->room++]);
    return true;
}

static unsigned rows_of(const struct lp_qsopt *lp)
{
    return (unsigned)(lp->exact ? mpq_QSget_rowcount(lp->exact) : dbl_QSget_rowcount(lp->rough));
}

static unsigned columns_of(const struct lp_qsopt *lp)
{
    return (unsigned)(lp->exact ? mpq_QSget_colcount(lp->exact) : dbl_QSget_colcount(lp->rough));
}

// Terms of a new row, or of a new column, which name any of `most` columns or rows.
static bool take_terms(struct lp_qsopt *lp, struct lp_reader *reader, unsigned most,
                       unsigned *count)
{
    *count = lp_reader_take(reader);
    if ((size_t)(reader->end - reader->at) / 2 < *count || !make_room(lp, *count ? *count : 1))
        return false;
    for (unsigned i = 0; i < *count; i++) {
        lp->index[i] = (int)lp_reader_take(reader);
        int factor = (int)lp_reader_take(reader);
        if ((unsigned)lp->index[i] >= most)
            return false;
        lp->rough_factor[i] = factor;
        if (lp->exact)
            mpq_set_si(lp->factor[i], factor, 1);
    }
    return true;
}

static bool add_row(struct lp_qsopt *lp, struct lp_reader *reader)
{
    int sense = (int)lp_reader_take(reader), right = (int)lp_reader_take(reader);
    double rough = right;
    unsigned count;
    if ((sense != 'E' && sense != 'L') || !take_terms(lp, reader, columns_of(lp), &count))
        return false;
    if (lp->rough)
        return !dbl_QSadd_row(lp->rough, (int)count, lp->index, lp->rough_factor, &rough, sense,
                              NULL);
    mpq_t limit[1];
    mpq_init(limit[0]);
    mpq_set_si(limit[0], right, 1);
    bool added = !mpq_QSadd_row(lp->exact, (int)count, lp->index, (const mpq_t *)lp->factor,
                                (const mpq_t *)limit, sense, NULL);
    mpq_clear(limit[0]);
    return added;
}

static bool add_column(struct lp_qsopt *lp, struct lp_reader *reader)
{
    int objective = (int)lp_reader_take(reader);
    bool free = lp_reader_take(reader);
    unsigned count;
    if (!take_terms(lp, reader, rows_of(lp), &count))
        return false;
    if (lp->rough)
        return !dbl_QSadd_col(lp->rough, (int)count, lp->index, lp->rough_factor, objective,
                              free ? dbl_ILL_MINDOUBLE : 0, dbl_ILL_MAXDOUBLE, NULL);
    mpq_t price, zero;
    mpq_inits(price, zero, NULL);
    mpq_set_si(price, objective, 1);
    bool added = !mpq_QSadd_col(lp->exact, (int)count, lp->index, lp->factor, price,
                                free ? mpq_ILL_MINDOUBLE : zero, mpq_ILL_MAXDOUBLE, NULL);
    mpq_clears(price, zero, NULL);
    return added;
}

static bool set_right(struct lp_qsopt *lp, struct lp_reader *reader)
{
    unsigned row = lp_reader_take(reader);
    mpq_t right;
    mpq_init(right);
    lp_reader_take_number(reader, right);
    bool set = !reader->short_of && lp->exact && row < rows_of(lp) &&
               !mpq_QSchange_rhscoef(lp->exact, (int)row, right);
    mpq_clear(right);
    return set;
}

static bool cap_column(struct lp_qsopt *lp, struct lp_reader *reader)
{
    unsigned column = lp_reader_take(reader);
    mpq_t one;
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    bool set = lp->exact && column < columns_of(lp) &&
               !mpq_QSchange_bound(lp->exact, (int)column, 'U', one);
    mpq_clear(one);
    return set;
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
    return 1000 + 20 * (int)(rows_of(lp) + columns_of(lp));
}

// Goes on from the basis that it had.
static bool guess(dbl_QSprob rough, int (*optimise)(dbl_QSprob, int *))
{
    int status = 0;
    return !optimise(rough, &status) && status == QS_LP_OPTIMAL;
}

static void solve_roughly(struct lp_qsopt *lp, struct lp_words *reply)
{
    unsigned columns = columns_of(lp), count = 1 + columns + rows_of(lp);
    double *number = mem_new(count * sizeof *number);
    dbl_QSset_param(lp->rough, QS_PARAM_SIMPLEX_MAX_ITERATIONS, most_pivots(lp));
    bool solved =
        number && (guess(lp->rough, dbl_QSopt_primal) || guess(lp->rough, dbl_QSopt_dual)) &&
        !dbl_QSget_solution(lp->rough, number, number + 1, number + 1 + columns, NULL, NULL);
    lp_words_put(reply, solved);
    for (unsigned i = 0; solved && i < count; i++)
        lp_words_put_double(reply, number[i]);
    mem_free(number);
}

static bool prove(struct lp_qsopt *lp, int simplex)
{
    int status = 0;
    return !QSexact_solver(lp->exact, NULL, NULL, NULL, simplex, &status) &&
           status == QS_LP_OPTIMAL;
}

static void solve_exactly(struct lp_qsopt *lp, struct lp_words *reply)
{
    unsigned columns = columns_of(lp), count = 1 + columns + rows_of(lp);
    mpq_t *number = weights_new(count);
    mpq_QSset_param(lp->exact, QS_PARAM_SIMPLEX_MAX_ITERATIONS, most_pivots(lp));
    bool solved =
        number && (prove(lp, DUAL_SIMPLEX) || prove(lp, PRIMAL_SIMPLEX)) &&
        !mpq_QSget_solution(lp->exact, number, number + 1, number + 1 + columns, NULL, NULL);
    lp_words_put(reply, solved);
    for (unsigned i = 0; solved && i < count; i++)
        lp_words_put_number(reply, number[i]);
    weights_free(number, count);
}

void lp_qsopt_solve(struct lp_qsopt *lp, struct lp_words *reply)
{
    (lp->exact ? solve_exactly : solve_roughly)(lp, reply);
}
