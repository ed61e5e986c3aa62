// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/serve/bucket.h"

#include <string.h>

#include <sodium.h>

#include "core/memory.h"

// Milliseconds in which an empty bucket becomes full.
static int64_t find_room(struct bucket_rate rate)
{
    return (int64_t)rate.burst * 60000 / rate.minute;
}

bool bucket_take(int64_t *full, struct bucket_rate rate, unsigned cost, int64_t now, unsigned *wait)
{
    if (!rate.minute || !rate.burst)
        return true;
    int64_t one = 60000 / rate.minute, room = find_room(rate);
    int64_t after = (*full > now ? *full : now) + (one ? one : 1) * cost;
    if (after - now <= room) {
        *full = after;
        return true;
    }
    *wait = (unsigned)((after - now - room + 999) / 1000);
    return false;
}

void bucket_charge(int64_t *full, struct bucket_rate rate, unsigned cost, int64_t now)
{
    if (!rate.minute || !rate.burst)
        return;
    int64_t most = now + BUCKET_DEBT * find_room(rate);
    *full = (*full > now ? *full : now) + (int64_t)cost * 60000 / rate.minute;
    if (*full > most)
        *full = most;
}

bool bucket_owes(const int64_t *full, struct bucket_rate rate, int64_t now)
{
    return rate.minute && rate.burst && *full - now > 2 * find_room(rate);
}

struct bucket_table *bucket_table_new(void)
{
    struct bucket_table *table = mem_new(sizeof *table);
    if (!table)
        return NULL;
    memset(table, 0, sizeof *table);
    randombytes_buf(table->salt, sizeof table->salt);
    return table;
}

int64_t *bucket_find(struct bucket_table *table, const unsigned char key[BUCKET_KEY])
{
    uint64_t hash;
    crypto_shorthash((unsigned char *)&hash, key, BUCKET_KEY, table->salt);
    struct bucket_slot *set = table->slot[hash % BUCKET_SETS], *oldest = set;
    for (unsigned i = 0; i < BUCKET_WAYS; i++) {
        if (memcmp(set[i].key, key, BUCKET_KEY) == 0)
            return &set[i].full;
        if (set[i].full < oldest->full)
            oldest = &set[i];
    }
    memcpy(oldest->key, key, BUCKET_KEY);
    oldest->full = 0;
    return &oldest->full;
}
