// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/map.h"

#include <assert.h>
#include <string.h>

#include "core/memory.h"

enum { ROOM_FIRST = 256 };

// How a slot begins while its key is being written by map_put().
static const uint64_t being_written = UINT64_MAX;

struct map map_of(unsigned key_words, unsigned value_words)
{
    assert(key_words > 0 && key_words <= MAP_KEY_MAX);
    return (struct map){ .key = key_words, .value = value_words };
}

void map_free(struct map *map)
{
    mem_free(map->slots);
    map->slots = NULL;
    map->room = map->used = 0;
}

bool map_begin(struct map *map, const struct map *like, size_t room)
{
    *map = (struct map){ .key = like->key, .value = like->value, .room = room };
    map->slots = mem_zeros(map_bytes(map));
    return map->slots;
}

// A sum of multiples, which the processor can do side by side; its upper bits depend
// on all of the key.
static inline uint64_t hash(const uint64_t *key, unsigned words)
{
    static const uint64_t factor[MAP_KEY_MAX] = {
        UINT64_C(0x9e3779b97f4a7c15), UINT64_C(0xbf58476d1ce4e5b9), UINT64_C(0x94d049bb133111eb),
        UINT64_C(0xd6e8feb86659fd93), UINT64_C(0xa0761d6478bd642f), UINT64_C(0xe7037ed1a0b428db),
        UINT64_C(0x8ebc6af09c88c6e3), UINT64_C(0x589965cc75374cc3), UINT64_C(0x1d8e4e27c47d124f),
        UINT64_C(0xeb44accab455d165), UINT64_C(0xff51afd7ed558ccd), UINT64_C(0xc4ceb9fe1a85ec53),
        UINT64_C(0x87c37b91114253d5), UINT64_C(0x4cf5ad432745937f), UINT64_C(0x52dce72938495ab5),
        UINT64_C(0x2127599bf4325c37),
    };
    uint64_t sum = 0;
    for (unsigned i = 0; i < words; i++)
        sum += (key[i] ^ key[i] >> 32) * factor[i];
    sum = (sum ^ sum >> 32) * factor[0];
    return sum ^ sum >> 29;
}

// The slot with this key, or the free one where it belongs. Inlined, so that the keys
// of the searches, which have a constant size, cost no loops. The key is copied, so that
// it is aligned and can be read by words. Who finds a key's first word finds the others.
static inline uint64_t *locate_among(const struct map *map, const void *from, unsigned words)
{
    uint64_t key[MAP_KEY_MAX];
    memcpy(key, from, words * sizeof *key);
    assert(key[0] && key[0] != being_written);
    size_t step = words + map->value, i = hash(key, words) & (map->room - 1);
    for (;;) {
        uint64_t *slot = map->slots + i * step, first = __atomic_load_n(slot, __ATOMIC_ACQUIRE);
        if (!first ||
            (first == key[0] && memcmp(slot + 1, key + 1, (words - 1) * sizeof *key) == 0))
            return slot;
        if (first != being_written)
            i = (i + 1) & (map->room - 1);
    }
}

// NULL while the map is new.
static uint64_t *locate(const struct map *map, const void *key)
{
    if (!map->room)
        return NULL;
    // The sizes of the games' open blocks, by which positions are remembered; 6: the whole block.
    switch (map->key) {
    case 2:
        return locate_among(map, key, 2);
    case 3:
        return locate_among(map, key, 3);
    case 4:
        return locate_among(map, key, 4);
    case 6:
        return locate_among(map, key, 6);
    default:
        return locate_among(map, key, map->key);
    }
}

void *map_find(const struct map *map, const void *key)
{
    uint64_t *slot = locate(map, key);
    return slot && __atomic_load_n(slot, __ATOMIC_ACQUIRE) ? slot + map->key : NULL;
}

const void *map_next(const struct map *map, size_t *at)
{
    while (*at < map->room) {
        const uint64_t *slot = map->slots + (*at)++ * (map->key + map->value);
        if (slot[0])
            return slot;
    }
    return NULL;
}

static bool grow(struct map *map, size_t limit)
{
    struct map larger;
    size_t room = map->room ? 2 * map->room : ROOM_FIRST, at = 0;
    size_t step = (map->key + map->value) * sizeof *map->slots, size = room * step;
    // While it grows, the old one is there, too.
    if ((limit && size + size / 2 > limit) || !map_begin(&larger, map, room))
        return false;
    for (const uint64_t *slot; (slot = map_next(map, &at));)
        memcpy(locate(&larger, slot), slot, step);
    larger.used = map->used;
    mem_free(map->slots);
    *map = larger;
    return true;
}

void *map_add(struct map *map, const void *key, size_t limit)
{
    uint64_t *slot = locate(map, key);
    if (slot && slot[0])
        return slot + map->key;
    if (map->used >= map->room / 4 * 3) {
        if (!grow(map, limit))
            return NULL;
        slot = locate(map, key);
    }
    memcpy(slot, key, map->key * sizeof *slot);
    map->used++;
    return slot + map->key;
}

void *map_put(struct map *map, const void *key, bool *added)
{
    const unsigned char *rest = (const unsigned char *)key + sizeof(uint64_t);
    size_t size = (map->key - 1) * sizeof(uint64_t);
    uint64_t first;
    memcpy(&first, key, sizeof first);
    for (;;) {
        uint64_t *slot = locate(map, key), now = __atomic_load_n(slot, __ATOMIC_ACQUIRE);
        *added = !now && __atomic_compare_exchange_n(slot, &now, being_written, false,
                                                     __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE);
        if (*added) {
            memcpy(slot + 1, rest, size);
            __atomic_store_n(slot, first, __ATOMIC_RELEASE);
        }
        // Else it was there, or another thread was quicker.
        if (*added || (now == first && memcmp(slot + 1, rest, size) == 0))
            return slot + map->key;
    }
}
