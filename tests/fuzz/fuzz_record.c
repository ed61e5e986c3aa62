// SPDX-License-Identifier: GPL-3.0-or-later
// A record of a game, as lines of JSON without their sums, which are put right
// here: else nothing but sums would be tested. What is accepted is written again
// as it was read, and what is sound comes out of the store as it went in; what is refused
// gets a sentence.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "record/verify.h"
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

// Import, load and export give the same bytes, and the game is as sound as it was.
static void travel(const struct record *record, const char *bytes, size_t length)
{
    static struct bytes again;
    char buffer[TEXT_MAX];
    struct text why = text_in(buffer, sizeof buffer);
    struct record read;
    struct verify_findings findings;
    if (!store)
        prepare(&why);
    if (!store_import(store, record, &why)) {
        assert(why.length > 0);
        return;
    }
    bool loaded = store_load(store, games, record->header.id, &read, &why);
    assert(loaded && verify_record(&read, &findings, &why));
    if (help_export(&read, AS_ALL, &again))
        assert(again.length == length && memcmp(again.at, bytes, length) == 0);
    else
        assert(!read.winner && record_has_hidden(&read));
    record_clear(&read);
    bool deleted = store_delete(store, record->header.id, &why);
    assert(deleted);
}

static void check(const char *bytes, size_t length)
{
    static struct bytes again;
    char buffer[TEXT_MAX];
    struct text why = text_in(buffer, sizeof buffer);
    struct record record;
    struct verify_findings findings;
    if (jsonl_parse(games, bytes, length, &record, &why)) {
        bool written = help_export(&record, record.as, &again);
        assert(written && again.length == length && memcmp(again.at, bytes, length) == 0);
        bool sound = verify_record(&record, &findings, &why);
        assert(sound || why.length > 0);
        if (sound && record.as == AS_ALL)
            travel(&record, bytes, length);
    } else {
        assert(why.length > 0);
    }
    record_clear(&record);
}

void fuzz_one(const char *data)
{
    static struct bytes bytes;
    check(data, strlen(data));
    if (help_put_sums(data, &bytes))
        check(bytes.at, bytes.length);
}
