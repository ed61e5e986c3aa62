// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/line.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

// The years that are written with four digits.
static const int64_t time_lo = -30610224000000, time_hi = 253402300799999;

static char *print_digits(char *at, unsigned width, int number)
{
    for (unsigned i = width; i > 0; i--, number /= 10)
        at[i - 1] = (char)('0' + number % 10);
    return at + width;
}

// Long lists of games are mostly times: this is much quicker than strftime().
void line_print_time(int64_t when, char out[LINE_TIME])
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

bool line_parse_time(const char *from, int64_t *when)
{
    struct tm parts = { 0 };
    const char *rest = strptime(from, "%Y-%m-%dT%H:%M:%S", &parts);
    if (!rest || rest[0] != '.' || strspn(rest + 1, "0123456789") != 3)
        return false;
    *when = (int64_t)timegm(&parts) * 1000 + strtol(rest + 1, NULL, 10);
    return strcmp(rest + 4, "Z") == 0;
}

// The header. Names and words hold no control characters.

const struct member_field line_clock[] = {
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
    char time[LINE_TIME];
    (void)game;
    line_print_time(*(const int64_t *)at, time);
    text_put_json(out, time);
}

static void read_time(struct member *in, const json_t *value, void *at)
{
    const char *time = json_string_value(value);
    if (!time || !line_parse_time(time, at))
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
    { "clock", MEMBER_OBJECT, MEMBER_AT(struct log_header, clock), .of = line_clock },
    { "created", MEMBER_OTHER, MEMBER_AT(struct log_header, created), .write = write_time,
      .read = read_time },
    { "hash", MEMBER_THERE, MEMBER_AT(struct log_header, unnamed) },
    { "hash", MEMBER_HEX, MEMBER_AT(struct log_header, hash),
      MEMBER_IF(struct log_header, unnamed, 1 << true) },
    { 0 },
};

void line_print_header(const struct log_header *header, struct text *out)
{
    text_add(out, "{\"causeway\":\"record\",\"version\":%d", LOG_VERSION);
    member_write(header_fields, header->variant.game, header, out);
}

bool line_check_version(const json_t *header, struct text *why)
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

bool line_read_header(const struct game *const *games, const char *line, size_t length,
                      struct log_header *header, struct text *why)
{
    json_t *object = member_load(line, length, "", why);
    if (!object)
        return false;
    struct member in = { object, NULL, why, line_check_version(object, why) };
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

// Events.

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

const struct member_field line_event[] = {
    { "kind", MEMBER_WORD, MEMBER_AT(struct log_event, kind), .words = log_kinds },
    { "by", MEMBER_SEAT, MEMBER_AT(struct log_event, seat), .least = SEAT_NOBODY },
    { "move", MEMBER_MOVE, MEMBER_AT(struct log_event, move), IF_KIND(1 << LOG_MOVE) },
    { "outcome", MEMBER_WORD, MEMBER_AT(struct log_event, outcome), .words = outcome_names,
      IF_KIND(1 << LOG_MOVE) },
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

void line_print_event(const struct log_header *header, const struct log_event *event, bool open,
                      struct text *out)
{
    struct log_event told = *event;
    told.opened = open;
    if (!open && log_is_hidden(header, event))
        told.move.set = 0;
    if (!open && event->kind == LOG_COMMIT)
        *told.word = '\0';
    text_add(out, "{\"n\":%u", (unsigned)event->n);
    member_write(line_event, header->variant.game, &told, out);
}

void line_settle_event(struct log_event *event)
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

bool line_read_event(const struct log_header *header, const char *line, size_t length,
                     struct log_event *event, struct text *why)
{
    json_t *object = member_load(line, length, "", why);
    if (!object)
        return false;
    struct member in = { object, header->variant.game, why, true };
    memset(event, 0, sizeof *event);
    event->n = (uint32_t)member_number(&in, "n", json_object_get(object, "n"), 1, LOG_EVENTS_MAX);
    member_read(&in, line_event, event);
    line_settle_event(event);
    if (event->kind != LOG_MOVE)
        event->opened = event->kind == LOG_OPEN;
    else if (in.good)
        check_sealed(&in, event);
    json_decref(object);
    return in.good;
}
