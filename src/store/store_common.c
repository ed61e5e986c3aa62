// SPDX-License-Identifier: GPL-3.0-or-later
// What both kinds of database have in common: most of store.h.
#include "store/store.h"

#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

#include "core/directory.h"
#include "core/now.h"
#include "record/printable.h"
#include "store/store_kind.h"

bool store_path(const char *name, char path[STORE_PATH], struct text *why)
{
    struct text text = text_in(path, STORE_PATH);
    const char *own = getenv("CAUSEWAY_DATA");
    const struct passwd *user = NULL;
    if (own && *own)
        text_add(&text, "%s/%s", own, name);
    else if (!directory_find("XDG_DATA_HOME", ".local/share", name, &text) && !text.cut)
        user = getpwuid(getuid());
    if (user)
        text_add(&text, "%s/.local/share/causeway/%s", user->pw_dir, name);
    if (!text.length)
        text_add(why, "There is no place for saved games: CAUSEWAY_DATA is not set, and you have "
                      "no home directory.");
    if (text.cut)
        text_add(why, "The name of the data directory is too long.");
    return text.length && !text.cut;
}

void store_close(struct store *store)
{
    if (store)
        store->kind->close(store);
}

// Whatever is wrong there is not to reach a terminal as it is.
bool store_damaged(const char *id, const char *what, struct text *why)
{
    char sentence[600];
    snprintf(sentence, sizeof sentence, "Game %s, as it is stored, is damaged: %s",
             commit_is_id(id) ? id : "?", what);
    printable_blot(sentence);
    text_add(why, "%s", sentence);
    return false;
}

static enum store_answer damaged(const char *id, const char *what, struct text *why)
{
    store_damaged(id, what, why);
    return STORE_BAD;
}

int64_t store_sum(const char *id, uint32_t n, const char *line)
{
    static const unsigned char key[crypto_shorthash_KEYBYTES];
    unsigned char sum[crypto_shorthash_BYTES];
    char bytes[STORE_LINE + 32]; // not cleared: there is a sum for every line that is compared
    struct text all = text_in(bytes, sizeof bytes);
    uint64_t number = 0;
    text_put(&all, id);
    text_put(&all, " ");
    text_put_number(&all, n);
    text_put(&all, " ");
    text_put(&all, line);
    crypto_shorthash(sum, (const unsigned char *)all.at, all.length, key);
    for (unsigned i = 0; i < sizeof sum; i++)
        number = number << 8 | sum[i];
    return (int64_t)number;
}

// Rows.

int64_t store_number(const struct store_column *column)
{
    return *column->text ? strtoll(column->text, NULL, 10) : column->number;
}

static unsigned number_at(const struct store_column *columns, unsigned i)
{
    return (unsigned)store_number(&columns[i]);
}

static struct value hex_value(const unsigned char *bytes, size_t size, char *hex)
{
    sodium_bin2hex(hex, 2 * size + 1, bytes, size);
    return value_text(hex);
}

static bool read_hex(const struct store_column *column, unsigned char *bytes, size_t size)
{
    size_t length;
    return sodium_hex2bin(bytes, size, column->text, column->length, NULL, &length, NULL) == 0 &&
           length == size;
}

// A change of which only counts whether there was one.
static enum store_answer change(struct store *store, enum store_statement which,
                                const struct value *values, struct text *why)
{
    unsigned changed;
    return store->kind->change(store, which, values, &changed, why);
}

// Where it does not matter whether there was one either.
static enum store_answer change_any(struct store *store, enum store_statement which,
                                    const struct value *values, struct text *why)
{
    enum store_answer answer = change(store, which, values, why);
    return answer == STORE_NONE ? STORE_OK : answer;
}

// Tables.

static struct store_table table_of(const struct store_column *columns)
{
    struct store_table table = { .id = columns[0].text,
                                 .header = columns[1].text,
                                 .created = store_number(&columns[7]),
                                 .meta = { .flags = number_at(columns, 3),
                                           .until = store_number(&columns[6]),
                                           .version = number_at(columns, 8) } };
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        table.meta.seated[seat] = read_hex(&columns[3 + seat], table.meta.token[seat], STORE_TOKEN);
    return table;
}

static bool is_as_written(const struct store_column *columns)
{
    return columns[1].length < STORE_LINE &&
           store_number(&columns[2]) == store_sum(columns[0].text, 0, columns[1].text);
}

struct table_row {
    store_each_table *each;
    void *context;
    struct text *why;
    enum store_answer answer;
};

static bool find_row(void *context, const struct store_column *columns)
{
    struct table_row *finding = context;
    struct store_table table = table_of(columns);
    finding->answer = is_as_written(columns)
                          ? STORE_OK
                          : damaged(table.id, "its header is not what was stored.", finding->why);
    if (finding->answer == STORE_OK)
        finding->each(finding->context, &table);
    return false;
}

enum store_answer store_find_table(struct store *store, const char *id, store_each_table *each,
                                   void *context, struct text *why)
{
    struct table_row finding = {
        .each = each, .context = context, .why = why, .answer = STORE_NONE
    };
    enum store_answer answer =
        store->kind->select(store, SQL_FIND, VALUES(value_text(id)), find_row, &finding, why);
    return answer == STORE_OK ? finding.answer : answer;
}

static enum store_answer insert_table(struct store *store, const struct store_table *table,
                                      struct text *why)
{
    char hex[SEATS][2 * STORE_TOKEN + 1];
    struct value token[SEATS] = { { .type = VALUE_NULL } };
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        token[seat] = table->meta.seated[seat]
                          ? hex_value(table->meta.token[seat], STORE_TOKEN, hex[seat])
                          : (struct value){ .type = VALUE_NULL };
    return change(store, SQL_CREATE,
                  VALUES(value_text(table->id), value_text(table->header),
                         value_number(store_sum(table->id, 0, table->header)),
                         value_number(table->meta.flags), token[SEAT_1], token[SEAT_2],
                         value_number(table->meta.until), value_number(table->created)),
                  why);
}

struct likeness {
    const struct store_table *table;
    bool same;
};

static bool is_same(void *context, const struct store_table *found)
{
    struct likeness *likeness = context;
    const struct store_meta *a = &found->meta, *b = &likeness->table->meta;
    bool same = strcmp(found->header, likeness->table->header) == 0;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        same = same && a->seated[seat] == b->seated[seat] &&
               (!a->seated[seat] || memcmp(a->token[seat], b->token[seat], STORE_TOKEN) == 0);
    likeness->same = same;
    return false;
}

enum store_answer store_create(struct store *store, const struct store_table *table,
                               struct text *why)
{
    struct likeness likeness = { .table = table };
    enum store_answer answer = insert_table(store, table, why);
    if (answer != STORE_NONE)
        return answer;
    answer = store_find_table(store, table->id, is_same, &likeness, why);
    if (answer == STORE_RETRY || answer == STORE_BAD)
        return answer;
    if (likeness.same)
        return STORE_OK; // it was made by a call that got no answer
    text_add(why, "The table cannot be made: its id, or a token, is taken.");
    return STORE_BAD;
}

// Events.

struct reading {
    const char *id;
    uint32_t next;
    store_each_event *each;
    void *context;
    enum store_answer answer;
    struct text *why;
};

static bool read_event(void *context, const struct store_column *columns)
{
    struct reading *reading = context;
    int64_t n = store_number(&columns[0]);
    struct text fault = TEXT_OF(64);
    if (n != reading->next)
        text_add(&fault, "event %u is missing.", (unsigned)reading->next);
    else if (columns[1].length >= STORE_LINE ||
             store_number(&columns[2]) != store_sum(reading->id, (uint32_t)n, columns[1].text))
        text_add(&fault, "event %u is not what was stored.", (unsigned)n);
    if (fault.length) {
        reading->answer = damaged(reading->id, fault.at, reading->why);
        return false;
    }
    reading->next++;
    return reading->each(reading->context,
                         &(struct store_event){ .id = reading->id,
                                                .n = (uint32_t)n,
                                                .line = columns[1].text,
                                                .at = store_number(&columns[3]) });
}

enum store_answer store_read(struct store *store, const char *id, uint32_t after, unsigned most,
                             store_each_event *each, void *context, struct text *why)
{
    struct reading reading = {
        .id = id, .next = after + 1, .each = each, .context = context, .why = why
    };
    enum store_answer answer = store->kind->select(
        store, SQL_READ,
        VALUES(value_text(id), value_number(after), value_number((int64_t)after + most)),
        read_event, &reading, why);
    return answer == STORE_OK ? reading.answer : answer;
}

struct preceding {
    const struct store_event *event;
    uint32_t n; // of the next one that is looked at
    bool fits;
};

static bool compare_sum(void *context, const struct store_column *columns)
{
    struct preceding *preceding = context;
    const struct store_event *event = preceding->event;
    const char *const *before = &event->before[event->n - 1 - preceding->n];
    preceding->fits = number_at(columns, 0) == preceding->n &&
                      store_number(&columns[1]) == store_sum(event->id, preceding->n, *before);
    preceding->n--;
    return preceding->fits && before[1];
}

// Are the events before this one what the caller thinks?
static enum store_answer compare_last(struct store *store, const struct store_event *event,
                                      struct text *why)
{
    struct preceding preceding = { event, event->n - 1, event->n == 1 };
    enum store_answer answer = STORE_OK;
    if (!preceding.fits)
        answer = store->kind->select(store, SQL_PRECEDE,
                                     VALUES(value_text(event->id), value_number(event->n)),
                                     compare_sum, &preceding, why);
    return answer == STORE_OK && !preceding.fits ? STORE_NONE : answer;
}

static bool compare_line(void *context, const struct store_column *columns)
{
    *(enum append *)context = store_number(&columns[0]) ? APPEND_OK : APPEND_CONFLICT;
    return false;
}

enum store_answer store_compare(struct store *store, const struct store_event *event,
                                enum append *fate, struct text *why)
{
    *fate = APPEND_GONE;
    return store->kind->select(
        store, SQL_COMPARE,
        VALUES(value_text(event->id), value_number(event->n), value_text(event->line)),
        compare_line, fate, why);
}

static enum store_answer append_event(struct store *store, const struct store_event *event,
                                      enum append *fate, struct text *why)
{
    enum store_answer answer = event->before ? compare_last(store, event, why) : STORE_OK;
    int64_t at = event->at || !store->kind->here ? event->at : now_real();
    if (answer == STORE_OK)
        answer = change(store, SQL_APPEND,
                        VALUES(value_text(event->id), value_number(event->n), value_number(at),
                               value_text(event->line),
                               value_number(store_sum(event->id, event->n, event->line))),
                        why);
    *fate = APPEND_OK;
    return answer == STORE_NONE ? store_compare(store, event, fate, why) : answer;
}

// All of it in one transaction: one wait for the disk.
enum store_answer store_append(struct store *store, const struct store_event *events,
                               unsigned count, enum append *fates, struct text *why)
{
    if (count == 0)
        return STORE_OK;
    if (store->kind->append)
        return store->kind->append(store, events, count, fates, why);
    enum store_answer answer = store->kind->begin(store, true, why);
    if (answer != STORE_OK)
        return answer;
    for (unsigned i = 0; i < count && answer == STORE_OK; i++)
        answer = append_event(store, &events[i], &fates[i], why);
    enum store_answer ended = store->kind->end(store, answer == STORE_OK, why);
    return answer == STORE_OK ? ended : answer;
}

// Rounds.

static bool is_open(const struct store_round *round)
{
    return round->standing.end == LOG_END_NONE || round->standing.round < round->rounds;
}

static enum store_answer put_round(struct store *store, const struct store_round *round,
                                   bool played, struct text *why)
{
    const struct log_standing *is = &round->standing;
    enum store_answer answer = sums_count(store, round->id, -1, why);
    if (answer != STORE_OK)
        return answer;
    answer =
        change(store, SQL_PUT_ROUND,
               VALUES(value_number(round->created), value_number(is->round), value_text(round->id),
                      value_text(round->home), value_number(is->began), value_text(round->series),
                      value_text(round->game), value_text(round->rules),
                      value_number(round->rounds), value_number(is->first), value_number(is->moves),
                      value_number(is->winner), value_number(is->end), value_number(is->aided),
                      value_number(is_open(round)), value_text(round->name[SEAT_1]),
                      value_text(round->name[SEAT_2]), value_text(round->player[SEAT_1]),
                      value_text(round->player[SEAT_2]), value_text(round->who[SEAT_1]),
                      value_text(round->who[SEAT_2]), value_number(played)),
               why);
    if (answer == STORE_OK && is->winner)
        answer = sums_count(store, round->id, 1, why);
    if (answer != STORE_OK || is->round == 1)
        return answer;
    return change_any(store, SQL_PASS_ROUNDS,
                      VALUES(value_text(round->home), value_number(is->began)), why);
}

static enum append append_of(enum store_answer answer)
{
    static const enum append of[] = { [STORE_OK] = APPEND_OK,
                                      [STORE_NONE] = APPEND_GONE,
                                      [STORE_RETRY] = APPEND_RETRY,
                                      [STORE_BAD] = APPEND_BAD };
    return of[answer];
}

// In the transaction that is under way.
static enum append save(struct store *store, const struct store_event *events, unsigned count,
                        const struct store_round *rounds, unsigned round_count, bool played,
                        struct text *why)
{
    enum append fate = APPEND_OK;
    enum store_answer answer = STORE_OK;
    for (unsigned i = 0; i < count && answer == STORE_OK && fate == APPEND_OK; i++)
        answer = append_event(store, &events[i], &fate, why);
    for (unsigned i = 0; i < round_count && answer == STORE_OK && fate == APPEND_OK; i++)
        answer = put_round(store, &rounds[i], played, why);
    return answer == STORE_OK ? fate : append_of(answer);
}

enum append store_save(struct store *store, const struct store_table *table,
                       const struct store_event *events, unsigned count,
                       const struct store_round *rounds, unsigned round_count, bool played,
                       struct text *why)
{
    enum store_answer answer = store->kind->begin(store, true, why);
    if (answer != STORE_OK)
        return append_of(answer);
    answer = table ? insert_table(store, table, why) : STORE_OK;
    enum append fate = answer == STORE_NONE ? APPEND_CONFLICT : append_of(answer);
    if (fate == APPEND_OK)
        fate = save(store, events, count, rounds, round_count, played, why);
    answer = store->kind->end(store, fate == APPEND_OK, why);
    return fate == APPEND_OK ? append_of(answer) : fate;
}

static struct store_round round_of(const struct store_column *columns)
{
    return (struct store_round){
        .created = store_number(&columns[0]),
        .id = columns[2].text,
        .home = columns[3].text,
        .series = columns[5].text,
        .game = columns[6].text,
        .rules = columns[7].text,
        .rounds = number_at(columns, 8),
        .standing = { .round = (uint16_t)number_at(columns, 1),
                      .began = number_at(columns, 4),
                      .first = (uint8_t)number_at(columns, 9),
                      .moves = (uint16_t)number_at(columns, 10),
                      .winner = (uint8_t)number_at(columns, 11),
                      .end = (uint8_t)number_at(columns, 12),
                      .aided = (uint8_t)number_at(columns, 13) },
        .open = number_at(columns, 14),
        .name = { [SEAT_1] = columns[15].text, [SEAT_2] = columns[16].text },
        .player = { [SEAT_1] = columns[17].text, [SEAT_2] = columns[18].text },
        .who = { [SEAT_1] = columns[19].text, [SEAT_2] = columns[20].text },
    };
}

struct loading {
    struct store *store;
    const struct store_reader *reader;
    char home[COMMIT_ID];
    bool found, good;
    struct text *why;
};

static bool load_round(void *context, const struct store_column *columns)
{
    struct loading *loading = context;
    struct store_round round = round_of(columns);
    loading->found = true;
    loading->good = commit_is_id(round.home) && commit_is_id(round.id)
                        ? loading->reader->round(loading->reader->context, &round)
                        : store_damaged(round.id, "its table has no id.", loading->why);
    snprintf(loading->home, sizeof loading->home, "%s", round.home);
    return false;
}

static enum store_answer load(struct loading *loading, const char *id)
{
    struct store *store = loading->store;
    const struct store_reader *reader = loading->reader;
    struct text *why = loading->why;
    enum store_answer answer = store->kind->select(store, SQL_FIND_ROUND, VALUES(value_text(id)),
                                                   load_round, loading, why);
    if (answer == STORE_OK && !loading->found) {
        text_add(why, "There is no game %.40s.", id);
        return STORE_NONE;
    }
    if (answer != STORE_OK || !loading->good)
        return answer == STORE_OK ? STORE_BAD : answer;
    answer = store_find_table(store, loading->home, reader->table, reader->context, why);
    if (answer == STORE_NONE)
        return damaged(id, "its table is missing.", why);
    return answer == STORE_OK ? store_read(store, loading->home, 0, LOG_EVENTS_MAX, reader->event,
                                           reader->context, why)
                              : answer;
}

enum store_answer store_load(struct store *store, const char *id, const struct store_reader *reader,
                             struct text *why)
{
    struct loading loading = { .store = store, .reader = reader, .why = why };
    enum store_answer answer = store->kind->begin(store, false, why);
    if (answer != STORE_OK)
        return answer;
    answer = load(&loading, id);
    store->kind->end(store, false, why);
    return answer;
}

bool store_note_hint(struct store *store, const char *home, unsigned seat, struct text *why)
{
    return change_any(store, SQL_NOTE_HINT, VALUES(value_number(seat_bit(seat)), value_text(home)),
                      why) == STORE_OK;
}

static bool take_number(void *context, const struct store_column *columns)
{
    *(unsigned *)context = number_at(columns, 0);
    return false;
}

bool store_aided(struct store *store, const char *home, unsigned *seats, struct text *why)
{
    *seats = 0;
    return store->kind->select(store, SQL_AIDED, VALUES(value_text(home)), take_number, seats,
                               why) == STORE_OK;
}

enum { WORD = 64 };

static bool take_word(void *context, const struct store_column *columns)
{
    snprintf(context, WORD, "%s", columns[0].text);
    return false;
}

static enum store_answer delete_round(struct store *store, const char *id, struct text *why)
{
    enum store_answer answer = sums_count(store, id, -1, why);
    return answer == STORE_OK ? change(store, SQL_DELETE_ROUND, VALUES(value_text(id)), why)
                              : answer;
}

// One after the other, as each is counted; up to one with a damaged id, which goes with its table.
static enum store_answer delete_rounds(struct store *store, const char *home, struct text *why)
{
    enum store_answer answer = STORE_OK;
    while (answer == STORE_OK) {
        char id[WORD] = "";
        answer =
            store->kind->select(store, SQL_ROUND_AT, VALUES(value_text(home)), take_word, id, why);
        if (answer == STORE_OK)
            answer = delete_round(store, id, why);
    }
    return answer == STORE_NONE ? STORE_OK : answer;
}

// Events go with their table; a round whose table is missing by itself.
static enum store_answer delete_game(struct store *store, const char *id, struct text *why)
{
    char home[WORD] = "";
    enum store_answer answer =
        store->kind->select(store, SQL_HOME_OF, VALUES(value_text(id)), take_word, home, why);
    if (answer == STORE_OK)
        answer = delete_rounds(store, home, why);
    if (answer == STORE_OK)
        answer = delete_round(store, id, why);
    return answer == STORE_OK || answer == STORE_NONE
               ? change_any(store, SQL_DELETE_TABLE, VALUES(value_text(home)), why)
               : answer;
}

bool store_delete(struct store *store, const char *id, struct text *why)
{
    if (store->kind->begin(store, true, why) != STORE_OK)
        return false;
    bool good = delete_game(store, id, why) == STORE_OK;
    return store->kind->end(store, good, why) == STORE_OK && good;
}

struct ids {
    char *first;
    unsigned count;
    bool damaged;
    struct text *why;
};

static bool note_id(void *context, const struct store_column *columns)
{
    struct ids *ids = context;
    if (!commit_is_id(columns[0].text)) {
        ids->damaged = true;
        return store_damaged("?", "its id cannot be one.", ids->why);
    }
    if (ids->count++ == 0)
        strcpy(ids->first, columns[0].text);
    return true;
}

bool store_find(struct store *store, const char *beginning, char id[COMMIT_ID], struct text *why)
{
    struct ids ids = { .first = id, .why = why };
    struct text after = TEXT_OF(64);
    text_add(&after, "%.40s~", beginning);
    if (store->kind->select(store, SQL_FIND_IDS,
                            VALUES(value_text(beginning), value_text(after.at)), note_id, &ids,
                            why) != STORE_OK ||
        ids.damaged)
        return false;
    if (ids.count == 0 || !*beginning)
        text_add(why, "There is no game '%.40s'; causeway games lists what is stored.", beginning);
    else if (ids.count > 1)
        text_add(why, "More than one game begins with '%.40s': give more of its id.", beginning);
    return ids.count == 1 && *beginning;
}

bool store_newest_unfinished(struct store *store, unsigned skip, char id[COMMIT_ID],
                             struct text *why)
{
    struct ids ids = { .first = id, .why = why };
    if (store->kind->select(store, SQL_LAST_PLAYED, VALUES(value_number(skip)), note_id, &ids,
                            why) != STORE_OK)
        return false;
    if (ids.count == 0 && !ids.damaged)
        text_add(why, "There is no unfinished game.");
    return ids.count > 0;
}

// Lists.

static bool in_range(const struct store_round *round)
{
    const struct log_standing *is = &round->standing;
    return (is->first == SEAT_1 || is->first == SEAT_2) && is->round >= 1 &&
           is->round <= round->rounds && is->winner <= SEAT_2;
}

static bool is_word(const char *text)
{
    return strlen(text) < LOG_NAME && printable_is_text(text);
}

static bool is_player(const char *text)
{
    return strlen(text) < LOG_PLAYER && printable_is_text(text);
}

static bool check_round(const struct store_round *round, struct text *why)
{
    bool good = commit_is_id(round->id) && is_word(round->game);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        good = good && is_word(round->name[seat]) && is_player(round->player[seat]) &&
               strlen(round->who[seat]) < STORE_WHO && printable_is_text(round->who[seat]);
    if (!in_range(round))
        return store_damaged(round->id, "a number is out of range.", why);
    return good || store_damaged(round->id, "a name or an id cannot be one.", why);
}

struct listing {
    const struct store_filter *filter;
    store_each *each;
    void *context;
    unsigned damaged;
    struct text *why;
};

static bool is_wanted(const struct store_filter *filter, const struct store_round *round)
{
    return (!filter->game || strcmp(filter->game, round->game) == 0) &&
           (!filter->player || text_same(filter->player, round->who[SEAT_1]) ||
            text_same(filter->player, round->who[SEAT_2])) &&
           (!filter->unfinished || round->open) && (!filter->finished || round->standing.winner);
}

static bool list_round(void *context, const struct store_column *columns)
{
    struct listing *listing = context;
    struct store_round round = round_of(columns);
    struct text fault = TEXT_OF(1024);
    if (!is_wanted(listing->filter, &round))
        return true;
    if (check_round(&round, &fault))
        return listing->each(listing->context, &round);
    if (listing->damaged++ == 0)
        text_add(listing->why, "%s", fault.at);
    return true;
}

// The statements for a filter stand in the order of its bits.
static enum store_statement listing_of(const struct store_filter *filter)
{
    unsigned kind =
        (filter->game ? 1 : 0) | (filter->player ? 2 : 0) | (filter->unfinished ? 4 : 0);
    return filter->rated ? SQL_RATED_NEWEST
                         : SQL_ROUNDS_NEWEST + 2 * kind + (filter->oldest_first ? 1 : 0);
}

bool store_list(struct store *store, const struct store_filter *filter, store_each *each,
                void *context, struct text *why)
{
    struct listing listing = { .filter = filter, .each = each, .context = context, .why = why };
    struct value values[4] = { { .type = VALUE_END } };
    const char *const given[] = { filter->player, filter->game, filter->rated };
    unsigned count = 0;
    for (unsigned i = 0; i < sizeof given / sizeof *given; i++)
        if (given[i])
            values[count++] = value_text(given[i]);
    values[count] = (struct value){ .type = VALUE_END };
    enum store_answer answer =
        store->kind->select(store, listing_of(filter), values, list_round, &listing, why);
    if (listing.damaged > 1)
        text_add(why, " There are %u more like it.", listing.damaged - 1);
    return answer == STORE_OK;
}

// What only a server needs.

struct token_wanted {
    unsigned seat;
    const unsigned char *token;
    bool there;
};

static bool compare_token(void *context, const struct store_table *table)
{
    struct token_wanted *wanted = context;
    wanted->there = table->meta.seated[wanted->seat] &&
                    memcmp(table->meta.token[wanted->seat], wanted->token, STORE_TOKEN) == 0;
    return false;
}

// Nothing has changed: by a call that got no answer it may be so already.
static enum store_answer has_token(struct store *store, const char *id, unsigned seat,
                                   const unsigned char token[STORE_TOKEN], struct text *why)
{
    struct token_wanted wanted = { .seat = seat, .token = token };
    enum store_answer answer = store_find_table(store, id, compare_token, &wanted, why);
    return answer == STORE_OK && !wanted.there ? STORE_NONE : answer;
}

enum store_answer store_replace_token(struct store *store, const char *id, unsigned seat,
                                      const unsigned char old[STORE_TOKEN],
                                      const unsigned char new[STORE_TOKEN], struct text *why)
{
    char was[2 * STORE_TOKEN + 1], is[2 * STORE_TOKEN + 1];
    enum store_answer answer = change(
        store, seat == SEAT_1 ? SQL_REPLACE_TOKEN_1 : SQL_REPLACE_TOKEN_2,
        VALUES(hex_value(new, STORE_TOKEN, is), value_text(id), hex_value(old, STORE_TOKEN, was)),
        why);
    return answer == STORE_NONE ? has_token(store, id, seat, new, why) : answer;
}

enum store_answer store_take_seat(struct store *store, const char *id, const char *before,
                                  const char *after, unsigned seat,
                                  const unsigned char old[STORE_TOKEN],
                                  const unsigned char new[STORE_TOKEN], struct text *why)
{
    char was[2 * STORE_TOKEN + 1], is[2 * STORE_TOKEN + 1];
    enum store_answer answer = change(store, seat == SEAT_1 ? SQL_TAKE_SEAT_1 : SQL_TAKE_SEAT_2,
                                      VALUES(hex_value(new, STORE_TOKEN, is), value_text(after),
                                             value_number(store_sum(id, 0, after)), value_text(id),
                                             hex_value(old, STORE_TOKEN, was), value_text(before)),
                                      why);
    return answer == STORE_NONE ? has_token(store, id, seat, new, why) : answer;
}

enum store_answer store_replace_header(struct store *store, const char *id, const char *old,
                                       const char *new, struct text *why)
{
    return change(store, SQL_REPLACE_HEADER,
                  VALUES(value_text(new), value_number(store_sum(id, 0, new)), value_text(id),
                         value_text(old)),
                  why);
}

enum store_answer store_set_flags(struct store *store, const char *id, unsigned set, unsigned clear,
                                  struct text *why)
{
    return change(store, SQL_REPLACE_FLAGS,
                  VALUES(value_number(INT32_MAX & ~clear), value_number(set), value_text(id)), why);
}

enum store_answer store_extend(struct store *store, const char *id, int64_t until, struct text *why)
{
    return change(store, SQL_REPLACE_UNTIL, VALUES(value_number(until), value_text(id)), why);
}

enum { SWEPT = 5000 }; // events at once, some milliseconds' work

// Of the tables that are due, those that go at once; or the first, which is too long for that, or
// whose rounds are counted.
struct sweep {
    unsigned tables;
    int64_t events;
    char id[COMMIT_ID];
    bool rounds;
};

static bool add_due(void *context, const struct store_column *columns)
{
    struct sweep *sweep = context;
    int64_t events = store_number(&columns[1]);
    bool rounds = *columns[2].text ? *columns[2].text == 't' : columns[2].number;
    bool fits = sweep->events + events <= SWEPT && !rounds;
    if (!fits && sweep->tables > 0)
        return false;
    sweep->events += events;
    sweep->tables += fits;
    sweep->rounds = rounds;
    snprintf(sweep->id, sizeof sweep->id, "%s", columns[0].text);
    return fits;
}

// From the end, so that nobody appends to what is left: an event must be there before the next.
static enum store_answer sweep_piece(struct store *store, const struct sweep *sweep,
                                     struct text *why)
{
    const struct value id = value_text(sweep->id);
    enum store_answer answer = sweep->rounds ? delete_rounds(store, sweep->id, why) : STORE_OK;
    if (answer == STORE_OK)
        answer = change(store, SQL_SWEEP_BEGIN, VALUES(id), why);
    return answer == STORE_OK ? change_any(store, SQL_SWEEP_EVENTS,
                                           VALUES(id, value_number(sweep->events - SWEPT)), why)
                              : answer;
}

static enum store_answer sweep_some(struct store *store, int64_t now, unsigned *removed,
                                    struct text *why)
{
    struct sweep sweep = { 0 };
    enum store_answer answer =
        store->kind->select(store, SQL_SWEEP_DUE, VALUES(value_number(now)), add_due, &sweep, why);
    if (answer != STORE_OK || (!sweep.tables && !*sweep.id))
        return answer;
    if (sweep.tables > 0)
        answer = store->kind->change(
            store, SQL_SWEEP, VALUES(value_number(now), value_number(sweep.tables)), removed, why);
    else if ((answer = sweep_piece(store, &sweep, why)) == STORE_OK)
        *removed = 1;
    return answer == STORE_NONE ? STORE_OK : answer;
}

enum store_answer store_sweep(struct store *store, int64_t now, unsigned *removed, struct text *why)
{
    *removed = 0;
    enum store_answer answer = store->kind->begin(store, true, why);
    if (answer != STORE_OK)
        return answer;
    answer = sweep_some(store, now, removed, why);
    enum store_answer ended = store->kind->end(store, answer == STORE_OK, why);
    return answer == STORE_OK ? ended : answer;
}

static bool list_table(void *context, const struct store_column *columns)
{
    struct table_row *finding = context;
    struct store_table table = table_of(columns);
    table.count = number_at(columns, 9);
    return !is_as_written(columns) || finding->each(finding->context, &table);
}

enum store_answer store_list_tables(struct store *store, enum store_which which, unsigned most,
                                    store_each_table *each, void *context, struct text *why)
{
    struct table_row finding = { .each = each, .context = context };
    return store->kind->select(store, which == STORE_ALL ? SQL_LIST_ALL : SQL_LIST_LOBBY,
                               VALUES(value_number(most)), list_table, &finding, why);
}

enum store_answer store_block(struct store *store, const unsigned char address[STORE_ADDRESS],
                              bool blocks, struct text *why)
{
    char hex[2 * STORE_ADDRESS + 1];
    return change_any(store, blocks ? SQL_BLOCK : SQL_UNBLOCK,
                      VALUES(hex_value(address, STORE_ADDRESS, hex)), why);
}

struct blocked {
    store_each_address *each;
    void *context;
};

static bool list_address(void *context, const struct store_column *columns)
{
    struct blocked *blocked = context;
    unsigned char address[STORE_ADDRESS];
    if (read_hex(&columns[0], address, sizeof address))
        blocked->each(blocked->context, address);
    return true;
}

enum store_answer store_list_blocked(struct store *store, store_each_address *each, void *context,
                                     struct text *why)
{
    struct blocked blocked = { .each = each, .context = context };
    return store->kind->select(store, SQL_LIST_BLOCKED, VALUES(value_number(STORE_BLOCKED_MOST)),
                               list_address, &blocked, why);
}

static bool take_time(void *context, const struct store_column *columns)
{
    *(int64_t *)context = store_number(&columns[0]);
    return true;
}

enum store_answer store_beat(struct store *store, const char *node, int64_t *now, struct text *why)
{
    return store->kind->select(store, SQL_BEAT, VALUES(value_text(node)), take_time, now, why);
}

// Nodes serve side by side: their times overlap.
struct served {
    int64_t until, sum;
};

static bool add_served(void *context, const struct store_column *columns)
{
    struct served *served = context;
    int64_t began = store_number(&columns[0]), until = store_number(&columns[1]);
    if (began < served->until)
        began = served->until;
    if (until > began) {
        served->sum += until - began;
        served->until = until;
    }
    return true;
}

enum store_answer store_served(struct store *store, int64_t since, int64_t *milliseconds,
                               struct text *why)
{
    struct served served = { .until = since };
    enum store_answer answer = store->kind->select(store, SQL_SERVED, VALUES(value_number(since)),
                                                   add_served, &served, why);
    *milliseconds = served.sum;
    return answer;
}

int store_descriptor(const struct store *store)
{
    return store->kind->descriptor ? store->kind->descriptor(store) : -1;
}

enum store_answer store_hear(struct store *store, store_each_change *each, void *context,
                             struct text *why)
{
    return store->kind->hear ? store->kind->hear(store, each, context, why) : STORE_OK;
}

void store_tell_change(const struct store_known *known, int64_t version, int64_t count,
                       store_each_change *each, void *context)
{
    if (version != known->version)
        each(context, known->id, 0);
    if (count > known->n)
        each(context, known->id, (uint32_t)count);
}

struct stored_now {
    int64_t version, count; // 0 where there is no table
};

static bool read_now(void *context, const struct store_column *columns)
{
    *(struct stored_now *)context =
        (struct stored_now){ store_number(&columns[0]), store_number(&columns[1]) };
    return false;
}

enum store_answer store_ask(struct store *store, const struct store_known *known, unsigned count,
                            store_each_change *each, void *context, struct text *why)
{
    enum store_answer answer = STORE_OK;
    if (store->kind->ask)
        return store->kind->ask(store, known, count, each, context, why);
    for (unsigned i = 0; i < count && answer == STORE_OK; i++) {
        struct stored_now now = { 0 };
        answer = store->kind->select(store, SQL_ASK, VALUES(value_text(known[i].id)), read_now,
                                     &now, why);
        if (answer == STORE_OK)
            store_tell_change(&known[i], now.version, now.count, each, context);
    }
    return answer;
}
