// SPDX-License-Identifier: GPL-3.0-or-later
// The directories of what is kept: for their owner alone.
#ifndef RECORD_FOLDER_H
#define RECORD_FOLDER_H

#include "core/text.h"

// Makes all directories that lead to this file, as far as they are missing; a path that ends
// with a slash is one of a directory. False, with a sentence.
bool folder_make(const char *path, struct text *why);

#endif
