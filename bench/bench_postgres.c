// SPDX-License-Identifier: GPL-3.0-or-later
// Durable events in PostgreSQL: batches on one connection, with one notification each,
// against single inserts over 64 connections. Runs within `tests/cluster run`, with
// CAUSEWAY_CLUSTER_FSYNC=on. Fails if a core, of the database's and ours together, does not
// keep at least three times as many in batches; the times by the clock say more of the
// disk, and of what else runs.
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <libpq-fe.h>
#include <sodium.h>

#include "drive/stored.h"
#include "games/games.h"
#include "postgres/pg_store.h"
#include "table/table.h"

enum { CONNECTIONS = 64, ROWS = 64, SECONDS = 3, AT_LEAST = 3 };

static const char *url;
static struct log_header headers[ROWS];

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static _Noreturn void give_up(const char *what)
{
    fprintf(stderr, "bench_postgres: %s\n", what);
    exit(1);
}

// Of this program and its children, and of the database's processes that have ended: all
// connections of what is measured must be closed.
static double core_seconds(void)
{
    char path[4096];
    int pid = 0;
    unsigned long user = 0, kernel = 0;
    struct rusage own, children;
    snprintf(path, sizeof path, "%s/data/postmaster.pid", getenv("CAUSEWAY_CLUSTER"));
    FILE *file = fopen(path, "r");
    if (!file || fscanf(file, "%d", &pid) != 1)
        give_up("the postmaster is not found");
    fclose(file);
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    file = fopen(path, "r");
    if (!file || fscanf(file, "%*d %*s %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %lu %lu",
                        &user, &kernel) != 2)
        give_up("the database's time is not found");
    fclose(file);
    getrusage(RUSAGE_SELF, &own);
    getrusage(RUSAGE_CHILDREN, &children);
    return (double)(user + kernel) / (double)sysconf(_SC_CLK_TCK) +
           (double)(own.ru_utime.tv_sec + own.ru_stime.tv_sec + children.ru_utime.tv_sec +
                    children.ru_stime.tv_sec) +
           (double)(own.ru_utime.tv_usec + own.ru_stime.tv_usec + children.ru_utime.tv_usec +
                    children.ru_stime.tv_usec) /
               1e6;
}

static struct store *opened(void)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct store *keep = pg_store_open(url, PG_PATIENCE, &why);
    if (!keep)
        give_up(why.at);
    return keep;
}

static void make_tables(struct store *keep)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct store_meta meta = { .until = 1 };
    for (unsigned i = 0; i < ROWS; i++) {
        headers[i] = table_usual(games[0]).header;
        if (!commit_new_id(headers[i].id) ||
            stored_create(keep, &headers[i], &meta, &why) != STORE_OK)
            give_up(why.at);
    }
}

static double write_batches(void)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct store *keep = opened();
    struct stored_item items[ROWS];
    unsigned batches = 0;
    double begun = now();
    for (; now() < begun + SECONDS; batches++) {
        struct log_event event = { .n = batches + 1, .kind = LOG_READY, .seat = SEAT_1 };
        for (unsigned i = 0; i < ROWS; i++)
            items[i] = (struct stored_item){ .header = &headers[i], .event = &event };
        if (stored_append(keep, items, ROWS, &why) != STORE_OK || items[0].fate != APPEND_OK)
            give_up(why.at);
    }
    store_close(keep);
    return batches * ROWS;
}

// The plainest way there is: one row, one commit.
static _Noreturn void write_single(unsigned table, volatile unsigned *count, volatile bool *running)
{
    PGconn *connection = PQconnectdb(url);
    char n[16];
    const char *values[] = { headers[table].id, n,
                             "{\"n\":1,\"kind\":\"ready\",\"by\":1,\"spent\":12345}" };
    PGresult *result = PQprepare(connection, "insert",
                                 "insert into causeway.events (home, n, at, line, sum)"
                                 " values ($1, $2::integer, 0, $3, 0)"
                                 " on conflict do nothing",
                                 0, NULL);
    PQclear(result);
    while (!*running)
        usleep(20000);
    for (unsigned i = 100000; *running; i++) {
        snprintf(n, sizeof n, "%u", i);
        result = PQexecPrepared(connection, "insert", 3, values, NULL, NULL, 0);
        if (PQresultStatus(result) != PGRES_COMMAND_OK)
            give_up(PQerrorMessage(connection));
        ++*count;
        PQclear(result);
    }
    PQfinish(connection);
    _exit(0);
}

static double write_singles(void)
{
    struct {
        volatile bool running;
        volatile unsigned count[CONNECTIONS];
    } *shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    unsigned all = 0;
    int status;
    if (shared == MAP_FAILED)
        give_up("there is no memory");
    for (unsigned i = 0; i < CONNECTIONS; i++)
        if (fork() == 0)
            write_single(i % ROWS, &shared->count[i], &shared->running);
    sleep(1); // until all are connected
    shared->running = true;
    sleep(SECONDS);
    shared->running = false;
    while (wait(&status) > 0)
        if (status != 0)
            give_up("a row was not written");
    for (unsigned i = 0; i < CONNECTIONS; i++)
        all += shared->count[i];
    munmap(shared, sizeof *shared);
    return all;
}

struct measure {
    double events, cores; // of core-seconds
};

static struct measure measure(double (*write)(void))
{
    struct measure measure = { .cores = core_seconds() };
    measure.events = write();
    sleep(1); // until the database's processes have ended
    measure.cores = core_seconds() - measure.cores;
    return measure;
}

int main(void)
{
    url = getenv("CAUSEWAY_CLUSTER_URL");
    if (!url || sodium_init() < 0)
        give_up("there is no cluster");
    struct store *keep = opened();
    make_tables(keep);
    store_close(keep);
    struct measure batches = measure(write_batches), singles = measure(write_singles);
    double ratio = batches.events / batches.cores / (singles.events / singles.cores);
    printf("PostgreSQL, durable events: in batches of %d on one connection %.0f/s, %.0f a "
           "core-second; one by one on %d %.0f/s, %.0f a core-second: %.1f times (at least %d)\n",
           ROWS, batches.events / SECONDS, batches.events / batches.cores, CONNECTIONS,
           singles.events / SECONDS, singles.events / singles.cores, ratio, AT_LEAST);
    return ratio < AT_LEAST;
}
