// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdio.h> // before GMP's header, which then has functions for files

#include "solve/exact_lp.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#include <qsopt_ex/QSopt_ex.h>
#pragma GCC diagnostic pop

#include "core/memory.h"
#include "solve/weights.h"

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

void exact_lp_free(struct exact_lp *lp)
{
    if (!lp)
        return;
    enter_library();
    weights_free(lp->factor, lp->room);
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

static bool set_terms(struct exact_lp *lp, const struct exact_lp_term *terms, unsigned count)
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

static bool add_row(struct exact_lp *lp, enum exact_lp_sense sense, int right, unsigned count)
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

bool exact_lp_add_row(struct exact_lp *lp, enum exact_lp_sense sense, int right,
                      const struct exact_lp_term *terms, unsigned count)
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
                         const struct exact_lp_term *terms, unsigned count)
{
    enter_library();
    bool added = set_terms(lp, terms, count) && add_column(lp, objective, free, count);
    leave_library();
    return added;
}

// Sorts the entries by column into terms; first[c] is where column c begins.
static void sort_terms(const struct exact_lp_entry *entries, size_t count, unsigned columns,
                       struct exact_lp_term *terms, size_t *first)
{
    memset(first, 0, (columns + 2) * sizeof *first);
    for (size_t i = 0; i < count; i++)
        first[entries[i].column + 2]++;
    for (unsigned c = 2; c < columns + 2; c++)
        first[c] += first[c - 1];
    for (size_t i = 0; i < count; i++)
        terms[first[entries[i].column + 1]++] =
            (struct exact_lp_term){ entries[i].row, entries[i].factor };
}

static int by_row(const void *a, const void *b)
{
    unsigned x = ((const struct exact_lp_term *)a)->at, y = ((const struct exact_lp_term *)b)->at;
    return (x > y) - (x < y);
}

// A column may name a row twice; the library wants each once.
static unsigned merge_terms(struct exact_lp_term *terms, size_t count)
{
    unsigned kept = 0;
    qsort(terms, count, sizeof *terms, by_row);
    for (size_t i = 0; i < count; i++)
        if (kept && terms[kept - 1].at == terms[i].at)
            terms[kept - 1].factor += terms[i].factor;
        else
            terms[kept++] = terms[i];
    return kept;
}

bool exact_lp_add_columns(struct exact_lp *lp, unsigned columns, const int *objective,
                          const uint8_t *free, const struct exact_lp_entry *entries, size_t count)
{
    struct exact_lp_term *terms = mem_new((count + 1) * sizeof *terms);
    size_t *first = mem_new((columns + 2) * sizeof *first);
    bool fine = terms && first;
    if (fine)
        sort_terms(entries, count, columns, terms, first);
    for (unsigned c = 0; fine && c < columns; c++) {
        unsigned kept = merge_terms(terms + first[c], first[c + 1] - first[c]);
        fine = exact_lp_add_column(lp, objective ? objective[c] : c == 0, free[c], terms + first[c],
                                   kept);
    }
    mem_free(terms);
    mem_free(first);
    return fine;
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

static const struct limits *asked;

const struct limits *exact_lp_ask(const struct limits *limits)
{
    const struct limits *before = asked;
    asked = limits;
    return before;
}

static bool may_go_on(void)
{
    return !asked || limits_go_on(asked, 0);
}

// The library's simplex can cycle: one way or the other ends.
static int most_pivots(int rows, int columns)
{
    return 1000 + 20 * (rows + columns);
}

// In slices, so that somebody can be asked between them; the library goes on from the
// basis that it had.
static bool guess(dbl_QSprob rough, int (*optimise)(dbl_QSprob, int *), int *left)
{
    enum { SLICE = 500 };
    int status = QS_LP_ITER_LIMIT;
    while (status == QS_LP_ITER_LIMIT && *left > 0 && may_go_on()) {
        dbl_QSset_param(rough, QS_PARAM_SIMPLEX_MAX_ITERATIONS, *left < SLICE ? *left : SLICE);
        *left -= SLICE;
        if (optimise(rough, &status))
            return false;
    }
    return status == QS_LP_OPTIMAL;
}

bool exact_lp_guess(struct exact_lp *lp, double *value, double *x, double *y)
{
    enter_library();
    int most = most_pivots(dbl_QSget_rowcount(lp->rough), dbl_QSget_colcount(lp->rough));
    int left[] = { most, most };
    bool solved =
        guess(lp->rough, dbl_QSopt_primal, &left[0]) || guess(lp->rough, dbl_QSopt_dual, &left[1]);
    solved = solved && !dbl_QSget_solution(lp->rough, value, x, y, NULL, NULL);
    leave_library();
    return solved;
}

// The optimum: the value, then x by column, then y by row, in one array.
struct optimum {
    mpq_t *number;
    unsigned columns, rows;
};

static unsigned optimum_count(const struct optimum *optimum)
{
    return 1 + optimum->columns + optimum->rows;
}

static bool optimise(struct exact_lp *lp, int simplex)
{
    int status = 0;
    return !QSexact_solver(lp->problem, NULL, NULL, NULL, simplex, &status) &&
           status == QS_LP_OPTIMAL;
}

static bool find_optimum(struct exact_lp *lp, struct optimum *optimum)
{
    mpq_t *number = optimum->number;
    int most = most_pivots((int)optimum->rows, (int)optimum->columns);
    mpq_QSset_param(lp->problem, QS_PARAM_SIMPLEX_MAX_ITERATIONS, most);
    return (optimise(lp, DUAL_SIMPLEX) || optimise(lp, PRIMAL_SIMPLEX)) &&
           !mpq_QSget_solution(lp->problem, number, number + 1, number + 1 + optimum->columns, NULL,
                               NULL);
}

// --- In a process of its own

static bool write_optimum(FILE *out, const struct optimum *optimum)
{
    bool written = out;
    for (unsigned i = 0; written && i < optimum_count(optimum); i++)
        written = mpz_out_raw(out, mpq_numref(optimum->number[i])) &&
                  mpz_out_raw(out, mpq_denref(optimum->number[i]));
    return written && fflush(out) == 0;
}

static bool read_optimum(FILE *in, const struct optimum *optimum)
{
    bool good = in;
    for (unsigned i = 0; good && i < optimum_count(optimum); i++)
        good = mpz_inp_raw(mpq_numref(optimum->number[i]), in) &&
               mpz_inp_raw(mpq_denref(optimum->number[i]), in) &&
               mpz_sgn(mpq_denref(optimum->number[i])) > 0;
    return good;
}

// Ends with the program that asked, and leaves Ctrl-C to it.
static _Noreturn void be_child(struct exact_lp *lp, int file, struct optimum *optimum)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGINT, SIG_IGN);
    FILE *out = fdopen(file, "w");
    bool written = find_optimum(lp, optimum) && write_optimum(out, optimum);
    if (out)
        fclose(out);
    _exit(written ? 0 : 1);
}

// Looks more and more rarely, but often enough for whoever presses Ctrl-C.
static bool wait_for(pid_t child)
{
    struct timespec pause = { .tv_nsec = 500000 };
    int status = 1;
    while (waitpid(child, &status, WNOHANG) == 0) {
        if (!may_go_on()) {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            return false;
        }
        nanosleep(&pause, NULL);
        pause.tv_nsec += pause.tv_nsec < 20000000 ? pause.tv_nsec / 4 : 0;
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool find_elsewhere(struct exact_lp *lp, struct optimum *optimum)
{
    int file = memfd_create("optimum", MFD_CLOEXEC);
    pid_t child = file < 0 ? -1 : fork();
    if (child == 0)
        be_child(lp, file, optimum);
    bool solved = child > 0 && wait_for(child);
    FILE *in = solved && lseek(file, 0, SEEK_SET) == 0 ? fdopen(file, "r") : NULL;
    solved = read_optimum(in, optimum);
    if (in)
        fclose(in);
    else if (file >= 0)
        close(file);
    return child < 0 ? find_optimum(lp, optimum) : solved;
}

// Ours are set while our allocator is in force: the library's numbers are only read.
static void copy_numbers(mpq_t *to, mpq_t *from, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        mpq_set(to[i], from[i]);
}

bool exact_lp_solve(struct exact_lp *lp, mpq_t value, mpq_t *x, mpq_t *y)
{
    enum { LARGE = 20000 }; // rows times columns: smaller ones take less than a tenth of a second
    enter_library();
    struct optimum optimum = { .columns = (unsigned)mpq_QSget_colcount(lp->problem),
                               .rows = (unsigned)mpq_QSget_rowcount(lp->problem) };
    bool large = asked && asked->go_on && optimum.columns > LARGE / (optimum.rows + 1);
    optimum.number = weights_new(optimum_count(&optimum));
    bool solved = optimum.number && (large ? find_elsewhere : find_optimum)(lp, &optimum);
    leave_library();
    if (solved) {
        mpq_set(value, optimum.number[0]);
        copy_numbers(x, optimum.number + 1, optimum.columns);
        copy_numbers(y, optimum.number + 1 + optimum.columns, optimum.rows);
    }
    enter_library();
    weights_free(optimum.number, optimum_count(&optimum));
    leave_library();
    return solved;
}
