// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/saved.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/memory.h"
#include "games/games.h"
#include "record/jsonl.h"

struct store *saved_open(enum store_use use, struct text *why)
{
    char path[STORE_PATH];
    return store_path(path, why) ? store_open(path, use, why) : NULL;
}

bool saved_load_game(const char *beginning, struct record *record, struct text *why)
{
    char id[COMMIT_ID];
    *record = (struct record){ 0 };
    struct store *store = saved_open(STORE_READ, why);
    bool good =
        store && store_find(store, beginning, id, why) && store_load(store, games, id, record, why);
    store_close(store);
    return good;
}

// All of a stream, in a block of its own; NULL, with a sentence, if it is too
// long or cannot be read.
static char *read_all(FILE *file, const char *name, size_t *size, struct text *why)
{
    size_t room = 0;
    char *bytes = NULL;
    *size = 0;
    do {
        room = room ? 2 * room : 1 << 14;
        char *grown = room <= 2 * (size_t)JSONL_FILE ? mem_grow(bytes, room) : NULL;
        if (!grown) {
            text_add(why, "%.200s is too long for a record, or there is no memory left.", name);
            mem_free(bytes);
            return NULL;
        }
        bytes = grown;
        *size += fread(bytes + *size, 1, room - *size, file);
    } while (*size == room);
    if (!ferror(file))
        return bytes;
    text_add(why, "%.200s cannot be read: %s.", name, strerror(errno));
    mem_free(bytes);
    return NULL;
}

bool saved_load_file(const char *name, struct record *record, struct text *why)
{
    size_t size;
    FILE *file = fopen(name, "rb");
    *record = (struct record){ 0 };
    if (!file) {
        text_add(why, "%.200s cannot be opened: %s.", name, strerror(errno));
        return false;
    }
    char *bytes = read_all(file, name, &size, why);
    fclose(file);
    bool good = bytes && jsonl_parse(games, bytes, size, record, why);
    mem_free(bytes);
    return good;
}

bool saved_load(const char *operand, struct record *record, struct text *why)
{
    if (strpbrk(operand, "./") || access(operand, F_OK) == 0)
        return saved_load_file(operand, record, why);
    return saved_load_game(operand, record, why);
}
