// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/crew.h"

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
static bool parent_lives(void *whom, uint64_t nodes)
{
    (void)nodes;
    return getppid() == *(const pid_t *)whom;
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
static _Noreturn void work(const struct crew *crew, struct finding *finding, int to, pid_t parent)
{
    struct text why = TEXT_OF(FINDING_NOTE);
    struct limits limits = { .memory = crew->memory, .go_on = parent_lives, .whom = &parent };
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

static bool start(struct crew *crew, struct crew_worker *worker, unsigned index)
{
    int ends[2];
    pid_t parent = getpid();
    if (pipe(ends) != 0)
        return false;
    pid_t process = fork();
    if (process == 0)
        work(crew, &crew->grid->variants[index], ends[1], parent);
    close(ends[1]);
    if (process < 0) {
        close(ends[0]);
        return false;
    }
    *worker = (struct crew_worker){ .process = process, .from = ends[0], .variant = index };
    crew->busy++;
    return true;
}

void crew_begin(struct crew *crew, struct grid *grid, size_t memory)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    *crew = (struct crew){ .grid = grid };
    crew->size = cores < 1 ? 1 : cores > CREW_MAX ? CREW_MAX : (unsigned)cores;
    crew->memory = memory / crew->size;
}

static struct crew_worker *free_place(struct crew *crew)
{
    for (unsigned i = 0; i < crew->size; i++)
        if (crew->workers[i].process == 0)
            return &crew->workers[i];
    return NULL;
}

// Gives everybody something to do. False, with the variant at fault, when not even
// one process can be started.
static bool employ(struct crew *crew, unsigned *index)
{
    for (; crew->next < crew->grid->count; crew->next++) {
        struct crew_worker *worker = free_place(crew);
        if (!worker)
            return true;
        if (crew->grid->variants[crew->next].state != FINDING_OPEN ||
            start(crew, worker, crew->next))
            continue;
        if (crew->busy > 0)
            return true; // perhaps when one of these has ended
        *index = crew->next++;
        fail(&crew->grid->variants[*index],
             "No process can be started to solve this: ", strerror(errno));
        return false;
    }
    return true;
}

static void end(struct crew *crew, struct crew_worker *worker)
{
    close(worker->from);
    mem_free(worker->text);
    *worker = (struct crew_worker){ 0 };
    crew->busy--;
}

static void take_report(struct crew *crew, struct crew_worker *worker)
{
    struct finding *finding = &crew->grid->variants[worker->variant];
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
    end(crew, worker);
}

// True when the worker has no more to tell. Behind its text there always is room for a NUL byte.
static bool listen_to(struct crew_worker *worker)
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

enum crew_news crew_wait(struct crew *crew, unsigned *index)
{
    enum { TENTH = 100 }; // of a second, in milliseconds
    struct pollfd ends[CREW_MAX];
    if (!employ(crew, index))
        return CREW_FINISHED;
    if (crew->busy == 0)
        return CREW_DONE;
    for (unsigned i = 0; i < crew->size; i++)
        ends[i] = (struct pollfd){
            .fd = crew->workers[i].process ? crew->workers[i].from : -1,
            .events = POLLIN,
        };
    if (poll(ends, crew->size, TENTH) <= 0)
        return CREW_NOTHING;
    for (unsigned i = 0; i < crew->size; i++)
        if (ends[i].revents && listen_to(&crew->workers[i])) {
            *index = crew->workers[i].variant;
            take_report(crew, &crew->workers[i]);
            return CREW_FINISHED;
        }
    return CREW_NOTHING;
}

void crew_stop(struct crew *crew)
{
    for (unsigned i = 0; i < crew->size; i++) {
        struct crew_worker *worker = &crew->workers[i];
        if (worker->process == 0)
            continue;
        kill(worker->process, SIGKILL);
        while (waitpid(worker->process, NULL, 0) < 0 && errno == EINTR)
            continue;
        end(crew, worker);
    }
}
