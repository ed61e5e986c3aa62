// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/progress_bar.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/now.h"

static volatile sig_atomic_t interrupted; // the signal
static struct sigaction usual, usual_end;

static void note(int number)
{
    interrupted = number;
}

static progress_bar_look *looks;

void progress_bar_look_by(progress_bar_look *look)
{
    looks = look;
}

// Seconds.
static double now(void)
{
    return (double)now_monotonic() / 1000;
}

void progress_bar_tell(const char *what, uint64_t nodes, double seconds, const char *key,
                       struct text *out)
{
    text_add(out, "%s: ", what);
    if (nodes)
        text_add(out, "%llu positions, ", (unsigned long long)nodes);
    text_add(out, "%.0f s (%s stops)", seconds, key);
}

static bool look_on_stderr(const char *what, uint64_t nodes, double seconds)
{
    struct text line = TEXT_OF(160);
    progress_bar_tell(what, nodes, seconds, "Ctrl-C", &line);
    fprintf(stderr, "\r\033[K%s", line.at);
    fflush(stderr);
    return true;
}

static bool go_on(void *context, uint64_t nodes)
{
    struct progress_bar *progress_bar = context;
    double time = now(), quiet = looks ? 0.03 : 0.05; // nobody is left to wonder
    if (progress_bar->what && time - progress_bar->started > quiet &&
        time - progress_bar->shown > 0.1) {
        progress_bar_look *look = looks ? looks : look_on_stderr;
        progress_bar->nodes = nodes > progress_bar->nodes ? nodes : progress_bar->nodes;
        if (!look(progress_bar->what, progress_bar->nodes, time - progress_bar->started))
            interrupted = SIGINT;
        progress_bar->shown = time;
        progress_bar->visible = !looks;
    }
    return !interrupted &&
           (progress_bar->most <= 0 || time - progress_bar->started < progress_bar->most);
}

// Solvers may take half of the machine's memory.
static size_t half_of_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (size_t)pages / 2 * (size_t)size : 0;
}

void progress_bar_begin(struct progress_bar *progress_bar, const char *what)
{
    struct sigaction action = { .sa_handler = note };
    sigemptyset(&action.sa_mask);
    interrupted = 0;
    sigaction(SIGINT, &action, &usual);
    sigaction(SIGTERM, &action, &usual_end);
    *progress_bar = (struct progress_bar){ .what = looks || isatty(STDERR_FILENO) ? what : NULL,
                                           .started = now() };
    progress_bar->limits = (struct limits){
        .memory = half_of_memory(),
        .go_on = go_on,
        .context = progress_bar,
    };
}

bool progress_bar_end(struct progress_bar *progress_bar)
{
    if (progress_bar->visible)
        fputs("\r\033[K", stderr);
    sigaction(SIGINT, &usual, NULL);
    sigaction(SIGTERM, &usual_end, NULL);
    return !interrupted;
}

bool progress_bar_is_due(struct progress_bar *progress_bar)
{
    enum { MINUTE = 60 };
    double time = progress_bar_seconds(progress_bar);
    bool terminal = isatty(STDERR_FILENO);
    if (time - progress_bar->shown < (terminal ? 0.1 : MINUTE))
        return false;
    progress_bar->shown = time;
    progress_bar->visible = terminal;
    fputs(terminal ? "\r\033[K" : "", stderr);
    return true;
}

bool progress_bar_interrupted(void)
{
    return interrupted;
}

double progress_bar_seconds(const struct progress_bar *progress_bar)
{
    return now() - progress_bar->started;
}

void progress_bar_give_up(void)
{
    int number = interrupted ? (int)interrupted : SIGINT;
    fflush(stdout);
    signal(number, SIG_DFL);
    raise(number);
    abort(); // not reached: the signal is not blocked
}
