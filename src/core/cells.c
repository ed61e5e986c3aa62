// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cells.h"

uint64_t cells_choose(unsigned n, unsigned pick)
{
    if (pick > n)
        return 0;
    if (pick > n - pick)
        pick = n - pick;
    uint64_t count = 1;
    for (unsigned i = 1; i <= pick; i++) {
        unsigned factor = n - pick + i; // the product itself could overflow
        count = count / i * factor + count % i * factor / i;
    }
    return count;
}

static cells lowest(cells from, unsigned pick)
{
    cells set = 0;
    for (; pick; pick--, from = cells_without_first(from))
        set |= from & -from;
    return set;
}

bool cells_first_pick(cells from, unsigned pick, cells *set)
{
    if (pick > cells_count(from))
        return false;
    *set = lowest(from, pick);
    return true;
}

// Moves the smallest member that has room above it, and packs those below it.
bool cells_next_pick(cells from, cells *set)
{
    unsigned below = 0;
    for (cells rest = *set; rest; rest = cells_without_first(rest), below++) {
        unsigned member = cells_first(rest);
        cells above = from & ~cells_span(0, member);
        if (!above)
            return false;
        unsigned next = cells_first(above);
        if (!cells_has(*set, next)) {
            *set = (*set & ~cells_span(0, member)) | cell(next) | lowest(from, below);
            return true;
        }
    }
    return false;
}
