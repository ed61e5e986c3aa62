// SPDX-License-Identifier: GPL-3.0-or-later
// Strategies for games with secrets, kept in the cache directory as certificates, one file
// for each variant and who begins. Nothing in it is believed: what is read must pass the
// check, each time. What does not is removed, and found anew.
#ifndef BOTS_LIBRARY_H
#define BOTS_LIBRARY_H

#include "bots/means.h"

enum {
    LIBRARY_FORMAT = 1,       // part of the directory's name
    LIBRARY_FILE = 4 << 20,   // bytes: larger ones are not kept, nor read
    LIBRARY_WHOLE = 64 << 20, // of all files: the longest unused go
};

// For the computer players.
extern const struct bot_library library_on_disk;

// A claim that was kept and is proved; clear it. False where there is none.
bool library_find(const struct variant *variant, unsigned first, struct claim *claim);

// Keeps a claim about the start that has been checked. That it cannot be kept is no failure.
void library_keep(const struct claim *claim);

#endif
