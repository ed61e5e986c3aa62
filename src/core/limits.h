// SPDX-License-Identifier: GPL-3.0-or-later
// What a search or a check may use, and the callback that says whether to go on.
#ifndef CORE_LIMITS_H
#define CORE_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct limits {
    size_t memory;                                // bytes; 0: no limit
    uint64_t work;                                // nodes; of a check 0: no limit
    bool (*go_on)(void *context, uint64_t nodes); // called now and then; NULL: it always may
    void *context;
    double until;   // of limits_clock(); 0: no limit
    unsigned cores; // at most so many threads may work on it, the caller's included; 0: that one
};

// Seconds of the processor's time that this thread has used, with what other processes worked
// for it: limits_spend(). So a busy machine does not change what is found in time.
double limits_clock(void);
void limits_spend(double seconds);

// Nothing but a deadline, `seconds` from now.
struct limits limits_until(double seconds);

static inline bool limits_go_on(const struct limits *limits, uint64_t nodes)
{
    return (limits->until <= 0 || limits_clock() < limits->until) &&
           (!limits->go_on || limits->go_on(limits->context, nodes));
}

#endif
