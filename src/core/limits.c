// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/limits.h"

#include <time.h>

#ifndef CLOCK_THREAD_CPUTIME_ID // WebAssembly has none
#define CLOCK_THREAD_CPUTIME_ID CLOCK_MONOTONIC
#endif

static _Thread_local double spent_elsewhere;

double limits_clock(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9 + spent_elsewhere;
}

void limits_spend(double seconds)
{
    spent_elsewhere += seconds;
}

struct limits limits_until(double seconds)
{
    return (struct limits){ .until = limits_clock() + seconds };
}
