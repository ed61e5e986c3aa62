// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/serve/connections.h"

#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/queue.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <unistd.h>

#include "core/memory.h"
#include "core/now.h"

enum {
    SWEEP = 1000,
    PAUSE = 100,
    RESERVED = 64,
    RESERVED_ENGINE = 4,
    REQUEST = REQUEST_HEAD + REQUEST_BODY, // bytes: room for any
    JOINED = 1 << 14,
};

struct connection {
    LIST_ENTRY(connection) next;
    struct connections *all;
    int descriptor; // -1: it has ended, and only its request is left
    struct event *reads, *writes;
    char address[ADDRESS_TEXT];
    unsigned char key[BUCKET_KEY]; // of that address
    unsigned *from;                // how many there are from it; NULL: a proxy's, or not known

    char *bytes;   // that have come: of one request, and perhaps of the next; NULL: none yet
    size_t length; // how many
    size_t looked; // at how many, for the end of the head
    size_t taken;  // how many are the request's; 0: its head has not come yet
    struct request request;
    int64_t since; // the first byte of this request came; 0: none has
    int64_t used;  // last

    struct evbuffer *out; // what the system has not taken; NULL: nothing ever was
    struct connection_stream stream;
    size_t heard; // bytes, from one who should only listen
    bool waits;   // the request has come, and has no answer yet
    bool paused;  // nothing is read
    bool served;  // a request has arrived
    bool streams;
    bool closes; // when all has been sent
    bool dropped;
};

struct connections {
    struct loop *loop;
    const struct config *config;
    connections_arrive *arrive;
    void *context;
    struct evconnlistener *listener;
    struct event *sweep, *pause;
    LIST_HEAD(connection_list, connection) list;
    struct tally *tally;
    struct bucket_table *requests;
    unsigned count, most;
    bool stopped;
};

// Ending.

static struct bucket_rate rate_of(const struct connections *all)
{
    return (struct bucket_rate){ all->config->requests_minute, all->config->requests_burst };
}

static void free_connection(struct connection *connection)
{
    LIST_REMOVE(connection, next);
    if (connection->out)
        evbuffer_free(connection->out);
    mem_free(connection->bytes);
    mem_free(connection);
}

// One that waits for an answer is there until it has got it.
static void close_connection(struct connection *connection)
{
    struct connections *all = connection->all;
    if (connection->streams)
        connection->stream.closed(connection->stream.context);
    loop_event_free(connection->reads);
    loop_event_free(connection->writes);
    close(connection->descriptor);
    connection->descriptor = -1;
    if (connection->from)
        --*connection->from;
    if (connection->from && !connection->served)
        bucket_charge(bucket_find(all->requests, connection->key), rate_of(all), 1,
                      now_monotonic());
    all->count--;
    if (!connection->waits)
        free_connection(connection);
}

void connection_drop(struct connection *connection)
{
    if (connection->dropped || connection->descriptor < 0)
        return;
    connection->dropped = true;
    event_active(connection->reads, EV_READ, 0);
}

bool connection_is_open(const struct connection *connection)
{
    return connection->descriptor >= 0;
}

// Sending.

size_t connection_unread(const struct connection *connection)
{
    return connection->out ? evbuffer_get_length(connection->out) : 0;
}

static void write_some(evutil_socket_t descriptor, short what, void *context);

static void await_room(struct connection *connection)
{
    struct connections *all = connection->all;
    if (!connection->writes)
        connection->writes =
            loop_event(all->loop, connection->descriptor, EV_WRITE, write_some, connection);
    if (!connection->writes || event_add(connection->writes, NULL) != 0)
        connection_drop(connection);
}

// All that was to be sent has been.
static void sent_all(struct connection *connection)
{
    if (connection->closes)
        connection_drop(connection);
}

static void write_some(evutil_socket_t descriptor, short what, void *context)
{
    struct connection *connection = context;
    (void)what;
    if (connection_unread(connection) > 0) {
        connection->used = now_monotonic();
        if (evbuffer_write(connection->out, descriptor) < 0 && errno != EAGAIN && errno != EINTR)
            connection_drop(connection);
    }
    if (connection->dropped)
        return;
    if (connection_unread(connection) > 0)
        await_room(connection);
    else if (connection->streams)
        connection->stream.written(connection->stream.context);
    else
        sent_all(connection);
}

// What is left of the parts after the bytes that were sent.
static void keep_rest(struct connection *connection, const struct iovec *parts, int count,
                      size_t sent)
{
    if (!connection->out && !(connection->out = evbuffer_new())) {
        connection_drop(connection);
        return;
    }
    for (int i = 0; i < count; i++) {
        size_t skipped = sent < parts[i].iov_len ? sent : parts[i].iov_len;
        evbuffer_add(connection->out, (const char *)parts[i].iov_base + skipped,
                     parts[i].iov_len - skipped);
        sent -= skipped;
    }
    await_room(connection);
}

// The system takes one piece faster than several, copies included.
static ssize_t send_now(int descriptor, const struct iovec *parts, int count, size_t whole)
{
    static char joined[JOINED];
    size_t length = 0;
    if (whole > sizeof joined)
        return writev(descriptor, parts, count);
    for (int i = 0; i < count; i++) {
        memcpy(joined + length, parts[i].iov_base, parts[i].iov_len);
        length += parts[i].iov_len;
    }
    return send(descriptor, joined, length, 0);
}

static void send_parts(struct connection *connection, struct iovec *parts, int count)
{
    size_t whole = 0;
    ssize_t sent = 0;
    if (connection->descriptor < 0 || connection->dropped)
        return;
    for (int i = 0; i < count; i++)
        whole += parts[i].iov_len;
    if (connection_unread(connection) == 0)
        sent = send_now(connection->descriptor, parts, count, whole);
    if (sent < 0 && errno != EAGAIN && errno != EINTR)
        connection_drop(connection);
    else if (sent < (ssize_t)whole)
        keep_rest(connection, parts, count, sent > 0 ? (size_t)sent : 0);
}

// Requests.

const struct request *connection_request(const struct connection *connection)
{
    return &connection->request;
}

const char *connection_address(const struct connection *connection)
{
    return connection->address;
}

// What could not be read is not even a request: it is answered here, and counts when the
// connection ends.
static void refuse(struct connection *connection, unsigned status)
{
    struct text head = TEXT_OF(256);
    const char *words = status == 413   ? "Content Too Large"
                        : status == 431 ? "Request Header Fields Too Large"
                                        : "Bad Request";
    text_add(&head,
             "HTTP/1.1 %u %s\r\nConnection: close\r\nContent-Type: application/json\r\n"
             "Content-Length: %zu\r\n\r\n{\"error\":\"%s\"}",
             status, words, strlen(words) + 12, words);
    connection->closes = true;
    send_parts(connection, &(struct iovec){ head.at, head.length }, 1);
    if (connection_unread(connection) == 0)
        sent_all(connection);
}

// A client that asks first whether a body is wanted waits for this.
static void welcome_body(struct connection *connection)
{
    static char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    const char *expects = connection->request.header[REQUEST_EXPECT];
    if (expects && strcasecmp(expects, "100-continue") == 0)
        send_parts(connection, &(struct iovec){ go_on, sizeof go_on - 1 }, 1);
}

static bool read_head(struct connection *connection)
{
    size_t length = request_find_end(connection->bytes, connection->length, connection->looked);
    connection->looked = connection->length;
    if (length == 0 && connection->length < REQUEST_HEAD)
        return false;
    unsigned wrong = length == 0 || length > REQUEST_HEAD
                         ? 431
                         : request_read(&connection->request, connection->bytes, length);
    if (wrong) {
        refuse(connection, wrong);
        return false;
    }
    connection->taken = length + connection->request.length;
    if (connection->length < connection->taken)
        welcome_body(connection);
    return true;
}

// If a whole one has come.
static void take_request(struct connection *connection)
{
    if (!connection->taken && !read_head(connection))
        return;
    if (connection->length < connection->taken)
        return;
    connection->since = 0;
    connection->waits = connection->served = true;
    connection->closes = connection->request.closes;
    connection->all->arrive(connection->all->context, connection);
}

// Nobody who should only listen is listened to for long.
static void hear(struct connection *connection)
{
    char bytes[CONNECTIONS_HEARD];
    ssize_t got = recv(connection->descriptor, bytes, sizeof bytes, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    connection->heard += got > 0 ? (size_t)got : 0;
    if (got <= 0 || connection->heard >= CONNECTIONS_HEARD)
        close_connection(connection);
}

// False if the other end has gone. A buffer that is full has a whole request in it.
static bool receive(struct connection *connection)
{
    if (!connection->bytes && !(connection->bytes = mem_new(REQUEST)))
        return false;
    if (connection->length == REQUEST)
        return true;
    ssize_t got = recv(connection->descriptor, connection->bytes + connection->length,
                       REQUEST - connection->length, 0);
    connection->length += got > 0 ? (size_t)got : 0;
    connection->used = now_monotonic();
    if (!connection->since && connection->length > 0)
        connection->since = connection->used;
    return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
}

static void read_some(evutil_socket_t descriptor, short what, void *context)
{
    struct connection *connection = context;
    bool open = !connection->dropped;
    (void)descriptor, (void)what;
    if (open && connection->streams) {
        hear(connection);
    } else if (open && (connection->waits || connection->closes)) {
        connection->paused = true; // until it has its answer
        event_del(connection->reads);
    } else if (open && receive(connection)) {
        take_request(connection);
    } else {
        close_connection(connection);
    }
}

static void read_on(struct connection *connection)
{
    if (connection->paused)
        event_add(connection->reads, NULL);
    connection->paused = false;
}

// What came with the request may be the next one already, if not all of it.
static void end_request(struct connection *connection)
{
    connection->waits = false;
    if (connection->descriptor < 0) {
        free_connection(connection);
        return;
    }
    connection->length -= connection->taken;
    memmove(connection->bytes, connection->bytes + connection->taken, connection->length);
    connection->taken = connection->looked = 0;
    connection->used = now_monotonic();
    if (connection->closes && connection_unread(connection) == 0)
        connection_drop(connection);
    if (connection->closes)
        return;
    read_on(connection);
    if (connection->length > 0)
        event_active(connection->reads, EV_READ, 0);
}

void connection_answer(struct connection *connection, const struct text *head, const void *body,
                       size_t length, bool closes)
{
    struct iovec parts[] = { { head->at, head->length }, { (void *)body, length } };
    connection->closes |= closes;
    send_parts(connection, parts, length > 0 ? 2 : 1);
    end_request(connection);
}

void connection_answer_buffer(struct connection *connection, const struct text *head,
                              struct evbuffer *body, bool closes)
{
    connection->closes |= closes;
    if (connection->descriptor >= 0)
        keep_rest(connection, &(struct iovec){ head->at, head->length }, 1, 0);
    if (connection->out)
        evbuffer_add_buffer(connection->out, body);
    end_request(connection);
}

// Streams.

void connection_begin_stream(struct connection *connection, const struct text *head,
                             const struct connection_stream *stream)
{
    int room = CONNECTIONS_ROOM, silence = CONNECTIONS_SILENCE;
    send_parts(connection, &(struct iovec){ head->at, head->length }, 1);
    connection->heard = connection->length - connection->taken;
    connection->streams = true;
    connection->stream = *stream;
    connection->waits = connection->closes = false;
    mem_free(connection->bytes);
    connection->bytes = NULL;
    setsockopt(connection->descriptor, SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    setsockopt(connection->descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, &silence, sizeof silence);
    read_on(connection);
}

void connection_send(struct connection *connection, const char *bytes, size_t length)
{
    char size[24];
    assert(length > 0); // nothing would be the end of the stream
    int digits = snprintf(size, sizeof size, "%zx\r\n", length);
    struct iovec chunk[] = { { size, (size_t)digits }, { (void *)bytes, length }, { "\r\n", 2 } };
    if (connection->request.old)
        send_parts(connection, chunk + 1, 1);
    else
        send_parts(connection, chunk, 3);
}

void connection_call_written(struct connection *connection)
{
    await_room(connection);
}

// Beginning.

static void pause_listening(struct connections *all)
{
    evconnlistener_disable(all->listener);
    loop_start(all->pause, PAUSE);
}

static void fail_to_accept(struct evconnlistener *listener, void *connections)
{
    (void)listener;
    pause_listening(connections);
}

static void listen_again(evutil_socket_t from, short what, void *context)
{
    struct connections *all = context;
    (void)from, (void)what;
    if (all->stopped)
        return;
    if (all->count < all->most)
        evconnlistener_enable(all->listener);
    else
        loop_start(all->pause, PAUSE);
}

// A quarter is left for others, however few there are in all.
static bool is_too_many(const struct connections *all, unsigned count)
{
    unsigned most = all->config->address_connections, share = all->most - all->most / 4;
    return most && count > (most < share ? most : share);
}

// A proxy stands for many, and counts them itself. False if it is not listened to.
static bool count_address(struct connection *connection)
{
    struct connections *all = connection->all;
    if (!address_of_peer(connection->descriptor, connection->address) ||
        !address_read(connection->address, connection->key) ||
        request_lists(all->config->proxies, connection->address))
        return true;
    connection->from = tally_of(all->tally, connection->key);
    ++*connection->from;
    return !is_too_many(all, *connection->from) &&
           !bucket_owes(bucket_find(all->requests, connection->key), rate_of(all), now_monotonic());
}

void connections_accept(struct evconnlistener *listener, evutil_socket_t descriptor,
                        struct sockaddr *address, int size, void *context)
{
    struct connections *all = context;
    struct connection *connection = mem_new(sizeof *connection);
    int at_once = 1;
    (void)listener, (void)address, (void)size;
    if (!connection) {
        close(descriptor);
        return;
    }
    *connection =
        (struct connection){ .all = all, .descriptor = descriptor, .used = now_monotonic() };
    LIST_INSERT_HEAD(&all->list, connection, next);
    connection->reads =
        loop_event(all->loop, descriptor, EV_READ | EV_PERSIST, read_some, connection);
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);
    if (++all->count >= all->most) // here, since the listener goes on until it is stopped
        pause_listening(all);
    if (!count_address(connection) || !connection->reads || event_add(connection->reads, NULL) != 0)
        close_connection(connection);
    loop_measured(all->loop, __FILE_NAME__ ":connections_accept");
}

static void sweep(evutil_socket_t from, short what, void *context)
{
    struct connections *all = context;
    int64_t now = now_monotonic();
    (void)from, (void)what;
    for (struct connection *at = LIST_FIRST(&all->list), *next; at; at = next) {
        next = LIST_NEXT(at, next);
        bool late = at->since && now - at->since > CONNECTIONS_DEADLINE;
        if (!at->waits && !at->streams && (late || now - at->used > CONNECTIONS_IDLE))
            close_connection(at);
    }
}

unsigned connections_count(const struct connections *all)
{
    return all->count;
}

static unsigned count_room(const struct config *config)
{
    struct rlimit limit;
    unsigned reserved = RESERVED + RESERVED_ENGINE * config->engines;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur > INT32_MAX)
        return INT32_MAX;
    unsigned all = (unsigned)limit.rlim_cur;
    return all - (reserved < all / 2 ? reserved : all / 2);
}

struct connections *connections_new(struct loop *loop, const struct config *config,
                                    struct bucket_table *requests, connections_arrive *arrive,
                                    void *context)
{
    struct connections *all = mem_new(sizeof *all);
    if (!all)
        return NULL;
    *all = (struct connections){ .loop = loop,
                                 .config = config,
                                 .requests = requests,
                                 .arrive = arrive,
                                 .context = context,
                                 .most = count_room(config) };
    all->sweep = loop_event(loop, -1, EV_PERSIST, sweep, all);
    all->pause = loop_event(loop, -1, 0, listen_again, all);
    all->tally = tally_new();
    if (!all->sweep || !all->pause || !all->tally) {
        connections_free(all);
        return NULL;
    }
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

// Nobody is left who would answer.
void connections_free(struct connections *all)
{
    if (!all)
        return;
    while (!LIST_EMPTY(&all->list)) {
        struct connection *connection = LIST_FIRST(&all->list);
        connection->waits = false;
        if (connection->descriptor >= 0)
            close_connection(connection);
        else
            free_connection(connection);
    }
    if (all->listener)
        evconnlistener_free(all->listener);
    loop_event_free(all->sweep);
    loop_event_free(all->pause);
    mem_free(all->tally);
    mem_free(all);
}
