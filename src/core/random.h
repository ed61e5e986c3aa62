// SPDX-License-Identifier: GPL-3.0-or-later
// Random numbers from a seed (xoshiro256**: fast, the same everywhere, not for
// secrets), or from any other source through `draw`.
#ifndef CORE_RANDOM_H
#define CORE_RANDOM_H

#include <stdint.h>

struct random {
    uint64_t (*draw)(struct random *random);
    uint64_t state[4];
};

struct random random_seeded(uint64_t seed);

// A number below n, each equally likely; n must not be 0.
uint64_t random_below(struct random *random, uint64_t n);

#endif
