// SPDX-License-Identifier: GPL-3.0-or-later
// The table: two steps, one log, equal streams, and every policy. Nothing here knows a
// front, a store or a real clock.
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/memory.h"
#include "record/log_text.h"
#include "record/round.h"
#include "record/verify.h"
#include "far_seat.h"
#include "support.h"
#include "table/json.h"
#include "table/seat.h"
#include "table/table.h"
#include "table/truth.h"

// A table with the time and the chance that a test gives it.
struct sitting {
    struct table *table;
    struct random random;
    int64_t now;
};

static struct table_setup set_up(const struct game *game, const char *rules)
{
    struct table_setup setup = table_usual(game);
    setup.header.variant = support_variant(game, rules);
    strcpy(setup.header.id, "0123456789ab");
    setup.header.created = 1700000000000;
    return setup;
}

static void open_table(struct sitting *sitting, const struct table_setup *setup, uint64_t seed)
{
    struct text why = support_text();
    *sitting = (struct sitting){ .table = table_new(setup, &why), .random = random_seeded(seed) };
    assert_non_null(sitting->table);
}

static void sit_down(struct sitting *sitting, const struct game *game, const char *rules)
{
    struct table_setup setup = set_up(game, rules);
    open_table(sitting, &setup, 1);
}

static struct table_means means_of(struct sitting *sitting)
{
    struct table_means means = { .now = sitting->now, .chance = &sitting->random };
    memset(means.nonce, (int)table_count(sitting->table) + 1, sizeof means.nonce);
    return means;
}

// Proposes, and lets it happen if it can.
static struct news act(struct sitting *sitting, const struct act *act)
{
    struct table_means means = means_of(sitting);
    struct log_event event;
    struct news reply;
    struct text why = support_text();
    if (table_propose(sitting->table, act, &means, &event, &reply) == TABLE_EVENT &&
        !table_commit(sitting->table, &event, sitting->now, &why))
        fail_msg("what was proposed does not fit: %s", why.at);
    return reply;
}

static struct news do_as(struct sitting *sitting, unsigned seat, enum act_kind kind)
{
    struct act wanted = { .kind = (uint8_t)kind, .seat = (uint8_t)seat };
    return act(sitting, &wanted);
}

// Fulfils what needs neither people nor computers.
static void go_on(struct sitting *sitting)
{
    for (;;) {
        struct table_wish wish = table_wish(sitting->table);
        if (wish.kind == TABLE_WANTS_ROUND)
            do_as(sitting, SEAT_NOBODY, ACT_BEGIN);
        else if (wish.kind == TABLE_WANTS_DEAL)
            do_as(sitting, SEAT_NOBODY, ACT_DEAL);
        else
            return;
    }
}

static struct move move_of(const struct sitting *sitting, const char *text)
{
    struct text why = support_text();
    struct move move;
    const struct game *game = table_setup(sitting->table)->header.variant.game;
    assert_true(move_parse(game, text, &move, &why));
    return move;
}

static struct news try_move(struct sitting *sitting, unsigned seat, const char *text, uint32_t n)
{
    struct act wanted = {
        .kind = ACT_MOVE, .seat = (uint8_t)seat, .n = n, .move = move_of(sitting, text)
    };
    return act(sitting, &wanted);
}

static void play(struct sitting *sitting, unsigned seat, const char *text)
{
    assert_int_equal(try_move(sitting, seat, text, 0).kind, NEWS_DONE);
    go_on(sitting);
}

static struct stage stage_of(const struct sitting *sitting, unsigned viewer)
{
    struct stage stage;
    table_stage(sitting->table, viewer, sitting->now, &stage);
    return stage;
}

static void get_up(struct sitting *sitting)
{
    table_free(sitting->table);
}

// Everything that a viewer is told, as lines.
static void print_parts(const struct stage *stage, const struct game *game, struct text *out)
{
    json_write_hello(stage, game, out);
    text_add(out, "\n");
    json_write_state(stage, game, out);
    text_add(out, "\n");
    json_write_turn(stage, game, out);
    text_add(out, "\n");
}

static void print_stage(const struct sitting *sitting, unsigned viewer, struct text *out)
{
    struct stage stage = stage_of(sitting, viewer);
    print_parts(&stage, table_setup(sitting->table)->header.variant.game, out);
}

static void print_news(const struct sitting *sitting, unsigned viewer, uint32_t n, struct text *out)
{
    struct news news;
    assert_true(table_news(sitting->table, viewer, n, &news));
    json_write_news(&news, table_setup(sitting->table)->header.variant.game, out);
    text_add(out, "\n");
}

enum { STREAM = 4 << 20 };

// All news of all viewers, and their stages at the end.
static void print_streams(const struct sitting *sitting, struct text *out)
{
    for (unsigned viewer = SEAT_NOBODY; viewer <= SEAT_2; viewer++) {
        for (uint32_t n = 1; n <= table_count(sitting->table); n++)
            print_news(sitting, viewer, n, out);
        print_stage(sitting, viewer, out);
    }
    assert_false(out->cut);
}

// Somebody does something, sensible or not.
static void act_at_random(struct sitting *sitting)
{
    struct random *random = &sitting->random;
    unsigned mover = stage_of(sitting, SEAT_NOBODY).mover;
    struct act wanted = { .kind = (uint8_t)random_below(random, ACT_FORFEIT + 1),
                          .seat = (uint8_t)(SEAT_1 + random_below(random, 2)),
                          .swap = random_below(random, 2),
                          .cause = (uint8_t)random_below(random, LOG_CAUSES) };
    sitting->now += (int64_t)random_below(random, 3000);
    if (mover && random_below(random, 8)) {
        struct view view = table_view(sitting->table, mover);
        wanted.kind = ACT_MOVE;
        wanted.seat = (uint8_t)mover;
        wanted.move = view_draw(&table_setup(sitting->table)->header.variant, &view, random);
    }
    act(sitting, &wanted);
    go_on(sitting);
}

static struct table_setup draw_setup(const struct variant *variant, struct random *random)
{
    struct table_setup setup = table_usual(variant->game);
    setup.header.variant = *variant;
    strcpy(setup.header.id, "0123456789ab");
    setup.header.rounds = (uint16_t)(1 + random_below(random, 3));
    setup.header.undo = (uint8_t)random_below(random, 3);
    setup.header.rematch = (uint8_t)random_below(random, 3);
    setup.header.clock.base = random_below(random, 2) ? 20000 : 0;
    setup.header.clock.increment = setup.header.clock.base ? 500 : 0;
    setup.shared = random_below(random, 2);
    if (random_below(random, 3) == 0) {
        setup.header.first = SEAT_NOBODY;
        setup.header.toss = LOG_RANDOM;
    }
    return setup;
}

static void play_at_random(struct sitting *sitting, const struct table_setup *setup, uint64_t seed,
                           unsigned acts)
{
    open_table(sitting, setup, seed);
    go_on(sitting);
    for (unsigned i = 0; i < acts; i++)
        act_at_random(sitting);
}

// Two steps.

static void a_proposal_changes_nothing_and_a_drop_leaves_no_trace(void **state)
{
    (void)state;
    char *before_bytes = malloc(STREAM), *after_bytes = malloc(STREAM);
    struct text before = text_in(before_bytes, STREAM), after = text_in(after_bytes, STREAM);
    struct sitting sitting;
    sit_down(&sitting, &game_number_mines, "book");
    go_on(&sitting);
    print_streams(&sitting, &before);
    for (unsigned kind = 0; kind < ACT_KINDS; kind++) {
        struct act wanted = { .kind = (uint8_t)kind,
                              .seat = SEAT_1,
                              .move = move_of(&sitting, "mine 5 9 14") };
        struct table_means means = means_of(&sitting);
        struct log_event event, nothing = { 0 };
        struct news reply;
        table_propose(sitting.table, &wanted, &means, &event, &reply);
        table_drop(&event);
        memset(&nothing, 0, sizeof nothing);
        assert_memory_equal(&event, &nothing, sizeof event);
    }
    print_streams(&sitting, &after);
    assert_string_equal(before_bytes, after_bytes);
    play(&sitting, SEAT_1, "mine 5 9 14");
    get_up(&sitting);
    free(before_bytes);
    free(after_bytes);
}

static struct log_event spoiled(struct log_event event, unsigned fault)
{
    switch (fault) {
    case 0:
        event.n++;
        break;
    case 1:
        event.seat = SEAT_2;
        break;
    case 2:
        event.outcome = (uint8_t)outcome_find(&game_number_mines, "safe");
        break;
    case 3:
        event.move.set ^= cell(3) | cell(4);
        break;
    case 4:
        event.seal.commitment[0] ^= 1;
        break;
    default:
        event.kind = LOG_KINDS;
    }
    return event;
}

static void what_does_not_fit_is_not_committed(void **state)
{
    (void)state;
    struct sitting sitting;
    struct log_event event, wrong;
    struct news reply;
    sit_down(&sitting, &game_trap_runner, "book");
    go_on(&sitting);
    struct act wanted = { .kind = ACT_MOVE,
                          .seat = SEAT_1,
                          .move = move_of(&sitting, "trap 3 6 8") };
    struct table_means means = means_of(&sitting);
    assert_int_equal(table_propose(sitting.table, &wanted, &means, &event, &reply), TABLE_EVENT);
    for (unsigned fault = 0; fault < 6; fault++) {
        struct text why = support_text();
        wrong = spoiled(event, fault);
        assert_false(table_take(sitting.table, &wrong, 0, &why));
        assert_true(why.length > 0);
        assert_int_equal(table_count(sitting.table), 1);
    }
    struct text why = support_text();
    assert_true(table_commit(sitting.table, &event, 0, &why));
    assert_false(table_commit(sitting.table, &event, 0, &why));
    get_up(&sitting);
}

static void write_all(int to, const void *bytes, size_t size)
{
    for (const char *at = bytes; size;) {
        ssize_t written = write(to, at, size);
        assert_true(written > 0);
        at += written;
        size -= (size_t)written;
    }
}

static bool read_all(int from, void *bytes, size_t size)
{
    for (char *at = bytes; size;) {
        ssize_t got = read(from, at, size);
        if (got <= 0)
            return false;
        at += got;
        size -= (size_t)got;
    }
    return true;
}

// In another process: a table that knows nothing but the events.
static void follow(const struct table_setup *setup, int from, int to, int64_t now)
{
    char *bytes = malloc(STREAM);
    struct text out = text_in(bytes, STREAM), why = support_text();
    struct sitting other = { .table = table_new(setup, &why), .now = now };
    struct log_event event;
    while (read_all(from, &event, sizeof event))
        if (!table_take(other.table, &event, now, &why))
            _exit(1);
    print_streams(&other, &out);
    write_all(to, bytes, out.length + 1);
    _exit(0);
}

static void equal_events_give_equal_streams(const struct variant *variant, struct random *random)
{
    struct table_setup setup = draw_setup(variant, random);
    struct sitting sitting;
    int there[2], back[2], status;
    play_at_random(&sitting, &setup, random_below(random, UINT64_MAX), 40);
    // The clocks of both show the same time since the last event.
    struct table_means none = { .now = sitting.now };
    (void)none;
    assert_int_equal(pipe(there), 0);
    assert_int_equal(pipe(back), 0);
    pid_t child = fork();
    if (child == 0) {
        close(there[1]);
        follow(&setup, there[0], back[1], sitting.now);
    }
    close(there[0]);
    close(back[1]);
    const struct log *log = table_log(sitting.table);
    char *mine_bytes = malloc(STREAM), *theirs = malloc(STREAM);
    for (unsigned i = 0; i < log->count; i++)
        write_all(there[1], &log->events[i], sizeof log->events[i]);
    close(there[1]);
    struct sitting again = { .now = sitting.now };
    struct text why = support_text(), mine = text_in(mine_bytes, STREAM);
    again.table = table_new(&setup, &why);
    for (unsigned i = 0; i < log->count; i++)
        assert_true(table_take(again.table, &log->events[i], again.now, &why));
    print_streams(&again, &mine);
    assert_true(read_all(back[0], theirs, mine.length + 1));
    assert_string_equal(mine_bytes, theirs);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    close(back[0]);
    get_up(&again);
    get_up(&sitting);
    free(mine_bytes);
    free(theirs);
}

static void two_processes_tell_the_same(void **state)
{
    (void)state;
    support_each(2, equal_events_give_equal_streams);
}

// As told when it happened, whatever is opened later.
static void what_was_told_stays_told(void **state)
{
    (void)state;
    struct sitting sitting;
    sit_down(&sitting, &game_trap_runner, "book");
    go_on(&sitting);
    play(&sitting, SEAT_1, "trap 3 6 8");
    struct text before = support_text(), after = support_text();
    print_news(&sitting, SEAT_2, 2, &before);
    assert_null(strstr(before.at, "3 6 8"));
    do_as(&sitting, SEAT_2, ACT_RESIGN);
    print_news(&sitting, SEAT_2, 2, &after);
    assert_string_equal(before.at, after.at);
    struct stage stage = stage_of(&sitting, SEAT_2);
    assert_int_equal(stage.moves[0].move.set, cell(3) | cell(6) | cell(8));
    get_up(&sitting);
}

static void a_thousand_tables_do_not_disturb_each_other(void **state)
{
    (void)state;
    enum { TABLES = 1000 };
    struct sitting *sitting = malloc(TABLES * sizeof *sitting);
    struct table_setup setup[5];
    unsigned games_count = 0;
    char *one = malloc(STREAM), *other = malloc(STREAM);
    for (; games[games_count] && games_count < 5; games_count++)
        setup[games_count] = set_up(games[games_count], "book");
    for (unsigned i = 0; i < TABLES; i++)
        open_table(&sitting[i], &setup[i % games_count], i / games_count % 7);
    for (unsigned turn = 0; turn < 12; turn++)
        for (unsigned i = 0; i < TABLES; i++) {
            go_on(&sitting[i]);
            act_at_random(&sitting[i]);
        }
    for (unsigned i = 7 * games_count; i < TABLES; i++) {
        struct text mine = text_in(one, STREAM), twin = text_in(other, STREAM);
        print_streams(&sitting[i], &mine);
        print_streams(&sitting[i % (7 * games_count)], &twin);
        assert_string_equal(one, other);
    }
    for (unsigned i = 0; i < TABLES; i++)
        get_up(&sitting[i]);
    free(sitting);
    free(one);
    free(other);
}

// JSON.

static void reread_stage(const struct stage *stage, const struct game *game)
{
    static void (*const write_part[])(const struct stage *, const struct game *,
                                      struct text *) = { json_write_hello, json_write_state,
                                                         json_write_turn };
    static const enum json_message message[] = { JSON_HELLO, JSON_STATE, JSON_TURN };
    static char line[JSON_LINE];
    const struct game *found = NULL;
    static struct stage read;
    static struct news unused;
    for (unsigned i = 0; i < 3; i++) {
        struct text out = text_in(line, sizeof line), why = support_text();
        write_part[i](stage, game, &out);
        assert_int_equal(json_read(games, line, out.length, &found, &read, &unused, &why),
                         message[i]);
    }
    assert_memory_equal(&read, stage, sizeof read);
}

static void reread_news(const struct news *news, const struct game *game)
{
    static char line[JSON_LINE];
    static struct stage unused;
    static struct news read;
    struct text out = text_in(line, sizeof line), why = support_text();
    json_write_news(news, game, &out);
    assert_int_equal(json_read(games, line, out.length, &game, &unused, &read, &why), JSON_NEWS);
    assert_memory_equal(&read, news, sizeof read);
}

static void messages_are_read_back(const struct variant *variant, struct random *random)
{
    struct table_setup setup = draw_setup(variant, random);
    struct sitting sitting;
    open_table(&sitting, &setup, random_below(random, UINT64_MAX));
    for (unsigned i = 0; i < 40; i++) {
        for (unsigned viewer = SEAT_NOBODY; viewer <= SEAT_2; viewer++) {
            struct stage stage = stage_of(&sitting, viewer);
            struct news news;
            reread_stage(&stage, variant->game);
            if (table_news(sitting.table, viewer, table_count(sitting.table), &news))
                reread_news(&news, variant->game);
        }
        go_on(&sitting);
        act_at_random(&sitting);
    }
    get_up(&sitting);
}

static void stages_and_news_are_read_back_as_they_were(void **state)
{
    (void)state;
    support_each(3, messages_are_read_back);
}

static void answers_are_read_back_as_they_were(void **state)
{
    (void)state;
    for (unsigned kind = NEWS_DONE; kind < NEWS_KINDS; kind++) {
        struct news news = news_refusal(SEAT_2, 7, 0, "");
        news.kind = (uint8_t)kind;
        if (kind == NEWS_REFUSED)
            news.code = NEWS_STALE;
        if (kind == NEWS_MAY || kind == NEWS_AWAY)
            news.allowed = true;
        if (kind == NEWS_AWAY)
            news.seat = SEAT_1;
        else if (kind != NEWS_DONE)
            strcpy(news.words, "Two \"lines\"\nwith a \\ and \xc3\xa9.\n");
        if (kind == NEWS_HINT) {
            news.row_count = 2;
            news.row_total = 40;
            news.rows[1].move.set = cell(4);
            news.rows[1].move.verb = 2;
            news.rows[1].share = 667;
            news.rows[0].best = true;
            strcpy(news.rows[0].chance, "2/3");
        }
        reread_news(&news, &game_minefield);
    }
}

static void acts_are_read_back_as_they_were(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < ACT_KINDS; kind++) {
        char line[JSON_ACT_LINE];
        struct text out = text_in(line, sizeof line), why = support_text();
        struct act written, read;
        memset(&written, 0, sizeof written);
        written.kind = (uint8_t)kind;
        written.seat = SEAT_2;
        written.n = 12;
        written.sure = kind == ACT_MOVE;
        written.swap = kind == ACT_READY;
        if (kind == ACT_MOVE || kind == ACT_MAY) {
            written.move.verb = 2;
            written.move.set = cell(7);
        }
        if (kind == ACT_OPEN || kind == ACT_COMMIT)
            written.draw = LOG_DRAWS_DEAL;
        if (kind == ACT_OPEN)
            memset(written.seal.nonce, 0xa5, COMMIT_BYTES);
        if (kind == ACT_COMMIT)
            memset(written.seal.commitment, 0x5a, COMMIT_BYTES);
        if (kind == ACT_OPEN || kind == ACT_HELLO)
            strcpy(written.word, "a word");
        if (kind == ACT_HELLO)
            strcpy(written.more, "1.2");
        if (kind == ACT_FORFEIT) {
            written.cause = LOG_GONE;
            strcpy(written.word, "ended with status 3");
            strcpy(written.line, "{\"type\":");
        }
        json_write_act(&written, &game_minefield, &out);
        bool ours = kind == ACT_BEGIN || kind == ACT_DEAL || kind == ACT_FLAG ||
                    kind == ACT_FULL; // nobody sends these
        assert_int_equal(json_read_act(&game_minefield, line, out.length, &read, &why), !ours);
        if (!ours)
            assert_memory_equal(&read, &written, sizeof read);
    }
}

static void what_is_no_message_is_refused(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "",
        "{",
        "[]",
        "7",
        "{}",
        "{\"type\":\"dance\"}",
        "{\"type\":7}",
        "{\"type\":\"move\"}",
        "{\"type\":\"move\",\"move\":\"fly 3\"}",
        "{\"type\":\"move\",\"move\":3}",
        "{\"type\":\"move\",\"move\":\"scan 99\"}",
        "{\"type\":\"begin\"}",
        "{\"type\":\"deal\"}",
        "{\"type\":\"undo\",\"n\":-1}",
        "{\"type\":\"undo\",\"n\":1.5}",
        "{\"type\":\"undo\",\"seat\":3}",
        "{\"type\":\"undo\",\"n\":99999999999999999999}",
        "{\"type\":\"ready\",\"swap\":1}",
        "{\"type\":\"open\",\"draw\":\"deal\",\"nonce\":\"0\"}",
        "{\"type\":\"undo\",\"type\":\"undo\"}",
        "{\"type\":\"hello\",\"name\":\"a\\u0007\"}",
        "{\"type\":\"hello\",\"name\":\"0123456789012345678901234567890123\"}",
    };
    for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct text why = support_text();
        struct act read;
        assert_false(json_read_act(&game_minefield, lines[i], strlen(lines[i]), &read, &why));
        assert_true(why.length > 0);
    }
    struct text why = support_text();
    struct act read;
    static const char more[] = "{\"type\":\"undo\",\"colour\":\"red\",\"n\":3}";
    assert_true(json_read_act(&game_minefield, more, strlen(more), &read, &why));
}

// A stage that is changed on its way is refused or is another stage; nothing is overrun.
static void damaged_messages_do_no_harm(void **state)
{
    (void)state;
    static char line[JSON_LINE], damaged[JSON_LINE];
    struct random random = random_seeded(5);
    struct sitting sitting;
    static struct stage read;
    static struct news news;
    sit_down(&sitting, &game_number_mines, "book");
    go_on(&sitting);
    play(&sitting, SEAT_1, "mine 5 9 14");
    struct stage stage = stage_of(&sitting, SEAT_2);
    for (unsigned i = 0; i < 3000; i++) {
        struct text out = text_in(line, sizeof line), why = support_text();
        const struct game *game = i % 3 ? &game_number_mines : NULL;
        if (i % 3 == 0)
            json_write_hello(&stage, &game_number_mines, &out);
        else if (i % 3 == 1)
            json_write_state(&stage, &game_number_mines, &out);
        else
            json_write_turn(&stage, &game_number_mines, &out);
        memcpy(damaged, line, out.length + 1);
        for (unsigned j = 0; j < 3; j++)
            damaged[random_below(&random, out.length)] =
                "0123456789-[]{},\"\\x"[random_below(&random, 19)];
        json_read(games, damaged, out.length, &game, &read, &news, &why);
    }
    get_up(&sitting);
}

// Records of version 2.

struct written {
    char *bytes;
    size_t length;
};

static bool gather(void *to, const char *line, size_t length)
{
    struct written *written = to;
    memcpy(written->bytes + written->length, line, length);
    written->length += length;
    return true;
}

static void copy_log(const struct log *from, struct log *to)
{
    struct text why = support_text();
    *to = (struct log){ .header = from->header };
    for (unsigned i = 0; i < from->count; i++)
        assert_true(log_add(to, &from->events[i], &why));
}

// The same as `as` knows it: what others have hidden is not opened.
static void check_read(const struct log *log, unsigned as, const struct written *written)
{
    struct log read;
    unsigned read_as;
    struct text why = support_text();
    if (!log_text_read(games, written->bytes, written->length, &read, &read_as, &why))
        fail_msg("%s", why.at);
    assert_int_equal(read_as, as);
    assert_int_equal(read.count, log->count);
    assert_memory_equal(&read.header, &log->header, sizeof read.header);
    for (unsigned i = 0; i < read.count; i++) {
        const struct log_event *event = &log->events[i];
        bool known = as == AS_ALL || event->seat == as || !log_is_hidden(&log->header, event);
        assert_int_equal(read.events[i].move.set, known ? event->move.set : 0);
        if (known)
            assert_memory_equal(&read.events[i], event, sizeof *event);
    }
    for (uint32_t began = round_next(&read, 0); began; began = round_next(&read, began)) {
        struct round round;
        struct verify_findings findings;
        assert_true(round_find(&read, began, as, &round, &why));
        if (!verify_round(&round, &findings, &why))
            fail_msg("%s", why.at);
    }
    log_clear(&read);
}

static void check_damage(struct written *written, struct random *random)
{
    for (unsigned i = 0; i < 20; i++) {
        size_t at = (size_t)random_below(random, written->length);
        char was = written->bytes[at];
        struct log read;
        unsigned as;
        struct text why = support_text();
        written->bytes[at] ^= (char)(1 + random_below(random, 127));
        assert_false(log_text_read(games, written->bytes, written->length, &read, &as, &why));
        assert_true(why.length > 0);
        log_clear(&read);
        written->bytes[at] = was;
    }
}

static void logs_are_read_back(const struct variant *variant, struct random *random)
{
    struct table_setup setup = draw_setup(variant, random);
    struct sitting sitting;
    struct log log;
    struct text why = support_text();
    struct written written = { .bytes = malloc(STREAM) };
    play_at_random(&sitting, &setup, random_below(random, UINT64_MAX), 60);
    copy_log(table_log(sitting.table), &log);
    assert_true(rounds_check(&log, &why));
    assert_true(rounds_settle(&log, &why));
    for (unsigned as = AS_WATCH; as <= AS_ALL; as++) {
        if (as == SEAT_CHANCE)
            continue;
        written.length = 0;
        text_clear(&why);
        if (!log_text_write(&log, as, gather, &written, &why)) {
            assert_int_equal(as, AS_ALL); // something is still hidden
            assert_non_null(strstr(why.at, "is not over"));
            continue;
        }
        check_read(&log, as, &written);
        check_damage(&written, random);
    }
    free(written.bytes);
    log_clear(&log);
    get_up(&sitting);
}

static void records_of_tables_are_read_back_as_they_were(void **state)
{
    (void)state;
    support_each(2, logs_are_read_back);
}

// Whoever changes what was agreed has other commitments.
static void the_header_is_in_every_commitment(void **state)
{
    (void)state;
    struct sitting sitting;
    sit_down(&sitting, &game_trap_runner, "book");
    go_on(&sitting);
    play(&sitting, SEAT_1, "trap 3 6 8");
    for (unsigned change = 0; change < 8; change++) {
        struct log log;
        struct text why = support_text();
        copy_log(table_log(sitting.table), &log);
        assert_true(rounds_check(&log, &why));
        struct log_header *header = &log.header;
        if (change == 0)
            strcpy(header->name[SEAT_2], "Eve");
        if (change == 1)
            strcpy(header->id, "abcdefghjkmn");
        if (change == 2)
            header->variant.rules.value[0]++;
        if (change == 3)
            header->rounds++;
        header->hints ^= change == 4;
        header->clock.base += change == 5;
        header->created += change == 6;
        if (change == 7)
            strcpy(header->player[SEAT_1], "perfect");
        assert_false(rounds_check(&log, &why));
        assert_non_null(strstr(why.at, "made for something else"));
        log_clear(&log);
    }
    get_up(&sitting);
}

// Numbers.

static void an_old_number_is_stale_and_a_repeated_move_is_done(void **state)
{
    (void)state;
    struct sitting sitting;
    sit_down(&sitting, &game_pathfinder, "book");
    go_on(&sitting);
    uint32_t n = table_count(sitting.table) + 1;
    assert_int_equal(try_move(&sitting, SEAT_1, "move 2", n + 1).code, NEWS_STALE);
    assert_int_equal(try_move(&sitting, SEAT_1, "move 2", n).kind, NEWS_DONE);
    struct news again = try_move(&sitting, SEAT_1, "move 2", n);
    assert_int_equal(again.kind, NEWS_DONE);
    assert_int_equal(again.n, n);
    assert_int_equal(table_count(sitting.table), n);
    assert_int_equal(try_move(&sitting, SEAT_1, "move 1", n).code, NEWS_STALE);
    assert_int_equal(try_move(&sitting, SEAT_2, "move 2", n).code, NEWS_STALE);
    assert_int_equal(try_move(&sitting, SEAT_2, "move 2", n + 1).kind, NEWS_DONE);
    get_up(&sitting);
}

static void only_the_one_on_turn_moves_and_refusals_say_why(void **state)
{
    (void)state;
    struct sitting sitting;
    sit_down(&sitting, &game_minefield, "book");
    assert_int_equal(try_move(&sitting, SEAT_1, "move", 0).code, NEWS_OVER);
    go_on(&sitting);
    assert_int_equal(try_move(&sitting, SEAT_2, "move", 0).code, NEWS_TURN);
    struct news refused = try_move(&sitting, SEAT_1, "scan 11", 0);
    assert_int_equal(refused.code, NEWS_ILLEGAL);
    assert_non_null(strstr(refused.words, "11"));
    struct act may = { .kind = ACT_MAY, .seat = SEAT_1, .move = move_of(&sitting, "scan 11") };
    struct news answer = act(&sitting, &may);
    assert_int_equal(answer.kind, NEWS_MAY);
    assert_false(answer.allowed);
    assert_string_equal(answer.words, refused.words);
    may.move = move_of(&sitting, "scan 10");
    assert_true(act(&sitting, &may).allowed);
    assert_int_equal(do_as(&sitting, SEAT_NOBODY, ACT_RESIGN).code, NEWS_FORBIDDEN);
    get_up(&sitting);
}

// Secrets at one screen.

static void a_shared_screen_is_covered_while_something_is_hidden(void **state)
{
    (void)state;
    struct sitting sitting;
    sit_down(&sitting, &game_number_mines, "book");
    go_on(&sitting);
    struct stage stage = stage_of(&sitting, SEAT_NOBODY);
    assert_int_equal(stage.cover, STAGE_ALONE);
    assert_int_equal(stage.mover, SEAT_1);
    assert_int_equal(stage.offer_count, 0);
    assert_int_equal(stage_of(&sitting, SEAT_1).offer_count, 1);
    assert_false(stage.peeks);
    play(&sitting, SEAT_1, "mine 5 9 14");
    assert_int_equal(stage_of(&sitting, SEAT_NOBODY).cover, STAGE_ALONE);
    play(&sitting, SEAT_2, "mine 6 10 15");
    stage = stage_of(&sitting, SEAT_NOBODY);
    assert_int_equal(stage.cover, STAGE_RETURNED);
    assert_true(stage.peeks);
    assert_true(stage.hint);
    assert_true(stage.hint_alone);
    assert_false(stage_of(&sitting, SEAT_1).hint_alone);
    assert_int_equal(stage.offer_count, 1);
    play(&sitting, SEAT_1, "step 3");
    assert_int_equal(stage_of(&sitting, SEAT_NOBODY).cover, STAGE_OPEN);
    get_up(&sitting);
}

static void against_a_computer_nothing_is_covered(void **state)
{
    (void)state;
    struct sitting sitting;
    struct table_setup setup = set_up(&game_number_mines, "book");
    setup.computer[SEAT_2] = true;
    setup.shared = false;
    open_table(&sitting, &setup, 1);
    go_on(&sitting);
    struct stage stage = stage_of(&sitting, SEAT_1);
    assert_int_equal(stage.cover, STAGE_OPEN);
    assert_int_equal(stage.offer_count, 1);
    play(&sitting, SEAT_1, "mine 5 9 14");
    assert_int_equal(table_wish(sitting.table).kind, TABLE_WANTS_MOVE);
    assert_int_equal(table_wish(sitting.table).seat, SEAT_2);
    assert_int_equal(stage_of(&sitting, SEAT_1).offer_count, 0);
    play(&sitting, SEAT_2, "mine 6 10 15");
    stage = stage_of(&sitting, SEAT_1);
    assert_false(stage.peeks);
    assert_false(stage.hint_alone);
    assert_true(stage.hint);
    get_up(&sitting);
}

static enum table_answer answer_to(struct sitting *sitting, unsigned seat, enum act_kind kind,
                                   const char *move, bool sure)
{
    struct act wanted = { .kind = (uint8_t)kind, .seat = (uint8_t)seat, .sure = sure };
    struct table_means means = means_of(sitting);
    struct log_event event;
    struct news reply;
    if (move)
        wanted.move = move_of(sitting, move);
    return table_propose(sitting->table, &wanted, &means, &event, &reply);
}

// A warning may tell a secret: none where somebody else looks on.
static void who_is_coached(void **state)
{
    (void)state;
    struct sitting sitting;
    struct table_setup setup = set_up(&game_number_mines, "book");
    setup.coach = true;
    open_table(&sitting, &setup, 1);
    go_on(&sitting);
    assert_int_equal(answer_to(&sitting, SEAT_1, ACT_MOVE, "mine 2 3 4", false), TABLE_ADVICE);
    assert_int_equal(answer_to(&sitting, SEAT_1, ACT_MOVE, "mine 2 3 4", true), TABLE_EVENT);
    assert_int_equal(answer_to(&sitting, SEAT_1, ACT_MOVE, "mine 2 3", false), TABLE_REPLY);
    struct act sure = { .kind = ACT_MOVE, .seat = SEAT_1, .sure = true };
    sure.move = move_of(&sitting, "mine 5 9 14");
    act(&sitting, &sure);
    sure.seat = SEAT_2;
    act(&sitting, &sure);
    assert_int_equal(answer_to(&sitting, SEAT_1, ACT_MOVE, "step 1", false), TABLE_EVENT);
    get_up(&sitting);
    setup.shared = false;
    open_table(&sitting, &setup, 1);
    go_on(&sitting);
    sure.seat = SEAT_1;
    act(&sitting, &sure);
    sure.seat = SEAT_2;
    act(&sitting, &sure);
    assert_int_equal(answer_to(&sitting, SEAT_1, ACT_MOVE, "step 1", false), TABLE_ADVICE);
    get_up(&sitting);
}

static void hints_are_for_the_one_on_turn_and_where_agreed(void **state)
{
    (void)state;
    struct sitting sitting;
    struct table_setup setup = set_up(&game_pathfinder, "book");
    open_table(&sitting, &setup, 1);
    go_on(&sitting);
    assert_int_equal(answer_to(&sitting, SEAT_1, ACT_HINT, NULL, false), TABLE_ADVICE);
    assert_int_equal(do_as(&sitting, SEAT_2, ACT_HINT).code, NEWS_TURN);
    get_up(&sitting);
    setup.header.hints = false;
    open_table(&sitting, &setup, 1);
    go_on(&sitting);
    assert_int_equal(do_as(&sitting, SEAT_1, ACT_HINT).code, NEWS_FORBIDDEN);
    assert_false(stage_of(&sitting, SEAT_NOBODY).hint);
    get_up(&sitting);
}

// Taking back.

static void undo_at_one_keyboard_takes_back_one_move(void **state)
{
    (void)state;
    struct sitting sitting;
    sit_down(&sitting, &game_pathfinder, "book");
    go_on(&sitting);
    assert_int_equal(stage_of(&sitting, SEAT_NOBODY).undo, STAGE_MAY_NOT);
    assert_int_equal(do_as(&sitting, SEAT_1, ACT_UNDO).code, NEWS_NOTHING);
    play(&sitting, SEAT_1, "move 2");
    assert_int_equal(stage_of(&sitting, SEAT_NOBODY).undo, STAGE_MAY);
    assert_int_equal(do_as(&sitting, SEAT_2, ACT_UNDO).kind, NEWS_DONE);
    struct stage stage = stage_of(&sitting, SEAT_NOBODY);
    assert_int_equal(stage.mover, SEAT_1);
    assert_int_equal(stage.move_count, 0);
    assert_int_equal(stage.n, 3);
    get_up(&sitting);
}

static void redo_makes_again_what_was_taken_back(void **state)
{
    (void)state;
    struct sitting sitting;
    sit_down(&sitting, &game_pathfinder, "book");
    go_on(&sitting);
    assert_int_equal(do_as(&sitting, SEAT_1, ACT_REDO).code, NEWS_NOTHING);
    play(&sitting, SEAT_1, "move 2");
    play(&sitting, SEAT_2, "place 15");
    do_as(&sitting, SEAT_1, ACT_UNDO);
    do_as(&sitting, SEAT_2, ACT_UNDO);
    assert_int_equal(do_as(&sitting, SEAT_2, ACT_REDO).code, NEWS_TURN);
    assert_int_equal(do_as(&sitting, SEAT_1, ACT_REDO).kind, NEWS_DONE);
    assert_int_equal(do_as(&sitting, SEAT_2, ACT_REDO).kind, NEWS_DONE);
    struct stage stage = stage_of(&sitting, SEAT_NOBODY);
    assert_int_equal(stage.move_count, 2);
    assert_int_equal(stage.moves[1].move.set, cell(15));
    assert_int_equal(stage.n, 7); // the log only grows
    assert_int_equal(do_as(&sitting, SEAT_1, ACT_REDO).code, NEWS_NOTHING);
    do_as(&sitting, SEAT_1, ACT_UNDO);
    do_as(&sitting, SEAT_2, ACT_UNDO);
    play(&sitting, SEAT_1, "move 3"); // another one: nothing of the old line is left
    assert_int_equal(do_as(&sitting, SEAT_2, ACT_REDO).code, NEWS_NOTHING);
    get_up(&sitting);
}

static void redo_of_something_hidden_is_the_owners(void **state)
{
    (void)state;
    struct sitting sitting;
    sit_down(&sitting, &game_number_mines, "book");
    go_on(&sitting);
    play(&sitting, SEAT_1, "mine 5 9 14");
    do_as(&sitting, SEAT_1, ACT_UNDO);
    struct news done = do_as(&sitting, SEAT_1, ACT_REDO), news;
    assert_int_equal(done.kind, NEWS_DONE);
    assert_true(table_news(sitting.table, SEAT_2, done.n, &news));
    assert_false(news.knows);
    assert_int_equal(news.event.move.set, 0);
    assert_true(table_news(sitting.table, SEAT_1, done.n, &news));
    assert_int_equal(news.event.move.set, cell(5) | cell(9) | cell(14));
    get_up(&sitting);
}

static void undo_against_a_computer_goes_back_to_the_person(void **state)
{
    (void)state;
    struct sitting sitting;
    struct table_setup setup = set_up(&game_pathfinder, "book");
    setup.computer[SEAT_2] = true;
    setup.shared = false;
    open_table(&sitting, &setup, 1);
    go_on(&sitting);
    play(&sitting, SEAT_1, "move 2");
    play(&sitting, SEAT_2, "move 2");
    assert_int_equal(do_as(&sitting, SEAT_1, ACT_UNDO).kind, NEWS_DONE);
    assert_int_equal(stage_of(&sitting, SEAT_1).move_count, 0);
    struct news news;
    assert_true(table_news(sitting.table, SEAT_1, 4, &news));
    assert_int_equal(news.event.count, 2);
    assert_int_equal(do_as(&sitting, SEAT_1, ACT_REDO).kind, NEWS_DONE);
    assert_int_equal(stage_of(&sitting, SEAT_1).mover, SEAT_2); // which decides anew
    get_up(&sitting);
}

static void what_somebody_else_has_hidden_is_not_taken_back(void **state)
{
    (void)state;
    struct sitting sitting;
    sit_down(&sitting, &game_number_mines, "book");
    go_on(&sitting);
    play(&sitting, SEAT_1, "mine 5 9 14");
    struct news refused = do_as(&sitting, SEAT_2, ACT_UNDO);
    assert_int_equal(refused.code, NEWS_NOTHING);
    assert_non_null(strstr(refused.words, "your opponent has hidden"));
    assert_int_equal(stage_of(&sitting, SEAT_NOBODY).undo, STAGE_MAY_NOT);
    get_up(&sitting);
}

static void nobody_may_unlearn(void **state)
{
    (void)state;
    struct sitting sitting;
    struct table_setup setup = set_up(&game_minefield, "book");
    setup.given = true;
    setup.header.deal = LOG_GIVEN;
    setup.deal = cell(3) | cell(6) | cell(9);
    open_table(&sitting, &setup, 1);
    go_on(&sitting);
    assert_int_equal(do_as(&sitting, SEAT_1, ACT_UNDO).code, NEWS_NOTHING);
    play(&sitting, SEAT_1, "scan 3");
    assert_non_null(strstr(do_as(&sitting, SEAT_2, ACT_UNDO).words, "disclosed"));
    get_up(&sitting);
}

static void undo_by_consent(void **state)
{
    (void)state;
    struct sitting sitting;
    struct table_setup setup = set_up(&game_pathfinder, "book");
    setup.header.undo = LOG_AGREED;
    setup.shared = false;
    open_table(&sitting, &setup, 1);
    go_on(&sitting);
    play(&sitting, SEAT_1, "move 2");
    assert_int_equal(stage_of(&sitting, SEAT_1).undo, STAGE_MAY_ASK);
    assert_int_equal(stage_of(&sitting, SEAT_NOBODY).undo, STAGE_MAY_NOT);
    assert_int_equal(do_as(&sitting, SEAT_1, ACT_UNDO).kind, NEWS_DONE);
    struct stage stage = stage_of(&sitting, SEAT_2);
    assert_int_equal(stage.offer, 3);
    assert_int_equal(stage.offer_by, SEAT_1);
    assert_int_equal(stage.move_count, 1);
    assert_int_equal(do_as(&sitting, SEAT_1, ACT_ACCEPT).code, NEWS_NOTHING);
    assert_int_equal(do_as(&sitting, SEAT_2, ACT_UNDO).code, NEWS_NOTHING);
    assert_int_equal(do_as(&sitting, SEAT_2, ACT_DECLINE).kind, NEWS_DONE);
    assert_int_equal(do_as(&sitting, SEAT_2, ACT_ACCEPT).code, NEWS_NOTHING);
    assert_int_equal(do_as(&sitting, SEAT_1, ACT_UNDO).kind, NEWS_DONE);
    play(&sitting, SEAT_2, "move 1"); // a move lets the offer lapse
    assert_int_equal(stage_of(&sitting, SEAT_2).offer, 0);
    assert_int_equal(do_as(&sitting, SEAT_1, ACT_UNDO).kind, NEWS_DONE);
    assert_int_equal(do_as(&sitting, SEAT_2, ACT_ACCEPT).kind, NEWS_DONE);
    stage = stage_of(&sitting, SEAT_1);
    assert_int_equal(stage.move_count, 0); // back to the asker's own turn
    assert_int_equal(stage.mover, SEAT_1);
    get_up(&sitting);
    setup.header.undo = LOG_REFUSED;
    open_table(&sitting, &setup, 1);
    go_on(&sitting);
    play(&sitting, SEAT_1, "move 2");
    assert_int_equal(do_as(&sitting, SEAT_1, ACT_UNDO).code, NEWS_FORBIDDEN);
    assert_int_equal(stage_of(&sitting, SEAT_1).undo, STAGE_MAY_NOT);
    get_up(&sitting);
}

// Rounds.

static void rounds_alternate_and_are_counted(void **state)
{
    (void)state;
    struct sitting sitting;
    struct table_setup setup = set_up(&game_trap_runner, "book");
    setup.header.rounds = 2;
    open_table(&sitting, &setup, 1);
    go_on(&sitting);
    play(&sitting, SEAT_1, "trap 3 6 8");
    play(&sitting, SEAT_2, "run 3");
    struct stage stage = stage_of(&sitting, SEAT_NOBODY);
    assert_int_equal(stage.winner, SEAT_1);
    assert_int_equal(stage.end, LOG_END_PLAYED);
    assert_int_equal(stage.ready, STAGE_MAY);
    assert_false(stage.over);
    assert_int_equal(stage.wins[SEAT_1][0], 1);
    assert_int_equal(table_wish(sitting.table).kind, TABLE_WAITS);
    assert_int_equal(try_move(&sitting, SEAT_2, "run 1", 0).code, NEWS_OVER);
    assert_int_equal(do_as(&sitting, SEAT_2, ACT_READY).kind, NEWS_DONE);
    stage = stage_of(&sitting, SEAT_NOBODY);
    assert_int_equal(stage.round, 2);
    assert_int_equal(stage.first, SEAT_2);
    assert_int_equal(stage.mover, SEAT_2);
    play(&sitting, SEAT_2, "trap 1 2 3");
    play(&sitting, SEAT_1, "run 1");
    stage = stage_of(&sitting, SEAT_NOBODY);
    assert_true(stage.over);
    assert_int_equal(stage.wins[SEAT_2][0], 1);
    struct text tally = support_text();
    stage_tell_tally(&stage, &tally);
    assert_non_null(strstr(tally.at, "The match is drawn."));
    struct act again = { .kind = ACT_READY, .seat = SEAT_1, .swap = true };
    assert_int_equal(act(&sitting, &again).kind, NEWS_DONE);
    go_on(&sitting);
    stage = stage_of(&sitting, SEAT_NOBODY);
    assert_int_equal(stage.round, 1);
    assert_int_equal(stage.first, SEAT_2); // swapped
    assert_int_equal(stage_wins(&stage, SEAT_1) + stage_wins(&stage, SEAT_2), 0);
    get_up(&sitting);
}

static void both_must_be_ready_where_they_are_apart(void **state)
{
    (void)state;
    struct sitting sitting;
    struct table_setup setup = set_up(&game_trap_runner, "book");
    setup.header.rounds = 2;
    setup.header.rematch = LOG_AGREED;
    setup.shared = false;
    open_table(&sitting, &setup, 1);
    go_on(&sitting);
    do_as(&sitting, SEAT_1, ACT_RESIGN);
    assert_int_equal(do_as(&sitting, SEAT_1, ACT_READY).kind, NEWS_DONE);
    assert_int_equal(do_as(&sitting, SEAT_1, ACT_READY).code, NEWS_NOTHING);
    assert_int_equal(table_wish(sitting.table).kind, TABLE_WAITS);
    struct stage stage = stage_of(&sitting, SEAT_2);
    assert_true(stage.waits[SEAT_2]);
    assert_false(stage.waits[SEAT_1]);
    assert_int_equal(do_as(&sitting, SEAT_2, ACT_READY).kind, NEWS_DONE);
    go_on(&sitting);
    assert_int_equal(stage_of(&sitting, SEAT_2).round, 2);
    do_as(&sitting, SEAT_1, ACT_RESIGN);
    assert_int_equal(do_as(&sitting, SEAT_1, ACT_READY).kind, NEWS_DONE); // offers a rematch
    assert_int_equal(stage_of(&sitting, SEAT_2).offer_what, LOG_ASKS_REMATCH);
    assert_int_equal(do_as(&sitting, SEAT_2, ACT_ACCEPT).kind, NEWS_DONE);
    go_on(&sitting);
    assert_int_equal(stage_of(&sitting, SEAT_2).round, 1);
    get_up(&sitting);
}

static void an_undo_after_the_end_takes_the_win_back(void **state)
{
    (void)state;
    struct sitting sitting;
    sit_down(&sitting, &game_pathfinder, "length=5,obstacles=0");
    go_on(&sitting);
    play(&sitting, SEAT_1, "move 3");
    play(&sitting, SEAT_2, "move 3");
    play(&sitting, SEAT_1, "move 1");
    struct stage stage = stage_of(&sitting, SEAT_NOBODY);
    assert_int_equal(stage.winner, SEAT_1);
    assert_int_equal(stage.undo, STAGE_MAY);
    assert_int_equal(do_as(&sitting, SEAT_1, ACT_UNDO).kind, NEWS_DONE);
    stage = stage_of(&sitting, SEAT_NOBODY);
    assert_int_equal(stage.winner, SEAT_NOBODY);
    assert_int_equal(stage.played, 0);
    assert_int_equal(stage_wins(&stage, SEAT_1), 0);
    get_up(&sitting);
}

static void whoever_resigns_loses_and_everything_is_opened(void **state)
{
    (void)state;
    struct sitting sitting;
    sit_down(&sitting, &game_number_mines, "book");
    go_on(&sitting);
    play(&sitting, SEAT_1, "mine 5 9 14");
    play(&sitting, SEAT_2, "mine 6 10 15");
    struct stage stage = stage_of(&sitting, SEAT_NOBODY);
    assert_int_equal(stage.seal_count, 2);
    assert_false(stage.seals[0].opened);
    assert_int_equal(stage.seals[0].move.set, 0);
    assert_int_equal(do_as(&sitting, SEAT_2, ACT_RESIGN).kind, NEWS_DONE);
    stage = stage_of(&sitting, SEAT_NOBODY);
    assert_int_equal(stage.winner, SEAT_1);
    assert_int_equal(stage.end, LOG_END_RESIGNED);
    assert_true(stage.seals[0].opened);
    assert_int_equal(stage.seals[1].move.set, cell(6) | cell(10) | cell(15));
    assert_int_equal(stage.board.square[9].mines, 1 << SEAT_1);
    assert_non_null(strstr(stage.closing, "resigns"));
    assert_int_equal(stage.undo, STAGE_MAY_NOT);
    assert_int_equal(do_as(&sitting, SEAT_2, ACT_RESIGN).code, NEWS_OVER);
    get_up(&sitting);
}

static void the_toss_is_told_when_nothing_is_left_to_hide(void **state)
{
    (void)state;
    struct sitting sitting;
    struct table_setup setup = set_up(&game_number_mines, "book");
    setup.header.first = SEAT_NOBODY;
    setup.header.toss = LOG_RANDOM;
    open_table(&sitting, &setup, 1);
    go_on(&sitting);
    assert_string_equal(stage_of(&sitting, SEAT_NOBODY).told_toss, "");
    play(&sitting, SEAT_1, "mine 5 9 14");
    play(&sitting, SEAT_2, "mine 6 10 15");
    assert_non_null(strstr(stage_of(&sitting, SEAT_NOBODY).told_toss, "goes first"));
    get_up(&sitting);
    setup = set_up(&game_trap_runner, "book");
    setup.header.first = SEAT_NOBODY;
    setup.header.toss = LOG_RANDOM;
    open_table(&sitting, &setup, 1);
    go_on(&sitting);
    assert_non_null(strstr(stage_of(&sitting, SEAT_NOBODY).told_toss, "is the Trapper"));
    get_up(&sitting);
}

// What is said of both ways to begin tells nothing of the toss.
static void promises_do_not_tell_the_toss(void **state)
{
    (void)state;
    static const struct table_promises promises = {
        .words = { [SEAT_1] = { [SEAT_2] = "good" }, [SEAT_2] = { [SEAT_2] = "better" } },
    };
    struct sitting sitting;
    struct table_setup setup = set_up(&game_number_mines, "book");
    setup.promises = &promises;
    open_table(&sitting, &setup, 1);
    go_on(&sitting);
    assert_string_equal(stage_of(&sitting, SEAT_1).promises, "Player B is good.\n");
    get_up(&sitting);
    setup.header.first = SEAT_NOBODY;
    setup.header.toss = LOG_RANDOM;
    open_table(&sitting, &setup, 1);
    assert_string_equal(stage_of(&sitting, SEAT_1).promises, "");
    go_on(&sitting);
    assert_string_equal(stage_of(&sitting, SEAT_1).promises,
                        "Player B is good if first is Player A.\n"
                        "Player B is better if first is Player B.\n");
    get_up(&sitting);
}

// Clocks.

static void a_flag_falls_when_the_time_is_over_and_not_before(void **state)
{
    (void)state;
    struct sitting sitting;
    struct table_setup setup = set_up(&game_pathfinder, "book");
    setup.header.clock = (struct log_clock){ .base = 10000, .increment = 1000 };
    open_table(&sitting, &setup, 1);
    sitting.now = 5000;
    go_on(&sitting);
    sitting.now += 4000;
    play(&sitting, SEAT_1, "move 2");
    struct stage stage = stage_of(&sitting, SEAT_1);
    assert_int_equal(stage.left[SEAT_1], 7000);
    assert_int_equal(stage.left[SEAT_2], 10000);
    struct table_wish wish = table_wish(sitting.table);
    assert_int_equal(wish.flagged, SEAT_2);
    assert_int_equal(wish.flag_at, sitting.now + 10000);
    sitting.now += 9999;
    assert_int_equal(do_as(&sitting, SEAT_2, ACT_FLAG).code, NEWS_NOTHING);
    assert_int_equal(do_as(&sitting, SEAT_1, ACT_FLAG).code, NEWS_TURN);
    assert_int_equal(stage_of(&sitting, SEAT_1).left[SEAT_2], 1);
    struct text why = support_text();
    struct log_event early = { .n = 3, .kind = LOG_FLAG, .seat = SEAT_2, .spent = 9999 };
    assert_false(table_take(sitting.table, &early, sitting.now, &why)); // nor in a log
    sitting.now += 1;
    assert_int_equal(do_as(&sitting, SEAT_2, ACT_FLAG).kind, NEWS_DONE);
    stage = stage_of(&sitting, SEAT_1);
    assert_int_equal(stage.winner, SEAT_1);
    assert_int_equal(stage.end, LOG_END_FLAGGED);
    get_up(&sitting);
}

// The time that somebody thinks counts, also when something else happens meanwhile.
static void offers_do_not_stop_the_clock(void **state)
{
    (void)state;
    struct sitting sitting;
    struct table_setup setup = set_up(&game_pathfinder, "book");
    setup.header.clock.base = 10000;
    setup.header.undo = LOG_AGREED;
    setup.shared = false;
    open_table(&sitting, &setup, 1);
    go_on(&sitting);
    play(&sitting, SEAT_1, "move 2");
    sitting.now += 3000;
    do_as(&sitting, SEAT_1, ACT_UNDO);
    sitting.now += 3000;
    assert_int_equal(stage_of(&sitting, SEAT_1).left[SEAT_2], 4000);
    do_as(&sitting, SEAT_2, ACT_DECLINE);
    assert_int_equal(stage_of(&sitting, SEAT_1).left[SEAT_2], 4000);
    get_up(&sitting);
}

// What moves earn, offers and their answers do not.
static void only_moves_earn_the_increment(void **state)
{
    (void)state;
    struct sitting sitting;
    struct table_setup setup = set_up(&game_pathfinder, "book");
    setup.header.undo = LOG_AGREED;
    setup.shared = false;
    setup.header.clock = (struct log_clock){ .base = 60000, .increment = 5000 };
    open_table(&sitting, &setup, 1);
    go_on(&sitting);
    sitting.now = 10000;
    play(&sitting, SEAT_1, "move 1");
    assert_int_equal(stage_of(&sitting, SEAT_1).left[SEAT_1], 55000);
    sitting.now = 30000;
    assert_int_equal(do_as(&sitting, SEAT_1, ACT_UNDO).kind, NEWS_DONE);
    sitting.now = 31000;
    assert_int_equal(do_as(&sitting, SEAT_2, ACT_DECLINE).kind, NEWS_DONE);
    assert_int_equal(stage_of(&sitting, SEAT_1).left[SEAT_2], 39000);
    assert_int_equal(stage_of(&sitting, SEAT_1).left[SEAT_1], 55000);
    get_up(&sitting);
}

// Where nothing is hidden, too, and also in a log.
static void what_was_given_up_is_not_taken_back(void **state)
{
    (void)state;
    struct sitting sitting;
    struct text why = support_text();
    sit_down(&sitting, &game_pathfinder, "book");
    go_on(&sitting);
    play(&sitting, SEAT_1, "move 1");
    assert_int_equal(do_as(&sitting, SEAT_2, ACT_RESIGN).kind, NEWS_DONE);
    assert_int_equal(do_as(&sitting, SEAT_1, ACT_UNDO).kind, NEWS_REFUSED);
    struct log_event undo = { .n = 4, .kind = LOG_UNDO, .seat = SEAT_1, .count = 1 };
    assert_false(table_take(sitting.table, &undo, sitting.now, &why));
    get_up(&sitting);
}

// From a log, too: an undo is asked for only where a move can be taken back.
static void a_log_does_not_ask_for_what_cannot_be_taken_back(void **state)
{
    (void)state;
    struct sitting sitting;
    struct text why = support_text();
    struct table_setup setup = set_up(&game_pathfinder, "book");
    setup.header.undo = LOG_AGREED;
    setup.shared = false;
    open_table(&sitting, &setup, 1);
    go_on(&sitting);
    struct log_event offer = { .n = 2, .kind = LOG_OFFER, .seat = SEAT_1, .what = LOG_ASKS_UNDO };
    assert_false(table_take(sitting.table, &offer, sitting.now, &why));
    play(&sitting, SEAT_1, "move 1");
    offer.n = 3;
    assert_true(table_take(sitting.table, &offer, sitting.now, &why));
    get_up(&sitting);
}

// Whoever asked for it was helped, not whoever agreed.
static void an_agreed_undo_helps_the_one_who_asked(void **state)
{
    (void)state;
    struct sitting sitting;
    struct text why = support_text();
    struct log_standing standing;
    struct table_setup setup = set_up(&game_pathfinder, "book");
    setup.header.undo = LOG_AGREED;
    setup.shared = false;
    open_table(&sitting, &setup, 1);
    go_on(&sitting);
    play(&sitting, SEAT_1, "move 1");
    do_as(&sitting, SEAT_1, ACT_UNDO);
    assert_true(rounds_last(table_log(sitting.table), &standing, &why));
    assert_int_equal(standing.aided, 0);
    assert_int_equal(do_as(&sitting, SEAT_2, ACT_ACCEPT).kind, NEWS_DONE);
    assert_true(rounds_last(table_log(sitting.table), &standing, &why));
    assert_int_equal(standing.aided, seat_bit(SEAT_1));
    get_up(&sitting);
}

static void a_forfeit_has_its_cause(void **state)
{
    (void)state;
    struct sitting sitting;
    sit_down(&sitting, &game_pathfinder, "book");
    go_on(&sitting);
    struct act forfeit = { .kind = ACT_FORFEIT, .seat = SEAT_1, .cause = LOG_MALFORMED };
    assert_int_equal(act(&sitting, &forfeit).kind, NEWS_DONE);
    struct stage stage = stage_of(&sitting, SEAT_2);
    assert_int_equal(stage.end, LOG_END_FORFEITED);
    assert_int_equal(stage.cause, LOG_MALFORMED);
    assert_int_equal(stage.winner, SEAT_2);
    get_up(&sitting);
}

// Set-up.

// A table with this many events: a move is made and taken back, again and again.
static void fill_up(struct sitting *sitting, uint32_t count)
{
    struct text why = support_text();
    go_on(sitting);
    while (table_count(sitting->table) < count) {
        uint32_t n = table_count(sitting->table) + 1;
        struct log_event move = { .n = n, .kind = LOG_MOVE, .seat = SEAT_1, .opened = true };
        struct log_event undo = { .n = n, .kind = LOG_UNDO, .seat = SEAT_1, .count = 1 };
        move.move.set = cell(1);
        if (!table_take(sitting->table, n % 2 ? &undo : &move, sitting->now, &why))
            fail_msg("%s", why.at);
    }
}

static void the_last_number_is_for_the_end_of_the_table(void **state)
{
    (void)state;
    struct sitting sitting;
    sit_down(&sitting, &game_pathfinder, "book");
    fill_up(&sitting, LOG_EVENTS_MAX - 2);
    play(&sitting, SEAT_2, "move 1"); // the last that can happen
    assert_int_equal(table_count(sitting.table), LOG_EVENTS_MAX - 1);
    for (unsigned kind = ACT_MOVE; kind < ACT_FULL; kind++) {
        struct act any = { .kind = (uint8_t)kind, .seat = SEAT_1, .move = { .set = cell(1) } };
        struct news reply = act(&sitting, &any);
        if (kind != ACT_MAY && kind != ACT_HINT)
            assert_int_equal(reply.code, NEWS_FULL);
    }
    assert_int_equal(table_wish(sitting.table).kind, TABLE_WANTS_END);
    assert_int_equal(do_as(&sitting, SEAT_NOBODY, ACT_FULL).kind, NEWS_DONE);
    assert_int_equal(table_wish(sitting.table).kind, TABLE_WAITS);
    for (unsigned viewer = SEAT_NOBODY; viewer <= SEAT_2; viewer++) {
        struct news news;
        struct stage stage = stage_of(&sitting, viewer);
        assert_int_equal(stage.n, LOG_EVENTS_MAX);
        assert_int_equal(stage.end, LOG_END_FULL);
        assert_int_equal(stage.winner, SEAT_NOBODY);
        assert_int_equal(stage.played + stage_wins(&stage, SEAT_1) + stage_wins(&stage, SEAT_2), 0);
        assert_true(stage.over && !stage.ready && !stage.undo && !stage.mover);
        assert_non_null(strstr(stage.closing, "full"));
        assert_true(table_news(sitting.table, viewer, LOG_EVENTS_MAX, &news));
        assert_int_equal(news.event.kind, LOG_FULL);
        assert_non_null(strstr(news.words, "full"));
    }
    assert_int_equal(do_as(&sitting, SEAT_1, ACT_READY).code, NEWS_FULL);
    get_up(&sitting);
}

// Nothing else has the last number, and no other number is the end.
static void a_log_ends_full_or_not_at_all(void **state)
{
    (void)state;
    struct sitting sitting;
    struct text why = support_text();
    sit_down(&sitting, &game_pathfinder, "book");
    go_on(&sitting);
    struct log_event full = { .n = table_count(sitting.table) + 1, .kind = LOG_FULL };
    assert_false(table_take(sitting.table, &full, sitting.now, &why));
    fill_up(&sitting, LOG_EVENTS_MAX - 1);
    struct log_event resign = { .n = LOG_EVENTS_MAX, .kind = LOG_RESIGN, .seat = SEAT_1 };
    assert_false(table_take(sitting.table, &resign, sitting.now, &why));
    full.n = LOG_EVENTS_MAX;
    assert_true(table_take(sitting.table, &full, sitting.now, &why));
    get_up(&sitting);
}

// A match that is over is not ended once more.
static void a_match_that_is_over_does_not_end_full(void **state)
{
    (void)state;
    struct sitting sitting;
    sit_down(&sitting, &game_pathfinder, "book");
    fill_up(&sitting, LOG_EVENTS_MAX - 2);
    assert_int_equal(do_as(&sitting, SEAT_2, ACT_RESIGN).kind, NEWS_DONE);
    assert_int_equal(table_wish(sitting.table).kind, TABLE_WAITS);
    assert_int_equal(do_as(&sitting, SEAT_NOBODY, ACT_FULL).kind, NEWS_REFUSED);
    struct stage stage = stage_of(&sitting, SEAT_1);
    assert_int_equal(stage.winner, SEAT_1);
    assert_true(stage.over && !stage.ready);
    get_up(&sitting);
}

static void what_cannot_be_agreed_is_refused(void **state)
{
    (void)state;
    struct text why = support_text();
    struct table_setup setup = set_up(&game_minefield, "book");
    strcpy(setup.header.name[SEAT_2], setup.header.name[SEAT_1]);
    assert_null(table_new(&setup, &why));
    setup = set_up(&game_minefield, "book");
    strcpy(setup.header.name[SEAT_2], "a\tb");
    assert_null(table_new(&setup, &why));
    setup = set_up(&game_minefield, "book");
    setup.header.rounds = 0;
    assert_null(table_new(&setup, &why));
    setup = set_up(&game_minefield, "book");
    setup.given = true;
    setup.header.deal = LOG_GIVEN;
    setup.deal = cell(3) | cell(6);
    text_clear(&why);
    assert_null(table_new(&setup, &why));
    assert_non_null(strstr(why.at, "'3,6' cannot be dealt"));
}

// The handle of a table elsewhere, whose lines come from a list.
struct pipe_ends {
    char lines[64][8192];
    unsigned count, next;
    char written[JSON_ACT_LINE];
};

static bool read_line(void *pipe, char *line, size_t size, struct text *why)
{
    struct pipe_ends *ends = pipe;
    if (ends->next == ends->count) {
        text_add(why, "The connection has ended.");
        return false;
    }
    snprintf(line, size, "%s", ends->lines[ends->next++]);
    return true;
}

static bool write_line(void *pipe, const char *line, size_t length, struct text *why)
{
    struct pipe_ends *ends = pipe;
    (void)why;
    snprintf(ends->written, sizeof ends->written, "%.*s", (int)length, line);
    return true;
}

static void add_lines(struct pipe_ends *ends, const char *text)
{
    for (; *text; text += strcspn(text, "\n") + 1)
        snprintf(ends->lines[ends->count++], sizeof ends->lines[0], "%.*s",
                 (int)strcspn(text, "\n"), text);
}

static void sit_apart(struct sitting *sitting)
{
    struct table_setup setup = set_up(&game_number_mines, "book");
    setup.shared = false;
    open_table(sitting, &setup, 1);
    go_on(sitting);
}

static void a_seat_can_be_elsewhere(void **state)
{
    (void)state;
    struct sitting sitting;
    static struct pipe_ends ends;
    static struct far_seat stream;
    static char bytes[JSON_LINE];
    struct text out = text_in(bytes, sizeof bytes), why = support_text();
    struct seat_handle seat;
    struct stage stage;
    struct news news;
    sit_apart(&sitting);
    print_stage(&sitting, SEAT_1, &out);
    add_lines(&ends, bytes);
    stream =
        (struct far_seat){ .games = games, .read = read_line, .write = write_line, .pipe = &ends };
    assert_true(far_seat_open(&seat, &stream, &why));
    assert_true(seat.here[SEAT_1] && !seat.here[SEAT_2]);
    assert_int_equal(seat_next(&seat, SEAT_1, &news, &why), SEAT_YOURS);
    assert_true(seat_stage(&seat, SEAT_1, &stage, &why));
    struct stage truth = stage_of(&sitting, SEAT_1);
    assert_memory_equal(&stage, &truth, sizeof stage);
    struct act mine = {
        .kind = ACT_MOVE, .seat = SEAT_1, .n = stage.n + 1, .move = move_of(&sitting, "mine 5 9 14")
    };
    act(&sitting, &mine);
    text_clear(&out);
    print_news(&sitting, SEAT_1, 2, &out);
    print_stage(&sitting, SEAT_1, &out);
    text_add(&out, "{\"type\":\"done\",\"seat\":1,\"n\":2}\n");
    add_lines(&ends, bytes);
    assert_true(seat_act(&seat, &mine, &news, &why));
    assert_non_null(strstr(ends.written, "mine 5 9 14"));
    assert_int_equal(news.kind, NEWS_DONE);
    assert_int_equal(seat_next(&seat, SEAT_1, &news, &why), SEAT_TOLD);
    assert_int_equal(news.n, 2);
    assert_int_equal(seat_next(&seat, SEAT_1, &news, &why), SEAT_CLOSED);
    get_up(&sitting);
}

static bool write_nothing(void *pipe, const char *line, size_t length, struct text *why)
{
    (void)pipe, (void)line, (void)length;
    text_add(why, "The connection has ended.");
    return false;
}

// A seat whose table has said this, and then is silent.
static bool opens_with(struct seat_handle *seat, struct pipe_ends *ends, const char *lines,
                       struct text *why)
{
    static struct far_seat stream;
    memset(ends, 0, sizeof *ends);
    add_lines(ends, lines);
    stream =
        (struct far_seat){ .games = games, .read = read_line, .write = write_line, .pipe = ends };
    text_clear(why);
    return far_seat_open(seat, &stream, why);
}

// What comes from elsewhere may end anywhere, and need not be true.
static void a_table_elsewhere_that_ends_or_lies_is_left(void **state)
{
    (void)state;
    struct sitting sitting;
    static struct pipe_ends ends;
    static char bytes[JSON_LINE];
    struct text out = text_in(bytes, sizeof bytes), why = support_text();
    struct seat_handle seat;
    struct news news;
    struct act resign = { .kind = ACT_RESIGN, .seat = SEAT_1 };
    sit_apart(&sitting);
    assert_false(opens_with(&seat, &ends, "", &why));
    assert_non_null(strstr(why.at, "has ended"));
    struct stage stage = stage_of(&sitting, SEAT_1);
    stage.offer_count = 0; // on turn, with nothing to do
    print_parts(&stage, &game_number_mines, &out);
    assert_false(opens_with(&seat, &ends, bytes, &why));
    assert_non_null(strstr(why.at, "makes no sense"));

    text_clear(&out);
    print_stage(&sitting, SEAT_1, &out);
    mem_fail_after(0);
    bool opened = opens_with(&seat, &ends, bytes, &why);
    mem_fail_after(-1);
    assert_int_equal(opened, why.length == 0);
    assert_true(opens_with(&seat, &ends, bytes, &why));
    assert_false(seat_has_news(&seat));
    assert_false(seat_act(&seat, &resign, &news, &why)); // no reply comes
    ((struct far_seat *)seat.context)->write = write_nothing;
    assert_false(seat_act(&seat, &resign, &news, &why));

    get_up(&sitting);
}

static void a_table_elsewhere_that_tells_too_much_is_left(void **state)
{
    (void)state;
    struct sitting sitting;
    static struct pipe_ends ends;
    static char bytes[JSON_LINE];
    struct text out = text_in(bytes, sizeof bytes), why = support_text();
    struct seat_handle seat;
    struct news news;
    struct act resign = { .kind = ACT_RESIGN, .seat = SEAT_1 };
    sit_apart(&sitting);
    print_stage(&sitting, SEAT_1, &out);
    for (unsigned i = 0; i <= FAR_SEAT_WAITING; i++)
        text_add(&out, "{\"type\":\"away\",\"seat\":2}\n");
    assert_true(opens_with(&seat, &ends, bytes, &why));
    assert_false(seat_act(&seat, &resign, &news, &why));
    assert_non_null(strstr(why.at, "more than was asked for"));
    assert_int_equal(seat_next(&seat, SEAT_1, &news, &why), SEAT_TOLD);
    assert_int_equal(news.kind, NEWS_AWAY);
    get_up(&sitting);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_proposal_changes_nothing_and_a_drop_leaves_no_trace),
    cmocka_unit_test(what_does_not_fit_is_not_committed),
    cmocka_unit_test(two_processes_tell_the_same),
    cmocka_unit_test(what_was_told_stays_told),
    cmocka_unit_test(a_thousand_tables_do_not_disturb_each_other),
    cmocka_unit_test(stages_and_news_are_read_back_as_they_were),
    cmocka_unit_test(answers_are_read_back_as_they_were),
    cmocka_unit_test(acts_are_read_back_as_they_were),
    cmocka_unit_test(what_is_no_message_is_refused),
    cmocka_unit_test(damaged_messages_do_no_harm),
    cmocka_unit_test(records_of_tables_are_read_back_as_they_were),
    cmocka_unit_test(the_header_is_in_every_commitment),
    cmocka_unit_test(an_old_number_is_stale_and_a_repeated_move_is_done),
    cmocka_unit_test(only_the_one_on_turn_moves_and_refusals_say_why),
    cmocka_unit_test(a_shared_screen_is_covered_while_something_is_hidden),
    cmocka_unit_test(against_a_computer_nothing_is_covered),
    cmocka_unit_test(who_is_coached),
    cmocka_unit_test(hints_are_for_the_one_on_turn_and_where_agreed),
    cmocka_unit_test(undo_at_one_keyboard_takes_back_one_move),
    cmocka_unit_test(redo_makes_again_what_was_taken_back),
    cmocka_unit_test(redo_of_something_hidden_is_the_owners),
    cmocka_unit_test(undo_against_a_computer_goes_back_to_the_person),
    cmocka_unit_test(what_somebody_else_has_hidden_is_not_taken_back),
    cmocka_unit_test(nobody_may_unlearn),
    cmocka_unit_test(undo_by_consent),
    cmocka_unit_test(rounds_alternate_and_are_counted),
    cmocka_unit_test(both_must_be_ready_where_they_are_apart),
    cmocka_unit_test(an_undo_after_the_end_takes_the_win_back),
    cmocka_unit_test(whoever_resigns_loses_and_everything_is_opened),
    cmocka_unit_test(the_toss_is_told_when_nothing_is_left_to_hide),
    cmocka_unit_test(promises_do_not_tell_the_toss),
    cmocka_unit_test(a_flag_falls_when_the_time_is_over_and_not_before),
    cmocka_unit_test(offers_do_not_stop_the_clock),
    cmocka_unit_test(only_moves_earn_the_increment),
    cmocka_unit_test(what_was_given_up_is_not_taken_back),
    cmocka_unit_test(a_log_does_not_ask_for_what_cannot_be_taken_back),
    cmocka_unit_test(an_agreed_undo_helps_the_one_who_asked),
    cmocka_unit_test(a_forfeit_has_its_cause),
    cmocka_unit_test(the_last_number_is_for_the_end_of_the_table),
    cmocka_unit_test(a_log_ends_full_or_not_at_all),
    cmocka_unit_test(a_match_that_is_over_does_not_end_full),
    cmocka_unit_test(what_cannot_be_agreed_is_refused),
    cmocka_unit_test(a_seat_can_be_elsewhere),
    cmocka_unit_test(a_table_elsewhere_that_ends_or_lies_is_left),
    cmocka_unit_test(a_table_elsewhere_that_tells_too_much_is_left),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
