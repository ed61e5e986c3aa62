// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/choices.h"

#include <stdio.h>
#include <string.h>

#include "ui/key_file.h"

void choices_read(struct choices *choices)
{
    char path[KEY_FILE_PATH];
    choices->text[0] = '\0';
    choices->foreign = false;
    FILE *file = key_file_path("choices", false, path) ? fopen(path, "r") : NULL;
    if (!file)
        return;
    size_t length = fread(choices->text, 1, sizeof choices->text - 1, file);
    choices->foreign = length + 1 == sizeof choices->text;
    choices->text[choices->foreign ? 0 : length] = '\0';
    fclose(file);
}

void choices_write(const struct choices *choices)
{
    char path[KEY_FILE_PATH];
    FILE *file =
        !choices->foreign && key_file_path("choices", true, path) ? key_file_begin(path) : NULL;
    if (!file)
        return;
    fputs(choices->text, file);
    key_file_end(path, file);
}

static void make_key(char *whole, size_t size, const char *game, const char *key)
{
    snprintf(whole, size, "%s%s%s=", game, *game ? "." : "", key);
}

// The line that begins with this key, or NULL.
static char *find_line(char *text, const char *key)
{
    size_t length = strlen(key);
    for (char *line = text; line && *line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, key, length) == 0)
            return line;
    }
    return NULL;
}

void choices_get(const struct choices *choices, const char *game, const char *key,
                 char value[CHOICES_VALUE_SIZE])
{
    char whole[128];
    struct choices copy = *choices;
    make_key(whole, sizeof whole, game, key);
    const char *line = find_line(copy.text, whole);
    line = line ? line + strlen(whole) : "";
    snprintf(value, CHOICES_VALUE_SIZE, "%.*s", (int)strcspn(line, "\r\n"), line);
}

void choices_set(struct choices *choices, const char *game, const char *key, const char *value)
{
    char whole[128];
    make_key(whole, sizeof whole, game, key);
    char *line = find_line(choices->text, whole);
    if (line) {
        char *end = strchr(line, '\n');
        memmove(line, end ? end + 1 : "", end ? strlen(end + 1) + 1 : 1);
    }
    size_t length = strlen(choices->text);
    bool ended = length == 0 || choices->text[length - 1] == '\n';
    int added = snprintf(choices->text + length, sizeof choices->text - length, "%s%s%s\n",
                         ended ? "" : "\n", whole, value);
    if (added < 0 || length + (size_t)added >= sizeof choices->text)
        choices->text[length] = '\0'; // no room: as if it had not been chosen
}
