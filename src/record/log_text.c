// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/log_text.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/memory.h"

// --- Times

// The years that are written with four digits.
static const int64_t time_lo = -30610224000000, time_hi = 253402300799999;

static char *print_digits(char *at, unsigned width, int number)
{
    for (unsigned i = width; i > 0; i--, number /= 10)
        at[i - 1] = (char)('0' + number % 10);
    return at + width;
}

// Long lists of games are mostly times: this is much quicker than strftime().
void log_text_print_time(int64_t when, char out[LOG_TEXT_TIME])
{
    int64_t shown = when < time_lo ? time_lo : when > time_hi ? time_hi : when;
    int rest = (int)((shown % 1000 + 1000) % 1000);
    time_t seconds = (time_t)((shown - rest) / 1000);
    struct tm parts;
    gmtime_r(&seconds, &parts);
    const struct {
        unsigned width;
        int number;
        char after;
    } field[] = { { 4, parts.tm_year + 1900, '-' },
                  { 2, parts.tm_mon + 1, '-' },
                  { 2, parts.tm_mday, 'T' },
                  { 2, parts.tm_hour, ':' },
                  { 2, parts.tm_min, ':' },
                  { 2, parts.tm_sec, '.' },
                  { 3, rest, 'Z' } };
    for (unsigned i = 0; i < sizeof field / sizeof *field; i++) {
        out = print_digits(out, field[i].width, field[i].number);
        *out++ = field[i].after;
    }
    *out = '\0';
}

bool log_text_parse_time(const char *from, int64_t *when)
{
    struct tm parts = { 0 };
    const char *rest = strptime(from, "%Y-%m-%dT%H:%M:%S", &parts);
    if (!rest || rest[0] != '.' || strspn(rest + 1, "0123456789") != 3)
        return false;
    *when = (int64_t)timegm(&parts) * 1000 + strtol(rest + 1, NULL, 10);
    return strcmp(rest + 4, "Z") == 0;
}

// --- The header. Names and words hold no control characters.

const struct member_field log_text_clock[] = {
    { "base", MEMBER_NUMBER, MEMBER_AT(struct log_clock, base), .most = UINT32_MAX },
    { "increment", MEMBER_NUMBER, MEMBER_AT(struct log_clock, increment), .most = UINT32_MAX },
    { "move", MEMBER_NUMBER, MEMBER_AT(struct log_clock, move), .most = UINT32_MAX },
    { 0 },
};

static void write_game(const struct game *game, const void *at, struct text *out)
{
    (void)at;
    text_put_json(out, game->slug);
}

static void write_time(const struct game *game, const void *at, struct text *out)
{
    char time[LOG_TEXT_TIME];
    (void)game;
    log_text_print_time(*(const int64_t *)at, time);
    text_put_json(out, time);
}

static void read_time(struct member *in, const json_t *value, void *at)
{
    const char *time = json_string_value(value);
    if (!time || !log_text_parse_time(time, at))
        member_refuse(in, "created");
}

static const struct member_field header_fields[] = {
    { "id", MEMBER_LINE, MEMBER_AT(struct log_header, id) },
    { "game", MEMBER_OTHER, .write = write_game },
    { "rules", MEMBER_RULES, MEMBER_AT(struct log_header, variant.rules) },
    { "names", MEMBER_LINE, MEMBER_SEATS(struct log_header, name) },
    { "players", MEMBER_LINE, MEMBER_SEATS(struct log_header, player) },
    { "programs", MEMBER_THERE, MEMBER_AT(struct log_header, programmed) },
    { "programs", MEMBER_LINE, MEMBER_SEATS(struct log_header, program),
      MEMBER_IF(struct log_header, programmed, 1 << true) },
    { "first", MEMBER_NUMBER, MEMBER_AT(struct log_header, first), .most = SEAT_2 },
    { "toss", MEMBER_WORD, MEMBER_AT(struct log_header, toss), .words = log_sources },
    { "deal", MEMBER_WORD, MEMBER_AT(struct log_header, deal), .words = log_sources },
    { "undo", MEMBER_WORD, MEMBER_AT(struct log_header, undo), .words = log_consents },
    { "rematch", MEMBER_WORD, MEMBER_AT(struct log_header, rematch), .words = log_consents },
    { "hints", MEMBER_BOOL, MEMBER_AT(struct log_header, hints) },
    { "rounds", MEMBER_NUMBER, MEMBER_AT(struct log_header, rounds), .least = 1,
      .most = LOG_ROUNDS_MAX },
    { "pair", MEMBER_NUMBER, MEMBER_AT(struct log_header, pair), .sparse = true,
      .most = UINT32_MAX },
    { "clock", MEMBER_OBJECT, MEMBER_AT(struct log_header, clock), .of = log_text_clock },
    { "created", MEMBER_OTHER, MEMBER_AT(struct log_header, created), .write = write_time,
      .read = read_time },
    { "hash", MEMBER_THERE, MEMBER_AT(struct log_header, unnamed) },
    { "hash", MEMBER_HEX, MEMBER_AT(struct log_header, hash),
      MEMBER_IF(struct log_header, unnamed, 1 << true) },
    { 0 },
};

void log_text_print_header(const struct log_header *header, struct text *out)
{
    text_add(out, "{\"causeway\":\"record\",\"version\":%d", LOG_VERSION);
    member_write(header_fields, header->variant.game, header, out);
}

// Is it a header of the version that is read here? False, with a sentence that names the other.
static bool check_version(const json_t *header, struct text *why)
{
    const json_t *version = json_object_get(header, "version");
    if (json_is_integer(version) && json_integer_value(version) == LOG_VERSION)
        return true;
    if (!json_is_integer(version))
        text_add(why, "The version of the record is missing.");
    else
        text_add(why, "The record has version %lld; version %d is read here.",
                 (long long)json_integer_value(version), LOG_VERSION);
    return false;
}

bool log_text_read_header(const struct game *const *games, const char *line, size_t length,
                          struct log_header *header, struct text *why)
{
    json_t *object = member_load(line, length, "", why);
    if (!object)
        return false;
    struct member in = { object, NULL, why, check_version(object, why) };
    memset(header, 0, sizeof *header);
    if (!in.good) {
        json_decref(object);
        return false;
    }
    member_find_game(&in, games);
    header->variant.game = in.game;
    member_read(&in, header_fields, header);
    if (in.good && !commit_is_id(header->id))
        member_refuse(&in, "id");
    json_decref(object);
    return in.good && log_check_header(header, why);
}

// --- Events

static bool is_hidden(const struct game *game, const struct log_event *event)
{
    return event->kind == LOG_MOVE && game->verbs[event->move.verb].hidden;
}

// By a toss, or by chance: it is no player's move.
static bool is_drawn(const struct game *game, const void *from)
{
    const struct log_event *event = from;
    (void)game;
    return event->kind == LOG_ROUND ||
           (event->kind == LOG_MOVE && event->seat != SEAT_1 && event->seat != SEAT_2);
}

static bool is_sealed(const struct game *game, const void *from)
{
    const struct log_event *event = from;
    return event->kind == LOG_COMMIT || is_hidden(game, event);
}

// What the table commits to for somebody is kept with the commitment, to be opened later.
static bool is_opened(const struct game *game, const void *from)
{
    const struct log_event *event = from;
    return event->opened &&
           (event->kind == LOG_COMMIT ? *event->word != '\0' : is_hidden(game, event));
}

#define IF_KIND(bits) MEMBER_IF(struct log_event, kind, bits)

const struct member_field log_text_event[] = {
    { "kind", MEMBER_WORD, MEMBER_AT(struct log_event, kind), .words = log_kinds },
    { "by", MEMBER_SEAT, MEMBER_AT(struct log_event, seat), .least = SEAT_NOBODY },
    { "move", MEMBER_MOVE, MEMBER_AT(struct log_event, move), IF_KIND(1 << LOG_MOVE) },
    { "outcome", MEMBER_OUTCOME, MEMBER_AT(struct log_event, outcome), IF_KIND(1 << LOG_MOVE) },
    { "source", MEMBER_WORD, MEMBER_AT(struct log_event, source), .words = log_sources,
      .when = is_drawn },
    { "what", MEMBER_WORD, MEMBER_AT(struct log_event, what), .words = log_whats,
      IF_KIND(1 << LOG_OFFER) },
    { "count", MEMBER_NUMBER, MEMBER_AT(struct log_event, count), .most = MOVES_MAX,
      IF_KIND(1 << LOG_UNDO) },
    { "of", MEMBER_NUMBER, MEMBER_AT(struct log_event, of), .sparse = true,
      .most = LOG_EVENTS_MAX },
    { "swapped", MEMBER_BOOL, MEMBER_AT(struct log_event, swapped), .sparse = true },
    { "cause", MEMBER_WORD, MEMBER_AT(struct log_event, cause), .words = log_causes,
      IF_KIND(1 << LOG_FORFEIT) },
    { "draw", MEMBER_WORD, MEMBER_AT(struct log_event, draw), .words = log_draws,
      IF_KIND(1 << LOG_COMMIT | 1 << LOG_OPEN) },
    { "commitment", MEMBER_HEX, MEMBER_AT(struct log_event, seal.commitment), .when = is_sealed },
    { "word", MEMBER_LINE, MEMBER_AT(struct log_event, word), IF_KIND(1 << LOG_OPEN) },
    { "word", MEMBER_LINE, MEMBER_AT(struct log_event, word), .sparse = true,
      IF_KIND(1 << LOG_COMMIT | 1 << LOG_FORFEIT) },
    { "line", MEMBER_LINE, MEMBER_AT(struct log_event, line), .sparse = true,
      IF_KIND(1 << LOG_FORFEIT) },
    { "nonce", MEMBER_HEX, MEMBER_AT(struct log_event, seal.nonce), IF_KIND(1 << LOG_OPEN) },
    { "nonce", MEMBER_THERE, MEMBER_AT(struct log_event, opened) },
    { "nonce", MEMBER_HEX, MEMBER_AT(struct log_event, seal.nonce), .when = is_opened },
    { "helped", MEMBER_BOOL, MEMBER_AT(struct log_event, helped), .sparse = true },
    { "spent", MEMBER_NUMBER, MEMBER_AT(struct log_event, spent), .sparse = true,
      .most = UINT32_MAX },
    { 0 },
};

void log_text_print_event(const struct log_header *header, const struct log_event *event, bool open,
                          struct text *out)
{
    struct log_event told = *event;
    told.opened = open;
    if (!open && log_is_hidden(header, event))
        told.move.set = 0;
    if (!open && event->kind == LOG_COMMIT)
        *told.word = '\0';
    text_put(out, "{\"n\":");
    text_put_number(out, event->n);
    member_write(log_text_event, header->variant.game, &told, out);
}

void log_text_settle_event(struct log_event *event)
{
    if (!event->seat &&
        (event->kind == LOG_MOVE || event->kind == LOG_COMMIT || event->kind == LOG_OPEN))
        event->seat = SEAT_CHANCE;
}

static void check_sealed(struct member *in, struct log_event *event)
{
    bool hidden = is_hidden(in->game, event);
    if (hidden != (json_object_get(in->object, "commitment") != NULL))
        member_refuse(in, "commitment");
    event->opened = !hidden || event->opened;
}

bool log_text_read_event(const struct log_header *header, const char *line, size_t length,
                         struct log_event *event, struct text *why)
{
    json_t *object = member_load(line, length, "", why);
    if (!object)
        return false;
    struct member in = { object, header->variant.game, why, true };
    memset(event, 0, sizeof *event);
    event->n = (uint32_t)member_number(&in, "n", json_object_get(object, "n"), 1, LOG_EVENTS_MAX);
    member_read(&in, log_text_event, event);
    log_text_settle_event(event);
    if (event->kind != LOG_MOVE)
        event->opened = event->kind == LOG_OPEN;
    else if (in.good)
        check_sealed(&in, event);
    json_decref(object);
    return in.good;
}

// --- The sum at the end of each line: the SHA-256 of all that comes before it, so that no byte
// changes unnoticed.

// Room for the end of a line, `,"sum":"…"}` and its newline, with the NUL byte.
enum { SUMS_TAIL = COMMIT_HEX + 11 };

static void sums_add(crypto_hash_sha256_state *sums, const char *bytes, size_t length)
{
    crypto_hash_sha256_update(sums, (const unsigned char *)bytes, length);
}

// The end of a line whose beginning has been added; it is added as well. Its length.
static size_t sums_print_tail(crypto_hash_sha256_state *sums, char tail[SUMS_TAIL])
{
    crypto_hash_sha256_state copy = *sums;
    unsigned char bytes[COMMIT_BYTES];
    char hex[COMMIT_HEX];
    crypto_hash_sha256_final(&copy, bytes);
    commit_hex(bytes, hex);
    size_t length = (size_t)snprintf(tail, SUMS_TAIL, ",\"sum\":\"%s\"}\n", hex);
    sums_add(sums, tail, length);
    return length;
}

// Adds a whole line, with its newline. False if its sum is another one.
static bool sums_fit(crypto_hash_sha256_state *sums, const char *line, size_t length)
{
    char tail[SUMS_TAIL];
    size_t before = length > SUMS_TAIL - 1 ? length - (SUMS_TAIL - 1) : 0;
    sums_add(sums, line, before);
    size_t rest = sums_print_tail(sums, tail);
    return before + rest == length && memcmp(line + before, tail, rest) == 0;
}

// --- Lines: each is one JSON object that ends with its sum. What is read is written again, and
// must be the same; a refusal names the line.

static void lines_begin(struct log_text_writer *writer, log_text_sink *sink, void *to)
{
    writer->sink = sink;
    writer->to = to;
    writer->line = text_in(writer->bytes, sizeof writer->bytes);
    crypto_hash_sha256_init(&writer->sums);
}

// Ends the line with its sum, hands it on, and begins the next.
static bool lines_put(struct log_text_writer *writer)
{
    struct text *line = &writer->line;
    assert(!line->cut && line->length + SUMS_TAIL <= line->size);
    sums_add(&writer->sums, line->at, line->length);
    size_t length = line->length + sums_print_tail(&writer->sums, line->at + line->length);
    bool good = writer->sink(writer->to, line->at, length);
    text_clear(line);
    return good;
}

struct lines {
    const char *at, *end; // what is left, from the line that is being read
    size_t length;        // of that line, with its newline
    unsigned line;        // its number
    bool ended;           // for the reader to set: the last line has been read
    crypto_hash_sha256_state sums;
    struct text *why;
};

// Hands over the lines, in their order, as objects.
typedef bool lines_each(void *context, json_t *object);

static struct lines lines_of(const char *bytes, size_t size, struct text *why)
{
    struct lines lines = { .at = bytes, .end = bytes + size, .why = why };
    crypto_hash_sha256_init(&lines.sums);
    return lines;
}

// What is wrong with the line: words without a full stop, or a whole sentence. False.
static bool lines_refuse(struct lines *lines, const char *because)
{
    text_add(lines->why, "Line %u: %s.", lines->line, because);
    return false;
}

static bool lines_refuse_as(struct lines *lines, const char *sentence)
{
    text_add(lines->why, "Line %u: %s", lines->line, sentence);
    return false;
}

static bool read_line(struct lines *lines, lines_each *each, void *context)
{
    const char *newline = memchr(lines->at, '\n', (size_t)(lines->end - lines->at));
    json_error_t error;
    lines->length = newline ? (size_t)(newline - lines->at) + 1 : 0;
    lines->line++;
    if (!newline)
        return lines_refuse(lines, "the record is cut off here");
    if (lines->length >= LOG_TEXT_LINE || !sums_fit(&lines->sums, lines->at, lines->length))
        return lines_refuse(
            lines,
            "it is not from a record of Causeway, or was changed: its checksum does not fit");
    json_t *object = json_loadb(lines->at, lines->length, JSON_REJECT_DUPLICATES, &error);
    if (!object)
        return lines_refuse(lines, error.text);
    bool read = lines->ended ? lines_refuse(lines, "the record has ended on the line before")
                             : each(context, object);
    json_decref(object);
    lines->at += lines->length;
    return read;
}

static bool lines_read(struct lines *lines, lines_each *each, void *context)
{
    while (lines->at < lines->end)
        if (!read_line(lines, each, context))
            return false;
    if (lines->ended)
        return true;
    lines->line++;
    return lines_refuse(lines, "the record is cut off here");
}

// A sink for the writing that is to give the same bytes again: this checks the numbering and
// the form of every line at once. Made anew from the same bytes.
static bool lines_compare(void *to, const char *line, size_t length)
{
    struct lines *lines = to;
    size_t left = (size_t)(lines->end - lines->at);
    lines->line++;
    if (left < length || memcmp(lines->at, line, length) != 0)
        return lines_refuse(lines, "it is not written the way a record is");
    lines->at += length;
    return true;
}

// --- A whole record, written

static bool put_event(struct log_text_writer *writer, const struct log *log,
                      const struct log_event *event)
{
    char at[LOG_TEXT_TIME];
    log_text_print_event(&log->header, event, false, &writer->line);
    log_text_print_time(event->at, at);
    if (event->at)
        text_add(&writer->line, ",\"at\":\"%s\"", at);
    if (event->kind == LOG_ROUND)
        text_add(&writer->line, ",\"winner\":%u", event->winner);
    return lines_put(writer);
}

static bool put_reveal(struct log_text_writer *writer, const struct log *log,
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
static bool put_next(struct log_text_writing *writing)
{
    const struct log *log = writing->log;
    struct log_text_writer *writer = &writing->lines;
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

bool log_text_begin(struct log_text_writing *writing, const struct log *log, unsigned as,
                    log_text_sink *sink, void *to, struct text *why)
{
    struct log_text_writer *writer = &writing->lines;
    if (as == AS_ALL && hides(log)) {
        text_add(why,
                 "Game %s is not over and something is hidden in it: only what everybody could "
                 "see can be written, with --as watch.",
                 log->header.id);
        return false;
    }
    *writing = (struct log_text_writing){ .log = log, .as = as };
    lines_begin(writer, sink, to);
    log_text_print_header(&log->header, &writer->line);
    text_add(&writer->line, ",\"as\":\"%s\"", log_as_name(as));
    return lines_put(writer);
}

bool log_text_go_on(struct log_text_writing *writing, unsigned events)
{
    bool good = true;
    for (unsigned i = 0; good && !writing->done && i < events; i++)
        good = put_next(writing);
    return good;
}

bool log_text_write(const struct log *log, unsigned as, log_text_sink *sink, void *to,
                    struct text *why)
{
    struct log_text_writing writing;
    return log_text_begin(&writing, log, as, sink, to, why) && log_text_go_on(&writing, UINT_MAX);
}

// --- And read

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
    if (!check_version(object, &fault))
        return lines_refuse_as(&reader->lines, bytes);
    if (!as || !log_parse_as(as, &reader->as, &fault))
        return refuse(reader, "'as' is neither 1, 2, watch nor all");
    if (!log_text_read_header(reader->games, reader->lines.at, reader->lines.length,
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
    if (!log_text_read_event(&reader->log->header, reader->lines.at, reader->lines.length, &event,
                             &fault))
        return lines_refuse_as(&reader->lines, bytes);
    if (event.kind == LOG_MOVE && event.opened && log_is_hidden(&reader->log->header, &event))
        return refuse(reader, "a hidden move shows its numbers");
    if (winner < 0 || winner > SEAT_2)
        return refuse(reader, "the winner is neither 1, 2 nor 0");
    const char *at = json_string_value(json_object_get(object, "at"));
    if (at && !log_text_parse_time(at, &event.at))
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

bool log_text_read(const struct game *const *games, const char *bytes, size_t size, struct log *log,
                   unsigned *as, struct text *why)
{
    *log = (struct log){ 0 };
    struct reader reader = { games, lines_of(bytes, size, why), log, 0 };
    json_set_alloc_funcs(mem_new, mem_free);
    bool good = lines_read(&reader.lines, read_object, &reader);
    *as = reader.as;
    reader.lines = lines_of(bytes, size, why);
    good = good && log_text_write(log, reader.as, lines_compare, &reader.lines, why);
    if (!good)
        printable_blot(why->at);
    return good;
}
