// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/serve/serve.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include <sodium.h>

#include "ui/console.h"
#include "fronts/serve/admin.h"
#include "fronts/serve/api.h"
#include "fronts/serve/batch.h"
#include "fronts/serve/home.h"
#include "fronts/serve/engines.h"
#include "fronts/serve/lobby.h"
#include "fronts/serve/nodes.h"
#include "fronts/serve/stream.h"
#include "store/store.h"

enum { SWEEP = 600 * 1000, GOODBYE = 500, DRAIN_LOOK = 250 };

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
static void read_again(evutil_socket_t signal_number, short what, void *context)
{
    struct serve *serve = context;
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

static void leave(evutil_socket_t from, short what, void *context)
{
    (void)from, (void)what;
    event_base_loopbreak(((struct serve *)context)->loop.base);
}

static void end(evutil_socket_t signal_number, short what, void *context)
{
    struct serve *serve = context;
    (void)signal_number, (void)what;
    if (serve->ending)
        return;
    serve->ending = true;
    notes_write(&(struct notes_line){ .what = "ending" });
    web_stop(serve->front);
    batch_finish(serve->batch);
    streams_end(serve->streams);
    loop_start(serve->leave, GOODBYE);
}

static void look_for_listeners(evutil_socket_t from, short what, void *context)
{
    struct serve *serve = context;
    if (serve->counts.streams == 0)
        end(from, what, serve);
    else
        loop_start(serve->drain, DRAIN_LOOK);
}

void serve_drain(struct serve *serve)
{
    if (serve->draining)
        return;
    serve->draining = true;
    notes_write(&(struct notes_line){ .what = "draining" });
    loop_start(serve->drain, DRAIN_LOOK); // the answer goes out first
}

// A few at a time: those who play do not wait for it.
static void sweep(evutil_socket_t from, short what, void *context)
{
    struct serve *serve = context;
    struct text why = TEXT_OF(TEXT_MAX);
    unsigned removed = 0;
    (void)from, (void)what;
    store_sweep(serve->store, loop_date(&serve->loop), &removed, &why);
    if (why.length)
        notes_write(&(struct notes_line){ .what = "sweep", .words = why.at });
    loop_start(serve->sweep, removed > 0 && !why.length ? 0 : SWEEP);
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

// The arrows between the households point one way: tables are driven, told of, and asked for.
bool serve_make(struct serve *serve, struct text *why)
{
    static const struct tables_events events = { .time = home_time,
                                                 .told = stream_tell_event,
                                                 .changed = lobby_change,
                                                 .awake = stream_go_on,
                                                 .drop = stream_drop_all,
                                                 .wait = stream_tell_away };
    static const struct web_handlers handlers = { api_handle, pages_refuse };
    serve->tables = tables_new(serve, &events);
    serve->batch = batch_new(serve, &home_fates);
    serve->streams = streams_new(serve);
    serve->lobby = lobby_new(serve);
    serve->archives = archives_new(serve);
    if (!serve->tables || !serve->batch || !serve->streams || !serve->lobby || !serve->archives) {
        text_add(why, "There is not enough memory.");
        return false;
    }
    serve->engines = engines_new(serve, why);
    if (!serve->engines || !(serve->front = web_new(serve, &handlers, why)) ||
        !web_read_blocked(serve->front, why))
        return false;
    name_address(serve);
    return true;
}

void serve_free(struct serve *serve)
{
    engines_free(serve->engines); // which answers those who wait for hints and reviews
    archives_free(serve->archives);
    if (serve->tables)
        tables_stop(serve->tables);
    web_free(serve->front);
    lobby_free(serve->lobby);
    batch_free(serve->batch);
    tables_free(serve->tables);
    streams_free(serve->streams);
}

static void run(struct serve *serve)
{
    struct loop *loop = &serve->loop;
    struct event *signals[] = {
        loop_event(loop, SIGTERM, EV_SIGNAL | EV_PERSIST, end, serve),
        loop_event(loop, SIGINT, EV_SIGNAL | EV_PERSIST, end, serve),
        loop_event(loop, SIGHUP, EV_SIGNAL | EV_PERSIST, read_again, serve),
    };
    for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++)
        event_add(signals[i], NULL);
    serve->sweep = loop_event(loop, -1, 0, sweep, serve);
    serve->drain = loop_event(loop, -1, 0, look_for_listeners, serve);
    serve->leave = loop_event(loop, -1, 0, leave, serve);
    sweep(-1, 0, serve); // what has gone is gone before anybody comes
    printf("Open %s/\n", serve->address);
    fflush(stdout);
    notes_write(&(struct notes_line){ .what = "started", .words = serve->address });
    event_base_dispatch(loop->base);
    for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++)
        loop_event_free(signals[i]);
    loop_event_free(serve->sweep);
    loop_event_free(serve->drain);
    loop_event_free(serve->leave);
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
    // Asks the system for a key once, instead of for random bytes at every move.
    randombytes_set_implementation(&randombytes_internal_implementation);
    if (sodium_init() < 0) {
        text_add(why, "The system gives no random numbers, so that nothing can be dealt.");
        return false;
    }
    bool made = loop_begin(&serve.loop);
    serve.store = setup->open(serve.config.database, why);
    bool good = made && serve.store && start(&serve, why);
    if (serve.store)
        store_close(serve.store);
    loop_free(&serve.loop);
    return good;
}
