// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // for the cores that a process may use
#endif
#include "solve/threads.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <time.h>

#include "core/memory.h"

enum { CORES_MAX = 64 };

struct threads {
    pthread_mutex_t guard;
    pthread_cond_t ended;
    threads_work *work;
    void *context;
    unsigned count, numbered, running;
    pthread_t thread[CORES_MAX];
};

unsigned threads_cores(void)
{
    cpu_set_t usable;
    int cores = sched_getaffinity(0, sizeof usable, &usable) == 0 ? CPU_COUNT(&usable) : 1;
    return cores > CORES_MAX ? CORES_MAX : (unsigned)cores;
}

static void *run(void *context)
{
    struct threads *threads = context;
    pthread_mutex_lock(&threads->guard);
    unsigned number = ++threads->numbered;
    pthread_mutex_unlock(&threads->guard);
    threads->work(threads->context, number);
    pthread_mutex_lock(&threads->guard);
    threads->running--;
    pthread_cond_signal(&threads->ended);
    pthread_mutex_unlock(&threads->guard);
    return NULL;
}

static bool start_one(struct threads *threads)
{
    pthread_mutex_lock(&threads->guard);
    bool started = pthread_create(&threads->thread[threads->count], NULL, run, threads) == 0;
    threads->running += started;
    threads->count += started;
    pthread_mutex_unlock(&threads->guard);
    return started;
}

struct threads *threads_start(unsigned count, threads_work *work, void *context)
{
    sigset_t all, usual;
    struct threads *threads = mem_new(sizeof *threads);
    if (!threads)
        return NULL;
    *threads = (struct threads){ .guard = PTHREAD_MUTEX_INITIALIZER,
                                 .ended = PTHREAD_COND_INITIALIZER,
                                 .work = work,
                                 .context = context };
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &usual);
    while (threads->count < count && threads->count < CORES_MAX && start_one(threads))
        ;
    pthread_sigmask(SIG_SETMASK, &usual, NULL);
    if (threads->count)
        return threads;
    mem_free(threads);
    return NULL;
}

bool threads_wait(struct threads *threads, double seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    uint64_t nanoseconds = (uint64_t)until.tv_nsec + (uint64_t)(seconds * 1e9);
    until.tv_sec += (time_t)(nanoseconds / 1000000000);
    until.tv_nsec = (long)(nanoseconds % 1000000000);
    pthread_mutex_lock(&threads->guard);
    while (threads->running &&
           pthread_cond_timedwait(&threads->ended, &threads->guard, &until) == 0)
        ;
    bool ended = threads->running == 0;
    pthread_mutex_unlock(&threads->guard);
    return ended;
}

void threads_join(struct threads *threads)
{
    for (unsigned i = 0; i < threads->count; i++)
        pthread_join(threads->thread[i], NULL);
    pthread_cond_destroy(&threads->ended);
    pthread_mutex_destroy(&threads->guard);
    mem_free(threads);
}

void threads_yield(void)
{
    sched_yield();
}
