// SPDX-License-Identifier: GPL-3.0-or-later
// For developers, from a debugger or a test: the whole truth of a match. Nothing that
// plays calls this; tests/layers sees to it.
#ifndef MATCH_DEBUG_H
#define MATCH_DEBUG_H

#include "match/match.h"

// The variant, who decides, all moves with their numbers, the board with everything on
// it, and the blocks as bytes. In gdb: call match_debug(match), which prints to the
// standard error.
void match_debug_print(const struct match *match, struct text *out);
void match_debug(const struct match *match);

#endif
