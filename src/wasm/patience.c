// SPDX-License-Identifier: GPL-3.0-or-later
// Patience where there is neither a terminal nor a signal: whoever does not want to wait ends the
// whole instance. What is left is the limit of time.
#include "fronts/patience.h"

#include <time.h>

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static bool goes_on(void *whom, uint64_t nodes)
{
    const struct patience *patience = whom;
    (void)nodes;
    return patience->most == 0 || patience_seconds(patience) < patience->most;
}

void patience_begin(struct patience *patience, const char *what)
{
    *patience = (struct patience){ .what = what, .started = seconds() };
    patience->limits = (struct limits){ .go_on = goes_on, .whom = patience };
    patience->limits.memory = (size_t)64 << 20;
}

bool patience_end(struct patience *patience)
{
    (void)patience;
    return true;
}

double patience_seconds(const struct patience *patience)
{
    return seconds() - patience->started;
}
