// SPDX-License-Identifier: GPL-3.0-or-later
// Where a user's own files are.
#ifndef UI_PLACE_H
#define UI_PLACE_H

#include <stdbool.h>

enum { PLACE_SIZE = 1024 };

// The path of a file in $XDG_CONFIG_HOME/causeway, or under ~/.config; with `create`
// its directories are made. False without either.
bool place_config(const char *file, bool create, char path[PLACE_SIZE]);

#endif
