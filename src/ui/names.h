// SPDX-License-Identifier: GPL-3.0-or-later
// Who is at a stage, in words: the names as pointers by seat, as boards want them, and who is
// waited for.
#ifndef UI_NAMES_H
#define UI_NAMES_H

#include "table/stage.h"

static inline void names_of(const struct stage *stage, const char *name[SEATS])
{
    for (unsigned seat = 0; seat < SEATS; seat++)
        name[seat] = stage->name[seat];
}

// Has the reader asked for another match, without an answer yet?
static inline bool names_wait_for_rematch(const struct stage *stage)
{
    return stage->viewer && stage->offer && stage->offer_by == stage->viewer &&
           stage->offer_what == LOG_ASKS_REMATCH;
}

#endif
