// SPDX-License-Identifier: GPL-3.0-or-later
// Where things are that can be found out again: a directory of the user's own.
#ifndef BOTS_CACHE_H
#define BOTS_CACHE_H

#include "core/text.h"

enum { CACHE_PATH = 4096 };

// Adds the path of the directory, which is made if need be, or of the one `under` it (NULL:
// none), for nobody else to read. The text must be empty. False, with a sentence.
bool cache_directory(const char *under, struct text *path, struct text *why);

#endif
