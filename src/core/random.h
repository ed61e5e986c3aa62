// SPDX-License-Identifier: GPL-3.0-or-later
// Random numbers from a seed (xoshiro256**: fast, the same everywhere, not for
// secrets), or from any other source through `draw`.
#ifndef CORE_RANDOM_H
#define CORE_RANDOM_H

#include <stdint.h>

#include "core/cells.h"

struct random {
    uint64_t (*draw)(struct random *random);
    uint64_t state[4];
};

struct random random_seeded(uint64_t seed);

// A number below n, each equally likely; n must not be 0. It is the high half of a
// 128-bit product; the few low halves that would favour some numbers are drawn again.
__extension__ typedef unsigned __int128 random_wide;
uint64_t random_below_again(struct random *random, random_wide product, uint64_t n);

static inline uint64_t random_below(struct random *random, uint64_t n)
{
    random_wide product = (random_wide)random->draw(random) * n;
    return (uint64_t)product < n ? random_below_again(random, product, n)
                                 : (uint64_t)(product >> 64);
}

// `pick` members of a set, each choice of them equally likely; it must have as many. Most moves
// have one, which is drawn here, without a call: from a row, which is looked for once, for how many
// there are and for which it is.
cells random_pick_any(struct random *random, cells from, unsigned pick);

static inline cells random_pick(struct random *random, cells from, unsigned pick)
{
    if (pick != 1)
        return random_pick_any(random, from, pick);
    if (cells_is_row(from))
        return (from & -from) << random_below(random, cells_last(from) - cells_first(from) + 1);
    return cells_nth(from, (unsigned)random_below(random, cells_count(from)));
}

#endif
