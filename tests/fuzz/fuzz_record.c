// SPDX-License-Identifier: GPL-3.0-or-later
// A record of a game, as lines of JSON without their sums, which are put right
// here: else nothing but sums would be tested. What is accepted is written again
// as it was read; what is refused gets a sentence.
#include <string.h>

#include <sodium.h>

#include "fuzz.h"
#include "record/jsonl.h"
#include "record/verify.h"

struct bytes {
    size_t length;
    char at[1 << 17];
};

static bool add(struct bytes *bytes, const char *more, size_t length)
{
    if (length > sizeof bytes->at - bytes->length)
        return false;
    memcpy(bytes->at + bytes->length, more, length);
    bytes->length += length;
    return true;
}

static bool add_line(struct bytes *bytes, const char *line, size_t length)
{
    unsigned char sum[crypto_hash_sha256_BYTES];
    char hex[2 * sizeof sum + 1];
    if (!add(bytes, line, length))
        return false;
    crypto_hash_sha256(sum, (const unsigned char *)bytes->at, bytes->length);
    sodium_bin2hex(hex, sizeof hex, sum, sizeof sum);
    return add(bytes, ",\"sum\":\"", 8) && add(bytes, hex, 64) && add(bytes, "\"}\n", 3);
}

// Each line loses its last brace and gets its sum; the last may be cut off.
static bool with_sums(const char *data, struct bytes *bytes)
{
    bytes->length = 0;
    for (const char *newline; (newline = strchr(data, '\n')); data = newline + 1) {
        size_t length = (size_t)(newline - data);
        if (!add_line(bytes, data, length > 0 ? length - 1 : 0))
            return false;
    }
    return add(bytes, data, strlen(data));
}

static bool collect(void *to, const char *line, size_t length)
{
    return add(to, line, length);
}

static void check(const char *bytes, size_t length)
{
    static struct bytes again;
    char buffer[TEXT_MAX];
    struct text why = text_in(buffer, sizeof buffer);
    struct record record;
    struct findings findings;
    if (jsonl_parse(games, bytes, length, &record, &why)) {
        again.length = 0;
        bool written = jsonl_write(&record, record.as, collect, &again, &why);
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
    if (with_sums(data, &bytes))
        check(bytes.at, bytes.length);
}
