// SPDX-License-Identifier: GPL-3.0-or-later
// The names of a stage as pointers by seat, as boards and words want them.
#ifndef UI_NAMES_H
#define UI_NAMES_H

#include "table/stage.h"

static inline void names_of(const struct stage *stage, const char *name[SEATS])
{
    for (unsigned seat = 0; seat < SEATS; seat++)
        name[seat] = stage->name[seat];
}

#endif
