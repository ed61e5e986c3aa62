// SPDX-License-Identifier: GPL-3.0-or-later
// A record as lines of JSON, one event a line. Every line ends with the SHA-256
// of all that comes before it, so that no byte changes unnoticed. The format is
// written down in docs/formats.md.
#ifndef RECORD_JSONL_H
#define RECORD_JSONL_H

#include "record/record.h"

enum { JSONL_VERSION = 1, JSONL_LINE = 4096, JSONL_FILE = 16 << 20 };

// Takes one line, its newline included; false stops the writing.
typedef bool jsonl_sink(void *to, const char *line, size_t length);

// Writes what `as` may know. Refused, with a sentence, for all of an unfinished game in
// which something is hidden.
bool jsonl_write(const struct record *record, unsigned as, jsonl_sink *sink, void *to,
                 struct text *why);

// The SHA-256 of all that jsonl_write() would write of everything. False only if
// there is no memory.
bool jsonl_sum(const struct record *record, unsigned char sum[COMMIT_BYTES], struct text *why);

// Reads a whole record, which must be written exactly as jsonl_write() does; a
// refusal names the line. Says nothing of whether its moves are legal:
// verify_record() does. Free the record with record_clear() in any case.
bool jsonl_parse(const struct game *const *games, const char *bytes, size_t size,
                 struct record *record, struct text *why);

// "2026-11-15T17:50:00.000Z"
enum { JSONL_TIME = 32 };
void jsonl_print_time(int64_t when, char out[JSONL_TIME]);
bool jsonl_parse_time(const char *from, int64_t *when);

#endif
