// SPDX-License-Identifier: GPL-3.0-or-later
// Loaded into a program before all else (LD_PRELOAD), so that two carriers can be compared byte for
// byte: random numbers depend on $CAUSEWAY_FIXED, on how many bytes are wanted and how often as
// many were wanted before, and on nothing else. No time passes but while somebody sleeps; with
// $CAUSEWAY_FIXED_DATE alone, which a server's loop needs, only the date stands still.
// conform.mjs gives the module the same.
#include <dlfcn.h>
#include <sodium.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

enum { SIZES = 257, STARTED = 1000, DATE = 1700000000 };

static long long slept; // in nanoseconds

static uint32_t seed(void)
{
    const char *text = getenv("CAUSEWAY_FIXED");
    return text ? (uint32_t)strtoul(text, NULL, 10) : 0;
}

static unsigned char byte_of(uint32_t size, uint32_t call, uint32_t i)
{
    uint32_t mixed =
        seed() * 0x27d4eb2fU ^ size * 0x9e3779b1U ^ call * 0x85ebca6bU ^ i * 0xc2b2ae35U;
    mixed = (mixed ^ mixed >> 16) * 0x7feb352dU;
    mixed = (mixed ^ mixed >> 15) * 0x846ca68bU;
    return (unsigned char)(mixed ^ mixed >> 16);
}

void randombytes_buf(void *const bytes, const size_t size)
{
    static uint32_t calls[SIZES];
    const uint32_t call = calls[size < SIZES ? size : 0]++;
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)bytes)[i] = byte_of((uint32_t)size, call, (uint32_t)i);
}

uint32_t randombytes_random(void)
{
    uint32_t drawn;
    randombytes_buf(&drawn, sizeof drawn);
    return drawn;
}

// As libsodium does it.
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

int clock_gettime(clockid_t clock, struct timespec *time)
{
    static int (*real)(clockid_t clock, struct timespec * time);
    const int is_date = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
    if (!is_date && getenv("CAUSEWAY_FIXED_DATE")) {
        if (!real)
            *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
        return real(clock, time);
    }
    // The processor's time among them: nobody has worked yet, so that no limit is reached.
    const long long base = is_date ? DATE : clock == CLOCK_MONOTONIC ? STARTED : 0;
    const long long now = base ? base * 1000000000 + slept : 0;
    *time = (struct timespec){ .tv_sec = now / 1000000000, .tv_nsec = now % 1000000000 };
    return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    *time = (struct timeval){ .tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000 };
    return 0;
}

time_t time(time_t *to)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (to)
        *to = now.tv_sec;
    return now.tv_sec;
}

int nanosleep(const struct timespec *pause, struct timespec *left)
{
    (void)left;
    slept += pause->tv_sec * 1000000000LL + pause->tv_nsec;
    return 0;
}
