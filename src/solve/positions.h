// SPDX-License-Identifier: GPL-3.0-or-later
// A transposition table: a word of what is known of each position. One thread's until it is
// shared; from then on each thread uses it through a struct of its own.
//
// Shared, nobody takes a lock: a new position is put in by compare-and-swap (core/map.h), and so is
// what more becomes known of one. Who looks something up may miss what is just being written. Only
// while the table grows does who writes wait, and helps to move what is in it.
// Why: nearly all that searches do is looking up, and a lock makes the processor wait for memory.
// What is in it are facts of positions, so that it makes no difference which thread found them.
// Cost: when it grows the old slots stay until the threads are gone, for those who look in them.
#ifndef SOLVE_POSITIONS_H
#define SOLVE_POSITIONS_H

#include "core/map.h"

struct positions_shared;

struct positions {
    struct map all;                  // while one thread uses it
    struct positions_shared *shared; // afterwards; NULL before
    unsigned thread;                 // the number of this thread among those that share it
};

static inline struct positions positions_of(unsigned key_words)
{
    return (struct positions){ .all = map_of(key_words, 1) };
}

// The table, or only what one of its threads has of it, which the first one must outlive.
void positions_free(struct positions *positions);

// False without memory, or where there are no threads; then nothing has changed.
bool positions_share(struct positions *positions);

// For another thread, of a table that is shared. False where there are too many.
bool positions_beside(struct positions *positions, const struct positions *other);

// No other thread uses it at present: frees what was kept for them.
void positions_settle(struct positions *positions);

bool positions_find_shared(const struct positions *positions, const void *key, uint64_t *word);
uint64_t *positions_take_shared(struct positions *positions, const void *key, size_t limit);
bool positions_leave_shared(struct positions *positions, uint64_t *taken, uint64_t *was,
                            uint64_t word);

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

// Where a position's word is, to be left soon; *was is what it was, 0 if it is new. NULL, and
// nothing to leave, when there is no memory, or when the table would take more than `limit` bytes
// (0: no limit).
static inline uint64_t *positions_take(struct positions *positions, const void *key, size_t limit,
                                       uint64_t *was)
{
    uint64_t *taken = positions->shared ? positions_take_shared(positions, key, limit)
                                        : map_add(&positions->all, key, limit);
    *was = taken ? __atomic_load_n(taken, __ATOMIC_RELAXED) : 0;
    return taken;
}

// Writes the word that was taken. If another thread has written another one meanwhile, *was is
// that, nothing is written, and it is still to be left.
static inline bool positions_leave(struct positions *positions, uint64_t *taken, uint64_t *was,
                                   uint64_t word)
{
    if (positions->shared)
        return positions_leave_shared(positions, taken, was, word);
    *taken = word;
    return true;
}

#endif
