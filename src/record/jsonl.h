// SPDX-License-Identifier: GPL-3.0-or-later
// A record as lines of JSON, one event a line. Every line ends with the SHA-256
// of all that comes before it, so that no byte changes unnoticed. The format is
// written down in docs/formats.md.
#ifndef RECORD_JSONL_H
#define RECORD_JSONL_H

#include "record/lines.h"
#include "record/record.h"

enum { JSONL_VERSION = 1, JSONL_FILE = 16 << 20 };

// Writes what `as` may know. Refused, with a sentence, for all of an unfinished game in
// which something is hidden.
bool jsonl_write(const struct record *record, unsigned as, lines_sink *sink, void *to,
                 struct text *why);

// The SHA-256 of all that jsonl_write() would write of everything.
void jsonl_sum(const struct record *record, unsigned char sum[COMMIT_BYTES]);

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
