// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/patience.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted; // the signal
static struct sigaction usual, usual_end;

static void note(int number)
{
    interrupted = number;
}

static patience_look *looks;

void patience_look_by(patience_look *look)
{
    looks = look;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static bool look_on_stderr(const char *what, uint64_t nodes, double seconds)
{
    fprintf(stderr, "\r\033[K%s: %llu positions, %.0f s (Ctrl-C stops)", what,
            (unsigned long long)nodes, seconds);
    fflush(stderr);
    return true;
}

static bool go_on(void *whom, uint64_t nodes)
{
    struct patience *patience = whom;
    double time = now();
    if (patience->what && time - patience->started > 1 && time - patience->shown > 0.1) {
        patience_look *look = looks ? looks : look_on_stderr;
        patience->nodes = nodes > patience->nodes ? nodes : patience->nodes;
        if (!look(patience->what, patience->nodes, time - patience->started))
            interrupted = SIGINT;
        patience->shown = time;
        patience->visible = !looks;
    }
    return !interrupted && (patience->most <= 0 || time - patience->started < patience->most);
}

// Solvers may take half of the machine's memory.
static size_t half_of_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (size_t)pages / 2 * (size_t)size : 0;
}

void patience_begin(struct patience *patience, const char *what)
{
    struct sigaction action = { .sa_handler = note };
    sigemptyset(&action.sa_mask);
    interrupted = 0;
    sigaction(SIGINT, &action, &usual);
    sigaction(SIGTERM, &action, &usual_end);
    *patience =
        (struct patience){ .what = looks || isatty(STDERR_FILENO) ? what : NULL, .started = now() };
    patience->limits = (struct limits){
        .memory = half_of_memory(),
        .go_on = go_on,
        .whom = patience,
    };
}

bool patience_end(struct patience *patience)
{
    if (patience->visible)
        fputs("\r\033[K", stderr);
    sigaction(SIGINT, &usual, NULL);
    sigaction(SIGTERM, &usual_end, NULL);
    return !interrupted;
}

bool patience_is_due(struct patience *patience)
{
    enum { MINUTE = 60 };
    double time = patience_seconds(patience);
    bool terminal = isatty(STDERR_FILENO);
    if (time - patience->shown < (terminal ? 0.1 : MINUTE))
        return false;
    patience->shown = time;
    patience->visible = terminal;
    fputs(terminal ? "\r\033[K" : "", stderr);
    return true;
}

bool patience_interrupted(void)
{
    return interrupted;
}

double patience_seconds(const struct patience *patience)
{
    return now() - patience->started;
}

void patience_give_up(void)
{
    int number = interrupted ? (int)interrupted : SIGINT;
    fflush(stdout);
    signal(number, SIG_DFL);
    raise(number);
    abort(); // not reached: the signal is not blocked
}
