// SPDX-License-Identifier: GPL-3.0-or-later
#include "drive/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/now.h"
#include "core/memory.h"
#include "core/vector.h"

enum {
    HEARD = 8192,         // room for what has arrived and was not asked for yet
    WAITING = 1 << 20,    // what the program may leave unread
    ERRORS_MOST = 1 << 20 // bytes of its standard error that are kept
};

struct process {
    pid_t pid;
    int life; // readable when the process has ended
    int to, from;
    int errors, kept; // its standard error, and the file for it; -1: none, or no longer
    size_t errors_length;
    bool reaped;
    int status;
    char heard[HEARD];
    size_t heard_length;
    bool ended; // nothing more will come
    char *waiting;
    size_t waiting_length, waiting_room;
};

// How many there are: the last one to end sweeps up after all.
static unsigned running;

// The child's side. What it inherits is nothing but its three descriptors.
static _Noreturn void become(const struct process_setup *setup, int in, int out, int errors,
                             pid_t parent)
{
    setsid();                  // a process group of its own, and no terminal to write to
    unsetenv("CAUSEWAY_DATA"); // where the other seat's secrets may lie
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent || dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0 ||
        dup2(errors, STDERR_FILENO) < 0)
        _exit(127);
    close_range(STDERR_FILENO + 1, ~0U, 0);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    struct rlimit memory = { .rlim_cur = setup->memory ? setup->memory : PROCESS_MEMORY };
    memory.rlim_max = memory.rlim_cur;
    setrlimit(RLIMIT_DATA, &memory);
    execl("/bin/sh", "sh", "-c", setup->command, (char *)NULL);
    _exit(127);
}

static void close_both(const int ends[2])
{
    close(ends[0]);
    close(ends[1]);
}

static bool open_pipes(int in[2], int out[2])
{
    if (pipe2(in, O_CLOEXEC) != 0)
        return false;
    if (pipe2(out, O_CLOEXEC) == 0)
        return true;
    close_both(in);
    return false;
}

// The program's end of its standard error; ours, and the file, are in the process.
static int open_errors(struct process *process, const char *path)
{
    int ends[2];
    struct stat status;
    process->kept = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
    if (process->kept < 0 || pipe2(ends, O_CLOEXEC) != 0)
        return open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (fstat(process->kept, &status) == 0)
        process->errors_length = (size_t)status.st_size;
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    process->errors = ends[0];
    return ends[1];
}

static void close_errors(struct process *process)
{
    if (process->errors >= 0)
        close(process->errors);
    if (process->kept >= 0)
        close(process->kept);
    process->errors = process->kept = -1;
}

static void keep(struct process *process, const char *bytes, size_t length)
{
    static const char more[] = "\n(more is not kept)\n";
    size_t left = process->errors_length < ERRORS_MOST ? ERRORS_MOST - process->errors_length : 0;
    if (left == 0)
        return;
    if (write(process->kept, bytes, length < left ? length : left) < 0)
        return;
    process->errors_length += length;
    if (length >= left && write(process->kept, more, sizeof more - 1) < 0)
        return;
}

// Keeps what it has written to standard error, as far as there is room; the rest is read, too,
// so that it can go on.
static void hear_errors(struct process *process)
{
    char bytes[4096];
    ssize_t got = 1;
    while (process->errors >= 0 && got > 0) {
        got = read(process->errors, bytes, sizeof bytes);
        if (got > 0)
            keep(process, bytes, (size_t)got);
        else if (got == 0 || (errno != EAGAIN && errno != EINTR))
            close_errors(process);
    }
}

// Ours are the writing end of `in` and the reading end of `out`.
static bool launch(struct process *process, const struct process_setup *setup, int errors)
{
    int in[2], out[2];
    pid_t parent = getpid();
    if (!open_pipes(in, out))
        return false;
    process->pid = fork();
    if (process->pid == 0)
        become(setup, in[0], out[1], errors, parent);
    close(in[0]);
    close(out[1]);
    process->to = in[1];
    process->from = out[0];
    if (process->pid < 0) {
        close(in[1]);
        close(out[0]);
        return false;
    }
    process->life = pidfd_open(process->pid, 0);
    fcntl(process->to, F_SETFL, O_NONBLOCK);
    fcntl(process->from, F_SETFL, O_NONBLOCK);
    return true;
}

void process_adopt(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

struct process *process_start(const struct process_setup *setup, struct text *why)
{
    struct process *process = mem_new(sizeof *process);
    if (process)
        *process = (struct process){ .life = -1, .errors = -1, .kept = -1 };
    int errors = process ? open_errors(process, setup->errors) : -1;
    process_adopt();
    signal(SIGPIPE, SIG_IGN);
    if (!process || errors < 0 || !launch(process, setup, errors)) {
        text_add(why, "The program '%.200s' cannot be started: %s.", setup->command,
                 strerror(process ? errno : ENOMEM));
        if (process)
            close_errors(process);
        mem_free(process);
        process = NULL;
    }
    if (errors >= 0)
        close(errors);
    running += process != NULL;
    return process;
}

// Sends what it can of what is waiting.
static void flush(struct process *process)
{
    while (process->waiting_length > 0) {
        ssize_t sent = write(process->to, process->waiting, process->waiting_length);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0 && errno != EAGAIN)
            process->waiting_length = 0; // nobody reads it any more
        if (sent <= 0)
            return;
        process->waiting_length -= (size_t)sent;
        memmove(process->waiting, process->waiting + sent, process->waiting_length);
    }
}

enum process_result process_write(struct process *process, const char *bytes, size_t length)
{
    size_t all = process->waiting_length + length;
    if (all > WAITING || !vector_grow(&process->waiting, &process->waiting_room, all, 1))
        return PROCESS_GONE;
    memcpy(process->waiting + process->waiting_length, bytes, length);
    process->waiting_length = all;
    return PROCESS_FINE;
}

// Takes the first line out of what was heard.
static enum process_result take_line(struct process *process, char *line, size_t size,
                                     size_t *length)
{
    char *end = memchr(process->heard, '\n', process->heard_length);
    *length = end ? (size_t)(end - process->heard) : process->heard_length;
    if (*length >= size)
        return PROCESS_LONG;
    memcpy(line, process->heard, *length);
    line[*length] = '\0';
    process->heard_length -= *length + 1;
    memmove(process->heard, end + 1, process->heard_length);
    return PROCESS_FINE;
}

static void hear(struct process *process)
{
    ssize_t got = read(process->from, process->heard + process->heard_length,
                       sizeof process->heard - process->heard_length);
    if (got > 0)
        process->heard_length += (size_t)got;
    else if (got == 0 || (errno != EAGAIN && errno != EINTR))
        process->ended = true;
}

// Waits until something can be heard or sent, the program has ended, or the deadline.
static void wait_for(struct process *process, int64_t deadline)
{
    enum { LOOK = 250 }; // milliseconds, in case there is no descriptor for its life
    int64_t left = deadline - now_monotonic();
    struct pollfd ends[] = {
        { .fd = process->ended ? -1 : process->from, .events = POLLIN },
        { .fd = process->waiting_length > 0 ? process->to : -1, .events = POLLOUT },
        { .fd = process->life, .events = POLLIN },
        { .fd = process->errors, .events = POLLIN },
    };
    if (poll(ends, 4, left < 0 ? 0 : left > LOOK ? LOOK : (int)left) <= 0)
        return;
    if (ends[3].revents)
        hear_errors(process);
    if (ends[1].revents)
        flush(process);
    if (ends[0].revents)
        hear(process);
    else if (ends[2].revents)
        process->ended = true; // and all that it had said has been heard
}

enum process_result process_read(struct process *process, char *line, size_t size, size_t *length,
                                 int64_t deadline)
{
    flush(process);
    while (!memchr(process->heard, '\n', process->heard_length)) {
        if (process->heard_length >= size || process->heard_length == sizeof process->heard)
            return PROCESS_LONG;
        if (process->ended)
            return PROCESS_GONE;
        if (now_monotonic() >= deadline)
            return PROCESS_LATE;
        wait_for(process, deadline);
    }
    return take_line(process, line, size, length);
}

size_t process_unended(const struct process *process, const char **bytes)
{
    *bytes = process->heard;
    return process->heard_length;
}

int process_descriptor(const struct process *process)
{
    return process->from;
}

static bool reap(struct process *process, int options)
{
    pid_t found;
    do
        found = waitpid(process->pid, &process->status, options);
    while (found < 0 && errno == EINTR);
    process->reaped = found == process->pid;
    return process->reaped;
}

// True if it has ended by itself in this time. What it still says is heard and forgotten.
static bool let_end(struct process *process, unsigned patience)
{
    int64_t deadline = now_monotonic() + patience;
    close(process->to);
    process->waiting_length = 0;
    while (!process->reaped && !reap(process, WNOHANG) && now_monotonic() < deadline) {
        process->heard_length = 0;
        wait_for(process, process->life < 0 ? now_monotonic() + 1 : deadline);
    }
    close(process->from);
    return process->reaped;
}

// A shell that outlives its command tells of a signal by a status above 128. Short: it becomes the
// word of a forfeit.
static void tell_status(int status, struct text *out)
{
    const char *name = status > 128 ? sigabbrev_np(status - 128) : NULL;
    text_add(out, "ended with status %d", status);
    if (name)
        text_add(out, " (SIG%s)", name);
}

void process_tell_end(struct process *process, struct text *out)
{
    enum { PATIENCE = 200 }; // milliseconds between the end of its output and its own
    int64_t deadline = now_monotonic() + PATIENCE;
    while (!process->reaped && !reap(process, WNOHANG) && now_monotonic() < deadline)
        poll(&(struct pollfd){ .fd = process->life, .events = POLLIN }, process->life >= 0, 10);
    hear_errors(process);
    if (!process->reaped)
        text_add(out, "closed its output");
    else if (WIFSIGNALED(process->status))
        text_add(out, "was ended by signal %d (SIG%s)", WTERMSIG(process->status),
                 sigabbrev_np(WTERMSIG(process->status)));
    else
        tell_status(WEXITSTATUS(process->status), out);
}

// A process orphaned by a program is our child now, even if it left its group. What we
// forked ourselves is in our own.
void process_sweep(void)
{
    struct text name = TEXT_OF(64);
    text_add(&name, "/proc/self/task/%d/children", (int)getpid());
    for (bool found = true; found;) {
        FILE *children = fopen(name.at, "re");
        int pid;
        found = false;
        if (!children)
            return;
        while (fscanf(children, "%d", &pid) == 1)
            if (getpgid(pid) != getpgrp())
                found |= kill(pid, SIGKILL) == 0 && waitpid(pid, NULL, 0) == pid;
        fclose(children);
    }
}

bool process_stop(struct process *process, unsigned patience)
{
    if (!process)
        return true;
    flush(process);
    bool by_itself = let_end(process, patience);
    if (!process->reaped)
        kill(process->pid, SIGKILL); // first: it may not have a group of its own yet
    kill(-process->pid, SIGKILL);
    if (!process->reaped)
        reap(process, 0);
    hear_errors(process);
    close_errors(process);
    if (--running == 0)
        process_sweep();
    if (process->life >= 0)
        close(process->life);
    bool fine = by_itself && WIFEXITED(process->status) && WEXITSTATUS(process->status) == 0;
    mem_free(process->waiting);
    mem_free(process);
    return fine;
}
