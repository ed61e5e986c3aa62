// SPDX-License-Identifier: GPL-3.0-or-later
// Where a server keeps its tables: both kinds of database must pass all of this.
#include "support.h"

#include <stdio.h>
#include <time.h>
#include <stdlib.h>
#include <unistd.h>

#include <sodium.h>
#include <sqlite3.h>

#include "cluster_help.h"
#include "core/memory.h"
#include "postgres/pg_store.h"
#include "record_help.h"
#include "record/log_text.h"
#include "record/round.h"
#include "seating.h"
#include "sums_help.h"
#include "drive/stored.h"
#include "table/table.h"
#include "table/truth.h"

static char why_bytes[8192], directory[HELP_DIRECTORY], file[128];
static const char *url; // of PostgreSQL; NULL: a file
static struct text why;
static struct random chance;

static struct store *opened(void)
{
    struct store *store = pg_store_open(url ? url : file, PG_PATIENCE, &why);
    if (!store)
        fail_msg("%s", why.at);
    return store;
}

static void empty(struct store *store)
{
    unsigned removed = 1;
    while (removed)
        assert_int_equal(store_sweep(store, INT64_MAX, &removed, &why), STORE_OK);
}

static int fresh(void **state)
{
    why = text_in(why_bytes, sizeof why_bytes);
    help_make_directory(directory);
    snprintf(file, sizeof file, "%s/server.db", directory);
    *state = opened();
    empty(*state);
    return 0;
}

static int done(void **state)
{
    store_close(*state);
    help_remove_directory(directory);
    return 0;
}

// The log of a whole random game.
struct played {
    struct seating seating;
    const struct log *log;
    struct store_meta meta;
};

static struct store_meta new_meta(void)
{
    struct store_meta meta = { .seated = { [SEAT_1] = true, [SEAT_2] = true }, .until = 1000000 };
    randombytes_buf(meta.token[SEAT_1], STORE_TOKEN);
    randombytes_buf(meta.token[SEAT_2], STORE_TOKEN);
    return meta;
}

static struct played play(const struct variant *variant)
{
    struct match match;
    struct played played = { .meta = new_meta() };
    match_start(&match, variant, SEAT_1);
    support_finish(&match, &chance);
    seating_follow(&played.seating, &match);
    played.log = table_log(played.seating.table);
    return played;
}

static struct played play_book(unsigned game)
{
    struct variant variant = support_variant(games[game], "book");
    return play(&variant);
}

static void put_away(struct played *played)
{
    seating_end(&played->seating);
}

// A log with an id of its own.
static struct log named(const struct played *played)
{
    struct log log = *played->log;
    assert_true(commit_new_id(log.header.id));
    return log;
}

static void create(struct store *store, const struct log *log, const struct store_meta *meta)
{
    assert_int_equal(stored_create(store, &log->header, meta, &why), STORE_OK);
}

static enum append append(struct store *store, const struct log *log, unsigned n)
{
    struct stored_item item = { .header = &log->header, .event = &log->events[n - 1] };
    enum store_answer answer = stored_append(store, &item, 1, &why);
    if (answer != STORE_OK)
        fail_msg("%s", why.at);
    return item.fate;
}

static void append_all(struct store *store, const struct log *log)
{
    for (unsigned n = 1; n <= log->count; n++)
        assert_int_equal(append(store, log, n), APPEND_OK);
}

// As what was written: events have members that are not written.
static void print(const struct log_header *header, const struct log_event *event,
                  char bytes[LOG_TEXT_LINE])
{
    struct text line = text_in(bytes, LOG_TEXT_LINE);
    log_text_print_event(header, event, true, &line);
}

static int64_t served_since(struct store *store, int64_t since)
{
    int64_t served;
    assert_int_equal(store_served(store, since, &served, &why), STORE_OK);
    return served;
}

static bool take_time(void *context, const struct log_event *event)
{
    *(int64_t *)context = event->at;
    return true;
}

static void wait_a_little(void)
{
    nanosleep(&(struct timespec){ .tv_nsec = 50000000 }, NULL);
}

// The time in which some node serves is counted once, that in which none does not at all; all of
// it by the clock of the database.
static void time_is_what_some_node_serves(void **state)
{
    struct store *store = *state;
    struct played played = play_book(0);
    struct log log = named(&played);
    char one[COMMIT_ID], two[COMMIT_ID], three[COMMIT_ID];
    int64_t at = 0, now = 0;
    assert_true(commit_new_id(one) && commit_new_id(two) && commit_new_id(three));
    assert_int_equal(store_beat(store, one, &now, &why), STORE_OK);
    wait_a_little();
    create(store, &log, &played.meta);
    assert_int_equal(append(store, &log, 1), APPEND_OK);
    assert_int_equal(stored_read(store, &log.header, 0, take_time, &at, &why), STORE_OK);
    assert_true(at >= now && now > 0);         // by the same clock
    assert_true(served_since(store, at) == 0); // nobody has said so since
    wait_a_little();
    assert_int_equal(store_beat(store, one, &now, &why), STORE_OK);
    int64_t alone = served_since(store, at);
    assert_true(alone >= 49); // the database counts whole milliseconds
    assert_int_equal(store_beat(store, two, &now, &why), STORE_OK); // beside it, from now on
    wait_a_little();
    assert_int_equal(store_beat(store, two, &now, &why), STORE_OK);
    int64_t until = served_since(store, at);
    assert_true(until >= alone + 49);
    assert_int_equal(store_beat(store, one, &now, &why), STORE_OK);
    int64_t both = served_since(store, at);
    assert_true(both >= until);
    wait_a_little(); // both have ended
    assert_int_equal(store_beat(store, three, &now, &why), STORE_OK);
    assert_true(served_since(store, at) == both);
    assert_true(served_since(store, at + both) == 0);
    put_away(&played);
}

struct comparison {
    const struct log *log;
    unsigned next, most;
};

static bool compare(void *context, const struct log_event *event)
{
    struct comparison *comparison = context;
    char written[LOG_TEXT_LINE], read[LOG_TEXT_LINE];
    assert_true(comparison->next <= comparison->log->count);
    print(&comparison->log->header, &comparison->log->events[comparison->next - 1], written);
    print(&comparison->log->header, event, read);
    assert_string_equal(read, written);
    return ++comparison->next <= comparison->most;
}

static void reads_from(struct store *store, const struct log *log, unsigned after, unsigned until)
{
    struct comparison comparison = { .log = log, .next = after + 1, .most = until };
    assert_int_equal(stored_read(store, &log->header, after, compare, &comparison, &why), STORE_OK);
    assert_int_equal(comparison.next, until + 1);
}

static void is_kept(const struct variant *variant, struct random *random)
{
    struct store *store = opened();
    struct played played = play(variant);
    struct log log = named(&played);
    struct log_header header;
    struct store_meta meta;
    char written[LOG_TEXT_LINE] = "", read[LOG_TEXT_LINE] = "";
    struct text lines[2] = { text_in(written, LOG_TEXT_LINE), text_in(read, LOG_TEXT_LINE) };
    create(store, &log, &played.meta);
    append_all(store, &log);
    store_close(store);

    store = opened();
    assert_int_equal(stored_find(store, games, log.header.id, &header, &meta, &why), STORE_OK);
    log_text_print_header(&log.header, &lines[0]);
    log_text_print_header(&header, &lines[1]);
    assert_string_equal(read, written);
    assert_int_equal(meta.version, 1);
    assert_memory_equal(meta.token[SEAT_1], played.meta.token[SEAT_1], 2 * STORE_TOKEN);
    unsigned after = (unsigned)random_below(random, log.count + 1);
    reads_from(store, &log, 0, log.count);
    reads_from(store, &log, after, log.count);
    reads_from(store, &log, 0, 1);
    store_close(store);
    put_away(&played);
}

static void tables_of_all_games_come_back_as_they_were(void **state)
{
    (void)state;
    support_each(2, is_kept);
}

static bool commit(void *context, const struct log_event *event)
{
    return table_take(context, event, 0, &why);
}

static bool add(void *context, const struct log_event *event)
{
    return log_add(context, event, &why);
}

static void a_table_brought_to_life_is_the_same_table(void **state)
{
    struct store *store = *state;
    for (unsigned i = 0; games[i]; i++) {
        struct played played = play_book(i);
        struct log log = *played.log;
        create(store, &log, &played.meta);
        append_all(store, &log);
        struct table *table = table_new(table_setup(played.seating.table), &why);
        assert_non_null(table);
        assert_int_equal(stored_read(store, &log.header, 0, commit, table, &why), STORE_OK);
        assert_int_equal(table_count(table), log.count);
        table_free(table);
        unsigned removed;
        assert_int_equal(store_sweep(store, INT64_MAX, &removed, &why), STORE_OK);
        assert_int_equal(removed, 1);
        put_away(&played);
    }
}

static void what_is_not_there_is_not_found(void **state)
{
    struct store *store = *state;
    struct log_header header;
    struct store_meta meta;
    unsigned char token[STORE_TOKEN] = { 1 }, other[STORE_TOKEN] = { 2 };
    assert_int_equal(stored_find(store, games, "0123456789ab", &header, &meta, &why), STORE_NONE);
    assert_int_equal(store_replace_token(store, "0123456789ab", SEAT_1, token, other, &why),
                     STORE_NONE);
    assert_int_equal(store_set_flags(store, "0123456789ab", STORE_PUBLIC, 0, &why), STORE_NONE);
    assert_int_equal(store_extend(store, "0123456789ab", 5, &why), STORE_NONE);
    struct played played = play_book(0);
    assert_int_equal(append(store, played.log, 1), APPEND_GONE);
    put_away(&played);
    assert_int_equal(why.length, 0);
}

// Of two events with the same number the first counts, and the same one again is as if
// it were the first time: nobody knows what became of a call without an answer.
static void a_number_is_given_once(void **state)
{
    struct store *store = *state, *second = opened();
    struct played played = play_book(0);
    const struct log *log = played.log;
    struct log_event other = log->events[1];
    struct stored_item item = { .header = &log->header, .event = &other };
    other.spent = 77;
    create(store, log, &played.meta);
    assert_int_equal(append(store, log, 1), APPEND_OK);
    assert_int_equal(append(second, log, 1), APPEND_OK);
    assert_int_equal(append(second, log, 2), APPEND_OK);
    assert_int_equal(stored_append(store, &item, 1, &why), STORE_OK);
    assert_int_equal(item.fate, APPEND_CONFLICT);
    assert_int_equal(append(store, log, 2), APPEND_OK);
    assert_int_equal(append(store, log, 4), APPEND_CONFLICT); // event 3 is not there
    reads_from(store, log, 0, 2);
    create(second, log, &played.meta); // again
    put_away(&played);
    store_close(second);
}

static void a_batch_is_judged_row_by_row(void **state)
{
    enum { COUNT = 600, BEATEN = 17, GONE = 333 };
    struct store *store = *state;
    struct played played = play_book(0);
    struct log *logs = calloc(COUNT, sizeof *logs);
    struct stored_item *items = calloc(COUNT, sizeof *items);
    struct log_event other = played.log->events[0];
    other.spent = 5;
    for (unsigned i = 0; i < COUNT; i++) {
        struct store_meta meta = new_meta();
        logs[i] = named(&played);
        items[i] = (struct stored_item){ .header = &logs[i].header, .event = &logs[i].events[0] };
        if (i != GONE)
            create(store, &logs[i], &meta);
    }
    struct stored_item first = { .header = &logs[BEATEN].header, .event = &other };
    assert_int_equal(stored_append(store, &first, 1, &why), STORE_OK);
    assert_int_equal(stored_append(store, items, COUNT, &why), STORE_OK);
    for (unsigned i = 0; i < COUNT; i++)
        assert_int_equal(items[i].fate, i == BEATEN ? APPEND_CONFLICT
                                        : i == GONE ? APPEND_GONE
                                                    : APPEND_OK);
    reads_from(store, &logs[0], 0, 1);
    reads_from(store, &logs[COUNT - 1], 0, 1);
    assert_int_equal(stored_append(store, items, 0, &why), STORE_OK);
    free(logs);
    free(items);
    put_away(&played);
}

static void an_id_and_a_token_are_given_once(void **state)
{
    struct store *store = *state;
    struct played played = play_book(0);
    struct log other = named(&played);
    struct store_meta meta = new_meta();
    create(store, played.log, &played.meta);
    assert_int_equal(stored_create(store, &played.log->header, &meta, &why), STORE_BAD);
    memcpy(meta.token[SEAT_2], played.meta.token[SEAT_2], STORE_TOKEN);
    assert_int_equal(stored_create(store, &other.header, &meta, &why), STORE_BAD);
    assert_non_null(strstr(why.at, "is taken."));
    put_away(&played);
}

// Is this the seat's token?
static bool opens(struct store *store, const unsigned char token[STORE_TOKEN], const char *id,
                  unsigned seat)
{
    struct log_header header;
    struct store_meta meta;
    assert_int_equal(stored_find(store, games, id, &header, &meta, &why), STORE_OK);
    return meta.seated[seat] && memcmp(meta.token[seat], token, STORE_TOKEN) == 0;
}

static void a_token_opens_its_seat_until_it_is_replaced(void **state)
{
    struct store *store = *state;
    struct played played = play_book(0);
    const char *id = played.log->header.id;
    unsigned char new[STORE_TOKEN] = { 9 }, third[STORE_TOKEN] = { 8 };
    const unsigned char *old = played.meta.token[SEAT_2];
    struct log_header header;
    struct store_meta meta;
    create(store, played.log, &played.meta);
    assert_true(opens(store, played.meta.token[SEAT_1], id, SEAT_1));
    assert_true(opens(store, old, id, SEAT_2));
    assert_int_equal(store_replace_token(store, id, SEAT_1, old, new, &why), STORE_NONE);
    assert_int_equal(store_replace_token(store, id, SEAT_2, old, new, &why), STORE_OK);
    assert_int_equal(store_replace_token(store, id, SEAT_2, old, new, &why), STORE_OK); // again
    assert_int_equal(store_replace_token(store, id, SEAT_2, old, third, &why), STORE_NONE);
    assert_false(opens(store, old, id, SEAT_2));
    assert_true(opens(store, new, id, SEAT_2));
    assert_int_equal(stored_find(store, games, id, &header, &meta, &why), STORE_OK);
    assert_int_equal(meta.version, 2);
    put_away(&played);
}

// Who takes a seat says who it is, as long as nothing has happened that is bound to the header.
static void a_seat_is_taken_before_the_first_event(void **state)
{
    struct store *store = *state;
    struct played played = play_book(0);
    const struct log_header *before = &played.log->header;
    struct log_header after = *before, header;
    struct store_meta meta;
    struct stored_item item = { .header = before, .event = &played.log->events[0] };
    unsigned char new[STORE_TOKEN] = { 9 }, third[STORE_TOKEN] = { 8 };
    const unsigned char *old = played.meta.token[SEAT_2];
    snprintf(after.name[SEAT_2], LOG_NAME, "Ferris");
    snprintf(after.player[SEAT_2], LOG_PLAYER, "program");
    create(store, played.log, &played.meta);
    assert_int_equal(stored_take_seat(store, before, &after, SEAT_1, old, new, &why), STORE_NONE);
    assert_int_equal(stored_take_seat(store, &after, &after, SEAT_2, old, new, &why), STORE_NONE);
    assert_int_equal(stored_take_seat(store, before, &after, SEAT_2, old, new, &why), STORE_OK);
    assert_int_equal(stored_take_seat(store, before, &after, SEAT_2, old, new, &why), STORE_OK);
    assert_true(opens(store, new, before->id, SEAT_2));
    assert_int_equal(stored_find(store, games, before->id, &header, &meta, &why), STORE_OK);
    assert_string_equal(header.name[SEAT_2], "Ferris");
    assert_string_equal(header.player[SEAT_2], "program");
    assert_int_equal(meta.version, 2);
    assert_int_equal(stored_append(store, &item, 1, &why), STORE_OK);
    assert_int_equal(stored_take_seat(store, &after, before, SEAT_2, new, third, &why), STORE_NONE);
    put_away(&played);
}

// A seat without a person has no token, and no empty one opens it.
static void a_computer_has_no_token(void **state)
{
    struct store *store = *state;
    struct log_header header;
    struct store_meta meta;
    struct played played = play_book(0);
    for (unsigned i = 0; i < 2; i++) {
        struct log log = named(&played);
        struct store_meta given = new_meta();
        given.seated[SEAT_2] = false;
        create(store, &log, &given);
        assert_int_equal(stored_find(store, games, log.header.id, &header, &meta, &why), STORE_OK);
        assert_true(meta.seated[SEAT_1]);
        assert_false(meta.seated[SEAT_2]);
    }
    put_away(&played);
}

struct counted {
    unsigned count, most;
    int64_t created;
    char id[COMMIT_ID];
    uint32_t events;
};

static bool count_table(void *context, const struct stored_listed *listed)
{
    struct counted *counted = context;
    assert_true(counted->count == 0 || listed->header.created <= counted->created);
    counted->created = listed->header.created;
    counted->events = listed->count;
    memcpy(counted->id, listed->header.id, COMMIT_ID);
    return ++counted->count < counted->most;
}

static unsigned listed(struct store *store, enum store_which which, unsigned most)
{
    struct counted counted = { .most = 1000 };
    assert_int_equal(stored_list(store, games, which, most, count_table, &counted, &why), STORE_OK);
    return counted.count;
}

static void the_lobby_shows_what_is_public_and_open(void **state)
{
    struct store *store = *state;
    struct played played = play_book(0);
    struct log_header header;
    struct store_meta meta;
    struct log logs[4];
    for (unsigned i = 0; i < 4; i++) {
        meta = new_meta();
        logs[i] = named(&played);
        logs[i].header.created = 1000 * ((i * 3) % 4); // 0, 3, 2, 1
        meta.flags = i % 2 ? STORE_PUBLIC : 0;
        create(store, &logs[i], &meta);
    }
    append_all(store, &logs[1]);
    assert_int_equal(listed(store, STORE_ALL, 10), 4);
    assert_int_equal(listed(store, STORE_ALL, 3), 3);
    assert_int_equal(listed(store, STORE_LOBBY, 10), 2);
    struct counted counted = { .most = 1 };
    assert_int_equal(stored_list(store, games, STORE_LOBBY, 10, count_table, &counted, &why),
                     STORE_OK);
    assert_string_equal(counted.id, logs[1].header.id); // the newest
    assert_int_equal(counted.events, logs[1].count);
    assert_int_equal(store_set_flags(store, logs[1].header.id, STORE_CLOSED | 64, 0, &why),
                     STORE_OK);
    assert_int_equal(store_set_flags(store, logs[3].header.id, 0, STORE_PUBLIC, &why), STORE_OK);
    assert_int_equal(listed(store, STORE_LOBBY, 10), 0);
    assert_int_equal(stored_find(store, games, logs[1].header.id, &header, &meta, &why), STORE_OK);
    assert_int_equal(meta.flags, STORE_PUBLIC | STORE_CLOSED | 64); // the others stay
    put_away(&played);
}

static void what_nobody_extends_is_swept_away_with_its_log(void **state)
{
    struct store *store = *state;
    struct played played = play_book(0);
    struct log logs[2] = { named(&played), named(&played) };
    struct store_meta places[2] = { new_meta(), new_meta() };
    struct log_header header;
    struct store_meta meta;
    unsigned removed;
    for (unsigned i = 0; i < 2; i++) {
        create(store, &logs[i], &places[i]);
        append_all(store, &logs[i]);
    }
    assert_int_equal(store_extend(store, logs[1].header.id, 1000001, &why), STORE_OK);
    assert_int_equal(store_sweep(store, 999999, &removed, &why), STORE_OK);
    assert_int_equal(removed, 0);
    assert_int_equal(store_sweep(store, 1000000, &removed, &why), STORE_OK);
    assert_int_equal(removed, 1);
    assert_int_equal(stored_find(store, games, logs[0].header.id, &header, &meta, &why),
                     STORE_NONE);
    struct comparison none = { .log = &logs[0], .next = 1 };
    assert_int_equal(stored_read(store, &logs[0].header, 0, compare, &none, &why), STORE_OK);
    assert_int_equal(none.next, 1);
    reads_from(store, &logs[1], 0, logs[1].count);
    put_away(&played);
}

// So long a table is swept away in pieces: from the first on it is gone for everybody.
static void a_long_table_goes_in_pieces(void **state)
{
    struct store *store = *state;
    enum { LONG = 12000 };
    struct played played = play_book(0);
    struct log log = named(&played);
    struct store_event *events = mem_new(LONG * sizeof *events);
    struct log_header header;
    struct store_meta meta;
    unsigned removed, pieces = 0;
    create(store, &log, &played.meta);
    for (uint32_t i = 0; i < LONG; i++)
        events[i] = (struct store_event){ .id = log.header.id, .n = i + 1, .line = "{}" };
    assert_int_equal(store_save(store, NULL, events, LONG, NULL, 0, false, &why), APPEND_OK);
    assert_int_equal(store_sweep(store, 1000000, &removed, &why), STORE_OK);
    assert_int_equal(removed, 1);
    assert_int_equal(stored_find(store, games, log.header.id, &header, &meta, &why), STORE_NONE);
    assert_int_equal(store_extend(store, log.header.id, 2000000, &why), STORE_NONE);
    struct store_event next = { .id = log.header.id, .n = LONG + 1, .line = "{}" };
    enum append fate;
    assert_int_equal(store_append(store, &next, 1, &fate, &why), STORE_OK);
    assert_int_equal(fate, APPEND_GONE);
    assert_int_equal(listed(store, STORE_ALL, 10), 0);
    while (removed) {
        assert_int_equal(store_sweep(store, 1000000, &removed, &why), STORE_OK);
        pieces += removed;
    }
    assert_int_equal(pieces, 2); // and the row, with what is left
    create(store, &log, &played.meta);
    mem_free(events);
    put_away(&played);
}

// A table of some rounds, as somebody may have left it, of some players who also meet themselves.
static void put_rounds(struct store *store, unsigned number)
{
    static const char *const people[] = { "Ann", "ANN", "Ben", "cleo" };
    static const char *const computers[] = { "computer:easy", "computer:perfect", "program:x" };
    enum { MOST = 3 };
    struct store_round rounds[MOST];
    char home[COMMIT_ID], id[MOST][COMMIT_ID];
    struct store_table table = { .id = home, .header = "{}", .meta.until = INT64_MAX };
    unsigned count = 1 + (unsigned)random_below(&chance, MOST);
    snprintf(home, sizeof home, "%012u", 10 * number);
    for (unsigned i = 0; i < count; i++) {
        snprintf(id[i], sizeof id[i], "%012u", 10 * number + i);
        rounds[i] =
            (struct store_round){ .id = id[i],
                                  .home = home,
                                  .series = id[0],
                                  .game = number % 2 ? "blockade" : "minefield",
                                  .rules = "",
                                  .rounds = MOST,
                                  .created = 1000 * (number % 7), // whatever the order
                                  .standing = { .round = (uint16_t)(i + 1),
                                                .began = i + 1,
                                                .first = (uint8_t)(1 + random_below(&chance, 2)),
                                                .moves = (uint16_t)random_below(&chance, 99),
                                                .winner = (uint8_t)random_below(&chance, 3),
                                                .aided = (uint8_t)random_below(&chance, 8) } };
        for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
            bool person = (number >> seat) % 3 != 0;
            rounds[i].who[seat] = person ? people[(number >> 2) % 4 ^ (seat & number >> 4)]
                                         : computers[(number + seat) % 3];
            rounds[i].name[seat] = "x";
            rounds[i].player[seat] = person ? "human" : "easy";
        }
    }
    enum append fate = store_save(store, &table, NULL, 0, rounds, count, true, &why);
    if (fate == APPEND_CONFLICT) // the table is there: other results
        fate = store_save(store, NULL, NULL, 0, rounds, count, true, &why);
    assert_int_equal(fate, APPEND_OK);
}

static void sums_are_what_a_look_at_all_rounds_gives(void **state)
{
    struct store *store = *state;
    enum { TABLES = 60 };
    for (unsigned i = 0; i < 400; i++) {
        char id[COMMIT_ID];
        unsigned number = 1 + (unsigned)random_below(&chance, TABLES);
        snprintf(id, sizeof id, "%012u", 10 * number);
        if (random_below(&chance, 4))
            put_rounds(store, number);
        else
            assert_true(store_delete(store, id, &why));
        if (i % 40 == 39 || i < 12)
            sums_check(store);
    }
    empty(store);
    sums_check(store);
    unsigned players;
    assert_true(store_players(store, 1, NULL, NULL, &players, &why));
    assert_int_equal(players, 0);
}

struct heard {
    unsigned count;
    char id[COMMIT_ID];
    uint32_t n[4];
};

static void hear(void *context, const char *id, uint32_t n)
{
    struct heard *heard = context;
    assert_true(heard->count < 4);
    memcpy(heard->id, id, COMMIT_ID);
    heard->n[heard->count++] = n;
}

static void who_asks_is_told_what_has_changed(void **state)
{
    struct store *store = *state;
    struct played played = play_book(0);
    struct log logs[3] = { named(&played), named(&played), named(&played) };
    struct store_known known[3];
    for (unsigned i = 0; i < 3; i++) {
        struct store_meta meta = new_meta();
        create(store, &logs[i], &meta);
        append(store, &logs[i], 1);
        known[i] = (struct store_known){ .id = logs[i].header.id, .n = 1, .version = 1 };
    }
    struct heard heard = { 0 };
    assert_int_equal(store_ask(store, known, 3, hear, &heard, &why), STORE_OK);
    assert_int_equal(heard.count, 0);
    append(store, &logs[1], 2);
    append(store, &logs[1], 3);
    assert_int_equal(store_ask(store, known, 3, hear, &heard, &why), STORE_OK);
    assert_int_equal(heard.count, 1);
    assert_string_equal(heard.id, logs[1].header.id);
    assert_int_equal(heard.n[0], 3);
    known[1].n = 3;
    assert_int_equal(store_set_flags(store, known[2].id, STORE_PUBLIC, 0, &why), STORE_OK);
    known[0].id = "0123456789ab"; // swept away
    heard.count = 0;
    assert_int_equal(store_ask(store, known, 3, hear, &heard, &why), STORE_OK);
    assert_int_equal(heard.count, 2);
    assert_int_equal(heard.n[0] + heard.n[1], 0);
    put_away(&played);
}

// The commitments are still bound to the header as it was.
static void a_removed_name_is_gone_and_the_game_still_fits(void **state)
{
    struct store *store = *state;
    struct played played = play_book(1);
    const char *id = played.log->header.id;
    struct log_header header;
    struct store_meta meta;
    unsigned char was[COMMIT_BYTES], is[COMMIT_BYTES];
    create(store, played.log, &played.meta);
    append_all(store, played.log);
    for (unsigned i = 0; i < 2; i++) { // again: as if it were the first time
        assert_int_equal(stored_unname(store, games, id, SEAT_1, &why), STORE_OK);
        assert_int_equal(stored_unname(store, games, id, SEAT_2, &why), STORE_OK);
    }
    assert_int_equal(stored_unname(store, games, "zzzzzzzzzzzz", SEAT_2, &why), STORE_NONE);
    assert_int_equal(stored_find(store, games, id, &header, &meta, &why), STORE_OK);
    assert_string_equal(header.name[SEAT_1], "(removed)");
    assert_string_equal(header.name[SEAT_2], "(removed too)");
    log_hash_header(&played.log->header, was);
    log_hash_header(&header, is);
    assert_memory_equal(is, was, COMMIT_BYTES);
    struct log log = { .header = header };
    assert_int_equal(stored_read(store, &header, 0, add, &log, &why), STORE_OK);
    assert_int_equal(log.count, played.log->count);
    assert_true(rounds_check(&log, &why));
    log_clear(&log);
    put_away(&played);
}

// What another server has kept in a file comes along, in whatever state.
static void a_store_is_copied_into_another(void **state)
{
    enum { COUNT = 300 };
    struct store *store = *state;
    char name[160];
    struct store_copied copied;
    struct played played = play_book(0);
    struct log *logs = calloc(COUNT, sizeof *logs);
    snprintf(name, sizeof name, "%s/other.db", directory);
    struct store *other = store_open(name, STORE_SERVE, &why);
    for (unsigned i = 0; i < COUNT; i++) {
        struct store_meta meta = new_meta();
        logs[i] = named(&played);
        logs[i].count = i % logs[i].count;
        create(other, &logs[i], &meta);
    }
    for (unsigned i = 0; i < 20; i++)
        append_all(other, &logs[i]);
    for (unsigned i = 0; i < 2; i++) { // again: nothing is doubled
        assert_int_equal(store_copy(other, store, &copied, &why), STORE_OK);
        assert_int_equal(copied.tables, COUNT);
        assert_int_equal(copied.damaged, 0);
    }
    assert_int_equal(listed(store, STORE_ALL, 1000), COUNT);
    for (unsigned i = 0; i < 20; i++)
        reads_from(store, &logs[i], 0, logs[i].count);
    // What went on elsewhere meanwhile is not written over.
    struct log_event late = played.log->events[logs[5].count];
    struct stored_item item = { .header = &logs[5].header, .event = &late };
    late.spent = 4;
    assert_int_equal(stored_append(store, &item, 1, &why), STORE_OK);
    logs[5].count++;
    append(other, &logs[5], logs[5].count);
    assert_int_equal(store_copy(other, store, &copied, &why), STORE_BAD);
    assert_non_null(strstr(why.at, logs[5].header.id));
    store_close(other);
    free(logs);
    put_away(&played);
}

static void note_address(void *context, const unsigned char address[STORE_ADDRESS])
{
    struct text *out = context;
    text_add(out, "%u ", address[STORE_ADDRESS - 1]);
}

static void are_blocked(struct store *store, const char *last_bytes)
{
    struct text found = TEXT_OF(1024);
    assert_int_equal(store_list_blocked(store, note_address, &found, &why), STORE_OK);
    assert_string_equal(found.at, last_bytes);
}

static void addresses_are_blocked_until_they_are_let_in(void **state)
{
    struct store *store = *state;
    char name[160];
    struct store_copied copied;
    snprintf(name, sizeof name, "%s/blocks.db", directory);
    struct store *other = store_open(name, STORE_SERVE, &why);
    for (unsigned char last = 3; last > 0; last--)
        for (unsigned again = 0; again < 2; again++) {
            unsigned char address[STORE_ADDRESS] = { [STORE_ADDRESS - 1] = last };
            assert_int_equal(store_block(other, address, true, &why), STORE_OK);
        }
    for (unsigned again = 0; again < 2; again++)
        assert_int_equal(store_block(other,
                                     (unsigned char[STORE_ADDRESS]){ [STORE_ADDRESS - 1] = 2 },
                                     false, &why),
                         STORE_OK);
    are_blocked(other, "1 3 ");
    store_close(other);
    other = store_open(name, STORE_SERVE, &why);
    are_blocked(other, "1 3 ");
    assert_int_equal(store_copy(other, store, &copied, &why), STORE_OK);
    are_blocked(store, "1 3 ");
    store_close(other);
    for (unsigned char last = 1; last <= 3; last += 2)
        assert_int_equal(store_block(store,
                                     (unsigned char[STORE_ADDRESS]){ [STORE_ADDRESS - 1] = last },
                                     false, &why),
                         STORE_OK);
    are_blocked(store, "");
}

static void spoil(const char *name, const char *sql)
{
    sqlite3 *database;
    assert_int_equal(sqlite3_open(name, &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(database);
}

static void what_is_damaged_is_counted_and_left_behind(void **state)
{
    static const char *const damage[] = {
        "UPDATE tables SET header = '{}' WHERE id = (SELECT min(id) FROM tables)",
        "UPDATE events SET line = '{}' WHERE home = (SELECT max(id) FROM tables) AND n = 2",
        "DELETE FROM events WHERE home = (SELECT max(id) FROM tables) AND n = 1",
    };
    struct store *store = *state;
    char name[160];
    struct store_copied copied;
    struct played played = play_book(0);
    snprintf(name, sizeof name, "%s/other.db", directory);
    struct store *other = store_open(name, STORE_SERVE, &why);
    for (unsigned i = 0; i < 4; i++) {
        struct log log = named(&played);
        struct store_meta meta = new_meta();
        create(other, &log, &meta);
        append_all(other, &log);
    }
    for (unsigned i = 0; i < sizeof damage / sizeof *damage; i++) {
        spoil(name, damage[i]);
        empty(store);
        assert_int_equal(store_copy(other, store, &copied, &why), STORE_OK);
        assert_int_equal(copied.damaged, i == 0 ? 1 : 2);
        assert_int_equal(copied.tables, i == 0 ? 3 : 2);
        assert_int_equal(listed(store, STORE_ALL, 10), copied.tables);
    }
    store_close(other);
    put_away(&played);
}

// A database that fails in the middle: every call says so.

static bool is_told(void *context, const struct log_event *event)
{
    (void)context, (void)event;
    fail_msg("something was read");
    return false;
}

static void is_blocked(void *context, const unsigned char address[STORE_ADDRESS])
{
    (void)context, (void)address;
    fail_msg("somebody is blocked");
}

static void answers(enum store_answer expected, enum store_answer answer, const char *call)
{
    if (answer != expected || (why.length == 0) != (expected == STORE_OK))
        fail_msg("%s answers %u: %s", call, answer, why.at);
    text_clear(&why);
}

static void every_call_answers(struct store *store, const struct played *played,
                               enum store_answer expected)
{
    const struct log_header *header = &played->log->header;
    const unsigned char *token = played->meta.token[SEAT_1];
    struct stored_item item = { .header = header, .event = &played->log->events[0] };
    struct store_known known = { .id = header->id };
    struct store_copied copied;
    struct heard heard = { 0 };
    struct counted counted = { .most = 9 };
    const unsigned char address[STORE_ADDRESS] = { 1 };
    struct log_header found;
    struct store_meta meta;
    unsigned removed;
#define ANSWERS(call) answers(expected, call, #call)
    ANSWERS(stored_create(store, header, &played->meta, &why));
    ANSWERS(stored_find(store, games, header->id, &found, &meta, &why));
    ANSWERS(stored_read(store, header, 0, is_told, NULL, &why));
    ANSWERS(stored_append(store, &item, 1, &why));
    item.event = &played->log->events[1];
    ANSWERS(stored_append(store, &item, 1, &why));
    ANSWERS(store_replace_token(store, header->id, SEAT_1, token, token, &why));
    ANSWERS(stored_take_seat(store, header, header, SEAT_1, token, token, &why));
    ANSWERS(store_set_flags(store, header->id, 1, 0, &why));
    ANSWERS(store_extend(store, header->id, 5, &why));
    ANSWERS(stored_unname(store, games, header->id, SEAT_1, &why));
    ANSWERS(store_sweep(store, 0, &removed, &why));
    ANSWERS(stored_list(store, games, STORE_ALL, 9, count_table, &counted, &why));
    ANSWERS(stored_list(store, games, STORE_LOBBY, 9, count_table, &counted, &why));
    ANSWERS(store_ask(store, &known, 1, hear, &heard, &why));
    ANSWERS(store_block(store, address, true, &why));
    ANSWERS(store_list_blocked(store, is_blocked, NULL, &why));
    ANSWERS(store_copy(store, store, &copied, &why));
    assert_int_equal(heard.count + counted.count, 0);
}

static void drop_tables(void)
{
    if (!url) {
        spoil(file, "DROP TABLE events; DROP TABLE tables; DROP TABLE blocked");
        return;
    }
    cluster_execute("set client_min_messages = warning; drop schema causeway cascade");
}

// Whether a call is the first of its kind or not.
static void a_database_whose_tables_are_gone_is_bad(void **state)
{
    struct store *store = *state, *used = opened();
    struct played played = play_book(0);
    struct log_header header;
    struct store_meta meta;
    create(used, played.log, &played.meta);
    append_all(used, played.log);
    reads_from(used, played.log, 0, played.log->count);
    assert_int_equal(stored_find(used, games, played.log->header.id, &header, &meta, &why),
                     STORE_OK);
    assert_int_equal(listed(used, STORE_ALL, 9), 1);
    drop_tables();
    every_call_answers(store, &played, STORE_BAD);
    every_call_answers(used, &played, STORE_BAD);
    put_away(&played);
    store_close(used);
}

// PostgreSQL's alone: a file does not go away.
static void a_database_that_is_gone_is_lost(void **state)
{
    struct store *store = *state;
    struct played played = play_book(0);
    struct heard heard = { 0 };
    if (url) {
        assert_int_equal(system("\"$CAUSEWAY_CLUSTER_TOOL\" crash"), 0);
        every_call_answers(store, &played, STORE_RETRY);
        assert_null(pg_store_open(url, PG_PATIENCE, &why));
        assert_true(why.length > 0);
        assert_int_equal(system("\"$CAUSEWAY_CLUSTER_TOOL\" start"), 0);
        text_clear(&why);
    } else {
        assert_int_equal(store_hear(store, hear, &heard, &why), STORE_OK);
        assert_int_equal(store_descriptor(store), -1);
        assert_int_equal(heard.count, 0);
    }
    put_away(&played);
}

// In the torture build each allocation fails in turn; elsewhere none does.
static void short_of_memory_nothing_is_asked(void **state)
{
    struct store *store = *state, *other = NULL;
    struct played played = play_book(0);
    struct store_known known = { .id = played.log->header.id, .version = 1 };
    struct stored_item item = { .header = &played.log->header, .event = &played.log->events[0] };
    struct heard heard = { 0 };
    create(store, played.log, &played.meta);
    for (long allocations = 0; !other; allocations++) {
        text_clear(&why);
        mem_fail_after(allocations);
        other = pg_store_open(url ? url : file, PG_PATIENCE, &why);
        mem_fail_after(-1);
        assert_int_equal(other == NULL, why.length > 0);
    }
    for (unsigned what = 0; what < 2; what++) {
        enum store_answer answer = STORE_RETRY;
        for (long allocations = 0; answer == STORE_RETRY; allocations++) {
            text_clear(&why);
            mem_fail_after(allocations);
            answer = what ? stored_append(other, &item, 1, &why)
                          : store_ask(other, &known, 1, hear, &heard, &why);
            mem_fail_after(-1);
            assert_int_equal(answer == STORE_OK, why.length == 0);
        }
        assert_int_equal(answer, STORE_OK);
    }
    reads_from(store, played.log, 0, 1);
    store_close(other);
    put_away(&played);
}

// In the torture build the n-th allocation fails; elsewhere nothing does.
static void short_of_memory_nothing_is_half_done(void **state)
{
    struct store *store = *state;
    char name[160];
    struct played played = play_book(0);
    snprintf(name, sizeof name, "%s/other.db", directory);
    struct store *other = store_open(name, STORE_SERVE, &why);
    create(other, played.log, &played.meta);
    append_all(other, played.log);
    enum store_answer answer = STORE_BAD;
    for (long allocations = 0; answer != STORE_OK && allocations < 1000; allocations++) {
        struct store_copied copied;
        text_clear(&why);
        mem_fail_after(allocations);
        answer = store_copy(other, store, &copied, &why);
        mem_fail_after(-1);
        if (answer == STORE_OK && copied.damaged)
            answer = STORE_BAD; // it could not be read, and is left where it is
        else
            assert_int_equal(answer == STORE_OK, why.length == 0);
    }
    assert_int_equal(answer, STORE_OK);
    text_clear(&why);
    reads_from(store, played.log, 0, played.log->count);
    store_close(other);
    put_away(&played);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(tables_of_all_games_come_back_as_they_were, fresh, done),
        cmocka_unit_test_setup_teardown(a_table_brought_to_life_is_the_same_table, fresh, done),
        cmocka_unit_test_setup_teardown(what_is_not_there_is_not_found, fresh, done),
        cmocka_unit_test_setup_teardown(a_number_is_given_once, fresh, done),
        cmocka_unit_test_setup_teardown(a_batch_is_judged_row_by_row, fresh, done),
        cmocka_unit_test_setup_teardown(an_id_and_a_token_are_given_once, fresh, done),
        cmocka_unit_test_setup_teardown(a_token_opens_its_seat_until_it_is_replaced, fresh, done),
        cmocka_unit_test_setup_teardown(a_seat_is_taken_before_the_first_event, fresh, done),
        cmocka_unit_test_setup_teardown(a_computer_has_no_token, fresh, done),
        cmocka_unit_test_setup_teardown(the_lobby_shows_what_is_public_and_open, fresh, done),
        cmocka_unit_test_setup_teardown(what_nobody_extends_is_swept_away_with_its_log, fresh,
                                        done),
        cmocka_unit_test_setup_teardown(a_long_table_goes_in_pieces, fresh, done),
        cmocka_unit_test_setup_teardown(sums_are_what_a_look_at_all_rounds_gives, fresh, done),
        cmocka_unit_test_setup_teardown(who_asks_is_told_what_has_changed, fresh, done),
        cmocka_unit_test_setup_teardown(a_removed_name_is_gone_and_the_game_still_fits, fresh,
                                        done),
        cmocka_unit_test_setup_teardown(a_store_is_copied_into_another, fresh, done),
        cmocka_unit_test_setup_teardown(addresses_are_blocked_until_they_are_let_in, fresh, done),
        cmocka_unit_test_setup_teardown(what_is_damaged_is_counted_and_left_behind, fresh, done),
        cmocka_unit_test_setup_teardown(short_of_memory_nothing_is_half_done, fresh, done),
        cmocka_unit_test_setup_teardown(short_of_memory_nothing_is_asked, fresh, done),
        cmocka_unit_test_setup_teardown(time_is_what_some_node_serves, fresh, done),
        cmocka_unit_test_setup_teardown(a_database_that_is_gone_is_lost, fresh, done),
        cmocka_unit_test_setup_teardown(a_database_whose_tables_are_gone_is_bad, fresh, done),
    };
    url = cluster_url();
    chance = random_seeded(support_seed(1));
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
