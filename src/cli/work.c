// SPDX-License-Identifier: GPL-3.0-or-later
// causeway work, and what gives it something to do: tournament --work, balance --work
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/now.h"
#include "analysis/workers.h"
#include "cli/commands.h"
#include "cli/online.h"
#include "core/memory.h"
#include "core/vector.h"
#include "contest/pairs.h"
#include "drive/process.h"
#include "contest/tournament.h"
#include "ui/progress_bar.h"
#include "postgres/pg_queue.h"
#include "store/store.h"

void online_warn_of_password(const char *url)
{
    if (url && pg_is_url(url) && pg_has_password(url))
        fputs("causeway: the password in the address can be seen by everybody on this machine; "
              "use PGPASSWORD or ~/.pgpass.\n",
              stderr);
}

// Is it an address of a database that is more than a file?
static bool check_url(const struct cli_invocation *invocation, const char *url)
{
    if (pg_is_url(url))
        return true;
    cli_usage_error(invocation,
                    "Work is shared in PostgreSQL: postgresql://USER@HOST/DATABASE, "
                    "not '%s'.",
                    url);
    return false;
}

// Who gives work.

static int give_work(const struct cli_invocation *invocation,
                     int (*run)(const struct cli_invocation *invocation, struct queue *queue,
                                struct text *why),
                     struct text *why)
{
    const char *url = cli_value(invocation, OPTION_WORK);
    if (!check_url(invocation, url))
        return EXIT_USAGE;
    if (cli_value(invocation, OPTION_JOBS))
        return cli_usage_error(invocation, "--jobs is for 'causeway work' where others play.");
    online_warn_of_password(url);
    struct queue *queue = pg_queue_new(url, why);
    if (!queue)
        return EXIT_FAILED;
    int status = run(invocation, queue, why);
    pg_queue_free(queue);
    return status;
}

int online_tournament(const struct cli_invocation *invocation, struct text *why)
{
    return give_work(invocation, command_run_tournament, why);
}

int online_balance(const struct cli_invocation *invocation, struct text *why)
{
    return give_work(invocation, command_run_balance, why);
}

// Who does it.

// A record, or a sentence, as a text that grows.
struct part {
    char *at;
    size_t length, room;
};

static bool add_line(void *to, const char *line, size_t length)
{
    struct part *part = to;
    if (!vector_grow(&part->at, &part->room, part->length + length, 1))
        return false;
    memcpy(part->at + part->length, line, length);
    part->length += length;
    part->at[part->length] = '\0';
    return true;
}

struct work_worker {
    struct pg_worker queue;
    struct part part[QUEUE_PARTS]; // of the answer
    char *plan;                    // of the tournament that the pairs are of
    struct schedule schedule;
    struct pairs_setup setup;
    struct journal journal;
    struct pairs *pairs;
};

static void forget_pairs(struct work_worker *worker)
{
    pairs_free(worker->pairs);
    mem_free(worker->plan);
    worker->pairs = NULL;
    worker->plan = NULL;
}

// Beside the user's own games; workers on one machine share it.
static bool find_journal(struct work_worker *worker, struct text *why)
{
    char under[STORE_PATH];
    if (!store_path("work", under, why) ||
        !journal_find(&worker->journal, under, &worker->schedule, &worker->setup.clock, why))
        return false;
    worker->setup.schedule = &worker->schedule;
    worker->setup.directory = worker->journal.directory;
    worker->pairs = pairs_new(&worker->setup, why);
    return worker->pairs;
}

// Those of this tournament, which is the same for many pairs.
static bool find_pairs(struct work_worker *worker, const char *plan, struct text *why)
{
    if (worker->plan && strcmp(worker->plan, plan) == 0)
        return true;
    forget_pairs(worker);
    if (!tournament_read_plan(games, plan, &worker->schedule, &worker->setup.clock,
                              &worker->setup.patience, why) ||
        !find_journal(worker, why))
        return false;
    worker->plan = mem_new(strlen(plan) + 1);
    if (worker->plan)
        strcpy(worker->plan, plan);
    return true;
}

static bool play_pair(struct work_worker *worker, const struct pg_task *task, struct text *why)
{
    struct standings_pair pair;
    struct text line = TEXT_OF(JOURNAL_LINE);
    if (!find_pairs(worker, task->plan, why) || !pairs_play(worker->pairs, task->n, &pair, why))
        return false;
    pairs_print(worker->pairs, task->n, &pair, &line);
    return add_line(&worker->part[0], line.at, strcspn(line.at, "\n")) &&
           pairs_export(worker->pairs, games, task->n, 0, add_line, &worker->part[1], why) &&
           pairs_export(worker->pairs, games, task->n, 1, add_line, &worker->part[2], why);
}

// "GAME GAMES RULES"
static bool read_variant(const char *from, struct finding *finding, struct text *why)
{
    char slug[32];
    unsigned count;
    int length = 0;
    const struct game *game = NULL;
    if (sscanf(from, "%31s %u %n", slug, &count, &length) == 2)
        game = games_find(slug, why);
    finding->skill.games = count;
    return game && variant_parse(game, from + length, &finding->variant, why);
}

// In a process of its own, as `balance` does it: it may run out of memory.
static bool solve_variant(struct work_worker *worker, const struct pg_task *task, struct text *why)
{
    struct finding finding;
    struct grid grid = { .variants = &finding, .count = 1 };
    struct workers workers;
    struct progress_bar progress_bar;
    unsigned index;
    char *line = NULL;
    size_t length = 0;
    finding_init(&finding);
    bool good = read_variant(task->text, &finding, why);
    progress_bar_begin(&progress_bar, NULL);
    workers_begin(&workers, &grid, progress_bar.limits.memory);
    while (good && workers_wait(&workers, &index) != WORKERS_DONE)
        continue;
    progress_bar_end(&progress_bar);
    FILE *memory = good && finding.state == FINDING_SOLVED ? open_memstream(&line, &length) : NULL;
    if (memory)
        finding_write(&finding, memory);
    else if (good)
        text_add(why, "%s", finding.note);
    good = memory && fclose(memory) == 0 && add_line(&worker->part[0], line, length);
    free(line); // open_memstream's own
    finding_clear(&finding);
    return good;
}

static bool verbose;

static void tell_task(const struct pg_task *task, const char *what)
{
    if (verbose)
        fprintf(stderr, "causeway: %s %u of %s %.8s: %s\n",
                strcmp(task->kind, tournament_kind) == 0 ? "pair" : "task", task->n, task->kind,
                task->work, what);
}

static bool do_task(struct work_worker *worker, const struct pg_task *task, struct text *why)
{
    if (strcmp(task->kind, tournament_kind) == 0)
        return play_pair(worker, task, why);
    if (strcmp(task->kind, balance_kind) == 0)
        return solve_variant(worker, task, why);
    text_add(why, "There is no work of the kind '%.32s'.", task->kind);
    return false;
}

// "The worker of HOST cannot play this: ..."
static bool refuse(struct work_worker *worker, const struct pg_task *task, const char *fault,
                   struct text *why)
{
    char host[HOST_NAME_MAX + 1] = "";
    struct text words = TEXT_OF(TEXT_MAX);
    gethostname(host, sizeof host - 1);
    text_add(&words, "A worker on %s takes no part, since it cannot start a program. %s", host,
             fault);
    fprintf(stderr, "causeway: %s\n", words.at);
    return pg_worker_refuse(&worker->queue, task, words.at, why);
}

// The answer, or why there is none.
static bool answer(struct work_worker *worker, const struct pg_task *task, struct text *why)
{
    struct text fault = TEXT_OF(TEXT_MAX), told = TEXT_OF(TEXT_MAX + 1);
    const char *part[QUEUE_PARTS];
    tell_task(task, "begun");
    bool done = do_task(worker, task, &fault);
    if (!done && worker->pairs && pairs_lacks_program(worker->pairs))
        return refuse(worker, task, fault.at, why);
    for (unsigned i = 0; i < QUEUE_PARTS; i++)
        part[i] = done && worker->part[i].at ? worker->part[i].at : "";
    text_add(&told, "!%s", fault.length ? fault.at : "There is no memory left.");
    if (!done)
        part[0] = told.at;
    tell_task(task, done ? "done" : fault.at);
    bool given = pg_worker_give(&worker->queue, task, part, why);
    for (unsigned i = 0; i < QUEUE_PARTS; i++) {
        mem_free(worker->part[i].at);
        worker->part[i] = (struct part){ 0 };
    }
    return given;
}

static void complain(const struct text *why)
{
    if (why->length)
        fprintf(stderr, "causeway: %s\n", why->at);
}

// A worker's whole life. What goes wrong is said once, not ten times a second.
static _Noreturn void work(const char *url)
{
    static struct work_worker worker;
    struct text why = TEXT_OF(TEXT_MAX);
    bool silent = false;
    while (!pg_worker_open(&worker.queue, url, &why)) {
        if (!silent)
            complain(&why);
        silent = true;
        text_clear(&why);
        now_sleep(500);
    }
    for (;;) {
        struct pg_task task;
        bool found = pg_worker_take(&worker.queue, &task, &why);
        if (found)
            answer(&worker, &task, &why);
        if (!silent)
            complain(&why);
        silent = why.length > 0;
        text_clear(&why);
        if (!found)
            now_sleep(200);
    }
}

// The child gets the caller's signal mask back.
static pid_t start_worker(const char *url, const sigset_t *before)
{
    pid_t parent = getpid(), process = fork();
    if (process != 0)
        return process;
    sigprocmask(SIG_SETMASK, before, NULL);
    signal(SIGINT, SIG_IGN); // Ctrl-C is for the parent, which ends us
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() == parent)
        work(url);
    _exit(0);
}

// One that has died is replaced, but not in a hurry.
static int oversee(const char *url, unsigned jobs)
{
    pid_t worker[TOURNAMENT_JOBS] = { 0 };
    sigset_t signals, before;
    int got = 0;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    sigprocmask(SIG_BLOCK, &signals, &before);
    process_adopt();
    while (got <= 0) {
        for (unsigned i = 0; i < jobs; i++)
            if (worker[i] <= 0 || waitpid(worker[i], NULL, WNOHANG) == worker[i])
                worker[i] = start_worker(url, &before);
        got = sigtimedwait(&signals, NULL, &(struct timespec){ .tv_nsec = 500000000 });
    }
    for (unsigned i = 0; i < jobs; i++)
        if (worker[i] > 0) {
            kill(worker[i], SIGKILL);
            waitpid(worker[i], NULL, 0);
        }
    process_sweep();
    return got;
}

static void print_work(void *context, const struct pg_work *work)
{
    unsigned *count = context;
    const char *plan = strchr(work->plan, '{');
    if (++*count == 1)
        printf("%-9s %-11s %-7s %7s %8s  %-24s %s\n", "ID", "KIND", "STATE", "WAITING", "ANSWERED",
               "BUILD", "PLAN");
    printf("%-9.8s %-11s %-7s %7u %8u  %-24s %.200s\n", work->id, work->kind,
           work->open ? "open" : "closed", work->waiting, work->answered, work->version,
           plan ? plan : work->plan);
}

// --list and --cancel.
static int oversee_work(const struct cli_invocation *invocation, struct pg_worker *worker,
                        struct text *why)
{
    const char *id = cli_value(invocation, OPTION_CANCEL);
    unsigned count = 0;
    if (id && !pg_worker_cancel(worker, id, why))
        return EXIT_FAILED;
    if (id)
        printf("Work %s is cancelled.\n", id);
    if (cli_value(invocation, OPTION_LIST) && !pg_worker_list(worker, print_work, &count, why))
        return EXIT_FAILED;
    if (cli_value(invocation, OPTION_LIST) && count == 0)
        puts("There is no work.");
    return EXIT_FINE;
}

int online_work(const struct cli_invocation *invocation, struct text *why)
{
    const char *url = invocation->operand[0];
    struct pg_worker first;
    unsigned jobs = 0;
    if (!check_url(invocation, url) || !command_read_jobs(invocation, &jobs, why))
        return EXIT_USAGE;
    online_warn_of_password(url);
    verbose = cli_value(invocation, OPTION_VERBOSE);
    bool asks = cli_value(invocation, OPTION_LIST) || cli_value(invocation, OPTION_CANCEL);
    bool open = pg_worker_open(&first, url, why); // what is wrong at once is said at once
    int status = open && asks ? oversee_work(invocation, &first, why) : EXIT_FAILED;
    pg_worker_close(&first);
    if (!open || asks)
        return status;
    int got = oversee(url, jobs);
    sigset_t all;
    sigfillset(&all);
    signal(got, SIG_DFL);
    raise(got);
    sigprocmask(SIG_UNBLOCK, &all, NULL);
    return 128 + got;
}
