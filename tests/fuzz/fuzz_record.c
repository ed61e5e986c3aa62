// SPDX-License-Identifier: GPL-3.0-or-later
// A record of a game, as lines of JSON without their sums, which are put right
// here: else nothing but sums would be tested. What is accepted is written again
// as it was read; what is refused gets a sentence.
#include <string.h>

#include "fuzz.h"
#include "record/verify.h"
#include "record_help.h"

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
