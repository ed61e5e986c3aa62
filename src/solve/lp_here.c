// SPDX-License-Identifier: GPL-3.0-or-later
// QSopt_ex's allocator for GMP's numbers must not meet ours: each is in force only while its
// own side's numbers are made, changed and cleared. Words go between them.
#include "solve/lp_backend.h"

#include "core/memory.h"
#include "solve/lp_qsopt.h"

struct lp_backend {
    struct lp_qsopt *lp; // of the last program, or NULL
};

struct allocator {
    void *(*get)(size_t);
    void *(*regrow)(void *, size_t, size_t);
    void (*release)(void *, size_t);
};

static struct allocator ours, theirs;

static void enter(void)
{
    static bool started;
    mp_get_memory_functions(&ours.get, &ours.regrow, &ours.release);
    if (!started) { // not before the first linear program is wanted
        lp_qsopt_start();
        mp_get_memory_functions(&theirs.get, &theirs.regrow, &theirs.release);
    }
    started = true;
    mp_set_memory_functions(theirs.get, theirs.regrow, theirs.release);
}

static void leave(void)
{
    mp_set_memory_functions(ours.get, ours.regrow, ours.release);
}

struct lp_backend *lp_backend_take(enum solve_stop *stop)
{
    struct lp_backend *backend = mem_new(sizeof *backend);
    *stop = SOLVE_STOP_MEMORY;
    if (backend)
        *backend = (struct lp_backend){ 0 };
    return backend;
}

void lp_backend_give(struct lp_backend *backend)
{
    enter();
    lp_qsopt_free(backend->lp);
    leave();
    mem_free(backend);
}

bool lp_backend_is_used(const struct lp_backend *backend)
{
    (void)backend;
    return false;
}

enum solve_stop lp_backend_ask(struct lp_backend *backend, uint32_t kind, const uint32_t *words,
                               size_t count, const struct limits *limits, struct lp_words *reply)
{
    if (limits && !limits_go_on(limits, 0))
        return SOLVE_STOP_ASKED;
    reply->count = 0;
    enter();
    if (kind & LP_ANEW) {
        lp_qsopt_free(backend->lp);
        backend->lp = lp_qsopt_new();
    }
    bool fine = backend->lp && lp_qsopt_add(backend->lp, words, count);
    if (fine)
        lp_qsopt_solve(backend->lp, kind & LP_EXACT, reply);
    leave();
    return fine && !reply->failed ? SOLVE_STOP_NOT : SOLVE_STOP_MEMORY;
}

const char *lp_backend_missing(void)
{
    return "Linear programs are not solved here.";
}
