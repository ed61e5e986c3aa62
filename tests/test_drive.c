// SPDX-License-Identifier: GPL-3.0-or-later
// The blocking driver: nothing is told before it is kept, and what was kept is gone on with.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include <sqlite3.h>

#include "bots/bots.h"
#include "core/memory.h"
#include "drive/drive.h"
#include "drive/stored.h"
#include "record/replay.h"
#include "store/stats.h"
#include "support.h"
#include "table/json.h"
#include "table/session.h"

static char directory[] = "/tmp/causeway-drive-XXXXXX";
static char path[64];

static int make_directory(void **state)
{
    (void)state;
    return mkdtemp(directory) && snprintf(path, sizeof path, "%s/games.db", directory) > 0 ? 0 : -1;
}

static int remove_database(void **state)
{
    (void)state;
    char name[96];
    static const char *const ends[] = { "", "-wal", "-shm" };
    for (unsigned i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        unlink(name);
    }
    return 0;
}

static int remove_directory(void **state)
{
    (void)state;
    return rmdir(directory);
}

static struct drive_setup set_up(const struct game *game, const char *one, const char *two)
{
    struct drive_setup setup = { .table = table_usual(game), .seeded = true, .seed = 7 };
    struct log_header *header = &setup.table.header;
    header->created = 1700000000000;
    assert_true(commit_new_id(header->id));
    snprintf(header->player[SEAT_1], LOG_PLAYER, "%s", one);
    snprintf(header->player[SEAT_2], LOG_PLAYER, "%s", two);
    if (game_has_chance(game))
        header->deal = LOG_SEED;
    return setup;
}

static struct drive *start(const struct drive_setup *setup)
{
    struct text why = support_text();
    struct drive *drive = drive_new(setup, &why);
    assert_non_null(drive);
    return drive;
}

static struct store *open_store(void)
{
    struct text why = support_text();
    struct store *store = store_open(path, STORE_WRITE, &why);
    assert_non_null(store);
    return store;
}

static enum seat_next hear(struct seat_handle *seat, struct news *news)
{
    struct text why = support_text();
    enum seat_next next = seat_next(seat, seat->viewer, news, &why);
    if (next == SEAT_CLOSED && why.length)
        fail_msg("%s", why.at);
    return next;
}

static struct news do_as(struct seat_handle *seat, struct act act)
{
    struct text why = support_text();
    struct news reply;
    assert_true(seat_act(seat, &act, &reply, &why));
    return reply;
}

static struct stage look(struct seat_handle *seat)
{
    struct text why = support_text();
    struct stage stage;
    assert_true(seat_stage(seat, seat->viewer, &stage, &why));
    return stage;
}

static struct act random_move(struct seat_handle *seat, const struct game *game,
                              struct random *random)
{
    struct text why = support_text();
    struct stage stage = look(seat);
    unsigned mover = stage.mover;
    struct act act = { .kind = ACT_MOVE, .seat = (uint8_t)mover };
    assert_true(seat_stage(seat, mover, &stage, &why));
    const struct offer *offer = &stage.offers[random_below(random, stage.offer_count)].offer;
    act.move.verb = offer->verb;
    while (cells_count(act.move.set) < offer->pick)
        act.move.set |=
            cells_nth(offer->from, (unsigned)random_below(random, cells_count(offer->from)));
    (void)game;
    return act;
}

static void two_computers_play_a_match_and_it_is_kept(void **state)
{
    (void)state;
    for (unsigned i = 0; games[i]; i++) {
        struct store *store = open_store();
        struct drive_setup setup = set_up(games[i], "random", "easy");
        setup.store = store;
        setup.table.header.rounds = 2;
        struct drive *drive = start(&setup);
        struct seat_handle *seat = drive_seat(drive);
        struct news news;
        unsigned told = 0;
        while (hear(seat, &news) == SEAT_TOLD)
            assert_int_equal(news.n, ++told);
        assert_int_equal(look(seat).played, 1); // the next round waits for a word
        assert_int_equal(do_as(seat, (struct act){ .kind = ACT_READY }).kind, NEWS_DONE);
        while (hear(seat, &news) == SEAT_TOLD)
            assert_int_equal(news.n, ++told);
        struct stage stage = look(seat);
        assert_true(stage.over);
        assert_int_equal(stage.played, 2);
        struct log log;
        struct text why = support_text();
        assert_true(stored_load(store, games, setup.table.header.id, &log, NULL, &why));
        assert_int_equal(log.count, told);
        log_clear(&log);
        drive_free(drive);
        store_close(store);
    }
    struct stats stats;
    struct text why = support_text();
    struct store *store = store_open(path, STORE_READ, &why);
    assert_true(stats_collect(store, games, NULL, &stats, &why));
    unsigned count = 0;
    while (games[count])
        count++;
    assert_int_equal(stats.total.all.played, 2 * 2 * count); // two rounds, for both
    store_close(store);
}

// Processor seconds for a match that is kept move by move.
static double time_kept_match(unsigned rounds)
{
    struct news news;
    struct drive_setup setup = set_up(&game_minefield, "random", "random");
    setup.table.header.rounds = (uint16_t)rounds;
    setup.store = open_store();
    struct drive *drive = start(&setup);
    clock_t begun = clock();
    for (unsigned round = 1; round <= rounds; round++) {
        while (hear(drive_seat(drive), &news) == SEAT_TOLD)
            continue;
        do_as(drive_seat(drive), (struct act){ .kind = ACT_READY });
    }
    double seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;
    drive_free(drive);
    store_close(setup.store);
    return seconds;
}

// An event costs the same, however many there were before it: ten times the rounds cost ten times
// as much, and not a hundred times. The full counts are in bench_store.
static void saving_is_linear(void **state)
{
    (void)state;
    double some = time_kept_match(25), many = time_kept_match(250);
    printf("# %.0f ms for 25 rounds, %.0f ms for 250\n", 1000 * some, 1000 * many);
    assert_true(many < 15 * some);
}

static void change_database(const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void many_games_make_a_move_no_slower(void **state)
{
    (void)state;
    double alone = time_kept_match(1);
    change_database(
        "INSERT INTO rounds WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n"
        " WHERE i < 100000) SELECT i, 1, i, 'h' || i, 1, 'x', 'blockade', '', 1, 1, 0, 1, 1, 0, 0,"
        " 'a', 'b', 'human', 'human', 'a', 'b', 0 FROM n");
    double among = time_kept_match(1);
    printf("# %.1f ms alone, %.1f ms among 100,000 others\n", 1000 * alone, 1000 * among);
    assert_true(among < 5 * alone + 0.02);
}

static void what_was_kept_is_gone_on_with(void **state)
{
    (void)state;
    struct random random = random_seeded(4);
    struct drive_setup setup = set_up(&game_number_mines, "human", "human");
    struct log log;
    struct news news;
    struct text why = support_text();
    setup.store = open_store();
    struct drive *drive = start(&setup);
    while (hear(drive_seat(drive), &news) == SEAT_TOLD)
        continue;
    for (unsigned i = 0; i < 3; i++) {
        struct news reply = { 0 };
        while (reply.kind != NEWS_DONE)
            reply = do_as(drive_seat(drive),
                          random_move(drive_seat(drive), &game_number_mines, &random));
    }
    struct stage before = look(drive_seat(drive));
    drive_free(drive);
    assert_true(stored_load(setup.store, games, before.id, &log, NULL, &why));
    drive = drive_resume(&setup, &log, &why);
    assert_non_null(drive);
    struct stage after = look(drive_seat(drive));
    assert_memory_equal(&before, &after, sizeof before);
    assert_int_equal(hear(drive_seat(drive), &news), SEAT_YOURS);
    drive_free(drive);
    log_clear(&log);
    store_close(setup.store);
}

// Nothing is stored before it; what everybody has been told by then is, and no more is told.
static const struct act first_move = { .kind = ACT_MOVE,
                                       .seat = SEAT_1,
                                       .move = { .set = 1 << 2 } };

static void begin(struct drive *drive)
{
    struct news news;
    while (hear(drive_seat(drive), &news) == SEAT_TOLD)
        continue;
    assert_int_equal(do_as(drive_seat(drive), first_move).kind, NEWS_DONE);
    while (hear(drive_seat(drive), &news) == SEAT_TOLD)
        continue;
}

static void what_nobody_has_played_is_not_kept(void **state)
{
    (void)state;
    struct drive_setup setup = set_up(&game_pathfinder, "human", "human");
    struct news news;
    struct log log;
    struct text why = support_text();
    setup.store = open_store();
    struct drive *drive = start(&setup);
    while (hear(drive_seat(drive), &news) == SEAT_TOLD)
        continue;
    char found[COMMIT_ID];
    assert_false(store_find(setup.store, setup.table.header.id, found, &why));
    text_clear(&why);
    begin(drive);
    assert_true(stored_load(setup.store, games, setup.table.header.id, &log, NULL, &why));
    assert_int_equal(log.count, 2); // the round, too
    log_clear(&log);
    drive_free(drive);
    store_close(setup.store);
}

// If the move cannot be stored, neither are the round and the deal before it: else a game that
// nobody has played would be there, as after a kill in between.
static void the_first_move_is_kept_with_what_came_before_or_not_at_all(void **state)
{
    (void)state;
    struct random random = random_seeded(3);
    struct drive_setup setup = set_up(&game_minefield, "human", "human");
    struct news news;
    struct log log;
    struct text why = support_text();
    char found[COMMIT_ID];
    setup.store = open_store();
    struct drive *drive = start(&setup);
    struct seat_handle *seat = drive_seat(drive);
    while (hear(seat, &news) == SEAT_TOLD)
        continue;
    assert_int_equal(table_count(drive_table(drive)), 2);
    change_database("CREATE UNIQUE INDEX refuse ON events (home) WHERE n > 1"); // the third line
    assert_int_equal(do_as(seat, random_move(seat, &game_minefield, &random)).kind, NEWS_UNKEPT);
    assert_false(store_find(setup.store, setup.table.header.id, found, &why));
    text_clear(&why);
    change_database("DROP INDEX refuse");
    assert_int_equal(do_as(seat, (struct act){ .kind = ACT_RETRY }).kind, NEWS_DONE);
    assert_true(stored_load(setup.store, games, setup.table.header.id, &log, NULL, &why));
    assert_int_equal(log.count, 3);
    log_clear(&log);
    drive_free(drive);
    store_close(setup.store);
}

static void nothing_happens_that_cannot_be_kept(void **state)
{
    (void)state;
    struct drive_setup setup = set_up(&game_pathfinder, "human", "human");
    struct news news;
    struct store *other = open_store();
    setup.store = open_store();
    struct drive *drive = start(&setup);
    struct seat_handle *seat = drive_seat(drive);
    begin(drive);
    struct text why = support_text();
    assert_true(store_delete(other, setup.table.header.id, &why)); // now it cannot be kept
    struct act move = { .kind = ACT_MOVE, .seat = SEAT_2, .move = { .set = cell(2) } };
    struct news reply = do_as(seat, move);
    assert_int_equal(reply.kind, NEWS_UNKEPT);
    assert_non_null(strstr(reply.words, "deleted"));
    assert_int_equal(look(seat).move_count, 1);
    assert_int_equal(hear(seat, &news), SEAT_TOLD);
    assert_int_equal(news.kind, NEWS_UNKEPT);
    reply = do_as(seat, (struct act){ .kind = ACT_RETRY });
    assert_int_equal(reply.kind, NEWS_UNKEPT);
    reply = do_as(seat, (struct act){ .kind = ACT_UNSAVED });
    assert_int_equal(reply.kind, NEWS_DONE);
    assert_false(drive_is_saved(drive));
    assert_int_equal(look(seat).move_count, 2);
    assert_int_equal(hear(seat, &news), SEAT_TOLD);
    assert_int_equal(news.n, 3);
    drive_free(drive);
    store_close(setup.store);
    store_close(other);
}

static void two_programs_do_not_go_on_with_one_table(void **state)
{
    (void)state;
    struct drive_setup setup = set_up(&game_pathfinder, "human", "human");
    struct log log;
    struct text why = support_text();
    setup.store = open_store();
    struct drive *one = start(&setup);
    begin(one);
    assert_true(stored_load(setup.store, games, setup.table.header.id, &log, NULL, &why));
    struct drive *two = drive_resume(&setup, &log, &why);
    struct act move = { .kind = ACT_MOVE, .seat = SEAT_2, .move = { .set = cell(2) } };
    assert_int_equal(do_as(drive_seat(one), move).kind, NEWS_DONE);
    move.move.set = cell(1); // the same event twice would count as kept
    struct news reply = do_as(drive_seat(two), move);
    assert_int_equal(reply.kind, NEWS_UNKEPT);
    assert_non_null(strstr(reply.words, "another program"));
    drive_free(one);
    drive_free(two);
    log_clear(&log);
    store_close(setup.store);
}

static void a_handle_acts_only_for_its_own_seat(void **state)
{
    (void)state;
    struct drive_setup setup = set_up(&game_pathfinder, "human", "human");
    setup.table.shared = false;
    struct news news;
    struct drive *drive = start(&setup);
    struct seat_handle *two = drive_seat_of(drive, SEAT_2);
    while (hear(two, &news) == SEAT_TOLD)
        continue;
    struct act move = { .kind = ACT_MOVE, .seat = SEAT_1, .move = { .set = cell(2) } };
    assert_int_equal(do_as(two, move).kind, NEWS_REFUSED);
    assert_int_equal(do_as(two, (struct act){ .kind = ACT_DEAL, .seat = SEAT_2 }).kind,
                     NEWS_REFUSED);
    assert_int_equal(do_as(drive_seat_of(drive, SEAT_1), move).kind, NEWS_DONE);
    drive_free(drive);
}

// The same seed deals and plays the same; another one does not.
static void a_seed_repeats_a_game(void **state)
{
    (void)state;
    static char lines[3][1 << 16];
    for (unsigned i = 0; i < 3; i++) {
        struct drive_setup setup = set_up(&game_minefield, "random", "random");
        struct text out = text_in(lines[i], sizeof lines[i]);
        struct news news;
        setup.seed = i < 2 ? 11 : 12;
        struct drive *drive = start(&setup);
        while (hear(drive_seat(drive), &news) == SEAT_TOLD)
            text_add(&out, "%u %s", news.event.seat, news.words);
        drive_free(drive);
    }
    assert_string_equal(lines[0], lines[1]);
    assert_string_not_equal(lines[0], lines[2]);
}

static void everything_can_go_through_json(void **state)
{
    (void)state;
    struct random random = random_seeded(9);
    for (unsigned i = 0; games[i]; i++) {
        struct drive_setup setup = set_up(games[i], "human", "human");
        static struct seat_json between;
        struct seat_handle seat;
        struct text why = support_text();
        struct news news;
        struct drive *drive = start(&setup);
        between = (struct seat_json){ .inner = drive_seat(drive), .games = games };
        assert_true(seat_through_json(&seat, &between, &why));
        while (!look(&seat).over) {
            while (hear(&seat, &news) == SEAT_TOLD)
                continue;
            if (!look(&seat).over)
                do_as(&seat, random_move(&seat, games[i], &random));
        }
        struct stage through = look(&seat), direct = look(drive_seat(drive));
        assert_memory_equal(&through, &direct, sizeof through);
        drive_free(drive);
    }
}

// Where the rules are too large to be exact every front is told how well `perfect` plays, also
// through JSON; where they are not, nobody is.
static void perfect_says_how_well_it_plays(void **state)
{
    (void)state;
    static const char *const rules[] = { "length=63,traps=6,passable=yes",
                                         "length=5,traps=1,passable=yes" };
    for (unsigned i = 0; i < 2; i++) {
        struct drive_setup setup = set_up(&game_trap_runner, "perfect", "human");
        static struct seat_json between;
        struct seat_handle seat;
        struct text why = support_text();
        struct news news;
        setup.table.header.variant = support_variant(&game_trap_runner, rules[i]);
        struct drive *drive = start(&setup);
        between = (struct seat_json){ .inner = drive_seat(drive), .games = games };
        assert_true(seat_through_json(&seat, &between, &why));
        assert_int_equal(hear(&seat, &news), SEAT_TOLD);
        assert_int_equal(strstr(news.words, "\nPlayer 1 is perfect, about 0.") ||
                             strstr(news.words, "\nPlayer 1 is not perfect here: "),
                         i == 0);
        const char *said = strstr(news.words, "Player 1 is perfect");
        said = said ? said : strstr(news.words, "Player 1 is not perfect");
        assert_string_equal(look(&seat).promises, said ? said : "");
        drive_free(drive);
    }
}

static void replies_leave_at_ticks(void **state)
{
    (void)state;
    static const int64_t pairs[][2] = { { 0, 100 },     { 1, 100 },     { 99, 100 },
                                        { 100, 100 },   { 101, 200 },   { 899, 900 },
                                        { 901, 1000 },  { 1000, 1000 }, { 1001, 2000 },
                                        { 1999, 2000 }, { 2000, 2000 }, { 61001, 62000 } };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        assert_int_equal(session_tick(pairs[i][0]), pairs[i][1]);
    for (int64_t spent = 0; spent < 5000; spent++) { // the next, and never before it is ready
        int64_t tick = session_tick(spent);
        assert_true(tick >= spent && tick > 0 && tick - spent <= (spent <= 1000 ? 100 : 1000));
        assert_int_equal(tick % (tick <= 1000 ? 100 : 1000), 0);
    }
}

static int64_t processor_time(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// How long the player thinks about its first step, having hidden this.
static int64_t time_of_reply(struct bot *bot, const struct variant *variant, struct move hidden)
{
    struct text why = support_text();
    struct match match;
    struct history told;
    struct event event;
    struct move move;
    struct random random = random_seeded(1);
    match_start(&match, variant, SEAT_2);
    assert_true(
        match_play(&match, SEAT_1, (struct move){ cell(3) | cell(6), hidden.verb }, &event));
    assert_true(match_play(&match, SEAT_2, hidden, &event));
    match_history(&match, SEAT_2, &told);
    struct view view = match_view(&match, SEAT_2);
    int64_t begun = processor_time();
    assert_true(bot_choose(bot, variant, &view, &told, &random, &move, &why));
    return processor_time() - begun;
}

// Whatever a computer hides, its reply comes at the same time.
static void reply_times_tell_nothing(void **state)
{
    (void)state;
    static const char *const levels[] = { "easy", "medium", "hard", "perfect" };
    struct variant variant = support_variant(&game_number_mines, "length=8,mines=2,passable=yes");
    for (unsigned level = 0; level < 4; level++) {
        unsigned placements = 0;
        struct text why = support_text();
        struct bot *bot = bot_new(levels[level], &bot_usual, &why);
        assert_non_null(bot);
        // It has thought about the rules when it hid something, whatever that was.
        time_of_reply(bot, &variant, (struct move){ .set = cell(2) | cell(4) });
        for (unsigned one = 2; one <= 7; one++)
            for (unsigned two = one + 1; two <= 7; two++, placements++) {
                struct move hidden = { .set = cell(one) | cell(two) };
                int64_t spent = time_of_reply(bot, &variant, hidden);
                assert_int_equal(session_tick(spent), 100);
            }
        assert_int_equal(placements, 15);
        bot_free(bot);
    }
}

// All that there is to be told; *news is the last of it.
static void hear_all(struct drive *drive, struct news *news)
{
    struct news next;
    while (hear(drive_seat(drive), &next) == SEAT_TOLD) {
        if (next.kind == NEWS_UNKEPT)
            fail_msg("%s", next.words);
        *news = next;
    }
}

// Words drawn by the system; the seed survives the program in the middle of a round.
static void joint_deals_are_driven_kept_and_gone_on_with(void **state)
{
    (void)state;
    struct drive_setup setup = set_up(&game_minefield, "human", "human");
    struct random random = random_seeded(4);
    struct log log;
    struct news news;
    struct text why = support_text();
    setup.store = open_store();
    setup.table.header.first = SEAT_NOBODY;
    setup.table.header.toss = setup.table.header.deal = LOG_JOINT;
    struct drive *drive = start(&setup);
    hear_all(drive, &news);
    char id[COMMIT_ID];
    strcpy(id, setup.table.header.id);
    do_as(drive_seat(drive), random_move(drive_seat(drive), &game_minefield, &random));
    drive_free(drive);
    assert_true(stored_load(setup.store, games, id, &log, NULL, &why));
    drive = drive_resume(&setup, &log, &why);
    assert_non_null(drive);
    for (unsigned turn = 0; turn < 100 && !look(drive_seat(drive)).over; turn++) {
        hear_all(drive, &news);
        if (look(drive_seat(drive)).mover)
            do_as(drive_seat(drive), random_move(drive_seat(drive), &game_minefield, &random));
    }
    hear_all(drive, &news);
    assert_int_equal(news.event.kind, LOG_OPEN);
    assert_int_equal(news.event.seat, SEAT_CHANCE);
    assert_int_equal(strlen(news.event.word), 32);
    drive_free(drive);
    log_clear(&log);
    struct replay replay;
    assert_true(stored_load(setup.store, games, id, &log, NULL, &why));
    assert_true(replay_log(&replay, &log, log.count, &why));
    log_clear(&log);
    store_close(setup.store);
}

// --- Advice

struct advised {
    unsigned hints, warnings;
    bool warns;
};

static void give_hint(void *context, const struct stage *stage, const struct view *view,
                      struct news *reply)
{
    struct advised *advised = context;
    assert_int_equal(stage->viewer, view->seat);
    advised->hints++;
    snprintf(reply->words, sizeof reply->words, "Go on.");
}

static bool give_warning(void *context, const struct stage *stage, const struct view *view,
                         struct move move, struct news *reply)
{
    struct advised *advised = context;
    (void)stage, (void)view, (void)move;
    advised->warnings++;
    snprintf(reply->words, sizeof reply->words, "Do not.");
    return advised->warns;
}

static void nobody_is_advised_where_there_is_no_advisor(void **state)
{
    (void)state;
    struct drive_setup setup = set_up(&game_pathfinder, "human", "human");
    struct news news;
    struct drive *drive = start(&setup);
    hear_all(drive, &news);
    struct news reply = do_as(drive_seat(drive), (struct act){ .kind = ACT_HINT, .seat = SEAT_1 });
    assert_int_equal(reply.kind, NEWS_REFUSED);
    assert_int_equal(reply.code, NEWS_FORBIDDEN);
    drive_free(drive);
}

// A hint comes when it is asked for. A coach is asked about every move; where there is
// nothing to warn of the move is made, and where there is, only if it is wanted all the same.
static void advice_is_the_advisors(void **state)
{
    (void)state;
    struct advised advised = { 0 };
    struct drive_setup setup = set_up(&game_pathfinder, "human", "easy");
    struct news news;
    setup.table.coach = true;
    struct drive *drive = start(&setup);
    struct seat_handle *seat = drive_seat(drive);
    drive_set_advisor(drive, &(struct drive_advisor){ give_hint, give_warning, &advised });
    hear_all(drive, &news);
    struct news reply = do_as(seat, (struct act){ .kind = ACT_HINT, .seat = SEAT_1 });
    assert_int_equal(reply.kind, NEWS_HINT);
    assert_string_equal(reply.words, "Go on.");
    assert_int_equal(advised.hints, 1);
    struct random random = random_seeded(3);
    struct act move = random_move(seat, &game_pathfinder, &random);
    advised.warns = true;
    reply = do_as(seat, move);
    assert_int_equal(reply.kind, NEWS_WARNING);
    assert_string_equal(reply.words, "Do not.");
    assert_int_equal(look(seat).move_count, 0);
    advised.warns = false;
    reply = do_as(seat, move);
    assert_int_equal(reply.kind, NEWS_DONE);
    assert_int_equal(advised.warnings, 2);
    assert_int_equal(look(seat).move_count, 1);
    drive_free(drive);
}

// --- Clocks, and what is not anybody's to do

static void who_is_too_late_has_lost(void **state)
{
    (void)state;
    struct drive_setup setup = set_up(&game_pathfinder, "human", "human");
    struct news news;
    setup.table.header.clock.base = 1;
    struct drive *drive = start(&setup);
    struct seat_handle *seat = drive_seat(drive);
    seat_rest(seat, true); // or on a busy machine the flag has fallen before there is a move
    hear_all(drive, &news);
    struct random random = random_seeded(3);
    struct act move = random_move(seat, &game_pathfinder, &random);
    seat_rest(seat, false);
    while (!seat_has_news(seat))
        nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
    struct news reply = do_as(seat, move);
    assert_int_equal(reply.kind, NEWS_REFUSED);
    assert_int_equal(reply.code, NEWS_STALE);
    struct stage stage = look(seat);
    assert_int_equal(stage.end, LOG_END_FLAGGED);
    assert_int_equal(stage.winner, SEAT_2);
    assert_int_equal(stage.move_count, 0);
    drive_free(drive);
}

static void what_the_table_does_is_not_the_players_to_do(void **state)
{
    (void)state;
    static const enum act_kind kinds[] = { ACT_BEGIN, ACT_DEAL, ACT_FLAG, ACT_FORFEIT };
    struct drive_setup setup = set_up(&game_minefield, "human", "human");
    struct news news;
    struct drive *drive = start(&setup);
    hear_all(drive, &news);
    unsigned before = table_count(drive_table(drive));
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct news reply =
            do_as(drive_seat(drive), (struct act){ .kind = (uint8_t)kinds[i], .seat = SEAT_1 });
        assert_int_equal(reply.kind, NEWS_REFUSED);
        assert_int_equal(reply.code, NEWS_FORBIDDEN);
    }
    assert_int_equal(table_count(drive_table(drive)), before);
    drive_free(drive);
}

// A person's word for a joint draw is asked for, and is in the log once it is opened.
static void give_word(void *context, const char *name, enum log_draw draw, char word[LOG_NAME])
{
    unsigned *asked = context;
    (void)draw;
    snprintf(word, LOG_NAME, "word of %.20s", ++*asked % 2 ? name : "nobody");
}

static void people_are_asked_for_their_words(void **state)
{
    (void)state;
    struct drive_setup setup = set_up(&game_minefield, "human", "human");
    struct news news;
    unsigned asked = 0;
    setup.table.header.deal = LOG_JOINT;
    struct drive *drive = start(&setup);
    drive_set_asker(drive, &(struct drive_asker){ give_word, &asked });
    hear_all(drive, &news);
    assert_int_equal(asked, 2);
    drive_free(drive);
}

// A game whose numbers are used up ends, and what comes then is refused and not stored.
static void a_full_table_ends_here_too(void **state)
{
    (void)state;
    struct drive_setup setup = set_up(&game_pathfinder, "human", "human");
    struct text why = support_text();
    struct log log = { .header = setup.table.header };
    struct news news;
    for (uint32_t n = 1; n < LOG_EVENTS_MAX - 1; n++) {
        struct log_event event = { .n = n, .kind = n % 2 ? LOG_UNDO : LOG_MOVE, .seat = SEAT_1 };
        event.count = n % 2;
        event.opened = true;
        event.move.set = n % 2 ? 0 : cell(1);
        if (n == 1)
            event = (struct log_event){ .n = 1, .kind = LOG_ROUND, .seat = SEAT_1 };
        assert_true(log_add(&log, &event, &why));
    }
    struct drive *drive = drive_resume(&setup, &log, &why);
    assert_non_null(drive);
    struct act move = { .kind = ACT_MOVE, .seat = SEAT_2, .move = { .set = cell(1) } };
    assert_int_equal(do_as(drive_seat(drive), move).kind, NEWS_DONE);
    move.seat = SEAT_1;
    struct news reply = do_as(drive_seat(drive), move);
    assert_int_equal(reply.kind, NEWS_REFUSED);
    assert_int_equal(reply.code, NEWS_FULL);
    hear_all(drive, &news);
    assert_int_equal(news.event.kind, LOG_FULL);
    assert_int_equal(look(drive_seat(drive)).end, LOG_END_FULL);
    assert_int_equal(table_count(drive_table(drive)), LOG_EVENTS_MAX);
    log_clear(&log);
    drive_free(drive);
}

// In the torture build each allocation fails in turn; elsewhere none does.
static void short_of_memory_there_is_no_table(void **state)
{
    (void)state;
    struct drive_setup setup = set_up(&game_minefield, "random", "easy");
    setup.store = open_store();
    struct drive *drive = NULL;
    for (long allocations = 0; !drive; allocations++) {
        struct text why = support_text();
        mem_fail_after(allocations);
        drive = drive_new(&setup, &why);
        mem_fail_after(-1);
        assert_int_equal(drive == NULL, why.length > 0);
    }
    drive_free(drive);
    store_close(setup.store);
}

int main(void)
{
#define KEPT(test) cmocka_unit_test_teardown(test, remove_database)
    const struct CMUnitTest tests[] = {
        KEPT(two_computers_play_a_match_and_it_is_kept),
        KEPT(saving_is_linear),
        KEPT(many_games_make_a_move_no_slower),
        KEPT(what_was_kept_is_gone_on_with),
        KEPT(what_nobody_has_played_is_not_kept),
        KEPT(the_first_move_is_kept_with_what_came_before_or_not_at_all),
        KEPT(nothing_happens_that_cannot_be_kept),
        KEPT(two_programs_do_not_go_on_with_one_table),
        KEPT(joint_deals_are_driven_kept_and_gone_on_with),
        cmocka_unit_test(replies_leave_at_ticks),
        cmocka_unit_test(reply_times_tell_nothing),
        cmocka_unit_test(a_handle_acts_only_for_its_own_seat),
        cmocka_unit_test(a_seed_repeats_a_game),
        cmocka_unit_test(everything_can_go_through_json),
        cmocka_unit_test(nobody_is_advised_where_there_is_no_advisor),
        cmocka_unit_test(advice_is_the_advisors),
        cmocka_unit_test(who_is_too_late_has_lost),
        cmocka_unit_test(what_the_table_does_is_not_the_players_to_do),
        cmocka_unit_test(people_are_asked_for_their_words),
        cmocka_unit_test(a_full_table_ends_here_too),
        KEPT(short_of_memory_there_is_no_table),
        cmocka_unit_test(perfect_says_how_well_it_plays),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
