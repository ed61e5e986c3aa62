// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/crew.h"

static void call(struct crew *crew)
{
    crew->alone = !positions_share(crew->positions);
    if (!crew->alone)
        crew->threads = threads_start(crew->asked.cores - 1, crew->work, crew->context);
    crew->alone |= !crew->threads;
}

static bool go_on(void *context, uint64_t nodes)
{
    struct crew *crew = context;
    if (!crew->threads && !crew->alone)
        call(crew);
    return limits_go_on(&crew->asked, nodes);
}

struct limits crew_begin(struct crew *crew, const struct limits *limits)
{
    crew->asked = *limits;
    crew->alone = limits->cores <= 1;
    if (crew->alone)
        return *limits;
    __atomic_store_n(&crew->over, false, __ATOMIC_RELAXED);
    crew->nodes = 0;
    return (struct limits){ .memory = limits->memory, .go_on = go_on, .context = crew };
}

uint64_t crew_end(struct crew *crew)
{
    if (!crew->threads)
        return 0;
    __atomic_store_n(&crew->over, true, __ATOMIC_RELAXED);
    threads_join(crew->threads);
    crew->threads = NULL;
    positions_settle(crew->positions);
    return crew->nodes;
}

bool crew_dismiss(struct crew *crew, uint64_t *nodes)
{
    bool helped = crew->threads;
    *nodes += crew_end(crew);
    crew->alone = true;
    return helped;
}

static bool is_wanted(void *context, uint64_t nodes)
{
    struct crew *crew = context;
    (void)nodes;
    return !__atomic_load_n(&crew->over, __ATOMIC_RELAXED);
}

struct limits crew_limits(struct crew *crew)
{
    return (struct limits){ .memory = crew->asked.memory, .go_on = is_wanted, .context = crew };
}

void crew_leave(struct crew *crew, uint64_t nodes)
{
    __atomic_fetch_add(&crew->nodes, nodes, __ATOMIC_RELAXED);
}
