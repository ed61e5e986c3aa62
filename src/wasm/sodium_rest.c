// SPDX-License-Identifier: GPL-3.0-or-later
// Of libsodium what is not compiled from its own sources: its random numbers come from the
// host, four bytes or more at a time, so that a test can give them.
#include <stdlib.h>
#include <unistd.h>

#include <sodium.h>

int sodium_init(void)
{
    return 0;
}

void sodium_misuse(void)
{
    abort();
}

void randombytes_buf(void *const bytes, const size_t size)
{
    unsigned char *at = bytes;
    for (size_t left = size; left;) {
        size_t part = left < 256 ? left : 256;
        if (getentropy(at, part) != 0)
            abort();
        at += part;
        left -= part;
    }
}

uint32_t randombytes_random(void)
{
    uint32_t drawn;
    randombytes_buf(&drawn, sizeof drawn);
    return drawn;
}

// As libsodium does it: what would favour some numbers is drawn again.
uint32_t randombytes_uniform(const uint32_t bound)
{
    uint32_t drawn, least;
    if (bound < 2)
        return 0;
    least = (1U + ~bound) % bound;
    do
        drawn = randombytes_random();
    while (drawn < least);
    return drawn % bound;
}
