// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/key_file.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "core/directory.h"

static char *trim(char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
    return text;
}

bool key_file_next(struct key_file *file)
{
    size_t most = file->most ? file->most : sizeof file->line;
    for (int c = 0; file->cut && c != '\n' && c != EOF;)
        c = fgetc(file->in);
    if (!fgets(file->line, (int)most, file->in))
        return false;
    file->number++;
    file->cut = !strchr(file->line, '\n') && !feof(file->in);
    strcpy(file->parts, file->line);
    char *line = trim(file->parts), *equals = strchr(line, '=');
    file->value = NULL;
    file->key = *line == '#' ? "" : line;
    if (!*file->key || !equals)
        return true;
    *equals = '\0';
    file->key = trim(line);
    file->value = trim(equals + 1);
    return true;
}

bool key_file_path(const char *name, bool create, char path[KEY_FILE_PATH])
{
    struct text text = text_in(path, KEY_FILE_PATH), why = TEXT_OF(TEXT_MAX);
    if (!directory_find("XDG_CONFIG_HOME", ".config", name, &text))
        return false;
    if (create)
        directory_make(path, &why); // where that fails, writing will, too
    return true;
}

static void name_new(const char *path, char name[KEY_FILE_PATH + 8])
{
    snprintf(name, KEY_FILE_PATH + 8, "%s.new", path);
}

FILE *key_file_begin(const char *path)
{
    char name[KEY_FILE_PATH + 8];
    name_new(path, name);
    return fopen(name, "w");
}

bool key_file_end(const char *path, FILE *file)
{
    char name[KEY_FILE_PATH + 8];
    name_new(path, name);
    bool good = !ferror(file);
    good = fclose(file) == 0 && good;
    if (good && rename(name, path) == 0)
        return true;
    int error = errno;
    remove(name);
    errno = error;
    return false;
}
