// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/exact_lp.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#include <qsopt_ex/QSopt_ex.h>
#pragma GCC diagnostic pop

#include "core/memory.h"

struct exact_lp {
    mpq_QSprob problem; // this
    dbl_QSprob rough;   // or that
    int *index;         // of one column's terms
    mpq_t *factor;
    double *rough_factor;
    unsigned room;
};

// QSopt_ex brings its own allocator for GMP's numbers and installs it for
// everybody. Ours must not meet it, so that each side's functions are in force
// only while that side's numbers are made, changed and cleared.
struct allocator {
    void *(*get)(size_t);
    void *(*regrow)(void *, size_t, size_t);
    void (*release)(void *, size_t);
};

static struct allocator ours, theirs;

// What the library has to say is of no use to a player.
static void say_nothing(const char *message, void *data)
{
    (void)message, (void)data;
}

static void enter_library(void)
{
    static bool started;
    mp_get_memory_functions(&ours.get, &ours.regrow, &ours.release);
    if (!started) { // not before the first linear program is wanted
        QSexactStart();
        QSlog_set_handler(say_nothing, NULL);
        mp_get_memory_functions(&theirs.get, &theirs.regrow, &theirs.release);
    }
    started = true;
    mp_set_memory_functions(theirs.get, theirs.regrow, theirs.release);
}

static void leave_library(void)
{
    mp_set_memory_functions(ours.get, ours.regrow, ours.release);
}

struct exact_lp *exact_lp_new(bool exact)
{
    struct exact_lp *lp = mem_new(sizeof *lp);
    if (!lp)
        return NULL;
    enter_library();
    *lp = (struct exact_lp){ 0 };
    if (exact)
        lp->problem = mpq_QScreate_prob("game", QS_MAX);
    else
        lp->rough = dbl_QScreate_prob("game", QS_MAX);
    leave_library();
    return lp;
}

static void clear_numbers(mpq_t *at, unsigned count)
{
    for (unsigned i = 0; at && i < count; i++)
        mpq_clear(at[i]);
    mem_free(at);
}

void exact_lp_free(struct exact_lp *lp)
{
    if (!lp)
        return;
    enter_library();
    clear_numbers(lp->factor, lp->room);
    if (lp->problem)
        mpq_QSfree_prob(lp->problem);
    if (lp->rough)
        dbl_QSfree_prob(lp->rough);
    leave_library();
    mem_free(lp->index);
    mem_free(lp->rough_factor);
    mem_free(lp);
}

static bool make_room(struct exact_lp *lp, unsigned count)
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

static bool set_terms(struct exact_lp *lp, const struct exact_term *terms, unsigned count)
{
    if (!make_room(lp, count ? count : 1))
        return false;
    for (unsigned i = 0; i < count; i++) {
        lp->index[i] = (int)terms[i].at;
        lp->rough_factor[i] = terms[i].factor;
        mpq_set_si(lp->factor[i], terms[i].factor, 1);
    }
    return true;
}

static bool add_row(struct exact_lp *lp, enum exact_sense sense, int right, unsigned count)
{
    double rough = right;
    if (lp->rough)
        return !dbl_QSadd_row(lp->rough, (int)count, lp->index, lp->rough_factor, &rough,
                              (int)sense, NULL);
    mpq_t limit[1];
    mpq_init(limit[0]);
    mpq_set_si(limit[0], right, 1);
    bool added = !mpq_QSadd_row(lp->problem, (int)count, lp->index, (const mpq_t *)lp->factor,
                                (const mpq_t *)limit, (int)sense, NULL);
    mpq_clear(limit[0]);
    return added;
}

bool exact_lp_add_row(struct exact_lp *lp, enum exact_sense sense, int right,
                      const struct exact_term *terms, unsigned count)
{
    enter_library();
    bool added = set_terms(lp, terms, count) && add_row(lp, sense, right, count);
    leave_library();
    return added;
}

static bool add_column(struct exact_lp *lp, int objective, bool free, unsigned count)
{
    if (lp->rough)
        return !dbl_QSadd_col(lp->rough, (int)count, lp->index, lp->rough_factor, objective,
                              free ? dbl_ILL_MINDOUBLE : 0, dbl_ILL_MAXDOUBLE, NULL);
    mpq_t price, zero;
    mpq_inits(price, zero, NULL);
    mpq_set_si(price, objective, 1);
    bool added = !mpq_QSadd_col(lp->problem, (int)count, lp->index, lp->factor, price,
                                free ? mpq_ILL_MINDOUBLE : zero, mpq_ILL_MAXDOUBLE, NULL);
    mpq_clears(price, zero, NULL);
    return added;
}

bool exact_lp_add_column(struct exact_lp *lp, int objective, bool free,
                         const struct exact_term *terms, unsigned count)
{
    enter_library();
    bool added = set_terms(lp, terms, count) && add_column(lp, objective, free, count);
    leave_library();
    return added;
}

bool exact_lp_set_right(struct exact_lp *lp, unsigned row, const mpq_t right)
{
    enter_library();
    mpq_t limit;
    mpq_init(limit);
    mpq_set(limit, right);
    bool set = !mpq_QSchange_rhscoef(lp->problem, (int)row, limit);
    mpq_clear(limit);
    leave_library();
    return set;
}

bool exact_lp_cap_column(struct exact_lp *lp, unsigned column)
{
    enter_library();
    mpq_t one;
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    bool set = !mpq_QSchange_bound(lp->problem, (int)column, 'U', one);
    mpq_clear(one);
    leave_library();
    return set;
}

// The library's simplex can cycle: one way or the other ends.
static int most_pivots(int rows, int columns)
{
    return 1000 + 20 * (rows + columns);
}

bool exact_lp_guess(struct exact_lp *lp, double *value, double *x, double *y)
{
    int status = 0;
    enter_library();
    int most = most_pivots(dbl_QSget_rowcount(lp->rough), dbl_QSget_colcount(lp->rough));
    dbl_QSset_param(lp->rough, QS_PARAM_SIMPLEX_MAX_ITERATIONS, most);
    bool solved = !dbl_QSopt_primal(lp->rough, &status) && status == QS_LP_OPTIMAL;
    solved = solved || (!dbl_QSopt_dual(lp->rough, &status) && status == QS_LP_OPTIMAL);
    solved = solved && !dbl_QSget_solution(lp->rough, value, x, y, NULL, NULL);
    leave_library();
    return solved;
}

static mpq_t *new_numbers(unsigned count)
{
    mpq_t *numbers = mem_new(count * sizeof *numbers);
    for (unsigned i = 0; numbers && i < count; i++)
        mpq_init(numbers[i]);
    return numbers;
}

// Setting ours from theirs only reads theirs.
static void copy_numbers(mpq_t *to, mpq_t *from, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        mpq_set(to[i], from[i]);
}

static bool optimise(struct exact_lp *lp, int simplex)
{
    int status = 0;
    return !QSexact_solver(lp->problem, NULL, NULL, NULL, simplex, &status) &&
           status == QS_LP_OPTIMAL;
}

bool exact_lp_solve(struct exact_lp *lp, mpq_t value, mpq_t *x, mpq_t *y)
{
    enter_library();
    unsigned columns = (unsigned)mpq_QSget_colcount(lp->problem);
    unsigned rows = (unsigned)mpq_QSget_rowcount(lp->problem);
    mpq_t *best = new_numbers(1), *primal = new_numbers(columns), *dual = new_numbers(rows);
    mpq_QSset_param(lp->problem, QS_PARAM_SIMPLEX_MAX_ITERATIONS,
                    most_pivots((int)rows, (int)columns));
    bool solved = best && primal && dual;
    solved = solved && (optimise(lp, DUAL_SIMPLEX) || optimise(lp, PRIMAL_SIMPLEX)) &&
             !mpq_QSget_solution(lp->problem, best, primal, dual, NULL, NULL);
    leave_library();
    if (solved) {
        mpq_set(value, best[0]);
        copy_numbers(x, primal, columns);
        copy_numbers(y, dual, rows);
    }
    enter_library();
    clear_numbers(best, 1);
    clear_numbers(primal, columns);
    clear_numbers(dual, rows);
    leave_library();
    return solved;
}
