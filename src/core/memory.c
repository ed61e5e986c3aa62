// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

#ifdef CAUSEWAY_TORTURE

#include <stdalign.h>

// Every block begins with its size, so that it can be poisoned when it is freed.
enum { HEAD = alignof(max_align_t), POISON = 0xa5 };

static _Thread_local long left = -1;

void mem_fail_after(long allocations)
{
    left = allocations;
}

static size_t size_of(const void *block)
{
    size_t size;
    memcpy(&size, (const unsigned char *)block - HEAD, sizeof size);
    return size;
}

void *mem_new(size_t size)
{
    if (left == 0 || size > SIZE_MAX - HEAD)
        return NULL;
    if (left > 0)
        left--;
    // The leak finder takes a pointer behind a block for one to something else.
    unsigned char *block = malloc((size ? size : 1) + HEAD);
    if (!block)
        return NULL;
    memcpy(block, &size, sizeof size);
    memset(block + HEAD, POISON, size);
    return block + HEAD;
}

void *mem_zeros(size_t size)
{
    void *block = mem_new(size);
    return block ? memset(block, 0, size) : NULL;
}

// Always moves, so that a pointer kept by mistake points at poison.
void *mem_grow(void *block, size_t size)
{
    void *grown = mem_new(size);
    if (grown && block) {
        memcpy(grown, block, size_of(block) < size ? size_of(block) : size);
        mem_free(block);
    }
    return grown;
}

void mem_free(void *block)
{
    if (!block)
        return;
    memset(block, POISON, size_of(block));
    free((unsigned char *)block - HEAD);
}

#else

#ifdef MADV_POPULATE_WRITE
enum { LARGE = 256 << 10, PAGE = 64 << 10 }; // at most; where pages are larger, nothing happens

// Larger pages, and all of them at once: what is looked up anywhere would take them one by one, in
// the way of other threads. Nothing depends on it, so that it may fail.
static void take_pages(void *block, size_t size)
{
    uintptr_t from = (uintptr_t)block, to = from + size;
    from = (from + PAGE - 1) / PAGE * PAGE;
    to = to / PAGE * PAGE;
    madvise((void *)from, to - from, MADV_HUGEPAGE);
    madvise((void *)from, to - from, MADV_POPULATE_WRITE);
}
#endif

void *mem_new(size_t size)
{
    return malloc(size ? size : 1);
}

void *mem_zeros(size_t size)
{
    void *block = calloc(size ? size : 1, 1);
#ifdef MADV_POPULATE_WRITE
    if (block && size >= LARGE)
        take_pages(block, size);
#endif
    return block;
}

void *mem_grow(void *block, size_t size)
{
    return realloc(block, size ? size : 1);
}

void mem_free(void *block)
{
    free(block);
}

void mem_fail_after(long allocations)
{
    (void)allocations;
}

#endif

void *mem_for(const char *what, size_t size, struct text *why)
{
    void *block = mem_new(size);
    if (block)
        memset(block, 0, size);
    else
        text_add(why, "There is not enough memory for %s.", what);
    return block;
}
