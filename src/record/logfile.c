// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/logfile.h"

#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "core/memory.h"
#include "record/line.h"
#include "record/record.h"
#include "record/sums.h"

// Writing.

struct writer {
    const struct log *log;
    unsigned as;
    jsonl_sink *sink;
    void *to;
    struct sums sums;
};

// Ends the line with its sum and hands it on.
static bool put(struct writer *writer, struct text *line)
{
    assert(!line->cut && line->length + SUMS_TAIL <= line->size);
    sums_add(&writer->sums, line->at, line->length);
    size_t length = line->length + sums_print_tail(&writer->sums, line->at + line->length);
    return writer->sink(writer->to, line->at, length);
}

static bool put_header(struct writer *writer)
{
    char bytes[LINE_SIZE];
    struct text line = text_in(bytes, sizeof bytes);
    line_print_header(&writer->log->header, &line);
    text_add(&line, ",\"as\":\"%s\"", record_as_name(writer->as));
    return put(writer, &line);
}

static bool put_event(struct writer *writer, const struct log_event *event)
{
    char bytes[LINE_SIZE];
    struct text line = text_in(bytes, sizeof bytes);
    line_print_event(&writer->log->header, event, false, &line);
    if (event->kind == LOG_ROUND)
        text_add(&line, ",\"winner\":%u", event->winner);
    return put(writer, &line);
}

static bool put_reveal(struct writer *writer, const struct log_event *event)
{
    char bytes[LINE_SIZE], nonce[COMMIT_HEX];
    struct text line = text_in(bytes, sizeof bytes);
    commit_hex(event->seal.nonce, nonce);
    text_add(&line, "{\"kind\":\"reveal\",\"of\":%u,\"move\":\"", (unsigned)event->n);
    move_print(writer->log->header.variant.game, event->move, &line);
    text_add(&line, "\",\"nonce\":\"%s\"", nonce);
    return put(writer, &line);
}

static bool put_end(struct writer *writer)
{
    char bytes[LINE_SIZE];
    struct text line = text_in(bytes, sizeof bytes);
    text_add(&line, "{\"kind\":\"end\",\"events\":%u", writer->log->count);
    return put(writer, &line);
}

static bool is_shown(const struct writer *writer, const struct log_event *event)
{
    return log_is_hidden(&writer->log->header, event) && event->opened &&
           (writer->as == AS_ALL || event->seat == writer->as);
}

static bool put_all(struct writer *writer)
{
    const struct log *log = writer->log;
    sums_begin(&writer->sums);
    if (!put_header(writer))
        return false;
    for (unsigned i = 0; i < log->count; i++)
        if (!put_event(writer, &log->events[i]))
            return false;
    for (unsigned i = 0; i < log->count; i++)
        if (is_shown(writer, &log->events[i]) && !put_reveal(writer, &log->events[i]))
            return false;
    return put_end(writer);
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

bool logfile_write(const struct log *log, unsigned as, jsonl_sink *sink, void *to, struct text *why)
{
    struct writer writer = { .log = log, .as = as, .sink = sink, .to = to };
    if (as == AS_ALL && hides(log)) {
        text_add(why,
                 "Game %s is not over and something is hidden in it: only what everybody could "
                 "see can be written, with --as watch.",
                 log->header.id);
        return false;
    }
    return put_all(&writer);
}

// Reading.

struct reader {
    const struct game *const *games;
    const char *at, *end;
    unsigned line, as;
    bool ended;
    struct sums sums;
    struct log *log;
    struct text *why;
};

static bool refuse(struct reader *reader, const char *because)
{
    text_add(reader->why, "Line %u: %s.", reader->line, because);
    return false;
}

static bool read_header(struct reader *reader, size_t length, json_t *object)
{
    char bytes[512];
    struct text fault = text_in(bytes, sizeof bytes);
    const char *as = json_string_value(json_object_get(object, "as"));
    if (json_integer_value(json_object_get(object, "version")) > LOG_VERSION)
        return refuse(reader, "the record is of a later version than this program reads");
    if (!as || !record_parse_as(as, &reader->as, &fault))
        return refuse(reader, "'as' is neither 1, 2, watch nor all");
    if (!line_read_header(reader->games, reader->at, length, &reader->log->header, &fault))
        return refuse(reader, bytes);
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

static bool read_event(struct reader *reader, size_t length, json_t *object)
{
    json_int_t winner = json_integer_value(json_object_get(object, "winner"));
    char bytes[512];
    struct text fault = text_in(bytes, sizeof bytes);
    struct log_event event;
    if (!line_read_event(&reader->log->header, reader->at, length, &event, &fault))
        return refuse(reader, bytes);
    if (event.kind == LOG_MOVE && event.opened && log_is_hidden(&reader->log->header, &event))
        return refuse(reader, "a hidden move shows its numbers");
    if (winner < 0 || winner > SEAT_2)
        return refuse(reader, "the winner is neither 1, 2 nor 0");
    event.winner = event.kind == LOG_ROUND ? (uint8_t)winner : 0;
    return log_add(reader->log, &event, reader->why);
}

static bool read_object(struct reader *reader, size_t length, json_t *object)
{
    const char *kind = json_string_value(json_object_get(object, "kind"));
    if (reader->line == 1)
        return read_header(reader, length, object);
    if (reader->ended)
        return refuse(reader, "the record has ended on the line before");
    if (!kind)
        return refuse(reader, "the kind of event is missing");
    if (strcmp(kind, "reveal") == 0)
        return read_reveal(reader, object);
    if (strcmp(kind, "end") == 0)
        return reader->ended = true;
    return read_event(reader, length, object);
}

static bool read_line(struct reader *reader)
{
    const char *newline = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
    size_t length = newline ? (size_t)(newline - reader->at) + 1 : 0;
    json_error_t error;
    reader->line++;
    if (!newline)
        return refuse(reader, "the record is cut off here");
    if (length >= LINE_SIZE || !sums_fit(&reader->sums, reader->at, length))
        return refuse(reader, "it was changed, or is not of a record: its sum does not fit");
    json_t *object = json_loadb(reader->at, length, JSON_REJECT_DUPLICATES, &error);
    if (!object)
        return refuse(reader, error.text);
    bool read = read_object(reader, length, object);
    json_decref(object);
    reader->at += length;
    return read;
}

static bool read_lines(struct reader *reader)
{
    while (reader->at < reader->end)
        if (!read_line(reader))
            return false;
    if (reader->ended)
        return true;
    reader->line++;
    return refuse(reader, "the record is cut off here");
}

// What was read, written again, must give the same bytes: this checks the form of every
// line at once.
static bool compare_line(void *to, const char *line, size_t length)
{
    struct reader *reader = to;
    size_t left = (size_t)(reader->end - reader->at);
    reader->line++;
    if (left < length || memcmp(reader->at, line, length) != 0)
        return refuse(reader, "it is not written the way a record is");
    reader->at += length;
    return true;
}

bool logfile_is(const char *bytes, size_t size)
{
    static const char begins[] = "{\"causeway\":\"record\",\"version\":";
    size_t length = sizeof begins - 1;
    return size > length + 1 && memcmp(bytes, begins, length) == 0 &&
           (bytes[length] != '1' || bytes[length + 1] != ',');
}

bool logfile_read(const struct game *const *games, const char *bytes, size_t size, struct log *log,
                  unsigned *as, struct text *why)
{
    *log = (struct log){ 0 };
    struct reader reader = {
        .games = games, .at = bytes, .end = bytes + size, .log = log, .why = why
    };
    json_set_alloc_funcs(mem_new, mem_free);
    sums_begin(&reader.sums);
    bool good = read_lines(&reader);
    *as = reader.as;
    reader.at = bytes;
    reader.line = 0;
    good = good && logfile_write(log, reader.as, compare_line, &reader, why);
    if (!good)
        record_blot(why->at);
    return good;
}
