// SPDX-License-Identifier: GPL-3.0-or-later
// What the player chose last time: lines of KEY=VALUE in a file. It is only a convenience, so
// a file that cannot be read or written is no error.
#ifndef UI_CHOICES_H
#define UI_CHOICES_H

#include <stdbool.h>

enum { CHOICES_VALUE_SIZE = 256 };

struct choices {
    char text[16384];
    bool foreign; // the file is too large to be ours: it stays as it is
};

void choices_read(struct choices *choices);
void choices_write(const struct choices *choices);

// The value of a game's key; with game "", of a key that belongs to no game. "" if there is
// none.
void choices_get(const struct choices *choices, const char *game, const char *key,
                 char value[CHOICES_VALUE_SIZE]);
void choices_set(struct choices *choices, const char *game, const char *key, const char *value);

#endif
