// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/jsonl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <jansson.h>

#include "core/memory.h"
#include "record/member.h"

// The years that are written with four digits.
static const int64_t time_lo = -30610224000000, time_hi = 253402300799999;

static char *print_digits(char *at, unsigned width, int number)
{
    for (unsigned i = width; i > 0; i--, number /= 10)
        at[i - 1] = (char)('0' + number % 10);
    return at + width;
}

// Long lists of games are mostly times: this is much quicker than strftime().
void jsonl_print_time(int64_t when, char out[JSONL_TIME])
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

bool jsonl_parse_time(const char *from, int64_t *when)
{
    struct tm parts = { 0 };
    const char *rest = strptime(from, "%Y-%m-%dT%H:%M:%S", &parts);
    if (!rest || rest[0] != '.' || strspn(rest + 1, "0123456789") != 3)
        return false;
    *when = (int64_t)timegm(&parts) * 1000 + strtol(rest + 1, NULL, 10);
    return strcmp(rest + 4, "Z") == 0;
}

// Writing.

static const struct member_field players[] = {
    { "names", MEMBER_LINE, MEMBER_SEATS(struct record_header, name) },
    { "players", MEMBER_LINE, MEMBER_SEATS(struct record_header, player) },
    { 0 },
};

static void print_header(const struct record_header *header, unsigned as, struct text *out)
{
    char created[JSONL_TIME];
    jsonl_print_time(header->created, created);
    text_add(out,
             "{\"causeway\":\"record\",\"version\":%d,\"id\":\"%s\",\"game\":\"%s\",\"rules\":\"",
             JSONL_VERSION, header->id, header->variant.game->slug);
    variant_print(&header->variant, out);
    text_add(out, "\",\"first\":\"%s\"", seat_name(header->first));
    member_write(players, header->variant.game, header, out);
    text_add(out, ",\"series\":\"%s\",\"round\":%u,\"rounds\":%u,\"created\":\"%s\",\"as\":\"%s\"",
             header->series, header->round, header->rounds, created, record_as_name(as));
}

// A hidden move is written as everybody is told of it; its numbers come with its
// opening, at the end.
static void print_move(const struct record *record, const struct record_entry *entry,
                       struct text *out)
{
    const struct game *game = record->header.variant.game;
    struct event told = event_told(game, &entry->event, SEAT_NOBODY);
    char commitment[COMMIT_HEX];
    text_add(out, "\"move\",\"seat\":\"%s\",\"move\":\"", seat_name(told.seat));
    move_print(game, told.move, out);
    text_add(out, "\",\"outcome\":\"%s\"", outcome_name(told.outcome));
    commit_hex(entry->seal.commitment, commitment);
    if (record_is_hidden(record, entry))
        text_add(out, ",\"commitment\":\"%s\"", commitment);
}

static void print_opening(const struct record *record, unsigned of, struct text *out)
{
    const struct record_entry *entry = &record->entries[of];
    char nonce[COMMIT_HEX];
    commit_hex(entry->seal.nonce, nonce);
    text_add(out, "\"open\",\"of\":%u,\"move\":\"", of + 1);
    move_print(record->header.variant.game, entry->event.move, out);
    text_add(out, "\",\"nonce\":\"%s\"", nonce);
}

static bool is_shown(const struct record *record, unsigned as, const struct record_entry *entry)
{
    return record_is_hidden(record, entry) && entry->opened &&
           (as == AS_ALL || entry->event.seat == as);
}

static bool put_all(struct lines_writer *writer, const struct record *record, unsigned as)
{
    struct text *line = &writer->line;
    unsigned n = 1;
    print_header(&record->header, as, line);
    bool good = lines_put(writer);
    for (unsigned i = 0; good && i < record->count; i++) {
        text_add(line, "{\"n\":%u,\"event\":", n++);
        if (record->entries[i].undo)
            text_add(line, "\"undo\"");
        else
            print_move(record, &record->entries[i], line);
        good = lines_put(writer);
    }
    for (unsigned i = 0; good && i < record->count; i++)
        if (is_shown(record, as, &record->entries[i])) {
            text_add(line, "{\"n\":%u,\"event\":", n++);
            print_opening(record, i, line);
            good = lines_put(writer);
        }
    text_add(line, "{\"n\":%u,\"event\":\"end\",\"moves\":%u,\"winner\":\"%s\"", n, record->live,
             seat_name(record->winner));
    return good && lines_put(writer);
}

bool jsonl_write(const struct record *record, unsigned as, lines_sink *sink, void *to,
                 struct text *why)
{
    struct lines_writer writer;
    if (!record->winner && as == AS_ALL && record_has_hidden(record)) {
        text_add(why,
                 "Game %s is not over and something is hidden in it: only what everybody could "
                 "see can be written, with --as watch.",
                 record->header.id);
        return false;
    }
    lines_begin(&writer, sink, to);
    return put_all(&writer, record, as);
}

void jsonl_sum(const struct record *record, unsigned char sum[COMMIT_BYTES])
{
    struct lines_writer writer;
    lines_begin(&writer, NULL, NULL);
    put_all(&writer, record, AS_ALL);
    sums_end(&writer.sums, sum);
}

// Reading.

struct reader {
    const struct game *const *games;
    struct lines lines;
    struct record *record;
};

static bool refuse(struct reader *reader, const char *because)
{
    return lines_refuse(&reader->lines, because);
}

static bool unpacked(struct reader *reader, int result, const json_error_t *error)
{
    return result == 0 || refuse(reader, error->text);
}

static bool find_seat(const char *name, unsigned last, unsigned *seat)
{
    for (unsigned i = SEAT_NOBODY; i <= last; i++)
        if (strcmp(seat_name(i), name) == 0) {
            *seat = i;
            return true;
        }
    return false;
}

static bool copy(const char *from, char *to, size_t size)
{
    size_t length = strlen(from);
    if (length >= size)
        return false;
    memcpy(to, from, length + 1);
    return true;
}

static bool find_game(struct reader *reader, const char *slug)
{
    for (const struct game *const *game = reader->games; *game; game++)
        if (strcmp((*game)->slug, slug) == 0)
            reader->record->header.variant.game = *game;
    if (!reader->record->header.variant.game)
        text_add(reader->lines.why, "Line %u: there is no game '%.40s' here.", reader->lines.line,
                 slug);
    return reader->record->header.variant.game;
}

static bool read_rules(struct reader *reader, const char *rules)
{
    struct record_header *header = &reader->record->header;
    char why_bytes[512];
    struct text why = text_in(why_bytes, sizeof why_bytes);
    if (variant_parse(header->variant.game, rules, &header->variant, &why))
        return true;
    return lines_refuse_as(&reader->lines, why.at);
}

static bool read_players(struct reader *reader, const char *const name[2],
                         const char *const player[2])
{
    struct record_header *header = &reader->record->header;
    char why_bytes[256];
    struct text why = text_in(why_bytes, sizeof why_bytes);
    for (unsigned i = 0; i < 2; i++)
        if (!copy(name[i], header->name[SEAT_1 + i], LOG_NAME) ||
            !copy(player[i], header->player[SEAT_1 + i], LOG_NAME))
            return refuse(reader, "a name is longer than 32 bytes");
    if (record_check_header(header, &why))
        return true;
    return lines_refuse_as(&reader->lines, why.at);
}

static bool read_version(struct reader *reader, json_t *object)
{
    const char *kind = json_string_value(json_object_get(object, "causeway"));
    json_int_t version = json_integer_value(json_object_get(object, "version"));
    if (!kind || strcmp(kind, "record") != 0)
        return refuse(reader, "this is not the first line of a record of Causeway");
    if (version < 1)
        return refuse(reader, "the version of the record is missing");
    if (version <= JSONL_VERSION)
        return true;
    text_add(reader->lines.why,
             "Line 1: the record has version %lld, and this program reads versions up to %d.",
             (long long)version, JSONL_VERSION);
    return false;
}

static bool read_rounds(struct reader *reader, int round, int rounds)
{
    if (round < 1 || rounds < round)
        return refuse(reader, "the round is not one of the rounds");
    reader->record->header.round = (unsigned)round;
    reader->record->header.rounds = (unsigned)rounds;
    return true;
}

static bool read_header(struct reader *reader, json_t *object)
{
    struct record_header *header = &reader->record->header;
    const char *kind, *id, *slug, *rules, *first, *name[2], *player[2], *series, *created, *as;
    const char *sum;
    int version, round, rounds;
    json_error_t error;
    if (!read_version(reader, object))
        return false;
    int result = json_unpack_ex(
        object, &error, JSON_STRICT,
        "{s:s,s:i,s:s,s:s,s:s,s:s,s:[s,s],s:[s,s],s:s,s:i,s:i,s:s,s:s,s:s}", "causeway", &kind,
        "version", &version, "id", &id, "game", &slug, "rules", &rules, "first", &first, "names",
        &name[0], &name[1], "players", &player[0], &player[1], "series", &series, "round", &round,
        "rounds", &rounds, "created", &created, "as", &as, "sum", &sum);
    if (!unpacked(reader, result, &error))
        return false;
    if (!commit_is_id(id) || !commit_is_id(series))
        return refuse(reader, "an id is not 12 digits and small letters");
    memcpy(header->id, id, COMMIT_ID);
    memcpy(header->series, series, COMMIT_ID);
    if (!find_seat(first, SEAT_2, &header->first) || !header->first)
        return refuse(reader, "the first player is neither 1 nor 2");
    if (!jsonl_parse_time(created, &header->created))
        return refuse(reader, "the time is not written as 2026-11-15T17:50:00.000Z");
    char unused[128];
    struct text why = text_in(unused, sizeof unused);
    if (!record_parse_as(as, &reader->record->as, &why))
        return refuse(reader, "'as' is neither 1, 2, watch nor all");
    return find_game(reader, slug) && read_rules(reader, rules) &&
           read_rounds(reader, round, rounds) && read_players(reader, name, player);
}

static bool read_move_text(struct reader *reader, const char *text, struct move *move)
{
    char why_bytes[256];
    struct text why = text_in(why_bytes, sizeof why_bytes);
    if (move_parse(reader->record->header.variant.game, text, move, &why))
        return true;
    return lines_refuse_as(&reader->lines, why.at);
}

static bool find_outcome(const char *name, uint8_t *outcome)
{
    for (*outcome = OUTCOME_PLAIN; *outcome <= OUTCOME_BOOM; ++*outcome)
        if (strcmp(outcome_name(*outcome), name) == 0)
            return true;
    return false;
}

static bool read_move(struct reader *reader, json_t *object)
{
    const char *event, *seat_name, *move, *outcome, *sum, *commitment = NULL;
    int n;
    unsigned seat;
    struct record_entry entry = { 0 };
    json_error_t error;
    int result = json_unpack_ex(object, &error, JSON_STRICT, "{s:i,s:s,s:s,s:s,s:s,s?s,s:s}", "n",
                                &n, "event", &event, "seat", &seat_name, "move", &move, "outcome",
                                &outcome, "commitment", &commitment, "sum", &sum);
    if (!unpacked(reader, result, &error) || !read_move_text(reader, move, &entry.event.move))
        return false;
    if (!find_seat(seat_name, SEAT_CHANCE, &seat) || !seat)
        return refuse(reader, "the seat is neither 1, 2 nor chance");
    if (!find_outcome(outcome, &entry.event.outcome))
        return refuse(reader, "the outcome is neither plain, safe, mine nor boom");
    entry.event.seat = (uint8_t)seat;
    bool hidden = record_is_hidden(reader->record, &entry);
    if (hidden != (commitment != NULL))
        return refuse(reader, hidden ? "a hidden move has no commitment"
                                     : "a move that is not hidden has a commitment");
    if (hidden && entry.event.move.set)
        return refuse(reader, "a hidden move shows its numbers");
    if (hidden && !commit_parse_hex(commitment, entry.seal.commitment))
        return refuse(reader, "the commitment is not 64 hexadecimal digits");
    return record_add(reader->record, &entry, reader->lines.why);
}

static bool read_undo(struct reader *reader)
{
    struct record_entry undo = { .undo = true };
    if (reader->record->live == 0)
        return refuse(reader, "a move is taken back, and there is none");
    return record_add(reader->record, &undo, reader->lines.why);
}

static bool read_opening(struct reader *reader, json_t *object)
{
    const char *event, *move_text, *nonce, *sum;
    int n, of;
    struct move move;
    json_error_t error;
    struct record *record = reader->record;
    int result =
        json_unpack_ex(object, &error, JSON_STRICT, "{s:i,s:s,s:i,s:s,s:s,s:s}", "n", &n, "event",
                       &event, "of", &of, "move", &move_text, "nonce", &nonce, "sum", &sum);
    if (!unpacked(reader, result, &error) || !read_move_text(reader, move_text, &move))
        return false;
    if (of < 1 || (unsigned)of > record->count)
        return refuse(reader, "it opens an event that is not there");
    struct record_entry *entry = &record->entries[of - 1];
    if (!record_is_hidden(record, entry) || entry->opened)
        return refuse(reader, "it opens what is not hidden, or is open already");
    if (move.verb != entry->event.move.verb)
        return refuse(reader, "it opens another kind of move");
    if (!commit_parse_hex(nonce, entry->seal.nonce))
        return refuse(reader, "the nonce is not 64 hexadecimal digits");
    entry->event.move = move;
    entry->opened = true;
    return true;
}

static bool read_end(struct reader *reader, json_t *object)
{
    const char *event, *winner, *sum;
    int n, moves;
    json_error_t error;
    int result = json_unpack_ex(object, &error, JSON_STRICT, "{s:i,s:s,s:i,s:s,s:s}", "n", &n,
                                "event", &event, "moves", &moves, "winner", &winner, "sum", &sum);
    if (!unpacked(reader, result, &error))
        return false;
    if (!find_seat(winner, SEAT_2, &reader->record->winner))
        return refuse(reader, "the winner is neither 1, 2 nor none");
    reader->lines.ended = true;
    return true;
}

static bool read_event(struct reader *reader, json_t *object)
{
    const char *event = json_string_value(json_object_get(object, "event"));
    if (!event)
        return refuse(reader, "the kind of event is missing");
    if (strcmp(event, "move") == 0)
        return read_move(reader, object);
    if (strcmp(event, "undo") == 0)
        return read_undo(reader);
    if (strcmp(event, "open") == 0)
        return read_opening(reader, object);
    if (strcmp(event, "end") == 0)
        return read_end(reader, object);
    return refuse(reader, "the kind of event is neither move, undo, open nor end");
}

static bool read_line(void *whom, json_t *object)
{
    struct reader *reader = whom;
    return reader->lines.line == 1 ? read_header(reader, object) : read_event(reader, object);
}

bool jsonl_parse(const struct game *const *games, const char *bytes, size_t size,
                 struct record *record, struct text *why)
{
    *record = (struct record){ 0 };
    struct reader reader = { games, lines_of(bytes, size, why), record };
    json_set_alloc_funcs(mem_new, mem_free);
    if (!lines_read(&reader.lines, read_line, &reader)) {
        record_blot(why->at);
        return false;
    }
    reader.lines = lines_of(bytes, size, why);
    return jsonl_write(record, record->as, lines_compare, &reader.lines, why);
}
