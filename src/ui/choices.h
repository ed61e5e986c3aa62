// SPDX-License-Identifier: GPL-3.0-or-later
// What the player chose last time, in a file of KEY=VALUE. It is only a convenience, so a file
// that cannot be read or written is no error.
#ifndef UI_CHOICES_H
#define UI_CHOICES_H

#include <stdbool.h>

enum { CHOICES_MOST = 256, CHOICES_KEY_SIZE = 64, CHOICES_VALUE_SIZE = 256 };

struct choices {
    char key[CHOICES_MOST][CHOICES_KEY_SIZE];
    char value[CHOICES_MOST][CHOICES_VALUE_SIZE];
    unsigned count;
    bool foreign; // the file has more lines than ours: it stays as it is
};

void choices_read(struct choices *choices);
void choices_write(const struct choices *choices);

// The value of a game's key; with game "", of a key that belongs to no game. "" if there is
// none.
void choices_get(const struct choices *choices, const char *game, const char *key,
                 char value[CHOICES_VALUE_SIZE]);
void choices_set(struct choices *choices, const char *game, const char *key, const char *value);

#endif
