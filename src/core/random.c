// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/random.h"

static uint64_t rotated(uint64_t x, int left)
{
    return x << left | x >> (64 - left);
}

static uint64_t xoshiro(struct random *random)
{
    uint64_t *s = random->state;
    uint64_t drawn = rotated(s[1] * 5, 7) * 9;
    uint64_t shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotated(s[3], 45);
    return drawn;
}

// splitmix64 spreads the seed over the state, which must not be all zero.
struct random random_seeded(uint64_t seed)
{
    struct random random = { .draw = xoshiro };
    for (int i = 0; i < 4; i++) {
        seed += 0x9e3779b97f4a7c15u;
        uint64_t z = seed;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        random.state[i] = z ^ z >> 31;
    }
    return random;
}

uint64_t random_below_again(struct random *random, random_wide product, uint64_t n)
{
    uint64_t unfair = (0 - n) % n;
    while ((uint64_t)product < unfair)
        product = (random_wide)random->draw(random) * n;
    return (uint64_t)(product >> 64);
}

cells random_pick_any(struct random *random, cells from, unsigned pick)
{
    cells set = 0;
    unsigned count = pick ? cells_count_row(from) : 0;
    while (pick) {
        cells drawn = cells_nth(from, (unsigned)random_below(random, count));
        pick -= !(set & drawn); // what was drawn before is drawn again
        set |= drawn;
    }
    return set;
}
