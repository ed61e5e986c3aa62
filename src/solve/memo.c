// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/memo.h"

#include <string.h>

#include "core/memory.h"

enum { ROOM_FIRST = 1024 };

// A sum of multiples, which the processor can do side by side; its upper bits
// depend on all of the key.
static uint64_t hash(const uint64_t *key)
{
    static const uint64_t factor[OPEN_SIZE / sizeof *key] = {
        UINT64_C(0x9e3779b97f4a7c15), UINT64_C(0xbf58476d1ce4e5b9), UINT64_C(0x94d049bb133111eb),
        UINT64_C(0xd6e8feb86659fd93), UINT64_C(0xa0761d6478bd642f), UINT64_C(0xe7037ed1a0b428db),
    };
    uint64_t sum = 0;
    for (unsigned i = 0; i < OPEN_SIZE / sizeof *key; i++)
        sum += (key[i] ^ key[i] >> 32) * factor[i];
    sum = (sum ^ sum >> 32) * factor[0];
    return sum ^ sum >> 29;
}

// The slot with this key, or the free one where it belongs.
static struct memo_slot *locate(const struct memo *table, const uint64_t *key)
{
    size_t i = hash(key) & (table->room - 1);
    while (table->slots[i].key[0] && memcmp(table->slots[i].key, key, OPEN_SIZE) != 0)
        i = (i + 1) & (table->room - 1);
    return &table->slots[i];
}

// Copied, so that it is aligned and can be compared by words.
static void read_key(uint64_t *key, const unsigned char *open)
{
    memcpy(key, open, OPEN_SIZE);
    assert(key[0]);
}

struct memo_slot *memo_find(const struct memo *table, const unsigned char *open)
{
    uint64_t key[OPEN_SIZE / sizeof(uint64_t)];
    if (!table->room)
        return NULL;
    read_key(key, open);
    struct memo_slot *slot = locate(table, key);
    return slot->key[0] ? slot : NULL;
}

static bool grow(struct memo *table, size_t limit)
{
    struct memo larger = { .room = table->room ? 2 * table->room : ROOM_FIRST,
                            .used = table->used };
    size_t size = larger.room * sizeof *larger.slots;
    // While it grows, the old table is there, too.
    if (limit && size + size / 2 > limit)
        return false;
    larger.slots = mem_new(size);
    if (!larger.slots)
        return false;
    memset(larger.slots, 0, size);
    for (size_t i = 0; i < table->room; i++)
        if (table->slots[i].key[0])
            *locate(&larger, table->slots[i].key) = table->slots[i];
    mem_free(table->slots);
    *table = larger;
    return true;
}

struct memo_slot *memo_add(struct memo *table, const unsigned char *open, size_t limit)
{
    uint64_t key[OPEN_SIZE / sizeof(uint64_t)];
    if (table->used >= table->room / 4 * 3 && !grow(table, limit))
        return NULL;
    read_key(key, open);
    struct memo_slot *slot = locate(table, key);
    if (slot->key[0])
        return slot;
    memcpy(slot->key, key, OPEN_SIZE);
    slot->value = 0;
    table->used++;
    return slot;
}

void memo_free(struct memo *table)
{
    mem_free(table->slots);
    *table = (struct memo){ 0 };
}
