// SPDX-License-Identifier: GPL-3.0-or-later
// What a search remembers of positions: a value for each open block.
#ifndef SOLVE_TABLE_H
#define SOLVE_TABLE_H

#include "core/game.h"

// A slot is free while its key begins with a zero word; no open block does, since
// somebody always began.
struct table_slot {
    uint64_t key[OPEN_SIZE / sizeof(uint64_t)];
    uint64_t value;
};

struct table {
    struct table_slot *slots;
    size_t room, used; // room is a power of two, or 0 while the table is new
};

// The slot of a block, or NULL. It stays valid until the next table_add().
struct table_slot *table_find(const struct table *table, const unsigned char *open);

// The slot of a block, added with the value 0 if need be. NULL when there is no
// memory, or when the table would grow beyond `limit` bytes (0: no limit).
struct table_slot *table_add(struct table *table, const unsigned char *open, size_t limit);

void table_free(struct table *table);

#endif
