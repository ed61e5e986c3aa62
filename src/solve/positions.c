// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/positions.h"

#include <assert.h>

#include "core/memory.h"
#include "solve/threads.h"

enum {
    THREADS = 64,
    APART = 64,           // bytes that the processor takes from memory at once
    COUNTED = 32,         // positions that a thread adds before it counts them
    ROOM_LEAST = 1 << 15, // so that what is not counted yet always fits: an eighth is kept free
};
static_assert(ROOM_LEAST / 8 > THREADS * COUNTED, "a table is never full");

struct positions_table {
    struct map map;
    struct positions_table *larger; // everything goes there; NULL before
    size_t next, moved; // slots: the next one to be moved, once nobody writes; and how many were
    struct positions_table *older; // which somebody may still look in
};

struct thread {
    bool writes;
    unsigned added; // positions that are not counted yet
    unsigned char apart[APART];
};

struct positions_shared {
    struct positions_table *table; // read at every step by every thread
    unsigned char apart[APART];
    uint64_t numbers; // of threads, a bit each
    size_t used;      // slots of the table
    bool grows;
    struct thread thread[THREADS];
};

static void free_tables(struct positions_table *table)
{
    while (table) {
        struct positions_table *older = table->older;
        map_free(&table->map);
        mem_free(table);
        table = older;
    }
}

void positions_free(struct positions *positions)
{
    struct positions_shared *shared = positions->shared;
    map_free(&positions->all);
    positions->shared = NULL;
    if (shared && positions->thread) {
        __atomic_fetch_and(&shared->numbers, ~((uint64_t)1 << positions->thread), __ATOMIC_RELEASE);
    } else if (shared) {
        free_tables(shared->table);
        mem_free(shared);
    }
}

// Moves slots until none is left, beside others who do the same.
static void move(struct positions_table *table)
{
    enum { AT_ONCE = 1024 };
    const struct map *map = &table->map;
    size_t step = map->key + 1, from;
    while ((from = __atomic_fetch_add(&table->next, AT_ONCE, __ATOMIC_ACQUIRE)) < map->room) {
        const uint64_t *slot = map->slots + from * step;
        for (unsigned i = 0; i < AT_ONCE; i++, slot += step) {
            bool added;
            if (slot[0])
                *(uint64_t *)map_put(&table->larger->map, slot, &added) = slot[map->key];
        }
        __atomic_fetch_add(&table->moved, AT_ONCE, __ATOMIC_RELEASE);
    }
}

static struct positions_table *table_of(const struct positions_shared *shared)
{
    return __atomic_load_n(&shared->table, __ATOMIC_SEQ_CST);
}

// From now on nothing is moved before end_writing().
static struct positions_table *begin_writing(struct positions_shared *shared, struct thread *thread)
{
    for (;;) {
        __atomic_store_n(&thread->writes, true, __ATOMIC_SEQ_CST);
        struct positions_table *table = table_of(shared);
        if (!__atomic_load_n(&table->larger, __ATOMIC_SEQ_CST))
            return table;
        __atomic_store_n(&thread->writes, false, __ATOMIC_RELEASE);
        move(table);
        threads_yield();
    }
}

static void end_writing(struct thread *thread)
{
    __atomic_store_n(&thread->writes, false, __ATOMIC_RELEASE);
}

static size_t bytes_of(const struct positions_table *table)
{
    size_t bytes = 0;
    for (; table; table = table->older)
        bytes += map_bytes(&table->map);
    return bytes;
}

static struct positions_table *table_new(const struct map *like, size_t room)
{
    struct positions_table *table = mem_new(sizeof *table);
    if (!table)
        return NULL;
    *table = (struct positions_table){ .next = SIZE_MAX / 2 };
    if (map_begin(&table->map, like, room))
        return table;
    mem_free(table);
    return NULL;
}

// One thread makes a larger table and waits until nobody writes any more; from then on all who
// want to write move slots.
static bool grow(struct positions_shared *shared, struct positions_table *table, size_t limit)
{
    size_t size = 2 * map_bytes(&table->map);
    if (limit && size + bytes_of(table) > limit)
        return false;
    struct positions_table *larger = table_new(&table->map, 2 * table->map.room);
    if (!larger)
        return false;
    larger->older = table;
    __atomic_store_n(&table->larger, larger, __ATOMIC_SEQ_CST);
    for (unsigned i = 0; i < THREADS; i++)
        while (__atomic_load_n(&shared->thread[i].writes, __ATOMIC_SEQ_CST))
            threads_yield();
    __atomic_store_n(&table->next, 0, __ATOMIC_RELEASE);
    move(table);
    while (__atomic_load_n(&table->moved, __ATOMIC_ACQUIRE) < table->map.room)
        threads_yield();
    __atomic_store_n(&shared->table, larger, __ATOMIC_SEQ_CST);
    return true;
}

// While one thread makes the larger table, the others go on a little longer.
static bool is_full(const struct positions_shared *shared, const struct positions_table *table)
{
    unsigned eighths = __atomic_load_n(&shared->grows, __ATOMIC_RELAXED) ? 7 : 6;
    return __atomic_load_n(&shared->used, __ATOMIC_RELAXED) >= table->map.room / 8 * eighths;
}

static bool make_room(struct positions_shared *shared, size_t limit)
{
    if (__atomic_exchange_n(&shared->grows, true, __ATOMIC_ACQUIRE)) {
        threads_yield();
        return true;
    }
    struct positions_table *table = table_of(shared);
    size_t used = __atomic_load_n(&shared->used, __ATOMIC_RELAXED);
    bool fine = used < table->map.room / 4 * 3 || grow(shared, table, limit);
    __atomic_store_n(&shared->grows, false, __ATOMIC_RELEASE);
    return fine;
}

static struct positions_table *copy(const struct map *map)
{
    size_t at = 0;
    bool added;
    struct positions_table *table = table_new(map, map->room > ROOM_LEAST ? map->room : ROOM_LEAST);
    for (const uint64_t *slot; table && (slot = map_next(map, &at));)
        *(uint64_t *)map_put(&table->map, slot, &added) = slot[map->key];
    return table;
}

bool positions_share(struct positions *positions)
{
    if (positions->shared)
        return true;
    struct positions_shared *shared = mem_zeros(sizeof *shared);
    struct positions_table *table = shared ? copy(&positions->all) : NULL;
    if (!table) {
        mem_free(shared);
        return false;
    }
    shared->table = table;
    shared->numbers = 1;
    shared->used = positions->all.used;
    map_free(&positions->all);
    positions->shared = shared;
    return true;
}

bool positions_beside(struct positions *positions, const struct positions *other)
{
    struct positions_shared *shared = other->shared;
    uint64_t numbers = __atomic_load_n(&shared->numbers, __ATOMIC_RELAXED);
    do
        if (numbers == UINT64_MAX)
            return false;
    while (!__atomic_compare_exchange_n(&shared->numbers, &numbers, numbers | (numbers + 1), false,
                                        __ATOMIC_ACQUIRE, __ATOMIC_RELAXED));
    *positions = (struct positions){ .all = map_of(other->all.key, 1),
                                     .shared = shared,
                                     .thread = (unsigned)__builtin_ctzll(~numbers) };
    return true;
}

void positions_settle(struct positions *positions)
{
    struct positions_shared *shared = positions->shared;
    if (!shared)
        return;
    free_tables(shared->table->older);
    shared->table->older = NULL;
}

bool positions_find_shared(const struct positions *positions, const void *key, uint64_t *word)
{
    const struct positions_table *table =
        __atomic_load_n(&positions->shared->table, __ATOMIC_ACQUIRE);
    const uint64_t *known = map_find(&table->map, key);
    *word = known ? __atomic_load_n(known, __ATOMIC_RELAXED) : 0;
    return *word;
}

uint64_t *positions_take_shared(struct positions *positions, const void *key, size_t limit)
{
    struct positions_shared *shared = positions->shared;
    struct thread *thread = &shared->thread[positions->thread];
    for (;;) {
        struct positions_table *table = begin_writing(shared, thread);
        bool added = false, full = is_full(shared, table);
        uint64_t *word = full ? map_find(&table->map, key) : map_put(&table->map, key, &added);
        if (added && ++thread->added == COUNTED) {
            __atomic_fetch_add(&shared->used, COUNTED, __ATOMIC_RELAXED);
            thread->added = 0;
        }
        if (word)
            return word;
        end_writing(thread);
        if (!make_room(shared, limit))
            return NULL;
    }
}

bool positions_leave_shared(struct positions *positions, uint64_t *taken, uint64_t *was,
                            uint64_t word)
{
    if (!__atomic_compare_exchange_n(taken, was, word, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        return false;
    end_writing(&positions->shared->thread[positions->thread]);
    return true;
}
