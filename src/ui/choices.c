// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/choices.h"

#include <stdio.h>
#include <string.h>

#include "ui/key_file.h"

static void put(struct choices *choices, const char *key, const char *value)
{
    unsigned i = 0;
    while (i < choices->count && strcmp(choices->key[i], key) != 0)
        i++;
    if (i == CHOICES_MOST || strlen(key) >= CHOICES_KEY_SIZE)
        return; // no room: as if it had not been chosen
    choices->count += i == choices->count;
    snprintf(choices->key[i], CHOICES_KEY_SIZE, "%s", key);
    snprintf(choices->value[i], CHOICES_VALUE_SIZE, "%s", value);
}

void choices_read(struct choices *choices)
{
    char path[KEY_FILE_PATH];
    struct key_file file = { 0 };
    memset(choices, 0, sizeof *choices);
    file.in = key_file_path("choices", false, path) ? fopen(path, "r") : NULL;
    if (!file.in)
        return;
    while (key_file_next(&file))
        if (file.value)
            put(choices, file.key, file.value);
    choices->foreign = file.number > CHOICES_MOST;
    if (choices->foreign)
        choices->count = 0;
    fclose(file.in);
}

void choices_write(const struct choices *choices)
{
    char path[KEY_FILE_PATH];
    FILE *file =
        !choices->foreign && key_file_path("choices", true, path) ? key_file_begin(path) : NULL;
    if (!file)
        return;
    for (unsigned i = 0; i < choices->count; i++)
        fprintf(file, "%s=%s\n", choices->key[i], choices->value[i]);
    key_file_end(path, file);
}

static void name_key(const char *game, const char *key, char whole[CHOICES_KEY_SIZE])
{
    snprintf(whole, CHOICES_KEY_SIZE, "%s%s%s", game, *game ? "." : "", key);
}

void choices_get(const struct choices *choices, const char *game, const char *key,
                 char value[CHOICES_VALUE_SIZE])
{
    char whole[CHOICES_KEY_SIZE];
    name_key(game, key, whole);
    *value = '\0';
    for (unsigned i = 0; i < choices->count; i++)
        if (strcmp(choices->key[i], whole) == 0)
            memcpy(value, choices->value[i], CHOICES_VALUE_SIZE);
}

void choices_set(struct choices *choices, const char *game, const char *key, const char *value)
{
    char whole[CHOICES_KEY_SIZE];
    name_key(game, key, whole);
    put(choices, whole, value);
}
