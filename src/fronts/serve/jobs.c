// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/serve/jobs.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/queue.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/memory.h"

enum {
    AT_ONCE = 4,
    SECONDS = 30,
    SAID_MOST = 1 << 18,
};

struct job {
    struct jobs *jobs;
    unsigned char by[BUCKET_KEY];
    pid_t pid;
    int from;
    struct event *readable, *late;
    jobs_done *done;
    void *whom;
    char *said;
    size_t length, room;
    LIST_ENTRY(job) next;
};

struct jobs {
    struct serve *serve;
    LIST_HEAD(job_list, job) all;
};

struct jobs *jobs_new(struct serve *serve)
{
    struct jobs *jobs = mem_new(sizeof *jobs);
    if (jobs)
        *jobs = (struct jobs){ .serve = serve };
    return jobs;
}

static void end_job(struct job *job, bool good)
{
    LIST_REMOVE(job, next);
    job->jobs->serve->counts.jobs--;
    int status;
    kill(job->pid, SIGKILL);
    while (waitpid(job->pid, &status, 0) < 0 && errno == EINTR)
        ;
    event_free(job->readable);
    event_free(job->late);
    close(job->from);
    job->done(job->whom, good && job->length ? job->said : NULL, job->length);
    mem_free(job->said);
    mem_free(job);
}

void jobs_free(struct jobs *jobs)
{
    while (jobs && !LIST_EMPTY(&jobs->all))
        end_job(LIST_FIRST(&jobs->all), false);
    mem_free(jobs);
}

static void hear(evutil_socket_t from, short what, void *whom)
{
    struct job *job = whom;
    (void)what;
    if (job->room - job->length < 4096) {
        size_t room = job->room ? 2 * job->room : 16384;
        char *said = room > SAID_MOST ? NULL : mem_grow(job->said, room);
        if (!said) {
            end_job(job, false);
            return;
        }
        job->said = said;
        job->room = room;
    }
    ssize_t got = read((int)from, job->said + job->length, job->room - job->length);
    if (got > 0)
        job->length += (size_t)got;
    else if (got == 0 || (errno != EAGAIN && errno != EINTR))
        end_job(job, got == 0);
}

static void give_up(evutil_socket_t from, short what, void *whom)
{
    (void)from, (void)what;
    end_job(whom, false);
}

// The child's side: nothing of the server's is written, closed or told any more.
static _Noreturn void do_work(jobs_work *work, void *what, int to, const sigset_t *signals)
{
    for (int signal_number = 1; signal_number < NSIG; signal_number++)
        signal(signal_number, SIG_DFL);
    sigprocmask(SIG_SETMASK, signals, NULL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int nothing = open("/dev/null", O_RDWR);
    if (nothing < 0 || dup2(to, STDERR_FILENO + 1) < 0 || dup2(nothing, STDIN_FILENO) < 0 ||
        dup2(nothing, STDOUT_FILENO) < 0 || dup2(nothing, STDERR_FILENO) < 0)
        _exit(127);
    close_range(STDERR_FILENO + 2, ~0U, 0);
    setrlimit(RLIMIT_CPU, &(struct rlimit){ SECONDS, SECONDS });
    FILE *out = fdopen(STDERR_FILENO + 1, "w");
    if (!out)
        _exit(127);
    work(what, out);
    _exit(fflush(out) == 0 ? 0 : 1);
}

static bool launch(struct job *job, jobs_work *work, void *what)
{
    int ends[2];
    sigset_t all, before;
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
        return false;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    job->pid = fork();
    if (job->pid == 0) {
        fcntl(ends[1], F_SETFL, 0);
        do_work(work, what, ends[1], &before);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(ends[1]);
    job->from = ends[0];
    if (job->pid > 0)
        return true;
    close(ends[0]);
    return false;
}

static bool is_too_many(const struct jobs *jobs, const unsigned char by[BUCKET_KEY])
{
    const struct job *job;
    unsigned own = 0;
    LIST_FOREACH(job, &jobs->all, next)
    own += memcmp(job->by, by, BUCKET_KEY) == 0;
    return jobs->serve->counts.jobs >= AT_ONCE || own >= AT_ONCE - 1;
}

bool jobs_start(struct jobs *jobs, const unsigned char by[BUCKET_KEY], jobs_work *work, void *what,
                jobs_done *done, void *whom)
{
    struct event_base *base = jobs->serve->base;
    struct job *job = is_too_many(jobs, by) ? NULL : mem_new(sizeof *job);
    if (!job)
        return false;
    *job = (struct job){ .jobs = jobs, .done = done, .whom = whom };
    memcpy(job->by, by, BUCKET_KEY);
    if (!launch(job, work, what)) {
        mem_free(job);
        return false;
    }
    job->readable = event_new(base, job->from, EV_READ | EV_PERSIST, hear, job);
    job->late = event_new(base, -1, 0, give_up, job);
    LIST_INSERT_HEAD(&jobs->all, job, next);
    jobs->serve->counts.jobs++;
    event_add(job->readable, NULL);
    serve_start(job->late, (SECONDS + 1) * 1000);
    return true;
}
