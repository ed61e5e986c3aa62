// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

#ifdef CAUSEWAY_TORTURE

#include <stdalign.h>
#include <stdint.h>

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

void *mem_new(size_t size)
{
    return malloc(size ? size : 1);
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
