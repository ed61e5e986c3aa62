// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/sums.h"

#include <stdio.h>
#include <string.h>

void sums_begin(struct sums *sums)
{
    crypto_hash_sha256_init(&sums->state);
}

void sums_add(struct sums *sums, const char *bytes, size_t length)
{
    crypto_hash_sha256_update(&sums->state, (const unsigned char *)bytes, length);
}

void sums_end(const struct sums *sums, unsigned char sum[COMMIT_BYTES])
{
    crypto_hash_sha256_state copy = sums->state;
    crypto_hash_sha256_final(&copy, sum);
}

size_t sums_print_tail(struct sums *sums, char tail[SUMS_TAIL])
{
    unsigned char bytes[COMMIT_BYTES];
    char hex[COMMIT_HEX];
    sums_end(sums, bytes);
    commit_hex(bytes, hex);
    size_t length = (size_t)snprintf(tail, SUMS_TAIL, ",\"sum\":\"%s\"}\n", hex);
    sums_add(sums, tail, length);
    return length;
}

bool sums_fit(struct sums *sums, const char *line, size_t length)
{
    char tail[SUMS_TAIL];
    size_t before = length > SUMS_TAIL - 1 ? length - (SUMS_TAIL - 1) : 0;
    sums_add(sums, line, before);
    size_t rest = sums_print_tail(sums, tail);
    return before + rest == length && memcmp(line + before, tail, rest) == 0;
}
