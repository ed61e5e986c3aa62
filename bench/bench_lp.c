// SPDX-License-Identifier: GPL-3.0-or-later
// What the smallest linear program costs, on its way to causeway-lp and back, and in this
// process: bench_lp and bench_lp_here. One line: MICROSECONDS of the processor's time a program,
// the helper's included, and how long the first one takes, which starts it.
#include <stdio.h>
#include <time.h>

#include "solve/exact_lp.h"
#include "solve/weights.h"

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// The most of x, where x is at most 1.
static bool solve_one(mpq_t value, mpq_t *x, mpq_t *y)
{
    const struct exact_lp_term term = { 0, 1 };
    struct exact_lp *lp = exact_lp_new(NULL);
    bool solved = lp && exact_lp_add_row(lp, EXACT_LP_AT_MOST, 1, NULL, 0) &&
                  exact_lp_add_column(lp, 1, false, &term, 1) && exact_lp_solve(lp, value, x, y);
    exact_lp_free(lp);
    return solved && mpq_cmp_ui(value, 1, 1) == 0;
}

int main(void)
{
    enum { PROGRAMS = 2000 };
    mpq_t *number = weights_new(3);
    double begun = now();
    bool fine = number && solve_one(number[0], &number[1], &number[2]);
    double first = now() - begun, spent = limits_clock();
    for (unsigned i = 0; fine && i < PROGRAMS; i++)
        fine = solve_one(number[0], &number[1], &number[2]);
    printf("%.0f us a program, %.0f us for the first\n", 1e6 * (limits_clock() - spent) / PROGRAMS,
           1e6 * first);
    weights_free(number, 3);
    return !fine;
}
