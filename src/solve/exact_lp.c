// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/exact_lp.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "solve/lp_backend.h"

struct exact_lp {
    const struct limits *limits;
    struct lp_words program, reply;
    unsigned rows, columns;
    struct lp_backend *backend; // or NULL
    size_t sent;                // words of the program that it has already
    enum solve_stop stop;
};

struct exact_lp *exact_lp_new(const struct limits *limits)
{
    struct exact_lp *lp = mem_new(sizeof *lp);
    if (lp)
        *lp = (struct exact_lp){ .limits = limits };
    return lp;
}

void exact_lp_free(struct exact_lp *lp)
{
    if (!lp)
        return;
    if (lp->backend)
        lp_backend_give(lp->backend);
    lp_words_clear(&lp->program);
    lp_words_clear(&lp->reply);
    mem_free(lp);
}

// --- The program

static bool put_terms(struct exact_lp *lp, const struct exact_lp_term *terms, unsigned count)
{
    lp_words_put(&lp->program, count);
    for (unsigned i = 0; i < count; i++) {
        lp_words_put(&lp->program, terms[i].at);
        lp_words_put(&lp->program, (uint32_t)terms[i].factor);
    }
    return !lp->program.failed;
}

bool exact_lp_add_row(struct exact_lp *lp, enum exact_lp_sense sense, int right,
                      const struct exact_lp_term *terms, unsigned count)
{
    lp_words_put(&lp->program, LP_ROW);
    lp_words_put(&lp->program, sense);
    lp_words_put(&lp->program, (uint32_t)right);
    lp->rows++;
    return put_terms(lp, terms, count);
}

bool exact_lp_add_column(struct exact_lp *lp, int objective, bool free,
                         const struct exact_lp_term *terms, unsigned count)
{
    lp_words_put(&lp->program, LP_COLUMN);
    lp_words_put(&lp->program, (uint32_t)objective);
    lp_words_put(&lp->program, free);
    lp->columns++;
    return put_terms(lp, terms, count);
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

// A column may name a row twice; QSopt_ex wants each once.
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
    lp_words_put(&lp->program, LP_RIGHT);
    lp_words_put(&lp->program, row);
    lp_words_put_number(&lp->program, right);
    return !lp->program.failed;
}

bool exact_lp_cap_column(struct exact_lp *lp, unsigned column)
{
    lp_words_put(&lp->program, LP_CAP);
    lp_words_put(&lp->program, column);
    return !lp->program.failed;
}

// --- Its optimum

static enum solve_stop ask(struct exact_lp *lp, bool exact)
{
    if (!lp->backend) {
        lp->sent = 0;
        lp->backend = lp_backend_take(&lp->stop);
    }
    if (!lp->backend)
        return lp->stop;
    uint32_t kind = (exact ? LP_EXACT : 0) | (lp->sent ? 0 : LP_ANEW);
    enum solve_stop stop = lp_backend_ask(lp->backend, kind, lp->program.at + lp->sent,
                                          lp->program.count - lp->sent, lp->limits, &lp->reply);
    lp->sent = lp->program.count;
    return stop;
}

// A backend that was used before may have ended since: then another one is asked.
static bool find_optimum(struct exact_lp *lp, bool exact, struct lp_reader *reader)
{
    if (lp->program.failed)
        return false;
    for (bool again = true; again;) {
        lp->stop = ask(lp, exact);
        again = lp->stop == SOLVE_STOP_LP_DIED && lp_backend_is_used(lp->backend);
        if (lp->stop && lp->backend) {
            lp_backend_give(lp->backend);
            lp->backend = NULL;
        }
    }
    if (lp->stop)
        return false;
    *reader = (struct lp_reader){ .at = lp->reply.at, .end = lp->reply.at + lp->reply.count };
    return lp_reader_take(reader);
}

bool exact_lp_guess(struct exact_lp *lp, double *value, double *x, double *y)
{
    struct lp_reader reader;
    if (!find_optimum(lp, false, &reader))
        return false;
    *value = lp_reader_take_double(&reader);
    for (unsigned i = 0; x && i < lp->columns; i++)
        x[i] = lp_reader_take_double(&reader);
    for (unsigned i = 0; y && i < lp->rows; i++)
        y[i] = lp_reader_take_double(&reader);
    return !reader.short_of;
}

bool exact_lp_solve(struct exact_lp *lp, mpq_t value, mpq_t *x, mpq_t *y)
{
    struct lp_reader reader;
    if (!find_optimum(lp, true, &reader))
        return false;
    lp_reader_take_number(&reader, value);
    for (unsigned i = 0; i < lp->columns; i++)
        lp_reader_take_number(&reader, x[i]);
    for (unsigned i = 0; i < lp->rows; i++)
        lp_reader_take_number(&reader, y[i]);
    return !reader.short_of;
}

enum solve_stop exact_lp_stop(const struct exact_lp *lp)
{
    return !lp || lp->program.failed ? SOLVE_STOP_MEMORY : lp->stop;
}
