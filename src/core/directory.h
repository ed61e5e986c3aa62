// SPDX-License-Identifier: GPL-3.0-or-later
// A user's own directories: where they are, and making them, for their owner alone.
#ifndef CORE_DIRECTORY_H
#define CORE_DIRECTORY_H

#include "core/text.h"

// Adds the path of what is called `name` ("": nothing) in our part of the directory that the
// variable names ("XDG_CACHE_HOME"), if it is absolute, or of the one under HOME (".cache").
// False without either, or where there is no room for it.
bool directory_find(const char *variable, const char *under_home, const char *name,
                    struct text *path);

// Makes all directories that lead to this file, as far as they are missing; a path that ends
// with a slash is one of a directory. False, with a sentence and errno.
bool directory_make(const char *path, struct text *why);

#endif
