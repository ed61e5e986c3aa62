// SPDX-License-Identifier: GPL-3.0-or-later
// An array that grows at its end, by doubling: the owner keeps its address, how many
// elements it has, and how many there is room for.
#ifndef CORE_VECTOR_H
#define CORE_VECTOR_H

#include <stdbool.h>
#include <stddef.h>

bool vector_enlarge(void *array, size_t *room, size_t count, size_t size);

// Makes room for more than `count` elements of `size` bytes in the array whose address is
// at *array, if need be. False without memory; then nothing has changed.
static inline bool vector_grow(void *array, size_t *room, size_t count, size_t size)
{
    return count < *room || vector_enlarge(array, room, count, size);
}

#endif
