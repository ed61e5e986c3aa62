// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/lp_backend.h"

struct lp_backend *lp_backend_take(enum solve_stop *stop)
{
    *stop = SOLVE_STOP_NO_LP;
    return NULL;
}

void lp_backend_give(struct lp_backend *backend)
{
    (void)backend;
}

bool lp_backend_is_used(const struct lp_backend *backend)
{
    (void)backend;
    return false;
}

enum solve_stop lp_backend_ask(struct lp_backend *backend, uint32_t kind, const uint32_t *words,
                               size_t count, const struct limits *limits, struct lp_words *reply)
{
    (void)backend, (void)kind, (void)words, (void)count, (void)limits, (void)reply;
    return SOLVE_STOP_NO_LP;
}

const char *lp_backend_missing(void)
{
    return "Games in which players hide things are not solved here.";
}
