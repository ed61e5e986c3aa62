// SPDX-License-Identifier: GPL-3.0-or-later
// A set of cells of the line, or of other small numbers: one bit each.
#ifndef CORE_CELLS_H
#define CORE_CELLS_H

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t cells;

enum { CELLS_MAX = 64 };

static inline cells cell(unsigned n)
{
    return (cells)1 << n;
}

// The cells lo to hi, both included; none where lo is beyond hi.
static inline cells cells_span(unsigned lo, unsigned hi)
{
    return lo > hi ? 0 : ((cells)2 << hi) - cell(lo);
}

// The cells 1 to n; none where n is 0.
static inline cells cells_upto(unsigned n)
{
    return ((cells)2 << n) - cell(1);
}

static inline bool cells_has(cells set, unsigned n)
{
    return set >> n & 1;
}

// Adds up neighbouring bits, pairs, nibbles and bytes: the compiler's own way is a call,
// since not every processor of the kind has an instruction for it.
static inline unsigned cells_count(cells set)
{
    set -= set >> 1 & 0x5555555555555555;
    set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333);
    return (unsigned)(((set + (set >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56);
}

// The smallest and the largest member; the set must not be empty.
static inline unsigned cells_first(cells set)
{
    return (unsigned)__builtin_ctzll(set);
}

// 63 ^ n is 63 - n, and with the instruction that counts from the top gcc makes it one.
static inline unsigned cells_last(cells set)
{
    return 63 ^ (unsigned)__builtin_clzll(set);
}

// Has it no gaps? Most sets to choose from have none.
static inline bool cells_is_row(cells set)
{
    return !(set & (set + (set & -set)));
}

// How many there are, of a set that is probably a row: its ends say so. It must not be empty.
static inline unsigned cells_count_row(cells set)
{
    return cells_is_row(set) ? cells_last(set) - cells_first(set) + 1 : cells_count(set);
}

static inline cells cells_without_first(cells set)
{
    return set & (set - 1);
}

// The member with i smaller ones, as a set; there must be more than i.
static inline cells cells_nth(cells set, unsigned i)
{
    if (cells_is_row(set))
        return (set & -set) << i;
    while (i--)
        set = cells_without_first(set);
    return set & -set;
}

// The set seen from the other end of a line whose last cell is this.
static inline cells cells_mirrored(cells set, unsigned last)
{
    set = __builtin_bswap64(set);
    set = (set & 0x0f0f0f0f0f0f0f0f) << 4 | (set >> 4 & 0x0f0f0f0f0f0f0f0f);
    set = (set & 0x3333333333333333) << 2 | (set >> 2 & 0x3333333333333333);
    set = (set & 0x5555555555555555) << 1 | (set >> 1 & 0x5555555555555555);
    return set >> (63 - last);
}

// True if the set has `run` neighbouring members.
static inline bool cells_has_run(cells set, unsigned run)
{
    for (unsigned i = 1; i < run && set; i++)
        set &= set >> 1;
    return set != 0;
}

// A set of `count` cells without `run` neighbours covers at most this many.
static inline unsigned cells_most_without_run(unsigned count, unsigned run)
{
    return count / run * (run - 1) + count % run;
}

// How many sets of `pick` members can be drawn from n.
uint64_t cells_choose(unsigned n, unsigned pick);

// The first set of `pick` members of `from`, and the one after `set`; each
// set comes once. False when there is none (left).
bool cells_first_pick(cells from, unsigned pick, cells *set);
bool cells_next_pick(cells from, cells *set);

#endif
