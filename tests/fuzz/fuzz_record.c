// SPDX-License-Identifier: GPL-3.0-or-later
// A record of a game, as lines of JSON without their sums, which are put right
// here: else nothing but sums would be tested. What is accepted is written again
// as it was read, and what is sound comes out of the store as it went in; what is refused
// gets a sentence.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drive/stored.h"
#include "fuzz.h"
#include "record/log_text.h"
#include "record_help.h"
#include "store/store.h"

static char directory[HELP_DIRECTORY];
static struct store *store;

static void remove_all(void)
{
    store_close(store);
    help_remove_directory(directory);
}

static void prepare(struct text *why)
{
    char path[HELP_DIRECTORY + 16];
    help_make_directory(directory);
    snprintf(path, sizeof path, "%s/games.db", directory);
    store = store_open(path, STORE_WRITE, why);
    assert(store);
    atexit(remove_all);
}

// Import, load and export give the same bytes, but for when the events were stored.
static void travel(const struct log *log)
{
    char buffer[TEXT_MAX];
    struct text why = text_in(buffer, sizeof buffer);
    struct log read;
    if (!store)
        prepare(&why);
    if (!stored_import(store, log, &why)) {
        assert(why.length > 0);
        return;
    }
    bool loaded = stored_load(store, games, log->header.id, &read, NULL, &why);
    assert(loaded && read.count == log->count);
    for (unsigned i = 0; i < read.count; i++) {
        struct text one = TEXT_OF(LOG_TEXT_LINE), two = TEXT_OF(LOG_TEXT_LINE);
        log_text_print_event(&log->header, &log->events[i], true, &one);
        log_text_print_event(&read.header, &read.events[i], true, &two);
        assert(strcmp(one.at, two.at) == 0);
    }
    log_clear(&read);
    bool deleted = store_delete(store, log->header.id, &why);
    assert(deleted);
}

static void check(const char *bytes, size_t length)
{
    static struct bytes again;
    char buffer[TEXT_MAX];
    struct text why = text_in(buffer, sizeof buffer);
    struct log log;
    unsigned as;
    if (log_text_read(games, bytes, length, &log, &as, &why)) {
        bool written = help_export(&log, as, &again);
        assert(written && again.length == length && memcmp(again.at, bytes, length) == 0);
        bool sound = help_verify(bytes, length, &why);
        assert(sound || why.length > 0);
        if (sound && as == AS_ALL && log.count)
            travel(&log);
    } else {
        assert(why.length > 0);
    }
    log_clear(&log);
}

void fuzz_one(const char *data)
{
    static struct bytes bytes;
    check(data, strlen(data));
    if (help_put_sums(data, &bytes))
        check(bytes.at, bytes.length);
}
