// SPDX-License-Identifier: GPL-3.0-or-later
// Tournaments in play: plans and journals are read as they were written, pairs are played
// here or by others, and what goes wrong is said.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/memory.h"
#include "contest/pairs.h"
#include "drive/setup_words.h"
#include "contest/tournament.h"
#include "record_help.h"
#include "store/stats.h"
#include "support.h"

static char directory[HELP_DIRECTORY];

static int fresh(void **state)
{
    (void)state;
    help_make_directory(directory);
    return 0;
}

static int done(void **state)
{
    (void)state;
    help_remove_directory(directory);
    return 0;
}

static struct schedule schedule_of(const char *players, unsigned pairs)
{
    struct schedule schedule = { .pairs = pairs, .seed = 18446744073709551615u };
    struct text why = support_text();
    assert_true(schedule_add_players(&schedule, players, &why));
    schedule.field[schedule.fields++] = support_variant(&game_minefield, "length=5,mines=1");
    return schedule;
}

static const struct log_clock a_minute = { 60000, 0, 0 };

// --- Plans

static void a_plan_is_read_as_it_was_written(void **state)
{
    (void)state;
    struct schedule schedule = schedule_of("easy,program:./a \"b\",random", 5), read;
    struct log_clock clock;
    struct text why = support_text();
    schedule.field[schedule.fields++] = support_variant(&game_blockade, "fair");
    schedule.gauntlet = true;
    char *plan = journal_print_plan(&schedule, &a_minute);
    assert_true(journal_read_plan(games, plan, &read, &clock, &why));
    schedule.pairs = read.pairs; // which are no part of it
    assert_memory_equal(&read, &schedule, sizeof read);
    assert_memory_equal(&clock, &a_minute, sizeof clock);
    mem_free(plan);
}

static void what_is_no_plan_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        { "{", "[" },
        { "\"tournament\":1", "\"tournament\":2" },
        { "\"minefield\"", "\"chess\"" },
        { "mines=1", "mines=99" },
        { "\"rules\":", "\"rule\":" },
        { "\"easy\"", "7" },
        { "\"easy\",", "" },
        { "60000", "-1" },
        { "60000", "\"60000\"" },
        { "[60000,0,0]", "[60000,0]" },
        { "\"seed\":\"1", "\"seed\":\"x" },
        { "\"gauntlet\":false", "\"gauntlet\":0" },
    };
    struct schedule schedule = schedule_of("easy,random", 5), read;
    struct log_clock clock;
    char *plan = journal_print_plan(&schedule, &a_minute);
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct text changed = support_text(), why = support_text();
        char *at = strstr(plan, wrong[i][0]);
        assert_non_null(at);
        text_add(&changed, "%.*s%s%s", (int)(at - plan), plan, wrong[i][1],
                 at + strlen(wrong[i][0]));
        if (journal_read_plan(games, changed.at, &read, &clock, &why))
            fail_msg("%s is read", changed.at);
        assert_non_null(strstr(why.at, "cannot be read"));
    }
    mem_free(plan);
}

static void a_plan_has_so_many_players_and_fields(void **state)
{
    (void)state;
    static char plan[40000];
    struct schedule read;
    struct log_clock clock;
    for (unsigned players = RATINGS_PLAYERS; players <= RATINGS_PLAYERS + 1; players++) {
        struct text out = text_in(plan, sizeof plan), why = support_text();
        text_add(&out, "{\"tournament\":1,\"fields\":[{\"game\":\"blockade\",\"rules\":\"book\"}],"
                       "\"gauntlet\":true,\"seed\":\"1\",\"clock\":[0,0,0],"
                       "\"openings\":0,\"noise\":\"0\",\"players\":[");
        for (unsigned i = 0; i < players; i++)
            text_add(&out, "%s\"easy\"", i ? "," : "");
        text_add(&out, "]}");
        assert_int_equal(journal_read_plan(games, plan, &read, &clock, &why),
                         players == RATINGS_PLAYERS);
    }
}

// --- Journals

static struct standings_pair pair_of(unsigned end)
{
    struct standings_pair pair = { .played = true, .game[1].end = LOG_END_PLAYED };
    pair.game[0] = (struct standings_game){ .won = true,
                                            .end = (uint8_t)end,
                                            .score = 0.25,
                                            .adjusted = end == LOG_END_PLAYED,
                                            .loss = { 0.5, 0.125 },
                                            .decisions = { 3, 4 } };
    if (end == LOG_END_FORFEITED)
        pair.game[0].cause = LOG_SILENT;
    return pair;
}

static void same_pair(const struct standings_pair *a, const struct standings_pair *b)
{
    assert_int_equal(a->played, b->played);
    for (unsigned i = 0; i < 2; i++) {
        const struct standings_game *one = &a->game[i], *two = &b->game[i];
        assert_int_equal(one->won, two->won);
        assert_int_equal(one->end, two->end);
        assert_int_equal(one->cause, two->cause);
        assert_int_equal(one->adjusted, two->adjusted);
        assert_true(one->score == two->score);
        assert_true(one->loss[0] == two->loss[0] && one->loss[1] == two->loss[1]);
        assert_int_equal(one->decisions[1], two->decisions[1]);
    }
}

static void a_pair_is_read_as_it_was_written(void **state)
{
    (void)state;
    struct schedule schedule = schedule_of("easy,random", 5);
    for (unsigned end = LOG_END_PLAYED; end <= LOG_END_FORFEITED; end++) {
        struct standings_pair pair = pair_of(end), read;
        struct text line = support_text();
        unsigned index;
        journal_print(4, &pair, &schedule, &(struct journal_notes){ 0 }, &line);
        assert_true(journal_parse(line.at, line.length, &schedule, &index, &read,
                                  &(struct journal_notes){ 0 }));
        assert_int_equal(index, 4);
        same_pair(&pair, &read);
        for (size_t length = 0; length + 1 < line.length; length++) // cut anywhere
            assert_false(journal_parse(line.at, length, &schedule, &index, &read,
                                       &(struct journal_notes){ 0 }));
    }
}

static void what_is_no_pair_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        { "\"pair\":4", "\"pair\":5" },
        { "\"pair\":4", "\"pair\":-1" },
        { "\"forfeited\"", "\"fled\"" },
        { "\"silent\"", "\"shy\"" },
        { "\"decisions\":[3", "\"decisions\":[-3" },
        { "\"won\":true", "\"won\":1" },
        { ",{\"won\":false", ",{\"one\":false" },
    };
    struct schedule schedule = schedule_of("easy,random", 5);
    struct standings_pair pair = pair_of(LOG_END_FORFEITED), read;
    struct text line = TEXT_OF(JOURNAL_LINE);
    unsigned index;
    journal_print(4, &pair, &schedule, &(struct journal_notes){ 0 }, &line);
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct text changed = support_text();
        char *at = strstr(line.at, wrong[i][0]);
        if (!at)
            fail_msg("'%s' is not in %s", wrong[i][0], line.at);
        text_add(&changed, "%.*s%s%s", (int)(at - line.at), line.at, wrong[i][1],
                 at + strlen(wrong[i][0]));
        if (journal_parse(changed.at, changed.length, &schedule, &index, &read,
                          &(struct journal_notes){ 0 }))
            fail_msg("%s is read", changed.at);
    }
}

static bool open_journal(struct journal *journal, const struct schedule *schedule,
                         enum journal_use use, struct standings_pair *pairs, struct text *why)
{
    memset(pairs, 0, 5 * sizeof *pairs);
    return journal_find(journal, directory, schedule, &a_minute, why) &&
           journal_open(journal, schedule, &a_minute, use, pairs, why);
}

static void add_pair(struct journal *journal, unsigned index)
{
    struct schedule schedule = schedule_of("easy,random", 5);
    struct standings_pair pair = pair_of(LOG_END_PLAYED);
    struct text line = support_text(), why = support_text();
    journal_print(index, &pair, &schedule, &(struct journal_notes){ 0 }, &line);
    assert_true(journal_add(journal, line.at, line.length, &why));
}

// What was acknowledged is there, whatever came after it.
static void a_journal_is_taken_up(void **state)
{
    (void)state;
    struct schedule schedule = schedule_of("easy,random", 5);
    struct standings_pair pairs[5];
    struct journal journal, other;
    struct text why = support_text();
    assert_true(open_journal(&journal, &schedule, JOURNAL_RESUME, pairs, &why));
    add_pair(&journal, 1);
    assert_true(journal_add(&journal, "nonsense\n", 9, &why));
    add_pair(&journal, 3);
    assert_true(journal_add(&journal, "{\"pair\":2,", 10, &why)); // and there was no power
    assert_false(open_journal(&other, &schedule, JOURNAL_RESUME, pairs, &why));
    assert_non_null(strstr(why.at, "played by another program"));
    journal_close(&other);
    journal_close(&journal);
    for (unsigned i = 0; i < 2; i++) { // again: the torn line is gone
        text_clear(&why);
        assert_true(open_journal(&journal, &schedule, JOURNAL_RESUME, pairs, &why));
        assert_int_equal(pairs[1].played + 2 * pairs[3].played, 3);
        assert_int_equal(pairs[0].played + pairs[2].played, i);
        add_pair(&journal, 2);
        journal_close(&journal);
    }
    assert_true(open_journal(&journal, &schedule, JOURNAL_ANEW, pairs, &why));
    journal_close(&journal);
    assert_true(open_journal(&journal, &schedule, JOURNAL_RESUME, pairs, &why));
    assert_int_equal(pairs[1].played, false);
    journal_close(&journal);
}

static void where_there_is_no_place_it_is_said(void **state)
{
    (void)state;
    static char under[JOURNAL_PATH + 8];
    struct schedule schedule = schedule_of("easy,random", 5);
    struct standings_pair pairs[5];
    struct journal journal;
    struct text why = support_text();
    memset(under, 'x', sizeof under - 1);
    assert_false(journal_find(&journal, under, &schedule, &a_minute, &why));
    assert_non_null(strstr(why.at, "too long"));
    text_clear(&why);
    snprintf(under, sizeof under, "%s/file", directory);
    fclose(fopen(under, "w"));
    assert_true(journal_find(&journal, under, &schedule, &a_minute, &why));
    assert_false(journal_open(&journal, &schedule, &a_minute, JOURNAL_RESUME, pairs, &why));
    assert_true(why.length > 0);
    journal.file = -1;
    text_clear(&why);
    assert_false(journal_add(&journal, "line\n", 5, &why));
    assert_non_null(strstr(why.at, "Cannot write into"));
}

// --- Tournaments

static struct tournament_setup setup_of(const struct schedule *schedule)
{
    return (struct tournament_setup){ .schedule = *schedule,
                                      .clock = a_minute,
                                      .jobs = 2,
                                      .patience = 20,
                                      .under = directory,
                                      .use = JOURNAL_RESUME,
                                      .games = games };
}

static struct tournament *opened(const struct tournament_setup *setup)
{
    struct text why = support_text();
    struct tournament *tournament = tournament_open(setup, &why);
    if (!tournament)
        fail_msg("%s", why.at);
    return tournament;
}

static enum tournament_news play_on(struct tournament *tournament, struct text *why)
{
    enum tournament_news news;
    do
        news = tournament_wait(tournament, why);
    while (news == TOURNAMENT_NOTHING || news == TOURNAMENT_PLAYED);
    return news;
}

static void workers_play_all_pairs_once(void **state)
{
    (void)state;
    struct schedule schedule = schedule_of("easy,random", 3);
    struct tournament_setup setup = setup_of(&schedule);
    struct standings_pair pairs[3];
    for (unsigned i = 0; i < 2; i++) { // the second time all are there already
        struct text why = support_text();
        struct tournament *tournament = opened(&setup);
        assert_int_equal(tournament_played(tournament), i ? 3 : 0);
        assert_int_equal(play_on(tournament, &why), TOURNAMENT_DONE);
        assert_int_equal(tournament_played(tournament), 3);
        assert_null(tournament_sprt(tournament));
        for (unsigned k = 0; k < 3; k++) {
            if (i)
                same_pair(&pairs[k], &tournament_pairs(tournament)[k]);
            pairs[k] = tournament_pairs(tournament)[k];
            assert_true(pairs[k].played);
        }
        tournament_close(tournament);
    }
    assert_int_equal(support_children(), 0);
}

// A player that there is not cannot be started, which is no player's fault.
static void a_worker_says_why_it_cannot_play(void **state)
{
    (void)state;
    struct schedule schedule = schedule_of("easy,nobody", 2);
    struct tournament_setup setup = setup_of(&schedule);
    struct text why = support_text();
    struct tournament *tournament = opened(&setup);
    assert_int_equal(play_on(tournament, &why), TOURNAMENT_FAILED);
    assert_non_null(strstr(why.at, "nobody"));
    tournament_close(tournament);
}

static void a_sequential_test_ends_it(void **state)
{
    (void)state;
    struct schedule schedule = schedule_of("easy,random", 5);
    struct tournament_setup setup = setup_of(&schedule);
    struct journal journal;
    struct text why = support_text();
    schedule.pairs = setup.schedule.pairs = 400;
    setup.tests = true;
    setup.sprt.elo1 = 300;
    static struct standings_pair many[400];
    assert_true(journal_find(&journal, directory, &schedule, &a_minute, &why));
    assert_true(journal_open(&journal, &schedule, &a_minute, JOURNAL_ANEW, many, &why));
    for (unsigned i = 0; i < 300; i++) {
        struct standings_pair pair = pair_of(LOG_END_PLAYED); // won and lost: equal
        struct text line = support_text();
        journal_print(i, &pair, &schedule, &(struct journal_notes){ 0 }, &line);
        assert_true(journal_add(&journal, line.at, line.length, &why));
    }
    journal_close(&journal);
    struct tournament *tournament = opened(&setup);
    assert_int_equal(tournament_wait(tournament, &why), TOURNAMENT_DONE);
    assert_int_equal(tournament_played(tournament), 300);
    assert_int_equal(sprt_verdict(tournament_sprt(tournament)), SPRT_ELO0);
    tournament_close(tournament);
}

// --- Others play

// A queue within this process: whoever asks is answered with the next task, played in an
// pairs of another directory, or with what a bad worker says.
struct fake {
    struct queue queue;
    unsigned tasks[8], count, next;
    char plan[TOURNAMENT_PLAN];
    bool refuses, ended, anew;
    const char *says; // instead of an answer
    enum queue_news news;
    char part[QUEUE_PARTS][1 << 16];
};

static bool put(struct queue *queue, const struct queue_work *work, const struct queue_task *tasks,
                unsigned count, struct text *why)
{
    struct fake *fake = (struct fake *)queue;
    assert_string_equal(work->kind, tournament_kind);
    assert_true(count <= 8);
    fake->anew = work->anew;
    fake->count = count;
    for (unsigned i = 0; i < count; i++)
        fake->tasks[i] = tasks[i].n;
    snprintf(fake->plan, sizeof fake->plan, "%s", work->plan);
    if (fake->refuses)
        text_add(why, "Nobody takes work here.");
    return !fake->refuses;
}

static bool collect(void *to, const char *line, size_t length)
{
    strncat(to, line, length);
    return true;
}

static void play_elsewhere(struct fake *fake, unsigned n)
{
    char there[HELP_DIRECTORY + 16];
    struct schedule schedule;
    struct pairs_setup setup = { .schedule = &schedule, .directory = there };
    struct standings_pair pair;
    struct text why = support_text(), line = support_text();
    snprintf(there, sizeof there, "%s/there", directory);
    assert_true(
        tournament_read_plan(games, fake->plan, &schedule, &setup.clock, &setup.patience, &why));
    assert_true(setup.patience == 20);
    struct pairs *pairs = pairs_new(&setup, &why);
    if (!pairs || !pairs_play(pairs, n, &pair, &why))
        fail_msg("%s", why.at);
    journal_print(n, &pair, &schedule, &(struct journal_notes){ 0 }, &line);
    memset(fake->part, 0, sizeof fake->part);
    strncat(fake->part[0], line.at, line.length - 1);
    for (unsigned i = 0; i < 2; i++)
        assert_true(pairs_export(pairs, games, n, i, collect, fake->part[1 + i], &why));
    pairs_free(pairs);
}

static enum queue_news next(struct queue *queue, struct queue_answer *answer, struct text *why)
{
    struct fake *fake = (struct fake *)queue;
    if (fake->news == QUEUE_FAILED)
        text_add(why, "Another program has taken over this work.");
    if (fake->news != QUEUE_ANSWER)
        return fake->news;
    answer->n = fake->tasks[fake->next];
    if (!fake->says)
        play_elsewhere(fake, answer->n);
    else
        snprintf(fake->part[0], sizeof fake->part[0], "%s", fake->says);
    for (unsigned i = 0; i < QUEUE_PARTS; i++)
        answer->part[i] = fake->part[i];
    fake->next += !fake->says && fake->next + 1 < fake->count;
    return QUEUE_ANSWER;
}

static void end(struct queue *queue)
{
    ((struct fake *)queue)->ended = true;
}

static struct fake fake;

static struct tournament_setup given_away(const struct schedule *schedule)
{
    struct tournament_setup setup = setup_of(schedule);
    fake = (struct fake){ .queue = { put, next, end }, .news = QUEUE_ANSWER };
    setup.queue = &fake.queue;
    return setup;
}

static void others_play_and_their_games_are_kept(void **state)
{
    (void)state;
    struct schedule schedule = schedule_of("easy,random", 3);
    struct tournament_setup setup = given_away(&schedule);
    struct text why = support_text();
    struct tournament *tournament = opened(&setup);
    assert_int_equal(tournament_wait(tournament, &why), TOURNAMENT_PLAYED);
    fake.next = 0; // the same answer again counts once
    assert_int_equal(tournament_wait(tournament, &why), TOURNAMENT_NOTHING);
    fake.news = QUEUE_NOTHING;
    assert_int_equal(tournament_wait(tournament, &why), TOURNAMENT_NOTHING);
    assert_int_equal(tournament_played(tournament), 1);
    fake.news = QUEUE_ANSWER;
    assert_int_equal(play_on(tournament, &why), TOURNAMENT_DONE);
    assert_false(fake.ended);
    struct text here = support_text();
    text_add(&here, "%s/games.db", tournament_directory(tournament));
    tournament_close(tournament);
    assert_true(fake.ended);
    struct store *store = store_open(here.at, STORE_READ, &why);
    struct stats stats;
    assert_true(stats_collect(store, games, NULL, &stats, &why));
    assert_int_equal(stats.total.all.played, 2 * 2 * 3); // each counts for both
    store_close(store);
}

static const char *const wrong_answers[][2] = {
    { "!the disk is full", "Pair 0 was not played: the disk is full" },
    { "nonsense", "makes no sense" },
    { "{\"pair\":1}", "makes no sense" },
    { "", "makes no sense" },
};

static void what_others_say_is_not_believed(void **state)
{
    (void)state;
    struct schedule schedule = schedule_of("easy,random", 3);
    for (unsigned i = 0; i < sizeof wrong_answers / sizeof *wrong_answers; i++) {
        struct tournament_setup setup = given_away(&schedule);
        struct text why = support_text();
        setup.use = JOURNAL_ANEW;
        struct tournament *tournament = opened(&setup);
        fake.says = wrong_answers[i][0];
        assert_int_equal(tournament_wait(tournament, &why), TOURNAMENT_FAILED);
        assert_non_null(strstr(why.at, wrong_answers[i][1]));
        assert_true(fake.anew);
        assert_int_equal(tournament_played(tournament), 0);
        tournament_close(tournament);
    }
    // A line of the journal without its games, and work that is gone or was never taken.
    struct tournament_setup setup = given_away(&schedule);
    struct text line = support_text(), why = support_text();
    struct standings_pair pair = pair_of(LOG_END_PLAYED);
    struct tournament *tournament = opened(&setup);
    journal_print(0, &pair, &schedule, &(struct journal_notes){ 0 }, &line);
    line.at[line.length - 1] = '\0';
    fake.says = line.at;
    assert_int_equal(tournament_wait(tournament, &why), TOURNAMENT_FAILED);
    fake.news = QUEUE_FAILED;
    assert_int_equal(tournament_wait(tournament, &why), TOURNAMENT_FAILED);
    assert_non_null(strstr(why.at, "taken over"));
    tournament_close(tournament);
    setup = given_away(&schedule);
    fake.refuses = true;
    tournament = opened(&setup);
    text_clear(&why);
    assert_int_equal(tournament_wait(tournament, &why), TOURNAMENT_FAILED);
    assert_string_equal(why.at, "Nobody takes work here.");
    tournament_close(tournament);
    assert_false(fake.ended); // what was not given is not taken back
}

// In the torture build each allocation fails in turn; elsewhere none does.
static void short_of_memory_nothing_is_given_away(void **state)
{
    (void)state;
    struct schedule schedule = schedule_of("easy,random", 1);
    struct tournament_setup setup = given_away(&schedule);
    bool good = false;
    setup.use = JOURNAL_ANEW;
    fake.news = QUEUE_NOTHING;
    for (long allocations = 0; !good; allocations++) {
        struct text why = support_text();
        mem_fail_after(allocations);
        struct tournament *tournament = tournament_open(&setup, &why);
        good = tournament && tournament_wait(tournament, &why) == TOURNAMENT_NOTHING;
        mem_fail_after(-1);
        assert_int_equal(good, why.length == 0);
        if (tournament)
            tournament_close(tournament);
    }
}

// --- Orders

static void orders_say_what_is_wrong_and_change_nothing(void **state)
{
    (void)state;
    struct drive_setup setup = setup_words_default(&game_minefield), before = setup;
    static char endless[300];
    struct text why = support_text();
    memset(endless, 'x', sizeof endless - 1);
    memcpy(endless, "program:", 8);
    assert_false(setup_words_names(&setup, "Ann", &why));
    assert_false(setup_words_names(&setup, "Ann,Ann", &why));
    assert_false(setup_words_player(&setup, SEAT_1, "genius", &why));
    assert_false(setup_words_player(&setup, SEAT_1, "program:", &why));
    assert_false(setup_words_player(&setup, SEAT_1, endless, &why));
    assert_false(setup_words_deal(&setup, "1,1", &why));
    assert_false(setup_words_deal(&setup, "one", &why));
    assert_false(setup_words_seed(&setup, "-1", &why));
    assert_false(setup_words_seed(&setup, "18446744073709551616", &why));
    assert_false(setup_words_seed(&setup, "", &why));
    assert_false(setup_words_rounds(&setup, "0", &why));
    assert_false(setup_words_rounds(&setup, "many", &why));
    static const char *const keys[] = { "", "3=1", "1", "1:5", "2=", "2=x" };
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
        assert_false(setup_words_key(&setup, keys[i], &why));
    before.seed = setup.seed;
    memcpy(before.key, setup.key, sizeof before.key);
    assert_memory_equal(&setup, &before, sizeof setup);
    struct drive_setup undealt = setup_words_default(&game_blockade);
    text_clear(&why);
    assert_false(setup_words_deal(&undealt, "3", &why));
    assert_non_null(strstr(why.at, "Nothing is dealt in Blockade"));
}

static void orders_are_taken(void **state)
{
    (void)state;
    struct drive_setup setup = setup_words_default(&game_minefield);
    const struct log_header *header = &setup.table.header;
    struct text why = support_text();
    assert_true(setup_words_names(&setup, "Ann,Ben", &why));
    assert_true(setup_words_player(&setup, SEAT_2, "easy", &why));
    assert_true(setup.table.computer[SEAT_2] && !setup.table.shared);
    assert_true(setup_words_key(&setup, "2=77", &why));
    assert_true(setup.keyed[SEAT_2] && setup.key[SEAT_2] == 77 && !setup.keyed[SEAT_1]);
    assert_true(setup_words_rounds(&setup, "3", &why));
    setup_words_first(&setup, "toss");
    assert_int_equal(header->toss, LOG_RANDOM);
    assert_true(setup_words_joint(&setup, &why));
    assert_int_equal(header->toss, LOG_JOINT);
    assert_int_equal(header->deal, LOG_JOINT);
    setup_words_first(&setup, "2");
    assert_int_equal(header->first, SEAT_2);
    assert_int_equal(header->toss, LOG_SETTLED);
    setup = setup_words_default(&game_minefield);
    assert_true(setup_words_seed(&setup, "18446744073709551615", &why));
    assert_int_equal(header->deal, LOG_SEED);
    setup_words_first(&setup, "toss");
    assert_int_equal(header->toss, LOG_SEED);
    assert_false(setup_words_joint(&setup, &why));
    assert_non_null(strstr(why.at, "--seed or --deal"));
    setup = setup_words_default(&game_blockade);
    text_clear(&why);
    assert_false(setup_words_joint(&setup, &why));
    assert_non_null(strstr(why.at, "Nothing is drawn"));
}

int main(void)
{
#define IN_DIRECTORY(test) cmocka_unit_test_setup_teardown(test, fresh, done)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plan_is_read_as_it_was_written),
        cmocka_unit_test(what_is_no_plan_is_refused),
        cmocka_unit_test(a_plan_has_so_many_players_and_fields),
        cmocka_unit_test(a_pair_is_read_as_it_was_written),
        cmocka_unit_test(what_is_no_pair_is_refused),
        IN_DIRECTORY(a_journal_is_taken_up),
        IN_DIRECTORY(where_there_is_no_place_it_is_said),
        IN_DIRECTORY(workers_play_all_pairs_once),
        IN_DIRECTORY(a_worker_says_why_it_cannot_play),
        IN_DIRECTORY(a_sequential_test_ends_it),
        IN_DIRECTORY(others_play_and_their_games_are_kept),
        IN_DIRECTORY(what_others_say_is_not_believed),
        IN_DIRECTORY(short_of_memory_nothing_is_given_away),
        cmocka_unit_test(orders_say_what_is_wrong_and_change_nothing),
        cmocka_unit_test(orders_are_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
