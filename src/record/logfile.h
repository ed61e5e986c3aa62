// SPDX-License-Identifier: GPL-3.0-or-later
// A table's log as text: a record (docs/formats.md).
#ifndef RECORD_LOGFILE_H
#define RECORD_LOGFILE_H

#include "record/lines.h"
#include "record/log.h"

enum { LOGFILE_MOST = 32 << 20 }; // bytes of a record

// Writes what `as` may know. The winners must stand in the rounds' events: see
// rounds_settle(). Refused, with a sentence, for everything of a table at which
// something is hidden in a round that is not over.
bool logfile_write(const struct log *log, unsigned as, lines_sink *sink, void *to,
                   struct text *why);

// The same in pieces: so many events at a time, until all is written or it fails.
struct logfile_writing {
    const struct log *log;
    unsigned as;
    struct lines_writer lines;
    unsigned written, looked_at; // events, and those of them that may be shown at the end
    bool done;
};
bool logfile_begin(struct logfile_writing *writing, const struct log *log, unsigned as,
                   lines_sink *sink, void *to, struct text *why);
bool logfile_go_on(struct logfile_writing *writing, unsigned events);

// Reads a whole record, which must be written exactly as logfile_write() does; a refusal
// names the line. Says nothing of whether its events are legal: rounds_check() does.
// Free the log with log_clear() in any case.
bool logfile_read(const struct game *const *games, const char *bytes, size_t size, struct log *log,
                  unsigned *as, struct text *why);

#endif
