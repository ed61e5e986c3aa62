// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/map.h"

#include <assert.h>
#include <string.h>

#include "core/memory.h"

enum { ROOM_FIRST = 256 };

struct map_old {
    struct map_old *next;
    uint64_t *slots;
};

struct map map_of(unsigned key_words, unsigned value_words)
{
    assert(key_words > 0 && key_words <= MAP_KEY_MAX);
    return (struct map){ .key = key_words, .value = value_words };
}

void map_settle(struct map *map)
{
    while (map->old) {
        struct map_old *next = map->old->next;
        mem_free(map->old->slots);
        mem_free(map->old);
        map->old = next;
    }
}

void map_free(struct map *map)
{
    map_settle(map);
    mem_free(map->slots);
    map->slots = NULL;
    map->room = map->used = 0;
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
static inline uint64_t *locate_among(uint64_t *slots, size_t room, const void *from, unsigned words,
                                     unsigned value)
{
    uint64_t key[MAP_KEY_MAX];
    memcpy(key, from, words * sizeof *key);
    assert(key[0]);
    size_t step = words + value, i = hash(key, words) & (room - 1);
    uint64_t *slot = slots + i * step;
    while (__atomic_load_n(slot, __ATOMIC_ACQUIRE) && memcmp(slot, key, words * sizeof *key) != 0) {
        i = (i + 1) & (room - 1);
        slot = slots + i * step;
    }
    return slot;
}

// NULL while the map is new. The room is read before the slots, which are never fewer: see grow().
static uint64_t *locate(const struct map *map, const void *key)
{
    size_t room = __atomic_load_n(&map->room, __ATOMIC_ACQUIRE);
    if (!room)
        return NULL;
    uint64_t *slots = __atomic_load_n(&map->slots, __ATOMIC_ACQUIRE);
    // The sizes of the games' open blocks, by which positions are remembered; 6: the whole block.
    switch (map->key) {
    case 2:
        return locate_among(slots, room, key, 2, map->value);
    case 3:
        return locate_among(slots, room, key, 3, map->value);
    case 4:
        return locate_among(slots, room, key, 4, map->value);
    case 6:
        return locate_among(slots, room, key, 6, map->value);
    default:
        return locate_among(slots, room, key, map->key, map->value);
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

static bool keep(struct map *map)
{
    struct map_old *old = mem_new(sizeof *old);
    if (old) {
        *old = (struct map_old){ map->old, map->slots };
        map->old = old;
    }
    return old;
}

static bool grow(struct map *map, size_t limit)
{
    struct map larger = *map;
    size_t step = (map->key + map->value) * sizeof *map->slots, at = 0;
    larger.room = map->room ? 2 * map->room : ROOM_FIRST;
    size_t size = larger.room * step;
    // While it grows, the old one is there, too; or all old ones, which are as large as it
    // together.
    if (limit && size + (map->keeps ? size : size / 2) > limit)
        return false;
    larger.slots = mem_new(size);
    if (!larger.slots)
        return false;
    memset(larger.slots, 0, size);
    for (const uint64_t *slot; (slot = map_next(map, &at));)
        memcpy(locate(&larger, slot), slot, step);
    if (!map->keeps) {
        mem_free(map->slots);
    } else if (map->slots && !keep(map)) {
        mem_free(larger.slots);
        return false;
    }
    __atomic_store_n(&map->slots, larger.slots, __ATOMIC_RELEASE);
    __atomic_store_n(&map->room, larger.room, __ATOMIC_RELEASE);
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
    uint64_t first;
    memcpy(&first, key, sizeof first);
    memcpy(slot + 1, (const unsigned char *)key + sizeof first, (map->key - 1) * sizeof *slot);
    __atomic_store_n(slot, first, __ATOMIC_RELEASE);
    map->used++;
    return slot + map->key;
}
