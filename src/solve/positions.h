// SPDX-License-Identifier: GPL-3.0-or-later
// A transposition table: a word of what is known of each position. One thread's until it is
// shared; from then on any number of threads may use it.
//
// Shared, it is in parts, by a hash of the key, each with a lock for those who
// write. Looking something up takes no lock, and may miss what is just being written.
// Why: nearly all that searches do is looking up, and a lock makes the processor wait for memory.
// What is in it are facts of positions, so that it makes no difference which thread found them.
// Cost: when a part grows its old slots stay until the threads are gone.
#ifndef SOLVE_POSITIONS_H
#define SOLVE_POSITIONS_H

#include "core/map.h"
#include "solve/threads.h"

struct positions_shared;

// Once it is shared each thread has a copy, so that none reads what lies beside another's; the
// first one frees it.
struct positions {
    struct map all;                  // while one thread uses it
    struct positions_shared *shared; // afterwards; NULL before
};

static inline struct positions positions_of(unsigned key_words)
{
    return (struct positions){ .all = map_of(key_words, 1) };
}

void positions_free(struct positions *positions);

// False without memory, or where there are no threads; then nothing has changed.
bool positions_share(struct positions *positions);

// No other thread uses it at present: frees what was kept for them.
void positions_settle(struct positions *positions);

bool positions_find_shared(const struct positions *positions, const void *key, uint64_t *word);
uint64_t *positions_take_shared(struct positions *positions, const void *key, size_t limit);
void positions_leave_shared(struct positions *positions, const void *key);

// What is known of a position, which is not 0. False if nothing is.
static inline bool positions_find(const struct positions *positions, const void *key,
                                  uint64_t *word)
{
    if (positions->shared)
        return positions_find_shared(positions, key, word);
    const uint64_t *known = map_find(&positions->all, key);
    if (known)
        *word = *known;
    return known;
}

// Its word, 0 if it is new, which no other thread writes before positions_leave(). NULL, and
// nothing to leave, when there is no memory, or when the table would take more than `limit` bytes
// (0: no limit).
static inline uint64_t *positions_take(struct positions *positions, const void *key, size_t limit)
{
    return positions->shared ? positions_take_shared(positions, key, limit)
                             : map_add(&positions->all, key, limit);
}

// Writes the word that was taken.
static inline void positions_leave(struct positions *positions, const void *key, uint64_t *taken,
                                   uint64_t word)
{
    __atomic_store_n(taken, word, __ATOMIC_RELAXED);
    if (positions->shared)
        positions_leave_shared(positions, key);
}

#endif
