// SPDX-License-Identifier: GPL-3.0-or-later
// A map from keys to values, both of a fixed size in words of eight bytes: open
// addressing with linear probing (Knuth, The Art of Computer Programming, volume 3,
// section 6.4), at most three quarters full. Nothing is ever taken out.
//
// As long as a map has room, any number of threads may look in it and put keys into it by map_put()
// at the same time. What they do with the values is theirs to agree on.
#ifndef CORE_MAP_H
#define CORE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The words that something takes, as map_of() wants them.
#define MAP_WORDS(what) (unsigned)((sizeof(what) + sizeof(uint64_t) - 1) / sizeof(uint64_t))

enum { MAP_KEY_MAX = 16 };

struct map {
    uint64_t *slots;     // of each its key's words, then its value's; free: it begins with 0
    size_t room, used;   // room is a power of two, or 0 while the map is new
    unsigned key, value; // how many words each has
};

// An empty map, which has not allocated anything yet. Free it with map_free().
struct map map_of(unsigned key_words, unsigned value_words);
void map_free(struct map *map);

static inline size_t map_bytes(const struct map *map)
{
    return map->room * (map->key + map->value) * sizeof *map->slots;
}

// An empty map with the first one's sizes and `room` slots, a power of two. False without memory.
bool map_begin(struct map *map, const struct map *like, size_t room);

// The value of a key, whose first word is neither 0 nor UINT64_MAX; NULL if it has none. It stays
// valid until the next map_add().
void *map_find(const struct map *map, const void *key);

// The same, but a key without a value gets one of zero bytes. NULL when there is no
// memory, or when the map would take more than `limit` bytes (0: no limit).
void *map_add(struct map *map, const void *key, size_t limit);

// The same in a map that other threads use, too, which must have room: it does not grow, and what
// is `used` is not counted, but said: `added` is whether the key is new.
void *map_put(struct map *map, const void *key, bool *added);

// The key of the next slot that is taken, beginning with *at = 0; NULL after the last.
const void *map_next(const struct map *map, size_t *at);

#endif
