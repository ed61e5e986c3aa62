// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/now.h"

#include <time.h>

static int64_t read_clock(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

int64_t now_monotonic(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

int64_t now_real(void)
{
    return read_clock(CLOCK_REALTIME);
}

void now_sleep(int64_t milliseconds)
{
    if (milliseconds > 0)
        nanosleep(&(struct timespec){ .tv_sec = milliseconds / 1000,
                                      .tv_nsec = milliseconds % 1000 * 1000000 },
                  NULL);
}
