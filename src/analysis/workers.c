// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/workers.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analysis/proof.h"
#include "core/memory.h"
#include "core/vector.h"

// A worker whose parent is gone works for nobody.
static bool parent_lives(void *context, uint64_t nodes)
{
    (void)nodes;
    return getppid() == *(const pid_t *)context;
}

// Solves and checks. What the check cannot go through in its memory is not called exact; what
// it refutes is no answer.
static bool find(struct finding *finding, const struct limits *limits, struct text *why)
{
    struct proof proof;
    struct depth depth;
    if (!proof_find(&proof, &finding->variant, SEAT_1, limits, why))
        return false;
    enum check_verdict verdict = proof_check(&proof, why);
    if (verdict == CHECK_PROVED)
        text_clear(why);
    else
        proof.answer.proof = SOLVE_UNCHECKED;
    bool deep = depth_measure(&finding->variant, limits, &depth, why);
    finding_take(finding, &proof.answer, deep ? &depth : NULL);
    if (!skill_measure(&finding->variant, &finding->skill, why))
        finding->skill.won = 0;
    proof_clear(&proof);
    return verdict != CHECK_REFUTED;
}

// The worker's whole life: solves, tells, ends.
static _Noreturn void work(const struct workers *workers, struct finding *finding, int to,
                           pid_t parent)
{
    struct text why = TEXT_OF(FINDING_NOTE);
    struct limits limits = { .memory = workers->memory, .go_on = parent_lives, .context = &parent };
    signal(SIGINT, SIG_DFL);
    FILE *file = fdopen(to, "w");
    if (!file)
        _exit(1);
    if (find(finding, &limits, &why))
        finding_write(finding, file);
    else
        fprintf(file, "!%s", why.at);
    _exit(fflush(file) ? 1 : 0);
}

static void fail(struct finding *finding, const char *what, const char *why)
{
    struct text note = text_in(finding->note, sizeof finding->note);
    finding->state = FINDING_FAILED;
    text_add(&note, "%s%s", what, why);
}

static bool start(struct workers *workers, struct workers_worker *worker, unsigned index)
{
    int ends[2];
    pid_t parent = getpid();
    if (pipe(ends) != 0)
        return false;
    pid_t process = fork();
    if (process == 0)
        work(workers, &workers->grid->variants[index], ends[1], parent);
    close(ends[1]);
    if (process < 0) {
        close(ends[0]);
        return false;
    }
    *worker = (struct workers_worker){ .process = process, .from = ends[0], .variant = index };
    workers->busy++;
    return true;
}

void workers_begin(struct workers *workers, struct grid *grid, size_t memory)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    *workers = (struct workers){ .grid = grid };
    workers->size = cores < 1 ? 1 : cores > WORKERS_MAX ? WORKERS_MAX : (unsigned)cores;
    workers->memory = memory / workers->size;
}

static struct workers_worker *free_worker(struct workers *workers)
{
    for (unsigned i = 0; i < workers->size; i++)
        if (workers->workers[i].process == 0)
            return &workers->workers[i];
    return NULL;
}

// Gives everybody something to do. False, with the variant at fault, when not even
// one process can be started.
static bool start_workers(struct workers *workers, unsigned *index)
{
    for (; workers->next < workers->grid->count; workers->next++) {
        struct workers_worker *worker = free_worker(workers);
        if (!worker)
            return true;
        if (workers->grid->variants[workers->next].state != FINDING_OPEN ||
            start(workers, worker, workers->next))
            continue;
        if (workers->busy > 0)
            return true; // perhaps when one of these has ended
        *index = workers->next++;
        fail(&workers->grid->variants[*index],
             "No process can be started to solve this: ", strerror(errno));
        return false;
    }
    return true;
}

static void end(struct workers *workers, struct workers_worker *worker)
{
    close(worker->from);
    mem_free(worker->text);
    *worker = (struct workers_worker){ 0 };
    workers->busy--;
}

static void take_report(struct workers *workers, struct workers_worker *worker)
{
    struct finding *finding = &workers->grid->variants[worker->variant];
    int status;
    while (waitpid(worker->process, &status, 0) < 0 && errno == EINTR)
        continue;
    if (worker->text)
        worker->text[worker->length] = '\0';
    if (worker->text && worker->text[0] == '!')
        fail(finding, worker->text + 1, "");
    else if (WIFSIGNALED(status))
        fail(finding, "The solver was ended: ", strsignal(WTERMSIG(status)));
    else if (!worker->text || !finding_read(finding, worker->text))
        fail(finding, "The solver did not tell its answer.", "");
    end(workers, worker);
}

// True when the worker has no more to tell. Behind its text there always is room for a NUL byte.
static bool listen_to(struct workers_worker *worker)
{
    if (!vector_grow(&worker->text, &worker->room, worker->length + 1, 1)) {
        kill(worker->process, SIGKILL);
        return true;
    }
    ssize_t got =
        read(worker->from, worker->text + worker->length, worker->room - worker->length - 1);
    if (got > 0)
        worker->length += (size_t)got;
    return got == 0 || (got < 0 && errno != EINTR);
}

enum workers_news workers_wait(struct workers *workers, unsigned *index)
{
    enum { TENTH = 100 }; // of a second, in milliseconds
    struct pollfd ends[WORKERS_MAX];
    if (!start_workers(workers, index))
        return WORKERS_FINISHED;
    if (workers->busy == 0)
        return WORKERS_DONE;
    for (unsigned i = 0; i < workers->size; i++)
        ends[i] = (struct pollfd){
            .fd = workers->workers[i].process ? workers->workers[i].from : -1,
            .events = POLLIN,
        };
    if (poll(ends, workers->size, TENTH) <= 0)
        return WORKERS_NOTHING;
    for (unsigned i = 0; i < workers->size; i++)
        if (ends[i].revents && listen_to(&workers->workers[i])) {
            *index = workers->workers[i].variant;
            take_report(workers, &workers->workers[i]);
            return WORKERS_FINISHED;
        }
    return WORKERS_NOTHING;
}

void workers_stop(struct workers *workers)
{
    for (unsigned i = 0; i < workers->size; i++) {
        struct workers_worker *worker = &workers->workers[i];
        if (worker->process == 0)
            continue;
        kill(worker->process, SIGKILL);
        while (waitpid(worker->process, NULL, 0) < 0 && errno == EINTR)
            continue;
        end(workers, worker);
    }
}
