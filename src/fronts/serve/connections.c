// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/serve/connections.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/queue.h>
#include <sys/resource.h>

#include <event2/buffer.h>
#include <event2/bufferevent.h>

#include "core/now.h"
#include "core/memory.h"
#include "core/vector.h"
#include "fronts/serve/address.h"

enum { SWEEP = 1000, PAUSE = 100, RESERVED = 64, RESERVED_ENGINE = 4 };

// evhttp's own timeout begins anew with every byte, so that a slow drip would live for ever; and
// it tells nobody that a connection was made or has gone. So each is held by us, too.
struct guard {
    struct bufferevent *connection;
    struct connections *all;
    int64_t since; // the first byte of this request came; 0: none has
    int descriptor;
    unsigned *from; // how many there are from its address; NULL: a proxy's, or not known yet
    unsigned char key[BUCKET_KEY]; // of that address
    bool served;                   // a request has arrived
    bool streams;
    LIST_ENTRY(guard) next;
};

struct connections {
    struct loop *loop;
    const struct config *config;
    struct evconnlistener *listener;
    struct event *sweep, *pause, *meet;
    LIST_HEAD(guard_list, guard) guards; // the newest first
    struct guard **by_descriptor;
    size_t descriptors, descriptor_room;
    struct tally *tally;
    struct bucket_table *requests;
    unsigned count, most;
    int64_t swept;
    bool stopped;
    SLIST_ENTRY(connections) next;
};

// libevent hands a listener's error callback what evhttp_bind_listener() has set for evhttp, and
// not what is ours: it is looked up here.
static SLIST_HEAD(connections_list, connections) listening = SLIST_HEAD_INITIALIZER(listening);

// Pausing.

static void pause_listening(struct connections *all)
{
    evconnlistener_disable(all->listener);
    loop_start(all->pause, PAUSE);
}

static void fail_to_accept(struct evconnlistener *listener, void *evhttp)
{
    struct connections *all;
    (void)evhttp;
    SLIST_FOREACH(all, &listening, next)
    if (all->listener == listener)
        pause_listening(all);
}

// Guards.

static void arrive(struct evbuffer *buffer, const struct evbuffer_cb_info *info, void *context)
{
    struct guard *guard = context;
    (void)buffer;
    if (info->n_added > 0 && !guard->since && !guard->streams)
        guard->since = now_monotonic();
}

static struct bucket_rate rate_of(const struct connections *all)
{
    return (struct bucket_rate){ all->config->requests_minute, all->config->requests_burst };
}

static void drop_guard(struct guard *guard)
{
    struct connections *all = guard->all;
    if (guard->descriptor >= 0 && all->by_descriptor[guard->descriptor] == guard)
        all->by_descriptor[guard->descriptor] = NULL;
    if (guard->from)
        --*guard->from;
    if (guard->from && !guard->served)
        bucket_charge(bucket_find(all->requests, guard->key), rate_of(all), 1, now_monotonic());
    LIST_REMOVE(guard, next);
    all->count--;
    evbuffer_remove_cb(bufferevent_get_input(guard->connection), arrive, guard);
    bufferevent_decref(guard->connection);
    mem_free(guard);
}

// evhttp takes its callbacks away when it frees a connection.
static bool is_released(const struct guard *guard)
{
    bufferevent_data_cb reads, writes;
    bufferevent_event_cb fails;
    void *context;
    bufferevent_getcb(guard->connection, &reads, &writes, &fails, &context);
    return !fails;
}

// As if the other end had closed it.
static void close_soon(struct guard *guard)
{
    bufferevent_trigger_event(guard->connection, BEV_EVENT_READING | BEV_EVENT_EOF,
                              BEV_TRIG_DEFER_CALLBACKS);
}

static void sweep_guards(evutil_socket_t from, short what, void *context)
{
    struct connections *all = context;
    int64_t now = now_monotonic();
    (void)from, (void)what;
    all->swept = now;
    for (struct guard *guard = LIST_FIRST(&all->guards), *next; guard; guard = next) {
        next = LIST_NEXT(guard, next);
        if (is_released(guard))
            drop_guard(guard);
        else if (guard->since && now - guard->since > CONNECTIONS_DEADLINE)
            close_soon(guard);
    }
}

void connections_sweep(struct connections *all)
{
    sweep_guards(-1, 0, all);
}

static void listen_again(evutil_socket_t from, short what, void *context)
{
    struct connections *all = context;
    sweep_guards(from, what, all);
    if (all->stopped)
        return;
    if (all->count < all->most)
        evconnlistener_enable(all->listener);
    else
        loop_start(all->pause, PAUSE);
}

static bool make_room(struct connections *all, int descriptor)
{
    while (all->descriptors <= (size_t)descriptor) {
        if (!vector_grow(&all->by_descriptor, &all->descriptor_room, all->descriptors,
                         sizeof *all->by_descriptor))
            return false;
        all->by_descriptor[all->descriptors++] = NULL;
    }
    return true;
}

// The former user of this descriptor is gone; only we still hold that connection. libevent would
// take the descriptor for registered already, and nothing of the new one's would be heard: be it
// another connection, or a pipe from an engine.
static void claim(void *context, int descriptor)
{
    struct connections *all = context;
    if ((size_t)descriptor < all->descriptors && all->by_descriptor[descriptor])
        drop_guard(all->by_descriptor[descriptor]);
}

static void note_descriptor(struct guard *guard)
{
    struct connections *all = guard->all;
    int at_once = 1, descriptor = (int)bufferevent_getfd(guard->connection);
    if (descriptor < 0 || !make_room(all, descriptor))
        return;
    claim(all, descriptor);
    guard->descriptor = descriptor;
    all->by_descriptor[descriptor] = guard;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);
}

// A quarter is left for others, however few there are in all.
static bool is_too_many(const struct connections *all, unsigned count)
{
    unsigned most = all->config->address_connections, share = all->most - all->most / 4;
    return most && count > (most < share ? most : share);
}

// A proxy stands for many, and counts them itself.
static void count_address(struct guard *guard)
{
    struct connections *all = guard->all;
    char address[ADDRESS_TEXT];
    if (guard->descriptor < 0 || !address_of_peer(guard->descriptor, address) ||
        !address_read(address, guard->key) || address_is_listed(all->config->proxies, address))
        return;
    guard->from = tally_of(all->tally, guard->key);
    ++*guard->from;
    if (is_too_many(all, *guard->from) && now_monotonic() - all->swept >= PAUSE)
        sweep_guards(-1, 0, all); // some of them may be gone already
    if (is_too_many(all, *guard->from) ||
        bucket_owes(bucket_find(all->requests, guard->key), rate_of(all), now_monotonic()))
        close_soon(guard);
}

// evhttp gives a connection its descriptor after it was made, and before anything is read.
static void meet_guards(evutil_socket_t from, short what, void *context)
{
    struct connections *all = context;
    struct guard *met = NULL;
    (void)from, (void)what;
    for (struct guard *guard = LIST_FIRST(&all->guards); guard && guard->descriptor < 0;
         guard = LIST_NEXT(guard, next)) {
        note_descriptor(guard);
        met = guard;
    }
    // Counting may sweep. That leaves the new ones, up to `met`, where they are.
    for (struct guard *guard = LIST_FIRST(&all->guards), *next; met && guard; guard = next) {
        next = guard == met ? NULL : LIST_NEXT(guard, next);
        count_address(guard);
    }
}

static struct bufferevent *guard_connection(struct event_base *base, void *context)
{
    struct connections *all = context;
    struct bufferevent *connection = bufferevent_socket_new(base, -1, 0);
    struct guard *guard = connection ? mem_new(sizeof *guard) : NULL;
    if (!guard)
        return connection;
    bufferevent_incref(connection);
    *guard = (struct guard){ .connection = connection, .all = all, .descriptor = -1 };
    LIST_INSERT_HEAD(&all->guards, guard, next);
    all->count++;
    evbuffer_add_cb(bufferevent_get_input(connection), arrive, guard);
    event_active(all->meet, EV_TIMEOUT, 0);
    if (all->count >= all->most) // here, since the listener goes on until it is stopped
        pause_listening(all);
    return connection;
}

static struct guard *find_guard(struct connections *all, struct evhttp_connection *connection)
{
    struct bufferevent *wanted = evhttp_connection_get_bufferevent(connection);
    evutil_socket_t descriptor = bufferevent_getfd(wanted);
    struct guard *guard = descriptor >= 0 && (size_t)descriptor < all->descriptors
                              ? all->by_descriptor[descriptor]
                              : NULL;
    return guard && guard->connection == wanted ? guard : NULL;
}

void connections_arrived(struct connections *all, struct evhttp_connection *connection)
{
    struct guard *guard = find_guard(all, connection);
    if (!guard)
        return;
    guard->since = 0;
    guard->served = true;
}

void connections_stream(struct connections *all, struct evhttp_connection *connection)
{
    struct guard *guard = find_guard(all, connection);
    struct bufferevent *buffers = evhttp_connection_get_bufferevent(connection);
    if (guard)
        guard->streams = true;
    int room = CONNECTIONS_ROOM, silence = CONNECTIONS_SILENCE;
    int descriptor = (int)bufferevent_getfd(buffers);
    setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    setsockopt(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, &silence, sizeof silence);
    bufferevent_set_timeouts(buffers, NULL, NULL);
    bufferevent_setwatermark(buffers, EV_READ, 0, CONNECTIONS_HEARD);
}

unsigned connections_count(const struct connections *all)
{
    return all->count;
}

// Making.

static unsigned count_room(const struct config *config)
{
    struct rlimit limit;
    unsigned reserved = RESERVED + RESERVED_ENGINE * config->engines;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur > INT32_MAX)
        return INT32_MAX;
    unsigned all = (unsigned)limit.rlim_cur;
    return all - (reserved < all / 2 ? reserved : all / 2);
}

struct connections *connections_new(struct loop *loop, struct evhttp *http,
                                    const struct config *config, struct bucket_table *requests)
{
    struct connections *all = mem_new(sizeof *all);
    if (!all)
        return NULL;
    *all = (struct connections){
        .loop = loop, .config = config, .requests = requests, .most = count_room(config)
    };
    all->sweep = loop_event(loop, -1, EV_PERSIST, sweep_guards, all);
    all->pause = loop_event(loop, -1, 0, listen_again, all);
    all->meet = loop_event(loop, -1, 0, meet_guards, all);
    all->tally = tally_new();
    SLIST_INSERT_HEAD(&listening, all, next);
    if (!all->sweep || !all->pause || !all->meet || !all->tally) {
        connections_free(all);
        return NULL;
    }
    evhttp_set_bevcb(http, guard_connection, all);
    loop->claim = claim;
    loop->claimer = all;
    loop_start(all->sweep, SWEEP);
    return all;
}

void connections_listen(struct connections *all, struct evconnlistener *listener)
{
    all->listener = listener;
    evconnlistener_set_error_cb(listener, fail_to_accept);
}

void connections_stop(struct connections *all)
{
    all->stopped = true;
    evconnlistener_disable(all->listener);
}

void connections_free(struct connections *all)
{
    if (!all)
        return;
    struct event *const events[] = { all->sweep, all->pause, all->meet };
    while (!LIST_EMPTY(&all->guards))
        drop_guard(LIST_FIRST(&all->guards));
    for (unsigned i = 0; i < sizeof events / sizeof *events; i++)
        loop_event_free(events[i]);
    SLIST_REMOVE(&listening, all, connections, next);
    all->loop->claim = NULL;
    mem_free(all->tally);
    mem_free(all->by_descriptor);
    mem_free(all);
}
