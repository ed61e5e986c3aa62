// SPDX-License-Identifier: GPL-3.0-or-later
#include "drive/stored.h"

#include <stdio.h>
#include <string.h>

#include <sodium.h>

#include "core/memory.h"
#include "core/vector.h"
#include "record/log_text.h"
#include "record/round.h"

_Static_assert((int)LOG_TEXT_LINE <= (int)STORE_LINE, "a line fits into the store");

static void print_header(const struct log_header *header, char bytes[LOG_TEXT_LINE])
{
    struct text line = text_in(bytes, LOG_TEXT_LINE);
    log_text_print_header(header, &line);
    text_add(&line, "}");
}

static void print_event(const struct log_header *header, const struct log_event *event,
                        char bytes[LOG_TEXT_LINE])
{
    struct text line = text_in(bytes, LOG_TEXT_LINE);
    log_text_print_event(header, event, true, &line);
    text_add(&line, "}");
}

static bool read_header(const struct game *const *games, const struct store_table *table,
                        struct log_header *header, struct text *why)
{
    struct text fault = TEXT_OF(512);
    if (!log_text_read_header(games, table->header, strlen(table->header), header, &fault))
        return store_damaged(table->id, fault.at, why);
    return strcmp(header->id, table->id) == 0 ||
           store_damaged(table->id, "its header has another id.", why);
}

// Nothing of the line is said: it may be hidden.
static bool read_event(const struct log_header *header, const struct store_event *stored,
                       struct log_event *event, struct text *why)
{
    struct text secret = TEXT_OF(512), fault = TEXT_OF(64);
    bool good = log_text_read_event(header, stored->line, strlen(stored->line), event, &secret) &&
                event->n == stored->n;
    event->at = stored->at;
    text_add(&fault, "event %u cannot be read.", (unsigned)stored->n);
    return good || store_damaged(stored->id, fault.at, why);
}

// Rounds.

// The texts of a round.
struct round_words {
    char id[COMMIT_ID], series[COMMIT_ID], rules[256], who[SEATS][STORE_WHO];
};

// A person by the name, anybody else by what it is.
static void print_who(const struct log_header *header, unsigned seat, char who[STORE_WHO])
{
    const char *player = header->player[seat];
    if (strcmp(player, "human") == 0)
        snprintf(who, STORE_WHO, "%s", header->name[seat]);
    else if (strcmp(player, "computer") == 0)
        snprintf(who, STORE_WHO, "computer:perfect");
    else if (strcmp(player, "program") == 0)
        snprintf(who, STORE_WHO, "program:%s", header->name[seat]);
    else
        snprintf(who, STORE_WHO, "%s%s", strchr(player, ':') ? "" : "computer:", player);
}

static struct store_round describe(const struct log_header *header,
                                   const struct log_standing *standing, struct round_words *words)
{
    struct text rules = text_in(words->rules, sizeof words->rules);
    struct store_round round = { .id = words->id,
                                 .home = header->id,
                                 .series = words->series,
                                 .game = header->variant.game->slug,
                                 .rules = words->rules,
                                 .rounds = header->rounds,
                                 .created = header->created,
                                 .standing = *standing };
    variant_print(&header->variant, &rules);
    log_round_id(header, standing->began, words->id);
    log_round_id(header, standing->match_began, words->series);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        print_who(header, seat, words->who[seat]);
        round.name[seat] = header->name[seat];
        round.player[seat] = header->player[seat];
        round.who[seat] = words->who[seat];
    }
    return round;
}

// Lists and statistics are made from a round's row alone: it must say what the log does.
static bool is_listed_so(const struct store_round *row, const struct store_round *round)
{
    const struct log_standing *a = &row->standing, *b = &round->standing;
    bool same = strcmp(row->id, round->id) == 0 && strcmp(row->home, round->home) == 0 &&
                strcmp(row->series, round->series) == 0 && strcmp(row->game, round->game) == 0 &&
                strcmp(row->rules, round->rules) == 0 && row->rounds == round->rounds &&
                row->created == round->created && a->round == b->round && a->moves == b->moves &&
                a->first == b->first && a->winner == b->winner && a->end == b->end;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        same = same && strcmp(row->name[seat], round->name[seat]) == 0 &&
               strcmp(row->player[seat], round->player[seat]) == 0 &&
               strcmp(row->who[seat], round->who[seat]) == 0;
    return same;
}

// Writing.

// Events that are to be stored; their lines stand one after the other in one block.
struct line_batch {
    struct store_event *events;
    size_t count, room;
    char *lines;
    size_t length, lines_room;
    bool failed; // there was no memory
};

static void batch_add(struct line_batch *batch, const struct log_header *header,
                      const struct log_event *event)
{
    char line[LOG_TEXT_LINE];
    print_event(header, event, line);
    size_t size = strlen(line) + 1;
    if (!vector_grow(&batch->lines, &batch->lines_room, batch->length + size, 1) ||
        !vector_grow(&batch->events, &batch->room, batch->count, sizeof *batch->events)) {
        batch->failed = true;
        return;
    }
    memcpy(batch->lines + batch->length, line, size);
    batch->length += size;
    batch->events[batch->count++] =
        (struct store_event){ .id = header->id, .n = event->n, .at = event->at };
    sodium_memzero(line, size);
}

// Once all were added. False, with a sentence, if there was no memory.
static bool batch_point(struct line_batch *batch, struct text *why)
{
    const char *line = batch->lines;
    if (batch->failed)
        text_add(why, "There is no memory left to save the game.");
    for (size_t i = 0; i < batch->count && !batch->failed; i++) {
        batch->events[i].line = line;
        line += strlen(line) + 1;
    }
    return !batch->failed;
}

static void batch_free(struct line_batch *batch)
{
    if (batch->lines)
        sodium_memzero(batch->lines, batch->length);
    mem_free(batch->lines);
    mem_free(batch->events);
}

static enum append save(struct store *store, const struct store_table *table,
                        const struct line_batch *batch, const struct log_header *header,
                        const struct log_standing *standings, unsigned count, bool played,
                        struct text *why)
{
    struct store_round *rounds = mem_new((count + 1) * sizeof *rounds);
    struct round_words *words = mem_new((count + 1) * sizeof *words);
    enum append fate = APPEND_BAD;
    if (!rounds || !words)
        text_add(why, "There is no memory left to save the game.");
    for (unsigned i = 0; rounds && words && i < count; i++)
        rounds[i] = describe(header, &standings[i], &words[i]);
    if (rounds && words)
        fate = store_save(store, table, batch->events, (unsigned)batch->count, rounds, count,
                          played, why);
    mem_free(rounds);
    mem_free(words);
    return fate;
}

// Another program may have gone on with the table, or have put another in its place: events before
// the first new one that are compared with those that are there.
enum { COMPARED = 8 };

static enum append keep(struct store *store, const struct log *log, uint32_t kept,
                        const struct log_event *event, const struct log_standing *rounds,
                        unsigned count, struct text *why)
{
    char header[LOG_TEXT_LINE], lines[COMPARED][LOG_TEXT_LINE];
    const char *before[COMPARED + 1] = { NULL };
    struct store_table table = { .id = log->header.id,
                                 .header = header,
                                 .created = log->header.created,
                                 .meta.until = INT64_MAX };
    struct line_batch batch = { 0 };
    enum append fate = APPEND_BAD;
    for (uint32_t i = kept; i < log->count; i++)
        batch_add(&batch, &log->header, &log->events[i]);
    if (event)
        batch_add(&batch, &log->header, event);
    print_header(&log->header, header);
    if (batch_point(&batch, why)) {
        for (unsigned i = 0; i < COMPARED && i < kept; i++) {
            print_event(&log->header, &log->events[kept - 1 - i], lines[i]);
            before[i] = lines[i];
            batch.events->before = before;
        }
        fate = save(store, kept ? NULL : &table, &batch, &log->header, rounds, count, event, why);
    }
    batch_free(&batch);
    return fate;
}

bool stored_keep(struct store *store, const struct log *log, uint32_t kept,
                 const struct log_event *event, const struct log_standing *rounds, unsigned count,
                 struct text *why)
{
    enum append fate = keep(store, log, kept, event, rounds, count, why);
    if (fate == APPEND_CONFLICT)
        text_add(why, "The game cannot be saved: another program has gone on with it.");
    if (fate == APPEND_GONE)
        text_add(why, "The game cannot be saved: it was deleted meanwhile.");
    return fate == APPEND_OK;
}

// How the rounds stand, of a log in which every event is legal and every commitment fits.
static bool check(const struct log *log, struct log_standing **rounds, unsigned *count,
                  struct text *why)
{
    *rounds = NULL;
    for (unsigned i = 0; i < log->count; i++)
        if (!log_check_seal(&log->header, &log->events[i], why))
            return false;
    return rounds_stand(log, NULL, rounds, count, why);
}

bool stored_import(struct store *store, const struct log *log, struct text *why)
{
    struct log_standing *rounds;
    unsigned count;
    enum append fate = APPEND_BAD;
    if (check(log, &rounds, &count, why))
        fate = keep(store, log, 0, NULL, rounds, count, why);
    if (fate == APPEND_CONFLICT)
        text_add(why, "Game %s is already stored.", log->header.id);
    mem_free(rounds);
    return fate == APPEND_OK;
}

// Reading.

struct loading {
    const struct game *const *games;
    struct log *log;
    struct text *why;
    bool good;
    struct stored_found found;
    struct round_words words; // of the row
    char home[COMMIT_ID], game[LOG_NAME], name[SEATS][LOG_NAME], player[SEATS][LOG_PLAYER];
    struct store_round row;
};

// The texts of the row are kept until the log was read; one that is too long is damaged.
static const char *copy(char *to, size_t size, const char *text)
{
    snprintf(to, size, "%s", text);
    return to;
}

static bool take_round(void *context, const struct store_round *round)
{
    struct loading *loading = context;
    struct store_round *row = &loading->row;
    *row = *round;
    row->id = copy(loading->words.id, COMMIT_ID, round->id);
    row->home = copy(loading->home, COMMIT_ID, round->home);
    row->series = copy(loading->words.series, COMMIT_ID, round->series);
    row->game = copy(loading->game, sizeof loading->game, round->game);
    row->rules = copy(loading->words.rules, sizeof loading->words.rules, round->rules);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        row->name[seat] = copy(loading->name[seat], LOG_NAME, round->name[seat]);
        row->player[seat] = copy(loading->player[seat], LOG_PLAYER, round->player[seat]);
        row->who[seat] = copy(loading->words.who[seat], STORE_WHO, round->who[seat]);
    }
    loading->found = (struct stored_found){ .began = round->standing.began, .open = round->open };
    return true;
}

static bool take_table(void *context, const struct store_table *table)
{
    struct loading *loading = context;
    loading->good = read_header(loading->games, table, &loading->log->header, loading->why);
    return loading->good;
}

static bool take_event(void *context, const struct store_event *stored)
{
    struct loading *loading = context;
    struct log_event event;
    struct text fault = TEXT_OF(512);
    loading->good = loading->good &&
                    read_event(&loading->log->header, stored, &event, loading->why) &&
                    (log_add(loading->log, &event, &fault) ||
                     store_damaged(stored->id, fault.at, loading->why));
    return loading->good;
}

// Every round is won as the log says, and the one that was asked for is listed so.
static bool check_row(struct loading *loading, const struct log_standing *rounds, unsigned count)
{
    struct log *log = loading->log;
    bool found = false;
    for (unsigned i = 0; i < count; i++) {
        struct round_words words;
        struct store_round round = describe(&log->header, &rounds[i], &words);
        log->events[rounds[i].began - 1].winner = rounds[i].winner;
        found |= rounds[i].began == loading->found.began && is_listed_so(&loading->row, &round);
    }
    return found;
}

bool stored_load(struct store *store, const struct game *const *games, const char *id,
                 struct log *log, struct stored_found *found, struct text *why)
{
    struct loading loading = { .games = games, .log = log, .why = why };
    struct store_reader reader = { take_round, take_table, take_event, &loading };
    struct log_standing *rounds;
    unsigned count;
    struct text fault = TEXT_OF(512);
    *log = (struct log){ 0 };
    if (store_load(store, id, &reader, why) != STORE_OK || !loading.good)
        return false;
    if (check(log, &rounds, &count, &fault) && !check_row(&loading, rounds, count))
        text_add(&fault, "the list of games says otherwise than its log.");
    mem_free(rounds);
    if (found)
        *found = loading.found;
    return !fault.length || store_damaged(id, fault.at, why);
}

// A server's tables.

enum store_answer stored_create(struct store *store, const struct log_header *header,
                                const struct store_meta *meta, struct text *why)
{
    char line[LOG_TEXT_LINE];
    print_header(header, line);
    return store_create(
        store,
        &(struct store_table){
            .id = header->id, .header = line, .created = header->created, .meta = *meta },
        why);
}

struct table_finding {
    const struct game *const *games;
    struct log_header *header;
    struct store_meta *meta;
    struct text *why;
    char line[LOG_TEXT_LINE];
    bool good;
};

static bool find_table(void *context, const struct store_table *table)
{
    struct table_finding *finding = context;
    *finding->meta = table->meta;
    snprintf(finding->line, sizeof finding->line, "%s", table->header);
    finding->good = read_header(finding->games, table, finding->header, finding->why);
    return finding->good;
}

static enum store_answer find(struct store *store, const char *id, struct table_finding *finding)
{
    enum store_answer answer = store_find_table(store, id, find_table, finding, finding->why);
    return answer == STORE_OK && !finding->good ? STORE_BAD : answer;
}

enum store_answer stored_find(struct store *store, const struct game *const *games, const char *id,
                              struct log_header *header, struct store_meta *meta, struct text *why)
{
    struct table_finding finding = { .games = games, .header = header, .meta = meta, .why = why };
    return find(store, id, &finding);
}

struct reading {
    const struct log_header *header;
    stored_each_event *each;
    void *context;
    struct text *why;
    bool bad;
};

static bool pass_event(void *context, const struct store_event *stored)
{
    struct reading *reading = context;
    struct log_event event;
    reading->bad = !read_event(reading->header, stored, &event, reading->why);
    return !reading->bad && reading->each(reading->context, &event);
}

enum store_answer stored_read_some(struct store *store, const struct log_header *header,
                                   uint32_t after, unsigned most, stored_each_event *each,
                                   void *context, struct text *why)
{
    struct reading reading = { .header = header, .each = each, .context = context, .why = why };
    enum store_answer answer =
        store_read(store, header->id, after, most, pass_event, &reading, why);
    return answer == STORE_OK && reading.bad ? STORE_BAD : answer;
}

enum store_answer stored_read(struct store *store, const struct log_header *header, uint32_t after,
                              stored_each_event *each, void *context, struct text *why)
{
    return stored_read_some(store, header, after, LOG_EVENTS_MAX, each, context, why);
}

enum store_answer stored_append(struct store *store, struct stored_item *items, unsigned count,
                                struct text *why)
{
    struct line_batch batch = { 0 };
    enum append *fates = mem_new((count + 1) * sizeof *fates);
    enum store_answer answer = STORE_RETRY;
    batch.failed = !fates;
    for (unsigned i = 0; i < count && !batch.failed; i++)
        batch_add(&batch, items[i].header, items[i].event);
    if (batch_point(&batch, why))
        answer = store_append(store, batch.events, count, fates, why);
    for (unsigned i = 0; answer == STORE_OK && i < count; i++)
        items[i].fate = fates[i];
    batch_free(&batch);
    mem_free(fates);
    return answer;
}

enum store_answer stored_take_seat(struct store *store, const struct log_header *before,
                                   const struct log_header *after, unsigned seat,
                                   const unsigned char old[STORE_TOKEN],
                                   const unsigned char new[STORE_TOKEN], struct text *why)
{
    char was[LOG_TEXT_LINE], is[LOG_TEXT_LINE];
    print_header(before, was);
    print_header(after, is);
    return store_take_seat(store, before->id, was, is, seat, old, new, why);
}

// STORE_NONE from the change: somebody else has just removed the other name, or the table.
enum store_answer stored_unname(struct store *store, const struct game *const *games,
                                const char *id, unsigned seat, struct text *why)
{
    enum store_answer answer = STORE_NONE;
    for (unsigned tries = 0; tries < 3 && answer == STORE_NONE; tries++) {
        struct log_header header;
        struct store_meta meta;
        char line[LOG_TEXT_LINE];
        struct table_finding finding = {
            .games = games, .header = &header, .meta = &meta, .why = why
        };
        if ((answer = find(store, id, &finding)) != STORE_OK)
            return answer;
        log_unname(&header, seat);
        print_header(&header, line);
        answer = store_replace_header(store, id, finding.line, line, why);
    }
    return answer;
}

struct listing {
    const struct game *const *games;
    stored_each_table *each;
    void *context;
};

static bool list_table(void *context, const struct store_table *table)
{
    struct listing *listing = context;
    struct text fault = TEXT_OF(1024);
    struct stored_listed listed = { .meta = table->meta, .count = table->count };
    return !read_header(listing->games, table, &listed.header, &fault) ||
           listing->each(listing->context, &listed);
}

enum store_answer stored_list(struct store *store, const struct game *const *games,
                              enum store_which which, unsigned most, stored_each_table *each,
                              void *context, struct text *why)
{
    struct listing listing = { .games = games, .each = each, .context = context };
    return store_list_tables(store, which, most, list_table, &listing, why);
}
