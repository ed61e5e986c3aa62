// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/serve/loop.h"

#include "core/now.h"
#include "core/limits.h"
#include "core/memory.h"

int64_t loop_date(const struct loop *loop)
{
    return now_real() + loop->ahead;
}

void loop_set_date(struct loop *loop, int64_t date)
{
    loop->ahead = date - now_real();
}

bool loop_begin(struct loop *loop)
{
    *loop = (struct loop){ .base = event_base_new(), .longest_name = "" };
    return loop->base;
}

void loop_free(struct loop *loop)
{
    if (loop->base)
        event_base_free(loop->base);
}

// Costs.

void loop_measured(struct loop *loop, const char *name)
{
    int64_t now = (int64_t)(limits_clock() * 1e6),
            spent = loop->measured ? now - loop->measured : 0;
    loop->measured = now;
    loop->callbacks++;
    loop->long_callbacks += spent > LOOP_LONG;
    if (spent > loop->longest) {
        loop->longest = spent;
        loop->longest_name = name;
    }
}

// Events.

struct closure {
    struct loop *loop;
    const char *name;
    event_callback_fn callback;
    void *context;
};

// The callback may free its event, and the closure with it.
static void run(evutil_socket_t descriptor, short what, void *context)
{
    struct closure closure = *(struct closure *)context;
    closure.callback(descriptor, what, closure.context);
    loop_measured(closure.loop, closure.name);
}

struct event *loop_event_named(struct loop *loop, const char *name, evutil_socket_t descriptor,
                               short what, event_callback_fn callback, void *context)
{
    struct closure *closure = mem_new(sizeof *closure);
    if (!closure)
        return NULL;
    *closure = (struct closure){ loop, name, callback, context };
    struct event *event = event_new(loop->base, descriptor, what, run, closure);
    if (!event)
        mem_free(closure);
    return event;
}

void loop_event_free(struct event *event)
{
    if (!event)
        return;
    struct closure *closure = event_get_callback_arg(event);
    event_free(event);
    mem_free(closure);
}

void loop_start(struct event *timer, int64_t milliseconds)
{
    int64_t left = milliseconds > 0 ? milliseconds : 0;
    struct timeval time = { .tv_sec = left / 1000, .tv_usec = left % 1000 * 1000 };
    event_add(timer, &time);
}
