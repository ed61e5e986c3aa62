// SPDX-License-Identifier: GPL-3.0-or-later
// Programs in a seat. A zoo of hostile ones: each forfeits with the right cause, within
// its limits, and nothing of it is left. Then those that behave:
// test_program CAUSEWAY HURRY [GAMES]
#include <dirent.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/now.h"
#include "contest/contest_game.h"
#include "drive/conformance.h"
#include "drive/player.h"
#include "record/clock.h"
#include "support.h"

enum { HELLO = 700, MOVE = 500, SLACK = 2500 }; // milliseconds

static struct player *player(const char *who)
{
    struct text why = support_text();
    struct player_setup setup = { .who = who, .key = 7 };
    setup.program = (struct program_setup){ .hello = HELLO, .move = MOVE };
    if (strstr(who, " engine ")) { // which a sanitizer may have made large and slow
        setup.program.hello = PROGRAM_HELLO;
        setup.program.memory = SIZE_MAX;
    }
    struct player *made = player_new(&setup, &why);
    if (!made)
        fail_msg("%s", why.at);
    return made;
}

// Plays against a random player; the table as a watcher sees it.
static struct stage play(const struct game *game, const char *rules, const char *one,
                         const char *two, const char *clock)
{
    struct text why = support_text();
    struct stage stage;
    struct contest_game pairing = { .variant = support_variant(game, rules), .deal = 3 };
    pairing.name[SEAT_1] = "one";
    pairing.name[SEAT_2] = "two";
    pairing.who[SEAT_1] = one;
    pairing.who[SEAT_2] = two;
    pairing.player[SEAT_1] = player(one);
    pairing.player[SEAT_2] = player(two);
    if (clock)
        assert_true(clock_parse(clock, &pairing.clock, &why));
    struct table *table = contest_game_play(&pairing, &why);
    if (!table)
        fail_msg("%s", why.at);
    table_stage(table, SEAT_NOBODY, now_monotonic(), &stage);
    table_free(table);
    player_free(pairing.player[SEAT_1]);
    player_free(pairing.player[SEAT_2]);
    return stage;
}

#define GREETING "echo '{\"type\":\"hello\",\"name\":\"x\"}'; "
#define READS    "while read -r line; do "
#define ON_TURN  "case $line in *'\"type\":\"turn\"'*) "
#define DONE     ";; esac; done"

struct animal {
    const char *name, *command, *clock;
    enum log_end end;
    enum log_cause cause;
    unsigned most; // milliseconds
};

static const struct animal zoo[] = {
    { "says nothing", "cat >/dev/null", NULL, LOG_END_FORFEITED, LOG_NO_HELLO, HELLO },
    { "says nothing and does not read", "exec sleep 1000", NULL, LOG_END_FORFEITED, LOG_NO_HELLO,
      HELLO },
    { "is not there", "no-such-program", NULL, LOG_END_FORFEITED, LOG_GONE, 0 },
    { "ends at once", "exit 0", NULL, LOG_END_FORFEITED, LOG_GONE, 0 },
    { "ends after its hello", GREETING "exit 0", NULL, LOG_END_FORFEITED, LOG_GONE, 0 },
    { "stops reading", GREETING "exec sleep 1000", NULL, LOG_END_FORFEITED, LOG_SILENT, MOVE },
    { "stops reading, with a clock", GREETING "exec sleep 1000", "0.3+0", LOG_END_FLAGGED, 0, 300 },
    { "thinks too long about a move", GREETING "exec sleep 1000", "60+1,0.3/move", LOG_END_FLAGGED,
      0, 300 },
    { "says too much", GREETING "exec yes", NULL, LOG_END_FORFEITED, LOG_MALFORMED, 0 },
    { "says too much before its hello", "exec yes", NULL, LOG_END_FORFEITED, LOG_MALFORMED, 0 },
    { "says one endless line", GREETING "yes | tr -d '\\n'", NULL, LOG_END_FORFEITED, LOG_MALFORMED,
      0 },
    { "writes garbage", GREETING "cat /dev/urandom", NULL, LOG_END_FORFEITED, LOG_MALFORMED, 0 },
    { "asks without end",
      GREETING "exec 3<&0; cat <&3 >/dev/null & exec yes '{\"type\":\"may\",\"move\":\"move\"}'",
      NULL, LOG_END_FORFEITED, LOG_SILENT, MOVE },
    { "asks without end and does not read",
      GREETING "exec yes '{\"type\":\"may\",\"move\":\"move\"}'", "60/move", LOG_END_FORFEITED,
      LOG_GONE, 20000 },
    { "does not begin with hello", "echo '{\"type\":\"move\",\"move\":\"move\"}'; cat >/dev/null",
      NULL, LOG_END_FORFEITED, LOG_MALFORMED, 0 },
    { "says a number", READS GREETING "echo 7; done", NULL, LOG_END_FORFEITED, LOG_MALFORMED, 0 },
    { "makes no move", READS GREETING "echo '{\"type\":\"move\"}'; done", NULL, LOG_END_FORFEITED,
      LOG_MALFORMED, 0 },
    { "makes an illegal move",
      GREETING READS ON_TURN "echo '{\"type\":\"move\",\"move\":\"scan 63\"}'" DONE, NULL,
      LOG_END_FORFEITED, LOG_ILLEGAL_MOVE, 0 },
    { "answers with another n",
      GREETING READS ON_TURN "echo '{\"type\":\"move\",\"n\":1,\"move\":\"move\"}'" DONE, NULL,
      LOG_END_FORFEITED, LOG_ILLEGAL_MOVE, 0 },
    { "answers with an n to come",
      GREETING READS ON_TURN "echo '{\"type\":\"move\",\"n\":9,\"move\":\"move\"}'" DONE, NULL,
      LOG_END_FORFEITED, LOG_ILLEGAL_MOVE, 0 },
    { "speaks for the other seat",
      GREETING READS ON_TURN "echo '{\"type\":\"deal\",\"seat\":2}'" DONE, NULL, LOG_END_FORFEITED,
      LOG_MALFORMED, 0 },
    { "closes its output", GREETING "exec 1>&-; exec sleep 1000", NULL, LOG_END_FORFEITED, LOG_GONE,
      0 },
    { "forks, and ends", GREETING "sleep 1000 & sleep 0.2; exit 0", NULL, LOG_END_FORFEITED,
      LOG_GONE, 200 },
    { "forks into a session of its own", GREETING "setsid sleep 1000 & exec sleep 1000", NULL,
      LOG_END_FORFEITED, LOG_SILENT, MOVE },
    { "ignores signals", GREETING "trap '' TERM INT HUP PIPE; while :; do sleep 1; done", NULL,
      LOG_END_FORFEITED, LOG_SILENT, MOVE },
    { "uses all memory",
      GREETING "exec python3 -c 'a = [bytearray(1 << 28) for i in range(64)]' 2>/dev/null",
      "20/move", LOG_END_FORFEITED, LOG_GONE, 15000 },
    { "resigns", GREETING READS ON_TURN "echo '{\"type\":\"resign\"}'" DONE, NULL, LOG_END_RESIGNED,
      0, 0 },
};

static void hostile_programs_forfeit(void **state)
{
    (void)state;
    unsigned descriptors = support_entries("/proc/self/fd");
    for (unsigned i = 0; i < sizeof zoo / sizeof *zoo; i++) {
        const struct animal *animal = &zoo[i];
        char who[1024];
        int64_t begun = now_monotonic();
        snprintf(who, sizeof who, "program:%s", animal->command);
        struct stage stage = play(&game_minefield, "book", who, "random", animal->clock);
        int64_t took = now_monotonic() - begun;
        if (stage.end != animal->end || stage.winner != SEAT_2 ||
            (stage.end == LOG_END_FORFEITED && stage.cause != animal->cause))
            fail_msg("%s: ended by %u, cause %u", animal->name, stage.end, stage.cause);
        if (took > animal->most + SLACK)
            fail_msg("%s: took %d ms", animal->name, (int)took);
        if (support_children() || support_entries("/proc/self/fd") != descriptors)
            fail_msg("%s: left something behind", animal->name);
    }
}

// A program forfeits also when it is not its turn: nobody waits for it.
static void both_may_be_hostile(void **state)
{
    (void)state;
    struct stage stage = play(&game_blockade, "fair", "random", "program:exit 1", NULL);
    assert_int_equal(stage.end, LOG_END_FORFEITED);
    assert_int_equal(stage.winner, SEAT_1);
    stage = play(&game_blockade, "fair", "program:exit 1", "program:exit 1", NULL);
    assert_int_equal(stage.winner, SEAT_2);
}

// The same player, built in and as a program, makes the same moves from the same key.
static const char *causeway, *hurry;

static void levels_play_alike_behind_the_protocol(void **state)
{
    (void)state;
    const char *const levels[] = { "random", "easy", "perfect" };
    for (const struct game *const *game = games; *game; game++)
        for (unsigned i = 0; i < sizeof levels / sizeof *levels; i++) {
            char who[1024];
            const char *rules =
                *game == &game_number_mines ? "length=8,mines=2,passable=yes" : "fair";
            snprintf(who, sizeof who, "program:%s engine %s --seed 7", causeway, levels[i]);
            struct stage built_in = play(*game, rules, levels[i], "medium", "60/move");
            struct stage program = play(*game, rules, who, "medium", "60/move");
            assert_int_equal(program.end, LOG_END_PLAYED);
            assert_int_equal(program.move_count, built_in.move_count);
            assert_memory_equal(program.moves, built_in.moves,
                                built_in.move_count * sizeof *built_in.moves);
        }
}

// --- Manners

struct tried {
    unsigned good, bad;
};

static void count_trial(void *context, const char *what, const char *wrong)
{
    struct tried *tried = context;
    assert_true(*what);
    if (*wrong)
        tried->bad++;
    else
        tried->good++;
}

// All games under the book's rules and the fair ones.
static struct variant variants[2 * 16];
static unsigned count;

static void list_variants(void)
{
    for (unsigned i = 0; games[i] && count < 2 * i + 2; i++) {
        variants[count++] = support_variant(games[i], "book");
        variants[count++] = support_variant(games[i], "fair");
    }
}

// What whoever debugs a program wants to know.
static void troubles_have_the_fact(void **state)
{
    (void)state;
    static const struct {
        const char *command, *trouble, *offence;
    } cases[] = {
        { GREETING "exit 3", "ended with status 3", "" },
        { GREETING "kill -SEGV $$", "was ended by signal 11 (SIGSEGV)", "" },
        { GREETING "exec sleep 1000 >&-", "closed its output", "" },
        { GREETING "printf '{\"type\":\"move'; exec sleep 1000", "13 bytes without an end of line",
          "{" },
        { GREETING "echo '{\"type\":\"undo\"}'; exec sleep 1000", "was refused", "" },
        { GREETING "echo nonsense; exec sleep 1000", "is not a message", "nonsense" },
        { GREETING "echo '{\"type\":\"move\",\"move\":\"fly 3\"}'; exec sleep 1000",
          "made a move that is not allowed", "fly 3" },
        { "echo '{\"type\":\"hello\"}'; exec sleep 1000", "without a name", "hello" },
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        char who[LOG_PLAYER];
        struct text why = support_text();
        snprintf(who, sizeof who, "program:%s", cases[i].command);
        struct contest_game game = { .variant = support_variant(&game_blockade, "fair"),
                                     .name = { NULL, "one", "two" },
                                     .who = { NULL, who, "random" },
                                     .player = { NULL, player(who), player("random") } };
        struct table *table = contest_game_play(&game, &why);
        const char *trouble = player_trouble(game.player[SEAT_1]);
        if (!table || !strstr(trouble, cases[i].trouble) ||
            !strstr(player_offence(game.player[SEAT_1]), cases[i].offence))
            fail_msg("%s: %s (%s)", cases[i].command, trouble, player_offence(game.player[SEAT_1]));
        table_free(table);
        player_free(game.player[SEAT_1]);
        player_free(game.player[SEAT_2]);
    }
}

static void programs_with_manners_pass_every_trial(void **state)
{
    (void)state;
    list_variants();
    struct tried tried = { 0 };
    struct text why = support_text();
    assert_true(conformance_try(variants, count, hurry, NULL, 1, count_trial, &tried, &why));
    assert_int_equal(tried.good, 10); // five trials, each with an end
    assert_int_equal(tried.bad, 0);
}

// One that leaves, one that never moves, and one that does not leave.
static void programs_without_manners_are_found_out(void **state)
{
    (void)state;
    list_variants();
    char deaf[1024];
    struct tried gone = { 0 }, wrong = { 0 }, stays = { 0 };
    struct text why = support_text();
    assert_false(conformance_try(variants, count, "exit 0", NULL, 1, count_trial, &gone, &why));
    assert_int_equal(gone.bad, 5);
    assert_false(conformance_try(variants, count, GREETING READS ON_TURN "echo nonsense" DONE, NULL,
                                 1, count_trial, &wrong, &why));
    assert_int_equal(wrong.bad, 5);
    snprintf(deaf, sizeof deaf, "%s; exit 3", hurry);
    assert_false(conformance_try(variants, count, deaf, NULL, 1, count_trial, &stays, &why));
    assert_int_equal(stays.good, 5);
    assert_int_equal(stays.bad, 5);
}

// Games between two programs, in new processes for every two of them: no process, no
// descriptor and no byte is left.
static unsigned many = 40;

static void play_two(const struct game *game, uint64_t deal)
{
    char who[1024];
    snprintf(who, sizeof who, "program:%s", hurry);
    struct player *const players[2] = { player(who), player(who) };
    for (unsigned i = 0; i < 2; i++) {
        struct text why = support_text();
        struct stage stage;
        struct contest_game pairing = { .variant = support_variant(game, "fair"), .deal = deal };
        for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
            pairing.name[seat] = seat == SEAT_1 ? "one" : "two";
            pairing.who[seat] = who;
            pairing.player[seat] = players[(seat + i) % 2];
        }
        assert_true(clock_parse("20/move", &pairing.clock, &why));
        struct table *table = contest_game_play(&pairing, &why);
        assert_non_null(table);
        table_stage(table, SEAT_NOBODY, now_monotonic(), &stage);
        assert_int_equal(stage.end, LOG_END_PLAYED);
        table_free(table);
    }
    player_free(players[0]);
    player_free(players[1]);
}

static void many_games_leave_nothing(void **state)
{
    (void)state;
    play_two(games[0], 0); // what is allocated once for all
    unsigned descriptors = support_entries("/proc/self/fd");
    size_t bytes = mallinfo2().uordblks;
    unsigned kinds = 0;
    while (games[kinds])
        kinds++;
    for (unsigned i = 0; i < many / 2; i++)
        play_two(games[i % kinds], i);
    assert_int_equal(support_children(), 0);
    assert_int_equal(support_entries("/proc/self/fd"), descriptors);
    assert_int_equal(mallinfo2().uordblks, bytes);
}

int main(int argc, char **argv)
{
    causeway = argv[1];
    hurry = argv[2];
    if (argc > 3)
        many = (unsigned)strtoul(argv[3], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hostile_programs_forfeit),
        cmocka_unit_test(both_may_be_hostile),
        cmocka_unit_test(levels_play_alike_behind_the_protocol),
        cmocka_unit_test(troubles_have_the_fact),
        cmocka_unit_test(programs_with_manners_pass_every_trial),
        cmocka_unit_test(programs_without_manners_are_found_out),
        cmocka_unit_test(many_games_leave_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
