// SPDX-License-Identifier: GPL-3.0-or-later
// A page's Worker is one thread: nothing helps it.
#include "solve/threads.h"

#include <stddef.h>

unsigned threads_cores(void)
{
    return 1;
}

struct threads *threads_start(unsigned count, threads_work *work, void *context)
{
    (void)count;
    (void)work;
    (void)context;
    return NULL;
}

bool threads_wait(struct threads *threads, double seconds)
{
    (void)threads;
    (void)seconds;
    return true;
}

void threads_join(struct threads *threads)
{
    (void)threads;
}

void threads_yield(void)
{
}
