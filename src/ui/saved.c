// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/saved.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/memory.h"
#include "drive/stored.h"
#include "games/games.h"
#include "record/log_text.h"
#include "record/round.h"
#include "record/verify.h"

struct store *saved_open(enum store_use use, struct text *why)
{
    char path[STORE_PATH];
    struct text older = TEXT_OF(TEXT_MAX);
    if (!store_path(STORE_GAMES, path, why))
        return NULL;
    if (store_is_older(path, &older) && !store_path(STORE_BESIDE, path, why))
        return NULL;
    return store_open(path, use, why);
}

bool saved_is_aside(struct text *why)
{
    char path[STORE_PATH];
    struct text ignored = TEXT_OF(TEXT_MAX);
    if (!store_path(STORE_GAMES, path, &ignored) || !store_is_older(path, why))
        return false;
    text_add(why, " Games are in " STORE_BESIDE " beside it.");
    return true;
}

void saved_clear(struct saved *saved)
{
    log_clear(&saved->log);
}

// A round by its own id; its table comes along.
bool saved_load_from(struct store *store, const char *beginning, struct saved *saved,
                     struct text *why)
{
    char id[COMMIT_ID];
    struct stored_found found = { 0 };
    *saved = (struct saved){ .as = AS_ALL };
    bool good = store_find(store, beginning, id, why) &&
                stored_load(store, games, id, &saved->log, &found, why);
    saved->round = found.began;
    return good;
}

bool saved_load_game(const char *beginning, struct saved *saved, struct text *why)
{
    *saved = (struct saved){ 0 };
    struct store *store = saved_open(STORE_READ, why);
    bool good = store && saved_load_from(store, beginning, saved, why);
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
        char *grown = room <= (size_t)LOG_TEXT_MOST ? mem_grow(bytes, room) : NULL;
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

bool saved_load_file(const char *name, struct saved *saved, struct text *why)
{
    size_t size;
    struct text fault = TEXT_OF(TEXT_MAX);
    bool standard = strcmp(name, "-") == 0;
    FILE *file = standard ? stdin : fopen(name, "rb");
    const char *what = standard ? "Standard input" : name;
    *saved = (struct saved){ 0 };
    if (!file) {
        text_add(why, "%.200s cannot be opened: %s.", name, strerror(errno));
        return false;
    }
    char *bytes = read_all(file, what, &size, why);
    if (!standard)
        fclose(file);
    bool good = bytes && log_text_read(games, bytes, size, &saved->log, &saved->as, &fault);
    if (bytes && !good)
        text_add(why, "%.200s: %s", what, fault.at);
    mem_free(bytes);
    return good;
}

bool saved_load(const char *operand, struct saved *saved, struct text *why)
{
    if (strcmp(operand, "-") == 0 || strpbrk(operand, "./") || access(operand, F_OK) == 0)
        return saved_load_file(operand, saved, why);
    return saved_load_game(operand, saved, why);
}

uint32_t saved_next(const struct saved *saved, uint32_t after)
{
    if (saved->round)
        return after ? 0 : saved->round;
    return round_next(&saved->log, after);
}

// The winners that a record of everything names are compared with what the rules give.
static bool verify_log(const struct saved *saved, struct text *why)
{
    return saved->as != AS_ALL || rounds_check(&saved->log, why);
}

bool saved_verify(const struct saved *saved, struct text *why)
{
    struct verify_findings findings;
    struct round round;
    bool good = verify_log(saved, why);
    for (uint32_t began = saved_next(saved, 0); good && began; began = saved_next(saved, began))
        good = round_find(&saved->log, began, saved->as, &round, why) &&
               verify_round(&round, &findings, why);
    return good;
}

bool saved_load_note(const char *name, struct note *note, struct text *why)
{
    char line[NOTE_LINE];
    FILE *file = fopen(name, "r");
    bool good = true;
    *note = (struct note){ 0 };
    if (!file) {
        text_add(why, "%.200s cannot be opened: %s.", name, strerror(errno));
        return false;
    }
    while (good && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        good = note_read(note, line, why);
    }
    fclose(file);
    if (good && !*note->id) {
        text_add(why, "%.200s is empty: nothing was noted.", name);
        good = false;
    }
    return good;
}

bool saved_verify_note(const struct saved *saved, const struct note *note, struct text *why)
{
    if (saved->as == AS_ALL && !saved->round)
        return note_fits(note, &saved->log, why) && saved_verify(saved, why);
    text_add(why, "Notes are compared with the whole record of a table, in a file.");
    return false;
}

static bool print_line(void *to, const char *line, size_t length)
{
    return fwrite(line, 1, length, to) == length;
}

bool saved_write(const struct saved *saved, unsigned as, FILE *out, struct text *why)
{
    return log_text_write(&saved->log, as, print_line, out, why);
}
