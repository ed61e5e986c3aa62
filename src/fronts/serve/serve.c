// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/serve/serve.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include <event2/event.h>
#include <sodium.h>

#include "fronts/console.h"
#include "fronts/serve/admin.h"
#include "fronts/serve/batch.h"
#include "fronts/serve/course.h"
#include "fronts/serve/engines.h"
#include "fronts/serve/jobs.h"
#include "fronts/serve/lobby.h"
#include "fronts/serve/nodes.h"
#include "fronts/serve/stream.h"
#include "store/store.h"

enum { SWEEP = 600 * 1000, GOODBYE = 500, DRAIN_LOOK = 250 };

int64_t serve_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

int64_t serve_date(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static int64_t thread_time(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

struct serve_span serve_begin(void)
{
    return (struct serve_span){ thread_time() };
}

void serve_end(struct serve *serve, struct serve_span span)
{
    int64_t spent = thread_time() - span.begun;
    serve->counts.spans++;
    serve->counts.long_spans += spent > SERVE_SPAN_MOST;
    if (spent > serve->counts.longest_span)
        serve->counts.longest_span = spent;
}

void serve_start(struct event *timer, int64_t milliseconds)
{
    int64_t left = milliseconds > 0 ? milliseconds : 0;
    struct timeval time = { .tv_sec = left / 1000, .tv_usec = left % 1000 * 1000 };
    event_add(timer, &time);
}

// Configuration.

// A file beside the games of this user.
static bool name_file(char path[CONFIG_TEXT], const char *name, struct text *why)
{
    char usual[STORE_PATH];
    if (*path)
        return true;
    if (!store_path(name, usual, why))
        return false;
    if (strlen(usual) >= CONFIG_TEXT) {
        text_add(why, "The path of the data directory is too long.");
        return false;
    }
    strcpy(path, usual);
    return true;
}

bool serve_read(const struct serve_setup *setup, struct config *config, struct text *why)
{
    *config = config_usual();
    if (setup->config && !config_read(config, setup->config, why))
        return false;
    if (setup->listen && !config_set(config, "listen", setup->listen, why))
        return false;
    if (setup->database && !config_set(config, "database", setup->database, why))
        return false;
    return name_file(config->database, "serve.db", why) &&
           name_file(config->admin, "serve.sock", why);
}

static void name_address(struct serve *serve)
{
    struct text out = text_in(serve->address, sizeof serve->address);
    text_add(&out, "%s", serve->config.public);
    while (out.length > 0 && out.at[out.length - 1] == '/')
        out.at[--out.length] = '\0';
    if (out.length == 0)
        text_add(&out, "http://%s", web_name(serve->front));
}

// SIGHUP: what was read at the start stays as it was.
static void read_again(evutil_socket_t signal_number, short what, void *whom)
{
    struct serve *serve = whom;
    struct config config = config_usual();
    struct text why = TEXT_OF(TEXT_MAX);
    (void)signal_number, (void)what;
    if (serve->config_path && !config_read(&config, serve->config_path, &why)) {
        notes_write(&(struct notes_line){ .what = "configuration", .words = why.at });
        return;
    }
    memcpy(config.listen, serve->config.listen, CONFIG_TEXT);
    memcpy(config.database, serve->config.database, CONFIG_TEXT);
    memcpy(config.admin, serve->config.admin, CONFIG_TEXT);
    if (serve->config_path)
        serve->config = config;
    name_address(serve);
    notes_use((enum notes_form)serve->config.log);
    notes_write(&(struct notes_line){ .what = "configuration", .words = "It was read again." });
}

// The end: what waits is kept and answered, those who listen are told, then the loop ends.

static void leave(evutil_socket_t from, short what, void *whom)
{
    (void)from, (void)what;
    event_base_loopbreak(((struct serve *)whom)->base);
}

static void end(evutil_socket_t signal_number, short what, void *whom)
{
    struct serve *serve = whom;
    struct timeval soon = { .tv_usec = GOODBYE * 1000 };
    (void)signal_number, (void)what;
    if (serve->ending)
        return;
    serve->ending = true;
    notes_write(&(struct notes_line){ .what = "ending" });
    web_stop(serve->front);
    batch_finish(serve->batch);
    streams_end(serve->streams);
    event_base_once(serve->base, -1, EV_TIMEOUT, leave, serve, &soon);
}

static void look_for_listeners(evutil_socket_t from, short what, void *context)
{
    struct serve *serve = context;
    struct timeval again = { .tv_usec = DRAIN_LOOK * 1000 };
    if (serve->counts.streams == 0)
        end(from, what, serve);
    else
        event_base_once(serve->base, -1, EV_TIMEOUT, look_for_listeners, serve, &again);
}

void serve_drain(struct serve *serve)
{
    struct timeval soon = { .tv_usec = DRAIN_LOOK * 1000 }; // the answer goes out first
    if (serve->draining)
        return;
    serve->draining = true;
    notes_write(&(struct notes_line){ .what = "draining" });
    event_base_once(serve->base, -1, EV_TIMEOUT, look_for_listeners, serve, &soon);
}

static void sweep(evutil_socket_t from, short what, void *whom)
{
    struct serve *serve = whom;
    struct text why = TEXT_OF(TEXT_MAX);
    unsigned removed = 1;
    (void)from, (void)what;
    while (removed > 0 && keep_sweep(serve->keep, serve_date(), &removed, &why) == KEEP_FINE)
        continue;
    if (why.length)
        notes_write(&(struct notes_line){ .what = "sweep", .words = why.at });
}

// As many connections as the system allows.
static void raise_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

bool serve_make(struct serve *serve, struct text *why)
{
    serve->hub = hub_new(serve);
    serve->batch = batch_new(serve);
    serve->streams = streams_new(serve);
    serve->lobby = lobby_new(serve);
    serve->jobs = jobs_new(serve);
    if (!serve->hub || !serve->batch || !serve->streams || !serve->lobby || !serve->jobs) {
        text_add(why, "There is not enough memory.");
        return false;
    }
    serve->engines = engines_new(serve, why);
    if (!serve->engines || !(serve->front = web_new(serve, why)) ||
        !web_read_blocked(serve->front, why))
        return false;
    name_address(serve);
    return true;
}

void serve_free(struct serve *serve)
{
    jobs_free(serve->jobs); // which answers those who wait for it
    web_free(serve->front);
    engines_free(serve->engines);
    lobby_free(serve->lobby);
    batch_free(serve->batch);
    hub_free(serve->hub);
    streams_free(serve->streams);
}

static void run(struct serve *serve)
{
    struct event *signals[] = {
        evsignal_new(serve->base, SIGTERM, end, serve),
        evsignal_new(serve->base, SIGINT, end, serve),
        evsignal_new(serve->base, SIGHUP, read_again, serve),
        event_new(serve->base, -1, EV_PERSIST, sweep, serve),
    };
    for (unsigned i = 0; i < 3; i++)
        event_add(signals[i], NULL);
    serve_start(signals[3], SWEEP);
    sweep(-1, 0, serve);
    printf("Open %s/\n", serve->address);
    fflush(stdout);
    notes_write(&(struct notes_line){ .what = "started", .words = serve->address });
    event_base_dispatch(serve->base);
    for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++)
        event_free(signals[i]);
}

static bool start(struct serve *serve, struct text *why)
{
    struct admin *admin = NULL;
    struct nodes *nodes = NULL;
    bool good = serve_make(serve, why) && (admin = admin_new(serve, why)) &&
                (nodes = nodes_new(serve, why));
    if (good)
        run(serve);
    nodes_free(nodes);
    admin_free(admin);
    serve->ending = true;
    serve_free(serve);
    return good;
}

bool serve_run(const struct serve_setup *setup, struct text *why)
{
    static struct serve serve;
    serve = (struct serve){ .config_path = setup->config };
    if (!serve_read(setup, &serve.config, why))
        return false;
    notes_use((enum notes_form)serve.config.log);
    console_keep_memory_private(); // it knows what is hidden at all tables
    raise_limit();
    signal(SIGPIPE, SIG_IGN);
    if (sodium_init() < 0) {
        text_add(why, "The system gives no random numbers, so that nothing can be dealt.");
        return false;
    }
    serve.base = event_base_new();
    serve.keep = setup->open(serve.config.database, why);
    bool good = serve.base && serve.keep && start(&serve, why);
    if (serve.keep)
        keep_close(serve.keep);
    if (serve.base)
        event_base_free(serve.base);
    return good;
}
