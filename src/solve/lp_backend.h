// SPDX-License-Identifier: GPL-3.0-or-later
// What solves linear programs for exact_lp.c. One of these files is linked:
//
// lp_process.c  in the helper program causeway-lp, one for each program that is being solved at
//               a time. QSopt_ex exchanges GMP's allocator for the whole process and cannot be
//               stopped: in a process of its own it hurts nobody, and can be ended.
// lp_here.c     in this process, where there are no others, and one thread: WebAssembly.
// lp_none.c     not at all.
#ifndef SOLVE_LP_BACKEND_H
#define SOLVE_LP_BACKEND_H

#include "solve/lp_words.h"
#include "solve/stop.h"

struct lp_backend;

// One for the caller alone, until it is given back; NULL, with the reason, where there is none.
// Reentrant.
struct lp_backend *lp_backend_take(enum solve_stop *stop);
void lp_backend_give(struct lp_backend *backend);

// Was it used before? Then the first thing that fails may be that it has ended since.
bool lp_backend_is_used(const struct lp_backend *backend);

// `kind` is LP_EXACT, LP_ANEW, both or neither. The reply is an optimum; it is emptied first. After
// a failure the backend is of no more use but to be given back. The limits may be NULL.
enum solve_stop lp_backend_ask(struct lp_backend *backend, uint32_t kind, const uint32_t *words,
                               size_t count, const struct limits *limits, struct lp_words *reply);

// Why there is none, in a sentence.
const char *lp_backend_missing(void);

#endif
