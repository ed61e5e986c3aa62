// SPDX-License-Identifier: GPL-3.0-or-later
// A log as text: its header and events as lines of JSON, of which the store keeps each by itself,
// and a whole record, in which every line ends with the sum of all that comes before
// (docs/formats.md).
#ifndef RECORD_LOG_TEXT_H
#define RECORD_LOG_TEXT_H

#include <sodium.h>

#include "record/json_members.h"
#include "record/log.h"

enum {
    LOG_TEXT_LINE = 4096,     // bytes of a line
    LOG_TEXT_MOST = 32 << 20, // of a record
};

// --- Single lines

// Without the last brace, so that more members can be added. An event is written as it
// was: with `open`, a hidden move's numbers, or a contribution's word, and the nonce; else
// the move's verb, or the commitment, alone.
void log_text_print_header(const struct log_header *header, struct text *out);
void log_text_print_event(const struct log_header *header, const struct log_event *event, bool open,
                          struct text *out);

// Read what was written, with its brace; members of no meaning here are ignored. False,
// with a sentence.
bool log_text_read_header(const struct game *const *games, const char *line, size_t length,
                          struct log_header *header, struct text *why);
bool log_text_read_event(const struct log_header *header, const char *line, size_t length,
                         struct log_event *event, struct text *why);

// "2026-11-15T17:50:00.000Z"
enum { LOG_TEXT_TIME = 32 };
void log_text_print_time(int64_t when, char out[LOG_TEXT_TIME]);
bool log_text_parse_time(const char *from, int64_t *when);

// What an event of a log and the news of one have in common: all but the number.
extern const struct member_field log_text_event[];

// After reading these: what no player did, chance did, or the table itself.
void log_text_settle_event(struct log_event *event);

extern const struct member_field log_text_clock[]; // struct log_clock

// --- Records

// Takes one line, its newline included; false stops the writing.
typedef bool log_text_sink(void *to, const char *line, size_t length);

// Writes what `as` may know. The winners must stand in the rounds' events: see
// rounds_settle(). Refused, with a sentence, for everything of a table at which
// something is hidden in a round that is not over.
bool log_text_write(const struct log *log, unsigned as, log_text_sink *sink, void *to,
                    struct text *why);

struct log_text_writer {
    log_text_sink *sink;
    void *to;
    crypto_hash_sha256_state sums;
    char bytes[LOG_TEXT_LINE];
    struct text line; // that is being written: what it has before its sum
};

// The same in pieces: some events at a time, until all is written or it fails.
struct log_text_writing {
    const struct log *log;
    unsigned as;
    struct log_text_writer lines;
    unsigned written, looked_at; // events, and those of them that may be shown at the end
    bool done;
};
bool log_text_begin(struct log_text_writing *writing, const struct log *log, unsigned as,
                    log_text_sink *sink, void *to, struct text *why);
bool log_text_go_on(struct log_text_writing *writing, unsigned events);

// Reads a whole record, which must be written exactly as log_text_write() does; a refusal
// names the line. Says nothing of whether its events are legal: rounds_check() does.
// Free the log with log_clear() in any case.
bool log_text_read(const struct game *const *games, const char *bytes, size_t size, struct log *log,
                   unsigned *as, struct text *why);

#endif
