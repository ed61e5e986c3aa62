// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/logfile.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "core/memory.h"
#include "record/line.h"
#include "record/record.h"
#include "record/lines.h"

// Writing.

static bool put_event(struct lines_writer *writer, const struct log *log,
                      const struct log_event *event)
{
    char at[LINE_TIME];
    line_print_event(&log->header, event, false, &writer->line);
    line_print_time(event->at, at);
    if (event->at)
        text_add(&writer->line, ",\"at\":\"%s\"", at);
    if (event->kind == LOG_ROUND)
        text_add(&writer->line, ",\"winner\":%u", event->winner);
    return lines_put(writer);
}

static bool put_reveal(struct lines_writer *writer, const struct log *log,
                       const struct log_event *event)
{
    char nonce[COMMIT_HEX];
    commit_hex(event->seal.nonce, nonce);
    text_add(&writer->line, "{\"kind\":\"reveal\",\"of\":%u,\"move\":\"", (unsigned)event->n);
    move_print(log->header.variant.game, event->move, &writer->line);
    text_add(&writer->line, "\",\"nonce\":\"%s\"", nonce);
    return lines_put(writer);
}

static bool is_shown(const struct log *log, unsigned as, const struct log_event *event)
{
    return log_is_hidden(&log->header, event) && event->opened &&
           (as == AS_ALL || event->seat == as);
}

// One event, one look at whether it is opened at the end, or the last line.
static bool put_next(struct logfile_writing *writing)
{
    const struct log *log = writing->log;
    struct lines_writer *writer = &writing->lines;
    if (writing->written < log->count)
        return put_event(writer, log, &log->events[writing->written++]);
    if (writing->looked_at < log->count) {
        const struct log_event *event = &log->events[writing->looked_at++];
        return !is_shown(log, writing->as, event) || put_reveal(writer, log, event);
    }
    text_add(&writer->line, "{\"kind\":\"end\",\"events\":%u", log->count);
    writing->done = true;
    return lines_put(writer);
}

// In the round that is not over.
static bool hides(const struct log *log)
{
    bool over = true, hidden = false;
    for (unsigned i = 0; i < log->count; i++) {
        const struct log_event *event = &log->events[i];
        if (event->kind == LOG_ROUND) {
            over = event->winner != SEAT_NOBODY;
            hidden = false;
        }
        hidden = hidden || log_is_hidden(&log->header, event);
    }
    return !over && hidden;
}

bool logfile_begin(struct logfile_writing *writing, const struct log *log, unsigned as,
                   lines_sink *sink, void *to, struct text *why)
{
    struct lines_writer *writer = &writing->lines;
    if (as == AS_ALL && hides(log)) {
        text_add(why,
                 "Game %s is not over and something is hidden in it: only what everybody could "
                 "see can be written, with --as watch.",
                 log->header.id);
        return false;
    }
    *writing = (struct logfile_writing){ .log = log, .as = as };
    lines_begin(writer, sink, to);
    line_print_header(&log->header, &writer->line);
    text_add(&writer->line, ",\"as\":\"%s\"", record_as_name(as));
    return lines_put(writer);
}

bool logfile_go_on(struct logfile_writing *writing, unsigned events)
{
    bool good = true;
    for (unsigned i = 0; good && !writing->done && i < events; i++)
        good = put_next(writing);
    return good;
}

bool logfile_write(const struct log *log, unsigned as, lines_sink *sink, void *to, struct text *why)
{
    struct logfile_writing writing;
    return logfile_begin(&writing, log, as, sink, to, why) && logfile_go_on(&writing, UINT_MAX);
}

// Reading.

struct reader {
    const struct game *const *games;
    struct lines lines;
    struct log *log;
    unsigned as;
};

static bool refuse(struct reader *reader, const char *because)
{
    return lines_refuse(&reader->lines, because);
}

static bool read_header(struct reader *reader, json_t *object)
{
    char bytes[512];
    struct text fault = text_in(bytes, sizeof bytes);
    const char *as = json_string_value(json_object_get(object, "as"));
    const char *kind = json_string_value(json_object_get(object, "causeway"));
    if (!kind || strcmp(kind, "record") != 0)
        return refuse(reader, "this is not the first line of a record of Causeway");
    if (!line_check_version(object, &fault))
        return lines_refuse_as(&reader->lines, bytes);
    if (!as || !record_parse_as(as, &reader->as, &fault))
        return refuse(reader, "'as' is neither 1, 2, watch nor all");
    if (!line_read_header(reader->games, reader->lines.at, reader->lines.length,
                          &reader->log->header, &fault))
        return lines_refuse_as(&reader->lines, bytes);
    return true;
}

static bool read_reveal(struct reader *reader, json_t *object)
{
    const char *text = json_string_value(json_object_get(object, "move"));
    const char *nonce = json_string_value(json_object_get(object, "nonce"));
    json_int_t of = json_integer_value(json_object_get(object, "of"));
    char bytes[256];
    struct text fault = text_in(bytes, sizeof bytes);
    struct move move;
    if (of < 1 || of > (json_int_t)reader->log->count)
        return refuse(reader, "it opens an event that is not there");
    struct log_event *event = &reader->log->events[of - 1];
    if (!log_is_hidden(&reader->log->header, event) || event->opened)
        return refuse(reader, "it opens what is not hidden, or is open already");
    if (!text || !move_parse(reader->log->header.variant.game, text, &move, &fault) ||
        move.verb != event->move.verb)
        return refuse(reader, "it opens another kind of move");
    if (!nonce || !commit_parse_hex(nonce, event->seal.nonce))
        return refuse(reader, "the nonce is not 64 hexadecimal digits");
    event->move.set = move.set;
    event->opened = true;
    return true;
}

static bool read_event(struct reader *reader, json_t *object)
{
    json_int_t winner = json_integer_value(json_object_get(object, "winner"));
    char bytes[512];
    struct text fault = text_in(bytes, sizeof bytes);
    struct log_event event;
    if (!line_read_event(&reader->log->header, reader->lines.at, reader->lines.length, &event,
                         &fault))
        return lines_refuse_as(&reader->lines, bytes);
    if (event.kind == LOG_MOVE && event.opened && log_is_hidden(&reader->log->header, &event))
        return refuse(reader, "a hidden move shows its numbers");
    if (winner < 0 || winner > SEAT_2)
        return refuse(reader, "the winner is neither 1, 2 nor 0");
    const char *at = json_string_value(json_object_get(object, "at"));
    if (at && !line_parse_time(at, &event.at))
        return refuse(reader, "the time is not written as 2026-11-15T17:50:00.000Z");
    event.winner = event.kind == LOG_ROUND ? (uint8_t)winner : 0;
    return log_add(reader->log, &event, reader->lines.why);
}

static bool read_object(void *context, json_t *object)
{
    struct reader *reader = context;
    const char *kind = json_string_value(json_object_get(object, "kind"));
    if (reader->lines.line == 1)
        return read_header(reader, object);
    if (!kind)
        return refuse(reader, "the kind of event is missing");
    if (strcmp(kind, "reveal") == 0)
        return read_reveal(reader, object);
    if (strcmp(kind, "end") == 0)
        return reader->lines.ended = true;
    return read_event(reader, object);
}

bool logfile_read(const struct game *const *games, const char *bytes, size_t size, struct log *log,
                  unsigned *as, struct text *why)
{
    *log = (struct log){ 0 };
    struct reader reader = { games, lines_of(bytes, size, why), log, 0 };
    json_set_alloc_funcs(mem_new, mem_free);
    bool good = lines_read(&reader.lines, read_object, &reader);
    *as = reader.as;
    reader.lines = lines_of(bytes, size, why);
    good = good && logfile_write(log, reader.as, lines_compare, &reader.lines, why);
    if (!good)
        record_blot(why->at);
    return good;
}
