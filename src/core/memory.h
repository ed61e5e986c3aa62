// SPDX-License-Identifier: GPL-3.0-or-later
// All allocation of ours goes through here, so that the torture build
// (-Dtorture=true) can poison memory and let the n-th allocation fail.
#ifndef CORE_MEMORY_H
#define CORE_MEMORY_H

#include "core/text.h"

// NULL when there is no memory; the block's contents are undefined. Free with
// mem_free().
void *mem_new(size_t size);
void *mem_grow(void *block, size_t size);
void mem_free(void *block);

// The same, of zeros. Where the system can, it gives large ones pages so large that finding
// something anywhere in them takes half the time.
void *mem_zeros(size_t size);

// A block of zeros; NULL, with a sentence that names what it is for, when there is no memory.
void *mem_for(const char *what, size_t size, struct text *why);

// Torture: after this many more allocations every one of this thread fails; negative: none.
// Elsewhere it does nothing.
void mem_fail_after(long allocations);

#endif
