// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vector.h"

#include <stdint.h>
#include <string.h>

#include "core/memory.h"

enum { ROOM_FIRST = 4 };

bool vector_enlarge(void *array, size_t *room, size_t count, size_t size)
{
    void *block;
    size_t wanted = *room ? *room : ROOM_FIRST, most = SIZE_MAX / size;
    while (wanted <= count && wanted <= most / 2)
        wanted *= 2;
    if (wanted <= count || wanted > most)
        return false;
    memcpy(&block, array, sizeof block); // whatever it points to
    block = mem_grow(block, wanted * size);
    if (!block)
        return false;
    memcpy(array, &block, sizeof block);
    *room = wanted;
    return true;
}
