// SPDX-License-Identifier: GPL-3.0-or-later
// What saving costs: bench_store PROGRAM [GAMES]
// Makes a database of so many games (1,000,000), times the first page of the program's lists of
// them, whatever is left out, and the moves of a game that is saved against one that is not.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include <sqlite3.h>

#include "store/store.h"

enum { RUNS = 9 };

static char directory[] = "/tmp/causeway-bench-XXXXXX";

static bool missed; // a bar

static void print_row(const char *what, double value, const char *unit, double most)
{
    bool good = value <= most;
    missed |= !good;
    printf("  %-56s %7.2f %s (at most %.0f%s)\n", what, value, unit, most, good ? "" : ": MISSED");
    fflush(stdout);
}

static void fail(const char *what)
{
    fprintf(stderr, "bench_store: %s\n", what);
    exit(1);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

// Games of twelve players over some years, one in fifty unfinished, each with
// ten events. Lists do not read events, but they are there and in the way.
#define RUNS(against, which)                                                                       \
    "INSERT INTO runs SELECT who, " against ", created, round, id, seat, won, count(*) FROM"       \
    " (SELECT *, row_number() OVER (PARTITION BY who, " against " ORDER BY created, round, id)"    \
    "  - row_number() OVER (PARTITION BY who, " against                                            \
    ", won ORDER BY created, round, id) AS run"                                                    \
    "  FROM seats WHERE " which " ORDER BY created, round, id) GROUP BY who, " against             \
    ", won, run"                                                                                   \
    " HAVING min(created);"

static const char fill[] =
    "BEGIN;"
    "CREATE TEMP TABLE n AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n"
    " WHERE i + 1 < %u) SELECT i, printf('%%012d', i) AS id FROM n;"
    "INSERT INTO tables SELECT id, '{}', 0, 0, NULL, NULL, i, i, 1 FROM n;"
    "INSERT INTO rounds SELECT 1600000000000 + i * 1800000, 1, id, id, 1, id,"
    " CASE i %% 3 WHEN 0 THEN 'blockade' WHEN 1 THEN 'pathfinder' ELSE 'minefield' END,"
    " 'length=11,stride=2,hop=no,spare=no', 1, 1 + i %% 2, 10,"
    " CASE WHEN i %% 50 = 0 THEN 0 ELSE 1 + (i * 31 / 7) %% 2 END, i %% 50 > 0, 0, i %% 50 = 0,"
    " 'Player ' || (i * 7 %% 12), 'Guest ' || (i * 5 %% 12), 'human', 'random',"
    " 'Player ' || (i * 7 %% 12), 'computer:random', 0 FROM n;"
    "INSERT INTO events SELECT n.id, j.value, 0, '{\"n\":1,\"kind\":\"move\"}', 0 FROM n,"
    " json_each('[1,2,3,4,5,6,7,8,9,10]') AS j;"
    // What the store sums up as rounds are put.
    "CREATE TEMP TABLE seats AS SELECT lower(who1) AS who, 1 AS seat, first = 1 AS first,"
    " lower(who2) AS against, game, winner = 1 AS won, moves, created, round, id FROM rounds"
    " WHERE winner > 0 UNION ALL SELECT lower(who2), 2, first = 2, '', game, winner = 2, moves,"
    " created, round, id FROM rounds WHERE winner > 0;"
    "INSERT INTO sums SELECT who, game, seat, first, against, 0, count(*), sum(won), sum(moves)"
    " FROM seats GROUP BY 1, 2, 3, 4, 5;"
    "INSERT INTO sums SELECT who, '', 0, 0, '', 0, count(*), sum(won), sum(moves) FROM seats"
    " GROUP BY 1;"
    "INSERT INTO sums SELECT '', game, seat, first, '', 0, count(*), sum(won), sum(moves)"
    " FROM seats GROUP BY 2, 3, 4;" RUNS("''", "1 = 1")
        RUNS("against", "against <> ''") "COMMIT; PRAGMA wal_checkpoint(TRUNCATE)";

static void make_database(const char *path, unsigned count)
{
    char sql[sizeof fill + 16], buffer[8192];
    struct text why = text_in(buffer, sizeof buffer);
    struct store *store = store_open(path, STORE_WRITE, &why);
    sqlite3 *db;
    if (!store)
        fail(buffer);
    store_close(store);
    snprintf(sql, sizeof sql, fill, count);
    if (sqlite3_open(path, &db) != SQLITE_OK ||
        sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail(sqlite3_errmsg(db));
    sqlite3_close(db);
}

// The median of some runs, in milliseconds.
static double timed(const char *command)
{
    double took[RUNS];
    for (unsigned i = 0; i < RUNS; i++) {
        double start = now();
        if (system(command) != 0)
            fail(command);
        double value = now() - start;
        unsigned at = i;
        for (; at > 0 && took[at - 1] > value; at--)
            took[at] = took[at - 1];
        took[at] = value;
    }
    return took[RUNS / 2];
}

static double time_program(const char *program, const char *arguments)
{
    char command[1024];
    snprintf(command, sizeof command, "'%s' %s >/dev/null", program, arguments);
    return timed(command);
}

static bool add_moves(void *context, const struct store_round *game)
{
    if (game->rounds > 1)
        *(unsigned *)context += game->standing.moves;
    return true;
}

static unsigned moves_of_matches(const char *path)
{
    char buffer[8192];
    struct text why = text_in(buffer, sizeof buffer);
    unsigned moves = 0;
    struct store *store = store_open(path, STORE_READ, &why);
    if (!store || !store_list(store, &(struct store_filter){ 0 }, add_moves, &moves, &why))
        fail(buffer);
    store_close(store);
    return moves;
}

static void time_moves(const char *program, const char *path)
{
    static const char play[] = "play pathfinder --seed 1 --p1 random --p2 random --rounds 10";
    char unsaved[sizeof play + 16];
    snprintf(unsaved, sizeof unsaved, "%s --no-save", play);
    double with = time_program(program, play), without = time_program(program, unsaved);
    double moves = (double)moves_of_matches(path) / RUNS;
    print_row("saving a move", (with - without) / moves, "ms", 20);
}

// Processor time of all that was started, in seconds.
static double children(void)
{
    struct rusage all;
    getrusage(RUSAGE_CHILDREN, &all);
    return (double)(all.ru_utime.tv_sec + all.ru_stime.tv_sec) +
           (double)(all.ru_utime.tv_usec + all.ru_stime.tv_usec) / 1e6;
}

// An event must cost the same however many there were before it. Processor time, in a database of
// its own, of a match of so many rounds; the least of three, since single runs differ by a tenth.
static double processor_time(const char *program, const char *rules, unsigned rounds)
{
    enum { TIMES = 3 };
    char command[1024];
    double least = 0;
    snprintf(command, sizeof command,
             "rm -rf '%s/long'; CAUSEWAY_DATA='%s/long' '%s' play pathfinder --rules %s --seed 1"
             " --p1 random --p2 random --rounds %u >/dev/null",
             directory, directory, program, rules, rounds);
    for (unsigned i = 0; i < TIMES; i++) {
        double before = children();
        if (system(command) != 0)
            fail(command);
        double took = children() - before;
        least = i == 0 || took < least ? took : least;
    }
    return least;
}

static void time_long_matches(const char *program)
{
    double some = processor_time(program, "book", 100);
    double many = processor_time(program, "book", 1000);
    print_row("1,000 rounds against 100", many / some, "times the processor time", 12);
    some = processor_time(program, "length=63,stride=1,obstacles=0", 83);
    many = processor_time(program, "length=63,stride=1,obstacles=0", 1000);
    print_row("60,000 events against 5,000", many / some, "times the processor time", 12);
}

static const char *const lists[] = {
    "games",
    "games --unfinished",
    "games --game minefield",
    "games --player \"player 3\"",
    "games --player nobody",
    "games --game minefield --player \"player 3\"",
    "games --unfinished --player \"player 2\"",
    "games --unfinished --player \"player 2\" --game minefield",
    "games --unfinished --player \"player 2\" --game blockade", // none of them is that
    "games --unfinished --player \"player 3\" --game blockade", // none is open
    "stats \"player 3\"",
    "stats",
};

// The first page, as less(1) or head(1) take it: the least of three times, in milliseconds.
static double time_list(const char *program, const char *arguments)
{
    double least = 1e9;
    for (unsigned i = 0; i < 3; i++) {
        char command[1024];
        double before = children();
        snprintf(command, sizeof command, "'%s' %s 2>/dev/null | head -n 40 >/dev/null", program,
                 arguments);
        if (system(command) != 0)
            fail(command);
        double took = 1e3 * (children() - before);
        least = took < least ? took : least;
    }
    return least;
}

int main(int argc, char **argv)
{
    char path[64], command[128];
    unsigned count = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 1000000;
    if (argc < 2)
        fail("which program?");
    if (!mkdtemp(directory))
        fail("no directory");
    snprintf(path, sizeof path, "%s/games.db", directory);
    setenv("CAUSEWAY_DATA", directory, 1);
    make_database(path, count);
    printf("%u games stored\n", count);
    for (unsigned i = 0; i < sizeof lists / sizeof *lists; i++)
        print_row(lists[i], time_list(argv[1], lists[i]), "ms of processor time", 100);
    time_moves(argv[1], path);
    time_long_matches(argv[1]);
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    return system(command) || missed;
}
