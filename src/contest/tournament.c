// SPDX-License-Identifier: GPL-3.0-or-later
#include "contest/tournament.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/memory.h"
#include "contest/pairs.h"
#include "drive/process.h"

// A worker is given numbers of pairs and answers each with a line of the journal, or
// with a sentence after an exclamation mark.
struct worker {
    pid_t process; // 0: there is none
    int to, from;
    bool busy;
    unsigned index; // of its pair
    char line[JOURNAL_LINE];
    size_t length;
};

struct tournament {
    struct tournament_setup setup;
    struct journal journal;
    struct standings_pair *pairs;
    unsigned count, played, next;
    struct sprt sprt;
    struct standings_seen seen;
    struct worker worker[TOURNAMENT_JOBS];
    bool given; // the pairs, to others
    struct pairs_setup keeper_setup;
    struct pairs *keeper; // keeps what they played
};

static void count_pair(struct tournament *tournament, unsigned index)
{
    const struct standings_pair *pair = &tournament->pairs[index];
    struct schedule_pair scheduled = schedule_pair(&tournament->setup.schedule, index);
    unsigned different = 0;
    tournament->played++;
    if (standings_is_new(&tournament->seen, &scheduled, pair, &different))
        sprt_add(&tournament->sprt, pair->game[0].won + pair->game[1].won,
                 (pair->game[0].score + pair->game[1].score) / 2);
}

static void count_all(struct tournament *tournament)
{
    for (unsigned i = 0; i < tournament->count; i++)
        if (tournament->pairs[i].played)
            count_pair(tournament, i);
}

static struct pairs_setup pairs_of(const struct tournament *tournament)
{
    return (struct pairs_setup){
        .schedule = &tournament->setup.schedule,
        .clock = tournament->setup.clock,
        .directory = tournament->journal.directory,
        .patience = tournament->setup.patience,
        .program = tournament->setup.program,
    };
}

// In an pairs that is closed again before workers are forked: a database does not survive that.
static bool try_programs(struct tournament *tournament, struct text *why)
{
    struct pairs_setup setup = pairs_of(tournament);
    struct pairs *pairs = pairs_new(&setup, why);
    bool good = pairs && pairs_try(pairs, &tournament->journal.facts, why);
    pairs_free(pairs);
    return good;
}

struct tournament *tournament_open(const struct tournament_setup *setup, struct text *why)
{
    struct tournament *tournament = mem_for("a tournament", sizeof *tournament, why);
    if (!tournament)
        return NULL;
    unsigned count = schedule_count(&setup->schedule);
    struct standings_pair *pairs = mem_for("a tournament", count * sizeof *pairs, why);
    tournament->setup = *setup;
    tournament->pairs = pairs;
    tournament->count = count;
    tournament->sprt = setup->sprt;
    tournament->seen = standings_seen_new();
    tournament->journal.file = -1;
    if (!pairs ||
        !journal_find(&tournament->journal, setup->under, &setup->schedule, &setup->clock, why) ||
        !journal_open(&tournament->journal, &setup->schedule, &setup->clock, setup->use, pairs,
                      why)) {
        tournament_close(tournament);
        return NULL;
    }
    count_all(tournament);
    process_adopt(); // what a worker's programs leave behind when it is ended
    if (setup->queue || tournament->played == count || try_programs(tournament, why))
        return tournament;
    tournament_close(tournament);
    return NULL;
}

static bool send_line(int to, const char *line, size_t length)
{
    return write(to, line, length) == (ssize_t)length;
}

// In one line: what a program wrote to standard error has several.
static void print_failure(char *words, struct text *out)
{
    for (char *at = words; (at = strchr(at, '\n'));)
        *at = '\v';
    text_add(out, "!%s\n", words);
}

// The worker's whole life. It ends when nobody has work for it any more.
static _Noreturn void work(const struct tournament *tournament, int from, int to)
{
    char line[JOURNAL_LINE], buffer[TEXT_MAX];
    unsigned index;
    struct pairs_setup setup = pairs_of(tournament);
    signal(SIGINT, SIG_IGN); // Ctrl-C is for the parent, which ends us
    struct text why = text_in(buffer, sizeof buffer);
    struct pairs *pairs = pairs_new(&setup, &why);
    while (read(from, &index, sizeof index) == sizeof index) {
        struct text out = text_in(line, sizeof line);
        struct standings_pair pair;
        if (pairs && pairs_play(pairs, index, &pair, &why))
            pairs_print(pairs, index, &pair, &out);
        else
            print_failure(buffer, &out);
        text_clear(&why);
        if (out.cut || !send_line(to, line, out.length))
            break;
    }
    pairs_free(pairs);
    _exit(0);
}

static bool start_worker(struct tournament *tournament, struct worker *worker)
{
    int there[2], back[2];
    pid_t parent = getpid();
    if (pipe(there) != 0)
        return false;
    if (pipe(back) != 0) {
        close(there[0]);
        close(there[1]);
        return false;
    }
    pid_t process = fork();
    if (process == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (unsigned i = 0; i < TOURNAMENT_JOBS; i++)
            if (tournament->worker[i].process) {
                close(tournament->worker[i].to);
                close(tournament->worker[i].from);
            }
        close(there[1]);
        close(back[0]);
        journal_close(&tournament->journal);
        if (getppid() == parent)
            work(tournament, there[0], back[1]);
        _exit(0);
    }
    close(there[0]);
    close(back[1]);
    *worker = (struct worker){ .process = process, .to = there[1], .from = back[0] };
    if (process > 0)
        return true;
    close(there[1]);
    close(back[0]);
    worker->process = 0;
    return false;
}

static void dismiss(struct worker *worker)
{
    close(worker->to);
    close(worker->from);
    while (waitpid(worker->process, NULL, 0) < 0 && errno == EINTR)
        continue;
    *worker = (struct worker){ 0 };
}

static bool is_under_way(const struct tournament *tournament, unsigned index)
{
    for (unsigned i = 0; i < tournament->setup.jobs; i++)
        if (tournament->worker[i].busy && tournament->worker[i].index == index)
            return true;
    return false;
}

// The first pair that nobody has played and nobody plays; false if there is none.
static bool find_work(struct tournament *tournament, unsigned *index)
{
    while (tournament->next < tournament->count && tournament->pairs[tournament->next].played)
        tournament->next++;
    for (*index = tournament->next; *index < tournament->count; ++*index)
        if (!tournament->pairs[*index].played && !is_under_way(tournament, *index))
            return true;
    return false;
}

// Gives the worker a pair, if there is one.
static void assign(struct tournament *tournament, struct worker *worker)
{
    unsigned index;
    if (worker->busy || !find_work(tournament, &index) ||
        (!worker->process && !start_worker(tournament, worker)))
        return;
    worker->index = index;
    worker->busy = write(worker->to, &index, sizeof index) == sizeof index;
}

// Gives everybody something to do. False when not even one process can be started.
static bool start_workers(struct tournament *tournament, struct text *why)
{
    bool any = false;
    for (unsigned i = 0; i < tournament->setup.jobs; i++) {
        assign(tournament, &tournament->worker[i]);
        any |= tournament->worker[i].busy;
    }
    if (!any)
        text_add(why, "No process can be started: %s.", strerror(errno));
    return any;
}

// What a worker has said: a pair, or why there is none.
static enum tournament_news take_line(struct tournament *tournament, struct worker *worker,
                                      struct text *why)
{
    unsigned index;
    struct standings_pair pair;
    struct journal_notes notes;
    worker->line[worker->length - 1] = '\0';
    if (worker->line[0] == '!') {
        for (char *at = worker->line; (at = strchr(at, '\v'));)
            *at = '\n';
        text_add(why, "%s", worker->line + 1);
        return TOURNAMENT_FAILED;
    }
    worker->line[worker->length - 1] = '\n';
    if (!journal_parse(worker->line, worker->length, &tournament->setup.schedule, &index, &pair,
                       &notes) ||
        index != worker->index) {
        text_add(why, "A worker's answer to pair %u makes no sense.", worker->index);
        return TOURNAMENT_FAILED;
    }
    if (!journal_learn(&tournament->journal.facts, &tournament->setup.schedule, index, &pair,
                       &notes, why) ||
        !journal_add(&tournament->journal, worker->line, worker->length, why))
        return TOURNAMENT_FAILED;
    tournament->pairs[index] = pair;
    count_pair(tournament, index);
    worker->busy = false;
    worker->length = 0;
    return TOURNAMENT_PLAYED;
}

static enum tournament_news listen_to(struct tournament *tournament, struct worker *worker,
                                      struct text *why)
{
    ssize_t got =
        read(worker->from, worker->line + worker->length, sizeof worker->line - worker->length);
    if (got < 0 && errno == EINTR)
        return TOURNAMENT_NOTHING;
    if (got <= 0) {
        text_add(why, "A worker died while it played pair %u.", worker->index);
        dismiss(worker);
        return TOURNAMENT_FAILED;
    }
    worker->length += (size_t)got;
    if (worker->line[worker->length - 1] != '\n')
        return TOURNAMENT_NOTHING;
    return take_line(tournament, worker, why);
}

static bool is_done(const struct tournament *tournament)
{
    return tournament->played == tournament->count ||
           (tournament->setup.tests && sprt_verdict(&tournament->sprt) != SPRT_OPEN);
}

// Others play.

const char tournament_kind[] = "tournament";

static bool print_plan(const struct tournament_setup *setup, struct text *out, struct text *why)
{
    char *plan = journal_print_plan(&setup->schedule, &setup->clock);
    text_add(out, "%.0f %s", setup->patience, plan ? plan : "");
    bool good = plan && !out->cut;
    if (!good)
        text_add(why, "There is not enough room for the plan of the tournament.");
    mem_free(plan);
    return good;
}

bool tournament_read_plan(const struct game *const *games, const char *plan,
                          struct schedule *schedule, struct log_clock *clock, double *patience,
                          struct text *why)
{
    char *rest;
    *patience = strtod(plan, &rest);
    return journal_read_plan(games, rest, schedule, clock, why);
}

static bool put_pairs(const struct tournament *tournament, const char *plan, struct text *why)
{
    struct queue *queue = tournament->setup.queue;
    struct queue_work work = { .kind = tournament_kind,
                               .plan = plan,
                               .anew = tournament->setup.use != JOURNAL_RESUME };
    struct queue_task *tasks = mem_for("a tournament", tournament->count * sizeof *tasks, why);
    unsigned count = 0;
    if (!tasks)
        return false;
    for (unsigned i = 0; i < tournament->count; i++)
        if (!tournament->pairs[i].played)
            tasks[count++] = (struct queue_task){ .n = i, .text = "" };
    bool put = queue->put(queue, &work, tasks, count, why);
    mem_free(tasks);
    return put;
}

static bool give_away(struct tournament *tournament, struct text *why)
{
    char *bytes = mem_for("a tournament", TOURNAMENT_PLAN, why);
    if (!bytes)
        return false;
    struct text plan = text_in(bytes, TOURNAMENT_PLAN);
    tournament->keeper_setup = pairs_of(tournament);
    if (!tournament->keeper)
        tournament->keeper = pairs_new(&tournament->keeper_setup, why);
    tournament->given = tournament->keeper && print_plan(&tournament->setup, &plan, why) &&
                        put_pairs(tournament, bytes, why);
    mem_free(bytes);
    return tournament->given;
}

// A pair counts once, however often it was played.
static enum tournament_news take_answer(struct tournament *tournament,
                                        const struct queue_answer *answer, struct text *why)
{
    char line[JOURNAL_LINE];
    struct text text = text_in(line, sizeof line);
    struct standings_pair pair;
    struct journal_notes notes;
    unsigned index;
    if (answer->n < tournament->count && tournament->pairs[answer->n].played)
        return TOURNAMENT_NOTHING;
    text_add(&text, "%s\n", answer->part[0]);
    if (*line == '!' || text.cut ||
        !journal_parse(line, text.length, &tournament->setup.schedule, &index, &pair, &notes) ||
        index != answer->n) {
        text_add(why, "Pair %u was not played: %s", answer->n,
                 *line == '!' ? line + 1 : "the answer makes no sense.");
        return TOURNAMENT_FAILED;
    }
    if (!journal_learn(&tournament->journal.facts, &tournament->setup.schedule, index, &pair,
                       &notes, why) ||
        !pairs_import(tournament->keeper, tournament->setup.games, answer->part[1], why) ||
        !pairs_import(tournament->keeper, tournament->setup.games, answer->part[2], why) ||
        !journal_add(&tournament->journal, line, text.length, why))
        return TOURNAMENT_FAILED;
    tournament->pairs[index] = pair;
    count_pair(tournament, index);
    return TOURNAMENT_PLAYED;
}

static enum tournament_news wait_for_others(struct tournament *tournament, struct text *why)
{
    struct queue_answer answer;
    if (!tournament->given && !give_away(tournament, why))
        return TOURNAMENT_FAILED;
    switch (tournament->setup.queue->next(tournament->setup.queue, &answer, why)) {
    case QUEUE_ANSWER:
        return take_answer(tournament, &answer, why);
    case QUEUE_FAILED:
        return TOURNAMENT_FAILED;
    case QUEUE_TOLD:
        return TOURNAMENT_TOLD;
    case QUEUE_NOTHING:
        break;
    }
    return TOURNAMENT_NOTHING;
}

enum tournament_news tournament_wait(struct tournament *tournament, struct text *why)
{
    enum { TENTH = 100 }; // of a second, in milliseconds
    struct pollfd ends[TOURNAMENT_JOBS];
    if (is_done(tournament))
        return TOURNAMENT_DONE;
    if (tournament->setup.queue)
        return wait_for_others(tournament, why);
    if (!start_workers(tournament, why))
        return TOURNAMENT_FAILED;
    for (unsigned i = 0; i < tournament->setup.jobs; i++)
        ends[i] = (struct pollfd){
            .fd = tournament->worker[i].busy ? tournament->worker[i].from : -1,
            .events = POLLIN,
        };
    if (poll(ends, tournament->setup.jobs, TENTH) <= 0)
        return TOURNAMENT_NOTHING;
    for (unsigned i = 0; i < tournament->setup.jobs; i++)
        if (ends[i].revents)
            return listen_to(tournament, &tournament->worker[i], why);
    return TOURNAMENT_NOTHING;
}

// A program ends with its worker.
void tournament_close(struct tournament *tournament)
{
    for (unsigned i = 0; i < TOURNAMENT_JOBS; i++)
        if (tournament->worker[i].process) {
            if (tournament->worker[i].busy)
                kill(tournament->worker[i].process, SIGKILL);
            dismiss(&tournament->worker[i]);
        }
    process_sweep();
    if (tournament->given)
        tournament->setup.queue->end(tournament->setup.queue);
    pairs_free(tournament->keeper);
    journal_close(&tournament->journal);
    standings_seen_free(&tournament->seen);
    mem_free(tournament->pairs);
    mem_free(tournament);
}

const struct standings_pair *tournament_pairs(const struct tournament *tournament)
{
    return tournament->pairs;
}

unsigned tournament_played(const struct tournament *tournament)
{
    return tournament->played;
}

const char *tournament_directory(const struct tournament *tournament)
{
    return tournament->journal.directory;
}

const struct journal_facts *tournament_facts(const struct tournament *tournament)
{
    return &tournament->journal.facts;
}

const struct sprt *tournament_sprt(const struct tournament *tournament)
{
    return tournament->setup.tests ? &tournament->sprt : NULL;
}
