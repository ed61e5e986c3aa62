// SPDX-License-Identifier: GPL-3.0-or-later
// What a player likes: lines of KEY = VALUE with comments between them, in a file
// that is written for people to edit. The command line overrides it.
#ifndef UI_SETTINGS_H
#define UI_SETTINGS_H

#include <stdbool.h>

#include "core/text.h"

enum settings_key {
    SETTINGS_NAME,
    SETTINGS_OPPONENT,
    SETTINGS_RULES,
    SETTINGS_THEME,
    SETTINGS_ASCII,
    SETTINGS_ANIMATION,
    SETTINGS_BELL,
    SETTINGS_UI,
    SETTINGS_SERVER,
    SETTINGS_KEYS
};

// The words of each setting, in the order of settings_field.words.
enum settings_theme { THEME_DARK, THEME_LIGHT, THEME_CONTRAST, THEME_MONOCHROME, THEMES };
enum settings_animation { ANIMATION_OFF, ANIMATION_FAST, ANIMATION_NORMAL, ANIMATION_SLOW };

struct settings_field {
    const char *key;
    const char *help;
    const char *const *words; // what it can be, ends with NULL; NULL: any text
    unsigned usual;           // index of the word that holds where nothing is said
};
extern const struct settings_field settings_fields[SETTINGS_KEYS];

enum settings_ui { UI_FULL, UI_LINE };

enum { SETTINGS_NAME_SIZE = 33, SETTINGS_SERVER_SIZE = 161 };

struct settings {
    char name[SETTINGS_NAME_SIZE]; // "": none was given
    char server[SETTINGS_SERVER_SIZE];
    unsigned value[SETTINGS_KEYS]; // index into words
};

// $XDG_CONFIG_HOME/causeway/settings, or under ~/.config. A file that is not there
// means the usual values. A line that is wrong is named, with its number, and ignored.
void settings_load(struct settings *settings, struct text *warnings);

// Changes the lines of the file whose values have changed, adds those that are
// missing with what they mean, and keeps all else. False, with a sentence, if it
// cannot be written; the old file is then as it was.
bool settings_save(const struct settings *settings, struct text *why);

// Sets one from its written value; false, with a sentence, if it cannot be that.
bool settings_set(struct settings *settings, enum settings_key key, const char *value,
                  struct text *why);

const char *settings_word(const struct settings *settings, enum settings_key key);

// Where a setting that is any text is kept, for who edits it; NULL if it is one of some words.
char *settings_text(struct settings *settings, enum settings_key key, size_t *size);

// The player's own name: from the settings, else from the system, else "".
void settings_own_name(const struct settings *settings, char name[SETTINGS_NAME_SIZE]);

#endif
