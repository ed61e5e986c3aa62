// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/keep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "core/memory.h"
#include "store/keep_kind.h"

void keep_close(struct keep *keep)
{
    if (keep)
        keep->kind->close(keep);
}

// What was written is not what we would write; the id is all that is said of it.
static enum keep_answer damaged(const char *id, const char *what, struct text *why)
{
    text_add(why, "Table %s is damaged: %s", commit_is_id(id) ? id : "(without an id)", what);
    return KEEP_BAD;
}

static bool has_same_tokens(const struct keep_place *a, const struct keep_place *b)
{
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        if (a->seated[seat] != b->seated[seat] ||
            (a->seated[seat] && memcmp(a->token[seat], b->token[seat], KEEP_TOKEN) != 0))
            return false;
    return true;
}

static void print_header(const struct log_header *header, char bytes[LINE_SIZE])
{
    struct text line = text_in(bytes, LINE_SIZE);
    line_print_header(header, &line);
    text_add(&line, "}");
}

static struct value of_seat(const struct keep_place *place, unsigned seat)
{
    return place->seated[seat] ? value_bytes(place->token[seat], KEEP_TOKEN)
                               : (struct value){ .type = VALUE_NULL };
}

// A change of which only counts whether there was one.
static enum keep_answer change(struct keep *keep, enum keep_statement which,
                               const struct value *values, struct text *why)
{
    unsigned changed;
    return keep->kind->change(keep, which, values, &changed, why);
}

// Rows.

int64_t keep_number(const struct keep_column *column)
{
    return strtoll(column->text, NULL, 10);
}

static bool read_bytes(const struct keep_column *column, unsigned char *bytes, size_t size)
{
    size_t length;
    return sodium_hex2bin(bytes, size, column->text, column->length, NULL, &length, NULL) == 0 &&
           length == size;
}

// A table's row.
struct row {
    bool found;
    char id[COMMIT_ID];
    char header[LINE_SIZE]; // as line_print_header() writes it, with its brace
    struct keep_place place;
};

static bool read_row(void *whom, const struct keep_column *columns)
{
    struct row *row = whom;
    row->found = true;
    snprintf(row->id, sizeof row->id, "%s", columns[0].text);
    snprintf(row->header, sizeof row->header, "%s", columns[1].text);
    row->place.flags = (unsigned)keep_number(&columns[2]);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        row->place.seated[seat] =
            read_bytes(&columns[2 + seat], row->place.token[seat], KEEP_TOKEN);
    row->place.until = keep_number(&columns[5]);
    row->place.version = (uint32_t)keep_number(&columns[7]);
    return false;
}

static enum keep_answer find(struct keep *keep, const char *id, struct row *row, struct text *why)
{
    *row = (struct row){ 0 };
    enum keep_answer answer =
        keep->kind->select(keep, KEEP_FIND, VALUES(value_text(id)), read_row, row, why);
    return answer == KEEP_FINE && !row->found ? KEEP_NONE : answer;
}

enum keep_answer keep_create(struct keep *keep, const struct log_header *header,
                             const struct keep_place *place, struct text *why)
{
    struct row found;
    char bytes[LINE_SIZE];
    print_header(header, bytes);
    enum keep_answer answer =
        change(keep, KEEP_CREATE,
               VALUES(value_text(header->id), value_text(bytes), value_number(place->flags),
                      of_seat(place, SEAT_1), of_seat(place, SEAT_2), value_number(place->until),
                      value_number(header->created)),
               why);
    if (answer != KEEP_NONE)
        return answer;
    answer = find(keep, header->id, &found, why);
    if (answer == KEEP_LOST || answer == KEEP_BAD)
        return answer;
    if (answer == KEEP_FINE && strcmp(bytes, found.header) == 0 &&
        has_same_tokens(place, &found.place))
        return KEEP_FINE; // it was made by a call that got no answer
    text_add(why, "The table cannot be made: its id, or a token, is taken.");
    return KEEP_BAD;
}

static enum keep_answer read_header(const struct game *const *games, const struct row *row,
                                    struct log_header *header, struct text *why)
{
    struct text fault = TEXT_OF(512);
    if (!line_read_header(games, row->header, strlen(row->header), header, &fault))
        return damaged(row->id, fault.at, why);
    if (strcmp(header->id, row->id) != 0)
        return damaged(row->id, "its header has another id.", why);
    return KEEP_FINE;
}

enum keep_answer keep_find(struct keep *keep, const struct game *const *games, const char *id,
                           struct log_header *header, struct keep_place *place, struct text *why)
{
    struct row row;
    enum keep_answer answer = find(keep, id, &row, why);
    if (answer != KEEP_FINE)
        return answer;
    *place = row.place;
    return read_header(games, &row, header, why);
}

struct reading {
    const struct log_header *header;
    uint32_t next;
    keep_each_event *each;
    void *whom;
    enum keep_answer answer;
    struct text *why;
};

static bool read_line(void *whom, const struct keep_column *columns)
{
    struct reading *reading = whom;
    int64_t n = keep_number(&columns[0]);
    struct text fault = TEXT_OF(512), secret = TEXT_OF(512);
    struct log_event event;
    if (n != reading->next)
        text_add(&fault, "event %u is missing.", (unsigned)reading->next);
    else if (!line_read_event(reading->header, columns[1].text, columns[1].length, &event,
                              &secret) ||
             event.n != n)
        text_add(&fault, "event %u cannot be read.", (unsigned)n);
    if (fault.length) {
        reading->answer = damaged(reading->header->id, fault.at, reading->why);
        return false;
    }
    event.at = keep_number(&columns[2]);
    reading->next++;
    return reading->each(reading->whom, &event);
}

enum keep_answer keep_read(struct keep *keep, const struct log_header *header, uint32_t after,
                           keep_each_event *each, void *whom, struct text *why)
{
    struct reading reading = {
        .header = header, .next = after + 1, .each = each, .whom = whom, .why = why
    };
    enum keep_answer answer =
        keep->kind->select(keep, KEEP_READ, VALUES(value_text(header->id), value_number(after)),
                           read_line, &reading, why);
    return answer == KEEP_FINE ? reading.answer : answer;
}

// Prints the events one after the other into one block. NULL without memory.
static struct keep_line *print_lines(const struct keep_item *items, unsigned count,
                                     struct text *all)
{
    struct keep_line *lines = mem_new(count * sizeof *lines);
    char *block = mem_new((size_t)count * LINE_SIZE);
    if (!lines || !block) {
        mem_free(lines);
        mem_free(block);
        return NULL;
    }
    *all = text_in(block, (size_t)count * LINE_SIZE);
    for (unsigned i = 0; i < count; i++) {
        const struct keep_item *item = &items[i];
        lines[i] = (struct keep_line){ .id = item->header->id,
                                       .n = item->event->n,
                                       .text = all->at + all->length,
                                       .at = item->event->at };
        line_print_event(item->header, item->event, true, all);
        text_put_bytes(all, "}", sizeof "}"); // with its NUL byte
    }
    return lines;
}

enum keep_answer keep_append(struct keep *keep, struct keep_item *items, unsigned count,
                             struct text *why)
{
    struct text all;
    if (count == 0)
        return KEEP_FINE;
    struct keep_line *lines = print_lines(items, count, &all);
    if (!lines) {
        text_add(why, "There is no memory left to keep events.");
        return KEEP_LOST;
    }
    enum keep_answer answer = keep->kind->append(keep, lines, count, why);
    for (unsigned i = 0; i < count; i++)
        items[i].fate = lines[i].fate;
    sodium_memzero(all.at, all.length);
    mem_free(all.at);
    mem_free(lines);
    return answer;
}

static bool compare_line(void *whom, const struct keep_column *columns)
{
    struct keep_line *line = whom;
    line->fate = keep_number(&columns[0]) ? KEEP_KEPT : KEEP_BEATEN;
    return false;
}

enum keep_answer keep_compare(struct keep *keep, struct keep_line *line, struct text *why)
{
    line->fate = KEEP_GONE;
    return keep->kind->select(
        keep, KEEP_COMPARE,
        VALUES(value_text(line->id), value_number(line->n), value_text(line->text)), compare_line,
        line, why);
}

struct seat_found {
    char *id;
    unsigned seat;
};

static bool read_seat(void *whom, const struct keep_column *columns)
{
    struct seat_found *found = whom;
    snprintf(found->id, COMMIT_ID, "%s", columns[0].text);
    found->seat = (unsigned)keep_number(&columns[1]);
    return false;
}

enum keep_answer keep_find_seat(struct keep *keep, const unsigned char token[KEEP_TOKEN],
                                char id[COMMIT_ID], unsigned *seat, struct text *why)
{
    struct seat_found found = { .id = id };
    enum keep_answer answer = keep->kind->select(
        keep, KEEP_FIND_SEAT, VALUES(value_bytes(token, KEEP_TOKEN)), read_seat, &found, why);
    if (answer != KEEP_FINE || !found.seat)
        return answer == KEEP_FINE ? KEEP_NONE : answer;
    *seat = found.seat;
    return KEEP_FINE;
}

enum keep_answer keep_replace_token(struct keep *keep, const char *id, unsigned seat,
                                    const unsigned char old[KEEP_TOKEN],
                                    const unsigned char new[KEEP_TOKEN], struct text *why)
{
    struct row row;
    enum keep_answer answer = change(
        keep, seat == SEAT_1 ? KEEP_REPLACE_TOKEN_1 : KEEP_REPLACE_TOKEN_2,
        VALUES(value_text(id), value_bytes(old, KEEP_TOKEN), value_bytes(new, KEEP_TOKEN)), why);
    if (answer != KEEP_NONE)
        return answer;
    answer = find(keep, id, &row, why);
    if (answer != KEEP_FINE)
        return answer;
    bool done = row.place.seated[seat] && memcmp(row.place.token[seat], new, KEEP_TOKEN) == 0;
    return done ? KEEP_FINE : KEEP_NONE;
}

enum keep_answer keep_set_flags(struct keep *keep, const char *id, unsigned set, unsigned clear,
                                struct text *why)
{
    return change(keep, KEEP_REPLACE_FLAGS,
                  VALUES(value_text(id), value_number(set), value_number(clear)), why);
}

enum keep_answer keep_extend(struct keep *keep, const char *id, int64_t until, struct text *why)
{
    return change(keep, KEEP_REPLACE_UNTIL, VALUES(value_text(id), value_number(until)), why);
}

// KEEP_NONE from change(): somebody else has just removed the other name, or the table.
enum keep_answer keep_unname(struct keep *keep, const struct game *const *games, const char *id,
                             unsigned seat, struct text *why)
{
    enum keep_answer answer = KEEP_NONE;
    for (unsigned tries = 0; tries < 3 && answer == KEEP_NONE; tries++) {
        struct log_header header;
        struct row row;
        char bytes[LINE_SIZE];
        if ((answer = find(keep, id, &row, why)) != KEEP_FINE ||
            (answer = read_header(games, &row, &header, why)) != KEEP_FINE)
            return answer;
        log_unname(&header, seat);
        print_header(&header, bytes);
        answer = change(keep, KEEP_REPLACE_HEADER,
                        VALUES(value_text(id), value_text(row.header), value_text(bytes)), why);
    }
    return answer;
}

enum keep_answer keep_sweep(struct keep *keep, int64_t now, unsigned *removed, struct text *why)
{
    *removed = 0;
    enum keep_answer answer =
        keep->kind->change(keep, KEEP_SWEEP, VALUES(value_number(now)), removed, why);
    return answer == KEEP_NONE ? KEEP_FINE : answer;
}

struct listing {
    const struct game *const *games;
    keep_each_table *each;
    void *whom;
};

static bool list_row(void *whom, const struct keep_column *columns)
{
    struct listing *listing = whom;
    struct text fault = TEXT_OF(1024);
    struct row row = { 0 };
    read_row(&row, columns);
    struct keep_listed listed = { .place = row.place, .count = (uint32_t)keep_number(&columns[8]) };
    return read_header(listing->games, &row, &listed.header, &fault) != KEEP_FINE ||
           listing->each(listing->whom, &listed);
}

enum keep_answer keep_list(struct keep *keep, const struct game *const *games,
                           enum keep_which which, unsigned most, keep_each_table *each, void *whom,
                           struct text *why)
{
    struct listing listing = { .games = games, .each = each, .whom = whom };
    return keep->kind->select(keep, which == KEEP_ALL ? KEEP_LIST_ALL : KEEP_LIST_LOBBY,
                              VALUES(value_number(most)), list_row, &listing, why);
}

enum keep_answer keep_block(struct keep *keep, const unsigned char address[KEEP_ADDRESS],
                            bool blocks, struct text *why)
{
    enum keep_answer answer = change(keep, blocks ? KEEP_BLOCK : KEEP_UNBLOCK,
                                     VALUES(value_bytes(address, KEEP_ADDRESS)), why);
    return answer == KEEP_NONE ? KEEP_FINE : answer;
}

struct blocked {
    keep_each_address *each;
    void *whom;
};

static bool list_address(void *whom, const struct keep_column *columns)
{
    struct blocked *blocked = whom;
    unsigned char address[KEEP_ADDRESS];
    if (read_bytes(&columns[0], address, sizeof address))
        blocked->each(blocked->whom, address);
    return true;
}

enum keep_answer keep_list_blocked(struct keep *keep, keep_each_address *each, void *whom,
                                   struct text *why)
{
    struct blocked blocked = { .each = each, .whom = whom };
    return keep->kind->select(keep, KEEP_LIST_BLOCKED, VALUES(value_number(KEEP_BLOCKED_MOST)),
                              list_address, &blocked, why);
}

enum keep_answer keep_beat(struct keep *keep, const char *node, struct text *why)
{
    return change(keep, KEEP_BEAT, VALUES(value_text(node)), why);
}

// Nodes serve side by side: their times overlap.
struct served {
    int64_t until, sum;
};

static bool add_served(void *whom, const struct keep_column *columns)
{
    struct served *served = whom;
    int64_t began = keep_number(&columns[0]), until = keep_number(&columns[1]);
    if (began < served->until)
        began = served->until;
    if (until > began) {
        served->sum += until - began;
        served->until = until;
    }
    return true;
}

enum keep_answer keep_served(struct keep *keep, int64_t since, int64_t *milliseconds,
                             struct text *why)
{
    struct served served = { .until = since };
    enum keep_answer answer = keep->kind->select(keep, KEEP_SERVED, VALUES(value_number(since)),
                                                 add_served, &served, why);
    *milliseconds = served.sum;
    return answer;
}

int keep_descriptor(const struct keep *keep)
{
    return keep->kind->descriptor ? keep->kind->descriptor(keep) : -1;
}

enum keep_answer keep_hear(struct keep *keep, keep_each_change *each, void *whom, struct text *why)
{
    return keep->kind->hear ? keep->kind->hear(keep, each, whom, why) : KEEP_FINE;
}

void keep_tell_change(const struct keep_known *known, int64_t version, int64_t count,
                      keep_each_change *each, void *whom)
{
    if (version != known->version)
        each(whom, known->id, 0);
    if (count > known->n)
        each(whom, known->id, (uint32_t)count);
}

enum keep_answer keep_ask(struct keep *keep, const struct keep_known *known, unsigned count,
                          keep_each_change *each, void *whom, struct text *why)
{
    return keep->kind->ask(keep, known, count, each, whom, why);
}
