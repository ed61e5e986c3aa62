// SPDX-License-Identifier: GPL-3.0-or-later
// Files of KEY = VALUE, a line each, with blank lines and comments between them; and a user's
// own files, in the directory of the configuration.
#ifndef UI_KEY_FILE_H
#define UI_KEY_FILE_H

#include <stdbool.h>
#include <stdio.h>

enum { KEY_FILE_PATH = 1024, KEY_FILE_LINE = 1024 };

struct key_file {
    FILE *in;
    size_t most;               // bytes of a line; 0: as many as fit
    unsigned number;           // of the line that was read last
    char line[KEY_FILE_LINE];  // as it stands, or its beginning
    bool cut;                  // it is longer than that: the rest of it comes next from `in`
    char parts[KEY_FILE_LINE]; // what these point into:
    const char *key, *value;   // without blanks around them; key "": no pair is meant
};

// The next line; false after the last. What is not KEY = VALUE has no value (NULL), and the whole
// line is its key.
bool key_file_next(struct key_file *file);

// The path of a file in $XDG_CONFIG_HOME/causeway, or under ~/.config; with `create`
// its directories are made. False without either.
bool key_file_path(const char *name, bool create, char path[KEY_FILE_PATH]);

// Writes the file anew; the old one stays until key_file_end() has found the new one complete.
// NULL, and false, leave errno.
FILE *key_file_begin(const char *path);
bool key_file_end(const char *path, FILE *file);

#endif
