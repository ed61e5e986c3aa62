// SPDX-License-Identifier: GPL-3.0-or-later
// A log's header and events as lines of JSON: records are made of them, and so is what the
// store keeps. docs/formats.md has the members.
#ifndef RECORD_LINE_H
#define RECORD_LINE_H

#include "record/log.h"
#include "record/member.h"

enum { LINE_SIZE = 4096 };

// Without the last brace, so that more members can be added. An event is written as it
// was: with `open`, a hidden move's numbers, or a contribution's word, and the nonce; else
// the move's verb, or the commitment, alone.
void line_print_header(const struct log_header *header, struct text *out);
void line_print_event(const struct log_header *header, const struct log_event *event, bool open,
                      struct text *out);

// Read what was written, with its brace; members of no meaning here are ignored. False,
// with a sentence.
bool line_read_header(const struct game *const *games, const char *line, size_t length,
                      struct log_header *header, struct text *why);
bool line_read_event(const struct log_header *header, const char *line, size_t length,
                     struct log_event *event, struct text *why);

// Is it a header of the version that is read here? False, with a sentence that names the other.
bool line_check_version(const json_t *header, struct text *why);

// "2026-11-15T17:50:00.000Z"
enum { LINE_TIME = 32 };
void line_print_time(int64_t when, char out[LINE_TIME]);
bool line_parse_time(const char *from, int64_t *when);

// What an event of a log and the news of one have in common: all but the number.
extern const struct member_field line_event[];

// After reading these: what no player did, chance did, or the table itself.
void line_settle_event(struct log_event *event);

extern const struct member_field line_clock[]; // struct log_clock

#endif
