// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/positions.h"

#include <string.h>

#include "core/memory.h"

enum { PARTS = 64 };

// Read at every step by every thread, so that nothing which changes often lies beside it.
struct positions_shared {
    struct threads_locks *locks; // of the parts
    struct map part[PARTS];
    size_t bytes; // of all parts, with what they keep; read and written as one
};

static void free_shared(struct positions_shared *shared)
{
    for (unsigned i = 0; shared && i < PARTS; i++)
        map_free(&shared->part[i]);
    if (shared)
        threads_locks_free(shared->locks);
    mem_free(shared);
}

void positions_free(struct positions *positions)
{
    map_free(&positions->all);
    free_shared(positions->shared);
    positions->shared = NULL;
}

static unsigned part_of(const struct positions *positions, const void *key)
{
    uint64_t mixed = 0, word;
    for (unsigned i = 0; i < positions->all.key; i++) {
        memcpy(&word, (const unsigned char *)key + i * sizeof word, sizeof word);
        mixed = (mixed ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    }
    return (unsigned)(mixed >> 58);
}

// With the slots that it keeps, which are as large together as the last ones.
static size_t bytes_of(const struct map *map)
{
    return map->room * (map->key + map->value) * sizeof *map->slots * (map->old ? 2 : 1);
}

// In a part; the others leave the rest of the limit to it.
static void *add(struct positions_shared *shared, struct map *part, const void *key, size_t limit)
{
    size_t before = bytes_of(part);
    size_t others = __atomic_load_n(&shared->bytes, __ATOMIC_RELAXED) - before;
    if (limit)
        limit = limit > others ? limit - others : 1;
    void *word = map_add(part, key, limit);
    size_t after = bytes_of(part);
    if (after != before)
        __atomic_fetch_add(&shared->bytes, after - before, __ATOMIC_RELAXED);
    return word;
}

static bool move_to_parts(const struct positions *positions, struct positions_shared *shared)
{
    size_t at = 0;
    unsigned words = positions->all.key;
    for (const uint64_t *key; (key = map_next(&positions->all, &at));) {
        void *word = add(shared, &shared->part[part_of(positions, key)], key, 0);
        if (!word)
            return false;
        memcpy(word, key + words, sizeof *key);
    }
    return true;
}

bool positions_share(struct positions *positions)
{
    struct positions_shared *shared = positions->shared;
    for (unsigned i = 0; shared && i < PARTS; i++)
        shared->part[i].keeps = true;
    if (shared)
        return true;
    shared = mem_new(sizeof *shared);
    if (!shared)
        return false;
    *shared = (struct positions_shared){ .locks = threads_locks_new(PARTS) };
    for (unsigned i = 0; i < PARTS; i++)
        shared->part[i] = (struct map){ .key = positions->all.key, .value = 1, .keeps = true };
    if (!shared->locks || !move_to_parts(positions, shared)) {
        free_shared(shared);
        return false;
    }
    map_free(&positions->all);
    positions->shared = shared;
    return true;
}

void positions_settle(struct positions *positions)
{
    struct positions_shared *shared = positions->shared;
    if (!shared)
        return;
    shared->bytes = 0;
    for (unsigned i = 0; i < PARTS; i++) {
        shared->part[i].keeps = false;
        map_settle(&shared->part[i]);
        shared->bytes += bytes_of(&shared->part[i]);
    }
}

bool positions_find_shared(const struct positions *positions, const void *key, uint64_t *word)
{
    const uint64_t *known = map_find(&positions->shared->part[part_of(positions, key)], key);
    *word = known ? __atomic_load_n(known, __ATOMIC_RELAXED) : 0;
    return *word;
}

uint64_t *positions_take_shared(struct positions *positions, const void *key, size_t limit)
{
    unsigned part = part_of(positions, key);
    struct positions_shared *shared = positions->shared;
    threads_lock(shared->locks, part);
    uint64_t *word = add(shared, &shared->part[part], key, limit);
    if (!word)
        threads_unlock(shared->locks, part);
    return word;
}

void positions_leave_shared(struct positions *positions, const void *key)
{
    threads_unlock(positions->shared->locks, part_of(positions, key));
}
