// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/map.h"

#include <assert.h>
#include <string.h>

#include "core/memory.h"

enum { ROOM_FIRST = 256 };

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
// it is aligned and can be read by words.
static inline uint64_t *locate_among(const struct map *map, const void *from, unsigned words)
{
    uint64_t key[MAP_KEY_MAX];
    memcpy(key, from, words * sizeof *key);
    assert(key[0]);
    size_t step = words + map->value, i = hash(key, words) & (map->room - 1);
    uint64_t *slot = map->slots + i * step;
    while (slot[0] && memcmp(slot, key, words * sizeof *key) != 0) {
        i = (i + 1) & (map->room - 1);
        slot = map->slots + i * step;
    }
    return slot;
}

static uint64_t *locate(const struct map *map, const void *key)
{
    // The sizes of the games' open blocks, by which searches remember positions; the checks take
    // the whole block.
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
    uint64_t *slot = map->room ? locate(map, key) : NULL;
    return slot && slot[0] ? slot + map->key : NULL;
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
    struct map larger = *map;
    size_t step = (map->key + map->value) * sizeof *map->slots, at = 0;
    larger.room = map->room ? 2 * map->room : ROOM_FIRST;
    size_t size = larger.room * step;
    // While it grows, the old one is there, too.
    if (limit && size + size / 2 > limit)
        return false;
    larger.slots = mem_new(size);
    if (!larger.slots)
        return false;
    memset(larger.slots, 0, size);
    for (const uint64_t *slot; (slot = map_next(map, &at));)
        memcpy(locate(&larger, slot), slot, step);
    mem_free(map->slots);
    *map = larger;
    return true;
}

void *map_add(struct map *map, const void *key, size_t limit)
{
    uint64_t *slot = map->room ? locate(map, key) : NULL;
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
