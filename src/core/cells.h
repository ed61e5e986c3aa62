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
    return lo > hi ? 0 : (~(cells)0 >> (63 - hi)) & (~(cells)0 << lo);
}

static inline bool cells_has(cells set, unsigned n)
{
    return set >> n & 1;
}

static inline unsigned cells_count(cells set)
{
    return (unsigned)__builtin_popcountll(set);
}

// The smallest and the largest member; the set must not be empty.
static inline unsigned cells_first(cells set)
{
    return (unsigned)__builtin_ctzll(set);
}

static inline unsigned cells_last(cells set)
{
    return 63 - (unsigned)__builtin_clzll(set);
}

static inline cells cells_without_first(cells set)
{
    return set & (set - 1);
}

// The member with i smaller ones; the set must have more than i.
static inline unsigned cells_nth(cells set, unsigned i)
{
    unsigned first = cells_first(set);
    cells row = set >> first;
    if (!(row & (row + 1))) // all in a row, as most sets are
        return first + i;
    while (i--)
        set = cells_without_first(set);
    return cells_first(set);
}

// True if the set has `run` neighbouring members.
static inline bool cells_has_run(cells set, unsigned run)
{
    for (unsigned i = 1; i < run && set; i++)
        set &= set >> 1;
    return set != 0;
}

// Whoever covers `count` cells without `run` neighbours covers at most this many.
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
