// SPDX-License-Identifier: GPL-3.0-or-later
// The sums of a record's lines: every line ends with the SHA-256 of all that comes
// before it, so that no byte changes unnoticed.
#ifndef RECORD_SUMS_H
#define RECORD_SUMS_H

#include <stdbool.h>
#include <stddef.h>

#include <sodium.h>

#include "record/commit.h"

struct sums {
    crypto_hash_sha256_state state;
};

// Room for the end of a line, `,"sum":"…"}` and its newline, with the NUL byte.
enum { SUMS_TAIL = COMMIT_HEX + 11 };

void sums_begin(struct sums *sums);
void sums_add(struct sums *sums, const char *bytes, size_t length);

// The end of a line whose beginning has been added; it is added as well. Its length.
size_t sums_print_tail(struct sums *sums, char tail[SUMS_TAIL]);

// Adds a whole line, with its newline. False if its sum is another one.
bool sums_fit(struct sums *sums, const char *line, size_t length);

void sums_end(const struct sums *sums, unsigned char sum[COMMIT_BYTES]);

#endif
