// SPDX-License-Identifier: GPL-3.0-or-later
// Where computers at a library's table look strategies up: nowhere in libcauseway (player.c), which
// keeps nothing that its user does not know of, but checks what its computers find; in the program
// itself in a page (fronts/web/strategies.c).
#ifndef LIB_STRATEGIES_H
#define LIB_STRATEGIES_H

#include "bots/means.h"

extern const struct bot_library *const lib_strategies;

#endif
