// SPDX-License-Identifier: GPL-3.0-or-later
// Threads of the system. Where there are none, as in WebAssembly, none
// starts, and who asks for them does without (wasm/threads.c).
#ifndef SOLVE_THREADS_H
#define SOLVE_THREADS_H

#include <stdbool.h>

// How many cores this process may use (taskset). For those who answer one question at a time, for
// one person; who runs a process for each core does without.
unsigned threads_cores(void);

// Each thread runs `work` with its number, from 1. They take no signals.
struct threads;
typedef void threads_work(void *context, unsigned number);

// NULL where not even one can be started; else there may be fewer than asked for.
struct threads *threads_start(unsigned count, threads_work *work, void *context);

// Waits for at most `seconds`: have all of them ended?
bool threads_wait(struct threads *threads, double seconds);

// Waits until all have ended, and frees them.
void threads_join(struct threads *threads);

// Lets others go first, for a thread that waits for a moment.
void threads_yield(void);

#endif
