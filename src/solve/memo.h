// SPDX-License-Identifier: GPL-3.0-or-later
// What a search remembers of positions: a value for each open block.
#ifndef SOLVE_MEMO_H
#define SOLVE_MEMO_H

#include "core/game.h"

// A slot is free while its key begins with a zero word; no open block does, since
// somebody always began.
struct memo_slot {
    uint64_t key[OPEN_SIZE / sizeof(uint64_t)];
    uint64_t value;
};

struct memo {
    struct memo_slot *slots;
    size_t room, used; // room is a power of two, or 0 while the table is new
};

// The slot of a block, or NULL. It stays valid until the next memo_add().
struct memo_slot *memo_find(const struct memo *table, const unsigned char *open);

// The slot of a block, added with the value 0 if need be. NULL when there is no
// memory, or when the table would grow beyond `limit` bytes (0: no limit).
struct memo_slot *memo_add(struct memo *table, const unsigned char *open, size_t limit);

void memo_free(struct memo *table);

#endif
